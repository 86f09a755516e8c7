"""Records: a game as a text, which replays without random numbers. The format is described in ``docs/records.md``."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from abaculus.kernel.game import Game
from abaculus.kernel.reasons import IllegalAction, OptionError
from abaculus.kernel.state import State
from abaculus.kernel.verbs import CHANCE_PLAYER
from abaculus.loading import load_game

FORMAT = 1
_FIRST_LINE = re.compile(r"abaculus record ([0-9]{1,9})")
_HEADER = re.compile(r"(game|rules|seats|seed|option [a-z_]+|seat [0-9]{1,3}): ?(.*)")
_DECISIONS = re.compile(r"([0-9]{1,3}): (.+)")
_FORFEIT = re.compile(r"forfeit: ([0-9]{1,3}) (.+)")
_SURROGATE = re.compile("[\ud800-\udfff]")
_CHECK = re.compile(r"check: ([0-9a-f]{16})")


class RecordError(ValueError):
    """A text that is no record, or one that was cut off, altered or holds something illegal.

    ``line`` is the number of the line, from 1; ``reason`` says what is wrong with it.
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"Line {line}: {reason}")
        self.line = line
        self.reason = reason


class Forfeit(NamedTuple):
    """How a game ended that was not played to the end: the seat that lost it, and why in words."""

    seat: int
    reason: str

    def returns(self, game: Game) -> list[float]:
        """The least return for the seat that forfeits; the others share the rest alike."""
        least, total, others = game.min_utility(), game.utility_sum(), game.num_players() - 1
        share = least if total is None or not others else (total - least) / others
        return [least if seat == self.seat else share for seat in range(game.num_players())]


@dataclass
class Record:
    """A finished or running game.

    ``options`` holds all options; ``names`` a name for each seat; ``seed`` is ``None`` where it is not to be told;
    ``events`` are pairs of the player (−1: chance) and the text; ``forfeit`` is how a seat ended the game before its
    end; ``result`` the returns, ``None`` while the game runs.
    """

    game: str
    options: dict[str, Any]
    seats: int
    names: list[str]
    seed: int | None = None
    events: list[tuple[int, str]] = field(default_factory=list)
    result: list[float] | None = None
    rules: int = 1
    forfeit: Forfeit | None = None

    @classmethod
    def of(
        cls,
        state: State,
        names: Iterable[str] | None = None,
        seed: int | None = None,
        forfeit: Forfeit | None = None,
    ) -> "Record":
        """The record of a state's game, from its history."""
        game = state.game
        record = cls(
            game.name,
            dict(game.options),
            game.num_players(),
            list(names) if names is not None else [f"seat {seat}" for seat in range(game.num_players())],
            seed,
            rules=game.rules_version,
            forfeit=forfeit,
        )
        for player, action in state.full_history():
            record.events.append((player, state.action_to_string(player, action)))
        record.result = _result(state, forfeit)
        return record

    def replay(self) -> Iterator[State]:
        """The state at the start and after each event; each time the same object, one event further.

        Raises ``IllegalAction`` or ``OptionError`` where the record holds something illegal (one that was read does
        not).
        """
        state = load_game(self.game, self.seats, **self.options).new_initial_state()
        yield state
        for player, text in self.events:
            state.apply_action_for(player, state.string_to_action(player, text))
            yield state


def write_record(record: Record) -> str:
    """The text of a record."""
    lines = [
        f"abaculus record {FORMAT}",
        f"game: {record.game}",
        f"rules: {record.rules}",
        f"seats: {record.seats}",
        *(f"option {name}: {json.dumps(value, ensure_ascii=False)}" for name, value in record.options.items()),
        *(f"seat {seat}: {one_line(name)}".rstrip() for seat, name in enumerate(record.names)),
    ]
    if record.seed is not None:
        lines.append(f"seed: {record.seed}")
    lines.append("")
    run: list[str] = []
    for i, (player, text) in enumerate(record.events):
        if player == CHANCE_PLAYER:
            lines.append(text)
            continue
        run.append(text)
        if i + 1 == len(record.events) or record.events[i + 1][0] != player:
            lines.append(f"{player}: {', '.join(run)}")
            run = []
    lines.append("")
    if record.forfeit is not None:
        lines.append(f"forfeit: {record.forfeit.seat} {one_line(record.forfeit.reason) or 'no reason given'}")
    lines.append(_result_line(record.result))
    return "\n".join([*lines, f"check: {_check(lines)}", ""])


def read_record(text: str) -> Record:
    """The record of a text. Everything in it is checked: a record that is read replays.

    A byte order mark at its start is ignored. Raises ``RecordError`` with the number of the line.
    """
    return _Reader(text).read()


def is_unicode(text: str) -> bool:
    """Whether a text holds no lone surrogate, which UTF-8 cannot encode."""
    return _SURROGATE.search(text) is None


def one_line(name: str) -> str:
    """A name as records hold it: without line breaks and other blanks in a row, and without lone surrogates."""
    return " ".join(name.encode("utf-8", "replace").decode("utf-8").split())


def _result(state: State, forfeit: Forfeit | None) -> list[float] | None:
    """The returns of a game that is over, or was forfeited."""
    if forfeit is not None:
        return forfeit.returns(state.game)
    return state.returns() if state.is_terminal() else None


def _result_line(result: list[float] | None) -> str:
    return "result: " + ("running" if result is None else " ".join(map(repr, result)))


def _check(lines: list[str]) -> str:
    """Sixteen hexadecimal digits of the lines before it: not against forgery, but against slips."""
    return hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()[:16]


class _Reader:
    """Goes through a record's lines from top to bottom."""

    def __init__(self, text: str) -> None:
        self.lines = [line.rstrip() for line in text.removeprefix("\ufeff").splitlines()]
        while self.lines and not self.lines[-1]:
            self.lines.pop()
        self.next = 0

    def read(self) -> Record:
        for number, line in enumerate(self.lines, start=1):
            if not is_unicode(line):
                raise RecordError(number, "The line has half of a surrogate pair, which is no character.")
        record, state = self.header()
        self.events(record, state)
        self.end(record, state)
        return record

    def fail(self, reason: str) -> RecordError:
        """The error for the line that was read last."""
        return RecordError(max(self.next, 1), reason)

    def line(self, expected: str) -> str:
        self.next += 1
        if self.next > len(self.lines):
            raise RecordError(len(self.lines) + 1, f"The record was cut off; {expected} should follow.")
        return self.lines[self.next - 1]

    def header(self) -> tuple[Record, State]:
        first = _FIRST_LINE.fullmatch(self.line("a record"))
        if first is None:
            raise self.fail(f'A record starts with the line "abaculus record {FORMAT}".')
        if int(first[1]) != FORMAT:
            raise self.fail(f"This is format {first[1]}; this version of abaculus reads format {FORMAT}.")
        fields: dict[str, tuple[int, str]] = {}
        while line := self.line("the header"):
            match = _HEADER.fullmatch(line)
            if match is None:
                raise self.fail('A header line is "game:", "rules:", "seats:", "option …:", "seat …:" or "seed:".')
            if match[1] in fields:
                raise self.fail(f'"{match[1]}" stands here a second time.')
            fields[match[1]] = (self.next, match[2])
        return self.game(fields)

    def game(self, fields: dict[str, tuple[int, str]]) -> tuple[Record, State]:
        for needed in ("game", "rules", "seats"):
            if needed not in fields:
                raise self.fail(f'The header has no "{needed}:".')
        seats, seed = self.whole(fields, "seats"), self.whole(fields, "seed") if "seed" in fields else None
        options = {}
        for name, (number, value) in fields.items():
            if name.startswith("option "):
                try:
                    options[name.removeprefix("option ")] = json.loads(value)
                except (ValueError, RecursionError) as error:
                    raise RecordError(number, f"The value {value[:40]} is not JSON.") from error
        try:
            game = load_game(fields["game"][1], seats, **options)
        except OptionError as error:
            words = str(error)
            guilty = [
                name for name in fields if name.startswith("option ") and f"{name.removeprefix('option ')!r}" in words
            ]
            key = guilty[0] if guilty else "game" if "There is no game" in words else "seats"
            raise RecordError(fields[key][0], words) from error
        rules = self.whole(fields, "rules")
        if rules != game.rules_version:
            raise RecordError(
                fields["rules"][0], f"The rules of {game.name} are at version {game.rules_version}, not {rules}."
            )
        names = []
        for seat in range(seats):
            if f"seat {seat}" not in fields:
                raise self.fail(f'The header has no "seat {seat}:".')
            names.append(fields[f"seat {seat}"][1])
        for name, (number, _) in fields.items():
            if name.startswith("seat ") and name not in {f"seat {seat}" for seat in range(seats)}:
                raise RecordError(number, f"There is no {name}; seats are 0 to {seats - 1}.")
        state = game.new_initial_state()
        return Record(game.name, game.options, seats, names, seed, rules=rules), state

    def whole(self, fields: dict[str, tuple[int, str]], name: str) -> int:
        number, value = fields[name]
        if not re.fullmatch("0|[1-9][0-9]{0,19}", value):
            raise RecordError(number, f'"{name}" is a whole number, not "{value[:40]}".')
        return int(value)

    def events(self, record: Record, state: State) -> None:
        previous = CHANCE_PLAYER
        while line := self.line("an event or the result"):
            if line.startswith("*"):
                self.event(record, state, CHANCE_PLAYER, line)
                previous = CHANCE_PLAYER
                continue
            match = _DECISIONS.fullmatch(line)
            if match is None:
                raise self.fail('An event is "*" and an outcome, or a seat and its actions, as in "0: end".')
            player = int(match[1])
            if player == previous:
                raise self.fail(f"The decisions of seat {player} go on here; one run of decisions is one line.")
            for text in match[2].split(", "):
                self.event(record, state, player, text)
            previous = player

    def event(self, record: Record, state: State, player: int, text: str) -> None:
        try:
            action = state.string_to_action(player, text)
        except IllegalAction as error:
            raise self.fail(f"{text[:40]!r} is refused. {error.reason}") from error
        exact = state.action_to_string(player, action)
        if text != exact:
            raise self.fail(f"{text[:40]!r} is written {exact!r}.")
        state.apply_action_for(player, action)
        record.events.append((player, text))

    def end(self, record: Record, state: State) -> None:
        line = self.line("the result")
        if line.startswith("forfeit:"):
            record.forfeit = self.forfeit(state, line)
            line = self.line("the result")
        record.result = _result(state, record.forfeit)
        result = _result_line(record.result)
        if line != result:
            raise self.fail(f'From the events follows "{result}", not "{line[:60]}".')
        match = _CHECK.fullmatch(self.line("the check"))
        if match is None:
            raise self.fail('The last line is "check:" and sixteen hexadecimal digits.')
        expected = _check(self.lines[: self.next - 1])
        if match[1] != expected:
            raise self.fail(f"The record was altered: its lines give the check {expected}, not {match[1]}.")
        if self.next < len(self.lines):
            self.next += 1
            raise self.fail("Nothing stands after the check.")

    def forfeit(self, state: State, line: str) -> Forfeit:
        match = _FORFEIT.fullmatch(line)
        if match is None or match[2] != one_line(match[2]):
            raise self.fail('A forfeit is a seat and the reason, as in "forfeit: 1 it did not answer".')
        if state.is_terminal():
            raise self.fail("The game was played to its end, so nobody can have forfeited it.")
        seat, last = int(match[1]), state.num_players() - 1
        if match[1] != str(seat) or seat > last:
            raise self.fail(f"There is no seat {match[1]}; seats are 0 to {last}.")
        return Forfeit(seat, match[2])
