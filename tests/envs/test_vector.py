"""The vector environment: the same games as one by one, gymnasium's manners, and nothing that depends on threads."""

import copy
import multiprocessing
import os
import pickle
import subprocess
import sys
from collections.abc import Callable

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

import abaculus
from abaculus import Game, IllegalAction, Luck, State
from abaculus.envs import VectorEnv
from abaculus.envs.stepping import NEXT_GAME
from abaculus.envs.vector import default_threads
from abaculus.kernel.thread_pool import available_cores

MODES = list(AutoresetMode)


@pytest.fixture(scope="module")
def four(connect_four: type[Game]) -> Game:
    return connect_four()


def settled(state: State, luck: Luck) -> State:
    """The state once chance has acted."""
    while state.is_chance_node():
        state.apply_action(luck.draw(state))
    return state


def run(envs: VectorEnv, steps: int, seed: int = 5) -> list[np.ndarray]:
    """What random play shows, copied."""
    generator = np.random.default_rng(seed)
    envs.reset(seed=seed)
    shown = []
    for _ in range(steps):
        observations, reward, ended, _, info = envs.step(envs.sample_actions(generator))
        shown += [np.copy(array) for array in (observations, reward, ended, info["action_mask"], info["rewards"])]
    return shown


@pytest.mark.parametrize("name", ["108", "3x8", "connect_four", "nmbr9", "sumoku", "toushi"])
def test_each_game_is_played_as_alone(name: str, connect_four: type[Game]) -> None:
    options = {"nmbr9": {"players": 2, "cards": 4}, "108": {"players": 2}}.get(name, {})
    game = abaculus.load_game(name, **options)
    envs = VectorEnv(game, 3, threads=1)
    generator = np.random.default_rng(2)
    observations, info = envs.reset(seed=11)
    lucks = [Luck(11 + i) for i in range(3)]
    states = [settled(game.new_initial_state(), luck) for luck in lucks]
    before = [[0.0] * game.num_players()] * 3
    ends = 0
    for _ in range(60):
        for i, state in enumerate(states):
            seat = state.current_player()
            assert info["current_player"][i] == seat
            assert np.flatnonzero(info["action_mask"][i]).tolist() == state.legal_actions()
            assert envs.legal_actions(i).tolist() == state.legal_actions()
            assert np.array_equal(observations[i], state.observation(seat))
            assert envs.state(i) == state
        actions = envs.sample_actions(generator)
        seats = [state.current_player() for state in states]
        observations, reward, ended, truncated, info = envs.step(actions)
        for i, state in enumerate(states):
            state.apply_action(int(actions[i]))
            settled(state, lucks[i])
            assert ended[i] == state.is_terminal()
            assert info["last_player"][i] == seats[i]
            assert (before[i] + info["rewards"][i]).tolist() == state.rewarded()
            assert reward[i] == info["rewards"][i][seats[i]]
            before[i] = [0.0] * game.num_players() if state.is_terminal() else state.rewarded()
            if state.is_terminal():
                assert info["_final_obs"][i]
                assert np.array_equal(info["final_obs"][i], state.observation(seats[i]))
                lucks[i] = Luck(lucks[i].seed).fork(NEXT_GAME)
                states[i] = settled(game.new_initial_state(), lucks[i])
                ends += 1
        assert not truncated.any()
    assert [luck.seed for luck in lucks] == envs.seeds.tolist()
    assert ends > 0 or name in ("108", "3x8", "sumoku", "toushi")


@pytest.mark.parametrize("mode", MODES)
def test_nothing_depends_on_the_number_of_threads(mode: AutoresetMode, four: Game) -> None:
    runs = []
    for threads in (1, 2, 5):
        envs = VectorEnv(four, 7, autoreset_mode=mode, threads=threads)
        runs.append(run(envs, 6 if mode == AutoresetMode.DISABLED else 60))
    for other in runs[1:]:
        assert all(np.array_equal(one, two) for one, two in zip(runs[0], other, strict=True))


def test_another_thread_is_woken_for_work_enough() -> None:
    assert [default_threads(numbers) for numbers in (84, 10**9)] == [1, available_cores()]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_it_goes_on_in_a_forked_process(four: Game) -> None:
    envs = VectorEnv(four, 8, threads=2)
    expected = run(envs, 5)
    with multiprocessing.get_context("fork").Pool(1) as pool:
        found = pool.apply_async(run, (envs, 5)).get(timeout=60)
    assert all(np.array_equal(one, two) for one, two in zip(expected, found, strict=True))


def test_a_seed_gives_the_same_games_and_another_seed_others() -> None:
    envs = VectorEnv(abaculus.load_game("toushi"), 4)
    first, again, other = run(envs, 20), run(envs, 20), run(envs, 20, seed=6)
    assert all(np.array_equal(one, two) for one, two in zip(first, again, strict=True))
    assert not all(np.array_equal(one, two) for one, two in zip(first, other, strict=True))


def test_seeds_are_given_one_by_one_or_counted_up_and_reset_alone_goes_on() -> None:
    envs = VectorEnv(abaculus.load_game("toushi"), 3)
    envs.reset(seed=[3, 2**64 - 1, 7])
    assert envs.seeds.tolist() == [3, 2**64 - 1, 7]
    envs.reset()
    assert envs.seeds.tolist() == [Luck(seed).fork(NEXT_GAME).seed for seed in (3, 2**64 - 1, 7)]
    envs.reset(seed=2**64 - 2)
    assert envs.seeds.tolist() == [2**64 - 2, 2**64 - 1, 0]
    for seed, words in (([1, 2], "2 seeds for 3 games"), (-1, "from 0 to 2"), ("1", "not '1'")):
        with pytest.raises(ValueError, match=words):
            envs.reset(seed=seed)


def play_first_column_pair(envs: VectorEnv) -> tuple:
    """Seat 0 wins by four in column a, seat 1 plays b: the step that ends the game."""
    for column in (0, 1, 0, 1, 0, 1):
        _, _, ended, _, _ = envs.step([column])
        assert not ended[0]
    return envs.step([0])


def test_a_game_that_ends_gives_way_at_once(four: Game) -> None:
    envs = VectorEnv(four, 1)
    start, info = envs.reset(seed=1)
    assert not start.any()
    observations, reward, ended, _, info = play_first_column_pair(envs)
    assert ended.tolist() == [True]
    assert reward.tolist() == [1.0]
    assert info["rewards"].tolist() == [[1.0, 0.0]]
    assert info["last_player"].tolist() == [0]
    assert info["current_player"].tolist() == [0]
    assert info["action_mask"].all()
    assert not observations.any()
    # As the winner sees it: four in its column, three in the other's.
    assert info["final_obs"][0, 0].sum(axis=0).tolist() == [4, 0, 0, 0, 0, 0, 0]
    assert info["final_obs"][0, 1].sum(axis=0).tolist() == [0, 3, 0, 0, 0, 0, 0]
    assert info["_final_obs"].tolist() == [True]
    assert info["final_info"]["rewards"].tolist() == [[1.0, 0.0]]
    _, _, ended, _, info = envs.step([3])
    assert not ended[0]
    assert "final_obs" not in info


def test_a_game_that_ends_gives_way_in_the_next_step(four: Game) -> None:
    envs = VectorEnv(four, 1, autoreset_mode="NextStep")
    assert envs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    envs.reset(seed=1)
    observations, reward, ended, _, info = play_first_column_pair(envs)
    assert (ended[0], reward[0]) == (True, 1.0)
    assert info["current_player"][0] == -4
    assert not info["action_mask"].any()
    assert observations[0, 0].sum() == 4
    assert envs.state(0).is_terminal()
    observations, reward, ended, _, info = envs.step([-1])  # counts for nothing
    assert (ended[0], reward[0], info["last_player"][0], info["current_player"][0]) == (False, 0.0, -1, 0)
    assert not observations.any()
    assert info["rewards"].tolist() == [[0.0, 0.0]]


def test_a_game_that_ends_waits_for_reset(four: Game) -> None:
    envs = VectorEnv(four, 2, autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=1)
    for columns in ((0, 0), (1, 0), (0, 0), (1, 0), (0, 0), (1, 0), (0, 1)):
        _, _, ended, _, info = envs.step(columns)
    assert ended.tolist() == [True, False]
    assert info["current_player"].tolist() == [-4, 1]
    with pytest.raises(IllegalAction, match=r"Game 0 is over; begin a new one by reset"):
        envs.step([0, 0])
    with pytest.raises(ValueError, match=r"array of bool of the shape \(2,\)"):
        envs.reset(options={"reset_mask": [True, False]})
    observations, info = envs.reset(options={"reset_mask": np.array([True, False])})
    assert info["current_player"].tolist() == [0, 1]
    assert observations.any(axis=(1, 2, 3)).tolist() == [False, True]
    envs.step([0, 2])


@pytest.mark.parametrize(
    ("action", "words"),
    [(6, "FULL: Game 1, action 6: Column g is full"), (7, "There is no"), (-1, "There is no"), (2**40, "There is no")],
)
def test_a_strict_environment_refuses_an_illegal_action_before_anything_happens(
    action: int, words: str, four: Game
) -> None:
    envs = VectorEnv(four, 3, strict=True)
    envs.reset(seed=1)
    for _ in range(6):
        envs.step([6, 6, 6])
    before = [bytes(envs.state(i)) for i in range(3)]
    with pytest.raises(IllegalAction, match=words):
        envs.step([0, action, 2])
    assert [bytes(envs.state(i)) for i in range(3)] == before


@pytest.mark.parametrize("actions", [[0, 1], [0.0, 1.0, 2.0], 0, [[0, 1, 2]], ["a", "b", "c"], [True, False, True]])
def test_what_are_no_actions(actions: object, four: Game) -> None:
    envs = VectorEnv(four, 3)
    envs.reset(seed=1)
    with pytest.raises(ValueError, match="Actions are 3 whole numbers"):
        envs.step(actions)


def test_what_cannot_be_asked_for(four: Game) -> None:
    with pytest.raises(ValueError, match="whole numbers from 1"):
        VectorEnv(four, 0)
    with pytest.raises(ValueError, match="whole numbers from 1"):
        VectorEnv(four, 1, threads=0)
    with pytest.raises(ValueError, match="Never"):
        VectorEnv(four, 1, autoreset_mode="Never")
    with pytest.raises(gymnasium.error.ResetNeeded):
        VectorEnv(four, 1).step([0])
    with pytest.raises(ValueError, match="The first reset begins all games"):
        VectorEnv(four, 2).reset(options={"reset_mask": np.array([True, False])})


@pytest.mark.parametrize("action", [6, 7, -1, 2**40])
@pytest.mark.parametrize("mode", MODES)
def test_an_illegal_action_forfeits_its_game_alone(mode: AutoresetMode, action: int, four: Game) -> None:
    envs = VectorEnv(four, 3, autoreset_mode=mode)
    envs.reset(seed=1)
    for _ in range(6):
        *_, info = envs.step([6, 6, 6])
        assert not info["illegal"].any()
    envs.step([0, 0, 0])
    seen, reward, ended, _, info = envs.step([1, action, 2])
    assert ended.tolist() == info["illegal"].tolist() == [False, True, False]
    assert info["last_player"].tolist() == [1, 1, 1]
    assert reward.tolist() == [0.0, 0.0, 0.0]
    assert info["rewards"].tolist() == [[0.0, 0.0], [1.0, 0.0], [0.0, 0.0]]
    if mode == AutoresetMode.SAME_STEP:
        assert info["current_player"].tolist() == [0, 0, 0]
        assert info["final_info"]["illegal"].tolist() == [False, True, False]
        seen = info["final_obs"]
    else:
        assert info["current_player"].tolist() == [0, -4, 0]
        assert not info["action_mask"][1].any()
    assert seen[1, 0].sum() == 3  # what the seat saw that forfeited: its discs
    assert seen[1, 1].sum() == 4
    if mode == AutoresetMode.DISABLED:
        envs.reset(options={"reset_mask": ended})
    *_, info = envs.step([0, 0, 0])
    assert not info["illegal"].any()


def test_in_solo_games_a_forfeit_takes_back_the_score() -> None:
    envs = VectorEnv("toushi", 1)
    _, info = envs.reset(seed=1)
    illegal, total = int(np.argmin(info["action_mask"][0])), 0.0
    for _ in range(3):
        total += envs.step(envs.sample_actions(np.random.default_rng(1)))[1][0]
        illegal = int(np.flatnonzero(envs._rows.masks[0] == 0)[0])
    _, reward, ended, _, _ = envs.step([illegal])
    assert ended[0]
    assert total + reward[0] == envs.game.min_utility()


def test_with_several_seats_the_others_share_what_a_forfeit_leaves() -> None:
    envs = VectorEnv("3x8", 1, players=3)
    _, info = envs.reset(seed=1)
    *_, info = envs.step([int(np.argmin(info["action_mask"][0]))])
    assert info["rewards"].tolist() == [[0.0, 0.5, 0.5]]


@pytest.mark.parametrize("mode", MODES)
def test_the_action_space_draws_legal_actions(mode: AutoresetMode) -> None:
    envs = VectorEnv("nmbr9", 3, cards=2, players=2, strict=True, autoreset_mode=mode)
    assert envs.action_space.sample() in envs.action_space  # any action, before there is a game
    envs.reset(seed=1)
    envs.action_space.seed(1)
    for _ in range(4):
        *_, ended, _, info = envs.step(envs.action_space.sample())
    assert ended.all()
    if mode != AutoresetMode.SAME_STEP:
        # A game that is over has a mask of zeros, of which gymnasium's spaces make a 0; it counts for nothing.
        assert not info["action_mask"].any()
        for actions in (
            envs.action_space.sample(),
            envs.action_space.sample(mask=info["action_mask"]),
            batch_space(envs.single_action_space, 3).sample(mask=tuple(info["action_mask"])),
            [envs.single_action_space.sample(mask=row) for row in info["action_mask"]],
        ):
            assert np.array_equal(actions, [0, 0, 0])
    if mode == AutoresetMode.NEXT_STEP:
        *_, info = envs.step(envs.action_space.sample(mask=info["action_mask"]))
        assert info["current_player"].tolist() == [0, 0, 0]


def test_a_copy_of_the_action_space_leaves_the_games_behind(four: Game) -> None:
    envs = VectorEnv(four, 2)
    space = copy.deepcopy(envs.action_space)
    assert space == envs.action_space == batch_space(envs.single_action_space, 2)
    assert space.draw is None
    assert space.sample() in space


@pytest.mark.parametrize("name", ["connect_four", "nmbr9", "toushi"])
@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])
def test_a_copy_goes_on_by_itself(name: str, duplicate: Callable[[VectorEnv], VectorEnv], four: Game) -> None:
    envs = VectorEnv(name, 3)
    run(envs, 12)
    other = duplicate(envs)

    def go_on(envs: VectorEnv) -> list[np.ndarray]:
        envs.action_space.seed(3)
        steps = (envs.step(envs.action_space.sample()) for _ in range(12))
        return [np.copy(array) for step in steps for array in (*step[:3], step[4]["action_mask"])]

    before = [bytes(envs.state(i)) for i in range(3)]
    expected = go_on(other)
    assert [bytes(envs.state(i)) for i in range(3)] == before
    assert all(np.array_equal(one, two) for one, two in zip(go_on(envs), expected, strict=True))


def test_a_mask_in_observations_is_that_of_info(four: Game) -> None:
    envs = VectorEnv(four, 2, mask_in_observation=True)
    observations, info = envs.reset(seed=1)
    over = False
    while not over:
        assert observations in envs.observation_space
        assert np.array_equal(observations["action_mask"], info["action_mask"])
        assert np.array_equal(observations["observation"][0], envs.state(0).observation())
        observations, _, ended, _, info = envs.step(envs.action_space.sample(mask=observations["action_mask"]))
        over = ended.any()
    assert info["final_obs"]["observation"][np.argmax(ended)].any()
    assert not info["final_obs"]["action_mask"].any()


def test_games_are_rendered_as_who_is_to_move_sees_them(four: Game) -> None:
    envs = VectorEnv(four, 2, render_mode="ansi")
    envs.reset(seed=1)
    envs.step([0, 1])
    frames = envs.render()
    assert len(frames) == 2
    assert frames[0] != frames[1]
    envs = VectorEnv(four, 2, render_mode="rgb_array")
    envs.reset(seed=1)
    assert [frame.shape for frame in envs.render()] == [(720, 960, 3)] * 2
    assert VectorEnv(four, 2).render() is None
    with pytest.raises(ValueError, match="render_mode of many games is one of 'ansi', 'rgb_array', or None, not 'hu"):
        VectorEnv(four, 2, render_mode="human")


def test_arrays_are_overwritten_unless_copied(four: Game) -> None:
    envs = VectorEnv(four, 2)
    observations, _ = envs.reset(seed=1)
    shown, *_ = envs.step([0, 1])
    assert np.shares_memory(shown, observations)
    assert observations.any()
    envs = VectorEnv(four, 2, copy=True)
    observations, _ = envs.reset(seed=1)
    envs.step([0, 1])
    assert not observations.any()


@pytest.mark.parametrize("copied", [False, True])
def test_arrays_go_into_other_libraries_without_a_copy(copied: bool, four: Game) -> None:
    envs = VectorEnv(four, 2, copy=copied)
    for observations, *others, info in (envs.reset(seed=1), envs.step([0, 1])):
        for array in (observations, *others, *info.values()):
            assert array.flags.writeable  # of read-only ones torch.from_numpy warns, and DLPack gives none away
            assert np.shares_memory(np.from_dlpack(array), array)


def test_who_writes_into_a_mask_makes_nothing_legal(four: Game) -> None:
    envs = VectorEnv(four, 2)
    _, info = envs.reset(seed=1)
    for _ in range(6):
        *_, info = envs.step([6, 0])
        info["action_mask"][:] = 1
        info["current_player"][:] = 5
    *_, info = envs.step([6, 1])
    assert info["illegal"].tolist() == [True, False]


def test_where_several_seats_may_act_the_lowest_does() -> None:
    envs = VectorEnv(abaculus.load_game("nmbr9", players=2, cards=4), 1)
    _, info = envs.reset(seed=1)
    turns = []
    for _ in range(4):
        turns.append(info["current_player"].tolist())
        *_, info = envs.step(envs.sample_actions(np.random.default_rng(1)))
    assert turns == [[0], [1], [0], [1]]


def test_gymnasium_knows_its_way_about(four: Game) -> None:
    envs = VectorEnv(four, 4, copy=True)
    recorded = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    observations, info = recorded.reset(seed=1)
    assert observations in recorded.observation_space
    recorded.action_space.seed(1)
    lengths: list[int] = []
    while not lengths:
        actions = recorded.action_space.sample(mask=tuple(info["action_mask"]))
        assert actions in recorded.action_space
        _, _, ended, _, info = recorded.step(actions)
        if ended.any():
            lengths = info["episode"]["l"][ended].tolist()
    assert all(7 <= length <= 42 for length in lengths)
    recorded.close()


def test_gymnasium_makes_solo_games_many_at_once() -> None:
    envs = gymnasium.make_vec("abaculus/nmbr9-v0", num_envs=2, cards=2)
    assert isinstance(envs, VectorEnv)
    envs.reset(seed=1)
    total = 0.0
    for _ in range(2):
        _, reward, ended, _, _ = envs.step(envs.sample_actions(np.random.default_rng(1)))
        total += reward.sum()
    assert ended.all()
    assert total == 0  # two tiles are too few for a second level


def test_gymnasium_makes_them_with_the_arguments_of_one() -> None:
    envs = gymnasium.make_vec(
        "abaculus/toushi-v0",
        num_envs=2,
        seat="random",
        strict=True,
        mask_in_observation=True,
        render_mode="ansi",
        lists="single",
    )
    assert isinstance(envs, VectorEnv)
    observations, _ = envs.reset(seed=1)
    assert observations["action_mask"].shape == (2, 4383)
    assert len(envs.render()) == 2
    with pytest.raises(IllegalAction):
        envs.step(observations["action_mask"].argmin(axis=1))
    for argument, words in ({"seat": 1}, "which is seat 0"), ({"opponents": "greedy"}, "without opponents: leave them"):
        with pytest.raises(abaculus.OptionError, match=words):
            gymnasium.make_vec("abaculus/toushi-v0", num_envs=2, **argument)
    with pytest.raises(ValueError, match='render_mode="human"'):
        gymnasium.make_vec("abaculus/toushi-v0", num_envs=2, render_mode="human")


@pytest.mark.parametrize("mode", MODES)
def test_its_mode_stands_where_gymnasiums_own_have_it(mode: AutoresetMode) -> None:
    envs = VectorEnv("toushi", 1, autoreset_mode=mode)
    assert envs.autoreset_mode is envs.metadata["autoreset_mode"] is mode
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    assert wrapped.metadata["autoreset_mode"] is mode


def test_wrappers_that_write_into_rewards_need_no_copies(four: Game) -> None:
    envs = gymnasium.wrappers.vector.ClipReward(VectorEnv(four, 2), 0.0, 0.5)
    envs.reset(seed=1)
    for column in (0, 1, 0, 1, 0, 1):
        envs.step([column] * 2)
    assert envs.step([0, 0])[1].tolist() == [0.5, 0.5]
    assert envs.step([0, 0])[1].tolist() == [0.0, 0.0]


def test_gymnasium_makes_many_at_once_of_solo_games_alone() -> None:
    with pytest.raises(abaculus.OptionError, match="make_vec plays games of one seat"):
        gymnasium.make_vec("abaculus/nmbr9-v0", num_envs=2, players=2)


def test_before_the_first_reset_there_is_nothing() -> None:
    envs = VectorEnv("toushi", 2)
    for ask in (lambda: envs.sample_actions(np.random.default_rng(1)), lambda: envs.state(0)):
        with pytest.raises(gymnasium.error.ResetNeeded):
            ask()


@pytest.mark.parametrize("argument", [{"num_envs": "4"}, {"num_envs": 4.0}, {"threads": 0}])
def test_numbers_are_whole(argument: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="whole numbers from 1, not"):
        VectorEnv("toushi", **{"num_envs": 2, **argument})


def test_modes_are_named() -> None:
    with pytest.raises(ValueError, match="autoreset_mode is one of 'NextStep', 'SameStep', 'Disabled', not 'same'"):
        VectorEnv("toushi", 2, autoreset_mode="same")


def test_numbers_of_numpy_will_do() -> None:
    envs = VectorEnv("nmbr9", np.int64(2), players=np.int64(2), cards=np.int32(3))
    assert envs.game.get_parameters()["cards"] == 3
    envs.reset(seed=np.int64(5))
    assert envs.seeds.tolist() == [5, 6]


def test_what_the_game_does_not_have_is_refused() -> None:
    for options in ({"draft": "open"}, {"opponents": "greedy"}, {"players": 9}):
        with pytest.raises(abaculus.OptionError):
            VectorEnv("nmbr9", 1, **options)
    with pytest.raises(abaculus.OptionError, match="has its seats and options already"):
        VectorEnv(abaculus.load_game("nmbr9"), 1, players=2)


def test_a_second_process_compiles_nothing(four: Game) -> None:
    envs = VectorEnv(four, 4, threads=2)
    run(envs, 2)
    script = (
        "import connect_four, numpy as np; from abaculus.envs import VectorEnv, stepping\n"
        "envs = VectorEnv(connect_four.ConnectFour(), 4, threads=2)\n"
        "envs.reset(seed=1); envs.step(envs.sample_actions(np.random.default_rng(1)))\n"
        "print(sum(stepping.step.stats.cache_misses.values()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "0"


def test_without_gymnasium_it_says_what_to_install() -> None:
    script = "import sys; sys.modules['gymnasium'] = None; import abaculus.envs; abaculus.envs.VectorEnv"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert 'pip install "abaculus[rl]"' in done.stderr
