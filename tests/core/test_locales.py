"""The same files give the same numbers, whatever the language of the machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from core.errors import PlainError
from core.files import read_any
from core.files.tables import Table, parse_table

ROOT = Path(__file__).parents[2]
LOCALES = ("C", "de_DE.UTF-8", "fr_FR.UTF-8", "ar_EG.UTF-8", "tr_TR.UTF-8")

SCRIPT = textwrap.dedent(
    """
    import contextlib, json, locale, sys
    with contextlib.suppress(locale.Error):  # where it is not installed, the names alone are set
        locale.setlocale(locale.LC_ALL, "")
    from core.experiment import Experiment, LearnerChoice, Stopping
    from core.files.experiment import decode_experiment, encode_experiment
    from core.files.tables import parse_table
    from core.generators import make_points
    from core.runs import points_data
    from core.share import read_code, share_code
    from PySide6.QtCore import QCoreApplication, QLocale
    application = QCoreApplication([])
    from gui.typed_numbers import number_shown, number_typed
    experiment = Experiment(
        points_data(make_points("blobs", 12, seed=3)), learners=(LearnerChoice("MIRA".lower()),),
        stopping=Stopping(passes=3),
    )
    data = encode_experiment(experiment)
    table = parse_table("x;y;label\\n1,5;2,5;a\\n-0,25;1e3;b\\n", "t.csv")
    json.dump(
        {
            "file": data.decode(),
            "again": decode_experiment(data, "a.perceptarium") == experiment,
            "code": share_code(experiment),
            "code again": read_code(share_code(experiment)) == experiment,
            "table": table.values.tolist(),
            "typed": [number_typed(text, "C") for text in ("1.5", "1,5", "−2", "1e-3")],
            "shown": [number_shown(number) for number in (1.5, 1e-5, 1234567.0, 1e300)],
        },
        sys.stdout,
    )
    """
)


def _told(name: str) -> dict[str, object]:
    environment = {**os.environ, "LC_ALL": name, "LANG": name, "LANGUAGE": name}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    environment["PYTHONUTF8"] = "1"
    finished = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, env=environment, timeout=60
    )
    assert finished.returncode == 0, finished.stderr.decode()[-2_000:]
    found = json.loads(finished.stdout)
    assert isinstance(found, dict)
    return found


def test_every_locale_reads_and_writes_the_same() -> None:
    usual = _told("C")
    assert usual["table"] == [[1.5, 2.5], [-0.25, 1000.0]]
    assert usual["typed"] == [1.5, 1.5, -2.0, 0.001]
    assert usual["again"]
    assert usual["code again"]
    for name in LOCALES[1:]:
        assert _told(name) == usual, name


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1,5;2,5;a\n3,5;4,5;b\n", [[1.5, 2.5], [3.5, 4.5]]),
        ("x\ty\tlabel\n1,5\t2,5\ta\n3,5\t4,5\tb\n", [[1.5, 2.5], [3.5, 4.5]]),
        ("1.5;2.5;a\n3.5;4.5;b\n", [[1.5, 2.5], [3.5, 4.5]]),
        ("1,5,a\n2,7,b\n", [[1.0, 5.0], [2.0, 7.0]]),
    ],
)
def test_decimal_commas_are_read_as_they_are_meant(text: str, values: list[list[float]]) -> None:
    assert parse_table(text, "t.csv").values.tolist() == values


@pytest.mark.parametrize("cell", ["1,5", "1.5", "15", "1,500", "1.500", "1'500", "1 500", "1.5,5"])
def test_a_comma_is_never_just_dropped(tmp_path: Path, cell: str) -> None:
    """“1,5;2,5” is 1.5 and 2.5 or refused; no reader makes fifteen of it."""
    for number, delimiter in enumerate((";", "\t", "|")):
        path = tmp_path / f"{number}.csv"
        rows = [delimiter.join((cell, "2", "a")), delimiter.join((cell, "3", "b"))]
        path.write_text("\n".join(rows) + "\n", encoding="utf-8")
        try:
            found = read_any(path)
        except PlainError:
            continue
        assert isinstance(found, Table)
        plain = cell.replace(",", ".")
        meant = (
            {float(plain)}
            if plain.count(".") <= 1 and plain.replace(".", "").isdecimal()
            else set()
        )
        assert set(found.values[:, 0].tolist()) <= meant
