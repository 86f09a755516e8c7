"""Bots and engines at work: in threads, only so many at once, and never trusted."""

from __future__ import annotations

import logging
import os
import secrets
from collections.abc import Hashable

import anyio.to_thread

from abaculus import Luck, State
from abaculus.bots import BotKind, Budget, Rating, bot_kinds, make_bot, make_engine
from abaculus.bots.warmup import BOTS, Warmup, is_ready
from abaculus.server.keys import new_seed
from abaculus.server.scheduling import Job, Scheduler

logger = logging.getLogger(__name__)

HINT_MILLISECONDS = 500
REVIEW_MILLISECONDS = 150
LEAST_MILLISECONDS = 50
PATIENT = 4  # so many may wait for a rating before each is given less time
AWAITED = 8.0  # how much more of the time a table gets where a person waits for a bot
LEARNED = 0.3  # the part that the last time a bot took has in what it is expected to take


class Thinkers:
    """Lets bots choose and engines rate. The loop stays free meanwhile: the kernels they run release the interpreter.

    Rating has threads of its own, fewer than the bots have: who asks for much of it makes no bot wait for a thread.
    """

    def __init__(self, milliseconds: int, at_once: int | None = None) -> None:
        self.milliseconds = milliseconds
        self.warmup = Warmup()
        at_once = at_once or os.cpu_count() or 1
        self.choosing = Scheduler(at_once)
        self.rating = Scheduler(max(1, at_once // 2), cheap_besides=0)
        self._costs: dict[tuple[str, str], float] = {}

    async def choose(
        self, bot: str, state: State, seat: int, table: Hashable = None, awaited: bool = True
    ) -> str | None:
        """The action of a bot, which is shown only what its seat sees; None if the bot fails.

        Bots of a ``table`` where a person waits for them are ``awaited``: those of others leave them the most of the
        time.
        """
        seen = state.as_seen_by(seat)
        kind, name = bot_kinds()[bot], state.game.name
        try:
            if kind.uses_engine:
                await self._prepare(name)
            job = Job((table,), self._cost(kind, name), AWAITED if awaited else 1.0, kind.threads)
            action, took = await self.choosing.run(job, self._choose, kind, seen, seat, abandon=True)
            self._costs[bot, name] = job.cost + (took - job.cost) * LEARNED
            if action not in state.legal_actions(seat):
                raise ValueError(f"action {action!r} is not legal")
        except Exception:
            logger.exception("bot %r failed at seat %d of a game of %s", bot, seat, name)
            return None
        return state.action_to_string(seat, action)

    def _choose(self, kind: BotKind, state: State, seat: int) -> int:
        return make_bot(kind.name).choose(state, seat, Luck(new_seed()), kind.budget.at_most(self.milliseconds))

    def _cost(self, kind: BotKind, game: str) -> float:
        """The seconds that a bot is expected to think: a mean of how long it took lately."""
        milliseconds = kind.budget.milliseconds or 0.0
        return self._costs.get((kind.name, game), min(milliseconds, self.milliseconds) / 1000)

    async def rate(
        self, state: State, seat: int, played: int | None = None, accounts: tuple[Hashable, ...] = ()
    ) -> list[Rating]:
        """How good the seat's actions are, by what it sees; nothing where it has no choice.

        For a review of what was ``played`` (which is among them) there is less time than for a hint, and for both there
        is less where many wait. Who asks has ``accounts``, as of a table and a connection: whoever has had less comes
        first.
        """
        if len(state.legal_actions(seat)) == 1:
            return []
        seen = state.as_seen_by(seat)
        await self._prepare(state.game.name)
        most = min(self.milliseconds, HINT_MILLISECONDS if played is None else REVIEW_MILLISECONDS)
        job = Job(accounts, most / 1000)
        # Who goes away waits for the thread to end, so that coming back does not start one more beside it.
        ratings, _ = await self.rating.run(job, self._rate, seen, seat, most, played)
        return ratings

    def _rate(self, state: State, seat: int, most: int, played: int | None) -> list[Rating]:
        crowd = max(1.0, len(self.rating.queue) / PATIENT)
        budget = Budget(milliseconds=min(most, max(LEAST_MILLISECONDS, most / crowd)))
        engine = make_engine(state.game)
        try:
            return engine.rate(state, seat, Luck(new_seed()), budget, played)
        finally:
            engine.close()

    async def _prepare(self, game: str) -> None:
        """Wait until the engine of a game is compiled, without a thread that others could think in."""
        if not is_ready(game, BOTS):
            await anyio.to_thread.run_sync(self.warmup.wait, game, BOTS, abandon_on_cancel=True)


def stand_in(state: State, seat: int) -> str:
    """Any legal action, for a bot that failed."""
    return state.action_to_string(seat, secrets.choice(state.legal_actions(seat)))
