"""Trained policies as bots."""

from pathlib import Path

import numpy as np
import pytest

import abaculus
from abaculus import OptionError, State
from abaculus.bots import Budget, make_bot
from abaculus.bots.policy import Choices, Policy, PolicyBot
from abaculus.play.match import GiveUp
from abaculus.testing import lively_policy, walk

LUCK = abaculus.Luck(1)


def state_of(name: str, step: int) -> State:
    """A state in which a seat is to act, some steps on."""
    return next(
        s for i, s in enumerate(walk(abaculus.load_game(name), 1, lively_policy)) if i >= step and s.players_to_act()
    )


def policy_for(game: abaculus.Game, **weights: float) -> Policy:
    """A policy that likes some numbers of a row, and no others."""
    names = ("evaluation", *game.feature_names)
    layer = np.zeros((1, 2 * len(names)), np.float32)
    for name, weight in weights.items():
        layer[0, names.index(name)] = weight
    zeros, ones = np.zeros(len(names), np.float32), np.ones(len(names), np.float32)
    return Policy(game.name, 64, zeros, ones, ones, ((layer, np.zeros(1, np.float32)),))


@pytest.mark.parametrize(("name", "step"), [("nmbr9", 30), ("toushi", 1), ("toushi", 25)])
def test_choices_are_legal_actions_with_the_best_evaluations(name: str, step: int) -> None:
    state = state_of(name, step)
    everything = Choices(state.game, state.game.max_legal_actions())
    actions, rows = everything.list(state, 0)
    assert actions.tolist() == state.legal_actions()
    assert rows[:, 0].tolist() == pytest.approx([state.child(action).evaluate(0) for action in state.legal_actions()])
    assert np.isfinite(rows).all()
    assert np.abs(rows[:, 1:]).max() <= 5
    few, best = Choices(state.game, 5).list(state, 0)
    assert set(few) <= set(actions)
    assert sorted(best[:, 0]) == sorted(rows[:, 0])[-5:]


def test_features_of_a_placement_tell_its_number_and_its_level() -> None:
    state = state_of("nmbr9", 30)
    _, rows = Choices(state.game, state.game.max_legal_actions()).list(state, 0)
    number, level = (rows[:, 1 + state.game.feature_names.index(name)] for name in ("number", "level"))
    told = [(row[1], row[5]) for row in state.legal_rows(0)]
    assert len({level for _, level in told}) > 1
    assert list(zip((number * 9).round(), (level * 5).round(), strict=True)) == told


def test_features_of_a_roll_tell_which_part_of_it_allows_a_mark() -> None:
    state = abaculus.load_game("toushi").new_initial_state()
    state.apply_action(state.string_to_action("T6:4@c3"))
    actions, rows = Choices(state.game, 100).list(state, 0)
    for text in ("roll T4:4", "roll T20:20"):
        action = state.string_to_action(text)
        rolled = state.child(action)
        after = [rolled.child(outcome) for outcome, _ in rolled.chance_outcomes()]
        marks = [any(row[1] == "mark" for row in one.legal_rows(0)) for one in after]
        assert rows[actions.tolist().index(action), -1] == pytest.approx(np.mean(marks))


def test_a_policy_that_likes_the_evaluation_plays_as_greedy_does() -> None:
    state = state_of("nmbr9", 20)
    bot = PolicyBot(policy_for(state.game, evaluation=1.0))
    chosen = bot.choose(state, 0, LUCK, Budget())
    greedy = make_bot("greedy").choose(state, 0, LUCK, Budget())
    assert state.child(chosen).evaluate(0) == state.child(greedy).evaluate(0)


def test_a_policy_is_kept_in_a_file_and_named_by_it(tmp_path: Path) -> None:
    state = state_of("toushi", 25)
    policy = policy_for(state.game, score=1.0, evaluation=-0.1)
    policy.save(tmp_path / "policy.npz")
    rows = Choices(state.game, 64).list(state, 0)[1]
    assert np.array_equal(Policy.load(tmp_path / "policy.npz").weights(rows), policy.weights(rows))
    bot = make_bot(f"policy:{tmp_path}/policy.npz", programs=True)
    assert bot.choose(state, 0, LUCK, Budget()) in state.legal_actions()
    with pytest.raises(GiveUp, match=r"was trained for another game \(toushi\)"):
        bot.choose(state_of("nmbr9", 1), 0, LUCK, Budget())


def test_what_is_no_policy(tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("no policy")
    np.savez(tmp_path / "other.npz", game=np.array("nmbr9"))
    for file in ("text.npz", "other.npz", "missing.npz"):
        with pytest.raises(OptionError, match="has no policy"):
            make_bot(f"policy:{tmp_path}/{file}", programs=True)
    with pytest.raises(OptionError, match="There is no bot 'policy'"):
        make_bot(f"policy:{tmp_path}/text.npz")
