"""108: four homes on one board, each a number puzzle that the others have a hand in."""

from abaculus.games.one_o_eight.game import OneOhEight

__all__ = ["OneOhEight"]
