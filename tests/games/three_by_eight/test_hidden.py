"""What a seat of 3x8 sees: hands are hidden but for what all have seen, and dealt anew without bias."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import abaculus
from abaculus.testing import lively_policy, walk

CARDS: list[int | str] = [*range(110), *(f"b{i}" for i in range(10))]


def some_states(seats: int, seed: int, count: int = 40) -> Iterator[abaculus.State]:
    game = abaculus.load_game("3x8", seats, max_turns=60)
    states = [state.clone() for state in walk(game, seed, lively_policy)]
    yield from states[:: 1 + len(states) // count]


def in_order(cards: list[Any]) -> list[Any]:
    return sorted(cards, key=CARDS.index)


def unseen(position: dict[str, Any], seat: int) -> list[Any]:
    """What may lie in another hand or in the draw pile, as far as the seat knows."""
    hidden = [
        card
        for other, hand in enumerate(position["hands"])
        if other != seat
        for card in hand
        if card not in position["known"][other]
    ]
    return in_order([*position["draw"], *hidden])


def redealt(position: dict[str, Any], seat: int, luck: abaculus.Luck) -> dict[str, Any]:
    """A position that the seat cannot tell from this one."""
    position = copy.deepcopy(position)
    cards = unseen(position, seat)
    for other, hand in enumerate(position["hands"]):
        if other != seat:
            known = position["known"][other]
            drawn = [cards.pop(luck.below(len(cards))) for _ in range(len(hand) - len(known))]
            position["hands"][other] = in_order([*known, *drawn])
    position["draw"] = cards
    return position


@pytest.mark.parametrize("seats", [2, 3])
def test_states_that_a_seat_cannot_tell_apart(seats: int) -> None:
    """They leave the same bytes, and the seat sees, knows and can do the same in them."""
    luck = abaculus.Luck(1)
    different = 0
    for state in some_states(seats, seed=1):
        for seat in range(seats):
            if state.is_terminal():
                continue
            other = abaculus.from_dict(redealt(state.to_dict(), seat, luck))
            different += other != state
            one, two = state.as_seen_by(seat), other.as_seen_by(seat)
            assert bytes(one) == bytes(two)
            assert one.view(seat) == state.view(seat) == other.view(seat)
            assert one.players_to_act() == state.players_to_act()
            assert one.legal_actions(seat) == state.legal_actions(seat) == other.legal_actions(seat)
            assert one.evaluate(seat) == state.evaluate(seat) == other.evaluate(seat)
            assert np.array_equal(one.observation(seat), state.observation(seat))
            assert np.array_equal(other.observation(seat), state.observation(seat))
            assert state.observation_string(seat) == other.observation_string(seat)
    assert different > 20


def test_nothing_hidden_is_in_what_a_seat_sees() -> None:
    """No card of the draw pile or of another hand is told apart from the others, not even in the text of the view."""
    for state in some_states(3, seed=2):
        position = state.to_dict()
        if position["over"]:
            continue
        for seat in range(3):
            view = state.view(seat)
            shown = {card for hand in view["hands"] if isinstance(hand, list) for card in hand}
            shown |= {card for hand in view["known"] for card in hand} | {*view["discard"], *view["box"], *view["pool"]}
            assert not shown & set(unseen(position, seat))
            assert view["draw"] == len(position["draw"])
            assert view["hands"][seat] == position["hands"][seat]
            assert json.loads(json.dumps(view)) == view


def test_a_spectator_sees_no_hand() -> None:
    for state in some_states(2, seed=3):
        position, view = state.to_dict(), state.view()
        if not position["over"]:
            sizes = [{"known": k, "count": len(h)} for k, h in zip(position["known"], position["hands"], strict=True)]
            assert view["hands"] == sizes
            seen = state.as_seen_by(-1)
            assert seen.view() == view


@pytest.mark.parametrize("seats", [2, 4])
def test_what_a_seat_sees_can_be_played_on(seats: int) -> None:
    """Its own decisions lead from what it sees of a state to what it sees of the state they lead to."""
    for state in some_states(seats, seed=4):
        if state.players_to_act():
            seat = state.current_player()
            for action in state.legal_actions()[::3]:
                after = state.child(action).as_seen_by(seat)
                seen = state.as_seen_by(seat).child(action)
                if not after.is_terminal():
                    assert bytes(seen) == bytes(after)
                    assert seen.as_seen_by(seat) == seen


def test_a_card_to_the_pool_is_drawn_from_all_that_is_not_seen() -> None:
    """Of any card that is not seen, each is the next one alike likely, as far as the seat knows."""
    for state in some_states(2, seed=5):
        if state.is_chance_node():
            chances = state.as_seen_by(0).chance_outcomes()
            assert [CARDS[card] for card, _ in chances] == unseen(state.to_dict(), 0)


def test_determinized_states_keep_what_is_known() -> None:
    for state in some_states(3, seed=6):
        position = state.to_dict()
        for seat in range(3):
            for seed in (0, 1, 2**64 - 1):
                dealt = state.determinized(seat, seed).to_dict()
                assert dealt["known"] == position["known"]
                assert dealt["hands"][seat] == position["hands"][seat]
                assert [len(hand) for hand in dealt["hands"]] == [len(hand) for hand in position["hands"]]
                assert unseen(dealt, seat) == unseen(position, seat) or position["over"]
                rest = ("rows", "pool", "discard", "box", "phase", "turn", "to_draw", "played", "row", "moved")
                assert all(dealt[key] == position[key] for key in rest)
                assert abaculus.from_dict(dealt).to_dict() == dealt


def test_determinized_states_are_alike_likely() -> None:
    """Four cards are not seen, two of them in the other hand beside a known one: six hands, each as often."""
    hidden: list[Any] = [20, 64, 99, "b7"]
    elsewhere = [card for card in CARDS if card not in (*hidden, 1, 2, 107, 108, 109)]
    state = abaculus.from_dict(
        {
            "game": "3x8",
            "options": {"first": 0, "max_turns": 400, "blockers": "standard"},
            "seats": 2,
            "to_act": [0],
            "over": False,
            "returns": None,
            "phase": "main",
            "turn_of": 0,
            "turn": 3,
            "hands": [[1], [2, 20, "b7"]],
            "rows": [[None] * 4, [None] * 4],
            "pool": [107, 108, 109],
            "draw": [64, 99],
            "discard": elsewhere,
            "box": [],
            "played": 0,
            "row": None,
            "moved": False,
            "to_draw": 0,
            "known": [[], [2]],
        }
    )
    n = 3000
    hands = Counter(str(state.determinized(0, seed).to_dict()["hands"][1]) for seed in range(n))
    assert len(hands) == 6
    assert all(hand.startswith("[2, ") for hand in hands)
    expected = n / 6
    assert sum((count - expected) ** 2 / expected for count in hands.values()) < 20.5  # 1 in 1000 with 5 degrees
    assert state.determinized(1, 7).to_dict()["hands"][1] == [2, 20, "b7"]
    # a full state is dealt anew as well, and the same seed deals the same
    assert state.determinized(0, 7) == state.determinized(0, 8).determinized(0, 7)


def test_the_last_card_of_the_pile_is_known_to_be_the_last() -> None:
    """A pile that is empty stays so in what is seen, though other hands are hidden."""
    rest = [card for card in CARDS if card not in (1, 107, 108, 109, 50, 51)]
    position = {
        **abaculus.load_game("3x8").new_initial_state().to_dict(),
        "to_act": [0],
        "phase": "main",
        "turn": 3,
        "hands": [[1], rest],
        "pool": [107, 108, 109],
        "draw": [],
        "discard": [50, 51],
    }
    state = abaculus.from_dict(position)
    seen = state.as_seen_by(0)
    assert seen.view(0)["draw"] == 0
    for text in ("1>n", "end", "d"):
        for one in (state, seen):
            one.apply_action(one.string_to_action(text))
    assert state.view(0) == seen.view(0)
    assert seen.view(0)["draw"] == 2
    assert seen.view(0)["discard"] == []
    assert bytes(state.as_seen_by(0)) == bytes(seen)
