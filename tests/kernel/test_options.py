"""Options: whatever is wrong, the message names the option, the value and what is allowed."""

from __future__ import annotations

import re
from typing import Any

import pytest

import abaculus
from abaculus.kernel.options import Option, check_options

NMBR9_OPTIONS = "draft, max_number, copies, cards"


def message(name: Any, players: Any = None, **options: Any) -> str:
    with pytest.raises(abaculus.OptionError) as raised:
        abaculus.load_game(name, players, **options)
    assert isinstance(raised.value, ValueError)
    return str(raised.value)


@pytest.mark.parametrize(
    ("name", "option", "value", "allowed"),
    [
        ("nmbr9", "draft", "open", "one of 'unknown', 'known', 'free'"),
        ("nmbr9", "draft", "FREE", "one of 'unknown', 'known', 'free'"),
        ("nmbr9", "draft", 1, "one of 'unknown', 'known', 'free'"),
        ("nmbr9", "draft", [], "one of 'unknown', 'known', 'free'"),
        ("nmbr9", "max_number", -1, "a whole number from 0 to 9"),
        ("nmbr9", "max_number", 10, "a whole number from 0 to 9"),
        ("nmbr9", "max_number", 9.0, "a whole number from 0 to 9"),
        ("nmbr9", "max_number", "9", "a whole number from 0 to 9"),
        ("nmbr9", "max_number", True, "a whole number from 0 to 9"),
        ("nmbr9", "max_number", 10**30, "a whole number from 0 to 9"),
        ("nmbr9", "copies", 0, "a whole number from 1 to 2"),
        ("nmbr9", "copies", 3, "a whole number from 1 to 2"),
        ("nmbr9", "cards", 0, "a whole number from 1 to 20"),
        ("nmbr9", "cards", 21, "a whole number from 1 to 20"),
        ("nmbr9", "cards", False, "a whole number from 1 to 20"),
        ("toushi", "lists", "plenty", "one of 'ample', 'single'"),
        ("toushi", "lists", {}, "one of 'ample', 'single'"),
    ],
)
def test_a_wrong_value(name: str, option: str, value: Any, allowed: str) -> None:
    assert message(name, **{option: value}) == f"{name}: option {option!r} cannot be {value!r}; it is {allowed}."


def test_a_value_that_does_not_fit_others() -> None:
    words = message("nmbr9", max_number=6, copies=1, cards=8)
    assert "option 'cards' cannot be 8" in words
    assert "max_number=6" in words
    assert "copies=1" in words
    assert "from 1 to 7" in words
    assert abaculus.load_game("nmbr9", max_number=6, copies=1, cards=7).options["cards"] == 7


@pytest.mark.parametrize(
    ("option", "close"),
    [
        ("drafts", " Did you mean 'draft'?"),
        ("Draft", " Did you mean 'draft'?"),
        ("draft ", " Did you mean 'draft'?"),
        ("", ""),
        ("seats", ""),
    ],
)
def test_an_unknown_option(option: str, close: str) -> None:
    words = message("nmbr9", **{option: 5})
    assert words == f"nmbr9: there is no option {option!r} (value 5); there are: {NMBR9_OPTIONS}.{close}"
    assert "there are: lists." in message("toushi", **{option: 5})


@pytest.mark.parametrize(
    ("name", "seats", "allowed"),
    [
        ("nmbr9", 0, "1 to 4"),
        ("nmbr9", 5, "1 to 4"),
        ("nmbr9", -1, "1 to 4"),
        ("nmbr9", 10**30, "1 to 4"),
        ("nmbr9", 2.0, "1 to 4"),
        ("nmbr9", "2", "1 to 4"),
        ("nmbr9", True, "1 to 4"),
        ("nmbr9", [], "1 to 4"),
        ("toushi", 2, "1"),
        ("toushi", 0, "1"),
    ],
)
def test_a_wrong_number_of_seats(name: str, seats: Any, allowed: str) -> None:
    words = message(name, seats)
    assert words.startswith(f"{name}: ")
    assert f"{seats!r} seats" in words
    assert re.search(rf"allowed: {allowed}\.$", words)


@pytest.mark.parametrize("name", ["chess", "", "NMBR9", None, 9, ["nmbr9"]])
def test_an_unknown_game(name: Any) -> None:
    words = message(name)
    assert repr(name) in words
    assert "nmbr9" in words
    assert "toushi" in words


def test_all_seats_and_defaults() -> None:
    assert [abaculus.load_game("nmbr9", seats).num_players() for seats in (None, 1, 2, 3, 4)] == [1, 1, 2, 3, 4]
    assert abaculus.load_game("toushi").get_parameters() == {"players": 1, "lists": "ample"}


def test_values_that_are_allowed() -> None:
    for option, values in {"max_number": range(10), "copies": (1, 2), "draft": ("unknown", "known", "free")}.items():
        for value in values:
            assert abaculus.load_game("nmbr9", **{option: value}).options[option] == value


KINDS = (
    Option("speed", "how fast", "integer", default=3, minimum=1),
    Option("open", "whether it is open", "boolean", default=False),
    Option("level", "how hard", "choice", default=1, choices=(1, 2)),
    Option("start", "a list of squares", "data"),
)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"speed": 0}, "game: option 'speed' cannot be 0; it is a whole number from 1 on."),
        ({"open": 1}, "game: option 'open' cannot be 1; it is true or false."),
        ({"open": "yes"}, "game: option 'open' cannot be 'yes'; it is true or false."),
        ({"level": True}, "game: option 'level' cannot be True; it is one of 1, 2."),
        ({"level": 1.0}, "game: option 'level' cannot be 1.0; it is one of 1, 2."),
    ],
)
def test_kinds_of_options(given: dict[str, Any], words: str) -> None:
    with pytest.raises(abaculus.OptionError) as raised:
        check_options("game", KINDS, given)
    assert str(raised.value) == words


def test_what_is_not_given_has_its_default() -> None:
    assert check_options("game", KINDS, {}) == {"speed": 3, "open": False, "level": 1, "start": None}
    assert check_options("game", KINDS, {"speed": 10**9, "open": True, "start": ["a1"]})["start"] == ["a1"]
    with pytest.raises(abaculus.OptionError, match="there are: none"):
        check_options("game", (), {"speed": 1})
