"""What the arena's tests share: quick tournaments."""

from collections.abc import Callable
from typing import Any

import pytest

from abaculus.arena.tournament import Tournament, play
from abaculus.bots import Bot, BotKind, bot_kinds, register_bot
from abaculus.bots import bot as registry
from abaculus.kernel.luck import Luck
from abaculus.kernel.state import State

NewTournament = Callable[..., Tournament]


@pytest.fixture
def small() -> NewTournament:
    """Makes a tournament of these bots in a small variant of NMBR 9."""

    def make(*bots: str, games: int = 6, seed: int = 5, **more: Any) -> Tournament:
        options = {"max_number": 6, "copies": 1, "cards": 3}
        return Tournament("nmbr9", bots, games, seed, options=options, **more).checked()

    return make


@pytest.fixture
def records() -> Callable[..., dict[int, str]]:
    """Plays a tournament: the records of all its games, by number."""

    def found(tournament: Tournament, **how: Any) -> dict[int, str]:
        games = list(play(tournament, **how))
        by_number = {game.number: game.record for game in games}
        assert len(by_number) == len(games)
        return dict(sorted(by_number.items()))

    return found


class Faulty(Bot):
    """Plays the first legal action, but for its second decision, which is what the test says."""

    def __init__(self, fault: Callable[[], Any]) -> None:
        self.fault = fault
        self.decisions = 0

    def choose(self, state: State, seat: int, luck: Luck, budget: Any) -> int:
        self.decisions += 1
        return int(self.fault() if self.decisions == 2 else state.legal_actions(seat)[0])


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any]], str]:
    """Makes a bot known whose second decision is this function's; its name."""
    monkeypatch.setattr(registry, "_KINDS", bot_kinds())

    def make(fault: Callable[[], Any]) -> str:
        register_bot(BotKind("faulty", "fails", lambda: Faulty(fault)))
        return "faulty"

    return make
