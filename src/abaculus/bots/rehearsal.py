"""Compiling a game's engine ahead: ``python -m abaculus.bots.rehearsal GAME``.

Compiled code is kept on disk, so what one process compiles all others find. A file beside it tells that it is done.
"""

import os
import sys

from abaculus.bots.bot import Budget
from abaculus.bots.engine import make_engine
from abaculus.kernel.compile import mark
from abaculus.kernel.luck import Luck
from abaculus.loading import load_game


def is_rehearsed(name: str) -> bool:
    """Whether the engine of a game is compiled, or need not be."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") != "0" or mark(f"engine-{name}").exists()


def rehearse_engine(name: str) -> None:
    """Let the engine of a game play a whole game, thinking as little as it can."""
    if is_rehearsed(name):
        return
    game, luck = load_game(name), Luck(0)
    engines = [make_engine(game) for _ in range(game.num_players())]
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(luck.draw(state))
            continue
        seat = state.current_player()
        ratings = engines[seat].rate(state.as_seen_by(seat), seat, luck, Budget(iterations=1))
        state.apply_action_for(seat, ratings[0].action)
    mark(f"engine-{name}").touch()


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)  # whoever plays meanwhile comes first
    for _name in sys.argv[1:]:
        rehearse_engine(_name)
