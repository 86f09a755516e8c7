"""Positions of Sumoku: the form that the rules give, and what could not come from a game."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import abaculus

Position = dict[str, Any]
Change = Callable[[Position], None]


def game_until(stop: Callable[[Position], bool], seats: int = 2, seed: int = 1, **options: Any) -> abaculus.State:
    """The first state of a game of the game's own policy that fits."""
    game = abaculus.load_game("sumoku", seats, **options)
    state = game.new_initial_state()
    luck = abaculus.Luck(seed)
    while not stop(state.to_dict()):
        seat = state.current_player()
        state.apply_action(luck.draw(state) if seat < 0 else game.kernels.prefer(state.record, seat))
    return state


@pytest.fixture(scope="module")
def middle() -> Position:
    """Two tiles of a play are laid, some lie on the board."""
    state = game_until(lambda now: len(now["board"]) > 9 and len(now["laid"]) == 2 and not now["bonus"])
    return state.to_dict()


@pytest.fixture(scope="module")
def drawing() -> Position:
    return game_until(
        lambda position: position["phase"] == "draw" and position["board"] and position["to_draw"] > 1
    ).to_dict()


@pytest.fixture(scope="module")
def over() -> Position:
    return game_until(lambda position: position["over"], 3).to_dict()


@pytest.fixture(scope="module")
def bonus() -> Position:
    return game_until(lambda position: position["bonus"] and not position["laid"]).to_dict()


@pytest.fixture(scope="module")
def rolling() -> Position:
    return game_until(lambda position: position["phase"] == "roll").to_dict()


def test_the_form_in_the_rules(middle: Position) -> None:
    """SUMOKU-E2: the keys, in their order, and those of the options."""
    assert list(middle) == [
        *("game", "options", "seats", "to_act", "over", "returns"),
        *("phase", "key", "turn_of", "bonus", "passes", "laid", "to_draw", "board", "stocks", "bag", "scores"),
    ]
    assert middle["options"] == {"key": "roll"}
    x, y, face = middle["laid"][0]
    assert isinstance(x, int)
    assert isinstance(y, int)
    assert face[0] in "ROYGBP"
    assert [(y, x) for x, y, _ in middle["board"]] == sorted((y, x) for x, y, _ in middle["board"])
    assert abaculus.from_dict(middle).to_dict() == middle


def test_the_start() -> None:
    """SUMOKU-S1: at the start chance draws for seat 0."""
    position = abaculus.load_game("sumoku", 8, key=4).new_initial_state().to_dict()
    assert (position["phase"], position["turn_of"], position["to_draw"], position["key"]) == ("draw", 0, 8, 4)
    assert abaculus.load_game("sumoku").new_initial_state().to_dict()["key"] is None


def test_the_end(over: Position) -> None:
    """SUMOKU-E3: when over, ``turn_of`` is the seat that passed last, and scores are less the stocks."""
    assert (over["phase"], over["bonus"], over["laid"], over["to_draw"], over["passes"]) == ("over", False, [], 0, 3)
    before = [
        score + sum(int(tile[1]) for tile in stock) for score, stock in zip(over["scores"], over["stocks"], strict=True)
    ]
    assert all(score % over["key"] == 0 for score in before)


def put(*path: Any, to: Any) -> Change:
    def change(position: Position) -> None:
        inner: Any = position
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = to

    return change


def both(*changes: Change) -> Change:
    def change(position: Position) -> None:
        for one in changes:
            one(position)

    return change


def move_tile(position: Position) -> None:
    """A tile of the bag goes to a stock in its place."""
    tile = position["bag"].pop(0)
    position["stocks"][1 - position["turn_of"]].insert(0, tile)


def check(position: Position, change: Change, words: str) -> None:
    position = copy.deepcopy(position)
    change(position)
    with pytest.raises(abaculus.PositionError, match=words):
        abaculus.from_dict(position)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (put("phase", to="fold"), "phases are draw, roll, play, over"),
        (put("phase", to=2), "phases are"),
        (put("phase", to="over"), "'play' only|cannot have scored"),
        (put("phase", to="draw"), "'play' only"),
        (put("key", to=6), "'key' has 6"),
        (put("key", to=2), "keys are 3, 4 and 5"),
        (put("key", to=None), "it has been rolled"),
        (put("key", to="5"), "'key'"),
        (put("options", "key", to=3), "'key'|multiple"),
        (put("turn_of", to=2), "'turn_of'"),
        (put("turn_of", to=True), "'turn_of'"),
        (put("passes", to=-1), "'passes'"),
        (put("passes", to=3), "'passes'"),
        (put("passes", to=2), "over when every seat in turn has passed"),
        (put("passes", to=1), "has passed, but could play"),
        (put("bonus", to=1), "true or false"),
        (put("to_draw", to=1), "'to_draw'"),
        (put("laid", to={}), "'laid'"),
        (put("laid", 0, to=[1, 2]), "takes x, y and a tile"),
        (put("laid", 0, 2, to="G0"), "which no tile shows"),
        (put("laid", 0, 0, to=81), "-80 to 80"),
        (put("laid", 0, 0, to=1.0), "1.0"),
        (put("laid", 0, 0, to=10**30), "-80 to 80"),
        (put("laid", 0, 0, to=70), "'laid' has"),
        (lambda position: position["laid"].reverse(), "'laid' has"),
        (lambda position: position["laid"].pop(), "tiles .. in the game|There are 1 tiles|There are .* tiles"),
        (put("board", to=5), "'board'"),
        (lambda position: position["board"].reverse(), "sorted by y, then x"),
        (lambda position: position["board"].append(position["board"][-1]), "no place is there twice"),
        (lambda position: position["board"].pop(0), "There are|connected|multiple"),
        (put("board", 0, 0, to=-60), "connected|0,0"),
        (put("board", 0, 2, to="V1"), "which no tile shows"),
        (put("stocks", to=[]), "'stocks' has a list for each of 2 seats"),
        (put("stocks", 1, to=5), "stock 1 is a list"),
        (put("stocks", 1, 0, to="R9"), "which is no tile"),
        (put("stocks", 1, 0, to=["R1"]), "which is no tile"),
        (lambda position: position["stocks"][1].reverse(), "not in the order of colours"),
        (lambda position: position["bag"].reverse(), "not in the order of colours"),
        (lambda position: position["bag"].pop(), "There are 1 tiles|There are 0 tiles"),
        (move_tile, "8 is the most"),
        (put("scores", 0, to=1), "multiple of the key"),
        (put("scores", 0, to=-5), "cannot have scored"),
        (put("scores", to=[0, 0]), "but the lines on the board"),
        (put("scores", to=[0]), "'scores' has a number for each of 2 seats"),
        (put("scores", 0, to=60000), "'scores' has 60000"),
        (put("to_act", to="chance"), "'to_act'"),
        (put("seats", to=9), "2 to 8"),
        (put("seats", to=3), "for each of 3 seats"),
        (lambda position: position.pop("laid"), "'laid'"),
    ],
)
def test_what_could_not_come_from_a_game(middle: Position, change: Change, words: str) -> None:
    check(middle, change, words)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (put("passes", to=1), "'passes' is 0 after a play"),
        (put("bonus", to=True), "'bonus' is true only"),
        (put("to_draw", to=1), "'to_draw'"),
        (lambda position: position.update(turn_of=1 - position["turn_of"]), "alone has fewer than eight"),
        (put("phase", to="play"), "fewer than eight tiles though"),
        (both(put("phase", to="roll"), put("key", to=None)), "before anything is laid"),
        (put("phase", to="roll"), "before anything is laid|null until it is rolled|fewer than eight|'key'"),
    ],
)
def test_what_could_not_be_while_tiles_are_drawn(drawing: Position, change: Change, words: str) -> None:
    check(drawing, change, words)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (put("passes", to=2), "over when every seat in turn has passed"),
        (put("phase", to="play"), "over when every seat in turn has passed|multiple"),
        (put("bonus", to=True), "'bonus' is true"),
        (lambda position: position.update(scores=[score + 1 for score in position["scores"]]), "multiple of the key"),
        (put("returns", to=None), "'returns'"),
        (put("over", to=False), "'over'"),
    ],
)
def test_what_could_not_be_an_end(over: Position, change: Change, words: str) -> None:
    check(over, change, words)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (put("bonus", to=False), "fewer than eight tiles though"),
        (put("passes", to=1), "'bonus' is true"),
        (lambda position: position.update(turn_of=1 - position["turn_of"]), "has not drawn since"),
    ],
)
def test_what_could_not_be_a_bonus(bonus: Position, change: Change, words: str) -> None:
    check(bonus, change, words)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda position: position.update(turn_of=1 - position["turn_of"]), "smallest total"),
        (put("key", to=3), "null until it is rolled"),
        (put("passes", to=1), "rolled before anybody passes|has passed"),
        (put("scores", to=[3, 0]), "cannot have scored 3"),
        (both(put("phase", to="play"), put("key", to=3), put("scores", to=[0, 3])), "scores come to 3"),
    ],
)
def test_what_could_not_be_before_the_roll(rolling: Position, change: Change, words: str) -> None:
    check(rolling, change, words)


def test_bonus_needs_a_line_of_six() -> None:
    """SUMOKU-C2."""
    state = abaculus.load_game("sumoku", key=5).new_initial_state()
    for tile in ["R4", "R4", "R5", "R5", "O4", "O4", "O5", "O5", "B7", "B7", "B8", "B8", "P7", "P7", "P8", "P8"]:
        state.apply_action(state.string_to_action(f"*{tile}"))
    for text in ("R5@0,0", "O5@1,0", "end"):
        state.apply_action(state.string_to_action(text))
    with pytest.raises(abaculus.PositionError, match="no line of six"):
        abaculus.from_dict({**state.to_dict(), "phase": "play", "to_draw": 0, "bonus": True})


def test_start_is_refused_out_of_order() -> None:
    position = abaculus.load_game("sumoku", 3).new_initial_state().to_dict()
    with pytest.raises(abaculus.PositionError, match="seat 0 first"):
        abaculus.from_dict({**position, "turn_of": 1})
    with pytest.raises(abaculus.PositionError, match="not 0 at the start"):
        abaculus.from_dict({**position, "passes": 1})
