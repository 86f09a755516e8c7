"""Games as PettingZoo environments."""

import copy
import pickle
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test

from abaculus import IllegalAction, OptionError
from abaculus.envs import pettingzoo

SHORT: dict[str, dict[str, Any]] = {
    "108": {},
    "3x8": {"max_turns": 4},
    "nmbr9": {"players": 3, "cards": 3},
    "sumoku": {},
    "toushi": {},
}
TAKING_TURNS = ("108", "3x8", "sumoku")


# What the test says of all observations with a mask but those of PettingZoo's own games.
@pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box",
    "ignore:Observation is not a NumPy array",
)
@pytest.mark.parametrize("name", SHORT)
def test_pettingzoo_finds_no_fault(name: str) -> None:
    api_test(pettingzoo.env(name, **SHORT[name]), num_cycles=30)
    api_test(pettingzoo.TableEnv(name, **SHORT[name]), num_cycles=30)


@pytest.mark.parametrize("name", ["3x8", "nmbr9"])
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    seed_test(partial(pettingzoo.env, name, **SHORT[name]), num_cycles=20)


def test_nmbr_9_is_parallel() -> None:
    make = partial(pettingzoo.parallel_env, "nmbr9", players=3, cards=5)
    parallel_api_test(make(), num_cycles=20)
    parallel_seed_test(make, num_cycles=10)


def test_a_game_is_cut_off_after_so_many_cycles() -> None:
    module = SimpleNamespace(
        env=partial(pettingzoo.env, "nmbr9", players=2),
        parallel_env=partial(pettingzoo.parallel_env, "nmbr9", players=2),
    )
    max_cycles_test(module)


@pytest.mark.parametrize("name", ["3x8", "nmbr9"])
def test_every_mode_renders(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(pettingzoo.env, name, **SHORT[name]))
    assert capsys.readouterr().out


@pytest.mark.parametrize("name", TAKING_TURNS)
def test_games_with_turns_are_not_parallel(name: str) -> None:
    with pytest.raises(OptionError, match=f"In {name} seats take turns"):
        pettingzoo.parallel_env(name)


def play(env: pettingzoo.TableEnv, seed: int) -> dict[str, float]:
    """What the rewards of a random game add up to."""
    env.reset(seed=seed)
    totals = dict.fromkeys(env.agents, 0.0)
    rng = np.random.default_rng(seed)
    while not any(env.terminations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(rng.choice(np.flatnonzero(mask)))
        for agent, reward in env.rewards.items():
            totals[agent] += reward
    return totals


@pytest.mark.parametrize("name", ["3x8", "nmbr9", "toushi"])
def test_rewards_add_up_to_returns(name: str) -> None:
    env = pettingzoo.TableEnv(name, **SHORT[name])
    assert list(play(env, 3).values()) == env.game_state.returns()


def test_a_seat_that_is_not_to_act_has_no_legal_action() -> None:
    env = pettingzoo.TableEnv("3x8")
    env.reset(seed=1)
    assert [env.observe(agent)["action_mask"].any() for agent in env.agents] == [True, False]
    env = pettingzoo.TableEnv("nmbr9", players=2)
    env.reset(seed=1)
    assert [env.observe(agent)["action_mask"].any() for agent in env.agents] == [True, True]


def test_an_illegal_action_ends_a_game_or_is_refused() -> None:
    env = pettingzoo.env("nmbr9", players=2)
    env.reset(seed=1)
    env.step(0)
    assert env.rewards == {"seat_0": -1.0, "seat_1": 0}
    assert all(env.terminations.values())
    for table, action in ((pettingzoo.TableEnv("nmbr9"), 0), (pettingzoo.parallel_env("nmbr9"), {"seat_0": 0})):
        table.reset(seed=1)
        with pytest.raises(IllegalAction, match="NMBR9-P7"):
            table.step(action)


@pytest.mark.parametrize("cycles", [0, "a"])
def test_max_cycles_is_a_number(cycles: object) -> None:
    with pytest.raises(OptionError, match="max_cycles is a whole number from 1"):
        pettingzoo.env("nmbr9", max_cycles=cycles)


DUPLICATES: list[Callable[[Any], Any]] = [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]


def test_a_pickle_before_the_first_game_has_the_arguments() -> None:
    env = pickle.loads(pickle.dumps(pettingzoo.TableEnv("nmbr9", players=4, cards=5, max_cycles=2)))
    assert (env.game.get_parameters()["cards"], env.max_cycles, len(env.possible_agents)) == (5, 2, 4)


def go_on(env: Any) -> list[Any]:
    """The first legal actions from here to the end, and what they bring."""
    course = []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        course.append((agent, observation["observation"].tobytes(), reward, terminated, truncated))
        env.step(None if terminated or truncated else int(observation["action_mask"].argmax()))
    return course


@pytest.mark.parametrize("name", SHORT)
@pytest.mark.parametrize(
    ("make", "duplicate"),
    [
        *((pettingzoo.TableEnv, duplicate) for duplicate in (copy.copy, *DUPLICATES)),
        *((pettingzoo.env, duplicate) for duplicate in DUPLICATES),  # a shallow copy has the same environment within
    ],
)
def test_a_copy_goes_on_with_the_game_by_itself(
    name: str, make: Callable[..., Any], duplicate: Callable[[Any], Any]
) -> None:
    env = make(name, **SHORT[name], max_cycles=20)
    env.reset(seed=4)
    for _ in range(3):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    before = bytes(env.unwrapped.game_state)
    other = duplicate(env)
    course = go_on(other)
    assert len(course) > 2
    assert bytes(env.unwrapped.game_state) == before
    assert go_on(env) == course


@pytest.mark.parametrize("duplicate", DUPLICATES)
def test_a_copy_of_a_parallel_environment_goes_on_with_the_game(duplicate: Callable[[Any], Any]) -> None:
    env = pettingzoo.parallel_env("nmbr9", players=2, cards=5)

    def step(env: Any) -> dict[str, bytes]:
        actions = {agent: min(env.action_space(agent).legal) for agent in env.agents}
        return {agent: seen["observation"].tobytes() for agent, seen in env.step(actions)[0].items()}

    env.reset(seed=4)
    step(env)
    other = duplicate(env)
    assert [step(other) for _ in range(3)] == [step(env) for _ in range(3)]
