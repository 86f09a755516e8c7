"""Who sits down at a game in the terminal."""

import secrets
from pathlib import Path
from typing import Any

from abaculus.bots import bot_kinds, make_bot, read_bot
from abaculus.kernel.luck import Luck
from abaculus.loading import game_types, load_game
from abaculus.play.match import Chooser
from abaculus.play.session import Session, saved

THINKING_MILLISECONDS = 1000
OPPONENT = "medium"


def new_session(name: str, seats: list[str], options: dict[str, Any], seed: int | None) -> Session:
    """A new game. Without seats it is you, alone or against the game's usual number of opponents.

    A seat that bears a bot's name, with a budget or without (``expert:500ms``), is played by that bot, any other by a
    person; a budget behind any other name is a slip. Raises ``OptionError``.
    """
    if not seats:
        usual = game_types()[name].default_players if name in game_types() else 1
        seats = ["you", *[OPPONENT] * (usual - 1)]
    for seat in seats:
        if ":" in seat:
            read_bot(seat)
    game = load_game(name, len(seats), **options)
    return Session(game, _choosers(seats), seats, secrets.randbits(53) if seed is None else seed)


def resumed_session(file: Path) -> Session:
    """A saved game. Raises ``OSError``, ``ValueError``."""
    record = saved(file)
    return Session.resumed(record, _choosers(record.names))


def _choosers(seats: list[str]) -> list[Chooser | None]:
    return [_chooser(name, seat) if name.partition(":")[0] in bot_kinds() else None for seat, name in enumerate(seats)]


def _chooser(name: str, seat: int) -> Chooser:
    bot, luck = make_bot(name), Luck(secrets.randbits(53)).fork(seat)
    kind, _ = read_bot(name)
    budget = bot_kinds()[kind].budget.at_most(THINKING_MILLISECONDS)
    return lambda state, seat: bot.choose(state, seat, luck, budget)
