"""The messages of the table's protocol (``docs/protocol.md``) as types, strict in what they accept.

``python -m abaculus.server.protocol`` prints their JSON schema, from which the types of other languages are made.
"""

from __future__ import annotations

import json
import re
from typing import Annotated, Any, ClassVar, Literal, TypeVar, cast

import msgspec
from msgspec import Meta, Raw, Struct, field

from abaculus.server.errors import RequestError
from abaculus.server.store import Event, Seat

T = TypeVar("T")

LARGEST = 2**53 - 1
"""The largest whole number that every reader of JSON keeps exactly."""

Whole = Annotated[int, Meta(ge=0, le=LARGEST)]
Name = Annotated[str, Meta(max_length=100)]
ActionText = Annotated[str, Meta(max_length=200)]
Position = dict[str, Any]


class _Wire(Struct, forbid_unknown_fields=True):
    pass


# HTTP: requests


class WantedSeat(_Wire):
    """Who shall sit at a place of a new table."""

    kind: Literal["person", "bot"]
    name: Annotated[str, Meta(max_length=40)] | None = None
    bot: Name | None = None


class NewTable(_Wire):
    """``POST /api/tables``: a new game."""

    game: Name
    seats: list[WantedSeat]
    options: dict[str, Any] | None = None
    seed: Whole | None = None


class Branch(_Wire):
    """Where a sandbox branches off."""

    table: str
    position: Whole


class Sandbox(_Wire):
    """``POST /api/tables``: a new table that starts with the first events of another one."""

    origin: Branch = field(name="from")
    seats: list[WantedSeat] | None = None


# HTTP: answers


class OptionInfo(_Wire):
    """An option of a game."""

    name: str
    summary: str
    kind: Literal["choice", "integer", "boolean", "data"]
    default: Any
    choices: list[Any] | None
    minimum: int | None
    maximum: int | None


class GameInfo(_Wire):
    """A game that can be played, with the least and the most seats."""

    name: str
    title: str
    summary: str
    players: tuple[int, int]
    options: list[OptionInfo]


class BotInfo(_Wire):
    """A bot that can take a seat."""

    name: str
    summary: str
    rating: int | None
    """How strong it is, on one scale for all games, where it was measured."""


class Games(_Wire):
    """``GET /api/games``: what can be played."""

    games: list[GameInfo]
    bots: list[BotInfo]


class Opened(_Wire):
    """The answer to ``POST /api/tables``."""

    table: str
    key: str


class Glance(_Wire):
    """``GET /api/tables/{table}``: how a game stands."""

    table: str
    game: str
    seats: list[Seat]
    position: int
    to_act: list[int]
    over: bool
    changed: float
    """The time of the last event, in seconds since 1970."""


class OwnTable(Glance):
    """A table opened on the server's own machine, with its key."""

    key: str


class OwnTables(_Wire):
    """``GET /api/tables``: for whoever asks from the server's own machine, its tables; for anybody else none."""

    tables: list[OwnTable]


class Failure(_Wire):
    """What went wrong."""

    code: str
    message: str


class Failed(_Wire):
    """The body of every HTTP error."""

    error: Failure


# WebSocket: from the client


class Ping(_Wire, tag_field="type", tag="ping", kw_only=True):
    """Ask whether the server is still there."""

    id: Whole | None = None


class _Request(_Wire, tag_field="type", kw_only=True):
    table: str
    id: Whole | None = None


class Join(_Request, tag="join"):
    """Follow a table; with its key, act for its seats."""

    key: Name | None = None


class Leave(_Request, tag="leave"):
    """Stop following a table."""


class Act(_Request, tag="act"):
    """Act in the position with this number."""

    position: Whole
    seat: Whole
    action: ActionText


class Why(_Request, tag="why"):
    """Ask why an action is not allowed."""

    position: Whole
    seat: Whole
    action: ActionText


class Look(_Request, tag="look"):
    """Ask for an earlier position."""

    position: Whole


class Rate(_Request, tag="rate"):
    """Ask how good the actions of a seat are."""

    position: Whole
    seat: Whole


TableRequest = Join | Leave | Act | Why | Look | Rate
Request = Ping | Join | Leave | Act | Why | Look | Rate


# WebSocket: from the server


class TableSeat(_Wire):
    """A seat of a table, as one connection is told of it."""

    kind: Literal["person", "bot"]
    name: str
    bot: str | None
    yours: bool


class Legal(_Wire):
    """The legal actions of a seat: each row is a text and a value for each of ``parts``."""

    parts: list[str]
    actions: list[list[Any]]


class Told(Event, frozen=True, omit_defaults=True):
    """An event as one connection is told of it. ``seen_by``: which of its seats see the text, where not all do."""

    seen_by: list[int] | None = None


class _Answer(_Wire, tag_field="type", kw_only=True):
    id: int | None = None
    table: str


class _Situation(_Answer):
    position: int
    view: Position
    views: dict[int, Position]
    legal: dict[int, Legal]
    aids: dict[int, dict[str, Any]]
    waiting_since: float
    thinking: list[int]
    preparing: bool
    seed: int | None


class Table(_Situation, tag="table", kw_only=True):
    """The whole picture, after ``join``."""

    game: str
    options: dict[str, Any]
    players: int
    seats: list[TableSeat]
    log: list[Told]


class Update(_Situation, tag="update", kw_only=True):
    """What has happened, and the position it led to."""

    events: list[Told]


class Warmup(Struct, tag="warmup", kw_only=True):
    """How far the kernels of a game are compiled, 0 to 1, as long as they are not: for its rules, or for its bots."""

    game: str
    stage: str
    progress: float


class Refused(_Answer, tag="refused", kw_only=True):
    """An act that was not allowed, and changed nothing."""

    position: int
    code: str
    message: str


class Reason(_Answer, tag="reason", kw_only=True):
    """Why an action is not allowed; nothing where it is."""

    code: str | None
    message: str | None


class Looked(_Answer, tag="look", kw_only=True):
    """An earlier position."""

    position: int
    view: Position
    views: dict[int, Position]


class RatedAction(_Wire):
    """How good an action is: the return to be expected after it, and the part of the whole thought behind that.

    ``action``: its row, as in ``Legal``.
    """

    action: list[Any]
    value: float
    weight: float


class Ratings(_Answer, tag="ratings", kw_only=True):
    """How good the actions of a seat are, the best first; nothing where there is no choice.

    ``value`` is that of the best. ``played``: in a game that is over, what the seat did.
    """

    position: int
    seat: int
    parts: list[str]
    value: float | None = None
    actions: list[RatedAction] = []
    played: RatedAction | None = None


class Pong(_Wire, tag_field="type", tag="pong", kw_only=True):
    """The answer to ``ping``. ``time``: the server's clock, in seconds since 1970."""

    id: int | None = None
    time: float


class Error(_Wire, tag_field="type", tag="error", kw_only=True):
    """A request that could not be answered, or trouble at a table."""

    code: str
    message: str
    id: int | None = None


Answer = Table | Update | Refused | Reason | Looked | Ratings | Pong | Error


# Reading and writing

_encode = msgspec.json.Encoder().encode


def write(message: Struct) -> str:
    """The JSON of a message."""
    return _encode(message).decode()


def encoded(value: T) -> T:
    """``value`` turned into JSON once: it stands for the value wherever it is a part of a message."""
    return cast(T, Raw(_encode(value)))


class _JustId(Struct):
    id: int | None = None


class _JustType(Struct):
    types: ClassVar[list[str]] = [cast(str, kind.__struct_config__.tag) for kind in Request.__args__]

    type: str


_requests = msgspec.json.Decoder(Request)

DEEPEST = 64
"""How deep JSON may be nested: no request needs more than a few levels."""

_brackets = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', re.DOTALL)


def read_request(data: str | bytes) -> Request:
    """The request of a WebSocket message. Raises RequestError."""
    try:
        _refuse_depth(data)
        return _requests.decode(data)
    except msgspec.ValidationError as error:
        raise RequestError("request", _explain(error, data), id=_id_of(data)) from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise RequestError("json", f"This is not JSON: {error}.") from None


def read_opening(body: bytes) -> NewTable | Sandbox:
    """The request of ``POST /api/tables``. Raises RequestError."""
    try:
        _refuse_depth(body)
        if "from" in msgspec.json.decode(body, type=dict[str, Raw]):
            return msgspec.json.decode(body, type=Sandbox)
        return msgspec.json.decode(body, type=NewTable)
    except msgspec.ValidationError as error:
        raise RequestError("request", f"{error}.") from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise RequestError("json", f"This is not JSON: {error}.") from None


def _refuse_depth(data: str | bytes) -> None:
    """Whoever goes through deep JSON, be it only to say what is wrong with it, runs out of stack."""
    text = data if isinstance(data, str) else data.decode("utf-8", "replace")
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    depth = 0
    for found in _brackets.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
        if depth > DEEPEST:
            raise RequestError("json", f"JSON may be nested at most {DEEPEST} levels deep.")


def _explain(error: msgspec.ValidationError, data: str | bytes) -> str:
    """The message of ``error``, with what ``type`` may be if that is what is wrong."""
    try:
        known = msgspec.json.decode(data, type=_JustType).type in _JustType.types
    except msgspec.MsgspecError:
        known = False
    kinds = ", ".join(_JustType.types)
    return f"{error}." if known else f"{error}; a request is an object with one of the types {kinds}."


def _id_of(data: str | bytes) -> int | None:
    try:
        return msgspec.json.decode(data, type=_JustId).id
    except msgspec.MsgspecError:
        return None


def schema() -> dict[str, Any]:
    """The JSON schema of all bodies and messages."""
    kinds = [NewTable, Sandbox, Games, Opened, Glance, OwnTables, Failed, *Request.__args__, *Answer.__args__]
    _, components = msgspec.json.schema_components(kinds)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Messages", "$defs": components}


if __name__ == "__main__":
    print(json.dumps(schema(), indent=2))
