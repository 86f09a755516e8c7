"""Threads that share blocks of work: each block is done once, whoever is late."""

import os
import threading

import numpy as np
import pytest

from abaculus.kernel.compile import kernel
from abaculus.kernel.thread_pool import BLOCKS, Counters, ThreadPool, claim, finish, new_counters

PARTS = 3


@kernel
def mark_blocks(done: Counters, who: Counters, parts: int, own: int, counters: Counters) -> None:
    while True:
        block = claim(counters, parts, own)
        if block < 0:
            return
        done[block] += 1
        who[block] = own
        finish(counters, parts)


def test_a_thread_claims_its_own_part_first_and_then_those_of_others() -> None:
    counters = new_counters(PARTS)
    own = [claim(counters, PARTS, 1) for _ in range(BLOCKS)]
    assert own == list(range(BLOCKS, 2 * BLOCKS))
    rest = [claim(counters, PARTS, 1) for _ in range(2 * BLOCKS)]
    assert sorted(rest) == [*range(BLOCKS), *range(2 * BLOCKS, 3 * BLOCKS)]
    assert claim(counters, PARTS, 1) == -1


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_each_block_is_done_once(threads: int) -> None:
    pool = ThreadPool(threads)
    parts = pool.threads
    for _ in range(200):
        done, who = np.zeros(parts * BLOCKS, np.int64), np.zeros(parts * BLOCKS, np.int64)
        pool.run("mark", lambda own, counters: mark_blocks(done, who, parts, own, counters))  # noqa: B023
        assert done.tolist() == [1] * (parts * BLOCKS)
    pool.close()


def test_a_thread_that_comes_too_late_is_not_waited_for() -> None:
    pool = ThreadPool(2)
    parts = pool.threads
    late, returned = threading.Event(), threading.Event()
    done, who = np.zeros(parts * BLOCKS, np.int64), np.zeros(parts * BLOCKS, np.int64)

    def work(own: int, counters: Counters) -> None:
        if own == 1:
            late.wait(30)
        mark_blocks(done, who, parts, own, counters)
        if own == 1:
            returned.set()

    for _ in range(5):  # the second thread stays on its way to the first run that it was called to
        done[:] = 0
        pool.run("mark", work)
        assert done.tolist() == [1] * (parts * BLOCKS)
        assert set(who.tolist()) == {0}
    late.set()
    if pool.threads > 1:
        assert returned.wait(30)
    assert done.tolist() == [1] * (parts * BLOCKS)
    pool.close()


def test_a_thread_in_the_middle_of_a_block_is_waited_for() -> None:
    pool = ThreadPool(2)
    parts = pool.threads
    if parts == 1:
        pytest.skip("plain Python runs in one thread")
    finished: list[int] = []
    has_claimed = threading.Event()

    def work(own: int, counters: Counters) -> None:
        if own == 0:
            has_claimed.wait(30)
        while (block := claim(counters, parts, own)) >= 0:
            if own == 1:
                has_claimed.set()
                threading.Event().wait(0.02)
            finished.append(block)
            finish(counters, parts)

    has_claimed.set()
    pool.run("slow", work)  # tried alone first
    has_claimed.clear()
    pool.run("slow", work)
    assert sorted(finished) == sorted([*range(parts * BLOCKS)] * 2)
    pool.close()


def test_working_together_is_given_up_where_it_takes_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("abaculus.kernel.thread_pool.time.perf_counter", lambda: clock[0])
    pool = ThreadPool(2)
    if pool.threads == 1:
        pytest.skip("plain Python runs in one thread")
    together, cost = [], {False: 1.0, True: 30.0}

    def start(*_: object) -> None:
        together[-1] = True

    def work(own: int, counters: Counters) -> None:
        while (block := claim(counters, 2, own)) >= 0:
            assert block < 2 * BLOCKS
            finish(counters, 2)
        clock[0] += cost[together[-1]]

    monkeypatch.setattr("abaculus.kernel.thread_pool._Helper.start", start)
    for _ in range(10_000):
        together.append(False)
        pool.run("step", work)
    alone = 10_000 * cost[False]
    assert clock[0] < alone / 0.95, "trying what is slower takes a twentieth of the time at most"
    assert sum(together[1:]) > 1, "but it is tried again"
    cost[True] = 0.5
    for _ in range(50_000):
        together.append(False)
        pool.run("step", work)
    assert sum(together[-1000:]) > 900, "and taken when it has become faster"
    pool.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own() -> None:
    pool = ThreadPool(2)
    parts = pool.threads
    done, who = np.zeros(parts * BLOCKS, np.int64), np.zeros(parts * BLOCKS, np.int64)
    for _ in range(3):
        pool.run("mark", lambda own, counters: mark_blocks(done, who, parts, own, counters))
    child = os.fork()
    if child == 0:
        for _ in range(3):
            pool.run("mark", lambda own, counters: mark_blocks(done, who, parts, own, counters))
        os._exit(0 if done.tolist() == [6] * (parts * BLOCKS) else 1)
    assert os.waitpid(child, 0)[1] == 0
    pool.close()
