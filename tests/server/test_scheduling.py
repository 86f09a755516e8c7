"""Who thinks next, by a clock that the test turns: shares are fair, and nobody who asks for little waits for long."""

from __future__ import annotations

import heapq
import threading
from collections.abc import Hashable

import anyio
import pytest

from abaculus.server.scheduling import HALF_LIFE, Job, Queue, Scheduler

EXPERT, EASY, HINT = 0.9, 0.02, 0.5  # seconds
THREADS = 2  # of an expert
AWAITED = 8.0


class Room:
    """Jobs that run in simulated time; ``busy`` tables ask for the next job as soon as the last one has run."""

    def __init__(self, at_once: int, cheap_besides: int = 1) -> None:
        self.now = 0.0
        self.queue = Queue(at_once, cheap_besides, lambda: self.now)
        self.ends: list[tuple[float, int, Job]] = []
        self.asked: dict[Job, float] = {}
        self.began: dict[Job, float] = {}
        self.busy: set[Hashable] = set()

    def ask(self, cost: float, *accounts: Hashable, weight: float = 1.0, threads: int = 1) -> Job:
        job = Job(accounts, cost, weight, threads)
        self.asked[job] = self.now
        self.queue.add(job)
        self._begin()
        return job

    def go_on(self, seconds: float) -> None:
        """Let time pass."""
        until = self.now + seconds
        while self.ends and self.ends[0][0] <= until:
            self.now, _, job = heapq.heappop(self.ends)
            self.queue.end(job, job.cost)
            if job.accounts[0] in self.busy:
                self.ask(job.cost, *job.accounts, weight=job.weight, threads=job.threads)
            self._begin()
        self.now = until

    def waited(self, job: Job) -> float:
        return self.began[job] - self.asked[job]

    def time_of(self, account: Hashable) -> float:
        """How long jobs of an account have run, or will have."""
        return sum(job.cost for job in self.began if account in job.accounts)

    def _begin(self) -> None:
        while job := self.queue.begin():
            self.began[job] = self.now
            heapq.heappush(self.ends, (self.now + job.cost, len(self.began), job))


def full_of_experts(tables: int = 20) -> Room:
    """Tables at which two experts play each other, for some minutes already."""
    room = Room(2)
    for table in range(tables):
        room.busy.add(table)
        room.ask(EXPERT, table, threads=THREADS)
    room.go_on(300)
    return room


def test_a_cheap_job_waits_for_no_dear_one() -> None:
    room = full_of_experts()
    assert room.waited(room.ask(EASY, "mine")) == 0


def test_many_cheap_jobs_do_not_hold_up_dear_ones_for_ever() -> None:
    room = Room(1, 0)
    for table in range(10):
        room.busy.add(table)
        room.ask(EASY, table)
    room.go_on(10)
    dear = room.ask(EXPERT, "mine")
    room.go_on(60)
    assert room.waited(dear) < 10


def test_a_person_waits_at_most_twice_as_long_beside_tables_of_bots() -> None:
    room = full_of_experts()
    for _ in range(100):
        room.go_on(5)  # the person thinks
        job = room.ask(EXPERT, "mine", weight=AWAITED, threads=THREADS)
        room.go_on(EXPERT)
        assert room.waited(job) <= EXPERT


def test_a_job_on_several_threads_is_not_overtaken_for_ever() -> None:
    room = Room(2)
    for table in range(10):
        room.busy.add(table)
        room.ask(EXPERT, table)
        room.go_on(0.1)  # so that they do not end together
    room.go_on(60)
    job = room.ask(EXPERT, "mine", threads=THREADS)
    room.go_on(10)
    assert room.waited(job) <= 2 * EXPERT


def test_a_job_on_more_threads_than_there_are_runs() -> None:
    room = Room(1, 0)
    assert room.waited(room.ask(EXPERT, "mine", threads=THREADS)) == 0


def test_tables_have_equal_shares() -> None:
    room = Room(2, 0)
    for table, cost in enumerate([0.9, 0.9, 0.3, 0.3, 0.15, 0.15]):
        room.busy.add(table)
        for _ in range(1 + table % 2 * 3):  # some have four seats that ask at once
            room.ask(cost, table)
    room.go_on(600)
    shares = [room.time_of(table) / (2 * 600) for table in range(6)]
    assert shares == pytest.approx([1 / 6] * 6, rel=0.1)


def test_a_hint_does_not_wait_for_those_who_ask_all_the_time() -> None:
    room = Room(1, 0)
    for connection in range(50):
        room.busy.add(f"table {connection}")
        room.ask(HINT, f"table {connection}", connection)
    room.go_on(120)
    hint = room.ask(HINT, "mine", "me")
    room.go_on(5)
    assert room.waited(hint) <= HINT


def test_a_table_is_not_favoured_for_having_many_connections() -> None:
    room = Room(1, 0)
    room.busy |= {"theirs", "mine"}
    for connection in range(50):
        room.ask(HINT, "theirs", connection)
    room.ask(HINT, "mine", "me")
    room.go_on(300)
    assert room.time_of("mine") == pytest.approx(150, rel=0.1)


def test_a_connection_is_not_favoured_for_following_many_tables() -> None:
    room = Room(1, 0)
    for table in range(16):
        room.busy.add(table)
        room.ask(HINT, table, "theirs")
    room.busy.add("mine")
    room.ask(HINT, "mine", "me")
    room.go_on(300)
    assert room.time_of("me") == pytest.approx(150, rel=0.1)


def test_what_was_used_is_forgotten() -> None:
    room = Room(1)
    room.ask(8.0, "mine")
    room.go_on(8)
    assert room.queue.account("mine") == pytest.approx(8 * 0.5 ** (8 / HALF_LIFE), rel=0.1)
    room.go_on(20 * HALF_LIFE)
    room.ask(EASY, "other")
    room.go_on(1)
    assert list(room.queue._accounts) == ["other"]


@pytest.mark.anyio
async def test_jobs_run_in_threads_and_only_so_many_at_once() -> None:
    scheduler = Scheduler(2, cheap_besides=0)
    running, most, lock = 0, 0, threading.Lock()
    both = threading.Barrier(2)

    def work(number: int) -> int:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        both.wait(10)
        with lock:
            running -= 1
        return number

    results: list[int] = []

    async def ask(number: int) -> None:
        result, took = await scheduler.run(Job((number,), 1.0), work, number)
        assert took >= 0
        results.append(result)

    async with anyio.create_task_group() as tasks:
        for number in range(10):
            tasks.start_soon(ask, number)
    assert sorted(results) == list(range(10))
    assert most == 2


@pytest.mark.anyio
async def test_who_does_not_wait_any_more_or_fails_leaves_no_gap() -> None:
    scheduler = Scheduler(1, cheap_besides=0)
    go = threading.Event()

    def broken() -> None:
        raise ZeroDivisionError

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(scheduler.run, Job((0,), 1.0), go.wait, 10)
        await anyio.wait_all_tasks_blocked()
        with anyio.move_on_after(0.01) as gone:
            await scheduler.run(Job((1,), 1.0), go.wait, 10)
        assert gone.cancelled_caught
        go.set()
    with pytest.raises(ZeroDivisionError):
        await scheduler.run(Job((2,), 1.0), broken)
    assert (await scheduler.run(Job((3,), 1.0), lambda: 7))[0] == 7
