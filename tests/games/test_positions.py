"""Positions of all games: they round trip, and what is no position is refused, never anything but that."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import abaculus

Position = dict[str, Any]
Walk = Callable[[abaculus.Game, int], Iterator[abaculus.State]]
Path = tuple[str | int, ...]

JUNK: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    255,
    256,
    2**31,
    2**63,
    10**30,
    1.5,
    float("inf"),
    float("nan"),
    "",
    "x",
    "a1",
    "T4",
    "chance",
    [],
    [0],
    [[]],
    [None, {}],
    {},
    {"a1": "T4"},
    {"x": [{}]},
]


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON: true is not 1, but 1.0 is."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return bool(one == other)


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """The way to every value in a position, but for the position itself."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield (*path, key)
        yield from paths(part, (*path, key))


def at(position: Any, path: Path) -> Any:
    for key in path:
        position = position[key]
    return position


def replaced(position: Position, path: Path, value: Any) -> Position:
    position = copy.deepcopy(position)
    at(position, path[:-1])[path[-1]] = value
    return position


def without(position: Position, path: Path) -> Position:
    position = copy.deepcopy(position)
    del at(position, path[:-1])[path[-1]]
    return position


def reversed_keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: reversed_keys(value[key]) for key in reversed(value)}
    return [reversed_keys(part) for part in value] if isinstance(value, list) else value


def check(position: Any) -> None:
    """A position is refused with some words, or it is what the state shows again."""
    try:
        state = abaculus.from_dict(position)
    except abaculus.PositionError as error:
        words = str(error)
    else:
        words = "It is a position."
        assert same(state.to_dict(), position)
    assert len(words) > 10


def some_positions(game: abaculus.Game, walk: Walk, seed: int, count: int) -> list[Position]:
    positions = [state.to_dict() for state in walk(game, seed)]
    return [positions[len(positions) * i // count] for i in range(count)] + [positions[-1]]


def test_round_trip_at_every_step(game: abaculus.Game, walk: Walk) -> None:
    for state in walk(game, 3):
        position = state.to_dict()
        text = json.dumps(position)
        again = abaculus.from_dict(json.loads(text))
        assert again == state
        assert json.dumps(again.to_dict()) == text
        assert again.game == game
        for player in range(game.num_players()):
            assert again.legal_actions(player) == state.legal_actions(player)
        assert game.state_from_dict(reversed_keys(position)) == state


def test_a_position_goes_on_alone(game: abaculus.Game, walk: Walk) -> None:
    """What is played from a position does not touch the position."""
    for state in walk(game, 4):
        position = state.to_dict()
        kept = copy.deepcopy(position)
        again = abaculus.from_dict(position)
        if not again.is_terminal():
            again.apply_action(again.legal_actions()[-1])
        assert position == kept


def test_a_missing_key_is_named(game: abaculus.Game, walk: Walk) -> None:
    for position in some_positions(game, walk, 5, 3):
        for key in position:
            with pytest.raises(abaculus.PositionError, match=f"'{key}'"):
                abaculus.from_dict(without(position, (key,)))


def test_an_unknown_key_is_named(game: abaculus.Game, walk: Walk) -> None:
    for position in some_positions(game, walk, 5, 3):
        with pytest.raises(abaculus.PositionError, match="'surplus'"):
            abaculus.from_dict({**position, "surplus": 1})
        with pytest.raises(abaculus.PositionError, match="surplus"):
            abaculus.from_dict(replaced(position, ("options", "surplus"), 1))


def test_derived_keys_have_to_agree(game: abaculus.Game, walk: Walk) -> None:
    for position in some_positions(game, walk, 6, 4):
        wrong: list[tuple[str, Any]] = [
            ("to_act", [] if position["to_act"] else [0]),
            ("to_act", "nobody"),
            ("over", not position["over"]),
            ("returns", None if position["over"] else [0.0] * position["seats"]),
            ("seats", 5),
            ("game", "chess"),
        ]
        if "scores" in position:
            wrong += [("scores", [score + 1 for score in position["scores"]]), ("scores", [*position["scores"], 0])]
        for key, value in wrong:
            with pytest.raises(abaculus.PositionError, match="chess" if key == "game" else key):
                abaculus.from_dict({**position, key: value})


def test_true_is_not_1(game: abaculus.Game, walk: Walk) -> None:
    for position in some_positions(game, walk, 7, 3):
        for path in paths(position):
            value = at(position, path)
            if value in (0, 1) and not isinstance(value, bool):
                with pytest.raises(abaculus.PositionError):
                    abaculus.from_dict(replaced(position, path, bool(value)))


@pytest.mark.slow
def test_every_value_replaced(game: abaculus.Game, walk: Walk) -> None:
    for position in some_positions(game, walk, 8, 2):
        every = list(paths(position))
        for path in every[:: 1 + len(every) // 60]:
            for junk in JUNK:
                check(replaced(position, path, junk))


def test_every_value_left_out(game: abaculus.Game, walk: Walk) -> None:
    for position in some_positions(game, walk, 9, 3):
        for path in paths(position):
            check(without(position, path))


@pytest.mark.parametrize("junk", [None, 1, "x", [], {}, [{}], True, {"game": 1}, {"game": []}])
def test_no_position_at_all(junk: Any) -> None:
    with pytest.raises(abaculus.PositionError):
        abaculus.from_dict(junk)
    with pytest.raises(abaculus.PositionError):
        abaculus.load_game("nmbr9").state_from_dict(junk)


def test_a_position_of_another_game(game: abaculus.Game) -> None:
    """A game reads only positions of its own options and seats."""
    other = abaculus.load_game("toushi" if game.name == "nmbr9" else "nmbr9")
    with pytest.raises(abaculus.PositionError, match="game"):
        game.state_from_dict(other.new_initial_state().to_dict())


@pytest.mark.parametrize("key", ["name", "players", "self", "position", "1"])
def test_options_that_mean_something_to_the_program(game: abaculus.Game, key: str) -> None:
    position = game.new_initial_state().to_dict()
    with pytest.raises(abaculus.PositionError):
        abaculus.from_dict(replaced(position, ("options", key), 1))


def deep(levels: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value", [deep(500), 10**4000, "x" * 10_000, list(range(10_000))], ids=["deep", "huge", "long", "wide"]
)
def test_values_that_are_too_much(game: abaculus.Game, walk: Walk, value: Any) -> None:
    """They are refused like any other."""
    for position in some_positions(game, walk, 10, 2):
        for key in position:
            with pytest.raises(abaculus.PositionError):
                abaculus.from_dict({**position, key: value})


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 25) | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=4,
)


@st.composite
def mutations(draw: st.DrawFn, position: Position) -> Position:
    """The position with one to three values left out, replaced, moved elsewhere or changed a little."""
    for _ in range(draw(st.integers(1, 3))):
        every = list(paths(position))
        if not every:
            break
        path, other = every[draw(st.integers(0, len(every) - 1))], every[draw(st.integers(0, len(every) - 1))]
        value = at(position, path)
        kind = draw(st.sampled_from(["drop", "replace", "move", "double", "step", "step", "step"]))
        if kind == "drop":
            position = without(position, path)
        elif kind == "replace":
            position = replaced(position, path, draw(st.sampled_from(JUNK) | json_values))
        elif kind == "move":
            position = replaced(position, path, copy.deepcopy(at(position, other)))
        elif kind == "step" and isinstance(value, int):
            position = replaced(position, path, value + draw(st.sampled_from([-1, 1])))
        else:
            position = replaced(position, path, [value, value])
    return position


@pytest.mark.slow
@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_mutated_positions(game: abaculus.Game, walk: Walk, data: st.DataObject) -> None:
    positions = some_positions(game, walk, 11, 12)
    check(data.draw(mutations(data.draw(st.sampled_from(positions)))))
