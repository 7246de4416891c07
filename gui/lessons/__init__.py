"""Lessons in the window: the player, its parts, and predict mode."""
