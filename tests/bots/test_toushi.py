"""The engine of Tóushì."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import abaculus
from abaculus.bots.bot import Budget
from abaculus.bots.engine import make_engine
from abaculus.games.toushi.ending import fillable
from abaculus.games.toushi.plan import make_plan
from abaculus.games.toushi.rules import CHOOSE, MARK, NOTHING, marked
from abaculus.games.toushi.sheet import CROSS, SHEET, SQUARES
from abaculus.kernel.luck import Luck, seed_of_stream
from abaculus.kernel.state import State


def play(seed: int, iterations: int, done: Callable[[State], bool] = State.is_terminal, **options: Any) -> State:
    """A game of the engine, to the end or until it is done."""
    game = abaculus.load_game("toushi", **options)
    engine = make_engine(game)
    state = game.new_initial_state()
    dice, luck = Luck(seed), Luck(seed + 1000)
    while not (done(state) or state.is_terminal()):
        if state.is_chance_node():
            state.apply_action(dice.draw(state))
        else:
            state.apply_action(engine.rate(state, 0, luck, Budget(iterations=iterations))[0].action)
    return state


def with_squares_left(n: int, seed: int) -> State:
    """A state reached by quick play in which n squares are left, all of them can be filled, and a round starts."""

    def done(state: State) -> bool:
        free = int(SHEET) & ~int(marked(state.record))
        return free.bit_count() == n and int(fillable(state.record)) == free and state.record.phase == CHOOSE

    return play(seed, 1, done)


def expectation(state: State, after_a_mark: Callable[[State], float], known: dict[bytes, float]) -> float:
    """The expected score of best play over all actions and all faces."""
    if state.is_terminal():
        return state.returns()[0]
    identity = state.record.tobytes()
    if identity in known:
        return known[identity]
    if state.is_player_node():
        known[identity] = max(value_of(state, action, after_a_mark, known) for action in state.legal_actions())
        return known[identity]
    faces = state.legal_actions()
    others = sum(expectation(state.child(face), after_a_mark, known) for face in faces[1:])
    one = state.child(faces[0])
    *marks, reroll = one.legal_actions()
    assert one.action_to_string(0, reroll) == "reroll"
    best_mark = max((value_of(one, action, after_a_mark, known) for action in marks), default=0.0)
    # A one may be rolled again, and then it is as before: guess what that is worth, until the guess is right.
    guess = 0.0
    for _ in range(100):
        guess = (others + max(guess, best_mark)) / len(faces)
    known[identity] = guess
    return guess


def value_of(state: State, action: int, after_a_mark: Callable[[State], float], known: dict[bytes, float]) -> float:
    child = state.child(action)
    if not child.is_terminal() and "@" in state.action_to_string(0, action):
        return after_a_mark(child)
    return expectation(child, after_a_mark, known)


def calculated(state: State) -> float:
    """What the engine says of a state with few squares left."""
    return make_engine(state.game).rate(state, 0, Luck(1), Budget(iterations=1))[0].value


@pytest.mark.parametrize(("n", "seed", "stars"), [(1, 0, 3), (1, 5, 1), (2, 7, 2)])
def test_the_last_squares_are_calculated_exactly(n: int, seed: int, stars: int) -> None:
    state = with_squares_left(n, seed)
    # Without small numbers many rolls lead nowhere.
    state.record.left[:, :2] = 0
    state.record.stars = stars
    full = 72 + 4 * stars
    value = calculated(state)
    assert full - 20 < value < full - 0.2
    assert value == pytest.approx(expectation(state, calculated, {}))


def test_the_same_luck_gives_the_same_ratings_on_any_number_of_threads() -> None:
    state = play(1, 1, lambda state: state.is_player_node() and state.record.round_number == 12)
    one, again, two = (
        make_engine(state.game, threads).rate(state, 0, Luck(5), Budget(iterations=300)) for threads in (1, 1, 2)
    )
    assert one == again == two
    assert sum(rating.weight for rating in one) == pytest.approx(1)


@pytest.mark.parametrize("milliseconds", [10, 100])
def test_a_budget_of_time_is_kept(milliseconds: int) -> None:
    state = play(1, 1, lambda state: state.record.phase == MARK)
    engine = make_engine(state.game)
    engine.rate(state, 0, Luck(5), Budget(milliseconds=milliseconds))
    began = time.thread_time()
    engine.rate(state, 0, Luck(5), Budget(milliseconds=milliseconds))
    # Time on the processor: it is not over early or late only because the machine is busy.
    assert time.thread_time() - began < milliseconds / 1000 * 1.5 + 0.01


def test_thinking_all_but_fills_the_sheet() -> None:
    scores = [play(seed, 100).returns()[0] for seed in range(8)]
    assert np.mean(scores) >= 80


def test_scarce_lists_are_played_well() -> None:
    scores = [play(seed, 50, lists="single").returns()[0] for seed in range(4)]
    assert np.mean(scores) >= 50


@pytest.mark.parametrize("iterations", [1, 40])
def test_a_wanted_action_is_rated(iterations: int) -> None:
    state = abaculus.load_game("toushi").new_initial_state()
    for wanted in (state.legal_actions()[0], state.legal_actions()[-1]):
        ratings = make_engine(state.game).rate(state, 0, Luck(1), Budget(iterations=iterations), wanted)
        assert wanted in [rating.action for rating in ratings]


@pytest.mark.parametrize("seed", range(20))
def test_a_plan_never_puts_a_die_twice_in_a_line(seed: int) -> None:
    state = abaculus.load_game("toushi").new_initial_state()
    luck = Luck(seed)
    while not state.is_terminal():
        state.apply_action(luck.choice(state.legal_actions()) if state.is_player_node() else luck.draw(state))
        plan = np.empty(SQUARES, np.int64)
        make_plan(state.record, plan, seed_of_stream(seed))
        for square in np.flatnonzero(plan != NOTHING):
            die = plan[square]
            mates = [mate for mate in range(SQUARES) if mate != square and int(CROSS[square]) >> mate & 1]
            assert not int(state.record.bearing[die]) & int(CROSS[square])
            assert all(plan[mate] != die for mate in mates)


def test_a_sheet_that_can_be_filled_is_planned_full() -> None:
    state = play(2, 1, lambda state: state.record.round_number == 20)
    for seed in range(20):
        plan = np.empty(SQUARES, np.int64)
        assert make_plan(state.record, plan, seed_of_stream(seed)) == 72
        assert [square for square in range(SQUARES) if plan[square] == NOTHING] == [
            square for square in range(SQUARES) if int(marked(state.record)) >> square & 1
        ]
