"""All actions at once are worth what each of them is by itself."""

from __future__ import annotations

import numpy as np
import pytest

import abaculus
from abaculus.games.one_o_eight import rules
from abaculus.testing import lively_policy, walk

pytestmark = pytest.mark.slow  # plain Python weighs a home thousands of times


@pytest.mark.parametrize(
    "options",
    [
        {"players": 4},
        {"players": 2, "forbidden": "declared"},
        {"players": 3, "play_on": True},
        {"players": 2, "max_rounds": 3},
    ],
)
def test_values_of_all_actions_are_those_of_the_states_they_lead_to(options: dict[str, object]) -> None:
    game = abaculus.load_game("108", **options)
    phases = set()
    for seed in range(3):
        for step, state in enumerate(walk(game, seed, lively_policy)):
            if not state.players_to_act() or step % 3:
                continue
            seat = state.current_player()
            phases.add(int(state.record.phase))
            actions = np.array(state.legal_actions(seat), np.int32)
            values = np.empty(len(actions))
            game.kernels.evaluate_actions(state.record, seat, actions, values, game.new_records(1))
            alone = [state.child(action).evaluate(seat) for action in actions.tolist()]
            assert values == pytest.approx(alone, abs=1e-6)
    assert {rules.ACT, rules.BLACKEN, rules.STACK} <= phases


def test_the_order_of_actions_does_not_matter() -> None:
    game = abaculus.load_game("108", players=2)
    for step, state in enumerate(walk(game, 5, lively_policy)):
        if state.players_to_act() and step % 7 == 0:
            seat = state.current_player()
            actions = np.array(state.legal_actions(seat), np.int32)
            values, again = np.empty(len(actions)), np.empty(len(actions))
            game.kernels.evaluate_actions(state.record, seat, actions, values, game.new_records(1))
            order = np.random.default_rng(step).permutation(len(actions))
            game.kernels.evaluate_actions(state.record, seat, actions[order], again, game.new_records(1))
            assert again == pytest.approx(values[order], abs=1e-6)
