"""The plots of a study.

Colours are those of Okabe and Ito, which the colour-blind tell apart; line styles and marks differ too.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from abaculus.arena.study import Course, choices_in_time, kinds_a_game, wins_of_seats

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
LINES = ("-", "--", "-.", ":")
STYLE: Any = {
    "font.family": "DejaVu Sans",
    "font.size": 12,
    "axes.titlesize": 14,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 12,
    "axes.labelsize": 12,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "legend.frameon": False,
}
MOST_KINDS = 24

Series = Mapping[str, Sequence[Course]]
"""The games of each bot."""


def plots(game: str, kind: str, series: Series) -> dict[str, tuple["Figure", str]]:
    """All plots that make sense for a game (its title; what the kinds of its actions are), by name, with a caption."""
    some = next(iter(series.values()))[0]
    kinds = min(MOST_KINDS, len({kind for courses in series.values() for one in courses for kind in one.kinds}))
    found = {
        "lengths": (
            _drawn(lambda axes: _lengths(axes, game, series)),
            "How many decisions all seats together make in a game; what chance does is not counted.",
        ),
        "choices": (
            _drawn(lambda axes: _choices(axes, game, series)),
            "Legal actions at each decision: the median of all games, and the band that eight of ten games keep to. "
            "It ends where fewer than a fifth of the games go on.",
        ),
        "kinds": (
            _drawn(lambda axes: _kinds(axes, game, kind, series), height=2 + 0.25 * kinds * (1 + len(series))),
            "How often each kind of action is chosen in a game, by all seats together.",
        ),
    }
    if len(some.returns) > 1:
        found["seats"] = (
            _drawn(lambda axes: _seats(axes, game, series)),
            "What each seat wins (shared wins in part) when the same bot plays all seats, with 95 % intervals. "
            "The line is what each would win if seats made no difference.",
        )
    if some.scores is not None:
        found["scores"] = (
            _drawn(lambda axes: _scores(axes, game, series)),
            "The points of a seat at the end.",
        )
    return found


def _drawn(draw: Callable[["Axes"], None], height: float = 5) -> "Figure":
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(9, height), dpi=120, layout="constrained")
        axes = figure.add_subplot()
        draw(axes)
        figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=4)
    return figure


def _lengths(axes: "Axes", game: str, series: Series) -> None:
    _histogram(axes, {bot: [len(one.choices) for one in courses] for bot, courses in series.items()})
    axes.set(title=f"{game}: length of a game", xlabel="decisions in a game", ylabel="games (%)")


def _scores(axes: "Axes", game: str, series: Series) -> None:
    _histogram(axes, {bot: [value for one in found for value in one.scores or []] for bot, found in series.items()})
    axes.set(title=f"{game}: scores", xlabel="points of a seat at the end", ylabel="seats (%)")


def _histogram(axes: "Axes", values: Mapping[str, Sequence[float]]) -> None:
    from matplotlib.ticker import MaxNLocator

    together = [value for own in values.values() for value in own]
    least, most = min(together), max(together)
    width = max(1, -(-int(most - least) // 40))
    edges = (np.arange(np.floor(least), most + 2 * width, width) - 0.5).tolist()
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    for number, (bot, own) in enumerate(values.items()):
        colour, line = COLOURS[number % len(COLOURS)], LINES[number % len(LINES)]
        weights = np.full(len(own), 100 / len(own))
        axes.hist(own, edges, weights=weights, color=colour, alpha=0.25)
        label = f"{bot} (mean {sum(own) / len(own):,.1f})"
        axes.hist(own, edges, weights=weights, histtype="step", color=colour, linestyle=line, linewidth=2, label=label)


def _choices(axes: "Axes", game: str, series: Series) -> None:
    widest = 0.0
    for number, (bot, courses) in enumerate(series.items()):
        colour, line = COLOURS[number % len(COLOURS)], LINES[number % len(LINES)]
        band = choices_in_time(courses)
        decisions = np.arange(1, len(band.middle) + 1)
        axes.fill_between(decisions, band.low, band.high, color=colour, alpha=0.2, linewidth=0)
        axes.plot(decisions, band.middle, color=colour, linestyle=line, linewidth=2, label=bot)
        widest = max(widest, float(band.high.max()))
    if widest > 100:
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter("{x:,.0f}")
    else:
        axes.set_ylim(bottom=0)
    axes.set(
        title=f"{game}: choices in the course of a game",
        xlabel="number of the decision in the game",
        ylabel="legal actions (number)",
    )


def _seats(axes: "Axes", game: str, series: Series) -> None:
    seats = len(next(iter(series.values()))[0].returns)
    width = 0.8 / len(series)
    for number, (bot, courses) in enumerate(series.items()):
        shares = wins_of_seats(courses)
        axes.errorbar(
            [seat + width * (number - (len(series) - 1) / 2) for seat in range(seats)],
            [100 * share.value for share in shares],
            yerr=np.array([[100 * (share.value - share.low), 100 * (share.high - share.value)] for share in shares]).T,
            fmt="osD^v"[number % 5],
            color=COLOURS[number % len(COLOURS)],
            markersize=8,
            linewidth=2,
            capsize=5,
            label=bot,
        )
    axes.axhline(100 / seats, color="#555555", linestyle="--", linewidth=1.5, label="no difference")
    axes.set_xticks(range(seats), ["first" if seat == 0 else f"seat {seat + 1}" for seat in range(seats)])
    axes.set_xlim(-0.6, seats - 0.4)
    axes.set_ylim(bottom=0)
    axes.grid(visible=False, axis="x")
    axes.set(title=f"{game}: does it matter who begins?", xlabel="seat, in turn order", ylabel="wins (%)")


def _most_used(uses: Iterable[Mapping[str, float]]) -> list[str]:
    """The kinds that the bots together use most, in this order; equals by name."""
    together: dict[str, float] = {}
    for own in uses:
        for name, count in own.items():
            together[name] = together.get(name, 0.0) + count
    return sorted(together, key=lambda name: (-round(together[name], 9), len(name), name))[:MOST_KINDS]


def _kinds(axes: "Axes", game: str, kind: str, series: Series) -> None:
    uses = {bot: kinds_a_game(courses) for bot, courses in series.items()}
    names = _most_used(uses.values())
    height = 0.8 / len(series)
    for number, (bot, own) in enumerate(uses.items()):
        places = np.arange(len(names)) + height * (number - (len(series) - 1) / 2)
        counts = [own.get(name, 0.0) for name in names]
        bars = axes.barh(places, counts, height, color=COLOURS[number % len(COLOURS)], label=bot)
        axes.bar_label(bars, [f"{count:,.1f}" for count in counts], padding=4, fontsize=10)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.margins(x=0.1)
    axes.set(title=f"{game}: use of each kind of action", xlabel="chosen in a game (times, mean)", ylabel=kind)
