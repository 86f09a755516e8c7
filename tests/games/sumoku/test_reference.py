"""Sumoku's kernels against the second implementation, move by move."""

from __future__ import annotations

import importlib.util
import math
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import abaculus
from abaculus.games.sumoku import plays
from abaculus.games.sumoku.game import Sumoku
from abaculus.games.sumoku.lines import COMPLETED
from abaculus.games.sumoku.tiles import END, LONGEST, PASS

# Tests are no package, and this module lies beside this file.
_spec = importlib.util.spec_from_file_location("sumoku_reference", Path(__file__).parent / "reference.py")
assert _spec is not None
assert _spec.loader is not None
reference = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(reference)


def play_of(state: abaculus.State, actions: tuple[int, ...]) -> Any:
    """A play as the reference has it."""
    parts = state.game.action_parts(state.record, 0, np.array(actions, np.int32))
    return tuple((x, y, face) for _, _, face, x, y in parts)


def check_plays(state: abaculus.State) -> None:
    """Every play once, none missing; scores and offers agree."""
    assert isinstance(state.game, Sumoku)
    position = state.to_dict()
    seat = position["turn_of"]
    expected = reference.all_plays(position, seat)
    laid = tuple((x, y, face) for x, y, face in position["laid"])
    found = [(laid + play_of(state, actions), scored) for actions, scored in state.game.plays(state, seat)]
    counts = Counter(play for play, _ in found)
    assert max(counts.values(), default=1) == 1
    assert set(counts) == {play for play in expected if play[: len(laid)] == laid}
    assert all(scored == reference.points(position, play)[0] for play, scored in found)
    assert plays.count_plays(state.record, seat) == len(found)
    assert bool(plays.has_play(state.record, seat)) == bool(found) or laid
    texts = {state.action_to_string(seat, action) for action in state.legal_actions(seat)}
    assert texts == reference.legal_texts(position, expected)


def check_step(before: dict[str, Any], text: str, after: dict[str, Any]) -> None:
    if text in ("end", "pass"):
        for key, value in reference.after_pass_or_end(before, text == "end"):
            assert after[key] == value, key
    else:
        assert after["stocks"] != before["stocks"]
        assert after["laid"][:-1] == before["laid"]
        assert reference.text(after["laid"][-1]) == text
    if after["over"]:
        best = max(after["scores"])
        winners = after["scores"].count(best)
        assert after["returns"] == [1 / winners if score == best else 0 for score in after["scores"]]


def walk(game: abaculus.Game, seed: int, every: int, most: int, frugal: bool = False) -> None:
    """Play a random game; check every so many decisions where the stock has at most so many tiles."""
    state = game.new_initial_state()
    luck = abaculus.Luck(seed)
    own = luck.fork(0)
    decisions = 0
    while not state.is_terminal():
        before = state.to_dict()
        if before["to_act"] == "chance":
            outcomes = state.chance_outcomes()
            if before["phase"] == "draw":
                left = Counter(before["bag"])
                names = {state.action_to_string(-1, outcome): chance for outcome, chance in outcomes}
                assert names.keys() == {f"*{tile}" for tile in left}
                assert all(math.isclose(names[f"*{tile}"], left[tile] / len(before["bag"])) for tile in left)
            state.apply_action(luck.draw(state))
            continue
        tiles = len(before["stocks"][before["turn_of"]]) + len(before["laid"])
        if decisions % every == 0 and tiles <= most:
            check_plays(state)
        decisions += 1
        actions = state.legal_actions()
        action = own.choice(actions)
        if frugal:
            action = max(own.choice(actions) for _ in range(3))  # `end` comes last
        text = state.action_to_string(state.current_player(), action)
        state.apply_action(action)
        check_step(before, text, state.to_dict())


@pytest.mark.parametrize(("seats", "key"), [(2, 3), (4, 4), (8, 5)])
def test_agrees_with_the_reference(seats: int, key: int) -> None:
    """Small stocks at the end of games."""
    walk(abaculus.load_game("sumoku", seats, key=key), seats, 4, 4)


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "key"), [(2, "roll"), (2, 3), (3, 4), (5, 5)])
def test_agrees_with_the_reference_with_full_stocks(seats: int, key: int | str) -> None:
    walk(abaculus.load_game("sumoku", seats, key=key), 10 + seats, 29, 8)
    walk(abaculus.load_game("sumoku", seats, key=key), 20 + seats, 53, 8, frugal=True)


@pytest.mark.slow
@pytest.mark.parametrize("key", [3, 4, 5])
def test_plays_of_a_greedy_game(key: int) -> None:
    """Where there are too many plays to be found again: each is legal and scores what it is said to, none comes twice,
    what may be laid is what they start with, and the best one is the best.
    """
    game = abaculus.load_game("sumoku", 2, key=key)
    assert isinstance(game, Sumoku)
    worth = np.zeros(2 * COMPLETED)
    best = np.zeros((1, LONGEST), np.int32)
    state = game.new_initial_state()
    luck = abaculus.Luck(key)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(luck.draw(state))
            continue
        seat = state.current_player()
        found = dict(game.plays(state, seat))
        assert len(found) == plays.count_plays(state.record, seat)
        ends = {()} if state.record.laid else set()
        firsts = {play[0] for play in found if play} | {END if play in ends else PASS for play in ends & set(found)}
        assert set(state.legal_actions()) == (firsts or {PASS})
        if found:
            assert plays.best_play(state.record, seat, worth, best) == max(found.values())
            assert found[tuple(action for action in best[0].tolist() if action >= 0)] == max(found.values())
        position = state.to_dict()
        laid = tuple((x, y, face) for x, y, face in position["laid"])
        for play, scored in list(found.items())[:: 1 + len(found) // 40]:
            whole = laid + play_of(state, play)
            assert reference.is_legal(position, seat, whole)
            assert reference.points(position, whole)[0] == scored
        state.apply_action(game.kernels.prefer(state.record, seat))
