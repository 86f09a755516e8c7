"""Bots at work: in threads, only so many at once, and never trusted."""

from __future__ import annotations

import logging
import os
import secrets

import anyio
import anyio.to_thread

from abaculus import Luck, State
from abaculus.bots import Budget, make_bot
from abaculus.server.keys import new_seed

logger = logging.getLogger(__name__)


class Thinkers:
    """Lets bots choose. The loop stays free meanwhile: the kernels they run release the interpreter."""

    def __init__(self, milliseconds: int, at_once: int | None = None) -> None:
        self.milliseconds = milliseconds
        self._threads = anyio.CapacityLimiter(at_once or os.cpu_count() or 1)

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
        return make_bot(bot).choose(state, seat, Luck(new_seed()), Budget(milliseconds=self.milliseconds))


def stand_in(state: State, seat: int) -> str:
    """Any legal action, for a bot that failed."""
    return state.action_to_string(seat, secrets.choice(state.legal_actions(seat)))
