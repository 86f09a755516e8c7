"""Who thinks next: bots and hints of all tables share a few threads.

Each table (and each connection that asks for hints) has an account of the thinking it was given lately. Of the jobs
that wait the one goes first whose accounts, with what it will cost itself, are the lowest: so tables have equal shares,
who asks for little does not wait for those who ask all the time, and cheap jobs come before dear ones. Nobody is passed
over for ever, since accounts of those who wait shrink while others' grow. Jobs that take a moment have a thread more,
so that they need not wait until a long one has ended.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TypeVar

import anyio
import anyio.to_thread

T = TypeVar("T")

HALF_LIFE = 60.0  # seconds after which half of an account is forgotten
MOMENT = 0.3  # seconds; what is expected to take no longer is cheap
LOWEST = 0.001  # seconds; an account below this is forgotten


@dataclass(eq=False)
class Job:
    """Something to be thought about, of so many seconds, on these accounts.

    What is of more ``weight`` is charged and counted less.
    """

    accounts: tuple[Hashable, ...]
    cost: float
    weight: float = 1.0
    threads: int = 1
    turn: anyio.Event = field(default_factory=anyio.Event)
    """Set when it may begin."""


class Queue:
    """Jobs that wait and jobs that run, by rule only: who uses it runs them.

    Jobs run on ``at_once`` threads, and cheap ones on ``cheap_besides`` more.
    """

    def __init__(self, at_once: int, cheap_besides: int = 1, clock: Callable[[], float] = time.monotonic) -> None:
        self.at_once = at_once
        self.cheap_besides = cheap_besides
        self._clock = clock
        self._waiting: list[Job] = []
        self._running: list[Job] = []
        self._besides: list[Job] = []
        self._accounts: dict[Hashable, tuple[float, float]] = {}

    def __len__(self) -> int:
        """How many jobs wait."""
        return len(self._waiting)

    def add(self, job: Job) -> None:
        """Let a job wait for its turn."""
        self._waiting.append(job)

    def remove(self, job: Job) -> None:
        """Take out a job that nobody wants any more, if it still waits."""
        if job in self._waiting:
            self._waiting.remove(job)

    def begin(self) -> Job | None:
        """The job whose turn it is, which runs from now on; ``None`` where no thread is free for one that waits."""
        waiting, where = self._waiting, self._running
        if waiting and not self._fits(min(waiting, key=self._precedence)):
            # No other job overtakes it on these threads: it may need several, which are never free together then.
            free = len(self._besides) < self.cheap_besides
            waiting, where = [job for job in waiting if free and job.cost <= MOMENT], self._besides
        if not waiting:
            return None
        chosen = min(waiting, key=self._precedence)  # of equals the one that has waited longest
        self._waiting.remove(chosen)
        where.append(chosen)
        self._charge(chosen, chosen.cost)
        return chosen

    def end(self, job: Job, took: float) -> None:
        """A job has run, for so many seconds."""
        (self._running if job in self._running else self._besides).remove(job)
        self._charge(job, took - job.cost)
        for account in [account for account in self._accounts if self.account(account) < LOWEST]:
            del self._accounts[account]

    def account(self, account: Hashable) -> float:
        """The seconds of thinking that were lately charged to an account."""
        used, since = self._accounts.get(account, (0.0, 0.0))
        return float(used * 0.5 ** ((self._clock() - since) / HALF_LIFE)) if used else 0.0

    def _fits(self, job: Job) -> bool:
        taken = sum(min(running.threads, self.at_once) for running in self._running)
        return taken + min(job.threads, self.at_once) <= self.at_once

    def _charge(self, job: Job, seconds: float) -> None:
        for account in job.accounts:
            self._accounts[account] = (self.account(account) + seconds / job.weight, self._clock())

    def _precedence(self, job: Job) -> float:
        return max((self.account(account) for account in job.accounts), default=0.0) + job.cost / job.weight


class Scheduler:
    """Runs jobs in threads, in the order of a ``Queue``."""

    def __init__(self, at_once: int, cheap_besides: int = 1) -> None:
        self.queue = Queue(at_once, cheap_besides)
        self._threads = anyio.CapacityLimiter(at_once + cheap_besides)

    @property
    def threads(self) -> int:
        """How many jobs run at once, at most."""
        return self.queue.at_once + self.queue.cheap_besides

    async def run(self, job: Job, work: Callable[..., T], *arguments: object, abandon: bool = False) -> tuple[T, float]:
        """The result of some work once it is its turn, and how many seconds that took.

        Who is cancelled waits for the thread to end, unless the work may be abandoned.
        """
        self.queue.add(job)
        self._begin()
        try:
            await job.turn.wait()
        except BaseException:
            if job.turn.is_set():
                self._end(job, 0.0)
            self.queue.remove(job)
            raise
        began = time.perf_counter()
        try:
            result = await anyio.to_thread.run_sync(work, *arguments, limiter=self._threads, abandon_on_cancel=abandon)
        finally:
            took = time.perf_counter() - began
            self._end(job, took)
        return result, took

    def _begin(self) -> None:
        while job := self.queue.begin():
            job.turn.set()

    def _end(self, job: Job, took: float) -> None:
        self.queue.end(job, took)
        self._begin()
