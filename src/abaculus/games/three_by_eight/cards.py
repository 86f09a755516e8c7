"""The cards of 3x8: sets of cards as pairs of words, and decks of blockers.

Number cards are 0 … 109, blockers b0 … b9 are 110 … 119. A set of cards is an array of two words of 64 bits: bit i of
word w is card 60 w + i. So no colour lies in two words, and the blockers come after the last colour.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from abaculus.kernel.bits import NONE, ONE, bit, count, lowest
from abaculus.kernel.compile import kernel

NUMBERS = 110  # K1
COLOURS = 11
TENS = 10  # cards of a colour
BLOCKERS = 10  # K2
CARDS = NUMBERS + BLOCKERS
HALVES = 2 * BLOCKERS  # half a of blocker i is number 2 i, half b is 2 i + 1
WORD = 60  # cards in a word

FULL = np.uint64((1 << WORD) - 1)
NUMBERS_HIGH = np.uint64((1 << NUMBERS - WORD) - 1)
"""The number cards of the second word."""
COLOURS_LOW = WORD // TENS

ONE_COLOUR = np.uint64((1 << TENS) - 1)
"""The cards of the first colour, in the first word."""

CardSet = npt.NDArray[np.uint64]

STANDARD_DECK: list[dict[str, Any]] = [
    {"a": {"base": 0, "blocks": [1, 2]}, "b": {"base": 5, "blocks": [5, 6, 7]}},
    {"a": {"base": 1, "blocks": [2, 3]}, "b": {"base": 6, "blocks": [6, 7, 8]}},
    {"a": {"base": 2, "blocks": [3, 4]}, "b": {"base": 7, "blocks": [7, 8, 9]}},
    {"a": {"base": 3, "blocks": [4, 5]}, "b": {"base": 8, "blocks": [7, 8, 9]}},
    {"a": {"base": 4, "blocks": [5, 6]}, "b": {"base": 9, "blocks": [7, 8, 9]}},
    {"a": {"base": 5, "blocks": [6, 7]}, "b": {"base": 0, "blocks": [0, 1, 2]}},
    {"a": {"base": 6, "blocks": [7, 8]}, "b": {"base": 1, "blocks": [1, 2, 3]}},
    {"a": {"base": 7, "blocks": [8, 9]}, "b": {"base": 2, "blocks": [2, 3, 4]}},
    {"a": {"base": 8, "blocks": [8, 9]}, "b": {"base": 3, "blocks": [3, 4, 5]}},
    {"a": {"base": 9, "blocks": [8, 9]}, "b": {"base": 4, "blocks": [4, 5, 6]}},
]
"""The table of K2: blocker i is item i."""

_CARDS_OF_COLOURS = np.array(
    [
        sum(int(ONE_COLOUR) << TENS * c for c in range(COLOURS_LOW) if colours >> c & 1)
        for colours in range(1 << COLOURS_LOW)
    ],
    np.uint64,
)
"""The cards of a set of six colours (bits), within a word."""


def read_deck(value: Any) -> list[dict[str, Any]]:
    """A deck of blockers in the form of K2, checked and copied. Raises ``ValueError`` that names card and half."""
    if not isinstance(value, list | tuple) or len(value) != BLOCKERS:
        what = f"{len(value)} cards" if isinstance(value, list | tuple) else repr(value)
        raise ValueError(f"a deck is a list of {BLOCKERS} cards, not {what}")
    return [_read_card(f"card b{i}", card) for i, card in enumerate(value)]


def _read_card(where: str, card: Any) -> dict[str, Any]:
    if not isinstance(card, Mapping) or set(card) != {"a", "b"}:
        raise ValueError(f"{where} is {card!r}; a card is an object with the halves 'a' and 'b'")
    halves = {name: _read_half(f"{where}, half {name}", card[name]) for name in ("a", "b")}
    if halves["a"] == halves["b"]:
        raise ValueError(f"{where}: the two halves are the same; they must differ")
    return halves


def _read_half(where: str, half: Any) -> dict[str, Any]:
    if not isinstance(half, Mapping) or set(half) != {"base", "blocks"}:
        raise ValueError(f"{where} is {half!r}; a half is an object with 'base' and 'blocks'")
    base, blocks = half["base"], half["blocks"]
    if not _is_colour(base):
        raise ValueError(f"{where}: 'base' is {base!r}; it is a colour from 0 to {COLOURS - 1}")
    if (
        not isinstance(blocks, list | tuple)
        or not all(map(_is_colour, blocks))
        or len(blocks) not in (2, 3)
        or sorted(set(blocks)) != list(blocks)
    ):
        raise ValueError(
            f"{where}: 'blocks' is {blocks!r}; it is a list of two or three different colours from 0 to {COLOURS - 1}, "
            "ascending"
        )
    return {"base": base, "blocks": list(blocks)}


def _is_colour(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < COLOURS


@kernel
def add(cards: CardSet, card: int) -> None:
    """Put a card into a set."""
    cards[card // WORD] |= bit(card % WORD)


@kernel
def remove(cards: CardSet, card: int) -> None:
    """Take a card out of a set, if it is there."""
    cards[card // WORD] &= ~bit(card % WORD)


@kernel
def has(cards: CardSet, card: int) -> bool:
    """Whether the card is in the set."""
    return bool(cards[card // WORD] >> np.uint64(card % WORD) & ONE)


@kernel
def is_empty(cards: CardSet) -> bool:
    """Whether the set has no card."""
    return (cards[0] | cards[1]) == NONE


@kernel
def size(cards: CardSet) -> int:
    """How many cards the set has."""
    return count(cards[0]) + count(cards[1])


@kernel
def up_to_highest(bits: np.uint64) -> np.uint64:
    """All places up to the highest member of a set of places; none for the empty set."""
    bits |= bits >> np.uint64(1)
    bits |= bits >> np.uint64(2)
    bits |= bits >> np.uint64(4)
    bits |= bits >> np.uint64(8)
    bits |= bits >> np.uint64(16)
    return bits | bits >> np.uint64(32)


@kernel
def up_to_last(cards: CardSet) -> tuple[np.uint64, np.uint64]:
    """The two words of all cards that are not above the highest card of a set; none for the empty set."""
    if cards[1]:
        return FULL, up_to_highest(cards[1])
    return up_to_highest(cards[0]), NONE


@kernel
def first_of(cards: CardSet) -> int:
    """The lowest card of a set that is not empty."""
    return lowest(cards[0]) if cards[0] else WORD + lowest(cards[1])


@kernel
def last_of(cards: CardSet) -> int:
    """The highest card of a set; -1 for the empty set."""
    return last_in(cards[0], cards[1])


@kernel
def last_in(low: np.uint64, high: np.uint64) -> int:
    """``last_of`` for a set that is given as its two words."""
    if high:
        return WORD + count(up_to_highest(high)) - 1
    return count(up_to_highest(low)) - 1


@kernel
def nth_place(bits: np.uint64, n: int) -> int:
    """The n-th smallest member, n from 0, of a set of places that has more than n."""
    place = 0
    width = 32
    while width:
        below = count(bits & ((ONE << np.uint64(width)) - ONE))
        if n >= below:
            n -= below
            bits >>= np.uint64(width)
            place += width
        width >>= 1
    return place


@kernel
def nth(cards: CardSet, n: int) -> int:
    """The n-th smallest card, n from 0, of a set that has more than n."""
    low = count(cards[0])
    return nth_place(cards[0], n) if n < low else WORD + nth_place(cards[1], n - low)


@kernel
def low_of_colours(colours: int) -> np.uint64:
    """The first word of all cards of a set of colours (bits)."""
    return _CARDS_OF_COLOURS[colours & 0x3F]


@kernel
def high_of_colours(colours: int) -> np.uint64:
    """The second word of all cards of a set of colours (bits)."""
    return _CARDS_OF_COLOURS[colours >> COLOURS_LOW]


@kernel
def of_colour(low: np.uint64, high: np.uint64, colour: int) -> np.uint64:
    """The cards of a colour, as bits from its first card."""
    word = low >> np.uint64(TENS * colour) if colour < COLOURS_LOW else high >> np.uint64(TENS * colour - WORD)
    return word & ONE_COLOUR
