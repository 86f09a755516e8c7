"""What the server does while kernels are compiled: it plays by plain Python, and tells how far they are."""

from __future__ import annotations

import logging

import anyio
import anyio.to_thread

from abaculus import game_types
from abaculus.bots.warmup import BOTS, RULES, Warmup, is_ready, load_rules, progress
from abaculus.kernel.compile import Interpreter
from abaculus.server.tables import Tables

logger = logging.getLogger(__name__)

SECONDS = 0.5
"""The time between two messages."""


async def tell_warmup(warmup: Warmup, tables: Tables) -> None:
    """Have all games compiled by other processes, and tell those who follow one how far it is, until all are."""
    games = list(game_types())
    warmup.start()
    Interpreter.wanted = True
    ready: set[tuple[str, str]] = set()
    while True:
        unready = set(warmup.unready())
        for game in games:
            for stage in (RULES, BOTS):
                job = game, stage
                if job in unready:
                    tables.tell_warmup(game, stage, progress(game, stage))
                elif job not in ready:
                    ready.add(job)
                    tables.tell_warmup(game, stage, 1.0)
                    if stage == RULES and is_ready(game, stage):
                        await _load(game)
        if not unready:
            Interpreter.wanted = False
            return
        await anyio.sleep(SECONDS)


async def _load(game: str) -> None:
    """Load the kernels of a game's rules from disk in a thread, so that the first to join need not wait for it."""
    try:
        await anyio.to_thread.run_sync(load_rules, game, abandon_on_cancel=True)
    except Exception:
        logger.exception("the rules of %s could not be loaded", game)
