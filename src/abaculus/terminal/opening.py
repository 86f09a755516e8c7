"""Who sits down at a game in the terminal."""

import difflib
import secrets
from pathlib import Path
from typing import Any

from abaculus.bots import bot_kinds, make_bot, read_bot
from abaculus.kernel.luck import Luck
from abaculus.kernel.reasons import OptionError, shown
from abaculus.loading import game_types, load_game
from abaculus.play.match import Chooser
from abaculus.play.record import is_unicode
from abaculus.play.session import Session, saved

THINKING_MILLISECONDS = 1000
OPPONENT = "medium"
PERSON = "person:"
"""Stands before the name of a person who is called nearly, or exactly, as a bot is."""
LIKE_A_BOT = 0.75
"""A name is taken for a misspelt bot's from this likeness on: one letter in four, or two letters swapped in six."""


def new_session(name: str, seats: list[str], options: dict[str, Any], seed: int | None) -> Session:
    """A new game. Without seats it is you, alone or against the game's usual number of opponents.

    A seat that bears a bot's name, with a budget or without (``expert:500ms``), is played by that bot, any other by a
    person; a budget behind any other name is a slip, and so is a name that is nearly a bot's. After ``person:`` it is a
    person's name whatever it looks like. Raises ``OptionError``.
    """
    if not seats:
        usual = game_types()[name].default_players if name in game_types() else 1
        seats = ["you", *[OPPONENT] * (usual - 1)]
    names = [_name(seat.strip()) for seat in seats]
    game = load_game(name, len(names), **options)
    return Session(game, _choosers(names), names, secrets.randbits(53) if seed is None else seed)


def _name(seat: str) -> str:
    """How a seat is named. Where the name alone would be a bot's, a person's keeps what tells the two apart."""
    if not is_unicode(seat):
        raise OptionError(f"The name {shown(seat)} is not valid Unicode.")
    if seat.startswith(PERSON):
        name = seat.removeprefix(PERSON)
        return seat if _is_bot(name) else name
    if ":" in seat:
        read_bot(seat)
    elif not _is_bot(seat):
        for bot in difflib.get_close_matches(seat.lower(), bot_kinds(), n=1, cutoff=LIKE_A_BOT):
            raise OptionError(
                f'There is no bot "{seat}". Did you mean "{bot}"? A person of that name is "{PERSON}{seat}".'
            )
    return seat


def resumed_session(file: Path) -> Session:
    """A saved game. Raises ``OSError``, ``ValueError``."""
    record = saved(file)
    return Session.resumed(record, _choosers(record.names))


def _choosers(seats: list[str]) -> list[Chooser | None]:
    return [_chooser(name, seat) if _is_bot(name) else None for seat, name in enumerate(seats)]


def _is_bot(name: str) -> bool:
    return name.partition(":")[0] in bot_kinds()


def _chooser(name: str, seat: int) -> Chooser:
    bot, luck = make_bot(name), Luck(secrets.randbits(53)).fork(seat)
    kind, _ = read_bot(name)
    budget = bot_kinds()[kind].budget.at_most(THINKING_MILLISECONDS)
    return lambda state, seat: bot.choose(state, seat, luck, budget)
