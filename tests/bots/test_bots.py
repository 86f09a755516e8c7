"""Bots: they play legally, the same for the same luck, and see what their seat sees."""

import dataclasses
from typing import Any

import pytest

import abaculus
from abaculus import Game, Luck, OptionError, State
from abaculus.bots import Budget, bot_kinds, greedy, make_bot
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import register_kernels
from abaculus.play.match import play_match

GAMES = [("108", 2), ("nmbr9", 2), ("toushi", 1), ("connect_four", 2)]


def play(game: Game, bot: str, seed: int, budget: Budget | None = None) -> State:
    """A game in which bots of the same kind have all seats."""
    luck = Luck(seed)
    bots = [make_bot(bot) for _ in range(game.num_players())]
    own = [luck.fork(seat) for seat in range(game.num_players())]

    def choose(state: State, seat: int) -> int:
        return bots[seat].choose(state, seat, own[seat], budget or Budget())

    return play_match(game, [choose] * game.num_players(), luck)


@pytest.mark.parametrize("name", bot_kinds())
@pytest.mark.parametrize(("game_name", "players"), GAMES)
def test_a_bot_plays_a_game_and_the_same_again(
    game_name: str, players: int, name: str, connect_four: type[Game]
) -> None:
    game = abaculus.load_game(game_name, players)
    one, other = (play(game, name, seed=3, budget=Budget(iterations=20)) for _ in range(2))
    assert one.is_terminal()
    assert one.history() == other.history()
    assert play(game, name, seed=4, budget=Budget(iterations=20)).history() != one.history()


def test_a_budget_is_cut_to_what_there_is_time_for() -> None:
    assert Budget().at_most(50) == Budget(milliseconds=50)
    assert Budget(milliseconds=200).at_most(50) == Budget(milliseconds=50)
    assert Budget(milliseconds=20).at_most(50) == Budget(milliseconds=20)
    assert Budget(iterations=200).at_most(50) == Budget(iterations=200)


def test_greedy_is_better_than_random() -> None:
    for name, games in (("nmbr9", 20), ("toushi", 20)):
        game = abaculus.load_game(name, 1)
        mean = {
            bot: sum(play(game, bot, seed).returns()[0] for seed in range(games)) / games
            for bot in ("random", "greedy")
        }
        assert mean["greedy"] > 2 * mean["random"]


def test_greedy_takes_a_win_in_one(connect_four: type[Game]) -> None:
    state = abaculus.load_game("connect_four").new_initial_state()
    for text in "ababab":
        state.apply_action(state.string_to_action(text))
    assert state.action_to_string(make_bot("greedy").choose(state, 0, Luck(1), Budget())) == "a"


@kernel
def last_of_all(state: Any, player: int) -> int:
    return 6


def test_greedy_follows_the_game(connect_four: type[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a game has a greedy policy of its own, that decides, whatever its evaluation says."""
    state = abaculus.load_game("connect_four").new_initial_state()
    for text in "ababab":
        state.apply_action(state.string_to_action(text))
    sound = connect_four.kernels
    monkeypatch.setattr(connect_four, "kernels", dataclasses.replace(sound, prefer=last_of_all))
    monkeypatch.setattr(greedy, "best_action", getattr(greedy.best_action, "py_func", greedy.best_action))
    register_kernels(connect_four.dtype, connect_four.kernels)
    try:
        assert make_bot("greedy").choose(state, 0, Luck(1), Budget()) == 6
    finally:
        register_kernels(connect_four.dtype, sound)


@pytest.mark.parametrize("iterations", [1, 2, 5])
def test_a_budget_of_iterations_is_kept_and_still_legal(iterations: int) -> None:
    state = play(abaculus.load_game("nmbr9", 1), "greedy", 1, Budget(iterations=iterations))
    assert state.is_terminal()


def test_greedy_with_one_node_plays_any_action() -> None:
    state = abaculus.load_game("toushi").new_initial_state()
    bot, luck = make_bot("greedy"), Luck(1)
    chosen = {bot.choose(state, 0, luck, Budget(iterations=1)) for _ in range(200)}
    assert len(chosen) > 150


def test_unknown_bot_is_told_which_there_are() -> None:
    with pytest.raises(OptionError, match="There is no bot 'deep'; there are: easy, medium"):
        make_bot("deep")


def test_a_bot_is_given_a_state_without_history() -> None:
    state = abaculus.load_game("nmbr9", 2).new_initial_state()
    state.apply_action(7)
    assert state.as_seen_by(0).full_history() == []


def test_a_match_needs_a_chooser_for_each_seat() -> None:
    with pytest.raises(ValueError, match="2 seats need as many choosers, not 1"):
        play_match(abaculus.load_game("nmbr9", 2), [make_bot("random").choose], Luck(1))
