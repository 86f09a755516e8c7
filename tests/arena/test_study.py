"""Studies: what is measured, against games whose figures are known, and the page."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from abaculus.arena.study import Course, choices_in_time, course, kinds_a_game, summary, wins_of_seats
from abaculus.cli import app
from abaculus.play.record import read_record

GOLDEN = Path(__file__).parent.parent / "records"


def game(
    choices: list[int], returns: list[float], scores: list[float] | None = None, forfeited: bool = False
) -> Course:
    return Course(choices, {"lay": len(choices)}, returns, scores, forfeited)


@pytest.mark.parametrize("name", ["toushi-ample-greedy", "nmbr9-small", "3x8-two-greedy"])
def test_a_game_is_gone_through(name: str) -> None:
    """The golden records have the number of legal actions at each step beside them."""
    record = read_record((GOLDEN / f"{name}.txt").read_text(encoding="utf-8"))
    found = course(record)
    assert found.choices == [int(line) for line in (GOLDEN / f"{name}.legal").read_text(encoding="utf-8").split()]
    assert sum(found.kinds.values()) == len(found.choices)
    assert found.returns == record.result
    *_, end = record.replay()
    assert found.scores == end.to_dict().get("scores")


def test_kinds_of_actions() -> None:
    record = read_record((GOLDEN / "toushi-ample-greedy.txt").read_text(encoding="utf-8"))
    rolls = sum(text.startswith("roll") for _, text in record.events)
    assert course(record).kinds["roll"] == rolls > 0
    two = [game([1], [1.0]), Course([1, 1, 1], {"lay": 1, "draw": 2}, [1.0], None, False)]
    assert kinds_a_game(two) == {"lay": 1.0, "draw": 1.0}


def test_a_summary() -> None:
    courses = [
        game([2, 4], [1.0, 0.0], [10.0, 6.0]),
        game([1, 2, 3, 6], [0.5, 0.5], [8.0, 8.0]),
        game([3, 3, 3], [0.0, 1.0], [0.0, 20.0]),
        game([9], [0.0, 1.0], [0.0, 0.0], forfeited=True),
    ]
    found = summary("greedy", courses)
    assert (found.games, found.forfeits) == (3, 1)
    assert (found.length.value, found.shortest, found.longest) == (3.0, 2, 4)
    assert (found.branching.value, found.widest) == (3.0, 6)
    assert found.first is not None
    assert found.draws is not None
    assert found.score is not None
    assert found.first.value == 0.5
    assert found.draws.value == pytest.approx(1 / 3)
    assert found.score.value == pytest.approx((8 + 8 + 10) / 3)
    assert (found.lowest, found.highest) == (0.0, 20.0)
    assert [share.value for share in wins_of_seats(courses)] == [0.5, 0.5]


def test_alone_there_is_no_first_seat() -> None:
    found = summary("greedy", [game([2, 4], [10.0], [10.0])])
    assert (found.first, found.draws) == (None, None)


def test_without_a_whole_game_there_is_nothing_to_tell() -> None:
    with pytest.raises(ValueError, match="No game of greedy was played to its end"):
        summary("greedy", [game([2], [0.0], forfeited=True)])


def test_choices_in_time_end_where_few_games_go_on() -> None:
    courses = [game([10, n], [1.0]) for n in range(11)]
    courses.append(game([10, 5, 99], [1.0]))
    band = choices_in_time(courses)
    assert band.middle.tolist() == [10.0, 5.0]
    assert band.low[1] < 2 < 8 < band.high[1]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["study", *arguments, "--backend", "sequential"])


def test_the_page_stands_alone(tmp_path: Path) -> None:
    small = ("-o", "max_number=6", "-o", "cards=3", "-o", "copies=1", "--games", "10")
    for folder in ("one", "other"):
        result = run(
            "nmbr9", *small, "--seats", "2", "--bots", "greedy", "--bots", "random", "--out", str(tmp_path / folder)
        )
        assert result.exit_code == 0
        assert result.stdout.splitlines()[-1].endswith("index.html")
    pages = [(tmp_path / folder / "index.html").read_bytes() for folder in ("one", "other")]
    assert pages[0] == pages[1]
    page = pages[0].decode()
    for words in ("<h1>NMBR 9, 2 seats</h1>", "greedy", "random", "wins of the first seat", "points of a seat"):
        assert words in page
    pictures = sorted((tmp_path / "one").glob("*.png"))
    assert [file.stem for file in pictures] == ["choices", "kinds", "lengths", "scores", "seats"]
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in pictures)
    sources = re.findall(r'(?:src|href)="([^"]{0,22})', page)
    assert sources == ["data:image/png;base64,"] * len(pictures)


def test_what_a_game_does_not_have_is_not_drawn(tmp_path: Path) -> None:
    assert run("toushi", "--bots", "random", "--games", "3", "--out", str(tmp_path)).exit_code == 0
    assert not (tmp_path / "seats.png").exists()
    assert "draws" not in (tmp_path / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("chess",), "There is no game 'chess'"),
        (("toushi", "--bots", "deep"), "There is no bot 'deep'"),
        (("toushi", "--bots", "program:false"), "No game of program:false was played to its end."),
    ],
)
def test_mistakes_get_one_sentence_and_status_1(arguments: tuple[str, ...], words: str, tmp_path: Path) -> None:
    result = run(*arguments, "--games", "1", "--out", str(tmp_path))
    assert result.exit_code == 1
    assert words in result.stderr
