"""The model of the window: edits, undo, time, and results that belong to the experiment shown."""

import pytest
from msgspec.structs import replace

from core.editing import add_points, move_points
from core.runs import runs_of
from gui.beginning import first_experiment
from gui.studio import FASTEST, Studio


@pytest.fixture
def studio(qtbot):
    studio = Studio(first_experiment())
    studio.start()
    qtbot.waitUntil(lambda: studio.results.done, timeout=20_000)
    yield studio
    studio.close()


def settled(qtbot, studio):
    qtbot.waitUntil(
        lambda: studio.results.done and studio.results.experiment is studio.experiment,
        timeout=20_000,
    )


def test_an_edit_keeps_the_step_and_computes_the_run_again(qtbot, studio):
    studio.seek(200)
    studio.edit_points(move_points(studio.points, {0}, 1.0, 0.0), "Move")
    settled(qtbot, studio)
    assert studio.t == 200
    expected = runs_of(studio.experiment)[0]
    expected.advance(200)
    assert (studio.moment(0).run.weights(200) == expected.weights(200)).all()


def test_undo_and_redo_restore_the_very_experiment(qtbot, studio):
    before = studio.experiment
    studio.edit_points(add_points(studio.points, [(0.0, 0.0)], 1), "Add")
    after = studio.experiment
    studio.undo_stack.undo()
    assert studio.experiment is before
    studio.undo_stack.redo()
    assert studio.experiment is after


def test_a_stroke_is_undone_as_one(studio):
    before = studio.experiment
    for k in range(10):
        studio.edit_points(add_points(studio.points, [(k / 10, 0.0)], 0), "Paint", merge="stroke 1")
    studio.edit_points(add_points(studio.points, [(2.0, 2.0)], 0), "Paint", merge="stroke 2")
    assert studio.undo_stack.count() == 2
    studio.undo_stack.undo()
    studio.undo_stack.undo()
    assert studio.experiment is before


def test_an_edit_that_changes_nothing_leaves_no_trace(studio):
    studio.edit(replace(studio.experiment), "Nothing")
    assert studio.undo_stack.count() == 0


def test_seeking_stays_within_the_run(studio):
    studio.seek(10**9)
    assert studio.t == studio.length
    studio.seek(-5)
    assert studio.t == 0


def test_stepping_to_mistakes(qtbot, studio):
    steps = studio.active_result.mistakes.tolist()
    studio.to_mistake(+1)
    studio.to_mistake(+1)
    assert studio.t == steps[1]
    studio.to_mistake(-1)
    assert studio.t == steps[0]
    with qtbot.waitSignal(studio.said) as said:
        studio.to_mistake(-1)
    assert said.args == ["No earlier mistake."]


def test_playing_reaches_the_end_and_begins_again(qtbot, studio):
    studio.set_speed(2 * FASTEST)
    studio.play()
    qtbot.waitUntil(lambda: not studio.playing, timeout=5_000)
    assert studio.t == studio.length
    studio.set_speed(1.0)
    studio.play()
    assert studio.playing
    assert studio.t == 0
    studio.pause()


def test_playing_takes_the_steps_that_time_has_earned(qtbot, studio):
    studio.set_speed(1000.0)
    studio.play()
    qtbot.wait(200)
    studio.pause()
    assert 50 < studio.t < 600


def test_results_of_an_older_experiment_are_not_shown(qtbot, studio):
    old = studio.results
    studio.edit_points(add_points(studio.points, [(0.0, 0.0)], 1), "Add")
    studio.computer.arrived.emit(old)
    assert studio.results is old  # still the last known
    settled(qtbot, studio)
    studio.computer.arrived.emit(old)
    qtbot.wait(20)
    assert studio.results.experiment is studio.experiment


def test_the_selection_forgets_points_that_are_gone(studio):
    last = len(studio.points.xy)
    studio.edit_points(add_points(studio.points, [(0.0, 0.0)], 1), "Add")
    studio.select({0, last})
    studio.undo_stack.undo()
    assert studio.selection == {0}


def test_a_saved_document_is_clean_until_the_next_edit(studio, tmp_path):
    studio.edit_points(add_points(studio.points, [(0.0, 0.0)], 1), "Add")
    assert studio.modified
    studio.saved(tmp_path / "a.perceptarium")
    assert not studio.modified
    studio.undo_stack.undo()
    assert studio.modified


def test_what_was_worked_out_at_the_cursor_serves_until_the_run_is_another(qtbot, studio):
    studio.seek(3)
    known = studio.moment(0)
    first, *others = studio.experiment.learners
    hidden = replace(first, visible=not first.visible)
    studio.edit(replace(studio.experiment, learners=(hidden, *others)), "Hide")
    settled(qtbot, studio)
    assert studio.moment(0) is known
    studio.edit_points(move_points(studio.points, {0}, 1.0, 0.0), "Move")
    settled(qtbot, studio)
    assert studio.moment(0).run is studio.results.learners[0].run is not known.run
