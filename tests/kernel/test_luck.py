"""Luck: the same numbers everywhere. All is worked out again in whole numbers of Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import abaculus
from abaculus.kernel import luck as luck_module
from abaculus.kernel.luck import Luck, seed_of_stream
from abaculus.kernel.playout import random_decisions

MASK = 2**64 - 1
seeds = st.integers(0, MASK)


def splitmix64(seed: int) -> Callable[[], int]:
    """The generator as its authors write it: a state that goes on by a step, and a mix of the state."""
    state = seed

    def following() -> int:
        nonlocal state
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    return following


def outputs(seed: int, count: int) -> list[int]:
    following = splitmix64(seed)
    return [following() for _ in range(count)]


def uniforms(seed: int, stream: int, count: int) -> list[float]:
    """Stream k is the sequence whose own seed is the (k + 1)-th output; a number is the upper 53 bits of an output."""
    own_seed = outputs(seed, stream + 1)[-1]
    return [(value >> 11) / 2**53 for value in outputs(own_seed, count)]


def test_published_outputs() -> None:
    """The first outputs of the seed 1234567."""
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert outputs(1234567, 5) == published
    assert [int(luck_module.output(np.uint64(1234567), n)) for n in range(1, 6)] == published


@given(seed=seeds, n=st.integers(1, 300))
def test_any_output_without_those_before(seed: int, n: int) -> None:
    assert int(luck_module.output(np.uint64(seed), n)) == outputs(seed, n)[-1]


@given(seed=seeds, stream=st.integers(0, 40), count=st.integers(1, 20))
def test_streams(seed: int, stream: int, count: int) -> None:
    expected = uniforms(seed, stream, count)
    luck = Luck(seed)
    assert [luck.uniform(stream) for _ in range(count)] == expected
    assert [float(luck_module.uniform(seed_of_stream(seed, stream), n)) for n in range(count)] == expected
    assert luck.counts == {stream: count}


def test_pinned_numbers() -> None:
    """What a seed gives never changes."""
    luck = Luck(7)
    assert [luck.uniform() for _ in range(3)] == [0.7215081806049702, 0.6497043364684557, 0.5493743249193239]
    assert [luck.uniform(1) for _ in range(2)] == [0.5091093394740435, 0.7512630066025818]
    assert [luck.below(6) for _ in range(12)] == [3, 2, 1, 5, 5, 5, 0, 5, 2, 0, 1, 5]
    assert Luck(0).uniform() == 0.6524484863740322
    assert Luck(MASK).uniform() == 0.3662420901697574


@given(seed=seeds, used=st.dictionaries(st.integers(0, 9), st.integers(0, 50)), stream=st.integers(0, 9))
def test_counts_are_all_there_is_to_save(seed: int, used: dict[int, int], stream: int) -> None:
    luck = Luck(seed)
    for other, count in used.items():
        for _ in range(count):
            luck.uniform(other)
    resumed = Luck(seed, luck.counts)
    assert resumed.uniform(stream) == luck.uniform(stream) == uniforms(seed, stream, used.get(stream, 0) + 1)[-1]
    luck.uniform(stream)
    assert luck.counts != resumed.counts  # the two are independent


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "7", None, True])
def test_what_is_no_seed(seed: Any) -> None:
    with pytest.raises(ValueError, match=r"from 0 to 2\^64 - 1"):
        Luck(seed)


@given(seed=seeds, bound=st.integers(1, 1000))
def test_below_and_choice(seed: int, bound: int) -> None:
    u = uniforms(seed, 0, 1)[0]
    assert Luck(seed).below(bound) == int(u * bound)
    assert Luck(seed).choice(range(bound)) == int(u * bound)
    assert luck_module.below(u, bound) == int(u * bound)


@given(seed=seeds, one=st.integers(0, 2**31), other=st.integers(0, 2**31))
def test_forks(seed: int, one: int, other: int) -> None:
    luck = Luck(seed)
    assert luck.fork(one).seed == Luck(seed).fork(one).seed
    assert (luck.fork(one).seed == luck.fork(other).seed) == (one == other)
    assert luck.counts == {}


def test_fresh_luck_is_another_one_each_time_and_the_same_for_the_same_seed() -> None:
    luck, again = Luck(5), Luck(5)
    one, other = luck.fresh(), luck.fresh()
    assert one.seed != other.seed
    assert (again.fresh().seed, again.fresh().seed) == (one.seed, other.seed)
    assert luck.counts == {0: 2}


def test_a_fork_is_no_stream() -> None:
    streams = {int(seed_of_stream(5, stream)) for stream in range(1000)}
    assert streams.isdisjoint(Luck(5).fork(label).seed for label in range(1000))


@pytest.mark.parametrize(("name", "options"), [("nmbr9", {}), ("nmbr9", {"draft": "known"}), ("toushi", {})])
def test_pick_and_draw_agree(name: str, options: dict[str, Any]) -> None:
    """A program that looks at the outcomes and one that does not get the same game of a seed."""
    for seed in range(40):
        state = abaculus.load_game(name, 1, **options).new_initial_state()
        draw, pick, skip = Luck(seed), Luck(seed), Luck(seed)
        while not state.is_terminal():
            if state.is_chance_node():
                outcome = draw.draw(state)
                skip.skip(state)
                assert (outcome, dict(state.chance_outcomes())[outcome]) == pick.pick(state.chance_outcomes())
                assert skip.counts == draw.counts == pick.counts
                state.apply_action(outcome)
            else:
                state.apply_action(state.legal_actions()[0])


def events_of_chance(name: str, seats: int, options: dict[str, Any], seed: int, chooser: int) -> list[str]:
    """The texts of what chance brought in a game in which the seats decide and act in an order by another seed."""
    state = abaculus.load_game(name, seats, **options).new_initial_state()
    luck, own = Luck(seed), Luck(chooser)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(luck.draw(state))
        else:
            seat = own.choice(state.players_to_act())
            state.apply_action_for(seat, own.choice(state.legal_actions(seat)))
    return [state.action_to_string(-1, action) for player, action in state.full_history() if player == -1]


@pytest.mark.parametrize("draft", ["unknown", "known"])
def test_the_deck_of_nmbr9_does_not_depend_on_the_seats(draft: str) -> None:
    """The n-th card is the one that the n-th number of the stream picks among those left."""
    for seed in (3, 2**64 - 5):
        left = [number for number in range(10) for _ in range(2)]
        expected = [f"*{left.pop(int(u * len(left)))}" for u in uniforms(seed, 0, 20)]
        for seats in (1, 2, 4):
            for chooser in (1, 2):
                assert events_of_chance("nmbr9", seats, {"draft": draft}, seed, chooser) == expected


def test_the_deck_of_a_shorter_game_starts_alike() -> None:
    for seed in range(5):
        whole = events_of_chance("nmbr9", 1, {}, seed, 0)
        assert events_of_chance("nmbr9", 1, {"cards": 8}, seed, 0) == whole[:8]


@pytest.mark.parametrize("lists", ["ample", "single"])
def test_the_nth_roll_of_toushi_uses_the_nth_number(lists: str) -> None:
    for seed in range(8):
        state = abaculus.load_game("toushi", lists=lists).new_initial_state()
        luck, own = Luck(seed), Luck(seed + 100)
        numbers = iter(uniforms(seed, 0, 500))
        while not state.is_terminal():
            if state.is_chance_node():
                faces = int(state.to_dict()["die"][1:])
                outcome = luck.draw(state)
                assert state.action_to_string(-1, outcome) == f"*{int(next(numbers) * faces) + 1}"
                state.apply_action(outcome)
            else:
                state.apply_action(own.choice(state.legal_actions()))


def test_sample_chance_at_the_ends_of_the_range() -> None:
    last = 1 - 2**-53
    state = abaculus.load_game("nmbr9").new_initial_state()
    assert [state.sample_chance(u) for u in (0.0, 0.0999, 0.1, 0.5, last)] == [0, 0, 1, 5, 9]
    state = abaculus.load_game("toushi").new_initial_state()
    for text in ("T6:4@c3", "roll T20:5"):
        state.apply_action(state.string_to_action(text))
    assert [state.action_to_string(-1, state.sample_chance(u)) for u in (0.0, 0.05, last)] == ["*1", "*2", "*20"]


def test_play_outs_are_the_same_for_the_same_seed() -> None:
    for name in ("nmbr9", "toushi"):
        game = abaculus.load_game(name)
        assert random_decisions(game, 4, 300) == random_decisions(game, 4, 300) >= 300
