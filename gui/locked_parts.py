"""The parts of the window that a locked view may leave out, and the keys that go with them."""

from __future__ import annotations

from core.experiment import Experiment
from gui.action_effects import TOOLS
from gui.action_table import MOST_VIEWS

GROUPS: dict[str, tuple[tuple[str, str, str], ...]] = {  # part, title, what it is
    "Window": (
        ("menu", "Menus", "The menu bar, and the view menu above the stage"),
        ("status", "Status line", "The line at the foot, with the accuracy at this step"),
    ),
    "Points": (
        ("classes", "Classes", "The classes above the stage"),
        ("tools", "Drawing tools", "Draw, spray, move, erase; without them, points stay put"),
        ("data", "Data", "Toy sets, features, what is held out, the order"),
    ),
    "Beside the stage": (
        ("learners", "Learners", "Which learners there are, and their parameters"),
        ("words", "Words", "The heaviest words, and a box to try any sentence"),
        ("what-if", "What if", "Other orders, other parameters, fewer examples"),
        ("theory", "Theory", "Separable or not, the best margin, the mistake bound"),
        ("views", "Views", "The other ways to look at the moment"),
    ),
    "Time": (
        ("transport", "Play and step", "The buttons and the speed"),
        ("timeline", "Timeline", "The whole run as a line, with its mistakes"),
        ("curves", "Curves", "Loss, error and more along the run"),
        ("step", "This step", "The step in words, formulas and numbers"),
    ),
}
FOR_STUDENTS: tuple[str, ...] = ("views", "transport", "timeline", "curves", "step", "status")
PAGES = ("learners", "words", "what-if", "theory")  # of the column on the right
_KEYS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (  # parts; actions without any of them
    (("tools",), (*TOOLS, "delete", "relabel", "clear")),
    (("classes",), ("add-class", "rename-class", "remove-class")),
    (("data",), ("data-panel", "next-toy", "import", "paste-texts")),
    (PAGES, ("learners-panel",)),
    (("views",), (*(f"view-{k}" for k in range(1, MOST_VIEWS + 1)), "beside")),
    (("transport",), ("play", "forward", "back", "next-mistake", "previous-mistake", "start", "end",
                      "faster", "slower", "predict")),
    (("curves", "step"), ("lower-panels",)),
)  # fmt: skip


def withheld(experiment: Experiment) -> frozenset[str]:
    """The actions that a locked view takes away along with their controls."""
    found = (ids for parts, ids in _KEYS if not any(map(experiment.shows, parts)))
    return frozenset(id for ids in found for id in ids)
