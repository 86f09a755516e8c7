"""What bots meet in: a game, or with one seat the games that the bots of a set played alone on the same luck."""

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from abaculus.arena.tournament import Played


class Result(NamedTuple):
    """What one bot got in one contest, from all seats it had."""

    bot: int
    returns: float
    """Its returns, added up; they rank the bots of a contest."""
    share: float
    """Its part of the win: its returns, or with one seat 1 for the highest return (shared where several have it)."""
    score: float | None
    """Its mean score; ``None`` where the game has no points or was not played to its end."""


class Contest(NamedTuple):
    """A game, or with one seat a set of games."""

    set: int
    alone: bool
    """Whether each bot played alone."""
    results: list[Result]
    """In the order of the bots."""


def contests(games: Iterable[Played]) -> list[Contest]:
    """The contests of a tournament, in the order of its schedule."""
    played = sorted(games, key=lambda game: game.number)
    by_contest = groupby(played, lambda game: game.number if len(game.seating) > 1 else -game.set - 1)
    return [_contest(list(group)) for _, group in by_contest]


def _contest(games: list[Played]) -> Contest:
    alone = len(games[0].seating) == 1
    best = max(value for game in games for value in game.returns)
    winners = sum(game.returns.count(best) for game in games)
    returns: dict[int, float] = {}
    shares: dict[int, float] = {}
    scores: dict[int, list[float] | None] = {}
    for game in games:
        points = game.returns if alone and game.scores is None else game.scores
        for seat, bot in enumerate(game.seating):
            won = (game.returns[seat] == best) / winners if alone else game.returns[seat]
            returns[bot] = returns.get(bot, 0.0) + game.returns[seat]
            shares[bot] = shares.get(bot, 0.0) + won
            own = scores.setdefault(bot, [])
            if points is None or game.forfeit is not None:
                scores[bot] = None
            elif own is not None:
                own.append(points[seat])
    found = [
        Result(bot, returns[bot], shares[bot], sum(own) / len(own) if (own := scores[bot]) else None)
        for bot in sorted(returns)
    ]
    return Contest(games[0].set, alone, found)
