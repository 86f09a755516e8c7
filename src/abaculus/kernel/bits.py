"""Sets of small numbers as the bits of an unsigned 64-bit integer."""

import numpy as np

from abaculus.kernel.compile import kernel

ONE = np.uint64(1)
NONE = np.uint64(0)
ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)

# Multiplying a single bit by this constant brings a different six-bit pattern to the top for each place of the bit
# (Leiserson, Prokop & Randall 1998, "Using de Bruijn Sequences to Index a 1 in a Computer Word").
DE_BRUIJN = 0x03F79D71B4CB0A89
_PLACES = np.zeros(64, np.int8)
for _place in range(64):
    _PLACES[((DE_BRUIJN << _place) & 0xFFFF_FFFF_FFFF_FFFF) >> 58] = _place
_FACTOR = np.uint64(DE_BRUIJN)
_TOP = np.uint64(58)


@kernel
def bit(place: int) -> np.uint64:
    """The set {place}."""
    return ONE << np.uint64(place)


@kernel
def lowest(bits: np.uint64) -> int:
    """The smallest member of a set that is not empty."""
    alone = bits & (~bits + ONE)
    return int(_PLACES[(alone * _FACTOR) >> _TOP])


@kernel
def without_lowest(bits: np.uint64) -> np.uint64:
    """The set less its smallest member."""
    return bits & (bits - ONE)


@kernel
def count(bits: np.uint64) -> int:
    """How many members the set has (the sideways addition of Warren, "Hacker's Delight", 5-1)."""
    bits = bits - ((bits >> ONE) & np.uint64(0x5555_5555_5555_5555))
    bits = (bits & np.uint64(0x3333_3333_3333_3333)) + ((bits >> np.uint64(2)) & np.uint64(0x3333_3333_3333_3333))
    bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F_0F0F_0F0F_0F0F)
    return int((bits * np.uint64(0x0101_0101_0101_0101)) >> np.uint64(56))
