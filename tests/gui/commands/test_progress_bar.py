"""The progress bar: for eyes only, and gone afterwards."""

from __future__ import annotations

import io

import pytest

from gui.commands.progress_bar import ProgressBar


class Terminal(io.StringIO):
    """Remembers what is on the line that the cursor is in."""

    def __init__(self, encoding: str = "utf-8", terminal: bool = True) -> None:
        super().__init__()
        self._encoding, self._terminal = encoding, terminal

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return self._terminal

    def line(self) -> str:
        shown: list[str] = []
        for part in self.getvalue().split("\r"):
            shown[: len(part)] = part
        return "".join(shown).rstrip()


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def _bar(terminal: Terminal) -> tuple[ProgressBar, Clock]:
    clock = Clock()
    return ProgressBar("Training", terminal, clock), clock


def test_it_shows_how_much_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "36")
    terminal = Terminal()
    bar, clock = _bar(terminal)
    clock.now = 1.0
    bar.show(1, 4)
    assert terminal.line() == "Training " + "█" * 5 + "░" * 15 + "  25 %"
    clock.now = 2.0
    bar.show(4, 4)
    assert terminal.line() == "Training " + "█" * 20 + " 100 %"
    assert len(terminal.line()) < 36


def test_it_leaves_nothing_behind_even_when_interrupted() -> None:
    terminal = Terminal()
    bar, clock = _bar(terminal)

    def work() -> None:
        with bar:
            clock.now = 1.0
            bar.show(1, 2)
            assert terminal.line() != ""
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    assert terminal.line() == ""
    assert terminal.getvalue().endswith("\r")


def test_it_is_drawn_now_and_then_only() -> None:
    terminal = Terminal()
    bar, clock = _bar(terminal)
    bar.show(1, 1000)
    assert terminal.getvalue() == "", "what is over at once shows no bar"
    for step in range(1000):
        clock.now += 0.001
        bar.show(step, 1000)
    assert 5 <= terminal.getvalue().count("\r") <= 12


def test_nothing_goes_into_a_pipe() -> None:
    pipe = Terminal(terminal=False)
    bar, clock = _bar(pipe)
    with bar:
        clock.now = 1.0
        bar.show(1, 2)
    assert not bar.visible
    assert pipe.getvalue() == ""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "no-such-encoding"])
def test_a_plain_terminal_has_plain_signs(encoding: str) -> None:
    terminal = Terminal(encoding)
    bar, clock = _bar(terminal)
    clock.now = 1.0
    bar.show(1, 2)
    assert "#" in terminal.line()
    assert terminal.line().isascii()


def test_a_narrow_terminal_and_no_work_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "5")
    terminal = Terminal()
    bar, clock = _bar(terminal)
    clock.now = 1.0
    bar.show(0, 0)
    assert terminal.line() == "Training    0 %"
