"""Compiles what most tests need, before they run side by side and each of them compiles the same.

Compiled kernels are kept on disk; a file beside them tells a second run that there is nothing to do.
"""

import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor

import abaculus
from abaculus.bots import Budget, bot_kinds, make_bot
from abaculus.bots.warmup import BOTS, RULES, warm_up
from abaculus.kernel.cache import mark
from abaculus.testing import check_state, lively_policy, walk

STATES = 12


def warm(name: str) -> None:
    """Call all that a game's states can do, and every bot."""
    game = abaculus.load_game(name)
    luck = abaculus.Luck(0)
    for step, state in enumerate(walk(game, 0, lively_policy)):
        if step < STATES or state.is_terminal():
            check_state(state)
        if step < STATES and state.players_to_act():
            seat = state.players_to_act()[0]
            for bot in bot_kinds():
                make_bot(bot).choose(state.as_seen_by(seat), seat, luck, Budget(milliseconds=1))
    for stage in (RULES, BOTS):
        warm_up(name, stage)


def main() -> None:
    done = mark("warm")
    if done.exists() or os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        return
    print("compiling the games' kernels", file=sys.stderr)
    # A forked child would share the threads that compiling has started.
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        list(pool.map(warm, abaculus.game_types()))
    done.touch()


if __name__ == "__main__":
    main()
