"""The example of a game with chance and options."""

from typing import Any

import pytest

import abaculus
from abaculus import Game, OptionError, PositionError
from abaculus.bots import Budget, make_bot

pytestmark = pytest.mark.usefixtures("pig")


def position(**more: Any) -> dict[str, Any]:
    return abaculus.load_game("pig").new_initial_state().to_dict() | more


def test_a_turn() -> None:
    state = abaculus.load_game("pig", target=10).new_initial_state()
    for text, player in (("roll", 0), ("*4", -1), ("roll", 0), ("*5", -1), ("hold", 0), ("roll", 1), ("*1", -1)):
        assert state.current_player() == player
        state.apply_action(state.string_to_action(text))
    assert (state.to_dict()["scores"], state.current_player()) == ([9, 0], 0)
    for text in ("roll", "*6"):
        state.apply_action(state.string_to_action(text))
    assert str(state.why_not(0, "roll")) == "ENOUGH: 15 points are enough to win: hold."
    state.apply_action(state.string_to_action("hold"))
    assert state.returns() == [1.0, 0.0]


@pytest.mark.parametrize(("at_stake", "choice"), [(19, "roll"), (21, "hold")])
def test_greedy_holds_above_twenty(at_stake: int, choice: str) -> None:
    """With 20 at stake a roll loses as much as it brings on average."""
    state = abaculus.from_dict(position(at_stake=at_stake))
    chosen = make_bot("greedy").choose(state, 0, abaculus.Luck(1), Budget())
    assert state.action_to_string(0, chosen) == choice


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"scores": [1, 0]}, "a one brings nothing"),
        ({"at_stake": 1}, "a one brings nothing"),
        ({"scores": [40]}, "a number for each"),
        ({"scores": [0, 100]}, "ends on the turn of the player who wins"),
        ({"scores": [100, 0], "at_stake": 2}, "nothing is at stake"),
        ({"scores": [60, 0], "at_stake": 60}, "at the latest"),
        ({"scores": [60, 0], "at_stake": 40, "rolling": True}, "enough points"),
        ({"rolling": 1}, "true or false"),
    ],
)
def test_impossible_positions_are_refused(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(PositionError, match=words):
        abaculus.from_dict(position(**wrong))


def test_options(pig: type[Game]) -> None:
    with pytest.raises(OptionError, match="'faces' cannot be 7; it is one of 4, 6, 8, 10"):
        pig(faces=7)
    with pytest.raises(OptionError, match="'target' cannot be 1; it is a whole number from 2 to 1000"):
        pig(target=1)
