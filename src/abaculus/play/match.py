"""A match: seats that choose, and chance, until a game is over."""

from collections.abc import Callable, Sequence

from abaculus.kernel.game import Game
from abaculus.kernel.luck import Luck
from abaculus.kernel.state import State

Chooser = Callable[[State, int], int]
"""Given a state as a seat sees it, and the seat: one of its legal actions."""


def play_match(game: Game, choosers: Sequence[Chooser], luck: Luck) -> State:
    """Play a whole game; the final state, with its history.

    Where several seats may act, they do so in order of their numbers. Raises ``IllegalAction`` for an action that is
    not legal.
    """
    if len(choosers) != game.num_players():
        raise ValueError(f"{game.num_players()} seats need as many choosers, not {len(choosers)}.")
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(luck.draw(state))
        else:
            seat = state.current_player()
            state.apply_action_for(seat, choosers[seat](state.as_seen_by(seat), seat))
    return state
