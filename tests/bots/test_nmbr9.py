"""The engine of NMBR 9."""

import os
import subprocess
import sys
import time
from typing import Any

import pytest

import abaculus
from abaculus import Luck, State
from abaculus.bots import Budget
from abaculus.bots.engine import Rating, make_engine


def rate(
    state: State, seat: int = 0, iterations: int = 40, wanted: int | None = None, threads: int = 1
) -> list[Rating]:
    engine = make_engine(state.game, threads)
    try:
        return engine.rate(state.as_seen_by(seat), seat, Luck(3), Budget(iterations=40), wanted)
    finally:
        engine.close()


def decisions(seed: int, iterations: int, players: int = 1, **options: Any) -> list[State]:
    """The states of a game at which somebody decides, all seats by the engine, and the last state."""
    game = abaculus.load_game("nmbr9", players, **options)
    state, luck = game.new_initial_state(), Luck(seed)
    engines = [make_engine(game) for _ in range(players)]
    states = []
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(luck.draw(state))
            continue
        states.append(state.clone())
        seat = state.current_player()
        best = engines[seat].rate(state.as_seen_by(seat), seat, luck, Budget(iterations=iterations))[0]
        state.apply_action(best.action)
    return [*states, state]


def test_it_is_found_by_the_games_name() -> None:
    assert type(make_engine(abaculus.load_game("nmbr9"))).__module__ == "abaculus.bots.engines.nmbr9"


def test_ratings_depend_on_luck_alone() -> None:
    state = decisions(1, 8)[10]
    assert rate(state) == rate(state)
    assert rate(state, threads=2) == rate(state, threads=2)
    assert sum(rating.weight for rating in rate(state)) == pytest.approx(1.0)


def test_a_time_is_kept() -> None:
    state = decisions(1, 8)[5]
    engine = make_engine(state.game)
    for budget in (30, 100):
        began = time.process_time()
        engine.rate(state, 0, Luck(1), Budget(milliseconds=budget))
        assert time.process_time() - began < 3 * budget / 1000


def test_the_last_tile_goes_where_it_scores_most() -> None:
    for seed in range(3):
        last = decisions(seed, 8)[-2]
        reached = {action: last.child(action).returns()[0] for action in last.legal_actions()}
        ratings = rate(last)
        assert ratings[0].value == max(reached.values())
        assert all(reached[rating.action] == rating.value for rating in ratings)


def test_with_two_seats_the_last_tile_wins_where_it_can() -> None:
    for seed in range(3):
        last = decisions(seed, 8, players=2)[-2]
        seat = last.current_player()
        reached = {action: last.child(action).returns()[seat] for action in last.legal_actions(seat)}
        ratings = rate(last, seat)
        assert reached[ratings[0].action] == max(reached.values())
        assert all(reached[rating.action] == rating.value for rating in ratings)


def test_what_is_wanted_is_rated_with_the_best() -> None:
    state = decisions(2, 8)[12]
    for wanted in state.legal_actions()[::40]:
        ratings = rate(state, wanted=wanted)
        mine = next(rating for rating in ratings if rating.action == wanted)
        assert mine.weight == max(rating.weight for rating in ratings)


def test_a_display_as_long_as_the_table_is_rated() -> None:
    state, luck = abaculus.load_game("nmbr9", draft="free").new_initial_state(), Luck(1)
    while len(state.full_history()) < 19:
        # Always further to the right, as far as the table goes.
        state.apply_action(max(state.legal_actions(), key=lambda a: (state.action_parts(0, a)[2], luck.uniform())))
    assert state.record.x[0].max() > 50
    legal = state.legal_actions()
    for wanted in (legal[0], legal[-1]):
        ratings = rate(state, wanted=wanted)
        assert wanted in [rating.action for rating in ratings]
        assert {rating.action for rating in ratings} <= set(legal)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("draft", ["unknown", "known", "free"])
def test_every_number_of_seats_and_every_draft(players: int, draft: str) -> None:
    for options in ({"max_number": 4, "cards": 6}, {"max_number": 0}, {"copies": 1}):
        assert decisions(4, 4, players, draft=draft, **options)[-1].is_terminal()


def test_values_of_seats_are_chances() -> None:
    state = decisions(6, 4, players=3)[30]
    assert all(0.0 <= rating.value <= 1.0 for rating in rate(state, state.current_player()))


def test_it_plays_well_and_better_with_more_thought() -> None:
    def mean(iterations: int) -> float:
        return sum(decisions(seed, iterations)[-1].returns()[0] for seed in range(5)) / 5

    assert 60 < mean(4) < mean(100)


def test_it_runs_as_plain_python() -> None:
    code = """
import abaculus
from abaculus.bots import Budget
from abaculus.bots.engine import make_engine
for players, draft in ((1, "known"), (2, "unknown"), (2, "free")):
    luck = abaculus.Luck(1)
    state = abaculus.load_game("nmbr9", players, draft=draft, max_number=2, cards=3).new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(luck.draw(state))
        else:
            seat = state.current_player()
            ratings = make_engine(state.game).rate(state.as_seen_by(seat), seat, luck, Budget(iterations=4))
            state.apply_action(ratings[0].action)
"""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
