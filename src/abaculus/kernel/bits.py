"""Sets of small numbers as the bits of an unsigned 64-bit integer."""

import numpy as np

from abaculus.kernel.compile import kernel

ONE = np.uint64(1)
NONE = np.uint64(0)
ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


@kernel
def bit(place: int) -> np.uint64:
    """The set {place}."""
    return ONE << np.uint64(place)


@kernel
def without_lowest(bits: np.uint64) -> np.uint64:
    """The set less its smallest member."""
    return bits & (bits - ONE)


@kernel
def count(bits: np.uint64) -> int:
    """How many members the set has (Warren, "Hacker's Delight", 5-1; compilers make one instruction of it)."""
    bits = bits - ((bits >> ONE) & np.uint64(0x5555_5555_5555_5555))
    bits = (bits & np.uint64(0x3333_3333_3333_3333)) + ((bits >> np.uint64(2)) & np.uint64(0x3333_3333_3333_3333))
    bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F_0F0F_0F0F_0F0F)
    # Signed: compiled, an unsigned and a signed number add up to a floating-point one.
    return int(np.int64((bits * np.uint64(0x0101_0101_0101_0101)) >> np.uint64(56)))


@kernel
def lowest(bits: np.uint64) -> int:
    """The smallest member of a set that is not empty: the number of zeros below it."""
    return count(~bits & (bits - ONE))
