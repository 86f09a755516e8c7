"""Warmup: compiling the kernels of games before somebody waits for them.

Compiled kernels are kept on disk, so what one process compiles all others find. ``python -m abaculus.bots.warmup [GAME
STAGE]`` compiles a stage of a game (or all that tables need) in a process of its own, where it holds up nobody; a file
beside the kernels tells how far it is, another one that it is done. ``Warmup`` runs such processes, in the order in
which games are asked for.
"""

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from filelock import FileLock
from numba.core import config

from abaculus.bots.bot import Budget, bot_kinds, make_bot
from abaculus.bots.engine import make_engine
from abaculus.kernel.cache import PACKAGE, mark, sources
from abaculus.kernel.compile import KERNELS, Interpreter, watch
from abaculus.kernel.game import Game
from abaculus.kernel.luck import Luck
from abaculus.kernel.state import State
from abaculus.kernel.thread_pool import available_cores
from abaculus.loading import game_types, load_game

logger = logging.getLogger(__name__)

RULES, BOTS, ENVS = "rules", "bots", "envs"
MODULES = {RULES: "abaculus.bots.warmup", BOTS: "abaculus.bots.warmup", ENVS: "abaculus.envs.warmup"}
"""The module that compiles a stage, as a command."""
MESSAGE = "compiling, once after installing …"
"""What people are told who wait for it."""
STEPS = 12
"""The first positions of a game in which everything is asked of a state."""


def is_ready(game: str, stage: str) -> bool:
    """Whether a stage of a game is compiled, or need not be.

    The kernels of games from outside the package are compiled when they are called.
    """
    return bool(config.DISABLE_JIT) or mark(f"{game}-{stage}").exists() or not _is_of_the_package(game)


def _is_of_the_package(game: str) -> bool:
    kind = game_types().get(game)
    return kind is None or kind.__module__.startswith("abaculus.games.")


def progress(game: str, stage: str) -> float:
    """How far a stage of a game is compiled, 0 to 1."""
    if is_ready(game, stage):
        return 1.0
    try:
        return min(float(_progress_file(game, stage).read_text()), 0.99)
    except (OSError, ValueError):
        return 0.0


def _progress_file(game: str, stage: str) -> Path:
    return mark(f"{game}-{stage}-progress")


def warm_up(game: str, stage: str, work: Callable[[str], None] | None = None) -> None:
    """Compile a stage of a game in this process, unless another one does it already: then wait for that."""
    if is_ready(game, stage):
        return
    done, told = mark(f"{game}-{stage}"), _progress_file(game, stage)
    with FileLock(f"{done}.lock"):
        if not done.exists():
            with watch(lambda: _write(told, str(share_compiled(game, stage)))):
                (work or STAGES[stage])(game)
            _write(done, "")
            with suppress(OSError):
                told.unlink()


def _write(file: Path, text: str) -> None:
    with suppress(OSError):
        file.write_text(text)


def share_compiled(game: str, stage: str) -> float:
    """The share of the kernels that a stage may need of which this process has compiled code, 0 to 1."""
    kind = type(load_game(game))
    folder = kind.__module__.split(".")[-2]
    modules = [f"games/{folder}/rules.py"]
    if stage != RULES:
        modules += [f"games/{folder}/observation.py", "bots/greedy.py"]
    modules += {RULES: [], BOTS: [f"bots/engines/{folder}.py"], ENVS: ["envs/stepping.py"]}[stage]
    files = {str(file) for module in modules if (PACKAGE / module).exists() for file in sources(PACKAGE / module)}
    needed = [one for one in KERNELS if one.py_func.__code__.co_filename in files]
    return sum(bool(one.overloads) for one in needed) / max(len(needed), 1)


def _play_rules(name: str) -> None:
    """Play a game at random, with all that a table asks of a position."""
    state, luck = load_game(name).new_initial_state(), Luck(0)
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.event_text(-1, state.chance_outcomes()[0][0], None)
            state.apply_action_for(-1, luck.draw(state))
            continue
        seat = state.players_to_act()[0]
        if steps < STEPS:
            _ask(state, seat)
        state.apply_action_for(seat, luck.choice(state.legal_actions(seat)))
        steps += 1
    state.view()
    state.returns()


def _ask(state: State, seat: int) -> None:
    """Ask what a table asks of a position in which a seat may act."""
    state.view(seat)
    state.legal_rows(seat)
    state.aids(seat)
    state.why_not(seat, state.action_to_string(seat, state.game.num_distinct_actions() - 1))
    state.as_seen_by(seat)


def load_rules(name: str) -> None:
    """Load the kernels of a game's rules from disk, by asking what a table asks of its first position."""
    state, luck = load_game(name).new_initial_state(), Luck(0)
    while state.is_chance_node():
        state.apply_action_for(-1, luck.draw(state))
    _ask(state, state.current_player())


def _play_bots(name: str) -> None:
    """Play by the engine, which thinks as little as it can, and a move of every bot; with few and with many seats."""
    kind = game_types()[name]
    for players in sorted({kind.min_players, kind.max_players}):
        _play_bots_with(load_game(name, players=players))


def _play_bots_with(game: Game) -> None:
    luck = Luck(0)
    engines = [make_engine(game) for _ in range(game.num_players())]
    state = game.new_initial_state()
    asked = False
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(luck.draw(state))
            continue
        seat = state.current_player()
        ratings = engines[seat].rate(state.as_seen_by(seat), seat, luck, Budget(iterations=1))
        if not asked:
            asked = True
            for bot in bot_kinds():
                make_bot(bot).choose(state.as_seen_by(seat), seat, luck, Budget(milliseconds=1))
        state.apply_action_for(seat, ratings[0].action)
    for engine in engines:
        engine.close()


STAGES = {RULES: _play_rules, BOTS: _play_bots}


class Warmup:
    """Compiles stages of games side by side, each in a process of its own; those asked for first."""

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or available_cores()
        self._waiting: list[tuple[str, str]] = []
        self._known: set[tuple[str, str]] = set()
        self._running: dict[tuple[str, str], subprocess.Popen[bytes]] = {}
        self._changed = threading.Condition()
        self._threads = 0
        self._closed = False

    def add(self, jobs: Iterable[tuple[str, str]], *, first: bool = False) -> None:
        """Compile stages of games after all that was asked for before, or before it."""
        with self._changed:
            if self._closed:
                return
            new = [job for job in jobs if not is_ready(*job) and job not in self._running]
            new = [job for job in new if job not in self._known or job in self._waiting]
            self._known.update(new)
            rest = [job for job in self._waiting if job not in new]
            self._waiting = new + rest if first else rest + new
            while self._threads < min(self._workers, len(self._waiting) + len(self._running)):
                self._threads += 1
                threading.Thread(target=self._work, name="warmup", daemon=True).start()

    def start(self) -> None:
        """Compile what tables need of all games: the rules of all of them first."""
        self.add([(game, stage) for stage in (RULES, BOTS) for game in game_types()])

    def request(self, game: str) -> None:
        """Compile what tables need of a game, before all else."""
        self.add([(game, RULES), (game, BOTS)], first=True)

    def wait(self, game: str, stage: str) -> None:
        """Wait until a stage is compiled, or until that failed."""
        if is_ready(game, stage):
            return
        self.add([(game, stage)], first=True)
        with self._changed:
            self._changed.wait_for(lambda: self._closed or not self._is_due((game, stage)))

    def unready(self) -> list[tuple[str, str]]:
        """The games and stages that are not compiled yet, and not given up."""
        with self._changed:
            return [job for job in self._known if self._is_due(job)]

    def close(self) -> None:
        """End what is under way."""
        with self._changed:
            self._closed = True
            self._waiting.clear()
            for process in self._running.values():
                process.terminate()
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._threads == 0, timeout=5)

    def _is_due(self, job: tuple[str, str]) -> bool:
        return job in self._waiting or job in self._running

    def _work(self) -> None:
        while True:
            with self._changed:
                if not self._waiting:
                    self._threads -= 1
                    self._changed.notify_all()
                    return
                job = self._waiting.pop(0)
                game, stage = job
                command = [sys.executable, "-m", MODULES[stage], game, stage]
                process = self._running[job] = subprocess.Popen(command, stdin=subprocess.DEVNULL)
            failed = process.wait() != 0
            if failed and not self._closed:
                logger.error("%s: %s could not be compiled ahead", game, stage)
            Interpreter.look_again()
            with self._changed:
                del self._running[job]
                self._changed.notify_all()


def main(arguments: Sequence[str], work: Callable[[str], None] | None = None) -> None:
    """Compile a stage of a game, or unless one is named what tables need of all games."""
    if hasattr(os, "nice"):
        os.nice(10)  # whoever plays meanwhile comes first
    if arguments:
        game, stage = arguments
        warm_up(game, stage, work)
        return
    warmup = Warmup()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        warmup.start()
        while warmup.unready():
            time.sleep(0.2)
    finally:
        warmup.close()


if __name__ == "__main__":
    main(sys.argv[1:])
