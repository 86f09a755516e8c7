"""Programs as bots: one that plays by the protocol plays along, any other loses, and never holds anybody up."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import abaculus
from abaculus import Luck, OptionError
from abaculus.bots import Budget, make_bot, program, read_bot
from abaculus.bots.program import ProgramBot
from abaculus.play.match import GiveUp, play_or_forfeit
from abaculus.play.record import Forfeit

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "examples" / "line_bot.py"
PYTHON = shlex.quote(sys.executable)

Written = Callable[[str], ProgramBot]


@pytest.fixture
def written(tmp_path: Path) -> Any:
    """Makes a bot of a program's text; ``seen`` in it is a file for what it wants to tell the test."""
    made = []

    def make(text: str, budget: Budget | None = None) -> ProgramBot:
        file = tmp_path / f"bot{len(made)}.py"
        file.write_text(f"import json, sys, time\nseen = {str(tmp_path / 'seen')!r}\n{text}", encoding="utf-8")
        made.append(ProgramBot([sys.executable, str(file)], budget))
        return made[-1]

    yield make
    for bot in made:
        bot.close()


def first_choice(bot: ProgramBot, budget: Budget | None = None) -> str:
    state = abaculus.load_game("toushi").new_initial_state()
    return state.action_to_string(0, bot.choose(state, 0, Luck(1), budget or Budget()))


def lost(bot: ProgramBot) -> str:
    """Play a game that the bot forfeits; why it does."""
    game, other = abaculus.load_game("nmbr9", 2), make_bot("random")
    choosers = [
        lambda state, seat: bot.choose(state, seat, Luck(1), Budget()),
        lambda state, seat: other.choose(state, seat, Luck(2), Budget()),
    ]
    _, forfeit = play_or_forfeit(game, choosers, Luck(3))
    assert isinstance(forfeit, Forfeit)
    assert forfeit.seat == 0
    return forfeit.reason


def test_the_example_plays_a_whole_game_and_the_same_again() -> None:
    ends = []
    for _ in range(2):
        bot = make_bot(f"program:{PYTHON} {EXAMPLE}", programs=True)
        luck = Luck(5)
        game = abaculus.load_game("nmbr9", 1, cards=5)
        state, forfeit = play_or_forfeit(game, [lambda s, seat, b=bot, k=luck: b.choose(s, seat, k, Budget())], Luck(1))  # type: ignore[misc]
        bot.close()
        assert forfeit is None
        assert state.is_terminal()
        ends.append(state.history())
    assert ends[0] == ends[1]


def test_the_example_is_the_one_in_the_description() -> None:
    code = EXAMPLE.read_text(encoding="utf-8").partition('"""\n\n')[2]
    assert f"```python\n{code}```" in (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")


def test_what_a_program_is_told(written: Written, tmp_path: Path) -> None:
    bot = written("line = sys.stdin.readline(); open(seen, 'w').write(line); print(json.loads(line)['legal'][-1])")
    state = abaculus.load_game("3x8", 2).new_initial_state()
    luck = Luck(4)
    while state.is_chance_node():
        state.apply_action(luck.draw(state))
    seat = state.current_player()
    action = bot.choose(state.as_seen_by(seat), seat, luck, Budget(milliseconds=250))
    told = json.loads((tmp_path / "seen").read_text(encoding="utf-8"))
    assert set(told) == {"seat", "view", "legal", "numbers", "budget", "seed"}
    assert told["seat"] == seat
    assert told["view"] == state.view(seat)
    assert told["numbers"] == state.legal_actions(seat)
    assert told["legal"] == [state.action_to_string(seat, number) for number in told["numbers"]]
    assert told["budget"] == {"milliseconds": 250, "iterations": None}
    assert 0 <= told["seed"] < 2**53
    assert action == told["numbers"][-1]


def test_one_process_plays_the_whole_game(written: Written) -> None:
    bot = written("for n, line in enumerate(sys.stdin): print(json.loads(line)['legal'][n], flush=True)")
    state = abaculus.load_game("toushi").new_initial_state()
    for number in range(3):
        assert bot.choose(state, 0, Luck(1), Budget()) == state.legal_actions(0)[number]


@pytest.mark.parametrize("answer", ["T6:4@c3", " t6:4@C3 \\r", "T6:4@c3\\nand more"])
def test_answers_are_read_as_typed(written: Written, answer: str) -> None:
    assert first_choice(written(f"sys.stdin.readline(); print('{answer}', flush=True); sys.stdin.read()")) == "T6:4@c3"


def test_a_program_may_end_after_its_answer(written: Written) -> None:
    assert first_choice(written("print('T6:4@c3')")) == "T6:4@c3"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it ended with status 0"),
        ("sys.exit(3)", "it ended with status 3"),
        ("raise ValueError('no idea')", "it ended with status 1: ValueError: no idea"),
        ("sys.stdin.readline(); print()", 'it chose what is not legal. TEXT: "" is no action.'),
        ("sys.stdin.readline(); print('pass')", 'it chose what is not legal. TEXT: "pass" is no action.'),
        ("sys.stdin.readline(); print('r0@9,9')", "it chose what is not legal. NMBR9-P7"),
        ("sys.stdout.buffer.write(b'\\xff\\xfe\\n')", "it chose what is not legal. TEXT"),
        ("sys.stdin.readline(); print('x' * 10**7)", "it answered more than 10000 bytes"),
        ("print('no line end', end='')", "it chose what is not legal. TEXT"),
    ],
)
def test_who_does_not_answer_well_loses(written: Written, text: str, reason: str) -> None:
    assert lost(written(text)).startswith(reason)


@pytest.mark.parametrize("text", ["sys.stdin.readline(); time.sleep(60)", "time.sleep(60)"])
def test_who_hangs_loses(written: Any, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in (("GRACE", 0.1), ("STARTING", 0.1), ("ENDING", 0.1)):
        monkeypatch.setattr(program, f"{name}_SECONDS", seconds)
    assert lost(written(text, Budget(milliseconds=100))) == "it gave no answer within 0.3 s"


def test_who_does_not_listen_does_not_block(written: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question that is larger than the pipe waits in a thread of its own."""
    monkeypatch.setattr(program, "STARTING_SECONDS", 0.1)
    monkeypatch.setattr(program, "UNBOUNDED_SECONDS", 0.1)
    bot = written("time.sleep(60)")
    state = abaculus.load_game("toushi").new_initial_state()
    monkeypatch.setattr(type(state), "view", lambda self, seat: {"much": "x" * 10**6})
    with pytest.raises(GiveUp, match=r"gave no answer within 0\.2 s"):
        bot.choose(state, 0, Luck(1), Budget())
    bot.close()


def running(pid: int) -> bool:
    """Whether a process runs; one that has ended may stay listed until somebody asks for its status."""
    try:
        os.kill(pid, 0)
        stat = Path(f"/proc/{pid}/stat")
        return not stat.exists() or stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def test_nothing_is_left_behind(written: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that does not end with its input is killed, with what it started."""
    monkeypatch.setattr(program, "ENDING_SECONDS", 0.2)
    bot = written(
        "import subprocess\n"
        "child = subprocess.Popen(['sleep', '60'])\n"
        "open(seen, 'w').write(str(child.pid))\n"
        "print('T6:4@c3', flush=True)\n"
        "time.sleep(60)\n"
    )
    first_choice(bot)
    child = int((tmp_path / "seen").read_text(encoding="utf-8"))
    assert running(child)
    bot.close()
    while running(child):  # a signal takes its time to arrive
        time.sleep(0.01)


HOLDER = "import subprocess; child = subprocess.Popen(['sleep', '60'], start_new_session=True)\n"
"""Leaves a child that holds the pipes, in a session of its own, so that it survives its parent."""
TELL = "open(seen, 'w').write(str(child.pid))\n"


@pytest.mark.parametrize(
    "text",
    [
        "sys.exit()",
        "sys.stdin.readline(); print('pass', flush=True)",
        "sys.stdin.readline(); time.sleep(60)",
        "print('x' * 10**6, flush=True)",
    ],
)
def test_a_child_that_holds_the_pipes_holds_nobody_up(
    text: str, written: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "STARTING_SECONDS", 1.0)
    monkeypatch.setattr(program, "GRACE_SECONDS", 0.1)
    monkeypatch.setattr(program, "ENDING_SECONDS", 0.2)
    descriptors = len(list(Path("/dev/fd").iterdir()))
    bot = written(HOLDER + TELL + text, Budget(milliseconds=100))
    lost(bot)
    child = int((tmp_path / "seen").read_text(encoding="utf-8"))
    try:
        assert running(child)
        bot.close()
        assert running(child), "it was not the child's end that was waited for"
        assert len(list(Path("/dev/fd").iterdir())) == descriptors, "the pipes are still open"
    finally:
        os.kill(child, signal.SIGKILL)


def test_a_match_ends_though_a_child_holds_the_pipes(written: Any, tmp_path: Path) -> None:
    """So does the process that played it."""
    script = tmp_path / "bot.py"
    script.write_text(f"seen = {str(tmp_path / 'seen')!r}\n" + HOLDER + TELL + "print('pass', flush=True)")
    command = f"program:{PYTHON} {shlex.quote(str(script))}"
    match = [sys.executable, "-m", "abaculus", "match", "nmbr9", command, "random", "-o", "cards=1"]
    try:
        found = subprocess.run(match, capture_output=True, timeout=60, check=True)
        assert b"forfeit: 0 it chose what is not legal." in found.stdout
    finally:
        os.kill(int((tmp_path / "seen").read_text(encoding="utf-8")), signal.SIGKILL)


def test_the_end_is_told_by_the_end_of_input(written: Written, tmp_path: Path) -> None:
    bot = written("print('T6:4@c3', flush=True); sys.stdin.read(); open(seen, 'w').write('bye')")
    first_choice(bot)
    bot.close()
    assert (tmp_path / "seen").read_text(encoding="utf-8") == "bye"


@pytest.mark.parametrize(
    ("text", "command", "budget"),
    [
        ("program:cat", ["cat"], Budget()),
        ("program:500ms:cat -u", ["cat", "-u"], Budget(milliseconds=500)),
        ("program:2000:cat 'a b:c'", ["cat", "a b:c"], Budget(iterations=2000)),
        ("program:cat 500ms:x", ["cat", "500ms:x"], Budget()),
    ],
)
def test_how_a_program_is_written(text: str, command: list[str], budget: Budget) -> None:
    bot = make_bot(text, programs=True)
    assert isinstance(bot, ProgramBot)
    assert (bot.command, bot.budget) == (command, budget)
    bot.close()


def test_a_program_is_run_only_for_who_may() -> None:
    """What comes over the network never starts one: it is read without ``programs``."""
    for read in (make_bot, read_bot):
        with pytest.raises(OptionError, match="There is no bot 'program'"):
            read("program:cat")
