"""Compiling ahead what a table needs, in a thread: the loop must never wait for the kernels of a game."""

from __future__ import annotations

import logging
from functools import cache

from abaculus import Luck, game_types, load_game

logger = logging.getLogger(__name__)


@cache
def rehearse(game: str) -> None:
    """Play a game once, with all that a table asks of a position. Raises ValueError if there is no such game."""
    state, luck = load_game(game).new_initial_state(), Luck(0)
    while not state.is_terminal():
        state.view()
        if state.is_chance_node():
            state.apply_action_for(-1, luck.draw(state))
            continue
        seat = state.players_to_act()[0]
        state.legal_rows(seat)
        state.apply_action_for(seat, luck.choice(state.legal_actions(seat)))
    state.view()


def rehearse_all() -> None:
    """Play every game once."""
    for name in game_types():
        try:
            rehearse(name)
        except Exception:
            logger.exception("%s could not be rehearsed", name)
