"""The table that tells what the trained policies are worth is the one of the page."""

import re
from pathlib import Path

import pytest
from benchmarks import policies

pytest.importorskip("joblib")
pytest.importorskip("scipy")
PAGE = (Path(__file__).parents[2] / "docs/policy.md").read_text(encoding="utf-8")


def test_the_page_names_the_command_that_makes_its_table() -> None:
    assert "`python -m benchmarks policies` plays these games again" in PAGE


def test_the_command_makes_a_table_of_the_same_form() -> None:
    [told] = policies.TABLE.findall(PAGE)
    made = policies.table(sets=2, jobs=1)

    def form(table: str) -> str:
        return re.sub(r"-?\d+(\.\d)?", "0", table)

    assert form(made) == form(told)
    assert policies.TABLE.sub(made, PAGE) != PAGE
