"""What a game is like, from games that bots play against themselves: what is measured, and what follows from it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from abaculus.arena.intervals import Mean, Share, mean, share
from abaculus.arena.schedule import Fixture
from abaculus.arena.tournament import Tournament, play_fixture
from abaculus.kernel.verbs import CHANCE_PLAYER
from abaculus.play.record import Record, read_record


class Course(NamedTuple):
    """What a game was like."""

    choices: list[int]
    """The number of legal actions at each decision."""
    kinds: dict[str, int]
    """How often each kind of action was chosen: the first of the game's parts of an action tells it."""
    returns: list[float]
    scores: list[float] | None
    forfeited: bool


def study_fixture(tournament: Tournament, fixture: Fixture) -> tuple[int, Course]:
    """Play a game of a tournament, and go through it; with the game's number."""
    return fixture.number, course(read_record(play_fixture(tournament, fixture).record))


def course(record: Record) -> Course:
    """Go through a finished game."""
    choices = []
    kinds: Counter[str] = Counter()
    states = record.replay()
    for (player, text), state in zip(record.events, states, strict=False):
        if player != CHANCE_PLAYER:
            choices.append(len(state.legal_actions(player)))
            kinds[str(state.action_parts(player, state.string_to_action(player, text))[0])] += 1
    end = next(states)
    returns = record.result or end.returns()
    return Course(choices, dict(kinds), returns, end.scores(), record.forfeit is not None)


@dataclass(frozen=True)
class Summary:
    """The figures of a series of games between bots of one kind. Games that were forfeited are left out.

    Each game is a set by itself, with random numbers of its own, so games are independent of each other. Decisions and
    seats of one game are not: intervals are those of means by game.
    """

    bot: str
    games: int
    forfeits: int
    length: Mean
    """Decisions in a game."""
    shortest: int
    longest: int
    branching: Mean
    """Legal actions at a decision: the mean of games' means."""
    widest: int
    first: Share | None
    """What the first seat won; ``None`` with one seat."""
    draws: Share | None
    """Games in which several seats won."""
    score: Mean | None
    """A seat's points, by game; ``None`` where the game counts none."""
    lowest: float | None
    highest: float | None


def summary(bot: str, courses: Sequence[Course]) -> Summary:
    """The figures of a series. Raises ``ValueError`` where no game was played to its end."""
    whole = [one for one in courses if not one.forfeited and one.choices]
    if not whole:
        raise ValueError(f"No game of {bot} was played to its end.")
    lengths = [len(one.choices) for one in whole]
    several = len(whole[0].returns) > 1
    points = [one.scores for one in whole if one.scores is not None]
    return Summary(
        bot,
        len(whole),
        len(courses) - len(whole),
        mean(lengths),
        min(lengths),
        max(lengths),
        mean([sum(one.choices) / len(one.choices) for one in whole]),
        max(max(one.choices) for one in whole),
        share([one.returns[0] for one in whole]) if several else None,
        share([float(one.returns.count(max(one.returns)) > 1) for one in whole]) if several else None,
        mean([sum(scores) / len(scores) for scores in points]) if points else None,
        min((min(scores) for scores in points), default=None),
        max((max(scores) for scores in points), default=None),
    )


def wins_of_seats(courses: Sequence[Course]) -> list[Share]:
    """What each seat won."""
    whole = [one for one in courses if not one.forfeited]
    return [share([one.returns[seat] for one in whole]) for seat in range(len(whole[0].returns))]


class Band(NamedTuple):
    """How the number of choices runs through the games: for each decision, from the first, three quantiles."""

    low: npt.NDArray[np.float64]
    middle: npt.NDArray[np.float64]
    high: npt.NDArray[np.float64]


def choices_in_time(courses: Sequence[Course]) -> Band:
    """The 10 %, 50 % and 90 % quantiles of the choices at each decision that a fifth of the games came to."""
    least = max(1, len(courses) // 5)
    quantiles = []
    for number in range(max(len(one.choices) for one in courses)):
        there = [one.choices[number] for one in courses if number < len(one.choices)]
        if len(there) < least:
            break
        quantiles.append(np.quantile(there, (0.1, 0.5, 0.9)))
    return Band(*np.array(quantiles).T)


def kinds_a_game(courses: Sequence[Course]) -> dict[str, float]:
    """How often each kind of action is chosen in a game, on average; the most frequent first."""
    total: Counter[str] = Counter()
    for one in courses:
        total.update(one.kinds)
    return {kind: count / len(courses) for kind, count in total.most_common()}
