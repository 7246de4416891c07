"""The look of the app: a palette in force, its style sheet, its fonts, and the switch between."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

import assets
from gui.palette import DARK, DARK_CONTRAST, LIGHT, LIGHT_CONTRAST, Palette

MODES = ("system", "light", "dark")
FONT_SIZE = 10.0  # points
PRESENTED = 1.6  # how much larger type is while presenting
THICKER = 1.75  # … and how much thicker lines are


class Theme(QObject):
    """The palette in force; widgets that paint themselves listen to `changed`.

    While presenting, the palette has more contrast, and type and lines are larger. Palettes have
    different names, so what is kept by the name of the palette is drawn anew.
    """

    changed = Signal()

    def __init__(self, mode: str = "system", whose: QWidget | None = None) -> None:
        """The look of all the application, or of one widget and what is in it."""
        super().__init__()
        self.mode = mode
        self._whose = whose
        self.presenting = False
        self.palette = LIGHT
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._system_changed)

    def use(self, mode: str) -> None:
        """Light, dark, or as the system has it."""
        self.choose(mode)
        self._apply()

    def choose(self, mode: str) -> None:
        """Set the colours only; `use` then styles all widgets in one go."""
        self.mode = mode
        dark = mode == "dark" or (mode == "system" and _system_is_dark())
        if self.presenting:
            self.palette = DARK_CONTRAST if dark else LIGHT_CONTRAST
        else:
            self.palette = DARK if dark else LIGHT

    def present(self, presenting: bool) -> None:
        """Large and clear for the last row, or as usual again."""
        self.presenting = presenting
        self.use(self.mode)

    @property
    def scale(self) -> float:
        """How much larger than usual type and signs are."""
        return PRESENTED if self.presenting else 1.0

    def thick(self, width: float) -> float:
        """A line's width in pixels, from its usual one."""
        return width * THICKER if self.presenting else width

    def colour(self, name: str) -> QColor:
        """A colour of the palette by its field name."""
        return QColor(getattr(self.palette, name))

    def class_colour(self, index: int) -> QColor:
        return QColor(self.palette.classes[index % len(self.palette.classes)])

    def learner_colour(self, index: int) -> QColor:
        return QColor(self.palette.learners[index % len(self.palette.learners)])

    def _system_changed(self) -> None:
        if self.mode == "system":
            self.use("system")

    def _apply(self) -> None:
        application = QApplication.instance()
        if self._whose is not None:
            self._whose.setPalette(_qt_palette(self.palette))
            self._whose.setStyleSheet(style_sheet(self.palette))
        elif isinstance(application, QApplication):
            self._set_type(application)
            application.setPalette(_qt_palette(self.palette))
            application.setStyleSheet(style_sheet(self.palette, self.scale))
        self.changed.emit()

    def _set_type(self, application: QApplication) -> None:
        font, size = QFont(application.font()), FONT_SIZE * self.scale
        if font.pointSizeF() != size:
            font.setPointSizeF(size)
            application.setFont(font)


def _system_is_dark() -> bool:
    return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark


def load_fonts() -> QFont:
    """The app's own type, with figures of equal width so that numbers stay aligned."""
    for name in ("Inter-Regular.otf", "Inter-SemiBold.otf"):
        QFontDatabase.addApplicationFont(str(assets.path("fonts", name)))
    font = QFont("Inter")
    font.setPointSizeF(FONT_SIZE)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def _qt_palette(colours: Palette) -> QPalette:
    result = QPalette()
    roles = {
        QPalette.ColorRole.Window: colours.ground,
        QPalette.ColorRole.Base: colours.field,
        QPalette.ColorRole.AlternateBase: colours.hover,
        QPalette.ColorRole.Button: colours.card,
        QPalette.ColorRole.WindowText: colours.text,
        QPalette.ColorRole.Text: colours.text,
        QPalette.ColorRole.ButtonText: colours.text,
        QPalette.ColorRole.PlaceholderText: colours.muted,
        QPalette.ColorRole.Highlight: colours.accent,
        QPalette.ColorRole.HighlightedText: colours.on_accent,
        QPalette.ColorRole.ToolTipBase: colours.card,
        QPalette.ColorRole.ToolTipText: colours.text,
        QPalette.ColorRole.Link: colours.accent,
    }
    for role, colour in roles.items():
        result.setColor(role, QColor(colour))
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, role, QColor(colours.muted))
    return result


def style_sheet(p: Palette, scale: float = 1.0) -> str:
    """One sheet for all standard widgets. Names after # and [..] are set by our own widgets."""
    return f"""
    QMainWindow, QDialog {{ background: {p.ground}; }}
    QWidget {{ color: {p.text}; }}
    QFrame[card="true"] {{
        background: {p.card}; border: 1px solid {p.border}; border-radius: 9px; }}
    QLabel {{ background: transparent; }}
    QLabel[role="title"] {{ font-weight: 600; }}
    QLabel[role="brand"] {{ font-weight: 600; font-size: {1.2 * FONT_SIZE * scale}pt; }}
    QWidget[role="caption"] {{ font-weight: 600; font-size: {1.22 * FONT_SIZE * scale}pt; }}
    QLabel[role="muted"] {{ color: {p.muted}; }}
    QLabel[role="mistake"] {{ color: {p.mistake}; font-weight: 600; }}
    QLabel[role="problem"] {{ color: {p.mistake}; }}
    QLabel[role="good"] {{ color: {p.good}; font-weight: 600; }}
    QLabel[role="badge"] {{
        background: {p.accent_soft}; color: {p.accent}; font-weight: 600;
        border-radius: 9px; padding: 2px 9px; }}
    QLabel[role="notice"] {{
        background: {p.warning_soft}; border-radius: 7px; padding: 7px 9px; }}
    QFrame[role="rule"] {{ background: {p.border}; border: none; max-height: 1px; }}

    QToolButton, QPushButton {{
        background: transparent; border: 1px solid transparent; border-radius: 7px;
        padding: 5px 10px; }}
    QToolButton:hover, QPushButton:hover {{ background: {p.hover}; }}
    QToolButton:pressed, QPushButton:pressed {{ background: {p.accent_soft}; }}
    QToolButton:checked {{ background: {p.accent_soft}; color: {p.accent}; font-weight: 600; }}
    QToolButton:disabled, QPushButton:disabled {{ color: {p.muted}; }}
    QToolButton:focus, QPushButton:focus {{ border: 1px solid {p.accent}; }}
    QToolButton::menu-indicator {{ image: none; width: 0; }}
    QToolButton[role="small"] {{ padding: 2px; border-radius: 5px; }}
    QToolButton[role="tab"] {{ padding: 3px 9px; color: {p.muted}; }}
    QToolButton[opens="menu"] {{ padding-right: 16px; }}
    QToolButton[role="tab"]:checked {{
        background: {p.card}; color: {p.accent}; border: 1px solid {p.border}; }}
    QToolButton[role="heading"] {{ font-weight: 600; }}
    QPushButton {{ background: {p.card}; border: 1px solid {p.border}; }}
    QPushButton[role="primary"], QPushButton:default {{
        background: {p.accent}; color: {p.on_accent}; border: 1px solid {p.accent};
        font-weight: 600; }}
    QPushButton[role="primary"]:disabled, QPushButton:default:disabled {{
        background: {p.track}; color: {p.muted}; border: 1px solid {p.track}; }}
    QPushButton[role="link"] {{
        background: transparent; border: 1px solid transparent; color: {p.accent};
        font-weight: 600; text-align: left; padding: 4px 2px; }}
    QPushButton[role="link"][beside="title"] {{ padding: 0px 2px; }}

    QLineEdit, QSpinBox, QDoubleSpinBox, QPlainTextEdit, QTextEdit, QListView, QTableView,
    QTreeView {{
        background: {p.field}; border: 1px solid {p.border}; border-radius: 6px;
        padding: 3px 7px; selection-background-color: {p.accent};
        selection-color: {p.on_accent}; }}
    QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus {{ border: 1px solid {p.accent}; }}
    QLineEdit[invalid="true"] {{ border: 1px solid {p.mistake}; }}
    QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button,
    QDoubleSpinBox::down-button {{ width: 0; border: none; }}
    QHeaderView::section {{
        background: {p.card}; color: {p.muted}; border: none; padding: 4px 7px;
        border-bottom: 1px solid {p.border}; }}
    QTableView {{ gridline-color: {p.border}; }}

    QComboBox {{
        background: transparent; border: 1px solid transparent; border-radius: 6px;
        padding: 3px 7px; }}
    QComboBox[role="field"] {{ background: {p.field}; border: 1px solid {p.border}; }}
    QComboBox:hover {{ background: {p.hover}; }}
    QComboBox:focus {{ border: 1px solid {p.accent}; }}
    QComboBox::drop-down {{ border: none; width: 18px; }}
    QComboBox::down-arrow {{ image: none; }}
    QComboBox QAbstractItemView, QMenu {{
        background: {p.card}; border: 1px solid {p.border}; border-radius: 8px; padding: 4px; }}
    QComboBox QAbstractItemView::item {{ padding: 5px 8px; min-height: 20px; }}
    QMenu::item {{ padding: 6px 22px 6px 10px; border-radius: 5px; }}
    QMenu::item:selected, QComboBox QAbstractItemView::item:selected {{
        background: {p.accent_soft}; color: {p.text}; }}
    QMenu::item:disabled {{ color: {p.muted}; }}
    QMenu::icon {{ padding-left: 8px; }}
    QMenu::icon:checked {{ background: {p.accent_soft}; border: 1px solid {p.accent};
        border-radius: 5px; padding: 2px; margin-left: 4px; }}
    QMenu::separator {{ height: 1px; background: {p.border}; margin: 4px 8px; }}
    QMenuBar {{ background: {p.card}; padding: 1px 6px; }}
    QMenuBar::item {{ background: transparent; padding: 4px 9px; border-radius: 5px; }}
    QMenuBar::item:selected {{ background: {p.hover}; }}
    QToolTip {{
        background: {p.card}; color: {p.text}; border: 1px solid {p.border}; padding: 5px; }}

    QSlider::groove:horizontal {{ height: 4px; border-radius: 2px; background: {p.track}; }}
    QSlider::sub-page:horizontal {{ height: 4px; border-radius: 2px; background: {p.accent}; }}
    QSlider::handle:horizontal {{
        width: 10px; height: 10px; margin: -5px 0; border-radius: 7px;
        background: {p.card}; border: 2px solid {p.accent}; }}
    QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus {{
        background: {p.accent_soft}; }}
    QSlider::sub-page:horizontal:disabled {{ background: {p.muted}; }}
    QSlider::handle:horizontal:disabled {{ border-color: {p.muted}; }}

    QCheckBox {{ spacing: 7px; }}
    QCheckBox::indicator {{
        width: 14px; height: 14px; border-radius: 4px; border: 1px solid {p.muted};
        background: {p.field}; }}
    QCheckBox::indicator:checked {{ background: {p.accent}; border-color: {p.accent}; }}
    QCheckBox::indicator:focus {{ border: 2px solid {p.accent}; }}
    QRadioButton::indicator {{
        width: 12px; height: 12px; border-radius: 7px; border: 1px solid {p.muted}; }}
    QRadioButton::indicator:checked {{ background: {p.accent}; border-color: {p.accent}; }}
    QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
    QFileDialog QToolButton {{ padding: 1px; }}
    QProgressBar {{
        background: {p.track}; border: none; border-radius: 3px; height: 6px;
        text-align: center; color: transparent; }}
    QProgressBar::chunk {{ background: {p.accent}; border-radius: 3px; }}

    QScrollArea, QScrollArea > QWidget > QWidget {{ background: transparent; border: none; }}
    QScrollBar:vertical {{ background: transparent; width: 9px; margin: 0; }}
    QScrollBar::handle:vertical {{
        background: {p.track}; border-radius: 4px; min-height: 26px; }}
    QScrollBar:horizontal {{ background: transparent; height: 9px; margin: 0; }}
    QScrollBar::handle:horizontal {{
        background: {p.track}; border-radius: 4px; min-width: 26px; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
    QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
    QSplitter::handle {{ background: transparent; }}
    QStatusBar {{ background: {p.ground}; color: {p.muted}; }}
    QStatusBar::item {{ border: none; }}
    QTabBar::tab {{ padding: 5px 10px; color: {p.muted}; border: none; }}
    QTabBar::tab:selected {{ color: {p.accent}; font-weight: 600; }}
    """
