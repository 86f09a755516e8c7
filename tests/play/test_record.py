"""Records: they round trip, and what was cut off, altered or never was one is told with its line."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import abaculus
from abaculus.play.record import Forfeit, Record, RecordError, read_record, write_record

VARIANTS: list[tuple[str, int, dict[str, Any]]] = [
    ("nmbr9", 2, {"max_number": 6, "cards": 3}),
    ("nmbr9", 3, {"draft": "known", "cards": 2}),
    ("nmbr9", 1, {"draft": "free", "copies": 1, "cards": 4}),
    ("toushi", 1, {"lists": "single"}),
]


def played(name: str, seats: int, options: dict[str, Any], seed: int, events: int | None = None) -> abaculus.State:
    """A random game, or its first events."""
    state = abaculus.load_game(name, seats, **options).new_initial_state()
    luck = abaculus.Luck(seed)
    while not state.is_terminal() and state.move_number() != events:
        if state.is_chance_node():
            state.apply_action(luck.draw(state))
        else:
            seat = luck.choice(state.players_to_act(), 1)
            state.apply_action_for(seat, luck.choice(state.legal_actions(seat), 1))
    return state


def check_of(lines: list[str]) -> str:
    return hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()[:16]


def with_check(text: str) -> str:
    """The text with the check that its lines give, as somebody could write who alters a record on purpose."""
    lines = text.splitlines()[:-1]
    return "\n".join([*lines, f"check: {check_of(lines)}", ""])


def error_of(text: str) -> RecordError:
    with pytest.raises(RecordError) as raised:
        read_record(text)
    assert str(raised.value) == f"Line {raised.value.line}: {raised.value.reason}"
    return raised.value


# Two seats; Ann has a seat with a card more than Bob in the middle of the record.
TEXT = """\
abaculus record 1
game: nmbr9
rules: 1
seats: 2
option max_number: 6
option copies: 2
option cards: 3
option draft: "unknown"
seat 0: Ann
seat 1: Bob & Bea
seed: 17

*5
1: r0@0,0
0: r0@0,0
*6
0: r0@3,0
1: r0@3,0
*1
0: r3@1,0
1: r3@5,0

result: 1.0 0.0
"""
TEXT = with_check(TEXT + "check: 0\n")
LINES = TEXT.splitlines()


def test_the_format() -> None:
    record = read_record(TEXT)
    assert record == Record(
        game="nmbr9",
        options={"max_number": 6, "copies": 2, "cards": 3, "draft": "unknown"},
        seats=2,
        names=["Ann", "Bob & Bea"],
        seed=17,
        events=[
            (-1, "*5"),
            (1, "r0@0,0"),
            (0, "r0@0,0"),
            (-1, "*6"),
            (0, "r0@3,0"),
            (1, "r0@3,0"),
            (-1, "*1"),
            (0, "r3@1,0"),
            (1, "r3@5,0"),
        ],
        result=[1.0, 0.0],
        rules=1,
    )
    assert write_record(record) == TEXT


def test_runs_of_one_seat_are_one_line() -> None:
    state = abaculus.load_game("toushi").new_initial_state()
    for text in ("T6:4@c3", "roll T8:5", "*1", "reroll", "*6", "T8:4@c5", "roll T4:1"):
        state.apply_action(state.string_to_action(text))
    lines = write_record(Record.of(state, ["Ann"])).splitlines()
    assert lines[lines.index("") + 1 : -3] == [
        "0: T6:4@c3, roll T8:5",
        "*1",
        "0: reroll",
        "*6",
        "0: T8:4@c5, roll T4:1",
    ]
    assert lines[-2] == "result: running"
    assert not any(line.startswith("seed") for line in lines)


names = (
    st.text(min_size=1, max_size=20).filter(str.strip)
    | st.text("ab \n\r\t\x0b\x1c\x85\u2028\u2029\u200b\ufeff:,*", min_size=1).filter(str.strip)
    | st.sampled_from(["a\r\nseat 1: b", "Łukasz 🎲", "result: running", "check:", "*5"])
)


@given(
    variant=st.sampled_from(VARIANTS),
    seed=st.integers(0, 2**64 - 1),
    events=st.none() | st.integers(0, 12),
    shown=st.booleans(),
    data=st.data(),
)
def test_round_trip(variant: Any, seed: int, events: int | None, shown: bool, data: st.DataObject) -> None:
    state = played(*variant, seed, events)
    own_names = data.draw(st.lists(names, min_size=variant[1], max_size=variant[1]))
    record = Record.of(state, own_names, seed if shown else None)
    text = write_record(record)
    again = read_record(text)
    assert again.names == [" ".join(name.split()) for name in own_names]  # a name is one line
    assert write_record(again) == text
    assert (again.game, again.options, again.seats) == (record.game, record.options, record.seats)
    assert (again.seed, again.events, again.result) == (record.seed, record.events, record.result)
    *_, end = again.replay()
    assert end == state
    assert end.full_history() == state.full_history()


@pytest.mark.parametrize("name", ["", " ", "\n"])
def test_empty_names(name: str) -> None:
    state = abaculus.load_game("toushi").new_initial_state()
    assert read_record(write_record(Record.of(state, [name]))).names == [""]


@given(
    variant=st.sampled_from(VARIANTS), seed=st.integers(0, 99), events=st.integers(0, 2), reason=names, data=st.data()
)
def test_round_trip_of_a_forfeit(variant: Any, seed: int, events: int, reason: str, data: st.DataObject) -> None:
    state = played(*variant, seed, events)
    seat = data.draw(st.integers(0, state.num_players() - 1))
    record = Record.of(state, seed=seed, forfeit=Forfeit(seat, reason))
    text = write_record(record)
    again = read_record(text)
    assert again.forfeit == Forfeit(seat, " ".join(reason.split()))
    assert again.result == record.result
    assert (again.events, write_record(again)) == (record.events, text)


def forfeited(line: str, result: str) -> str:
    """The record above, cut off before the last decision, with this end."""
    return with_check("\n".join([*LINES[:20], "", line, result, "check: 0", ""]))


def test_who_forfeits_loses() -> None:
    record = read_record(forfeited("forfeit: 0 it gave no answer", "result: 0.0 1.0"))
    assert (record.forfeit, record.result) == (Forfeit(0, "it gave no answer"), [0.0, 1.0])


@pytest.mark.parametrize(
    ("seats", "returns"), [(1, [0.0]), (2, [1.0, 0.0]), (3, [0.5, 0.0, 0.5]), (4, [1 / 3, 0.0, 1 / 3, 1 / 3])]
)
def test_the_others_share_what_is_forfeited(seats: int, returns: list[float]) -> None:
    assert Forfeit(min(1, seats - 1), "").returns(abaculus.load_game("nmbr9", seats)) == returns


@pytest.mark.parametrize(
    ("line", "result", "told", "words"),
    [
        ("forfeit: 0", "result: 0.0 1.0", 22, "a seat and the reason"),
        ("forfeit: it failed", "result: 0.0 1.0", 22, "a seat and the reason"),
        ("forfeit: 0 it  failed", "result: 0.0 1.0", 22, "a seat and the reason"),
        ("forfeit: 2 it failed", "result: 0.0 1.0", 22, "no seat 2; seats are 0 to 1"),
        ("forfeit: 00 it failed", "result: 0.0 1.0", 22, "no seat 00"),
        ("forfeit: 0 it failed", "result: 1.0 0.0", 23, 'follows "result: 0.0 1.0"'),
        ("forfeit: 0 it failed", "result: running", 23, 'follows "result: 0.0 1.0"'),
        ("forfeit: 0 it failed", "forfeit: 1 it failed", 23, 'follows "result: 0.0 1.0"'),
    ],
)
def test_a_forfeit_that_is_none(line: str, result: str, told: int, words: str) -> None:
    error = error_of(forfeited(line, result))
    assert error.line == told
    assert words in error.reason


def test_a_game_that_is_over_is_not_forfeited() -> None:
    error = error_of(with_check(TEXT.replace("result:", "forfeit: 1 it failed\nresult:")))
    assert (error.line, "played to its end" in error.reason) == (23, True)


def test_a_forfeit_without_a_reason() -> None:
    state = abaculus.load_game("toushi").new_initial_state()
    text = write_record(Record.of(state, forfeit=Forfeit(0, " ")))
    assert "forfeit: 0 no reason given\nresult: 0.0\n" in text
    assert write_record(read_record(text)) == text


def test_names_by_default() -> None:
    assert Record.of(abaculus.load_game("nmbr9", 3).new_initial_state()).names == ["seat 0", "seat 1", "seat 2"]


@pytest.mark.parametrize("count", range(len(LINES)))
def test_cut_off_after_a_line(count: int) -> None:
    lines = LINES[:count]
    while lines and not lines[-1]:
        lines.pop()
    for end in ("", "\n", "\n\n"):
        error = error_of("\n".join(LINES[:count]) + end)
        assert error.line == len(lines) + 1
        assert "cut off" in error.reason


@pytest.mark.parametrize("line", range(len(LINES)))
def test_cut_off_within_a_line(line: int) -> None:
    for size in range(1, len(LINES[line])):
        error = error_of("\n".join([*LINES[:line], LINES[line][:size]]))
        assert line + 1 <= error.line <= line + 2


@pytest.mark.parametrize("line", range(len(LINES)))
def test_a_line_left_out(line: int) -> None:
    error = error_of("\n".join(LINES[:line] + LINES[line + 1 :]))
    assert error.line >= min(line + 1, len(LINES) - 1)


@pytest.mark.parametrize("line", range(len(LINES)))
def test_a_line_twice(line: int) -> None:
    error = error_of("\n".join(LINES[: line + 1] + LINES[line:]))
    assert error.line >= line + 1


@pytest.mark.parametrize(
    ("line", "altered", "told", "words"),
    [
        (1, "abaculus record 2", 1, "format 2; this version of abaculus reads format 1"),
        (1, "abaculus record", 1, 'starts with the line "abaculus record 1"'),
        (1, "\ufeff\ufeffabaculus record 1", 1, "starts with the line"),
        (9, "seat 0: A\ud800nn", 9, "half of a surrogate pair"),
        (14, "1: \udfff", 14, "half of a surrogate pair"),
        (2, "game: chess", 2, "no game 'chess'"),
        (2, "Game: nmbr9", 2, "header line is"),
        (3, "rules: 2", 3, "at version 1, not 2"),
        (3, "rules: one", 3, "whole number"),
        (4, "seats: 5", 4, "5 seats; allowed: 1 to 4"),
        (4, "seats: 02", 4, "whole number"),
        (4, "seats: -2", 4, "whole number"),
        (4, "seats: 1", 10, "no seat 1"),
        (4, "seats: 3", 12, 'no "seat 2:"'),
        (5, "option max_number: 10", 5, "'max_number' cannot be 10"),
        (5, "option max_number: six", 5, "not JSON"),
        (5, "option max_number: true", 5, "'max_number' cannot be True"),
        (5, "option maximum: 6", 5, "no option 'maximum'"),
        (5, "option Max: 6", 5, "header line is"),
        (7, "option cards: 15", 7, "'cards' cannot be 15"),
        (8, "option draft: unknown", 8, "not JSON"),
        (8, 'option draft: "free"', 13, "With draft"),
        (9, "seat 2: Ann", 12, 'no "seat 0:"'),
        (10, "seat 1: Bob & Eve", 24, "altered"),
        (11, "seed: x", 11, "whole number"),
        (11, "seed: 18", 24, "altered"),
        (13, "*7", 13, "'\\*7' is refused. TEXT"),
        (13, "* 5", 13, "TEXT"),
        (14, "2: r0@0,0", 14, "TURN: There is no seat 2"),
        (14, "1: r9@0,0", 14, "TEXT"),
        (14, "1: R0@0,0", 14, "is written 'r0@0,0'"),
        (14, "1: r0@1,0", 14, "NMBR9-P7"),
        (14, "1: r0@0,0, r0@3,0", 14, "TURN"),
        (14, "1: ", 14, "An event is"),
        (14, "one: r0@0,0", 14, "An event is"),
        (15, "1: r0@0,0", 15, "go on here"),
        (16, "0: r0@3,0", 16, "go on here"),
        (16, "1: r0@3,0", 16, "TURN"),
        (17, "*6", 17, "CHANCE|TURN"),
        (17, "0: r0@2,0", 17, "NMBR9-P4"),
        (20, "0: r3@1,0;", 20, "TEXT"),
        (23, "result: 0.0 1.0", 23, 'From the events follows "result: 1.0 0.0"'),
        (23, "result: 1 0", 23, "From the events follows"),
        (23, "result: running", 23, "From the events follows"),
        (24, "check: 0123456789abcdef", 24, "altered"),
        (24, "check: " + "x" * 16, 24, "sixteen hexadecimal digits"),
        (24, "check:", 24, "sixteen hexadecimal digits"),
    ],
)
def test_a_line_altered(line: int, altered: str, told: int, words: str) -> None:
    assert len(LINES) == 24
    error = error_of("\n".join([*LINES[: line - 1], altered, *LINES[line:]]))
    assert error.line == told
    with pytest.raises(RecordError, match=words):
        raise error


@pytest.mark.parametrize("line", range(len(LINES)))
def test_each_character_counts(line: int) -> None:
    """Whatever character is exchanged, the record is refused, at this line or a later one."""
    for place in range(len(LINES[line])):
        for other in "0a: ":
            altered = LINES[line][:place] + other + LINES[line][place + 1 :]
            if altered.rstrip() != LINES[line]:
                error = error_of("\n".join([*LINES[:line], altered, *LINES[line + 1 :]]))
                assert error.line >= line + 1


def test_an_altered_record_with_a_new_check() -> None:
    """The check is no signature; all else is checked all the same."""
    assert read_record(with_check(TEXT.replace("Bob", "Eve"))).names == ["Ann", "Eve & Bea"]
    assert error_of(with_check(TEXT.replace("result: 1.0 0.0", "result: 0.5 0.5"))).line == 23
    assert error_of(with_check(TEXT.replace("*1\n", "*2\n"))).line == 20
    assert (
        read_record(with_check(TEXT.replace("0: r3@1,0\n1: r3@5,0\n\nresult: 1.0 0.0", "\nresult: running"))).result
        is None
    )


def test_an_option_left_out_has_its_default() -> None:
    record = read_record(with_check(TEXT.replace("option copies: 2\n", "").replace('option draft: "unknown"\n', "")))
    assert record.options == {"max_number": 6, "copies": 2, "cards": 3, "draft": "unknown"}


def test_header_lines_in_any_order() -> None:
    lines = [LINES[0], *reversed(LINES[1:11]), *LINES[11:]]
    assert read_record(with_check("\n".join(lines))) == read_record(TEXT)


@pytest.mark.parametrize("line", range(1, 11))
def test_a_header_twice(line: int) -> None:
    error = error_of(with_check("\n".join([*LINES[:11], LINES[line], *LINES[11:]])))
    assert error.line == 12
    assert "second time" in error.reason


@pytest.mark.parametrize("end", ["\r\n", " \n", "\n"])
def test_line_ends(end: str) -> None:
    """A carriage return or blanks before the line feed are ignored."""
    assert read_record(TEXT.replace("\n", end)) == read_record(TEXT)
    assert read_record(TEXT.rstrip() + end * 3) == read_record(TEXT)


def test_what_follows_the_end() -> None:
    error = error_of(TEXT + "more\n")
    assert error.line == 25
    assert "after the check" in error.reason
    assert error_of(TEXT + TEXT).line == 25


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "\n\n\n",
        " ",
        "x",
        "{}",
        "\x00\x01\x02",
        "abaculus",
        "\u2028" * 3,
        "\ud800",
        "a" * 10**6,
        "\x7fELF\x02\x01",
    ],
)
def test_no_record_at_all(text: str) -> None:
    error = error_of(text)
    assert error.line == 1
    assert len(error.reason) < 300


@given(st.text() | st.binary().map(lambda data: data.decode("latin-1")))
def test_any_text(text: str) -> None:
    error_of(text)
    error_of("abaculus record 1\n" + text)
    error_of("\n".join([*LINES[:12], text]))


def deep(levels: int) -> str:
    return "[" * levels + "]" * levels


@pytest.mark.parametrize(
    "value", [deep(500), deep(10**5), "1" * 10**4, json.dumps("x" * 10**4), "NaN", '"\\ud800"', "{}"]
)
def test_values_of_options_that_are_too_much(value: str) -> None:
    error = error_of("\n".join([*LINES[:4], f"option max_number: {value}", *LINES[5:]]))
    assert error.line == 5


def test_a_replay_shows_every_state() -> None:
    record = read_record(TEXT)
    states = [state.move_number() for state in record.replay()]
    assert states == list(range(len(record.events) + 1))


def test_a_byte_order_mark_is_ignored() -> None:
    assert read_record("\ufeff" + TEXT) == read_record(TEXT)


@given(st.text(st.characters(categories=["Cs", "L", "Zs"]), max_size=6))
def test_a_lone_surrogate_anywhere_is_refused(text: str) -> None:
    """And nothing raises ``UnicodeEncodeError``; a name that has one is written without it."""
    for start in range(0, len(TEXT), 40):
        altered = TEXT[:start] + "\ud800" + text + TEXT[start:]
        assert "surrogate" in error_of(altered).reason
    assert read_record(write_record(Record.of(played("toushi", 1, {}, 1), [f"\udc00{text}"]))).names
