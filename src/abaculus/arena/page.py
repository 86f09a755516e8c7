"""A study as a page that stands alone, and its plots as pictures beside it."""

import io
from base64 import b64encode
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from abaculus.arena.intervals import Mean, Share
from abaculus.arena.study import Summary

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STYLE = """
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem; font: 1rem/1.5 system-ui, sans-serif; color: #222; }
h1 { margin: 0; line-height: 1.2; }
table { border-collapse: collapse; margin: 1.5rem 0; }
th, td { border-bottom: 1px solid #ddd; padding: .3rem 1.2rem .3rem 0; text-align: left; vertical-align: top; }
td { font-variant-numeric: tabular-nums; }
figure { margin: 2rem 0; }
img { display: block; width: 100%; height: auto; }
figcaption { color: #555; }
"""


def write_page(
    folder: Path, title: str, about: str, summaries: Sequence[Summary], plots: dict[str, tuple["Figure", str]]
) -> Path:
    """Write the page and the pictures into a folder; the page's file."""
    folder.mkdir(parents=True, exist_ok=True)
    figures = []
    for name, (figure, caption) in plots.items():
        picture = io.BytesIO()
        # Without the version of what drew it the same study is the same file.
        figure.savefig(picture, format="png", metadata={"Software": None})
        (folder / f"{name}.png").write_bytes(picture.getvalue())
        source = f"data:image/png;base64,{b64encode(picture.getvalue()).decode()}"
        heading = escape(figure.axes[0].get_title(loc="left"))
        figures.append(
            f'<figure><img src="{source}" alt="{heading}"><figcaption>{escape(caption)}</figcaption></figure>'
        )
    page = folder / "index.html"
    page.write_text(
        "<!doctype html>\n"
        f'<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>\n"
        f"<h1>{escape(title)}</h1>\n<p>{escape(about)}</p>\n{_table(summaries)}\n" + "\n".join(figures) + "\n</html>\n",
        encoding="utf-8",
    )
    return page


def rows(summaries: Sequence[Summary]) -> list[list[str]]:
    """The figures as a table: a column for each bot, after the titles."""
    lines = [
        ["", *(one.bot for one in summaries)],
        ["games", *(f"{one.games:,}" for one in summaries)],
        ["decisions in a game", *(f"{_mean(one.length)} ({one.shortest}–{one.longest})" for one in summaries)],
        ["legal actions at a decision", *(f"{_mean(one.branching)} (at most {one.widest:,})" for one in summaries)],
        ["wins of the first seat", *(_share(one.first) for one in summaries)],
        ["draws", *(_share(one.draws) for one in summaries)],
        ["points of a seat", *(_points(one) for one in summaries)],
        ["forfeited games, left out", *(str(one.forfeits) if one.forfeits else "" for one in summaries)],
    ]
    return [line for line in lines if any(line[1:])]


def _table(summaries: Sequence[Summary]) -> str:
    first, *others = rows(summaries)
    lines = ["".join(f"<th>{escape(cell)}</th>" for cell in first)]
    for title, *cells in others:
        lines.append(f"<th>{escape(title)}</th>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells))
    return "<table>" + "".join(f"<tr>{line}</tr>\n" for line in lines) + "</table>"


def _mean(value: Mean) -> str:
    return f"{value.value:,.1f}" + ("" if value.reach is None else f" ± {value.reach:,.1f}")


def _share(value: Share | None) -> str:
    if value is None:
        return ""
    return f"{100 * value.value:.1f} % ({100 * value.low:.1f}–{100 * value.high:.1f})"


def _points(one: Summary) -> str:
    return "" if one.score is None else f"{_mean(one.score)} ({one.lowest:,.0f}–{one.highest:,.0f})"
