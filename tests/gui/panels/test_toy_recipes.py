"""The points that a window starts with are kept in a file, and known by their recipe."""

from gui.beginning import first_points
from gui.panels.toy_recipes import RecipeBook


def test_the_first_points_are_those_of_their_recipe() -> None:
    points = first_points()
    recipe = RecipeBook().recipe_of(points)
    assert recipe is not None
    assert recipe.make() == points
