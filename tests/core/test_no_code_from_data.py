"""Files are data: nothing in the program runs what they hold, and opening one does nothing else."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted(path for part in ("core", "gui", "assets") for path in (ROOT / part).rglob("*.py"))
CODE_IN_DATA = {"pickle", "cPickle", "dill", "joblib", "cloudpickle", "marshal", "shelve", "yaml"}
NET = {"http", "urllib", "requests", "httpx", "ftplib", "smtplib", "telnetlib", "xmlrpc", "ssl"}
STARTS = {"subprocess", "multiprocessing", "pty", "runpy", "code", "codeop"}
RUNS_TEXT = {"eval", "exec", "compile", "__import__", "execfile"}
RUNS_ON_A_MODULE = {
    *(("os", name) for name in ("system", "popen", "execv", "execve", "spawnv", "posix_spawn")),
    *(("np", name) for name in ("load", "save", "fromfile")),
    *(("numpy", name) for name in ("load", "save", "fromfile")),
}
NETWORK_IN_QT = ("QtNetwork", "QtWebSockets", "QtWebEngine", "QNetwork", "QTcpSocket", "QUdpSocket")
# Modules that are imported by a name that is put together at run time: always one of a table that
# stands in the program.
BY_NAME = {
    *("core/__init__.py", "gui/main.py", "gui/stage/views.py", "gui/typesetter.py"),
    "gui/opened.py",
    *("gui/commands/doctor.py", "gui/benchmarks/timing.py", "gui/benchmarks/machine.py"),
}
# It looks whether a window would open, in a process that may die of it; benchmarks time starts.
MAY_START = {"gui/commands/doctor.py"}


def _place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _imports(tree: ast.AST) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def _calls(tree: ast.AST) -> list[ast.Call]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call)]


@pytest.fixture(scope="module")
def trees() -> dict[str, ast.Module]:
    assert len(SOURCES) > 300
    return {_place(path): ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES}


def test_nothing_that_runs_data_is_imported(trees: dict[str, ast.Module]) -> None:
    for place, tree in trees.items():
        parts = {name.split(".")[0] for name in _imports(tree)}
        assert not parts & CODE_IN_DATA, place
        assert not parts & NET, place
        assert not any(word in name for name in _imports(tree) for word in NETWORK_IN_QT), place
        if place not in MAY_START and not place.startswith("gui/benchmarks/"):
            assert not parts & STARTS, place


def test_no_call_runs_text(trees: dict[str, ast.Module]) -> None:
    for place, tree in trees.items():
        for call in _calls(tree):
            where = f"{place}, line {call.lineno}"
            if isinstance(call.func, ast.Name):
                assert call.func.id not in RUNS_TEXT, where
            elif isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
                assert (call.func.value.id, call.func.attr) not in RUNS_ON_A_MODULE, where
                assert call.func.value.id != "builtins", where
            assert not any(keyword.arg == "allow_pickle" for keyword in call.keywords), where
            assert not any(keyword.arg == "shell" for keyword in call.keywords), where


def test_modules_by_name_come_from_tables_of_the_program(trees: dict[str, ast.Module]) -> None:
    found = {place for place, tree in trees.items() if "importlib.import_module" in _imports(tree)}
    found |= {place for place, tree in trees.items() if "importlib" in _imports(tree)}
    assert found <= BY_NAME


OPEN_EVERYTHING = textwrap.dedent(
    """
    import json, os, random, sys
    from pathlib import Path
    from core.errors import PlainError
    from core.files import read_any, suffix_of
    from core.files.experiment import load_experiment
    from core.files.texts import read_texts
    from core.lessons.reading import card_of, load_lesson
    from core.model import Model
    from core.share import read_code
    from gui.opened import read_opened
    from tests.fuzz.corpus import FOLDERS, corpus
    from tests.fuzz.mutations import mutated

    folder = Path(sys.argv[1])
    chance = random.Random(7)
    seeds = corpus()
    jobs = []
    def job(path, data):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        name = path.name
        if name.endswith(".lesson"):
            return [(load_lesson, path), (card_of, path)]
        if name.endswith(".model"):
            return [(Model.load, path)]
        if name.endswith(".code"):
            return [(read_code, data.decode(errors="replace"))]
        if suffix_of(path) in (".preview", ".pasted"):
            return []
        return [(read_any, path), (read_opened, path)]
    for number, seed in enumerate(seeds):
        ending = seed.target if seed.target.startswith(".") else "." + seed.target
        jobs += job(folder / f"{number}{ending}", seed.data)
        for copy in range(4):
            jobs += job(folder / f"{number}-{copy}{ending}", mutated(seed, seeds, chance))
    for name, content in FOLDERS.items():
        job(folder / "tree" / name, content.encode())
    job(folder / "pair.neg", b"bad thing\\n")
    jobs += job(folder / "pair.pos", b"good thing\\n")
    jobs.append((read_texts, folder / "tree"))

    def open_all():
        outcomes = {"load": 0, "sentence": 0}
        for read, what in jobs:
            try:
                read(what)
                outcomes["load"] += 1
            except PlainError:
                outcomes["sentence"] += 1
        return outcomes

    open_all()  # what is imported late is imported by now
    bad = []
    watched = ("compile", "exec", "import", "marshal.", "pickle.", "subprocess.", "os.system",
               "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "socket.", "ctypes.", "urllib.",
               "os.remove", "os.rename", "os.mkdir", "os.chmod", "os.link", "os.symlink",
               "shutil.", "tempfile.", "webbrowser.", "code.")
    watching = True
    def hook(event, arguments):
        if not watching:
            return
        if event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+"):
            bad.append([event, str(arguments[0])])
        elif event == "open" and arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            bad.append([event, str(arguments[0])])
        elif event.startswith(watched):
            bad.append([event, str(arguments)[:200]])
    sys.addaudithook(hook)
    modules = set(sys.modules)
    outcomes = open_all()
    watching = False
    json.dump({"bad": bad[:20], "new": sorted(set(sys.modules) - modules), **outcomes}, sys.stdout)
    """
)


def test_opening_any_kind_of_file_only_reads_it(tmp_path: Path) -> None:
    paths = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    finished = subprocess.run(
        [sys.executable, "-c", OPEN_EVERYTHING, str(tmp_path)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
        timeout=120,
    )
    assert finished.returncode == 0, finished.stderr[-3_000:]
    found = json.loads(finished.stdout)
    assert found["bad"] == []
    assert found["new"] == []
    assert found["load"] > 200
    assert found["sentence"] > 100


def test_the_watch_sees_what_it_is_for() -> None:
    """The same hook notices code that is run, so that its silence means something."""
    script = "import sys\nseen = []\nsys.addaudithook(lambda e, a: seen.append(e))\neval('1')\n"
    script += "import colorsys\nprint(*sorted(set(seen)))\n"
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout
    assert {"compile", "exec", "import"} <= set(out.split())
