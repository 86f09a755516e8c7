"""Luck: numbered streams of random numbers made from a seed, the same on every platform.

The generator is SplitMix64 (Steele, Lea & Flood 2014, "Fast Splittable Pseudorandom Number Generators"): the n-th
output of seed s is ``mix(s + n · 0x9E3779B97F4A7C15)``, n from 1, modulo 2^64. Stream k of a seed is the SplitMix64
sequence whose own seed is the (k + 1)-th output of that seed. A number in [0, 1) is the upper 53 bits of an output
divided by 2^53. Any number of any stream can thus be had without those before it: the state of a stream is how many
were used.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from abaculus.kernel.compile import kernel

if TYPE_CHECKING:
    from abaculus.kernel.state import State

Item = TypeVar("Item")

_STEP = np.uint64(0x9E37_79B9_7F4A_7C15)
_FIRST = np.uint64(0xBF58_476D_1CE4_E5B9)
_SECOND = np.uint64(0x94D0_49BB_1331_11EB)
_UNIT = 2.0**-53


@kernel
def output(seed: np.uint64, n: int) -> np.uint64:
    """The n-th output, n from 1, of SplitMix64 with this seed."""
    z = seed + np.uint64(n) * _STEP
    z = (z ^ (z >> np.uint64(30))) * _FIRST
    z = (z ^ (z >> np.uint64(27))) * _SECOND
    return z ^ (z >> np.uint64(31))


@kernel
def stream_seed(seed: np.uint64, stream: int) -> np.uint64:
    """The seed of a stream, for ``uniform``."""
    return output(seed, stream + 1)


@kernel
def uniform(seed: np.uint64, n: int) -> float:
    """The n-th number, n from 0, of the stream with this seed (``stream_seed``), in [0, 1)."""
    return float(output(seed, n + 1) >> np.uint64(11)) * _UNIT


@kernel
def fork_seed(seed: np.uint64, label: int) -> np.uint64:
    """The seed of a fork (``Luck.fork``): outputs of a seed from 2^32 on never serve as the seed of a stream."""
    return output(seed, label + 2**32)


@kernel
def below(u: float, bound: int) -> int:
    """A whole number 0 … bound − 1 from a uniform number."""
    return int(u * bound)


def seed_of_stream(seed: int, stream: int = 0) -> np.uint64:
    """``stream_seed`` for Python: compiled code hands back a plain ``int``, which its next call may not take."""
    return np.uint64(stream_seed(np.uint64(seed), stream))


class Luck:
    """The random numbers of one game, or of one player.

    ``counts`` says how many numbers of each stream were used, and so is all there is to save.

    >>> luck = Luck(7)
    >>> luck.uniform()
    0.7215081806049702
    >>> Luck(7, luck.counts).uniform() == luck.uniform()
    True
    """

    def __init__(self, seed: int, counts: dict[int, int] | None = None) -> None:
        if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 2**64:
            raise ValueError(f"A seed is a whole number from 0 to 2^64 - 1, not {seed!r}.")
        self.seed = seed
        self.counts = dict(counts or {})

    def __copy__(self) -> "Luck":
        return Luck(self.seed, self.counts)

    def __repr__(self) -> str:
        return f"Luck({self.seed}, {self.counts})"

    def uniform(self, stream: int = 0) -> float:
        """The next number of a stream, in [0, 1)."""
        n = self.counts.get(stream, 0)
        self.counts[stream] = n + 1
        with np.errstate(over="ignore"):
            return float(uniform(seed_of_stream(self.seed, stream), n))

    def below(self, bound: int, stream: int = 0) -> int:
        """A whole number 0 … bound − 1, by the next number of a stream."""
        return int(self.uniform(stream) * bound)

    def choice(self, items: Sequence[Item], stream: int = 0) -> Item:
        """One of the items, all alike likely."""
        return items[self.below(len(items), stream)]

    def pick(self, outcomes: Sequence[tuple[Item, float]], stream: int = 0) -> tuple[Item, float]:
        """One of (outcome, probability) pairs, by their probabilities."""
        u = self.uniform(stream)
        total = 0.0
        for outcome, probability in outcomes:
            total += probability
            if u < total:
                return outcome, probability
        return outcomes[-1]

    def draw(self, state: "State") -> int:
        """The outcome of a state in which chance is to act, by the next number of the stream that it is drawn from."""
        return state.sample_chance(self.uniform(state.chance_stream()))

    def skip(self, state: "State") -> None:
        """Use up the number that ``draw`` would use: for a chance event whose outcome is known already."""
        stream = state.chance_stream()
        self.counts[stream] = self.counts.get(stream, 0) + 1

    def fork(self, label: int) -> "Luck":
        """An independent source of luck, the same for the same seed and label (0, 1, 2, …)."""
        with np.errstate(over="ignore"):
            return Luck(int(fork_seed(np.uint64(self.seed), label)))

    def fresh(self) -> "Luck":
        """An independent source of luck, another one each time; it uses up a number of stream 0."""
        return self.fork(self.below(2**30))
