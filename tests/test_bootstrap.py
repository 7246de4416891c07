"""`run` and `test`: what they set up, when they do it again, and what they say."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from gui import system_libraries as system

ROOT = Path(__file__).resolve().parent.parent
BOOTSTRAP = ROOT / ".bootstrap"


@pytest.fixture
def bootstrap(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The start-up scripts' modules, imported as `run` and `test` import them."""
    monkeypatch.syspath_prepend(str(BOOTSTRAP))
    names = ("start", "environment", "system_packages", "checks")
    modules = ModuleType("bootstrap")
    for name in names:
        setattr(modules, name, __import__(name))
    yield modules
    for name in names:
        del sys.modules[name]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small checkout: what `run` reads before anything is installed."""
    root = tmp_path / "a checkout"
    shutil.copytree(BOOTSTRAP, root / ".bootstrap", ignore=shutil.ignore_patterns("__pycache__"))
    (root / "gui").mkdir()
    for name in ("run", "test", "gui/__init__.py", "gui/system_libraries.py"):
        shutil.copy(ROOT / name, root / name)
    (root / "requirements.lock").write_text("numpy==2.0\n")
    return root


def finished(bootstrap: Any, root: Path) -> Any:
    """A `.venv` as a complete set-up leaves it, with this Python in it."""
    venv = bootstrap.environment.Venv(root / ".venv")
    venv.scripts.mkdir(parents=True)
    venv.python.symlink_to(sys.executable)
    venv.stamp.write_text(bootstrap.environment.stamp(root))
    return venv


class TestStart:
    """Python's version and the way of the arguments."""

    @pytest.mark.parametrize("file", ["run", "test", ".bootstrap/start.py"])
    def test_an_old_python_can_read_what_tells_it_to_go(self, file: str) -> None:
        source = (ROOT / file).read_text("utf-8")
        ast.parse(source, feature_version=(3, 6))
        assert "from __future__" not in source, "annotations came with 3.7"

    def test_an_old_python_is_told_so_and_goes_no_further(
        self, bootstrap: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(sys, "version_info", (3, 9, 18))
        assert bootstrap.start.start("run", []) == 2
        told = capsys.readouterr().err
        assert told.count("\n") == 1
        assert "3.10 or newer" in told
        assert "3.9" in told

    @pytest.mark.skipif(os.name == "nt", reason="a stand-in for python is a symbolic link")
    def test_arguments_reach_the_program_unchanged(self, bootstrap: Any, checkout: Path) -> None:
        # The stamp depends on the bootstrap's sources: take those of the checkout.
        venv = finished(bootstrap, checkout)
        venv.launcher.write_text("import json, sys; print(json.dumps(sys.argv[1:]))")
        given = ["train", "a file.csv", "--set", "C=0.1", "", "--", "-x", "“ü”", "$HOME *", "'\""]
        done = subprocess.run(
            [sys.executable, checkout / "run", *given],
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=checkout.parent,
        )
        assert done.stderr == ""
        assert json.loads(done.stdout) == given

    @pytest.mark.skipif(os.name == "nt", reason="the launcher there is a .cmd file")
    def test_the_launcher_starts_in_a_path_with_spaces(
        self, bootstrap: Any, checkout: Path
    ) -> None:
        venv = finished(bootstrap, checkout)
        bootstrap.environment.write_launcher(venv)
        (checkout / "gui" / "main.py").write_text(
            "import sys\ndef main():\n    print(sys.argv[1:])\n    return 7\n"
        )
        done = subprocess.run(
            [venv.launcher, "a b"],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": str(checkout)},
        )
        assert (done.returncode, done.stdout) == (7, "['a b']\n"), done.stderr


class TestEnvironment:
    """When `.venv` is taken as it is, and when it is made again."""

    def test_a_finished_one_is_current(self, bootstrap: Any, checkout: Path) -> None:
        venv = finished(bootstrap, checkout)
        assert bootstrap.environment.is_current(venv, checkout)

    def test_it_is_not_current_when_it_was_interrupted(
        self, bootstrap: Any, checkout: Path
    ) -> None:
        venv = finished(bootstrap, checkout)
        venv.stamp.unlink()
        assert not bootstrap.environment.is_current(venv, checkout)

    def test_it_is_not_current_when_the_lock_file_changed(
        self, bootstrap: Any, checkout: Path
    ) -> None:
        venv = finished(bootstrap, checkout)
        (checkout / "requirements.lock").write_text("numpy==2.1\n")
        assert not bootstrap.environment.is_current(venv, checkout)

    def test_it_is_not_current_when_its_python_is_gone(
        self, bootstrap: Any, checkout: Path
    ) -> None:
        venv = finished(bootstrap, checkout)
        venv.python.unlink()
        venv.python.symlink_to(checkout / "no-such-python")
        assert not bootstrap.environment.is_current(venv, checkout)

    def test_it_is_not_current_under_another_python_or_in_another_place(
        self, bootstrap: Any, checkout: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        finished(bootstrap, checkout)
        moved = checkout.rename(checkout.parent / "moved")
        venv = bootstrap.environment.Venv(moved / ".venv")
        assert not bootstrap.environment.is_current(venv, moved)
        moved.rename(checkout)
        venv = bootstrap.environment.Venv(checkout / ".venv")
        assert bootstrap.environment.is_current(venv, checkout)
        monkeypatch.setattr(sys, "version_info", (3, 99, 0))
        assert not bootstrap.environment.is_current(venv, checkout)

    def test_a_set_up_that_failed_leaves_nothing_that_looks_finished(
        self, bootstrap: Any, checkout: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        environment = bootstrap.environment
        monkeypatch.setattr(bootstrap.system_packages, "provide", lambda **_: None)
        steps: list[str] = []

        def do(venv: Any, what: str, *command: object) -> None:
            steps.append(what)
            if what == "making .venv":
                venv.packages.mkdir(parents=True)
                venv.scripts.mkdir()
                venv.python.symlink_to(sys.executable)
            if steps.count("installing the packages") == 1 and what == "installing the packages":
                (venv.folder / "half").touch()
                raise environment.SetupError("no network")

        monkeypatch.setattr(environment, "_do", do)
        with pytest.raises(environment.SetupError, match="no network"):
            environment.ready(checkout, tests=False)
        assert not environment.is_current(environment.Venv(checkout / ".venv"), checkout)

        venv = environment.ready(checkout, tests=False)
        assert environment.is_current(venv, checkout)
        assert not (venv.folder / "half").exists()
        assert steps == ["making .venv", "adding pip", "installing the packages"] * 2

        environment.ready(checkout, tests=False)
        assert len(steps) == 6, "a finished environment is set up again"

        (checkout / "requirements.lock").write_text("numpy==2.1\n")
        environment.ready(checkout, tests=False)
        assert steps[6:] == ["installing the packages"]

    @pytest.mark.skipif(os.name == "nt", reason="Windows has no such lock")
    def test_a_step_that_outlives_its_set_up_keeps_others_out(
        self, bootstrap: Any, tmp_path: Path
    ) -> None:
        import fcntl

        environment = bootstrap.environment
        venv = environment.Venv(tmp_path)
        probe = (
            "import fcntl, sys\n"
            f"file = open({environment.__file__!r})\n"
            "try: fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)\n"
            "except BlockingIOError: sys.exit(0)\n"
            "sys.exit(1)\n"
        )
        with environment._alone():
            environment._do(venv, "probing", sys.executable, "-c", probe)
            # The step holds the very file that is locked, so the lock lives as long as it does.
            handles = (
                "import os, sys; sys.exit(not any(os.path.samefile(sys.argv[1], f'/dev/fd/{n}')"
            )
            handles += " for n in range(3, 64) if os.path.exists(f'/dev/fd/{n}')))"
            environment._do(venv, "looking", sys.executable, "-c", handles, environment.__file__)
        with open(environment.__file__) as free:
            fcntl.flock(free, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def test_a_failed_step_quotes_the_reason(self, bootstrap: Any, tmp_path: Path) -> None:
        environment = bootstrap.environment
        code = "import sys; sys.exit('ERROR: the disk is full')"
        with pytest.raises(environment.SetupError, match="installing failed: the disk is full"):
            environment._do(environment.Venv(tmp_path), "installing", sys.executable, "-c", code)


class TestSystemPackages:
    """What is said, and done, when the system lacks something."""

    cursor = next(library for library in system.FOR_X if "cursor" in library.file)

    @pytest.fixture
    def lacking(self, bootstrap: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
        """A Debian machine without libxcb-cursor and ensurepip; `apt` records what it installs."""
        state = ModuleType("state")
        state.libraries, state.extra, state.installed = [self.cursor], [], []  # type: ignore[attr-defined]
        packages = bootstrap.system_packages
        monkeypatch.setattr(system, "missing", lambda _: list(state.libraries))
        monkeypatch.setattr(system, "package_family", lambda: "apt")
        monkeypatch.setattr(packages, "_missing_installer", lambda: list(state.extra))

        def apt(names: list[str]) -> None:
            state.installed += names  # type: ignore[attr-defined]
            state.libraries, state.extra = [], []  # type: ignore[attr-defined]

        monkeypatch.setattr(packages, "_apt_install", apt)
        monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
        return state

    def test_a_user_is_told_the_exact_line_and_goes_on(
        self, bootstrap: Any, lacking: Any, capsys: pytest.CaptureFixture[str]
    ) -> None:
        bootstrap.system_packages.provide(tests=False, installer=True)
        assert capsys.readouterr().err.endswith(
            "install with: sudo apt-get install libxcb-cursor0\n"
        )
        assert lacking.installed == []

    def test_tests_end_there(self, bootstrap: Any, lacking: Any) -> None:
        with pytest.raises(bootstrap.system_packages.SetupError, match=r"libxcb-cursor0$"):
            bootstrap.system_packages.provide(tests=True, installer=True)

    def test_without_an_installer_it_ends_with_one_line_for_all(
        self, bootstrap: Any, lacking: Any
    ) -> None:
        lacking.extra = ["python3.11-venv"]
        line = "sudo apt-get install python3.11-venv libxcb-cursor0$"
        with pytest.raises(bootstrap.system_packages.SetupError, match=line):
            bootstrap.system_packages.provide(tests=False, installer=True)

    def test_root_installs(
        self, bootstrap: Any, lacking: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        lacking.extra = ["python3.11-venv"]
        monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
        bootstrap.system_packages.provide(tests=True, installer=True)
        assert lacking.installed == ["python3.11-venv", "libxcb-cursor0"]

    def test_packages_are_named_once(self) -> None:
        line = system.install_line(system.FOR_X, "pacman")
        assert line is not None
        assert line.split().count("libxcb") == 1

    def test_an_unknown_system_is_told_the_files(self) -> None:
        assert "libxcb-cursor.so.0" in system.sentence([self.cursor], None)


@pytest.mark.skipif(os.name == "nt", reason="a stand-in for python is a script")
class TestChecks:
    """`./test` runs everything, whatever fails."""

    @pytest.fixture
    def python(self, tmp_path: Path) -> Path:
        """A stand-in that notes its arguments and fails when they name `$BROKEN`."""
        file = tmp_path / "python"
        file.write_text(
            f"#!{sys.executable}\n"
            "import json, os, sys\n"
            f"with open({str(tmp_path / 'calls')!r}, 'a') as calls:\n"
            "    print(json.dumps(sys.argv[1:]), file=calls)\n"
            "print('the words of', sys.argv[2])\n"
            "sys.exit(os.environ['BROKEN'] in sys.argv)\n"
        )
        file.chmod(0o755)
        return file

    @pytest.mark.parametrize("broken", ["nothing", "mypy", "pytest"])
    def test_all_are_run(
        self,
        bootstrap: Any,
        python: Path,
        broken: str,
        monkeypatch: pytest.MonkeyPatch,
        capfd: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.setenv("BROKEN", broken)
        code = bootstrap.checks.run_all(ROOT, python, ["-k", "tape"])
        assert code == (broken != "nothing")
        calls = [json.loads(line) for line in (python.parent / "calls").read_text().splitlines()]
        assert [call[1] for call in calls[:3]] == ["ruff", "ruff", "mypy"]
        assert "importlinter" in calls[3][1]
        assert calls[4][:2] == ["-m", "pytest"]
        assert calls[4][-2:] == ["-k", "tape"]
        shown = capfd.readouterr().out
        assert ("the words of mypy" in shown) == (broken == "mypy")
        last = {"nothing": "the words of pytest"}.get(broken, f"FAILED: {broken}")
        if broken == "mypy":
            last = "FAILED: mypy --strict"
        assert shown.splitlines()[-1] == last
