"""Bots: programs that choose for a seat, behind one interface (``abaculus.bots.bot``)."""

from abaculus.bots.bot import Bot, Budget, bot_types, make_bot, register_bot
from abaculus.bots.greedy import GreedyBot
from abaculus.bots.random import RandomBot

# Weaker ones first: in this order they are offered.
for _bot in (RandomBot, GreedyBot):
    register_bot(_bot)

__all__ = ["Bot", "Budget", "GreedyBot", "RandomBot", "bot_types", "make_bot", "register_bot"]
