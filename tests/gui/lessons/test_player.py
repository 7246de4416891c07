"""The lesson player: every kind of question, by hand and by key, and everything put back."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from core.editing import add_points
from core.lessons import bundled
from gui.lessons.answers import ChoiceAnswer, NumberAnswer
from gui.main_window import MainWindow
from gui.settings import Settings
from tests.gui.lessons.classroom import (
    ALL_KINDS,
    LEFT,
    NO_KEY,
    bundled_path,
    click,
    click_plane,
    drag_plane,
    open_lesson,
    press,
    settle,
    written,
)
from tests.gui.shell import Button, answering, messages

Key = Qt.Key


def test_a_line_is_placed_by_its_handles(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    hand, player = open_lesson(window, qtbot, written(tmp_path))
    question = player.question
    assert not question.commit.isEnabled()
    points = window.studio.points
    first = window.studio.picking.picks.line
    assert first is not None
    drag_plane(window, first[0], (0.5, 0.4))
    drag_plane(window, first[1], (4.5, 4.4))
    assert question.commit.isEnabled()
    assert window.studio.points == points  # nothing was drawn
    click(question.commit)
    assert hand.answered is not None
    assert hand.answered.verdict.right
    assert question.verdict.text().startswith("✓ Right")
    assert question.explained.text() == "Many lines do."
    assert player.text.text() == "Four points."


def test_a_line_between_the_wrong_points_is_not_right(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    hand, player = open_lesson(window, qtbot, written(tmp_path))
    first = window.studio.picking.picks.line
    assert first is not None
    drag_plane(window, first[0], (first[0][0], 3.0))
    drag_plane(window, first[1], (first[1][0], 3.0))
    press(window, Key.Key_Return)
    assert hand.answered is not None
    assert not hand.answered.verdict.right
    assert player.question.verdict.text() == "✗ Not quite: one point is on the wrong side."


def test_a_point_is_picked_and_the_right_one_is_shown(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    hand, player = open_lesson(window, qtbot, written(tmp_path))
    hand.go_to(1)
    studio, points = window.studio, window.studio.points
    click_plane(window, (3.0, 4.0))
    assert studio.picking.picks.point == 2
    assert studio.points == points
    assert studio.t == 0
    press(window, Key.Key_Return)
    assert player.question.verdict.text() == "✗ Not this one. It is the B at (1, 2)."
    assert studio.picking.picks.right_points == (0,)
    assert player.question.explained.isHidden()  # first it is played
    qtbot.waitUntil(lambda: studio.t == 1 and not studio.playing)
    assert player.question.explained.text() == "The first that was drawn."
    hand.reset()
    click_plane(window, (1.0, 2.0))
    click(player.question.commit)
    assert player.question.verdict.text() == "✓ Right."


def test_what_is_to_be_guessed_is_not_told_in_front_of_a_class(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    hand, player = open_lesson(window, qtbot, written(tmp_path))
    hand.go_to(1)
    window.presenting.enter()
    qtbot.waitUntil(lambda: window.caption.text() == "Nothing has been learnt yet.")
    click_plane(window, (3.0, 4.0))
    click(player.question.commit)
    qtbot.waitUntil(lambda: window.studio.t == 1 and not window.studio.playing)
    caption = window.caption
    assert "counts as a mistake" in caption.text()
    window.resize(900, 700)  # too narrow for two lines
    whole = caption.fontMetrics().lineSpacing()
    qtbot.waitUntil(lambda: caption.lines > 2 and caption.height() >= caption.lines * whole)
    window.presenting.leave()


def test_a_choice_by_key_is_hidden_until_committed(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    hand, player = open_lesson(window, qtbot, written(tmp_path))
    hand.go_to(2)
    studio, answer = window.studio, player.question.answer
    assert isinstance(answer, ChoiceAnswer)
    assert [button.words() for button in answer.buttons] == ["one", "two", "three"]
    assert studio.t == 1
    # Neither the clock nor the marks of the future give the answer away.
    assert window.transport.length_label.text() == "· pass 1"
    assert studio.results.learners[0].mistakes.tolist() == [1]
    label = studio.hand.label
    for key in (Key.Key_Space, Key.Key_Right, Key.Key_End, Key.Key_N):
        press(window, key)
        assert studio.t == 1
    assert "Commit to an answer first" in player.question.problem.text()
    press(window, Key.Key_3)
    assert answer.given == 2
    press(window, Key.Key_2)
    assert answer.given == 1
    assert studio.hand.label == label  # the digit chose no class
    assert all(button.verdict == "" for button in answer.buttons)
    press(window, Key.Key_Return)
    assert [button.verdict for button in answer.buttons] == ["", "right", ""]
    assert studio.playing
    press(window, Key.Key_PageDown)  # straight to what is to be seen
    assert (studio.t, studio.playing) == (8, False)
    assert hand.place == 2
    assert player.question.explained.text() == "It ends after a clean pass."
    press(window, Key.Key_2)  # given back: it chooses the class again
    assert studio.hand.label == 1


def test_a_wrong_choice_is_marked_with_signs(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    hand, player = open_lesson(window, qtbot, written(tmp_path))
    hand.go_to(2)
    answer = player.question.answer
    assert isinstance(answer, ChoiceAnswer)
    QTest.mouseClick(answer.buttons[0], LEFT)
    click(player.question.commit)
    assert [button.verdict for button in answer.buttons] == ["wrong", "right", ""]
    assert player.question.verdict.text() == "✗ Not this one. It is “two”."
    assert 2 in hand.progress.done
    assert 2 not in hand.progress.right


def test_a_number_is_typed(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    hand, player = open_lesson(window, qtbot, written(tmp_path))
    hand.go_to(3)
    settle(window, qtbot)
    assert window.studio.t == 8
    answer = player.question.answer
    assert isinstance(answer, NumberAnswer)
    QTest.keyClicks(answer.field, "four")
    QTest.keyClick(answer.field, Key.Key_Return)
    assert hand.answered is None
    assert not player.question.commit.isEnabled()
    answer.field.clear()
    QTest.keyClicks(answer.field, "4,0")
    QTest.keyClick(answer.field, Key.Key_Return)
    assert player.question.verdict.text() == "✓ Right: 4 points."
    assert not answer.field.isEnabled()


def test_page_keys_turn_scenes_and_then_step_again(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    hand, _ = open_lesson(window, qtbot, written(tmp_path))
    press(window, Key.Key_PageDown)
    press(window, Key.Key_PageDown)
    press(window, Key.Key_PageUp)
    assert hand.place == 1
    with answering(Button.Yes):
        window.lessons.close()
    settle(window, qtbot)
    t = window.studio.t
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)  # again, after the question
    press(window, Key.Key_PageDown)
    assert window.studio.t == t + 1


def test_a_scene_can_be_played_with_and_reset(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    hand, player = open_lesson(window, qtbot, written(tmp_path))
    hand.go_to(4)
    settle(window, qtbot)
    studio = window.studio
    pristine = studio.experiment
    assert pristine.learners[0].name == "mira"
    click_plane(window, (2.0, 3.0))
    assert studio.points is not None
    assert len(studio.points.xy) == 5
    QTest.mouseClick(player.reset, LEFT)
    settle(window, qtbot)
    assert studio.experiment == pristine
    assert player.next.text() == "Finish"


def test_an_answer_is_about_the_scene_even_if_points_were_moved(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    hand, player = open_lesson(window, qtbot, written(tmp_path))
    hand.go_to(2)
    studio = window.studio
    pristine = studio.experiment
    assert studio.points is not None
    studio.edit_points(add_points(studio.points, [(0.0, 0.0)], 0), "Add")
    player.choose(1)
    player.commit()
    settle(window, qtbot)
    assert studio.experiment == pristine
    assert hand.answered is not None
    assert hand.answered.verdict.right
    qtbot.waitUntil(lambda: studio.t == 8)


def test_closing_goes_back_to_what_was_open(window: MainWindow, qtbot: QtBot) -> None:
    studio = window.studio
    studio.seek(17)
    studio.look(view="losses", margins=False)
    before, looks = studio.experiment, studio.looks
    open_lesson(window, qtbot, bundled_path(1))
    assert window.data.isHidden()
    assert studio.looks.view == ""
    with answering(Button.Cancel) as asked:
        window.lessons.close()
    assert asked == ["Go back to “Untitled”?"]
    assert window.lessons.active
    with answering(Button.Yes):
        window.lessons.close()
    settle(window, qtbot)
    assert not window.lessons.active
    assert studio.experiment.data == before.data
    assert (studio.t, studio.looks) == (17, looks)
    assert not window.data.isHidden()
    assert not studio.modified
    player = window.lessons.player
    assert player is not None
    assert player.isHidden()


def test_unsaved_work_is_asked_about_and_comes_back_unsaved(
    window: MainWindow, qtbot: QtBot
) -> None:
    studio = window.studio
    click_plane(window, (0.0, 0.0))
    mine = studio.experiment
    with answering(Button.Cancel) as asked:
        window.lessons.open(bundled_path(1))
    assert asked == ["Save the changes to “Untitled”?"]
    assert not window.lessons.active
    assert studio.experiment is mine
    with answering(Button.Discard):
        open_lesson(window, qtbot, bundled_path(1))
    with answering(Button.Yes):
        window.lessons.close()
    assert studio.experiment.data == mine.data
    assert studio.modified


def test_another_document_ends_the_lesson(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    open_lesson(window, qtbot, written(tmp_path))
    window.documents.new()
    assert not window.lessons.active
    assert not window.data.isHidden()
    assert window.studio.held_at is None
    assert window.studio.picking.waits_for == ""


def test_progress_is_kept_and_ticked_in_the_menu(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    short_lesson = ALL_KINDS.partition('[[scene]]\ntitle = "A point"')[0]
    path = written(tmp_path, short_lesson)
    hand, player = open_lesson(window, qtbot, path)
    window.studio.picking.place(((0.5, 0.4), (4.5, 4.4)))
    player.commit()
    assert hand.progress.finished
    assert "1 of 1 questions answered right" in player.done.text()
    kept = Settings(window.settings.path)
    from gui.lessons.progress import kept_progress, key_of

    progress = kept_progress(kept, key_of(path))
    assert progress is not None
    assert progress.right == {0}
    menu = window.actions_.menu("Lessons")
    menu.aboutToShow.emit()
    titles = [action.text() for action in menu.actions() if not action.isSeparator()]
    assert titles[: len(bundled())] == [card.title for card in bundled()]
    hand.restart()
    assert hand.progress.done == set()


def test_it_goes_on_where_it_was_left(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = written(tmp_path)
    _, player = open_lesson(window, qtbot, path)
    window.studio.picking.place(((0.5, 0.4), (4.5, 4.4)))
    player.commit()
    hand, _ = open_lesson(window, qtbot, path)
    assert hand.place == 1


def test_what_is_in_a_file_is_shown_as_letters(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    nasty = "<img src='file:///etc/passwd'><b>bold</b> &amp; <script>alert(1)</script>"
    lesson = f'''
title = "{nasty}"
about = "{nasty}"
[[scene]]
title = "{nasty}"
text = "{nasty}\\n\\n$\\\\href{{x}}{{y}}$"
[scene.experiment]
points = [[1, 2, "B"], [2, 1, "A"]]
learners = ["perceptron"]
[scene.question]
kind = "choice"
text = "{nasty}"
choices = ["{nasty}", "b"]
answer = 2
explain = "{nasty}"
'''
    _, player = open_lesson(window, qtbot, written(tmp_path, lesson))
    assert player.lesson_title.text() == nasty
    assert player.scene_title.text() == nasty
    assert player.text.text().startswith(nasty)
    answer = player.question.answer
    assert isinstance(answer, ChoiceAnswer)
    assert answer.buttons[0].words() == nasty
    player.choose(0)
    player.commit()
    assert player.question.explained.text() == nasty
    for label in player.findChildren(QLabel):
        assert label.textFormat() == Qt.TextFormat.PlainText, label.text()


def test_a_file_that_is_no_lesson_is_one_sentence(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path = written(tmp_path, ALL_KINDS.replace('kind = "line"', 'kind = "song"'))
    before = window.studio.experiment
    window.documents.open(path)
    qtbot.waitUntil(lambda: len(messages()) == 1)
    assert messages()[0].text().startswith("own.toml, scene 1: ")
    messages()[0].close()
    assert window.studio.experiment is before
    assert not window.lessons.active


def test_a_lesson_can_be_dropped(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(written(tmp_path)))])
    drop = QDropEvent(QPointF(300, 300), Qt.DropAction.CopyAction, mime, LEFT, NO_KEY)
    window.dropEvent(drop)
    assert window.lessons.hand is not None
    assert window.lessons.hand.lesson.title == "Every kind"


def test_the_list_of_scenes_jumps(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    hand, player = open_lesson(window, qtbot, written(tmp_path))
    assert player.list.text() == "1 of 5"
    menu = player.list.menu()
    menu.aboutToShow.emit()
    menu.actions()[3].trigger()
    assert hand.place == 3
    assert player.list.text() == "4 of 5"
    assert player.scene_title.text() == "A number"


def test_closing_the_window_in_a_lesson_keeps_what_a_person_had_set(
    window_to_close: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window = window_to_close
    window.studio.look(view="losses")
    open_lesson(window, qtbot, written(tmp_path))
    window.close()
    kept = Settings(window.settings.path)
    assert kept.looks.view == "losses"
    assert "data" not in kept._texts("window/hidden")
    window.deleteLater()
