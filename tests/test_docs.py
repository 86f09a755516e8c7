"""The documentation tells the truth: its examples are real. (Python sessions in it run as doctests.)"""

import re
from pathlib import Path

from abaculus.play.record import read_record

DOCS = Path(__file__).parent.parent / "docs"


def test_the_record_in_the_description_of_records_is_one() -> None:
    text = (DOCS / "records.md").read_text(encoding="utf-8")
    found = re.search(r"```text\n(abaculus record .*?)```", text, re.DOTALL)
    assert found is not None
    assert read_record(found[1]).game == "nmbr9"
