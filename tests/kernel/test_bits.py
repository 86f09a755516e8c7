"""Sets as bits, against Python's own sets."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from abaculus.kernel import bits
from abaculus.kernel.compile import kernel

members = st.sets(st.integers(0, 63))


def as_bits(numbers: set[int]) -> np.uint64:
    return np.uint64(sum(1 << number for number in numbers))


def test_constants() -> None:
    assert int(bits.NONE) == 0
    assert int(bits.ONE) == 1
    assert int(bits.ALL) == 2**64 - 1


@pytest.mark.parametrize("place", range(64))
def test_bit(place: int) -> None:
    assert int(bits.bit(place)) == 1 << place


@given(members)
def test_count(numbers: set[int]) -> None:
    assert bits.count(as_bits(numbers)) == len(numbers)


@given(members.filter(bool))
def test_lowest(numbers: set[int]) -> None:
    assert bits.lowest(as_bits(numbers)) == min(numbers)


@given(members.filter(bool))
def test_without_lowest(numbers: set[int]) -> None:
    assert int(bits.without_lowest(as_bits(numbers))) == int(as_bits(numbers - {min(numbers)}))


def test_ends() -> None:
    assert bits.count(bits.NONE) == 0
    assert bits.count(bits.ALL) == 64
    assert int(bits.without_lowest(bits.NONE)) == 0
    assert bits.lowest(bits.ALL) == 0
    assert bits.lowest(bits.bit(63)) == 63


@given(members)
def test_going_through_all_members(numbers: set[int]) -> None:
    found, rest = [], as_bits(numbers)
    while rest:
        rest = np.uint64(rest)  # compiled code hands back a plain int
        found.append(bits.lowest(rest))
        rest = bits.without_lowest(rest)
    assert found == sorted(numbers)


@kernel
def below_place(bits_: np.uint64, place: int) -> float:
    """Compiled, the type of the sum is that of the whole computation."""
    return place - bits.lowest(bits_)


def test_places_are_whole_numbers_in_kernels() -> None:
    """Added to a signed number a place is still one, where an unsigned one would make it floating-point."""
    assert isinstance(below_place(as_bits({5}), 2), int)
    assert below_place(as_bits({5}), 2) == -3
