"""Levels: stronger ones err less, and what they err into is an action that the engine gave thought to."""

import statistics

import pytest

import abaculus
from abaculus import Game, Luck
from abaculus.bots import Budget, Rating, bot_kinds, make_bot
from abaculus.bots.levels import LEVELS, SEEN, Level, err

RATINGS = [Rating(action, 1.0 - action / 20, 0.05) for action in range(20)]


def chosen(level: Level, games: int = 400) -> list[int]:
    luck = Luck(3)
    return [err(RATINGS, level, luck) for _ in range(games)]


def test_a_level_that_overlooks_nothing_takes_the_best() -> None:
    assert set(chosen(Level("x", "", None, Budget()))) == {0}


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_mistakes_are_among_the_best_actions(level: Level) -> None:
    assert max(chosen(level)) < SEEN


def test_higher_levels_err_less() -> None:
    costs = [statistics.mean(chosen(level)) for level in LEVELS]
    assert costs[0] > costs[1] > costs[2] == costs[3] == 0


def test_where_all_is_won_but_for_a_blunder_the_differences_are_still_seen() -> None:
    """Else a game that is won has no end: each action wins, and only some of them soon."""
    medium = next(level for level in LEVELS if level.name == "medium")
    winning = [Rating(action, 1.0 - 0.0001 * action, 0.1) for action in range(10)] + [Rating(10, 0.2, 0.0)]
    luck = Luck(3)
    actions = [err(winning, medium, luck) for _ in range(400)]
    assert actions.count(0) > 300
    assert 10 not in actions


def test_a_game_says_how_much_a_slip_is(connect_four: type[Game]) -> None:
    level = Level("x", "", None, Budget(), overlooks=0.4, misjudges=0.2)
    assert level.in_game(connect_four()) == level
    game = abaculus.load_game("toushi")
    milder = level.in_game(game)
    assert (milder.overlooks, milder.misjudges) == (0.4 * game.slips, 0.2 * game.slips)


def test_somebody_who_overlooks_everything_still_plays() -> None:
    assert set(chosen(Level("x", "", None, Budget(), overlooks=1.0))) <= set(range(SEEN))
    assert len(set(chosen(Level("x", "", None, Budget(), overlooks=1.0)))) > 1


def test_levels_are_offered_in_order_of_strength_and_weaker_ones_lose(connect_four: type[Game]) -> None:
    names = [name for name in bot_kinds() if name in {level.name for level in LEVELS}]
    assert names == ["easy", "medium", "hard", "expert"]
    game = abaculus.load_game("connect_four")
    won = 0.0
    for seed in range(10):
        luck = Luck(seed)
        bots = [make_bot("easy"), make_bot("medium")] if seed % 2 else [make_bot("medium"), make_bot("easy")]
        state = game.new_initial_state()
        while not state.is_terminal():
            seat = state.current_player()
            state.apply_action(bots[seat].choose(state, seat, luck, Budget()))
        won += state.returns()[seed % 2]
    assert won >= 7
