"""The rules of Sumoku as kernels over its state. Which plays there are is in ``plays``."""

import numpy as np
import numpy.typing as npt

from abaculus.games.sumoku import decisions, plays
from abaculus.games.sumoku.tiles import (
    COPIES,
    END,
    KEYS,
    KIND_OF,
    KINDS,
    LONGEST,
    NUMBER_OF,
    PASS,
    ROLLED,
    TILES,
    decode,
)
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import CHANCE_BIT, CHANCE_PLAYER, MAX_SEATS, StateRecord, state_dtype

STOCK = 8  # S1
DRAW, ROLL, PLAY, OVER = 0, 1, 2, 3  # phases
BAG, DIE = 0, 1  # streams of luck

STATE = state_dtype(
    "sumoku",
    __file__,
    [
        ("seats", "u1"),  # 2 … 8
        ("fixed_key", "u1"),  # option: 0 for a roll, or 3, 4, 5 (S2)
        ("key", "u1"),  # 3, 4, 5; 0 until it is rolled
        ("phase", "u1"),
        ("turn_of", "u1"),  # the seat that plays, or that tiles are drawn for
        ("bonus", "u1"),  # 1 from the `end` that made a line of six to the next `end` or `pass` (C2)
        ("passes", "u1"),  # turns passed since the last `end`, 0 … seats
        ("to_draw", "u1"),  # tiles that are still drawn for the seat, 0 … 8
        # The crossword, sorted by y, then x: places -80 … 80 and what the tiles show. 0 beyond the tiles on the board.
        ("on_board", "u1"),
        ("x", "i1", (TILES,)),
        ("y", "i1", (TILES,)),
        ("face", "u1", (TILES,)),
        # The play under way, in the order laid; 0 beyond. These tiles are neither on the board nor in the stock.
        ("laid", "u1"),
        ("laid_x", "i1", (LONGEST,)),
        ("laid_y", "i1", (LONGEST,)),
        ("laid_face", "u1", (LONGEST,)),
        # The stocks: how many tiles each seat holds, and their kinds, sorted; 0 beyond.
        ("held", "u1", (MAX_SEATS,)),
        ("stock", "u1", (MAX_SEATS, STOCK)),
        ("bag", "u1", (KINDS,)),  # how many of each kind are in the bag, 0 … 2
        ("score", "i2", (MAX_SEATS,)),
    ],
)


@kernel
def init(state: StateRecord) -> None:
    state.key = state.fixed_key
    state.phase = DRAW
    state.turn_of = 0
    state.bonus = 0
    state.passes = 0
    state.to_draw = STOCK  # S1
    state.on_board = 0
    state.x[:] = 0
    state.y[:] = 0
    state.face[:] = 0
    state.laid = 0
    state.laid_x[:] = 0
    state.laid_y[:] = 0
    state.laid_face[:] = 0
    state.held[:] = 0
    state.stock[:] = 0
    state.bag[:] = COPIES  # K1
    state.score[:] = 0


@kernel
def players_to_act(state: StateRecord) -> int:
    if state.phase == OVER:
        return 0
    return 1 << int(state.turn_of) if state.phase == PLAY else CHANCE_BIT


@kernel
def in_bag(state: StateRecord) -> int:
    """How many tiles are in the bag."""
    tiles = 0
    for kind in range(KINDS):
        tiles += int(state.bag[kind])
    return tiles


@kernel
def chance_outcomes(state: StateRecord, out: npt.NDArray[np.int32], probabilities: npt.NDArray[np.float64]) -> int:
    n = 0
    if state.phase == ROLL:
        for n in range(len(KEYS)):
            out[n] = ROLLED + n
            probabilities[n] = 1.0 / len(KEYS)  # K2: each key is on two faces of the die
        return len(KEYS)
    tiles = in_bag(state)
    for kind in range(KINDS):
        if state.bag[kind] > 0:  # S1: any tile alike likely
            out[n] = kind
            probabilities[n] = state.bag[kind] / tiles
            n += 1
    return n


@kernel
def sample_chance(state: StateRecord, u: float) -> int:
    if state.phase == ROLL:
        return ROLLED + int(u * len(KEYS))
    tile = int(u * in_bag(state))
    for kind in range(KINDS):
        tile -= int(state.bag[kind])
        if tile < 0:
            return kind
    return KINDS - 1


@kernel
def chance_stream(state: StateRecord) -> int:
    """The bag has a stream and the die has one, so the n-th tile drawn is the same whatever was rolled or played."""
    return DIE if state.phase == ROLL else BAG


@kernel
def legal_actions(state: StateRecord, player: int, out: npt.NDArray[np.int32]) -> int:
    if state.phase != PLAY or player != state.turn_of:
        return 0
    n, done = decisions.legal_decisions(state, player, out)  # P6
    if done:
        out[n] = END
        n += 1
    elif n == 0:
        out[n] = PASS  # E1, C2
        n += 1
    return n


@kernel
def apply_action(state: StateRecord, player: int, action: int) -> None:
    if player == CHANCE_PLAYER:
        if action >= ROLLED:
            state.key = KEYS[action - ROLLED]
            state.phase = PLAY
        else:
            draw(state, action)
    elif action == END:
        end_play(state)
    elif action == PASS:
        skip_play(state)
    else:
        lay(state, action)


@kernel
def draw(state: StateRecord, kind: int) -> None:
    """Move a tile from the bag to the stock of the seat."""
    seat = int(state.turn_of)
    state.bag[kind] -= 1
    i = int(state.held[seat])
    while i > 0 and state.stock[seat, i - 1] > kind:
        state.stock[seat, i] = state.stock[seat, i - 1]
        i -= 1
    state.stock[seat, i] = kind
    state.held[seat] += 1
    state.to_draw -= 1
    if state.to_draw > 0:
        return
    if state.on_board > 0:
        next_turn(state)
    elif seat + 1 < state.seats:
        state.turn_of = seat + 1  # S1
        state.to_draw = STOCK
    else:
        state.turn_of = starter(state)
        state.phase = PLAY if state.fixed_key else ROLL


@kernel
def total(state: StateRecord, seat: int) -> int:
    """The sum of a stock; a 6 counts 6."""
    points = 0
    for i in range(state.held[seat]):
        points += NUMBER_OF[state.stock[seat, i]]
    return points


@kernel
def starter(state: StateRecord) -> int:
    """The seat with the smallest total (S2)."""
    first = 0
    for seat in range(1, state.seats):
        if total(state, seat) < total(state, first):
            first = seat
    return first


@kernel
def lay(state: StateRecord, action: int) -> None:
    """Move a tile from the stock to the play under way."""
    face, x, y = decode(action)
    seat, n = int(state.turn_of), int(state.laid)
    state.laid_x[n] = x
    state.laid_y[n] = y
    state.laid_face[n] = face
    state.laid += 1
    i = 0
    while state.stock[seat, i] != KIND_OF[face]:
        i += 1
    state.held[seat] -= 1
    while i < state.held[seat]:
        state.stock[seat, i] = state.stock[seat, i + 1]
        i += 1
    state.stock[seat, i] = 0


@kernel
def make_play(state: StateRecord, actions: npt.NDArray[np.int32]) -> None:
    """Lay what a whole play lays, up to the first -1, and end it."""
    for action in actions:
        if action < 0:
            break
        lay(state, int(action))
    end_play(state)


@kernel
def end_play(state: StateRecord) -> None:
    points, six = plays.score_of_laid(state)
    state.score[state.turn_of] += points  # C1
    for i in range(state.laid):
        put_on_board(state, int(state.laid_x[i]), int(state.laid_y[i]), int(state.laid_face[i]))
        state.laid_x[i] = 0
        state.laid_y[i] = 0
        state.laid_face[i] = 0
    state.laid = 0
    state.passes = 0
    state.bonus = six  # C2
    if not six:
        draw_up(state)


@kernel
def put_on_board(state: StateRecord, x: int, y: int, face: int) -> None:
    """Add a tile to the crossword, in the order of y, then x."""
    i = int(state.on_board)
    while i > 0 and (state.y[i - 1] > y or (state.y[i - 1] == y and state.x[i - 1] > x)):
        state.x[i] = state.x[i - 1]
        state.y[i] = state.y[i - 1]
        state.face[i] = state.face[i - 1]
        i -= 1
    state.x[i] = x
    state.y[i] = y
    state.face[i] = face
    state.on_board += 1


@kernel
def skip_play(state: StateRecord) -> None:
    if state.bonus:
        state.bonus = 0
        draw_up(state)  # C2: no turn was passed
        return
    state.passes += 1
    if state.passes < state.seats:
        next_turn(state)
        return
    state.phase = OVER  # E2
    for seat in range(state.seats):
        state.score[seat] -= total(state, seat)  # E3


@kernel
def draw_up(state: StateRecord) -> None:
    """Let the seat draw to eight tiles, as far as the bag reaches (C3)."""
    state.to_draw = min(STOCK - int(state.held[state.turn_of]), in_bag(state))
    if state.to_draw > 0:
        state.phase = DRAW
    else:
        next_turn(state)


@kernel
def next_turn(state: StateRecord) -> None:
    state.phase = PLAY
    state.turn_of = (int(state.turn_of) + 1) % int(state.seats)


@kernel
def returns(state: StateRecord, out: npt.NDArray[np.float64]) -> None:
    best = int(state.score[0])
    for seat in range(1, state.seats):
        best = max(best, int(state.score[seat]))
    winners = 0
    for seat in range(state.seats):
        winners += state.score[seat] == best
    for seat in range(state.seats):
        out[seat] = 1.0 / winners if state.score[seat] == best else 0.0  # E4
