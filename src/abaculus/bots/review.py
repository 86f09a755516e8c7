"""What actions are worth: hints during a game, and a review of one that was played."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.table import Table

from abaculus.bots.bot import Budget
from abaculus.bots.engine import Engine, Rating, make_engine
from abaculus.kernel.luck import Luck
from abaculus.kernel.state import State
from abaculus.kernel.verbs import CHANCE_PLAYER
from abaculus.loading import load_game
from abaculus.play.record import Record


@dataclass(frozen=True)
class Judgement:
    """A decision looked at again."""

    event: int
    """Its number among the record's events, from 0."""
    seat: int
    played: int
    ratings: list[Rating]
    """The best first; the action played is among them."""

    @property
    def value(self) -> float:
        """What the seat could expect before it acted: the return after the best action."""
        return self.ratings[0].value

    @property
    def cost(self) -> float:
        """By how much the best action was better than the one played."""
        mine = next(rating for rating in self.ratings if rating.action == self.played)
        return max(0.0, self.value - mine.value)


def judge(engine: Engine, state: State, seat: int, played: int, event: int, luck: Luck, budget: Budget) -> Judgement:
    """Look at a decision again, with what the seat could see."""
    ratings = engine.rate(state.as_seen_by(seat), seat, luck, budget, played)
    return Judgement(event, seat, played, ratings)


def review(record: Record, budget: Budget, luck: Luck, threads: int = 1) -> Iterator[Judgement]:
    """Every decision of a game at which there was a choice, in order."""
    states = record.replay()
    engines: dict[int, Engine] = {}
    try:
        for event, (state, (player, text)) in enumerate(zip(states, record.events, strict=False)):
            if player == CHANCE_PLAYER or len(state.legal_actions(player)) == 1:
                continue
            if player not in engines:
                engines[player] = make_engine(state.game, threads)
            played = state.string_to_action(player, text)
            yield judge(engines[player], state, player, played, event, luck, budget)
    finally:
        for engine in engines.values():
            engine.close()


def worth(value: float, seats: int) -> str:
    """A value as people say it: with several seats a chance to win, alone points."""
    return f"{100 * value:.0f} %" if seats > 1 else f"{value:.1f}"


def standings(judgements: Sequence[Judgement], seats: int) -> list[list[float]]:
    """What each seat could expect at each of these decisions.

    With several seats the one that acted could expect what was judged, and the others share the rest of 1 in the
    proportions that they had before: so the chances at each decision add up to 1.
    """
    found: list[list[float]] = [[] for _ in range(seats)]
    before = [1 / seats] * seats
    for judgement in judgements:
        rest = max(0.0, 1.0 - judgement.value)
        others = sum(before) - before[judgement.seat]
        before = [
            judgement.value if seat == judgement.seat else chance / others * rest if others > 0 else rest / (seats - 1)
            for seat, chance in enumerate(before)
        ]
        for own, value in zip(found, before, strict=True):
            own.append(value)
    return found


BARS = "▁▂▃▄▅▆▇█"
ASCII_BARS = "._-~=+*#"
WIDTH = 40  # of a course of values, in characters


def describe(record: Record, judgements: Sequence[Judgement], most: int, bars: str = BARS) -> Iterator[Table | str]:
    """A review for a terminal: how the seats stood, and the moves that cost most. No text of it is markup."""
    game = load_game(record.game, record.seats, **record.options)
    points = record.seats == 1
    last = record.result or [float("nan")] * record.seats
    values = standings(judgements, record.seats)
    reached = [value for own in values for value in own]
    lowest, highest = (min(reached, default=0.0), max(reached, default=1.0)) if points else (0.0, 1.0)

    def shown(value: float) -> str:
        return worth(value, record.seats)

    course = Table(title="Expected points" if points else "Chance to win", title_justify="left")
    for heading in ("seat", "from the first decision to the last", "result", "cost in all"):
        course.add_column(heading)
    for seat, own in enumerate(values):
        thinned = [own[i * len(own) // WIDTH] for i in range(WIDTH)] if len(own) > WIDTH else own
        line = "".join(
            bars[round((value - lowest) / max(highest - lowest, 1e-9) * (len(bars) - 1))] for value in thinned
        )
        cost = sum(j.cost for j in judgements if j.seat == seat)
        course.add_row(record.names[seat], line, shown(last[seat]), shown(cost))
    yield course

    costly = sorted((j for j in judgements if j.cost > 0), key=lambda j: -j.cost)[:most]
    if not costly:
        yield "No better move was found anywhere."
        return
    moves = Table(title="The moves that cost most", title_justify="left")
    for heading in ("event", "seat", "played", "cost", "better"):
        moves.add_column(heading)
    for j in costly:
        better = f"{game.action_to_text(j.ratings[0].action)} ({shown(j.value)})"
        moves.add_row(str(j.event + 1), record.names[j.seat], record.events[j.event][1], shown(j.cost), better)
    yield moves
