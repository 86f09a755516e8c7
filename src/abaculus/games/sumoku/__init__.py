"""Sumoku: a crossword of number tiles whose lines are multiples of a key number, for two to eight."""

from abaculus.games.sumoku.game import Sumoku

__all__ = ["Sumoku"]
