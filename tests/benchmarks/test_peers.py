"""The report that compares environments: how it chooses sizes of batches."""

import pytest

pytest.importorskip("gymnasium")

from benchmarks._rates import Rate
from benchmarks.peers import Trial, batches, best_batch


def rates(*clock: float) -> list[Rate]:
    return [Rate(figure, figure / 2) for figure in clock]


@pytest.mark.parametrize(
    ("found", "best"),
    [
        # one lucky try of the small batch, and one of the large ones in which the machine did something else
        ({256: rates(90, 10, 11, 10, 9), 16384: rates(40, 1, 42, 41, 40)}, 16384),
        ({256: rates(50, 51, 2, 52, 50), 16384: rates(40, 99, 42, 41, 40)}, 256),
        # as good: the smaller one
        ({1024: rates(5, 7, 9), 256: rates(7, 7, 7)}, 256),
    ],
)
def test_the_batch_with_the_best_median_is_chosen(found: dict[int, list[Rate]], best: int) -> None:
    assert best_batch(found) == best


def test_the_report_shows_every_batch() -> None:
    found = {256: rates(10, 30, 20), 1024: rates(50, 40, 60)}
    lines = batches({"ours": Trial(found, best_batch(found), lambda: 0)})
    assert lines[2:] == ["| ours | 256 | 20 | 10 | 30 | 10 |", "| ours | **1,024** | 50 | 40 | 60 | 25 |"]
