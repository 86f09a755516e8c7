"""How engines spend their time: threads side by side, and slices of work between looks at the clock."""

import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")

SLICE = 0.002  # seconds between two looks at the clock
MOST_GROWTH = 8.0  # of a slice from one to the next


class Threads:
    """So many threads; kernels release the interpreter, so they really run side by side. One needs no pool."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool = ThreadPoolExecutor(count) if count > 1 else None

    def each(self, work: Callable[[int], Result], numbers: Iterable[int] | None = None) -> list[Result]:
        """What the work gives for each thread's number (or for these numbers), once all have done it."""
        wanted = range(self.count) if numbers is None else numbers
        return list(map(work, wanted) if self._pool is None else self._pool.map(work, wanted))

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()


def in_slices(work: Callable[[int, int], object], most: int | None, deadline: float | None, step: int = 1) -> int:
    """Do pieces of work, by calls of ``work(done, more)``, until there are ``most`` or the time is over;
    how many are done.

    ``deadline`` is by ``time.perf_counter``; without one all is done at once. Else a slice is a multiple of ``step``
    (the last one perhaps not), at first one step, and one slice is done in any case.
    """
    if deadline is None:
        work(0, most or 0)
        return most or 0
    done, more = 0, step
    while most is None or done < most:
        before = time.perf_counter()
        if done > 0 and before >= deadline:
            break
        if most is not None:
            more = min(more, most - done)
        work(done, more)
        done += more
        now = time.perf_counter()
        growth = min(SLICE, max(deadline - now, 0.0)) / max(now - before, 1e-7)
        more = max(1, int(more / step * min(growth, MOST_GROWTH))) * step
    return done
