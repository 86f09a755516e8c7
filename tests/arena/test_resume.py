"""Tournaments that are stopped, also by SIGKILL, go on without losing or repeating a game."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import polars
import pytest
from polars.testing import assert_frame_equal
from typer.testing import CliRunner

from abaculus import OptionError
from abaculus.arena.folder import opened
from abaculus.arena.tournament import Tournament, play
from abaculus.cli import app

pytestmark = pytest.mark.timeout(300)  # new processes, on a machine that may be busy

GAMES = 120
ARENA = [sys.executable, "-m", "abaculus", "arena", "nmbr9", "greedy", "random", "search:20", "-o", "cards=5"]
ARENA += ["--games", str(GAMES), "--seed", "9", "--out"]


def journal(folder: Path) -> list[str]:
    """The whole lines of the journal."""
    file = folder / "journal.jsonl"
    text = file.read_text(encoding="ascii") if file.exists() else ""
    return text[: text.rfind("\n") + 1].splitlines()


def contents(folder: Path) -> dict[str, bytes]:
    """All that has to be the same whether a tournament was stopped or not."""
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file() and file.name not in ("journal.jsonl", "games.parquet")
    }


def stop_in_the_middle(folder: Path, how: Callable[[subprocess.Popen[bytes]], None], *more: str) -> int:
    """Start the tournament and stop it when some games are there; its status."""
    process = subprocess.Popen([*ARENA, str(folder), *more], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    before = len(journal(folder))
    while len(journal(folder)) < before + 5:
        assert process.poll() is None
        time.sleep(0.002)
    how(process)
    return process.wait()


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the tournament that nobody stopped."""
    folder = tmp_path_factory.mktemp("arena") / "unbroken"
    subprocess.run([*ARENA, str(folder), "--backend", "sequential"], check=True, capture_output=True)
    return folder


def test_killed_again_and_again(unbroken: Path, tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    for _ in range(2):
        status = stop_in_the_middle(folder, subprocess.Popen.kill, "--backend", "threading", "--jobs", "2", "--resume")
        assert status == -signal.SIGKILL
    assert 10 <= len(journal(folder)) < GAMES
    assert not (folder / "games.parquet").exists()
    subprocess.run([*ARENA, str(folder), "--resume", "--jobs", "2"], check=True, capture_output=True)
    assert contents(folder) == contents(unbroken)
    assert sorted(json.loads(line)["number"] for line in journal(folder)) == list(range(GAMES))
    one, other = (polars.read_parquet(path / "games.parquet").drop("seconds") for path in (folder, unbroken))
    assert_frame_equal(one, other)
    assert one.height == 3 * GAMES


def test_interrupted(tmp_path: Path) -> None:
    """Ctrl-C ends it in order: what was played is in the table."""

    def interrupt(process: subprocess.Popen[bytes]) -> None:
        os.kill(process.pid, signal.SIGINT)

    assert stop_in_the_middle(tmp_path, interrupt, "--backend", "sequential") == 130
    assert 5 <= len(journal(tmp_path)) < GAMES
    assert polars.read_parquet(tmp_path / "games.parquet").height == 3 * len(journal(tmp_path))


def fill(folder: Path, tournament: Tournament) -> None:
    with opened(folder, tournament, resume=True) as there:
        for game in play(tournament, [game.number for game in there.played], backend="sequential"):
            there.add(game)


def test_a_row_that_was_cut_off_is_played_again(small: Any, tmp_path: Path) -> None:
    tournament = small("greedy", "random")
    fill(tmp_path, tournament)
    file = tmp_path / "journal.jsonl"
    whole = journal(tmp_path)
    for kept in (0, 1, len(whole[-1]) // 2, len(whole[-1])):
        file.write_text("".join(line + "\n" for line in whole[:-1]) + whole[-1][:kept], encoding="ascii")
        with opened(tmp_path, tournament, resume=True) as folder:
            assert [game.number for game in folder.played] == [0, 1, 2, 3, 4]
        fill(tmp_path, tournament)
        assert [json.loads(line)["number"] for line in journal(tmp_path)] == [0, 1, 2, 3, 4, 5]


def test_a_game_whose_record_is_lost_is_played_again(small: Any, tmp_path: Path) -> None:
    tournament = small("greedy", "random")
    fill(tmp_path, tournament)
    before = contents(tmp_path)
    (tmp_path / "records" / "000002.txt").unlink()
    fill(tmp_path, tournament)
    assert contents(tmp_path) == before
    with opened(tmp_path, tournament, resume=True) as folder:
        assert [game.number for game in folder.played] == [0, 1, 2, 3, 4, 5]


# What was damaged is noticed and played again

JUNK: list[bytes] = [b"", b"\n", b"null", b"[]", b"{}", b"3", b'"x"', b"[[" * 5000, b"\xff\xfe", b"{\n}\n"]


def files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.is_file() and file.suffix in (".jsonl", ".json", ".txt"))


def damages(content: bytes) -> Iterator[bytes]:
    """The content cut off at each byte, and replaced by what is not of its kind."""
    yield from (content[:length] for length in range(len(content)))
    yield from JUNK


def wrong_values(line: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A line of the journal with each key left out, or of another type, or of another game."""
    for key in line:
        yield {other: value for other, value in line.items() if other != key}
        yield from ({**line, key: junk} for junk in (None, "x", -1, 1.5, [], [None], {"a": 1}, True, 10**30, [9] * 9))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Tournament, Path, dict[str, bytes]]:
    """A small tournament, its folder and what is in it."""
    folder = tmp_path_factory.mktemp("whole")
    options = {"max_number": 3, "copies": 1, "cards": 1}
    tournament = Tournament("nmbr9", ("random", "program:false"), 2, 5, options=options).checked()
    fill(folder, tournament)
    return tournament, folder, {str(file.relative_to(folder)): file.read_bytes() for file in files(folder)}


def restore(folder: Path, kept: dict[str, bytes]) -> None:
    for name, content in kept.items():
        (folder / name).write_bytes(content)


def found_in(folder: Path, tournament: Tournament) -> tuple[set[int], list[str]]:
    with opened(folder, tournament, resume=True) as there:
        return {game.number for game in there.played}, there.damaged


def test_a_damaged_record_is_played_again(whole: tuple[Tournament, Path, dict[str, bytes]]) -> None:
    tournament, folder, kept = whole
    for number in (0, 1):
        file = folder / "records" / f"{number:06}.txt"
        for content in damages(file.read_bytes()):
            if content.rstrip() == kept[f"records/{file.name}"].rstrip():
                continue  # without its last line end a record is whole
            restore(folder, kept)
            file.write_bytes(content)
            numbers, damaged = found_in(folder, tournament)
            assert numbers == set(range(2)) - {number}
            assert len(damaged) == 1
            assert damaged[0].startswith(f"{file}: ")
        assert found_in(folder, tournament) == (set(range(2)) - {number}, []), "the journal still has the game"
        fill(folder, tournament)
        assert file.read_bytes() == kept[f"records/{file.name}"]


def test_the_record_of_another_game_is_not_taken_for_its_own(whole: tuple[Tournament, Path, dict[str, bytes]]) -> None:
    tournament, folder, kept = whole
    restore(folder, kept)
    (folder / "records" / "000001.txt").write_bytes(kept["records/000000.txt"])
    numbers, damaged = found_in(folder, tournament)
    assert numbers == {0}
    assert damaged == [f"{folder}/records/000001.txt: This is the record of another game."]


def test_a_damaged_journal_loses_only_the_games_that_are_damaged(
    whole: tuple[Tournament, Path, dict[str, bytes]],
) -> None:
    tournament, folder, kept = whole
    file = folder / "journal.jsonl"
    content = kept["journal.jsonl"]
    for cut in damages(content):
        restore(folder, kept)
        file.write_bytes(cut)
        numbers, damaged = found_in(folder, tournament)
        assert len(numbers) == (cut.count(b"\n") if content.startswith(cut) else 0)
        assert all(words.startswith(f"{file}, line ") for words in damaged)
        assert found_in(folder, tournament) == (numbers, [])
    lines = content.splitlines()
    for line in wrong_values(json.loads(lines[1])):
        restore(folder, kept)
        file.write_bytes(b"\n".join([lines[0], json.dumps(line).encode(), *lines[2:], b""]))
        numbers, damaged = found_in(folder, tournament)
        assert numbers | {json.loads(lines[1])["number"]} == set(range(2))
        assert all(str(folder) in words and len(words) < 400 for words in damaged)


def test_a_damaged_description_is_told_and_may_be_deleted(whole: tuple[Tournament, Path, dict[str, bytes]]) -> None:
    tournament, folder, kept = whole
    file = folder / "tournament.json"
    for content in damages(kept["tournament.json"].rstrip()):
        restore(folder, kept)
        file.write_bytes(content)
        with pytest.raises(OptionError, match=re.escape(str(folder))) as refused:
            found_in(folder, tournament)
        assert len(str(refused.value)) < 400
        file.unlink()
        assert found_in(folder, tournament) == (set(range(2)), [])


def test_what_was_damaged_is_told_by_the_command(tmp_path: Path) -> None:
    arguments = [*ARENA[3:-5], "--games", "3", "--seed", "9", "--backend", "sequential", "--out", str(tmp_path)]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    before = contents(tmp_path)
    file = tmp_path / "records" / "000001.txt"
    file.write_bytes(file.read_bytes()[:100])
    result = CliRunner().invoke(app, [*arguments, "--resume"])
    assert result.exit_code == 0, result.output
    assert f"abaculus: {file}: Line " in result.stderr
    assert "abaculus: 1 game damaged, to be played again." in result.stderr
    assert contents(tmp_path) == before


def test_a_tournament_can_go_on_for_more_games(small: Any, tmp_path: Path) -> None:
    fill(tmp_path / "grown", small("greedy", "random", games=4))
    for folder in ("grown", "at-once"):
        fill(tmp_path / folder, small("greedy", "random", games=10))
    assert contents(tmp_path / "grown") == contents(tmp_path / "at-once")


def test_what_is_read_is_what_was_played(small: Any, tmp_path: Path) -> None:
    tournament = small("greedy", "random", "program:false")
    played = sorted(play(tournament, backend="sequential"), key=lambda game: game.number)
    assert any(game.forfeit for game in played)
    with opened(tmp_path, tournament, resume=False) as folder:
        for game in reversed(played):
            folder.add(game)
    with opened(tmp_path, tournament, resume=True) as folder:
        assert folder.played == played


def test_a_folder_is_of_one_tournament(small: Any, tmp_path: Path) -> None:
    fill(tmp_path, small("greedy", "random"))
    for other, words in (
        (small("greedy", "random", seed=6), "has seed 5, not 6"),
        (small("random", "greedy"), r"has bots \['greedy', 'random'\], not \['random', 'greedy'\]"),
        (small("greedy", "random", seats=1), "has seats 2, not 1"),
    ):
        with pytest.raises(OptionError, match=words), opened(tmp_path, other, resume=True):
            pass


def test_a_folder_is_not_used_again_by_accident(small: Any, tmp_path: Path) -> None:
    fill(tmp_path, small("greedy", "random"))
    with pytest.raises(OptionError, match="--resume goes on with it"), opened(tmp_path, small("greedy"), resume=False):
        pass


def test_a_folder_is_played_by_one_process(small: Any, tmp_path: Path) -> None:
    tournament = small("greedy", "random")
    with (
        opened(tmp_path, tournament, resume=True),
        pytest.raises(OptionError, match="played by another process"),
        opened(tmp_path, tournament, resume=True),
    ):
        pass
