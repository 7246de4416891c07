"""The column on the right: learners, and what else there is to know at this moment."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from gui.pages import Page, Pages
from gui.panels.learners import LearnersPanel
from gui.stage.views import kind_of
from gui.studio import Studio
from gui.tab_strip import Tab
from gui.theme import Theme


class Side(Pages):
    """Which pages there are follows from the kind of data; other data open at their first."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__(theme, "Side panel")
        self._studio, self._theme = studio, theme
        self.learners = LearnersPanel(studio, theme)
        self._offered_for: object = None
        studio.experiment_changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        experiment = self._studio.experiment
        kind = kind_of(experiment.data)
        pages = [page for page in self._pages_for(kind) if experiment.shows(page.tab.id)]
        now = (kind, tuple(page.tab.id for page in pages))
        if now != self._offered_for:
            self._offered_for = now
            if pages:
                self.offer(pages, pages[0].tab.id)

    @property
    def offered(self) -> tuple[str, ...]:
        """The pages that can be turned to; a locked view may leave none."""
        experiment = self._studio.experiment
        pages = self._pages_for(kind_of(experiment.data))
        return tuple(page.tab.id for page in pages if experiment.shows(page.tab.id))

    def _pages_for(self, kind: str) -> list[Page]:
        pages = []
        if kind == "texts":
            words = Tab("words", "Words", "The heaviest words, and a box to try any sentence")
            pages.append(Page(words, self._make_words))
        learners = Tab("learners", "Learners", "Which learners there are, and how they are set")
        what_if = Tab("what-if", "What if", "Other orders, other parameters, fewer examples")
        theory = Tab("theory", "Theory", "Separable or not, the best margin, the mistake bound")
        pages.append(Page(learners, lambda: self.learners))
        pages.append(Page(what_if, self._make_what_if))
        pages.append(Page(theory, self._make_theory))
        return pages

    def _make_what_if(self) -> QWidget:
        from gui.panels.what_if import WhatIfPanel

        return WhatIfPanel(self._studio, self._theme)

    def _make_theory(self) -> QWidget:
        from gui.panels.theory import TheoryPanel

        return TheoryPanel(self._studio, self._theme)

    def _make_words(self) -> QWidget:
        from gui.panels.words import WordsPage

        return WordsPage(self._studio, self._theme)
