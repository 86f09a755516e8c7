"""Threads that share the blocks of a piece of work, and never hold each other up.

Waiting threads sleep. A thread that wakes late, because another process has its core, finds the blocks taken by those
that were there. So that even a thread that is interrupted in the middle of a block does no harm, the pool keeps to
whichever has taken less time lately: working alone or together.
"""

import os
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue

import numpy as np
import numpy.typing as npt
from numba.core import config

from abaculus.kernel.atomic import fetch_add
from abaculus.kernel.compile import kernel

PAD = 8
"""Counters that different threads use lie in cache lines of their own: 8 int64 apart."""
BLOCKS = 8
"""The blocks of each thread's own part. Fewer hold others up for longer; more cost more claims."""
MEMORY = 1 / 16
"""The weight of the newest run in the mean time of a run."""
TRIALS = 1 / 50
"""The share of the time that may go into trying what was slower before."""

Counters = npt.NDArray[np.int64]
Work = Callable[[int, Counters], object]


def available_cores() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def new_counters(parts: int) -> Counters:
    """Counters for one run: the blocks claimed of each part, then the number of blocks done."""
    return np.zeros((parts + 1) * PAD, np.int64)


@kernel
def claim(counters: Counters, parts: int, own: int) -> int:
    """Claim a block, of one's own part while there is one, else of another; −1 when all are claimed."""
    for k in range(parts):
        part = (own + k) % parts
        if counters[part * PAD] < BLOCKS:
            block = fetch_add(counters, part * PAD, 1)
            if block < BLOCKS:
                return part * BLOCKS + block
    return -1


@kernel
def finish(counters: Counters, parts: int) -> None:
    """Note that a claimed block is done."""
    fetch_add(counters, parts * PAD, 1)


class ThreadPool:
    """The calling thread and ``threads`` − 1 helpers.

    ``run`` calls ``work(part, counters)`` once in each thread that is there. The work claims blocks by ``claim`` until
    there are none, and calls ``finish`` after each.
    """

    def __init__(self, threads: int) -> None:
        self.threads = 1 if config.DISABLE_JIT else threads
        self._helpers: list[_Helper] = []
        self._finished = threading.Event()
        self._process = 0
        self._timing: dict[str, _Timing] = {}

    def __reduce__(self) -> tuple[type["ThreadPool"], tuple[int]]:
        return ThreadPool, (self.threads,)

    def run(self, name: str, work: Work) -> None:
        """Do all blocks of a piece of work; those of the same name are taken to last equally long."""
        counters = new_counters(self.threads)
        if self.threads == 1:
            work(0, counters)
            return
        timing = self._timing.setdefault(name, _Timing())
        together = timing.prefers_together()
        began = time.perf_counter()
        for helper in self._idle() if together else ():
            helper.start(work, counters)
        work(0, counters)
        while not self._complete(counters):
            self._finished.clear()
            if not self._complete(counters):
                self._finished.wait()
        timing.note(together, time.perf_counter() - began)

    def _complete(self, counters: Counters) -> bool:
        return bool(counters[self.threads * PAD] == self.threads * BLOCKS)

    def _idle(self) -> list["_Helper"]:
        """The helpers that are not still on their way to an earlier run."""
        if self._process != os.getpid():  # a fork has none of its parent's threads
            self._process = os.getpid()
            self._finished = threading.Event()
            self._helpers = [_Helper(number, self._finished) for number in range(1, self.threads)]
        return [helper for helper in self._helpers if helper.idle]

    def close(self) -> None:
        """End the helpers."""
        if self._process == os.getpid():
            for helper in self._helpers:
                helper.end()
        self._helpers = []
        self._process = 0


class _Helper:
    """A thread that sleeps until there is work."""

    def __init__(self, number: int, finished: threading.Event) -> None:
        self.idle = True
        self._number = number
        self._finished = finished
        self._orders: SimpleQueue[tuple[Work, Counters] | None] = SimpleQueue()
        threading.Thread(target=self._serve, name=f"abaculus-{number}", daemon=True).start()

    def start(self, work: Work, counters: Counters) -> None:
        self.idle = False
        self._orders.put((work, counters))

    def end(self) -> None:
        self._orders.put(None)

    def _serve(self) -> None:
        while (order := self._orders.get()) is not None:
            work, counters = order
            work(self._number, counters)
            del work, counters, order
            self.idle = True
            self._finished.set()


class _Timing:
    """The mean time of a run alone (False) and together (True), in seconds."""

    def __init__(self) -> None:
        self._mean: dict[bool, float] = {}
        self._since_trial = 0.0

    def prefers_together(self) -> bool:
        """Which way to take now: the faster one, and the other one for a small share of the time."""
        for way in (False, True):
            if way not in self._mean:
                return way
        faster = self._mean[True] < self._mean[False]
        if self._since_trial * TRIALS > self._mean[not faster]:
            self._since_trial = 0.0
            return not faster
        return faster

    def note(self, together: bool, seconds: float) -> None:
        """Take account of a run."""
        before = self._mean.get(together)
        self._mean[together] = seconds if before is None else before + MEMORY * (seconds - before)
        self._since_trial += seconds
