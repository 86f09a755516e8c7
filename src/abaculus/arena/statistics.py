"""What a tournament tells about its bots: pure functions of the games that were played."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from abaculus.arena.contests import Contest, Result, contests
from abaculus.arena.intervals import Mean, Share, mean, share
from abaculus.arena.ratings import elo, openskill
from abaculus.arena.tournament import Played


@dataclass(frozen=True)
class Standing:
    """How a bot did. What is ``None`` cannot be told: a bot alone wins nothing, and not every game has points."""

    bot: str
    games: int
    """That it was in; with one seat, sets."""
    wins: Share | None
    score: Mean | None
    margin: Mean | None
    """By how much its score is above the best of the others."""
    elo: Mean | None
    openskill: Mean | None
    forfeits: int
    decisions: int
    seconds: float


@dataclass(frozen=True)
class Difference:
    """How a bot did beside another one in the games that both were in (with one seat: in the same sets)."""

    bot: str
    other: str
    games: int
    ahead: Share
    """In how many of them it had the higher return; equal ones count half."""
    returns: Mean
    """By how much its return was higher."""
    score: Mean | None
    """By how much its score was higher; ``None`` where there are no points."""


def standings(labels: Sequence[str], games: Iterable[Played]) -> list[Standing]:
    """How each bot did (``labels`` has their names), in the order of the bots."""
    played = list(games)
    found = contests(played)
    elos, openskills = elo(len(labels), found), openskill(len(labels), found)
    return [_standing(bot, label, played, found, elos[bot], openskills[bot]) for bot, label in enumerate(labels)]


def differences(labels: Sequence[str], games: Iterable[Played]) -> list[Difference]:
    """Each pair of bots that met, compared game by game: what both of them owe to the same luck cancels out."""
    met: dict[tuple[int, int], list[tuple[int, Result, Result]]] = {}
    for contest in contests(games):
        for one, other in combinations(contest.results, 2):
            met.setdefault((one.bot, other.bot), []).append((contest.set, one, other))
    return [_difference(labels[bot], labels[other], pairs) for (bot, other), pairs in sorted(met.items())]


def _difference(bot: str, other: str, pairs: Sequence[tuple[int, Result, Result]]) -> Difference:
    sets = [number for number, _, _ in pairs]
    leads = [one.returns - two.returns for _, one, two in pairs]
    scores = _Values()
    for number, one, two in pairs:
        if one.score is not None and two.score is not None:
            scores.add(number, one.score - two.score)
    ahead = share([1.0 if lead > 0 else 0.5 if lead == 0 else 0.0 for lead in leads], sets)
    return Difference(bot, other, len(pairs), ahead, mean(leads, sets), scores.mean())


def _standing(
    bot: int, label: str, played: Sequence[Played], found: Sequence[Contest], rating: Mean | None, skill: Mean | None
) -> Standing:
    games = 0
    wins, scores, margins = _Values(), _Values(), _Values()
    for contest in found:
        others = [other.score for other in contest.results if other.bot != bot]
        for result in contest.results:
            if result.bot == bot:
                games += 1
                if others:
                    wins.add(contest.set, result.share)
                if result.score is not None:
                    scores.add(contest.set, result.score)
                    if others and None not in others:
                        best = max(score for score in others if score is not None)
                        margins.add(contest.set, result.score - best)
    seats = [(game, seat) for game in played for seat, other in enumerate(game.seating) if other == bot]
    return Standing(
        label,
        games,
        wins.share(),
        scores.mean(),
        margins.mean(),
        rating,
        skill,
        sum(game.forfeit is not None and game.forfeit.seat == seat for game, seat in seats),
        sum(game.decisions[seat] for game, seat in seats),
        sum(game.seconds[seat] for game, seat in seats),
    )


class _Values:
    """Values of contests, with their sets."""

    def __init__(self) -> None:
        self.sets: list[int] = []
        self.values: list[float] = []

    def add(self, number: int, value: float) -> None:
        self.sets.append(number)
        self.values.append(value)

    def mean(self) -> Mean | None:
        return mean(self.values, self.sets) if self.values else None

    def share(self) -> Share | None:
        return share(self.values, self.sets) if self.values else None
