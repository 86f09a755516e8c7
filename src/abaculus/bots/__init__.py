"""Bots: programs that choose for a seat, behind one interface (``abaculus.bots.bot``)."""

from functools import partial

from abaculus.bots import policy, program
from abaculus.bots.bot import (
    Bot,
    BotKind,
    Budget,
    bot_kinds,
    make_bot,
    read_bot,
    register_bot,
    register_written,
    uses_engine,
)
from abaculus.bots.engine import Engine, Rating, make_engine, register_engine
from abaculus.bots.greedy import GreedyBot
from abaculus.bots.levels import LEVELS, LevelBot
from abaculus.bots.random import RandomBot
from abaculus.bots.search import SearchBot
from abaculus.loading import load_extensions

# In this order they are offered: the levels, weaker ones first, and then what is no level.
for _kind in (
    *(
        BotKind(
            level.name,
            level.summary,
            partial(LevelBot, level),
            level.rating,
            budget=level.budget,
            threads=level.threads,
        )
        for level in LEVELS
    ),
    BotKind("random", "plays any legal action", RandomBot, uses_engine=False),
    BotKind("greedy", "takes what looks best at once", GreedyBot, uses_engine=False),
    BotKind("search", "looks ahead as well as it can", SearchBot, for_people=False),
):
    register_bot(_kind)
register_written(program.PREFIX, program.ProgramBot.written)
register_written(policy.PREFIX, policy.PolicyBot.written)
load_extensions()

__all__ = [
    "Bot",
    "BotKind",
    "Budget",
    "Engine",
    "GreedyBot",
    "RandomBot",
    "Rating",
    "SearchBot",
    "bot_kinds",
    "make_bot",
    "make_engine",
    "read_bot",
    "register_bot",
    "register_engine",
    "uses_engine",
]
