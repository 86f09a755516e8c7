"""3x8: three rows of eight ascending cards, for two to four."""

from abaculus.games.three_by_eight.game import ThreeByEight

__all__ = ["ThreeByEight"]
