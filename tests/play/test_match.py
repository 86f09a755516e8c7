"""Matches in which a seat fails."""

from typing import NoReturn

import pytest

import abaculus
from abaculus import Game, IllegalAction, Luck, State
from abaculus.play.match import LONGEST_REASON, Chooser, GiveUp, play_match, play_or_forfeit


def first(state: State, seat: int) -> int:
    return state.legal_actions(seat)[0]


def failing(error: Exception) -> Chooser:
    def choose(state: State, seat: int) -> NoReturn:
        raise error

    return choose


def test_a_match_without_failures_is_the_same() -> None:
    game = abaculus.load_game("nmbr9", 2)
    state, forfeit = play_or_forfeit(game, [first, first], Luck(1))
    assert forfeit is None
    assert state.history() == play_match(game, [first, first], Luck(1)).history()


@pytest.mark.parametrize(
    ("chooser", "reason"),
    [
        (failing(GiveUp("resigns")), "it resigns"),
        (failing(ValueError("a\nb")), "it failed. ValueError: a b"),
        (failing(ValueError()), "it failed. ValueError:"),
        (lambda state, seat: 10**9, "it chose what is not legal. TEXT: There is no action 1000000000."),
    ],
)
def test_who_fails_forfeits(chooser: Chooser, reason: str) -> None:
    game = abaculus.load_game("nmbr9", 3)
    state, forfeit = play_or_forfeit(game, [first, chooser, first], Luck(1))
    assert forfeit == (1, reason)
    assert state.move_number() == 2  # the card, and the first seat's tile


def test_long_reasons_are_cut() -> None:
    _, forfeit = play_or_forfeit(abaculus.load_game("toushi"), [failing(ValueError("x" * 5000))], Luck(1))
    assert forfeit is not None
    assert len(forfeit.reason) == LONGEST_REASON
    assert forfeit.reason.endswith("x…")


def test_who_interrupts_does_not_forfeit() -> None:
    def interrupt(state: State, seat: int) -> NoReturn:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_or_forfeit(abaculus.load_game("toushi"), [interrupt], Luck(1))


def test_a_plain_match_tells_what_is_illegal(connect_four: type[Game]) -> None:
    with pytest.raises(IllegalAction):
        play_match(connect_four(), [lambda state, seat: 7, first], Luck(1))
