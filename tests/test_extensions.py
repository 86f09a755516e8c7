"""Games and bots from outside the package, by ``--load`` and by entry points, in all processes."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parent.parent / "examples" / "connect_four.py"
BOT = """
from abaculus.bots import Bot, BotKind, register_bot

class Lefty(Bot):
    def choose(self, state, seat, luck, budget):
        return state.legal_actions(seat)[0]

register_bot(BotKind("lefty", "plays the first column", Lefty, uses_engine=False))
"""

pytestmark = pytest.mark.timeout(300)  # new processes and clusters, on a machine that may be busy


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder with a game and a bot that no other module knows."""
    shutil.copy(EXAMPLE, tmp_path / "outside_game.py")
    (tmp_path / "outside_bot.py").write_text(BOT)
    return tmp_path


def run(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "abaculus", *arguments]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("backend", ["loky", "ray", "dask"])
def test_files_are_loaded_by_all_processes(outside: Path, backend: str) -> None:
    if backend != "loky":
        pytest.importorskip({"ray": "ray", "dask": "distributed"}[backend])
    load = [part for name in ("outside_game", "outside_bot") for part in ("--load", str(outside / f"{name}.py"))]
    quick = ("--games", "4", "--jobs", "2", "--backend", backend, "--out", str(outside / "played"))
    played = run(*load, "arena", "connect_four", "lefty", "random", *quick)
    assert played.returncode == 0, played.stderr
    assert "lefty" in played.stdout
    assert "forfeit" not in played.stdout
    record = str(outside / "played" / "records" / "000003.txt")
    assert "connect_four, random, lefty" in run(*load, "check", record).stdout


def test_entry_points_of_installed_packages_are_loaded(outside: Path) -> None:
    package = outside / "outside-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: outside\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(
        "[abaculus.games]\nconnect_four = outside_game:ConnectFour\nbroken = no_such_module\n"
        "[abaculus.bots]\nlefty = outside_bot\n"
    )
    path = str(outside)
    listed = run("games", PYTHONPATH=path)
    assert "connect_four: " in listed.stdout
    assert "no_such_module cannot be loaded: ModuleNotFoundError" in listed.stderr
    assert "lefty: plays the first column" in run("games", "connect_four", PYTHONPATH=path).stdout
    played = run("arena", "connect_four", "lefty", "random", "--games", "2", "--jobs", "2", PYTHONPATH=path)
    assert played.returncode == 0, played.stderr


def test_the_environment_names_modules_too(outside: Path) -> None:
    listed = run("games", PYTHONPATH=str(outside), ABACULUS_LOAD=os.pathsep.join(["outside_game", "outside_bot"]))
    assert "connect_four: " in listed.stdout


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("no_such.py", None, "FileNotFoundError"),
        ("no_such_module", None, "ModuleNotFoundError"),
        ("wrong.py", "1 +", "SyntaxError"),
        ("fails.py", "raise RuntimeError('[no')", "RuntimeError: [no"),
        ("json.py", "", "another module is called json"),
    ],
)
def test_what_cannot_be_loaded_is_named(name: str, content: str | None, words: str, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / name).write_text(content)
    result = run("--load", str(tmp_path / name) if name.endswith(".py") else name, "games")
    assert result.returncode == 1
    assert name in result.stderr
    assert words in result.stderr
    assert "Traceback" not in result.stderr
