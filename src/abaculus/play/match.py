"""A match: seats that choose, and chance, until a game is over."""

from collections.abc import Callable, Sequence

from abaculus.kernel.game import Game
from abaculus.kernel.luck import Luck
from abaculus.kernel.reasons import IllegalAction
from abaculus.kernel.state import State
from abaculus.kernel.verbs import CHANCE_PLAYER
from abaculus.play.record import Forfeit

Chooser = Callable[[State, int], int]
"""Given a state as a seat sees it, and the seat: one of its legal actions."""

LONGEST_REASON = 200


class GiveUp(Exception):
    """Raised by a chooser that loses the game by it; its message is the reason, in words that follow "it"."""


def play_match(game: Game, choosers: Sequence[Chooser], luck: Luck) -> State:
    """Play a whole game; the final state, with its history.

    Where several seats may act, they do so in order of their numbers. Raises ``IllegalAction`` for an action that is
    not legal.
    """
    state = _start(game, choosers)
    while not state.is_terminal():
        _step(state, choosers, luck)
    return state


def play_or_forfeit(game: Game, choosers: Sequence[Chooser], luck: Luck) -> tuple[State, Forfeit | None]:
    """The same, but a seat that fails to choose (it raises), or chooses what is not legal, loses the game by that.

    The last state, and who forfeited the game, if anybody.
    """
    state = _start(game, choosers)
    while not state.is_terminal():
        seat = state.current_player()
        try:
            _step(state, choosers, luck)
        except Exception as error:
            if seat == CHANCE_PLAYER:
                raise
            return state, Forfeit(seat, _reason(error))
    return state, None


def _start(game: Game, choosers: Sequence[Chooser]) -> State:
    if len(choosers) != game.num_players():
        raise ValueError(f"{game.num_players()} seats need as many choosers, not {len(choosers)}.")
    return game.new_initial_state()


def _step(state: State, choosers: Sequence[Chooser], luck: Luck) -> None:
    if state.is_chance_node():
        state.apply_action(luck.draw(state))
    else:
        seat = state.current_player()
        state.apply_action_for(seat, choosers[seat](state.as_seen_by(seat), seat))


def _reason(error: Exception) -> str:
    """Why a seat forfeits, in a line."""
    if isinstance(error, IllegalAction):
        words = f"it chose what is not legal. {error.reason}"
    elif isinstance(error, GiveUp):
        words = f"it {error}"
    else:
        words = f"it failed. {type(error).__name__}: {error}"
    words = " ".join(words.split())
    return words if len(words) <= LONGEST_REASON else words[: LONGEST_REASON - 1] + "…"
