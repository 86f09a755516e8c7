"""What the tiles that a seat keeps are worth to it, and the chance to win at a glance.

Programs for Scrabble rate a play by its score and by what is left on the rack, at prices learned from many games
(Sheppard 2002, "World-championship-caliber Scrabble"). Here a stock has prices for each number, for how many colours it
has (a line of six needs them all) and for each pair of twins (they never lie in one line). As the bag runs out they go
over to others, and once it is empty there are prices of their own. ``training/sumoku.py`` finds them.
"""

import json
import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from abaculus.games.sumoku.lines import COMPLETED
from abaculus.games.sumoku.rules import OVER, in_bag, returns
from abaculus.games.sumoku.tiles import COLOURS, KEYS, NUMBERS
from abaculus.kernel.bits import count
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import StateRecord

Floats = npt.NDArray[np.float64]

LEARNED = Path(__file__).with_name("leave.json")

# Prices: of a tile of each number; of how many colours there are, 0 … 6; of a pair of twins.
COLOURFUL = NUMBERS
TWINS = COLOURFUL + len(COLOURS) + 1
PRICES = TWINS + 1
# Traits, which prices are learned of: number by number how many tiles there are, then the prices' own as they are with
# a full bag. With an empty bag these are the only ones.
FULL_BAG = NUMBERS
TRAITS = NUMBERS + PRICES
PLENTY = 30  # tiles in a bag that is as good as full


class Leave(NamedTuple):
    """What was learned. The first two places of an array: the key, from 3 on; whether the bag is empty."""

    kept: Floats
    """Points that a trait of a stock is worth to the seat that has just played, before it draws."""
    held: Floats
    """And to another seat."""
    ahead: Floats
    """And what the seat that has just played is ahead besides: always, and in a measure as the bag is full."""
    spread: Floats
    """How unsure the end is: the scale of a logistic distribution is the first, and the second times the root of how
    many tiles are not laid yet."""
    bonus: float
    """What a play more is worth for each tile that is left for it (C2)."""


def read_leave(path: Path = LEARNED) -> Leave:
    """What was learned, from a file."""
    data = json.loads(path.read_text())
    kept, held, ahead, spread = (np.array(data[name], np.float64) for name in Leave._fields[:-1])
    return Leave(kept, held, ahead, spread, float(data["bonus"]))


def write_leave(leave: Leave, path: Path) -> None:
    """Keep what was learned in a file."""
    data = {name: np.round(getattr(leave, name), 2).tolist() for name in Leave._fields}
    path.write_text(json.dumps(data).replace("[[[", "[\n[[").replace("]], [[", "]],\n [[") + "\n")


@kernel
def fullness(bag: int) -> float:
    """How full a bag with so many tiles is, as far as prices go: 0 … 1; an empty one has prices of its own."""
    return min(1.0, bag / PLENTY) if bag > 0 else 1.0


@kernel
def prices(state: StateRecord, worths: Floats, out: Floats) -> None:
    """The prices at this time, by what traits are worth."""
    bag = in_bag(state)
    learned = worths[int(state.key) - KEYS[0], 1 if bag == 0 else 0]
    for i in range(PRICES):
        out[i] = learned[FULL_BAG + i] * fullness(bag)
    for i in range(NUMBERS):
        out[i] += learned[i]


@kernel
def traits(state: StateRecord, seat: int, out: Floats) -> None:
    """The traits of a stock. Times their worths they add up to what ``stock_worth`` gives."""
    out[:TRAITS] = 0
    bag = in_bag(state)
    full = fullness(bag)
    colours = 0
    for i in range(state.held[seat]):
        kind = int(state.stock[seat, i])
        out[kind % NUMBERS] += 1
        if bag > 0:
            out[FULL_BAG + kind % NUMBERS] += full
        if i > 0 and state.stock[seat, i - 1] == kind:
            out[FULL_BAG + TWINS] += full
        colours |= 1 << kind // NUMBERS
    out[FULL_BAG + COLOURFUL + count(np.uint64(colours))] += full


@kernel
def stock_worth(state: StateRecord, seat: int, worths: Floats) -> float:
    """How many points the tiles of a seat are worth to it."""
    price = np.empty(PRICES, np.float64)
    prices(state, worths, price)
    worth = 0.0
    colours = 0
    for i in range(state.held[seat]):
        kind = int(state.stock[seat, i])
        worth += price[kind % NUMBERS]
        if i > 0 and state.stock[seat, i - 1] == kind:
            worth += price[TWINS]
        colours |= 1 << kind // NUMBERS
    return worth + price[COLOURFUL + count(np.uint64(colours))]


@kernel
def weigh_leave(state: StateRecord, player: int, leave: Leave, worth: Floats) -> None:
    """What it is worth to lay each set of the kinds in a stock, beyond what that scores (see ``best_play``): the worth
    of the tiles that are kept.
    """
    price = np.empty(PRICES, np.float64)
    prices(state, leave.kept, price)
    colours = np.zeros(COMPLETED, np.int64)
    tiles = np.zeros(COMPLETED, np.int64)
    worth[0] = 0
    size = 1  # of the sets of the kinds looked at so far
    i = 0
    while i < state.held[player]:
        kind = int(state.stock[player, i])
        copies = 2 if i + 1 < state.held[player] and state.stock[player, i + 1] == kind else 1
        one = price[kind % NUMBERS]
        for laid in range(size):
            # With this kind laid one of its copies may still be kept, without it all are.
            both = laid + size
            worth[both], colours[both], tiles[both] = worth[laid], colours[laid], tiles[laid]
            if copies == 2:
                worth[both] += one
                worth[laid] += one + price[TWINS]
                colours[both] |= 1 << kind // NUMBERS
            worth[laid] += one
            colours[laid] |= 1 << kind // NUMBERS
            tiles[both] += copies - 1
            tiles[laid] += copies
        size *= 2
        i += copies
    for laid in range(size):
        worth[laid] += price[COLOURFUL + count(np.uint64(colours[laid]))]
        worth[COMPLETED + laid] = worth[laid] + leave.bonus * tiles[laid]


@kernel
def chances(state: StateRecord, last: int, leave: Leave, out: Floats) -> None:
    """The chance of each seat to win, at a glance, when the seat ``last`` has just played and has not drawn yet."""
    if state.phase == OVER:
        returns(state, out)
        return
    bag = in_bag(state)
    tiles = bag
    ahead = leave.ahead[int(state.key) - KEYS[0], 1 if bag == 0 else 0]
    best = -np.inf
    for seat in range(state.seats):
        tiles += int(state.held[seat])
        if seat == last:
            out[seat] = state.score[seat] + stock_worth(state, seat, leave.kept)
            out[seat] += ahead[0] + (ahead[1] * fullness(bag) + ahead[2] * bag if bag > 0 else 0.0)
        else:
            out[seat] = state.score[seat] + stock_worth(state, seat, leave.held)
        best = max(best, out[seat])
    # Between two seats this is the logistic distribution; it goes on to more.
    scale = leave.spread[0] + leave.spread[1] * math.sqrt(tiles)
    total = 0.0
    for seat in range(state.seats):
        out[seat] = math.exp((out[seat] - best) / scale)
        total += out[seat]
    for seat in range(state.seats):
        out[seat] /= total
