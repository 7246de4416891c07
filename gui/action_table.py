"""Every action of the window, declared once: menus, buttons, tips and the key sheet follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from core.points import MOST_CLASSES


@dataclass(frozen=True)
class Declared:
    """One thing that can be done, and how it is found."""

    id: str
    text: str
    what: str  # what it does, as a tip says it
    keys: str = ""  # as Qt spells them, separated by blanks
    icon: str = ""  # the id, unless another one is named
    switch: bool = False  # on or off
    group: str = ""  # of these, exactly one is on
    repeats: bool = False  # while its key is held down
    keyless: str = ""  # why it has no key

    @property
    def icon_name(self) -> str:
        return self.icon or self.id


@dataclass(frozen=True)
class Submenu:
    """A place for actions within a menu; without any, it is filled while the window runs."""

    title: str
    icon: str
    entries: tuple[Declared | None, ...] = ()


Entry: TypeAlias = Declared | Submenu | None  # None: a line between groups

_CLASSES = Submenu(
    "Class",
    "relabel",
    (
        *(
            Declared(f"class-{k}", f"Class {k}", "Draw points of this class, or select its texts",
                     str(k), group="class")
            for k in range(1, MOST_CLASSES + 1)
        ),
        None,
        Declared("add-class", "Add class", f"One more class, up to {MOST_CLASSES}", "A", "add"),
        Declared("rename-class", "Rename class", "Give the chosen class another name", "F2",
                 "rename"),
        Declared("remove-class", "Remove class", "Remove the chosen class and its points", "",
                 "remove", keyless="it takes points away, so no single key should do it"),
    ),
)  # fmt: skip

MOST_VIEWS = 9
_VIEWS = Submenu(
    "Stage",
    "view",
    (
        *(
            Declared(f"view-{k}", f"View {k}", "Look at the moment in this way", f"Alt+{k}",
                     "view", group="view")
            for k in range(1, MOST_VIEWS + 1)
        ),
        None,
        Declared("beside", "Second view", "Two views beside each other, or one again", "B",
                 "side-by-side", switch=True),
    ),
)  # fmt: skip

_PRESENTED = Submenu(
    "While presenting",
    "spotlight",
    (
        Declared("spotlight", "Spotlight", "While presenting, dim all but the visited example",
                 "H", switch=True),
        Declared("caption", "Caption", "While presenting, tell each step in a sentence", "I",
                 switch=True),
        Declared("blank", "Blank screen", "While presenting, cover everything, or uncover it",
                 "."),
    ),
)  # fmt: skip

_SWITCHED = "Ctrl+T switches"
_THEMES = Submenu(
    "Theme",
    "system",
    (
        Declared("theme-light", "Light", "Dark on light", "", "sun", group="theme",
                 keyless=_SWITCHED),
        Declared("theme-dark", "Dark", "Light on dark", "", "moon", group="theme",
                 keyless=_SWITCHED),
        Declared("theme-system", "As the system", "Light or dark, as the system has it", "",
                 "system", group="theme", keyless=_SWITCHED),
        None,
        Declared("switch-theme", "Switch light and dark", "From light to dark, or back", "Ctrl+T",
                 "moon"),
    ),
)  # fmt: skip

MENUS: dict[str, tuple[Entry, ...]] = {
    "File": (
        Declared("new", "New", "Start with an empty plane", "Ctrl+N"),
        Declared("open", "Open…", "Open an experiment, a table or labelled texts", "Ctrl+O"),
        Declared("open-folder", "Open folder…", "Open a folder with texts, one sub-folder for "
                 "each class", "Ctrl+Shift+O"),
        Submenu("Recent files", "recent"),
        None,
        Declared("save", "Save", "Save the experiment", "Ctrl+S"),
        Declared("save-as", "Save as…", "Save the experiment under another name", "Ctrl+Shift+S"),
        Declared("export", "Export…", "A picture, an animation, a web page, a table or a program",
                 "Ctrl+Shift+E", "export-as"),
        None,
        Declared("copy-code", "Copy share code", "This experiment as a short text, for a chat or "
                 "a slide", "Ctrl+Shift+K", "share"),
        Declared("paste-code", "Paste share code…", "Open an experiment that somebody has sent as "
                 "a code", "Ctrl+Shift+J", "code"),
        None,
        Declared("quit", "Quit", "Close the window", "Ctrl+Q"),
    ),
    "Edit": (
        Declared("undo", "Undo", "Take back the last change", "Ctrl+Z", repeats=True),
        Declared("redo", "Redo", "Make the change again that was taken back",
                 "Ctrl+Shift+Z Ctrl+Y", repeats=True),
        None,
        Declared("draw", "Draw", "Click adds a point of the chosen class, dragging paints", "D",
                 group="tool"),
        Declared("spray", "Spray", "Spray points of the chosen class; the wheel sets "
                 "the size, Shift and the wheel how many", "S", group="tool"),
        Declared("move", "Move", "Drag points, or select several with a frame", "M", group="tool"),
        Declared("erase", "Erase", "Remove points", "E", group="tool"),
        _CLASSES,
        None,
        Declared("select-all", "Select all", "Select every point or text", "Ctrl+A"),
        Declared("select-none", "Select nothing", "Let go of what is selected", "Esc"),
        Declared("delete", "Delete selection", "Remove the selected points", "Del Backspace"),
        Declared("relabel", "Give selection the class", "Move the selected points into the "
                 "chosen class", "C"),
        None,
        Declared("paste", "Paste", "Open the share code on the clipboard", "Ctrl+V"),
        Declared("copy-picture", "Copy picture", "What the stage shows, as a picture",
                 "Ctrl+Shift+P", "picture"),
        Declared("copy-step-text", "Copy step as text", "This step with its numbers, as plain "
                 "text", "Ctrl+Shift+C"),
        Declared("copy-step-latex", "Copy step as LaTeX", "This step with its numbers, as LaTeX "
                 "source", "Ctrl+Alt+C"),
    ),
    "Data": (
        Submenu("Toy sets", "data"),
        Submenu("Text samples", "texts"),
        Declared("next-toy", "Next toy set", "The next toy set in the list", "Y", "dice"),
        None,
        Declared("import", "Import…", "Put a table or texts from a file into this experiment",
                 "Ctrl+I"),
        Declared("paste-texts", "Paste texts…", "Put labelled texts from the clipboard into this "
                 "experiment", "Ctrl+Shift+V", "paste"),
        Declared("export-data", "Export data…", "Write the points, the table or the texts to a "
                 "CSV file", "Ctrl+E", "export"),
        None,
        Declared("clear", "Clear", "Remove all points, keep the classes", "Ctrl+Del"),
    ),
    "Run": (
        Declared("play", "Play", "Watch it learn, or stop watching", "Space"),
        None,
        Declared("forward", "Step forward", "One step on", "Right PgDown", repeats=True),
        Declared("back", "Step back", "One step back", "Left PgUp", repeats=True),
        Declared("next-mistake", "Next mistake",
                 "To the next step at which the shown learner errs", "N", repeats=True),
        Declared("previous-mistake", "Previous mistake",
                 "To the last step before at which the shown learner errs", "P", repeats=True),
        Declared("start", "Start", "To before the first step", "Home"),
        Declared("end", "End", "To the last step", "End"),
        None,
        Declared("faster", "Faster", "More steps a second", "+ =", repeats=True),
        Declared("slower", "Slower", "Fewer steps a second", "-", repeats=True),
        None,
        Declared("predict", "Predict", "Before each step, ask what it will do, and keep the score",
                 "Q", switch=True),
    ),
    "View": (
        _VIEWS,
        None,
        Declared("fit", "Fit", "Show all points", "F"),
        Declared("zoom-in", "Zoom in", "Look closer", "Ctrl++ Ctrl+=", repeats=True),
        Declared("zoom-out", "Zoom out", "See more of the plane", "Ctrl+-", repeats=True),
        None,
        Declared("side-by-side", "Side by side",
                 "A stage for each learner instead of one for all", "L", switch=True),
        Declared("regions", "Regions", "Tint the plane by what would be predicted there", "R",
                 switch=True),
        Declared("margins", "Margins", "Dashed lines where the score is ±1", "G", switch=True),
        Declared("arrow", "Weight arrow", "The weights as an arrow across the boundary", "W",
                 switch=True),
        Declared("trail", "Trail", "Where the boundary was in the last steps", "T", switch=True),
        Declared("ghost", "Before this step", "The boundary before this step, and how the "
                 "weights turned", "O", switch=True),
        Declared("legend", "Legend", "Which line is whose", "K", switch=True),
        None,
        Declared("data-panel", "Data panel", "Show or hide the data panel", "F6", "panel-left",
                 switch=True),
        Declared("learners-panel", "Learners panel", "Show or hide the learners panel", "F7",
                 "panel-right", switch=True),
        Declared("lower-panels", "Curves and step", "Show or hide the curves and this step", "F8",
                 "panel-bottom", switch=True),
        None,
        Declared("present", "Present", "Full screen for a class: large type, thick lines, high "
                 "contrast, only the stage and time", "F11 F5"),
        _PRESENTED,
        Declared("locked-view", "Locked view…", "Choose which parts of the window students "
                 "see, or have all of them back", "Ctrl+Shift+L", "lock"),
        None,
        _THEMES,
    ),
    "Lessons": (  # the bundled ones come first, once somebody looks for them
        Declared("lesson-next", "Next scene", "The next scene of the lesson; Page Down as well",
                 "Ctrl+PgDown", "forward"),
        Declared("lesson-back", "Scene before", "The scene before of the lesson; Page Up as well",
                 "Ctrl+PgUp", "back"),
        Declared("reset-scene", "Reset scene", "Put the scene back as it was, its question open",
                 "Ctrl+R", "reset"),
        Declared("close-lesson", "Close lesson", "End the lesson; what was open before can come "
                 "back", "Ctrl+W", "close"),
        None,
        Declared("open-lesson", "Open lesson…", "Open a lesson from a file of your own",
                 "Ctrl+Alt+O", "open"),
    ),
    "Help": (
        Declared("welcome", "Welcome", "Toy sets, texts, lessons and files to begin with",
                 "Ctrl+Shift+W"),
        Declared("guide", "Guide", "How everything is done, in short sections", "Shift+F1"),
        Declared("keys", "Keys", "All keys on one sheet", "F1"),
        Declared("learner-cards", "Learners", "What each learner does and when to use it, and all "
                 "of them compared", "Ctrl+L", "learner"),
        Declared("about", "About Perceptarium", "Version, licence and what it is built on",
                 keyless="one look is enough"),
    ),
}  # fmt: skip


def declared_in(entries: tuple[Entry, ...]) -> tuple[Declared, ...]:
    """The actions of a menu, its submenus included, in order."""
    found: list[Declared] = []
    for entry in entries:
        if isinstance(entry, Submenu):
            found += [inner for inner in entry.entries if inner is not None]
        elif entry is not None:
            found.append(entry)
    return tuple(found)


ACTIONS: dict[str, Declared] = {
    action.id: action for entries in MENUS.values() for action in declared_in(entries)
}
