"""The command line, as a user types it."""

import fcntl
import json
import os
import pty
import shlex
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

import abaculus
from abaculus import Luck, State
from abaculus.bots import Budget, Engine, Rating, warmup
from abaculus.cli import app
from abaculus.play.record import Record, one_line, read_record, write_record
from abaculus.play.session import Session


def run(*arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(app, list(arguments), input=given)


def test_version() -> None:
    assert run("--version").stdout.strip() == f"abaculus {abaculus.__version__}"


def test_games_are_listed_with_their_options() -> None:
    listed = run("games").stdout
    for words in ("nmbr9: NMBR 9, 1 to 4 seats.", "toushi: Tóushì, 1 seat.", "draft:", "'ample', 'single'"):
        assert words in listed


def test_one_game_is_told_with_its_bots() -> None:
    told = run("games", "3x8").stdout
    for words in (
        "3x8: 3x8, 2 to 4 seats.",
        "    medium: ",
        "    program:COMMAND, policy:FILE: ",
        "play 3x8 --terminal",
    ):
        assert words in told
    assert told.count("the blocker deck") == 1
    assert "nmbr9" not in told


def test_who_waits_for_an_engine_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[tuple[str, str]] = []
    monkeypatch.setattr(warmup, "is_ready", lambda *job: job in prepared)
    monkeypatch.setattr(warmup.Warmup, "add", lambda _, jobs: prepared.extend(jobs))
    monkeypatch.setattr("abaculus.bots.review.review", lambda *_: iter(()))
    result = run("match", "nmbr9", "random", "-o", "cards=1")
    assert (result.stderr, prepared) == ("", [])
    result = run("review", "-", given=result.stdout)
    assert result.exit_code == 0, result.output
    assert "compiling, once after installing" in result.stderr
    assert prepared == [("nmbr9", "bots")]


def test_a_match_is_printed_as_a_record_that_checks(tmp_path: Path) -> None:
    printed = run("match", "nmbr9", "greedy", "random", "-o", "draft=known", "--seed", "4")
    assert printed.exit_code == 0
    record = read_record(printed.stdout)
    assert (record.names, record.seed, record.options["draft"]) == (["greedy", "random"], 4, "known")
    file = tmp_path / "game.txt"
    file.write_text(printed.stdout, encoding="utf-8")
    assert "nmbr9, greedy, random; 60 events, result 1 0." in run("check", str(file)).stdout
    assert "60 events" in run("check", "-", given=printed.stdout).stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("match", "chess"), "There is no game 'chess'"),
        (("match", "nmbr"), "Did you mean 'nmbr9'?"),
        (("games", "sumoko"), "Did you mean 'sumoku'?"),
        (("match", "nmbr9", "deep"), "There is no bot 'deep'"),
        (("match", "nmbr9", "gredy"), "Did you mean 'greedy'?"),
        (("match", "nmbr9", "-o", "drafts=known"), "Did you mean 'draft'?"),
        (("match", "nmbr9", *["random"] * 5), "it cannot be played with 5 seats"),
        (("match", "nmbr9", "-o", "draft=open"), "option 'draft' cannot be 'open'"),
        (("match", "nmbr9", "-o", "draft"), "NAME=VALUE"),
        (("match", "nmbr9", "-o", "colour=red"), "there is no option 'colour'"),
        (("check", "there-is-no-such-file"), "abaculus: there-is-no-such-file: No such file or directory"),
        (("play", "--no-browser", "--store", "."), "abaculus:"),
        (("play", "nmbr9"), "go with --terminal"),
        (("play", "--terminal"), "needs a game"),
        (("play", "chess", "--terminal"), "There is no game 'chess'"),
        (("play", "--terminal", "--resume", "there-is-no-such-file"), "there-is-no-such-file: No such"),
        (("play", "toushi", "--terminal", "--resume", "there-is-no-such-file"), "--resume goes without them"),
    ],
)
def test_mistakes_get_one_sentence_and_status_1(arguments: tuple[str, ...], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 1
    assert words in result.stderr
    assert "Traceback" not in result.output
    assert len(result.stderr.strip().splitlines()) == 1
    assert "Errno" not in result.stderr
    assert result.stderr.count("there-is-no-such-file") <= 1


def test_an_altered_record_is_told_by_its_line() -> None:
    record = run("match", "toushi", "random").stdout
    altered = record.replace("seats: 1", "seats: 2")
    result = run("check", "-", given=altered)
    assert result.exit_code == 1
    assert "Line 4: toushi: it cannot be played with 2 seats; allowed: 1." in result.stderr


# Texts of people are shown as they are

NAMES = st.one_of(
    st.sampled_from(["Ann [", "['", "<3 [=", "[Bob]", "[/", "[/b]", "[b]x", ":smile:", "\\[b]", "{task.total}", "%s"]),
    st.text("ab []/\\'\"=$:@!#()<>{}%", min_size=1, max_size=12),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12),
).filter(str.strip)
SHORT = {"max_number": 1, "copies": 1, "cards": 1}


class Orderly(Engine):
    """Takes the legal actions to be the worse the later they come."""

    def rate(self, state: State, seat: int, luck: Luck, budget: Budget, wanted: int | None = None) -> list[Rating]:
        return [Rating(action, 0.75 - i / 4, 0.1) for i, action in enumerate(state.legal_actions(seat))]


def record_of(*names: str) -> Record:
    """A short game between these, in which each chooses what looks worst."""
    game = abaculus.load_game("nmbr9", len(names), **SHORT)
    session = Session(game, [lambda state, seat: state.legal_actions(seat)[-1]] * len(names), names, 7)
    while session.step():
        pass
    return Record.of(session.state, names, 7)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(names=st.tuples(NAMES, NAMES))
def test_names_are_shown_as_they_are(
    names: tuple[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """In a review and a check; so are the names of files."""
    monkeypatch.setattr("abaculus.bots.review.make_engine", lambda *_: Orderly())
    monkeypatch.setattr(warmup, "is_ready", lambda *_: True)
    file = tmp_path_factory.getbasetemp() / f"{names[0].replace('/', '|')}.txt"
    file.write_text(write_record(record_of(*names)), encoding="utf-8")
    reviewed, checked = run("review", str(file)), run("check", str(file))
    assert (reviewed.exit_code, checked.exit_code) == (0, 0), reviewed.output + checked.output
    for name in names:
        assert reviewed.stdout.count(one_line(name)) >= 2, "once with its course, once with what it played"
        assert one_line(name) in checked.stdout
    assert str(file) in checked.stdout


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=8)
@given(name=NAMES)
def test_bots_are_shown_as_they_are(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """In a tournament, a match and a study; so are folders."""
    bot = f"program:{shlex.quote(sys.executable)} -c pass {shlex.quote(name)}"
    short = [part for key, value in SHORT.items() for part in ("-o", f"{key}={value}")]
    folder = tmp_path_factory.mktemp("arena") / name.replace("/", "|")
    quick = ("--games", "1", "--backend", "sequential", *short)
    played = run("arena", "nmbr9", bot, "random", *quick, "--out", str(folder))
    again = run("arena", "nmbr9", bot, "random", *quick, "--out", str(folder))
    matched = run("match", "nmbr9", bot, "random", *short)
    studied = run("study", "nmbr9", "--bots", bot, *quick)
    assert (played.exit_code, matched.exit_code) == (0, 0), played.output + matched.output
    assert read_record(matched.stdout).names[0] == one_line(bot)
    assert "".join(bot.split()) in "".join(played.stdout.replace("│", "").split()) or len(bot) > 60
    assert (again.exit_code, studied.exit_code) == (1, 1)
    assert str(folder) in again.stderr
    assert bot in studied.stderr


# Saving in the terminal: refusals before the start, and exit statuses


Step = tuple[bytes, Callable[[], object], bytes]
"""What is to be seen first, what happens then, and the keys that are pressed."""
QUIT = b"\x1b[21~"  # F10


def in_pty(arguments: Sequence[str], *steps: Step, **environment: str) -> tuple[int, str]:
    """Run the command in a terminal of its own; its status, and all that it wrote."""
    # Workers of pytest have the size of another screen in these, and Textual believes them.
    inherited = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "abaculus", *arguments],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env={**inherited, "TERM": "xterm-256color", **environment},
        start_new_session=True,
    )
    os.close(follower)
    shown, due = b"", list(steps)
    try:
        while True:
            try:
                shown += os.read(leader, 65536)
            except OSError:  # the end, as Linux tells it
                break
            if due and due[0][0] in shown:
                _, happen, keys = due.pop(0)
                happen()
                os.write(leader, keys)
        return process.wait(60), shown.decode(errors="replace")
    finally:
        process.kill()
        os.close(leader)


def nothing() -> None:
    pass


@pytest.mark.timeout(300)  # where nothing is compiled yet
def test_a_game_that_could_not_be_saved_ends_with_status_1(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    file = folder / "game.txt"
    status, shown = in_pty(
        ("play", "toushi", "--terminal", "--save", str(file)),
        (b"T20", lambda: folder.rename(tmp_path / "elsewhere"), b"T6:4@c3\r"),
        (b"Not saved", nothing, QUIT),
    )
    assert status == 1
    assert f"abaculus: Not saved. {file}: No such file or directory" in shown
    assert read_record((tmp_path / "elsewhere" / "game.txt").read_text(encoding="utf-8")).events == []


@pytest.mark.timeout(300)  # where nothing is compiled yet
def test_a_game_is_resumed_from_one_file_and_saved_in_another(tmp_path: Path) -> None:
    file, other = tmp_path / "game.txt", tmp_path / "other.txt"
    state = abaculus.load_game("toushi").new_initial_state()
    file.write_text("\ufeff" + write_record(Record.of(state, ["[b"], 7)), encoding="utf-8")
    status, shown = in_pty(
        ("play", "--terminal", "--resume", str(file), "--save", str(other)),
        (b"T20", nothing, b"T6:4@c3\r"),
        (b"roll T", nothing, QUIT),
    )
    assert (status, "[b" in shown) == (0, True)
    assert read_record(other.read_text(encoding="utf-8")).events == [(0, "T6:4@c3")]
    assert read_record(file.read_text(encoding="utf-8")).events == []


@pytest.mark.parametrize("name", ["no/such/folder/game.txt", "x" * 300, "folder"])
def test_a_file_that_cannot_be_written_is_refused_before_the_start(name: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    result = run("play", "toushi", "--terminal", "--save", str(tmp_path / name))
    assert result.exit_code == 1
    assert str(tmp_path / name) in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "my game.txt"
    file.write_text("kept")
    result = run("play", "toushi", "--terminal", "--save", str(file))
    assert result.exit_code == 1
    assert f"{file} exists." in result.stderr
    assert f"--resume {shlex.quote(str(file))}" in result.stderr
    assert file.read_text() == "kept"


# Encodings


RUN_ALL = """
import json, sys
from abaculus.cli import main
statuses = []
for arguments in json.loads(sys.argv[1]):
    sys.argv[1:] = arguments
    try:
        main()
    except SystemExit as end:
        statuses.append(end.code)
print("statuses", statuses, file=sys.stderr)
"""


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_no_output_is_too_much_for_its_encoding(encoding: str, tmp_path: Path) -> None:
    record = tmp_path / "Tó▁.txt"
    record.write_text("\ufeff" + write_record(record_of("Ö ▁ ♞", "\U0001f600")), encoding="utf-8")
    quick = ["-o", "cards=1", "--games", "2", "--backend", "sequential"]
    bot = f"program:{shlex.quote(sys.executable)} -c pass ▁"
    names = ("play", "games", "match", "check", "review", "arena", "study", "compile")
    good = [
        ["--help"],
        *([name, "--help"] for name in names),
        ["games"],
        ["games", "toushi"],
        ["match", "nmbr9", bot, "random", "-o", "cards=1"],
        ["check", str(record)],
        ["review", str(record), "--milliseconds", "1"],
        ["arena", "nmbr9", bot, "random", *quick, "--out", str(tmp_path / "▁")],
        ["study", "nmbr9", *quick, "--out", str(tmp_path / "▁▁")],
    ]
    bad = [["check", "▁"], ["games", "▁"], ["play", "Tóushì▁", "--terminal"], ["arena", "nmbr9", "▁"]]
    found = subprocess.run(
        [sys.executable, "-c", RUN_ALL, json.dumps(good + bad)],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
    )
    assert b"Traceback" not in found.stderr, found.stderr.decode(errors="replace")
    assert found.stderr.decode(errors="replace").splitlines()[-1] == f"statuses {[0] * len(good) + [1] * len(bad)}"


def test_a_terminal_without_unicode_is_refused() -> None:
    status, shown = in_pty(("play", "toushi", "--terminal"), PYTHONIOENCODING="cp1252")
    assert status == 1
    assert "needs a terminal with UTF-8, not cp1252" in shown
    assert "Traceback" not in shown


@pytest.mark.parametrize(
    "arguments", [("play", "nmbr9", "A\udcff", "--terminal"), ("arena", "nmbr9", "program:true \udcff")]
)
def test_a_lone_surrogate_is_refused(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 1
    assert "is not valid Unicode" in result.stderr


def test_deep_json_is_refused_like_any_other_value() -> None:
    result = run("match", "nmbr9", "-o", "draft=" + "[" * 100_000)
    assert result.exit_code == 1
    assert "option 'draft' cannot be" in result.stderr
    assert len(result.stderr) < 400
