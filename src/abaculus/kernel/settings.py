"""How a game wishes to be searched."""

from typing import NamedTuple


class SearchSettings(NamedTuple):
    """The numbers of a tree search (``abaculus.bots.search``); a game names its own in ``Game.search``."""

    exploration: float = 1.5
    """How much an action's prior counts against the values seen so far (c in PUCT)."""
    first_play: float = 0.1
    """By what part of the range of values an action that was never tried is taken to be worse than the node."""
    rollout: int = -1
    """After so many decisions a rollout is cut off, and ``estimate`` asked; -1: it runs to the end of the game."""
    widen_base: float = 1e9
    """At most ``widen_base`` · n ^ ``widen_power`` actions, the most promising ones, are tried in n visits (the first
    always)."""
    widen_power: float = 0.5
    chance_base: float = 2.0
    """Likewise for the outcomes of chance."""
    chance_power: float = 0.5
