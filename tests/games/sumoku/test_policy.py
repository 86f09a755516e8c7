"""The play that Sumoku's own policy makes, and the evaluation that goes with it."""

from __future__ import annotations

import pytest

import abaculus
from abaculus.bots import Budget, make_bot


def finished(seed: int, *names: str) -> abaculus.State:
    state = abaculus.load_game("sumoku", len(names)).new_initial_state()
    luck = abaculus.Luck(seed)
    own = luck.fork(0)
    while not state.is_terminal():
        seat = state.current_player()
        if seat < 0:
            state.apply_action(luck.draw(state))
        else:
            state.apply_action(make_bot(names[seat]).choose(state.as_seen_by(seat), seat, own, Budget()))
    return state


@pytest.mark.slow
def test_greedy_beats_random() -> None:
    for seed in range(3):
        assert finished(seed, "greedy", "random").returns() == [1, 0]
        assert finished(seed, "random", "greedy").returns() == [0, 1]


def test_the_policy_carries_a_play_through() -> None:
    """Tile by tile it makes the play that it chose at the start, and the evaluation agrees on the way."""
    game = abaculus.load_game("sumoku", 2)
    state = game.new_initial_state()
    luck = abaculus.Luck(2)
    values: list[float] = []
    plays = 0
    while plays < 8:
        seat = state.current_player()
        if seat < 0:
            state.apply_action(luck.draw(state))
            continue
        text = game.action_to_text(game.kernels.prefer(state.record, seat))
        if text != "end":
            state.apply_action(state.string_to_action(text))
            values.append(state.evaluate(seat))
            continue
        assert max(values) - min(values) < 1e-9
        values.clear()
        state.apply_action(state.string_to_action("end"))
        plays += 1
