"""The arena's commands, as a user types them."""

import importlib.util
import re
from pathlib import Path

import polars
import pytest
from typer.testing import CliRunner, Result

from abaculus.cli import app
from abaculus.play.record import read_record

QUICK = ("-o", "max_number=6", "-o", "cards=3", "-o", "copies=1", "--backend", "sequential")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def test_a_tournament_is_told_as_a_table() -> None:
    result = run("arena", "nmbr9", "greedy", "random", "--games", "5", "--seed", "1", *QUICK)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "nmbr9, 2 seats, seed 1: 6 games in 3 sets of the same luck, 36 decisions"
    titles = [title.strip() for title in lines[2].split("┃")]
    figures = ["games", "wins %", "95 %", "score", "margin", "Elo", "openskill", "decisions/s", "ms/decision"]
    assert titles == ["bot", *figures]
    assert [line.split("│")[0].strip() for line in lines[4:]] == ["greedy", "random"]


def test_more_than_two_bots_are_compared_in_pairs() -> None:
    result = run("arena", "nmbr9", "greedy", "random", "greedy", "--games", "6", "--seats", "2", *QUICK)
    assert result.exit_code == 0
    lines = [[cell.strip() for cell in re.split("[┃│]", line)] for line in result.stdout.splitlines()[8:]]
    assert lines[0] == ["bot", "against", "games", "ahead %", "95 %", "score difference"]
    pairs = [["greedy", "random", "2"], ["greedy", "greedy (2)", "2"], ["random", "greedy (2)", "2"]]
    assert [line[:3] for line in lines[2:]] == pairs


def test_alone_there_are_no_wins() -> None:
    result = run("arena", "toushi", "random", "--games", "2", "--backend", "sequential")
    assert [cell.strip() for cell in result.stdout.splitlines()[4].split("│")][1:4] == ["2", "–", "–"]


def test_forfeits_are_counted() -> None:
    result = run("arena", "nmbr9", "program:false", "random", "--games", "4", *QUICK)
    assert result.exit_code == 0
    assert "forfeits" in result.stdout.splitlines()[2]
    assert "0.0–65.8" in result.stdout  # as for two games, since there are two sets


def test_out_keeps_records_and_a_table(tmp_path: Path) -> None:
    out = tmp_path / "out"
    arguments = ("arena", "nmbr9", "greedy", "random", "--games", "4", *QUICK, "--out", str(out))
    assert run(*arguments).exit_code == 0
    found = [read_record(file.read_text(encoding="utf-8")) for file in sorted((out / "records").iterdir())]
    assert [record.names for record in found] == [["greedy", "random"], ["random", "greedy"]] * 2
    table = polars.read_parquet(out / "games.parquet")
    assert table["return"].to_list() == [value for record in found for value in record.result or []]
    assert table["bot"].to_list() == [name for record in found for name in record.names]
    again = run(*arguments)
    assert again.exit_code == 1
    assert "--resume goes on with it" in again.stderr
    assert run(*arguments, "--resume").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("chess", "greedy"), "There is no game 'chess'"),
        (("nmbr9", "deep"), "There is no bot 'deep'"),
        (("nmbr9", "greedy", "--backend", "slurm"), "There is no backend 'slurm'"),
        (("nmbr9", "greedy", "--resume"), "--resume goes with --out"),
        (("nmbr9", "greedy", "-o", "draft"), "NAME=VALUE"),
        (("nmbr9", "greedy", "--out", "/dev/null/x"), "/dev/null"),
    ],
)
def test_mistakes_get_one_sentence_and_status_1(arguments: tuple[str, ...], words: str) -> None:
    result = run("arena", *arguments, "--games", "1")
    assert result.exit_code == 1
    assert words in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("package", "backend", "extra"),
    [
        ("openskill", "loky", "arena"),
        ("scipy", "loky", "arena"),
        ("ray", "ray", "ray"),
        ("distributed", "dask", "dask"),
    ],
)
def test_a_missing_extra_is_told(monkeypatch: pytest.MonkeyPatch, package: str, backend: str, extra: str) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == package else find(name))
    result = run("arena", "nmbr9", "greedy", "--games", "1", "--backend", backend)
    assert result.exit_code == 1
    assert f'pip install "abaculus[{extra}]"' in result.stderr
