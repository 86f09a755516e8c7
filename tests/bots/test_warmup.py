"""Warmup: other processes compile, those asked for first, and nobody waits for ever."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import abaculus
from abaculus.bots import warmup
from abaculus.bots.warmup import BOTS, ENVS, RULES, Warmup
from abaculus.kernel.compile import Interpreter


def run(script: str, cache: Path, **environment: str) -> str:
    environment = {**os.environ, "ABACULUS_CACHE_DIR": str(cache), **environment}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_plain_python_needs_no_warmup_and_new_code_does(tmp_path: Path) -> None:
    code = "from abaculus.bots.warmup import is_ready; print(is_ready('toushi', 'bots'))"
    for jit, expected in (("1", "True"), ("0", "False")):
        assert run(code, tmp_path, NUMBA_DISABLE_JIT=jit) == expected


@pytest.mark.slow
def test_after_the_warmup_nothing_is_compiled(tmp_path: Path) -> None:
    environment = {**os.environ, "ABACULUS_CACHE_DIR": str(tmp_path)}
    for module, stage in ((BOTS, RULES), (ENVS, ENVS)):
        command = [sys.executable, "-m", warmup.MODULES[stage], "toushi", stage]
        assert subprocess.run(command, env=environment, check=False).returncode == 0, module
    kept = {file.name for file in tmp_path.rglob("*.nbc")}
    script = """
import numpy as np
from abaculus.bots import warmup
from abaculus.envs import VectorEnv
from abaculus.kernel.compile import watch

def fail():
    raise AssertionError("something is compiled")

with watch(fail):
    warmup._play_rules("toushi")
    envs = VectorEnv("toushi", 4, threads=2)
    envs.reset(seed=1)
    envs.step(envs.sample_actions(np.random.default_rng(1)))
print(warmup.progress("toushi", "rules"), warmup.progress("toushi", "bots"))
"""
    assert run(script, tmp_path) == "1.0 0.0"
    assert {file.name for file in tmp_path.rglob("*.nbc")} == kept
    assert not list(tmp_path.rglob("*-progress-*"))


def test_until_they_are_compiled_kernels_run_as_plain_python(tmp_path: Path) -> None:
    script = """
import abaculus
from abaculus.kernel.compile import Interpreter, watch

def fail():
    raise AssertionError("something is compiled")

Interpreter.wanted = True
with watch(fail):
    for name in abaculus.game_types():
        state, luck = abaculus.load_game(name).new_initial_state(), abaculus.Luck(7)
        for _ in range(8):
            while state.is_chance_node():
                state.apply_action(luck.draw(state))
            state.apply_action(luck.choice(state.legal_actions()))
        print(state.history())
"""
    plain = run(script, tmp_path, PYTHONWARNINGS="error")
    assert plain.count("[") == 5
    assert plain == run(
        script.replace("wanted = True", "wanted = False").replace("watch(fail)", "watch(list)"), tmp_path
    )
    assert plain == run(script, tmp_path), "what the second process compiled is used by the third"


@pytest.mark.parametrize("name", abaculus.game_types())
@pytest.mark.skipif(bool(warmup.config.DISABLE_JIT), reason="nothing is compiled")
def test_plain_python_does_the_same_where_all_is_compiled(name: str) -> None:
    game, luck = abaculus.load_game(name), abaculus.Luck(5)
    verbs = game.kernels
    state = game.new_initial_state()
    plain = game.new_record()
    with np.errstate(over="ignore"):
        verbs.init.plain(plain)
        for _ in range(60):
            assert bytes(plain) == bytes(state.record)
            if state.is_terminal():
                break
            if state.is_chance_node():
                u = luck.uniform(state.chance_stream())
                seat, action = -1, state.sample_chance(u)
                assert verbs.sample_chance.plain(plain, u) == action
            else:
                seat = state.current_player()
                legal, out = state.legal_actions(), np.empty(game.max_legal_actions(), np.int32)
                assert out[: verbs.legal_actions.plain(plain, seat, out)].tolist() == legal
                action = luck.choice(legal)
            state.apply_action_for(seat, action)
            verbs.apply_action.plain(plain, seat, action)


def test_threads_may_play_side_by_side_while_kernels_are_missing(tmp_path: Path) -> None:
    script = """
import threading
import abaculus
from abaculus.bots.warmup import load_rules
from abaculus.kernel.compile import Interpreter

Interpreter.wanted = True
failed = []
threading.excepthook = failed.append
begin = threading.Barrier(4)

def play():
    begin.wait()
    for name in abaculus.game_types():
        load_rules(name)

threads = [threading.Thread(target=play) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(failed)
"""
    for _ in range(3):
        assert run(script, tmp_path) == "[]"


@pytest.mark.parametrize("stage", [RULES, BOTS])
def test_progress_is_told_by_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stage: str) -> None:
    monkeypatch.setattr(warmup, "mark", lambda name: tmp_path / name)
    monkeypatch.setattr(warmup.config, "DISABLE_JIT", 0)
    told: list[float] = []

    def work(game: str) -> None:
        for share in ("0.25", "1.0", "nonsense"):
            (tmp_path / f"{game}-{stage}-progress").write_text(share)
            told.append(warmup.progress(game, stage))

    assert warmup.progress("toushi", stage) == 0.0
    warmup.warm_up("toushi", stage, work)
    assert told == [0.25, 0.99, 0.0]
    assert warmup.progress("toushi", stage) == 1.0
    warmup.warm_up("toushi", stage, lambda _: pytest.fail("compiled twice"))


class Workers:
    """Stand-ins for the processes that compile: they end when they are told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.started: list[tuple[str, str]] = []
        self.done: set[tuple[str, str]] = set()
        self._ends: dict[tuple[str, str], threading.Event] = {}
        self._status: dict[tuple[str, str], int] = {}
        monkeypatch.setattr(warmup.subprocess, "Popen", self._start)
        monkeypatch.setattr(warmup, "is_ready", lambda *job: job in self.done)

    def _start(self, command: list[str], **_: Any) -> "Workers._Process":
        job = command[-2], command[-1]
        self._ends[job] = threading.Event()
        self.started.append(job)
        return Workers._Process(self, job)

    def end(self, job: tuple[str, str], status: int = 0) -> None:
        until(lambda: job in self._ends)
        if status == 0:
            self.done.add(job)
        self._status[job] = status
        self._ends[job].set()

    class _Process:
        def __init__(self, workers: "Workers", job: tuple[str, str]) -> None:
            self._workers, self._job = workers, job

        def wait(self) -> int:
            assert self._workers._ends[self._job].wait(30)
            return self._workers._status[self._job]

        def terminate(self) -> None:
            self._workers.end(self._job, -15)


def until(condition: Any) -> None:
    limit = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < limit
        time.sleep(0.001)


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> Workers:
    return Workers(monkeypatch)


def test_rules_come_before_bots_and_what_is_asked_for_before_all(workers: Workers) -> None:
    room = Warmup(workers=1)
    room.start()
    until(lambda: workers.started)
    first = workers.started[0]
    assert first[1] == RULES
    room.request("toushi")
    workers.end(first)
    workers.end(("toushi", RULES))
    workers.end(("toushi", BOTS))
    until(lambda: len(workers.started) == 4)
    assert workers.started[1:3] == [("toushi", RULES), ("toushi", BOTS)]
    assert workers.started[3][1] == RULES
    room.close()


def test_stages_are_compiled_side_by_side_and_each_once(workers: Workers) -> None:
    room = Warmup(workers=2)
    generation = Interpreter.generation
    room.start()
    room.start()
    until(lambda: len(workers.started) == 2)
    while room.unready():
        for job in list(workers.started):
            if job not in workers.done:
                workers.end(job)
    stages = 2 * len(abaculus.game_types())
    assert len(workers.started) == len(set(workers.started)) == stages
    assert Interpreter.generation == generation + stages
    room.request("nmbr9")
    assert len(workers.started) == stages, "what is compiled is not compiled again"
    room.close()


def test_who_waits_goes_on_when_it_is_compiled_or_when_that_fails(
    workers: Workers, caplog: pytest.LogCaptureFixture
) -> None:
    room = Warmup(workers=1)
    for status in (0, 1):
        job = "toushi", (RULES, BOTS)[status]
        waiting = threading.Thread(target=room.wait, args=job)
        waiting.start()
        until(lambda job=job: job in workers.started)
        assert waiting.is_alive()
        workers.end(job, status)
        waiting.join(30)
        assert not waiting.is_alive()
    assert "toushi: bots could not be compiled ahead" in caplog.text
    room.wait("toushi", RULES)
    room.close()


def test_closing_ends_what_is_under_way(workers: Workers) -> None:
    room = Warmup(workers=1)
    waiting = threading.Thread(target=room.wait, args=("toushi", BOTS))
    waiting.start()
    until(lambda: workers.started)
    room.close()
    waiting.join(30)
    assert not waiting.is_alive()
    room.request("nmbr9")  # starts nothing any more
    assert workers.started == [("toushi", BOTS)]
