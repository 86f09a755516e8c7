"""The command line, as a user types it."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import abaculus
from abaculus.bots import warmup
from abaculus.cli import app
from abaculus.play.record import read_record


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
