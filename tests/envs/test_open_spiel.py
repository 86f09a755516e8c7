"""OpenSpiel loads the games by name, and its own algorithms run on them, and on the games' states, unchanged."""

import copy
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import abaculus
from abaculus import Game, OptionError

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has wheels for some platforms only")

from open_spiel.python.observation import make_observation  # noqa: E402

from abaculus.envs import open_spiel  # noqa: E402

PrivateInfo = pyspiel.PrivateInfoType


def both(name: str, **parameters: Any) -> list[Any]:
    """The game as OpenSpiel loads it, and as abaculus does."""
    return [pyspiel.load_game(f"abaculus_{name}", parameters), abaculus.load_game(name, **parameters)]


def deal(state: Any) -> Any:
    """The state after the first outcomes of chance, until a seat is to act."""
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


SHORT: dict[str, dict[str, Any]] = {
    "108": {"max_rounds": 4},
    "3x8": {"max_turns": 4},
    "connect_four": {},
    "nmbr9": {"players": 2, "cards": 3},
    "sumoku": {},
    "toushi": {},
}
KINDS = [
    pyspiel.IIGObservationType(public, recall, private)
    for public in (False, True)
    for recall in (False, True)
    for private in (PrivateInfo.NONE, PrivateInfo.SINGLE_PLAYER, PrivateInfo.ALL_PLAYERS)
]
BLOCKERS = [{"a": {"base": 3, "blocks": [4, 5]}, "b": {"base": 8, "blocks": [7, 8]}}] * 10


@pytest.fixture(autouse=True)
def _outside(connect_four: type[Game]) -> None:
    open_spiel.register_all()


def short(name: str) -> Any:
    """A short game, as OpenSpiel loads it."""
    return pyspiel.load_game(f"abaculus_{name}", SHORT[name])


def nodes(name: str, seed: int, every: int = 1) -> Iterator[Any]:
    """States of a random game, as OpenSpiel has them."""
    state, luck = short(name).new_initial_state(), abaculus.Luck(seed)
    while not state.is_terminal():
        if state.move_number() % every == 0:
            yield state
        state.apply_action(luck.draw(state.state) if state.is_chance_node() else luck.choice(state.legal_actions()))
    yield state


@pytest.mark.parametrize("name", SHORT)
def test_its_simulation_finds_no_fault(name: str) -> None:
    game = short(name)
    assert game.get_type().short_name == f"abaculus_{name}"
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["3x8", "connect_four", "nmbr9"])
def test_its_simulation_finds_no_fault_in_observers(name: str) -> None:
    game = short(name)
    for kind in KINDS:
        if name == "3x8" and kind.perfect_recall and not kind.public_info and kind.private_info != PrivateInfo.NONE:
            continue
        observer = game.make_observer(kind, {})
        pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False, mask_test=False, observer=observer)


@pytest.mark.parametrize("name", SHORT)
@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_copies_and_pickles_are_independent(name: str, duplicate: Callable[[Any], Any]) -> None:
    game = short(name)
    assert str(duplicate(game)) == str(game)
    assert duplicate(game).game == game.game
    for state in nodes(name, seed=1, every=7):
        other = duplicate(state)
        assert str(other) == str(state)
        assert other.history() == state.history()
        assert other.state.history() == state.state.history()
        assert str(other.get_game()) == str(game)
        if not state.is_terminal():
            before = str(state)
            other.apply_action(other.legal_actions()[0])
            assert str(state) == before
            assert len(other.history()) == len(state.history()) + 1


def test_another_process_reads_a_pickle_of_a_game_from_outside() -> None:
    *_, state = (one for _, one in zip(range(4), nodes("connect_four", seed=1), strict=False))
    script = (
        "import pickle, sys\n"
        "game, state = pickle.load(sys.stdin.buffer)\n"
        "print(game, state.get_game(), state.history(), state, sep='\\n')"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=pickle.dumps((state.get_game(), state)),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.decode().splitlines() == [*[str(state.get_game())] * 2, str(state.history()), str(state)]


def options() -> Iterator[tuple[str, str, Any]]:
    """Every option of every game with values that it may have."""
    for name, game in abaculus.game_types().items():
        for spec in game.option_specs:
            values = {
                "choice": spec.choices,
                "boolean": (False, True),
                "integer": sorted({spec.minimum, spec.maximum, spec.default} - {None}),
                "data": (spec.default, BLOCKERS),
            }[spec.kind]
            yield from ((name, spec.name, value) for value in values)


@pytest.mark.parametrize(("name", "option", "value"), list(options()))
def test_every_option_can_be_set(name: str, option: str, value: Any) -> None:
    parameter = -1 if value in ("roll", "draw") else value if value != BLOCKERS else json.dumps(value)
    players = abaculus.game_types()[name].max_players
    game = pyspiel.load_game(f"abaculus_{name}", {"players": players, option: parameter})
    assert game.game.options[option] == value
    for again in (pyspiel.load_game(str(game)), pickle.loads(pickle.dumps(game))):
        assert again.game == game.game
        assert str(again) == str(game)
    state = game.new_initial_state()
    assert str(pickle.loads(pickle.dumps(state))) == str(state)
    if value != BLOCKERS:  # a text may have no comma there
        assert pyspiel.load_game(f"abaculus_{name}(players={players},{option}={parameter})").game == game.game


def test_a_game_has_the_parameters_that_were_given() -> None:
    game = pyspiel.load_game("abaculus_nmbr9(players=3,draft=known,cards=-1)")
    assert game.game == abaculus.load_game("nmbr9", 3, draft="known")
    assert pyspiel.load_game("abaculus_sumoku").get_parameters() == {"key": -1, "players": 2}
    assert pyspiel.load_game("abaculus_108").get_parameters()["first"] == -1
    with pytest.raises(OptionError, match="The parameter 'blockers' is a text of JSON"):
        pyspiel.load_game("abaculus_3x8", {"blockers": "x"})
    with pytest.raises(OptionError, match="option 'draft' cannot be 'open'"):
        pyspiel.load_game("abaculus_nmbr9", {"draft": "open"})
    with pytest.raises(OptionError, match="option 'key' cannot be 7; it is one of 'roll', 3, 4, 5"):
        pyspiel.load_game("abaculus_sumoku", {"key": 7})


@pytest.mark.parametrize("data", [[1, 2], ["a;b", "(c)", "d=e,f", '"'], {"x": [{"y": None}]}, []])
def test_data_goes_through_a_game_string(data: Any) -> None:
    text = open_spiel._data_to_text(data)
    assert not set(text) & set(",()=")
    assert open_spiel._text_to_data("data", text) == data
    assert open_spiel._text_to_data("data", json.dumps(data)) == data


def test_public_observations_are_the_same_for_all_and_show_no_hand() -> None:
    game = short("3x8")
    public = [make_observation(game, kind) for kind in KINDS if kind.private_info == PrivateInfo.NONE]
    assert [observation.tensor is not None for observation in public] == [False, False, True, False]
    for state in nodes("3x8", seed=1):
        if state.is_terminal() or state.is_chance_node():
            continue
        for seat in range(2):
            other = state.resample_from_infostate(seat, pyspiel.UniformProbabilitySampler(0.0, 1.0))
            for observation in public:
                text = observation.string_from(state, seat)
                assert text == observation.string_from(other, seat) == observation.string_from(state, 1 - seat)
                if observation.tensor is not None:
                    observation.set_from(state, seat)
                    before = observation.tensor.copy()
                    observation.set_from(other, seat)
                    assert np.array_equal(before, observation.tensor)
                    assert not np.array_equal(before, state.observation_tensor(seat))


def test_observations_show_what_their_kind_says() -> None:
    game = short("3x8")
    state = deal(game.new_initial_state())
    hands = state.state.to_dict()["hands"]

    def text(public: bool, recall: bool, private: Any) -> str:
        kind = pyspiel.IIGObservationType(public, recall, private)
        return str(make_observation(game, kind).string_from(state, 1))

    assert text(True, False, PrivateInfo.SINGLE_PLAYER) == state.observation_string(1)
    assert text(True, True, PrivateInfo.SINGLE_PLAYER) == state.information_state_string(1)
    assert json.loads(text(True, False, PrivateInfo.NONE)) == state.state.view()
    assert text(True, True, PrivateInfo.NONE).endswith("; *?" * 8)
    assert json.loads(text(True, False, PrivateInfo.ALL_PLAYERS)) == state.state.to_dict()
    assert json.loads(text(True, True, PrivateInfo.ALL_PLAYERS))["events"] == [[-1, one] for one in state.history()]
    assert json.loads(text(False, False, PrivateInfo.SINGLE_PLAYER)) == {"hands": {"1": hands[1]}}
    assert json.loads(text(False, False, PrivateInfo.ALL_PLAYERS))["hands"] == {"0": hands[0], "1": hands[1]}
    assert text(False, False, PrivateInfo.NONE) == text(False, True, PrivateInfo.NONE) == ""
    for private in (PrivateInfo.SINGLE_PLAYER, PrivateInfo.ALL_PLAYERS):
        with pytest.raises(ValueError, match="There is no private observation with perfect recall: ask for one with"):
            text(False, True, private)
    with pytest.raises(ValueError, match="There are no parameters of observations, but here are"):
        make_observation(game, params={"single_tensor": True})


def test_where_nothing_is_hidden_nothing_is_private() -> None:
    state = deal(short("nmbr9").new_initial_state())
    for kind in KINDS:
        observation = make_observation(state.get_game(), kind)
        observation.set_from(state, 1)
        assert (observation.tensor is not None) == (kind.public_info and not kind.perfect_recall)
        assert bool(observation.string_from(state, 1)) == kind.public_info
        if observation.tensor is not None:
            assert observation.tensor.tolist() == state.observation_tensor(1)


@pytest.mark.parametrize("name", SHORT)
def test_equal_information_states_are_one_to_the_seat(name: str) -> None:
    seen: dict[str, tuple[list[int], str]] = {}
    for seed in range(3):
        for state in nodes(name, seed, every=3):
            if state.is_chance_node() or state.is_terminal():
                continue
            seat = state.current_player()
            known = (state.legal_actions(), state.observation_string(seat))
            assert seen.setdefault(state.information_state_string(seat), known) == known
            other = state.resample_from_infostate(seat, pyspiel.UniformProbabilitySampler(0.0, 1.0))
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert (other.legal_actions(), other.observation_string(seat)) == known
            assert other.current_player() == seat
            action = state.legal_actions()[0]
            assert other.child(action).information_state_string(seat) == state.child(action).information_state_string(
                seat
            )


def test_the_order_of_a_seats_own_actions_is_known_to_it() -> None:
    start = deal(short("3x8").new_initial_state())
    start.apply_action(start.legal_actions()[0])
    texts = []
    for order in (("end", "drop 1"), ("drop 1", "end")):
        state = start.clone()
        for text in order:
            state.apply_action(state.string_to_action(text))
        texts.append(state.information_state_string(0))
    assert texts[0] != texts[1]


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


def test_games_from_outside_are_registered_when_asked() -> None:
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
