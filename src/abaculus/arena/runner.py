"""Playing the games of a tournament at once, through joblib: on the cores of this machine or on a cluster."""

import importlib.util
import logging
import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from time import perf_counter
from typing import Any, TypeVar

from abaculus.extras import how_to_install
from abaculus.kernel.reasons import OptionError
from abaculus.loading import LOAD, load_extensions

BACKENDS = ("loky", "ray", "dask", "threading", "sequential")
ROUND_SECONDS = 20.0

Task = TypeVar("Task")
Result = TypeVar("Result")


def run(
    function: Callable[[Task], Result],
    tasks: Sequence[Task],
    jobs: int = 1,
    backend: str = "loky",
    cluster: str | None = None,
) -> Generator[Result]:
    """The results of a function for all tasks, as they come in, in any order.

    ``jobs`` is how many run at once (−1: one for each core). ``cluster`` is the address of a Ray or Dask cluster;
    unless given these start one on this machine. Raises ``OptionError`` for a backend that does not exist or is not
    installed.
    """
    if backend not in BACKENDS:
        raise OptionError(f"There is no backend {backend!r}; there are: {', '.join(BACKENDS)}.")
    if cluster is not None and backend not in ("ray", "dask"):
        raise OptionError("A cluster goes with --backend ray or --backend dask.")
    need("joblib", "arena")
    return _run(function, tasks, jobs, backend, cluster)


def need(package: str, extra: str) -> None:
    """Raise ``OptionError`` unless a package of one of the extras is installed."""
    if importlib.util.find_spec(package) is None:
        raise OptionError(how_to_install(package, extra))


def _run(
    function: Callable[[Task], Result], tasks: Sequence[Task], jobs: int, backend: str, cluster: str | None
) -> Generator[Result]:
    import joblib

    with ExitStack() as stack:
        if backend == "ray":
            stack.enter_context(_ray(jobs, cluster))
        elif backend == "dask":
            stack.enter_context(_dask(jobs, cluster))
        stack.enter_context(joblib.parallel_config(backend, n_jobs=jobs))
        calls = [joblib.delayed(_with_extensions)(os.environ.get(LOAD, ""), function, task) for task in tasks]
        if backend == "ray":
            yield from _in_rounds(calls)
        else:
            yield from joblib.Parallel(return_as="generator_unordered")(calls)


def _with_extensions(modules: str, function: Callable[[Task], Result], task: Task) -> Result:
    """Call a function where the same modules are loaded as here, also on another machine."""
    if modules:
        os.environ[LOAD] = modules
        load_extensions()
    return function(task)


def _in_rounds(calls: list[Any]) -> Iterator[Any]:
    """For a backend that gives results only when all are there: some calls at a time, more while that is quick."""
    import joblib

    with joblib.Parallel() as parallel:
        done, size = 0, 16
        while done < len(calls):
            began = perf_counter()
            yield from parallel(calls[done : done + size])
            done += size
            if perf_counter() - began < ROUND_SECONDS / 2:
                size *= 2


@contextmanager
def _ray(jobs: int, cluster: str | None) -> Iterator[None]:
    """A connection to a Ray cluster: the one in use, the one named, or else one started here."""
    need("ray", "ray")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    import ray
    from ray.util.joblib import register_ray

    begun = not ray.is_initialized()
    if begun:
        here = cluster is None and "RAY_ADDRESS" not in os.environ
        local: dict[str, Any] = {"num_cpus": jobs if jobs > 0 else None, "include_dashboard": False} if here else {}
        ray.init(address=cluster, log_to_driver=False, logging_level=logging.ERROR, **local)
    register_ray()
    try:
        yield
    finally:
        if begun:
            ray.shutdown()


@contextmanager
def _dask(jobs: int, cluster: str | None) -> Iterator[None]:
    """A connection to a Dask cluster: the one named, or else one started here (Dask's settings may name one too)."""
    need("distributed", "dask")
    from distributed import Client

    local = {"n_workers": jobs if jobs > 0 else None, "threads_per_worker": 1, "dashboard_address": None}
    with Client(cluster) if cluster is not None else Client(**local):
        yield
