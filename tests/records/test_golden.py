"""Golden records: games that were played once, with the number of legal actions at each decision.

A change of the rules shows here as a difference. Where it is meant, ``python tests/records/regenerate.py`` writes the
records anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from abaculus.play.record import Record, read_record, write_record

FOLDER = Path(__file__).parent
NAMES = sorted(path.stem for path in FOLDER.glob("*.txt"))


def legal_counts(record: Record) -> list[int]:
    """How many legal actions the seat had at each of its decisions, in the order of the record."""
    states = record.replay()
    counts = []
    for player, _ in record.events:
        state = next(states)  # as it is before this event
        if player >= 0:
            counts.append(len(state.legal_actions(player)))
    return counts


def test_there_are_records() -> None:
    assert len(NAMES) >= 8
    assert sorted(path.stem for path in FOLDER.glob("*.legal")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_replays(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    record = read_record(text)
    assert record.result is not None
    assert write_record(record) == text
    *_, end = record.replay()
    assert end.is_terminal()
    assert end.returns() == record.result
    assert write_record(Record.of(end, record.names, record.seed)) == text


@pytest.mark.parametrize("name", NAMES)
def test_as_many_actions_are_legal(name: str) -> None:
    record = read_record((FOLDER / f"{name}.txt").read_text("utf-8"))
    counts = [int(line) for line in (FOLDER / f"{name}.legal").read_text("utf-8").split()]
    assert legal_counts(record) == counts
