"""What the program is built on: little, declared, locked by hashes, and named with its licence."""

from __future__ import annotations

import ast
import re
import sys
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from gui.about import LIBRARIES, About, indirect, licence
from gui.theme import Theme

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[1]
OURS = {"core", "gui", "assets"}
MOST_DIRECT = 12
NAME = re.compile(r"[A-Za-z0-9._-]+")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def named(requirement: str) -> str:
    found = NAME.match(requirement)
    assert found is not None
    return found[0].lower().replace("_", "-")


def project() -> dict[str, object]:
    whole = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found = whole["project"]
    assert isinstance(found, dict)
    return {**found, "groups": whole["dependency-groups"]}


def declared() -> set[str]:
    found = project()["dependencies"]
    assert isinstance(found, list)
    return {named(line) for line in found}


def optional() -> set[str]:
    """For parts that say so when it is missing: films as MP4, and the benchmark's peers."""
    about = project()
    extras, groups = about.get("optional-dependencies", {}), about["groups"]
    assert isinstance(extras, dict)
    assert isinstance(groups, dict)
    lines = [*(line for extra in extras.values() for line in extra), *groups["bench"]]
    return {named(line) for line in lines}


def locked() -> list[str]:
    """The entries of the lock file, each with its lines joined."""
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.split("\n")]
    return [line for line in lines if line and not line.startswith("#")]


def test_every_locked_package_has_one_version_and_hashes() -> None:
    entries = locked()
    assert len(entries) > 20
    for entry in entries:
        assert re.match(r"[A-Za-z0-9._-]+==[0-9][^ ]*", entry), entry[:80]
        assert HASH.search(entry), entry[:80]
        assert "://" not in entry, entry[:80]
        assert not re.search(r"(^|\s)(-e|--index-url|--extra-index-url|--trusted-host)\b", entry)


def test_what_is_declared_is_locked_and_little() -> None:
    names = {named(entry) for entry in locked()}
    assert declared() <= names
    assert len(declared()) <= MOST_DIRECT


def test_whatever_is_imported_is_declared() -> None:
    owners = packages_distributions()
    known = {name: {named(owner) for owner in found} for name, found in owners.items()}
    allowed = declared() | optional() | BESIDE
    for path in sorted(path for part in OURS for path in (ROOT / part).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = []
            if isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
                modules = [node.module]
            for module in modules:
                top = module.partition(".")[0]
                if top in OURS or top in sys.stdlib_module_names:
                    continue
                assert known.get(top, {top.lower()}) & allowed, f"{path}: {module}"


# Part of a declared one: the bridge under Qt for Python, and the fonts of ziamath.
BESIDE = {"shiboken6", "ziafont"}


@pytest.fixture
def about(qtbot: QtBot) -> About:
    dialog = About(Theme("light"))
    qtbot.addWidget(dialog)
    return dialog


def test_about_names_every_library_with_version_and_licence(about: About) -> None:
    packages = {package.lower() for _, package, _ in LIBRARIES if package}
    assert declared() - {"tomli"} == packages  # that one only before Python 3.11
    shown = " ".join(label.text() for label in about.findChildren(QLabel))
    for title, package, own in LIBRARIES:
        assert title in shown
        assert own in shown
        if package:
            assert licence(package)
    for package in indirect():
        assert f"{package} " in shown
        assert licence(package) in shown


def test_about_forgets_none_of_what_the_libraries_need() -> None:
    listed = {package.lower() for _, package, _ in LIBRARIES} | set(indirect())
    assert {"llvmlite", "joblib", "threadpoolctl", "shiboken6", "ziafont"} <= listed
    for package in listed - {""}:
        for line in requires(package) or []:
            if ";" not in line:
                assert named(line) in listed, f"{package} needs {line}"


def test_the_licences_that_about_tells_are_those_of_the_packages() -> None:
    """By their first word, as packages spell them in many ways."""
    families = ("BSD", "MIT", "LGPL")
    for _, package, own in LIBRARIES:
        if package:
            family = next(family for family in families if family in own)
            assert family in licence(package), package
