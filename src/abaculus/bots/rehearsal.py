"""Compiling a game's engine ahead: ``python -m abaculus.bots.rehearsal GAME``.

Compiled code is kept on disk, so what one process compiles all others find. A file beside it tells that it is done.
Compiling takes minutes and would hold up a process that people look at: for those others do it.
"""

import logging
import os
import subprocess
import sys
import threading

from abaculus.bots.bot import Budget
from abaculus.bots.engine import make_engine
from abaculus.kernel.cache import mark
from abaculus.kernel.luck import Luck
from abaculus.loading import game_types, load_game

logger = logging.getLogger(__name__)

PREPARING = "preparing the bot's engine, once after installing …"
"""What is told to people who wait for it."""


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


class EngineRoom:
    """Compiles engines, one game after the other, each in a process of its own."""

    def __init__(self) -> None:
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._lock = threading.Lock()
        self._closed = False

    def prepare(self, game: str) -> None:
        """Wait until the engine of a game is compiled, or until that failed."""
        if is_rehearsed(game):
            return
        with self._lock:
            if self._closed:
                return
            if game not in self._processes:
                command = [sys.executable, "-m", "abaculus.bots.rehearsal", game]
                self._processes[game] = subprocess.Popen(command, stdin=subprocess.DEVNULL)
        if self._processes[game].wait() != 0 and not self._closed:
            logger.error("the engine of %s could not be compiled ahead", game)

    def prepare_all(self) -> None:
        """Wait until all are compiled."""
        for game in game_types():
            self.prepare(game)

    def close(self) -> None:
        """End what is under way."""
        with self._lock:
            self._closed = True
        for process in self._processes.values():
            process.terminate()
            process.wait()


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)  # whoever plays meanwhile comes first
    for _name in sys.argv[1:]:
        rehearse_engine(_name)
