"""Tóushì: a dice puzzle on a grid of 6 × 6, for one."""

from abaculus.games.toushi.game import Toushi

__all__ = ["Toushi"]
