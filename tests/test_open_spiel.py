"""OpenSpiel's own Python algorithms run on the games' states unchanged."""

import numpy as np
import pytest

import abaculus
from abaculus import Game

pytest.importorskip("pyspiel", reason="OpenSpiel has wheels for some platforms only")


def test_its_tree_search_wins_in_one(connect_four: type[Game]) -> None:
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

    game = abaculus.load_game("connect_four")
    state = game.new_initial_state()
    for text in "ababab":
        state.apply_action(state.string_to_action(text))
    random_state = np.random.RandomState(1)
    bot = MCTSBot(game, 1.4, 200, RandomRolloutEvaluator(random_state=random_state), random_state=random_state)
    assert state.action_to_string(bot.step(state)) == "a"


@pytest.mark.parametrize(("name", "players"), [("nmbr9", 2), ("toushi", 1)])
def test_its_tree_search_plays_games_of_chance(name: str, players: int) -> None:
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

    parameters = {"cards": 3} if name == "nmbr9" else {"lists": "single"}
    game = abaculus.load_game(name, players, **parameters)
    random_state = np.random.RandomState(1)
    evaluator = RandomRolloutEvaluator(random_state=random_state, max_length=30)
    bots = [MCTSBot(game, 1.4, 3, evaluator, random_state=random_state) for _ in range(players)]
    state = game.new_initial_state()
    luck = abaculus.Luck(1)
    while not state.is_terminal():
        state.apply_action(luck.draw(state) if state.is_chance_node() else bots[state.current_player()].step(state))
    assert len(state.returns()) == players


def test_its_expectiminimax_values_a_small_game() -> None:
    from open_spiel.python.algorithms.minimax import expectiminimax

    # A 1 counts at level 1 at the soonest, on two tiles: with two cards nothing is worth anything.
    game = abaculus.load_game("nmbr9", 2, max_number=1, copies=1, cards=1)
    value, _ = expectiminimax(game.new_initial_state(), 5, lambda _: 0.0, 0)
    assert value == 0.5


def test_it_lists_all_states_of_a_small_game() -> None:
    from open_spiel.python.algorithms.get_all_states import get_all_states

    states = get_all_states(abaculus.load_game("nmbr9", max_number=1, copies=1, cards=1), include_chance_states=True)
    # The start, either card, and either number in its orientations: two of a 0, four of a 1.
    assert len(states) == 1 + 2 + 2 + 4
