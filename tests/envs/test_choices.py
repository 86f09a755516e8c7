"""Games of one seat side by side, in which an action is one of a short list."""

import numpy as np
import pytest

import abaculus
from abaculus import OptionError
from abaculus.envs.choices import ChoiceEnvs


@pytest.mark.parametrize("name", ["nmbr9", "toushi"])
def test_rewards_add_up_to_scores_and_games_follow_each_other(name: str) -> None:
    envs = ChoiceEnvs(abaculus.load_game(name), size=3, most=8, seed=1)
    envs.reset()
    rng = np.random.default_rng(1)
    totals, decisions, ended = np.zeros(3), np.zeros(3), 0
    while ended < 5:
        assert envs.masks[:, 0].all()
        assert not envs.observations[~envs.masks].any()
        envs.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in envs.masks]))
        totals += envs.rewards
        decisions += 1
        for place in np.flatnonzero(envs.over):
            assert envs.results[place].tolist() == pytest.approx([totals[place], decisions[place]])
            totals[place] = decisions[place] = 0
            ended += 1


def test_the_same_seed_gives_the_same_games_with_any_number_of_threads() -> None:
    results = []
    for threads in (1, 2):
        envs = ChoiceEnvs(abaculus.load_game("nmbr9"), size=3, most=8, seed=4, threads=threads)
        envs.reset()
        for _ in range(25):
            envs.step(envs.masks.sum(1) - 1)
        results.append(envs.observations.copy())
    assert np.array_equal(*results)
    assert not np.array_equal(results[0][0], results[0][1])


def test_games_with_several_seats_are_refused() -> None:
    with pytest.raises(OptionError, match="games of one seat"):
        ChoiceEnvs(abaculus.load_game("nmbr9", players=2), size=1)
