"""What can be played, and the opening of tables."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from abaculus import Game, game_types, load_game
from abaculus.bots import bot_kinds
from abaculus.server import keys
from abaculus.server.course import Course, load
from abaculus.server.errors import RequestError
from abaculus.server.protocol import BotInfo, GameInfo, Games, NewTable, Opened, OptionInfo, Sandbox, WantedSeat
from abaculus.server.store import Event, Origin, Seat, Store, TableRow

NO_NAMES = {"you", "du"}
"""What a page calls the person before it; at the screens of others it would be wrong."""


def catalogue() -> Games:
    """The games and bots there are."""
    return Games(
        games=[_describe(game) for game in game_types().values()],
        bots=[BotInfo(kind.name, kind.summary, kind.rating) for kind in bot_kinds().values() if kind.for_people],
    )


async def open_table(store: Store, wanted: NewTable, secret: bytes | None = None) -> Opened:
    """Open a table for a new game, of the server's own machine where the store's ``secret`` is given.

    Raises RequestError.
    """
    seats = [_seat(number, seat) for number, seat in enumerate(wanted.seats)]
    options = {name: value for name, value in (wanted.options or {}).items() if value is not None}
    game = _load(wanted.game, len(seats), options)
    seed = keys.new_seed() if wanted.seed is None else wanted.seed
    return await _open(store, game, seats, seed, secret=secret)


async def open_sandbox(store: Store, wanted: Sandbox, secret: bytes | None = None) -> Opened:
    """Open a table that starts like another one and goes on with luck of its own; ``secret`` as in ``open_table``.

    Unless others are wanted the same people and bots take the seats. Raises RequestError.
    """
    course = await load(store, wanted.origin.table)
    refuse_if_secret(course)
    log = course.at(wanted.origin.position).log
    players = len(course.row.seats)
    wanted_seats = _seated_again(course.row.seats) if wanted.seats is None else wanted.seats
    if len(wanted_seats) != players:
        raise RequestError("seats", f"This game has {players} seats, not {len(wanted_seats)}.")
    seats = [_seat(number, seat) for number, seat in enumerate(wanted_seats)]
    origin = Origin(course.row.id, len(log))
    return await _open(store, course.game, seats, keys.new_seed(), log, origin, secret=secret)


def _seated_again(seats: Sequence[Seat]) -> list[WantedSeat]:
    """The same people and bots; where bots played alone, people in their places, so that somebody plays on."""
    if all(seat.kind == "bot" for seat in seats):
        return [WantedSeat("person", seat.name) for seat in seats]
    return [WantedSeat(seat.kind, seat.name, seat.bot) for seat in seats]


def refuse_if_secret(course: Course) -> None:
    """Raises RequestError while the game hides something that its log would tell."""
    if course.game.hides and not course.state.is_terminal():
        raise RequestError("hidden", "What this game hides is told when it is over.", status=403)


async def _open(
    store: Store,
    game: Game,
    seats: list[Seat],
    seed: int,
    log: list[Event] | None = None,
    origin: Origin | None = None,
    *,
    secret: bytes | None,
) -> Opened:
    id = keys.new_table_id()
    key = keys.new_key() if secret is None else keys.own_key(secret, id)
    row = TableRow(
        id=id,
        game=game.name,
        rules_version=game.rules_version,
        options=game.options,
        seats=tuple(seats),
        seed=seed,
        key_hash=keys.hashed(key),
        created=round(time.time(), 3),
        origin=origin,
        own=secret is not None,
    )
    await store.create(row, log or ())
    return Opened(id, key)


def _load(name: str, players: int, options: dict[str, Any]) -> Game:
    games = game_types()
    if name not in games:
        raise RequestError("game", f"There is no game {name!r}; there are {', '.join(games)}.")
    kind = games[name]
    if not kind.min_players <= players <= kind.max_players:
        span = " to ".join(map(str, sorted({kind.min_players, kind.max_players})))
        raise RequestError("seats", f"{kind.title} has {span} seats, not {players}.")
    known = [option.name for option in kind.option_specs]
    for option in options:
        if option not in known:
            has = ", ".join(known) or "none"
            raise RequestError("option", f"{kind.title} has no option {option!r}; it has {has}.")
    try:
        return load_game(name, players=players, **options)
    except ValueError as error:
        raise RequestError("option", str(error)) from None


def _seat(number: int, wanted: WantedSeat) -> Seat:
    if wanted.kind == "bot":
        if wanted.bot not in bot_kinds():
            known = ", ".join(bot_kinds())
            raise RequestError("bot", f"There is no bot {wanted.bot!r} for seat {number}; there are {known}.")
    elif wanted.bot is not None:
        raise RequestError("seats", f"Seat {number} is a person's, so it has no bot.")
    name = (wanted.name or "").strip()
    if wanted.kind == "person" and name.casefold() in NO_NAMES:
        name = ""
    name = name or wanted.bot or f"Player {number + 1}"
    if not name.isprintable():
        raise RequestError("seats", f"The name at seat {number} has characters that cannot be shown.")
    return Seat(wanted.kind, name, wanted.bot)


def _describe(game: type[Game]) -> GameInfo:
    return GameInfo(
        name=game.name,
        title=game.title,
        summary=game.summary,
        players=(game.min_players, game.max_players),
        options=[
            OptionInfo(
                option.name,
                option.summary,
                option.kind,
                option.default,
                list(option.choices) if option.choices else None,
                option.minimum,
                option.maximum,
            )
            for option in game.option_specs
        ],
    )
