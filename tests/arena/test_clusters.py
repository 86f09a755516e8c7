"""Tournaments on clusters: a local Ray and a local Dask cluster play the very same games."""

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.timeout(300)  # a cluster takes its time to start where the machine is busy


@pytest.mark.parametrize(("backend", "package"), [("ray", "ray"), ("dask", "distributed")])
@pytest.mark.filterwarnings("ignore")  # what these frameworks leave behind is not ours
def test_the_very_same_records(backend: str, package: str, small: Any, records: Callable[..., dict[int, str]]) -> None:
    pytest.importorskip(package)
    tournament = small("greedy", "random", "search:20", games=30)
    assert records(tournament, jobs=2, backend=backend) == records(tournament, backend="sequential")
