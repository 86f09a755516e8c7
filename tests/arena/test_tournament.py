"""Tournaments: the same games however they are played, and bots that fail lose theirs only."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import CliRunner

from abaculus import OptionError
from abaculus.arena.tournament import Tournament, play
from abaculus.cli import app
from abaculus.play.record import read_record

Records = Callable[..., dict[int, str]]


def events(record: str) -> list[str]:
    return [text for player, text in read_record(record).events if player == -1]


def test_games_do_not_depend_on_jobs_and_backend(small: Any, records: Records) -> None:
    tournament = small("greedy", "random", "search:20", games=12)
    expected = records(tournament, backend="sequential")
    assert len(expected) == 12
    assert records(tournament, jobs=2, backend="loky") == expected
    assert records(tournament, jobs=3, backend="threading") == expected


def test_seeds_make_a_difference(small: Any, records: Records) -> None:
    one, other = (records(small("random", "random", seed=seed), backend="sequential") for seed in (1, 2))
    assert not set(one.values()) & set(other.values())


def test_a_set_is_played_on_the_same_luck(small: Any, records: Records) -> None:
    played = list(records(small("greedy", "random", games=8), backend="sequential").values())
    assert len({tuple(events(record)) for record in played[:2]}) == 1
    assert len({tuple(events(record)) for record in played}) > 1
    assert [read_record(record).names for record in played[:2]] == [["greedy", "random"], ["random", "greedy"]]


def test_bots_with_the_same_name_mirror_each_other(small: Any, records: Records) -> None:
    """A bot's luck follows from the seat, so a bot against itself is exactly even over a set."""
    first, second = records(small("random", "random", games=2), backend="sequential").values()
    assert first == second


def test_a_match_plays_a_game_of_the_tournament_again(small: Any, records: Records) -> None:
    record = records(small("greedy", "random"), backend="sequential")[3]
    found = read_record(record)
    options = [part for name, value in found.options.items() for part in ("-o", f"{name}={value}")]
    again = CliRunner().invoke(app, ["match", "nmbr9", *found.names, "--seed", str(found.seed), *options])
    assert again.stdout == record


def test_games_that_were_played_are_not_played_again(small: Any) -> None:
    tournament = small("greedy", "random", games=6)
    assert sorted(game.number for game in play(tournament, [0, 3, 4], backend="sequential")) == [1, 2, 5]


@pytest.mark.parametrize(
    ("bots", "given", "seats"),
    [(1, 0, 1), (2, 0, 2), (4, 0, 4), (6, 0, 4), (6, 3, 3), (1, 2, 2)],
)
def test_seats(bots: int, given: int, seats: int) -> None:
    assert Tournament("nmbr9", ("random",) * bots, 1, seats=given).checked().seats == seats


def test_what_is_counted(small: Any) -> None:
    for game in play(small("greedy", "random"), backend="sequential"):
        record = read_record(game.record)
        assert game.returns == record.result
        assert game.seed == record.seed
        assert game.decisions == [sum(player == seat for player, _ in record.events) for seat in range(2)]
        *_, last = record.replay()
        assert game.scores == last.to_dict()["scores"]
        assert all(seconds > 0 for seconds in game.seconds)


def raises() -> None:
    raise RuntimeError("out\nof ideas")


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (raises, "it failed. RuntimeError: out of ideas"),
        (lambda: 10**6, "it chose what is not legal. TEXT: There is no action 1000000."),
        (lambda: -1, "it chose what is not legal. TEXT: There is no action -1."),
        (lambda: 0, "it chose what is not legal. NMBR9-"),
        (lambda: None, "it failed. TypeError"),
    ],
)
def test_a_bot_that_fails_loses_the_game(
    small: Any, faulty: Callable[[Callable[[], Any]], str], fault: Callable[[], Any], words: str
) -> None:
    bot = faulty(fault)
    games = sorted(play(small(bot, "greedy", games=4), backend="sequential"), key=lambda game: game.number)
    assert len(games) == 4
    for game in games:
        seat = game.seating.index(0)
        record = read_record(game.record)
        assert record.forfeit is not None
        assert record.forfeit == game.forfeit
        assert record.forfeit.seat == seat
        assert record.forfeit.reason.startswith(words)
        assert record.result == game.returns == [float(other != seat) for other in range(2)]


def test_a_bot_that_fails_alone_gets_the_least(small: Any, faulty: Callable[[Callable[[], Any]], str]) -> None:
    [game] = play(small(faulty(raises), games=1), backend="sequential")
    assert game.returns == [0.0]


def test_labels_tell_bots_apart(small: Any) -> None:
    assert small("greedy", "random", "greedy").labels() == ["greedy", "random", "greedy (2)"]


@pytest.mark.parametrize(
    ("tournament", "words"),
    [
        (Tournament("chess", ("greedy",), 1), "There is no game 'chess'"),
        (Tournament("nmbr9", ("deep",), 1), "There is no bot 'deep'"),
        (Tournament("nmbr9", ("greedy:fast",), 1), "A budget is"),
        (Tournament("nmbr9", (), 1), "needs a bot"),
        (Tournament("nmbr9", ("greedy",), 0), "needs a game"),
        (Tournament("nmbr9", ("greedy",), 1, seats=9), "cannot be played with 9 seats"),
        (Tournament("nmbr9", ("greedy",), 1, options={"draft": "x"}), "'draft' cannot be 'x'"),
        (Tournament("nmbr9", ("program:no-such-program",), 1), "There is no program 'no-such-program'"),
        (Tournament("nmbr9", ("program:",), 1), "There is no program ''"),
        (Tournament("nmbr9", ('program:"x',), 1), "cannot be read: No closing quotation"),
    ],
)
def test_what_cannot_be_played(tournament: Tournament, words: str) -> None:
    with pytest.raises(OptionError, match=re.escape(words)):
        tournament.checked()


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"backend": "slurm"}, "There is no backend 'slurm'; there are: loky, ray"),
        ({"backend": "loky", "cluster": "somewhere:1"}, "A cluster goes with"),
    ],
)
def test_how_it_cannot_be_played(small: Any, how: dict[str, str], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        play(small("greedy"), **how)
