"""Engines are compiled by other processes, one a game, and nobody waits for ever."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from abaculus.bots import rehearsal
from abaculus.bots.rehearsal import EngineRoom


def test_plain_python_needs_no_rehearsal_and_new_code_does(tmp_path: Path) -> None:
    code = "import os; from abaculus.bots.rehearsal import is_rehearsed; print(is_rehearsed('toushi'))"
    for jit, expected in (("1", "True"), ("0", "False")):
        environment = {**os.environ, "ABACULUS_CACHE_DIR": str(tmp_path), "NUMBA_DISABLE_JIT": jit}
        found = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
        )
        assert found.stdout.strip() == expected


def test_a_game_that_cannot_be_compiled_is_logged_and_keeps_nobody(caplog: pytest.LogCaptureFixture) -> None:
    room = EngineRoom()
    room.prepare("no such game")
    assert "no such game" in caplog.text
    room.close()


def test_what_is_compiled_starts_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsal, "is_rehearsed", lambda _: True)
    monkeypatch.setattr(subprocess, "Popen", lambda *_: pytest.fail("a process was started"))
    EngineRoom().prepare_all()


def test_closing_ends_what_is_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsal, "is_rehearsed", lambda _: False)
    real = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: real(["sleep", "60"]))
    room = EngineRoom()
    waiting = threading.Thread(target=room.prepare, args=("toushi",))
    waiting.start()
    while "toushi" not in room._processes:
        pass
    room.close()
    waiting.join(10)
    assert not waiting.is_alive()
    room.prepare("nmbr9")  # starts nothing any more
    assert set(room._processes) == {"toushi"}
