"""Slices of work keep their bounds, and threads give what each of them found."""

import time

import pytest

from abaculus.bots.work import Threads, in_slices


def slices(most: int | None, seconds: float | None, step: int = 1, cost: float = 0.0) -> list[tuple[int, int]]:
    """What is done already, and how much more is to be done, at each call."""
    calls: list[tuple[int, int]] = []

    def work(done: int, more: int) -> None:
        calls.append((done, more))
        time.sleep(cost * more)

    done = in_slices(work, most, None if seconds is None else time.perf_counter() + seconds, step)
    assert done == sum(more for _, more in calls)
    assert [before for before, _ in calls] == [sum(more for _, more in calls[:i]) for i in range(len(calls))]
    return calls


def test_without_a_deadline_all_is_done_at_once() -> None:
    assert slices(1000, None) == [(0, 1000)]


def test_both_bounds_are_kept_whichever_comes_first() -> None:
    assert sum(more for _, more in slices(57, 30.0)) == 57
    assert 1 <= sum(more for _, more in slices(10**9, 0.05, cost=0.0005)) < 1000


@pytest.mark.parametrize("step", [1, 2, 3])
def test_slices_are_multiples_of_a_step_but_for_the_last(step: int) -> None:
    calls = slices(100, 30.0, step)
    assert all(more % step == 0 for _, more in calls[:-1])
    assert calls[0] == (0, step)


def test_a_slice_is_done_though_the_time_is_over() -> None:
    assert slices(None, -1.0, step=2) == [(0, 2)]


def test_no_work_is_no_call_with_a_deadline() -> None:
    assert slices(0, 1.0) == []


@pytest.mark.parametrize("count", [1, 3])
def test_threads_give_what_each_found_in_order(count: int) -> None:
    threads = Threads(count)
    assert threads.each(lambda thread: thread * 10) == [10 * thread for thread in range(count)]
    assert threads.each(lambda number: -number, range(2)) == [0, -1]
    threads.close()
