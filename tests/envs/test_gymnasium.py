"""Seats of games as gymnasium environments."""

import copy
import pickle
from collections.abc import Callable
from functools import partial

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv

import abaculus.envs
from abaculus import IllegalAction, Luck, OptionError, State
from abaculus.bots import Budget, make_bot
from abaculus.envs.gymnasium import GameEnv
from abaculus.envs.registration import environment_id
from abaculus.play.match import play_match


def first(state: State, seat: int) -> int:
    """A bot that takes its first action."""
    return state.legal_actions(seat)[0]


@pytest.mark.parametrize(
    ("name", "keywords"),
    [
        ("nmbr9", {}),
        ("toushi", {"mask_in_observation": True}),
        ("nmbr9", {"players": 2, "seat": "random", "cards": 4}),
        ("3x8", {"opponents": "random", "seat": 1, "max_turns": 3}),
    ],
)
def test_gymnasium_finds_no_fault(name: str, keywords: dict[str, object]) -> None:
    check_env(gymnasium.make(environment_id(name), **keywords).unwrapped)  # a warning of its would be an error


@pytest.mark.parametrize("name", ["nmbr9", "toushi"])
def test_a_game_is_that_of_its_seed_and_rewards_add_up_to_its_return(name: str) -> None:
    env = GameEnv(name)
    env.reset(seed=5)
    bot, luck, total, over = make_bot("greedy"), Luck(1), 0.0, False
    while not over:
        _, reward, over, truncated, _ = env.step(bot.choose(env.state, 0, luck, Budget()))
        assert reward >= 0 or name == "toushi"  # a star used costs points
        assert not truncated
        total += reward
    assert total == env.state.returns()[0]

    bot, luck = make_bot("greedy"), Luck(1)
    same = play_match(env.game, [lambda state, seat: bot.choose(state, seat, luck, Budget())], Luck(5))
    assert same == env.state


def test_the_other_seats_are_played_by_bots_and_functions() -> None:
    env = GameEnv("nmbr9", players=3, cards=2, seat=np.int64(1), opponents=["greedy", first])
    env.reset(seed=1)
    rewards = []
    while env.action_space.legal:
        rewards.append(env.step(env.action_space.sample())[1])
    assert [event.player for event in env.state.full_history()] == [-1, 0, 1, 2, -1, 0, 1, 2]
    assert rewards == [0, env.state.returns()[1]]


def test_a_seat_that_is_drawn_is_each_seat() -> None:
    env = GameEnv("3x8", players=4, seat="random", opponents="random")
    seats = {env.reset(seed=seed)[1]["seat"] for seed in range(30)}
    assert seats == {0, 1, 2, 3}
    assert env.state.players_to_act() == [env.seat]


def test_without_a_mask_a_legal_action_is_drawn() -> None:
    env = GameEnv("nmbr9", mask_in_observation=True)
    observation, info = env.reset(seed=2)
    over = False
    while not over:
        action = env.action_space.sample()
        assert observation["action_mask"][action] == 1
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        assert observation in env.observation_space
        observation, _, over, _, info = env.step(action)
    assert not info["action_mask"].any()


def test_an_illegal_action_forfeits_the_game() -> None:
    env = GameEnv("toushi")
    env.reset(seed=1)
    illegal = env.game.text_to_action("stop")
    total = env.step(env.action_space.sample())[1]
    _, reward, over, _, info = env.step(illegal)
    assert over
    assert total + reward == 0
    assert info["illegal"].startswith("TOUSHI-")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(illegal)


def test_an_opponents_illegal_action_is_not_held_against_the_learner() -> None:
    env = GameEnv("nmbr9", players=2, seat=1, opponents=lambda state, seat: 0)
    with pytest.raises(IllegalAction, match="NMBR9-P7: The opponent in seat 0 chose 0"):
        env.reset(seed=1)

    placed = []

    def once(state: State, seat: int) -> int:
        placed.append(seat)
        return first(state, seat) if len(placed) == 1 else 0

    env = GameEnv("nmbr9", players=2, seat=1, opponents=once)
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="NMBR9-P7: The opponent in seat 0 chose 0"):
        env.step(env.action_space.sample())


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize(
    ("name", "keywords"),
    [
        ("nmbr9", {"players": 3, "seat": "random", "cards": 4}),
        ("3x8", {"opponents": first, "max_turns": 8}),
        ("toushi", {"mask_in_observation": True}),
        ("108", {"opponents": "random", "max_rounds": 5}),
    ],
)
def test_a_copy_goes_on_with_the_game_by_itself(
    name: str, keywords: dict[str, object], duplicate: Callable[[GameEnv], GameEnv]
) -> None:
    env = GameEnv(name, **keywords)
    assert duplicate(env).game == env.game
    env.reset(seed=6)
    env.step(min(env.action_space.legal))
    before = bytes(env.state)

    def go_on(env: GameEnv) -> list[tuple[float, bytes]]:
        course, over = [], False
        while not over:
            _, reward, over, _, _ = env.step(min(env.action_space.legal))
            course.append((reward, bytes(env.state)))
        _, info = env.reset()
        return [*course, (info["seat"], bytes(env.state))]

    course = go_on(duplicate(env))
    assert bytes(env.state) == before
    assert go_on(env) == course


def test_masked_ppo_finds_its_mask() -> None:
    env = gymnasium.make(environment_id("toushi"))
    _, info = env.reset(seed=1)
    mask = env.get_wrapper_attr("action_masks")()
    assert mask.dtype == np.bool_
    assert np.array_equal(mask, info["action_mask"])


def test_a_strict_environment_refuses_an_illegal_action() -> None:
    env = GameEnv("nmbr9", strict=True)
    env.reset(seed=1)
    before = bytes(env.state)
    with pytest.raises(IllegalAction, match="NMBR9-P7"):
        env.step(0)
    assert bytes(env.state) == before
    env.step(env.action_space.sample())


@pytest.mark.parametrize(
    ("keywords", "words"),
    [
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"game": "nmbr9", "cards": 99}, "option 'cards' cannot be 99"),
        ({"game": "nmbr9", "players": 2, "opponents": "gredy"}, "There is no bot 'gredy'"),
        ({"game": "nmbr9", "players": 3, "opponents": ["greedy"]}, "There are 2 other seats, but 1 opponents"),
        ({"game": "nmbr9", "seat": 1}, "There is no seat 1; seats are 0 to 0"),
        ({"game": abaculus.load_game("nmbr9"), "players": 2}, "has its seats and options already"),
    ],
)
def test_what_does_not_exist_is_told(keywords: dict[str, object], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        GameEnv(**keywords)


def test_workers_that_have_imported_nothing_make_environments() -> None:
    identity = environment_id("nmbr9")
    makers = [
        partial(gymnasium.make, f"abaculus.envs:{identity}"),
        partial(gymnasium.make, gymnasium.spec(identity)),
        partial(GameEnv, "nmbr9"),
    ]
    envs = AsyncVectorEnv(makers, context="spawn")
    try:
        observations, info = envs.reset(seed=1)
        observations, *_ = envs.step(info["action_mask"].argmax(axis=1))
    finally:
        envs.close()
    for i, observation in enumerate(observations):
        env = GameEnv("nmbr9")
        _, info = env.reset(seed=1 + i)
        assert np.array_equal(env.step(info["action_mask"].argmax())[0], observation)


def test_a_mask_of_zeros_gives_an_action_all_the_same() -> None:
    env = GameEnv("nmbr9", cards=1)
    env.reset(seed=1)
    *_, over, _, info = env.step(env.action_space.sample())
    assert over
    assert not info["action_mask"].any()
    assert env.action_space.sample(mask=info["action_mask"]) == 0


def test_a_game_from_outside_is_registered_when_asked(connect_four: type[abaculus.Game]) -> None:
    abaculus.envs.register_all()
    env = gymnasium.make(environment_id("connect_four"), opponents=first)
    observation, _ = env.reset(seed=1)
    assert observation.shape == env.unwrapped.game.observation_tensor_shape()
