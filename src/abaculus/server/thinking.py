"""Bots and engines at work: in threads, only so many at once, and never trusted."""

from __future__ import annotations

import logging
import os
import secrets

import anyio
import anyio.to_thread

from abaculus import Luck, State
from abaculus.bots import Budget, Rating, bot_kinds, make_bot, make_engine
from abaculus.bots.rehearsal import EngineRoom
from abaculus.server.keys import new_seed

logger = logging.getLogger(__name__)

HINT_MILLISECONDS = 500
REVIEW_MILLISECONDS = 150


class Thinkers:
    """Lets bots choose and engines rate. The loop stays free meanwhile: the kernels they run release the interpreter.

    Rating has threads of its own, fewer than the bots have: who asks for much of it makes no bot wait for a thread.
    """

    def __init__(self, milliseconds: int, at_once: int | None = None) -> None:
        self.milliseconds = milliseconds
        self.engines = EngineRoom()
        at_once = at_once or os.cpu_count() or 1
        self._threads = anyio.CapacityLimiter(at_once)
        self._raters = anyio.CapacityLimiter(max(1, at_once // 2))

    async def choose(self, bot: str, state: State, seat: int) -> str | None:
        """The action of a bot, which is shown only what its seat sees; None if the bot fails."""
        seen = state.as_seen_by(seat)
        try:
            action = await anyio.to_thread.run_sync(
                self._choose, bot, seen, seat, limiter=self._threads, abandon_on_cancel=True
            )
            if action not in state.legal_actions(seat):
                raise ValueError(f"action {action!r} is not legal")
        except Exception:
            logger.exception("bot %r failed at seat %d of a game of %s", bot, seat, state.game.name)
            return None
        return state.action_to_string(seat, action)

    def _choose(self, bot: str, state: State, seat: int) -> int:
        kind = bot_kinds()[bot]
        if kind.uses_engine:
            self.engines.prepare(state.game.name)
        budget = kind.budget.at_most(self.milliseconds)
        return make_bot(bot).choose(state, seat, Luck(new_seed()), budget)

    async def rate(self, state: State, seat: int, played: int | None = None) -> list[Rating]:
        """How good the seat's actions are, by what it sees; nothing where it has no choice.

        For a review of what was ``played`` (which is among them) there is less time than for a hint.
        """
        seen = state.as_seen_by(seat)
        # Who goes away waits for the thread to end, so that coming back does not start one more beside it.
        return await anyio.to_thread.run_sync(self._rate, seen, seat, played, limiter=self._raters)

    def _rate(self, state: State, seat: int, played: int | None) -> list[Rating]:
        if len(state.legal_actions(seat)) == 1:
            return []
        self.engines.prepare(state.game.name)
        most = HINT_MILLISECONDS if played is None else REVIEW_MILLISECONDS
        engine = make_engine(state.game)
        try:
            budget = Budget(milliseconds=min(most, self.milliseconds))
            return engine.rate(state, seat, Luck(new_seed()), budget, played)
        finally:
            engine.close()


def stand_in(state: State, seat: int) -> str:
    """Any legal action, for a bot that failed."""
    return state.action_to_string(seat, secrets.choice(state.legal_actions(seat)))
