"""NMBR 9: digit-shaped tiles stacked level upon level, for one to four."""

from abaculus.games.nmbr9.game import NMBR9

__all__ = ["NMBR9"]
