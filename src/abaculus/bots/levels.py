"""Opponents for people: four levels on one scale for all games.

A level thinks as its game's engine does, for a shorter or longer time, and then errs as people do: it overlooks good
actions and misjudges close ones. So even its mistakes are actions that somebody could have meant.
"""

from dataclasses import dataclass, replace

import numpy as np

from abaculus.bots.bot import Budget
from abaculus.bots.engine import Rating
from abaculus.bots.search import SearchBot
from abaculus.kernel.game import Game
from abaculus.kernel.luck import Luck
from abaculus.kernel.state import State


@dataclass(frozen=True)
class Level:
    """How an opponent thinks and errs."""

    name: str
    summary: str
    rating: int | None
    """How strong it is on one scale for all games, where greedy has 1000 (``docs/strength.md``)."""
    budget: Budget
    threads: int = 1
    overlooks: float = 0.0
    """The chance that it does not see an action (the last one left it always sees)."""
    misjudges: float = 0.0
    """How far off it takes values to be, as a part of the distance from the best action to a middling one."""

    def in_game(self, game: Game) -> "Level":
        """The level as it errs in this game."""
        return replace(self, overlooks=self.overlooks * game.slips, misjudges=self.misjudges * game.slips)


SEEN = 12
"""A level chooses among so many of the best actions, at most."""

LEVELS = (
    Level("easy", "plays quickly and overlooks a lot", 850, Budget(iterations=200), overlooks=0.45, misjudges=0.8),
    Level(
        "medium", "thinks ahead a little, with some slips", 1250, Budget(iterations=500), overlooks=0.08, misjudges=0.08
    ),
    Level("hard", "thinks for a moment and makes few mistakes", 1450, Budget(milliseconds=200)),
    Level("expert", "thinks for a second, as well as this program can", 1450, Budget(milliseconds=900), threads=2),
)


class LevelBot(SearchBot):
    """An opponent of a level."""

    def __init__(self, level: Level) -> None:
        super().__init__(level.threads)
        self.level = level

    def choose(self, state: State, seat: int, luck: Luck, budget: Budget) -> int:
        """The best of the actions that it sees, as far as it can tell. A budget overrides the level's own."""
        return super().choose(state, seat, luck, budget.or_else(self.level.budget))

    def pick(self, game: Game, ratings: list[Rating], luck: Luck) -> int:
        """What somebody who errs as this level does takes for the best."""
        return err(ratings, self.level.in_game(game), luck)


def err(ratings: list[Rating], level: Level, luck: Luck) -> int:
    """The action chosen by somebody who overlooks and misjudges as this level does."""
    if level.overlooks == level.misjudges == 0.0:
        return ratings[0].action
    best = ratings[:SEEN]
    seen = [rating for rating in best if luck.uniform() >= level.overlooks] or [luck.choice(best)]
    values = [rating.value for rating in best]
    # Not the whole range: where all is won but for one blunder, the others would seem alike, and no end in sight.
    distance = max(values) - float(np.median(values))
    # Of errors with a logistic distribution small ones are the most common and large ones do happen.
    errors = [level.misjudges * distance * float(np.log((u := luck.uniform() or 0.5) / (1 - u))) / 2 for _ in seen]
    return max(zip(seen, errors, strict=True), key=lambda pair: pair[0].value + pair[1])[0].action
