"""Compiling ahead: the loop must never wait for the kernels of a game, nor people for those of a bot.

What a table needs is compiled in a thread. The engines that bots think with take much longer, and compiling would hold
up this process: it is done by others.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from functools import cache

from abaculus import Luck, game_types, load_game
from abaculus.bots.rehearsal import is_rehearsed

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
