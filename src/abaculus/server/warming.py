"""Compiling ahead: the first table must not wait for the kernels of its game."""

from __future__ import annotations

from abaculus import Luck, game_types, load_game


def warm_up() -> None:
    """Play each game once, with what a table asks of a position."""
    for name in game_types():
        state, luck = load_game(name).new_initial_state(), Luck(0)
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action_for(-1, luck.draw(state))
                continue
            seat = state.players_to_act()[0]
            action = luck.choice(state.legal_actions(seat))
            state.action_parts(seat, action)
            state.apply_action_for(seat, action)
        state.view()
