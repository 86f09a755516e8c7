"""OpenSpiel loads the games by name, and its own algorithms run on them, and on the games' states, unchanged."""

from typing import Any

import numpy as np
import pytest

import abaculus
from abaculus import Game, OptionError

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has wheels for some platforms only")

from abaculus.envs import open_spiel  # noqa: E402


def both(name: str, **parameters: Any) -> list[Any]:
    """The game as OpenSpiel loads it, and as abaculus does."""
    return [pyspiel.load_game(f"abaculus_{name}", parameters), abaculus.load_game(name, **parameters)]


def deal(state: Any) -> Any:
    """The state after the first outcomes of chance, until a seat is to act."""
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("108", {"max_rounds": 4}),
        ("3x8", {"max_turns": 4}),
        ("nmbr9", {"players": 2, "cards": 3}),
        ("sumoku", {}),
        ("toushi", {}),
    ],
)
def test_its_simulation_finds_no_fault(name: str, parameters: dict[str, Any]) -> None:
    game = pyspiel.load_game(f"abaculus_{name}", parameters)
    assert game.get_type().short_name == f"abaculus_{name}"
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_a_game_has_the_parameters_that_were_given() -> None:
    game = pyspiel.load_game("abaculus_nmbr9(players=3,draft=known,cards=-1)")
    assert game.game == abaculus.load_game("nmbr9", 3, draft="known")
    deck = "[" + ",".join(['{"a": {"base": 3, "blocks": [4, 5]}, "b": {"base": 8, "blocks": [7, 8]}}'] * 10) + "]"
    game = pyspiel.load_game("abaculus_3x8", {"blockers": deck})
    assert len(game.game.options["blockers"]) == 10
    with pytest.raises(OptionError, match="The parameter 'blockers' is a text of JSON"):
        pyspiel.load_game("abaculus_3x8", {"blockers": "x"})
    with pytest.raises(abaculus.OptionError, match="option 'draft' cannot be 'open'"):
        pyspiel.load_game("abaculus_nmbr9", {"draft": "open"})


def test_a_seat_is_shown_what_it_sees() -> None:
    state = deal(pyspiel.load_game("abaculus_3x8").new_initial_state())
    for seat in range(2):
        assert state.information_state_string(seat) == state.state.information_state_string(seat)
        assert state.observation_tensor(seat) == state.state.observation_tensor(seat)
    other = state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0.0, 1.0))
    assert other.information_state_string(0) == state.information_state_string(0)
    assert other.information_state_string(1) != state.information_state_string(1)


def test_a_clone_is_independent() -> None:
    state = deal(pyspiel.load_game("abaculus_nmbr9").new_initial_state())
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert len(state.history()) == len(clone.history()) - 1
    assert state.state != clone.state


def test_its_search_with_hidden_information_plays_3x8() -> None:
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    for game in both("3x8", max_turns=3):
        random_state = np.random.RandomState(1)
        evaluator = RandomRolloutEvaluator(random_state=random_state)
        bot = ISMCTSBot(game=game, evaluator=evaluator, uct_c=1.4, max_simulations=4, random_state=random_state)
        state = deal(game.new_initial_state())
        assert bot.step(state) in state.legal_actions()


def test_its_counterfactual_regret_minimization_solves_a_small_game() -> None:
    from open_spiel.python.algorithms.cfr import CFRSolver
    from open_spiel.python.algorithms.exploitability import nash_conv

    for game in both("nmbr9", players=2, max_number=1, copies=1, cards=1):
        solver = CFRSolver(game)
        solver.evaluate_and_update_policy()
        policy = solver.average_policy()
        # Of either card the first seat sees an empty display; the second one sees where the first one has placed it.
        assert len(policy.state_lookup) == (1 + 2) + (1 + 4)
        assert nash_conv(game, policy) == 0


def test_its_sampled_regret_minimization_plays_3x8() -> None:
    from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver

    for game in both("3x8", max_turns=2):
        np.random.seed(1)
        solver = OutcomeSamplingSolver(game)
        solver.iteration()
        state = deal(game.new_initial_state())
        assert sum(solver.average_policy().action_probabilities(state).values()) == pytest.approx(1)


def test_games_from_outside_are_registered_when_asked(connect_four: type[Game]) -> None:
    open_spiel.register_all()
    game = pyspiel.load_game("abaculus_connect_four")
    assert game.new_initial_state().legal_actions() == list(range(7))


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
