"""Bots: programs that choose for a seat, behind one interface (``abaculus.bots.bot``)."""

from abaculus.bots.bot import Bot, BotType, Budget, bot_types, make_bot, register_bot
from abaculus.bots.greedy import GreedyBot
from abaculus.bots.random import RandomBot

__all__ = ["Bot", "BotType", "Budget", "GreedyBot", "RandomBot", "bot_types", "make_bot", "register_bot"]

register_bot(RandomBot)
register_bot(GreedyBot)
