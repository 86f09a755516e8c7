"""The rules of 108 as kernels over its state.

Streams of luck: 0 … 3 the wall of the seat with that number, 4 the black numbers, 5 the draw for the first player.
"""

import numpy as np
import numpy.typing as npt

from abaculus.games.one_o_eight.board import (
    BLACK,
    BLACKS,
    COPIES,
    DRAGON,
    HOME,
    HOME_SQUARES,
    MATES,
    MOVABLE,
    MOVE_END,
    MOVE_INDEX,
    MOVE_START,
    MOVES,
    NUMBERS,
    PLAIN,
    PLAIN_INDEX,
    PLAINS,
    SEATS,
    SHARERS,
    SQUARES,
    TAKE_INDEX,
    TAKEN,
    WHITE,
    WHITE_INDEX,
    WHITES,
)
from abaculus.games.one_o_eight.home import ALL_NUMBERS, numbers_beside, solving_number
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import CHANCE_BIT, CHANCE_PLAYER, StateRecord, state_dtype

DRAW, FLIP, STACK, REVEAL, BLACKEN, ACT, WARNING, PUNISHING, REMOVING, OVER = range(10)  # phases
NOTHING = -1
STACKS = 3

BLACK_STREAM = SEATS
DRAW_STREAM = SEATS + 1

# Numbers are signed, for numba makes a fraction of a signed and an unsigned one.
STATE = state_dtype(
    "one_o_eight",
    __file__,
    [
        ("max_rounds", "i8"),  # option, from 1
        ("round_number", "i8"),  # from 1
        ("seats", "i1"),  # 2 … 4
        ("first_option", "i1"),  # option: a seat, or NOTHING to draw for it (S3)
        ("play_on", "i1"),  # option (W3)
        ("declared", "i1"),  # option: forbidden numbers are declared (F2), not prevented (F1)
        ("phase", "i1"),
        ("first", "i1"),  # the first player; NOTHING in DRAW
        ("turn_of", "i1"),  # in DRAW the seat that draws
        ("passes", "i1"),  # W5
        ("drawn", "i1", (SEATS,)),  # the black number that each seat drew (S3); 0 before, and where none is drawn
        ("number", "i1", (SQUARES,)),  # what lies on each square, 0 for nothing
        ("owner", "i1", (WHITES,)),  # whose piece lies on a white square (P5); NOTHING where none does
        ("table", "i1", (SEATS, NUMBERS)),  # how often a seat has the number n on its table, at n - 1 (S4)
        ("wall", "i1", (SEATS, NUMBERS)),  # the same for its wall (S1)
        ("black_left", "i2"),  # the set of black numbers in the stacks, n as bit n - 1 (S2)
        ("stacks", "i1", (STACKS,)),  # how many lie in each
        ("revealed", "i1"),  # the black number to be placed, in BLACKEN; else 0
        ("out", "i1", (SEATS,)),  # the seats in the order they went out, then NOTHING
        ("out_count", "i1"),
        ("ask", "i1"),  # the set of seats still to be asked, in WARNING, PUNISHING and REMOVING; else empty
        ("offence", "i1"),  # the square of the forbidden number, in WARNING and PUNISHING; else NOTHING
        ("origin", "i1"),  # the square it came from; NOTHING for the table, and without an offence
        ("warned", "i2", (WHITES,)),  # the set of numbers barred from each white square in this turn, as in black_left
    ],
)

# Actions: stacks (T2), black squares (T2), a number with a square (T3 A), a move (T3 B), a square (T3 C), four words, a
# white square (F2c).
CHOOSE_STACK = 0
BLACK_AT = CHOOSE_STACK + STACKS
PLACE = BLACK_AT + BLACKS
MOVE = PLACE + NUMBERS * PLAINS
TAKE = MOVE + len(MOVES)
PASS = TAKE + len(MOVABLE)
WARN = PASS + 1
PUNISH = WARN + 1
SILENT = PUNISH + 1
REMOVE = SILENT + 1
ACTIONS = REMOVE + WHITES
# With e empty squares and k numbers to move among the 20 there are at most 9e placings, ke moves, k takings and a pass;
# that is most with k = 6, e = 14.
MOST_LEGAL = NUMBERS * 14 + 6 * 14 + 6 + 1


@kernel
def init(state: StateRecord) -> None:
    state.round_number = 1
    state.passes = 0
    state.drawn[:] = 0
    state.number[:] = 0
    state.owner[:] = NOTHING
    state.table[:] = 0
    state.wall[:] = 0
    state.wall[: state.seats] = COPIES  # S1
    state.black_left = ALL_NUMBERS  # S2
    state.stacks[:] = COPIES
    state.revealed = 0
    state.out[:] = NOTHING
    state.out_count = 0
    state.ask = 0
    state.offence = NOTHING
    state.origin = NOTHING
    state.warned[:] = 0
    if state.first_option == NOTHING:
        state.phase = DRAW  # S3
        state.first = NOTHING
        state.turn_of = 0
    else:
        state.first = state.first_option
        begin_turn(state, int(state.first))


# Who, and what


@kernel
def still_in(state: StateRecord) -> int:
    """The set of seats that have not gone out."""
    seats = (1 << int(state.seats)) - 1
    for i in range(int(state.out_count)):
        seats &= ~(1 << int(state.out[i]))
    return seats


@kernel
def is_in(state: StateRecord, seat: int) -> bool:
    """Whether there is such a seat and it has not gone out."""
    return still_in(state) >> seat & 1 == 1


@kernel
def next_asked(state: StateRecord) -> int:
    """Of the seats to be asked the next one, clockwise from the one whose turn it is; that one comes last (F2)."""
    seat = int(state.turn_of)
    while True:
        seat = (seat + 1) % SEATS
        if int(state.ask) >> seat & 1:
            return seat


@kernel
def players_to_act(state: StateRecord) -> int:
    phase = state.phase
    if phase == OVER:
        return 0
    if phase in (DRAW, FLIP, REVEAL):
        return CHANCE_BIT
    if phase in (STACK, BLACKEN, ACT):
        return 1 << int(state.turn_of)
    return 1 << next_asked(state)


@kernel
def wall_size(state: StateRecord, seat: int) -> int:
    """How many numbers are left in a wall."""
    size = 0
    for n in range(NUMBERS):
        size += int(state.wall[seat, n])
    return size


@kernel
def repeats(state: StateRecord, white: int) -> bool:
    """Whether a white square's number stands on another one of its row or column (F2c)."""
    number = int(state.number[WHITE[white]])
    return number > 0 and numbers_beside(state, white) >> (number - 1) & 1 == 1


@kernel
def can_be_named(state: StateRecord, white: int) -> bool:
    """Whether the number on a white square may be removed: it repeats, in no home of a seat that is out (F2c)."""
    for i in range(int(state.out_count)):
        if state.out[i] == SHARERS[white, 0] or state.out[i] == SHARERS[white, 1]:
            return False
    return repeats(state, white)


@kernel
def any_can_be_named(state: StateRecord) -> bool:
    for white in range(WHITES):  # noqa: SIM110 - numba compiles no generator
        if can_be_named(state, white):
            return True
    return False


@kernel
def earlier_repeat(state: StateRecord, placed: int) -> bool:
    """Whether a repeat stands that does not hold the square placed on in this turn (F2c)."""
    for white in range(WHITES):
        number = state.number[WHITE[white]]
        if number == 0 or WHITE[white] == placed:
            continue
        for i in range(MATES.shape[1]):
            mate = WHITE[MATES[white, i]]
            if state.number[mate] == number and mate != placed:
                return True
    return False


# Chance


@kernel
def chance_stream(state: StateRecord) -> int:
    if state.phase == FLIP:
        return int(state.turn_of)
    return DRAW_STREAM if state.phase == DRAW else BLACK_STREAM


@kernel
def count_of(state: StateRecord, n: int) -> int:
    """How many pieces of the number n + 1 chance may turn up now."""
    if state.phase == FLIP:
        return int(state.wall[state.turn_of, n])  # S1
    if state.phase == REVEAL:
        return int(state.black_left) >> n & 1  # S2
    for seat in range(SEATS):
        if state.drawn[seat] == n + 1:
            return 0  # S3
    return 1


@kernel
def chance_outcomes(state: StateRecord, out: npt.NDArray[np.int32], probabilities: npt.NDArray[np.float64]) -> int:
    total = 0
    for n in range(NUMBERS):
        total += count_of(state, n)
    found = 0
    for n in range(NUMBERS):
        if count_of(state, n):
            out[found] = n  # the outcome *1 is number 0
            probabilities[found] = count_of(state, n) / total
            found += 1
    return found


@kernel
def sample_chance(state: StateRecord, u: float) -> int:
    total = 0
    for n in range(NUMBERS):
        total += count_of(state, n)
    piece = int(u * total)
    for n in range(NUMBERS):
        piece -= count_of(state, n)
        if piece < 0:
            return n
    return 0


# Decisions


@kernel
def legal_actions(state: StateRecord, player: int, out: npt.NDArray[np.int32]) -> int:
    n = 0
    if player < 0 or players_to_act(state) != 1 << player:
        return 0
    phase = state.phase
    if phase == ACT:
        return list_acts(state, player, out)
    if phase == STACK:  # T2
        for stack in range(STACKS):
            if state.stacks[stack]:
                out[n] = CHOOSE_STACK + stack
                n += 1
        return n
    if phase == BLACKEN:  # T2
        for i in range(BLACKS):
            if state.number[BLACK[i]] == 0:
                out[n] = BLACK_AT + i
                n += 1
        return n
    if phase == WARNING:  # F2a
        out[n] = WARN
        n += 1
    elif phase == PUNISHING:  # F2b
        out[n] = PUNISH
        n += 1
    out[n] = SILENT
    n += 1
    if phase == REMOVING:  # F2c
        for white in range(WHITES):
            if can_be_named(state, white):
                out[n] = REMOVE + white
                n += 1
    return n


@kernel
def closed_to(state: StateRecord, white: int) -> int:
    """The set of numbers that may not be put onto a white square: forbidden (F1, P3) or barred (F2a)."""
    return int(state.warned[white]) if state.declared else numbers_beside(state, white)


@kernel
def list_acts(state: StateRecord, seat: int, out: npt.NDArray[np.int32]) -> int:
    """The choices of T3."""
    empty = np.empty(HOME_SQUARES, np.int64)  # places in HOME
    closed = np.empty(HOME_SQUARES, np.int64)
    filled = np.empty(HOME_SQUARES, np.int64)
    empties = 0
    fills = 0
    for i in range(HOME_SQUARES):
        square = HOME[seat, i]
        white = WHITE_INDEX[square]
        if state.number[square]:
            if white == NOTHING:
                filled[fills] = i
                fills += 1
        elif square != DRAGON[seat]:
            empty[empties] = i
            closed[empties] = 0 if white == NOTHING else closed_to(state, white)
            empties += 1
    n = 0
    if empties == 0:  # P4
        number = solving_number(state, seat)
        if number and state.table[seat, number - 1]:
            out[n] = PLACE + (number - 1) * PLAINS + PLAIN_INDEX[DRAGON[seat]]
            n += 1
    for number in range(NUMBERS):  # T3 A
        if state.table[seat, number]:
            for k in range(empties):
                if not closed[k] >> number & 1:
                    out[n] = PLACE + number * PLAINS + PLAIN_INDEX[HOME[seat, empty[k]]]
                    n += 1
    for i in range(fills):  # T3 B
        number = int(state.number[HOME[seat, filled[i]]]) - 1
        for k in range(empties):
            if not closed[k] >> number & 1:
                out[n] = MOVE + MOVE_INDEX[seat, filled[i], empty[k]]
                n += 1
    for i in range(fills):  # T3 C
        out[n] = TAKE + TAKE_INDEX[HOME[seat, filled[i]]]
        n += 1
    out[n] = PASS  # T3 D
    return n + 1


@kernel
def apply_action(state: StateRecord, player: int, action: int) -> None:
    if player == CHANCE_PLAYER:
        turn_up(state, action + 1)
    elif action < BLACK_AT:
        state.stacks[action - CHOOSE_STACK] -= 1
        state.phase = REVEAL
    elif action < PLACE:
        state.number[BLACK[action - BLACK_AT]] = state.revealed
        state.revealed = 0
        state.phase = ACT
    elif action < MOVE:
        number = (action - PLACE) // PLAINS
        state.table[player, number] -= 1
        put(state, number + 1, PLAIN[(action - PLACE) % PLAINS], NOTHING)
    elif action < TAKE:
        start = MOVE_START[action - MOVE]
        number = int(state.number[start])
        state.number[start] = 0
        put(state, number, MOVE_END[action - MOVE], start)
    elif action < PASS:
        square = TAKEN[action - TAKE]
        state.table[player, state.number[square] - 1] += 1
        state.number[square] = 0
        state.passes = 0  # W5
        end_turn(state, NOTHING)
    elif action == PASS:
        if all_walls_are_empty(state):  # W5
            state.passes += 1
        end_turn(state, NOTHING)
    else:
        answer(state, player, action)


@kernel
def turn_up(state: StateRecord, number: int) -> None:
    """Chance shows a number: in the draw for the first player, of a wall, or a black one."""
    if state.phase == DRAW:  # S3
        state.drawn[state.turn_of] = number
        if state.turn_of + 1 < state.seats:
            state.turn_of += 1
        else:
            highest = 0
            for seat in range(int(state.seats)):
                if state.drawn[seat] > state.drawn[highest]:
                    highest = seat
            state.first = highest
            begin_turn(state, highest)
    elif state.phase == FLIP:  # T1
        state.wall[state.turn_of, number - 1] -= 1
        state.table[state.turn_of, number - 1] += 1
        state.phase = STACK if number in (1, 8) and state.black_left else ACT  # T2
    else:
        state.black_left ^= 1 << (number - 1)
        state.revealed = number
        state.phase = BLACKEN


@kernel
def begin_turn(state: StateRecord, seat: int) -> None:
    state.turn_of = seat
    state.phase = FLIP if wall_size(state, seat) else ACT  # T1, T4


@kernel
def put(state: StateRecord, number: int, square: int, origin: int) -> None:
    """A number is put onto a square of the home of the seat whose turn it is (T3 A, B)."""
    seat = int(state.turn_of)
    white = WHITE_INDEX[square]
    state.number[square] = number
    state.passes = 0  # W5
    if white != NOTHING:
        state.owner[white] = seat  # P5
        if repeats(state, white):  # F2a
            state.phase = WARNING
            state.offence = square
            state.origin = origin
            state.ask = still_in(state) & ~(1 << seat)
            return
    if square == DRAGON[seat]:  # W2
        state.out[state.out_count] = seat
        state.out_count += 1
        if not state.play_on or state.out_count + 1 == state.seats:
            state.phase = OVER  # W3
            return
    end_turn(state, square)


@kernel
def all_walls_are_empty(state: StateRecord) -> bool:
    """Whether every seat still in has an empty wall."""
    for seat in range(int(state.seats)):  # noqa: SIM110 - numba compiles no generator
        if is_in(state, seat) and wall_size(state, seat):
            return False
    return True


@kernel
def answer(state: StateRecord, player: int, action: int) -> None:
    """A seat that was asked says a word, or removes a number (F2)."""
    if action == WARN:
        take_back(state)
        return
    if action == PUNISH:  # F2b
        to_the_table(state, WHITE_INDEX[state.offence])
        end_turn(state, NOTHING)
        return
    if action >= REMOVE:  # F2c
        to_the_table(state, action - REMOVE)
        state.passes = 0  # W5
    state.ask = int(state.ask) & ~(1 << player)
    if state.phase == REMOVING:
        if not state.ask or not any_can_be_named(state):
            finish_turn(state)
    elif not state.ask:
        if state.phase == WARNING:
            state.phase = PUNISHING  # F2b
            state.ask = still_in(state) & ~(1 << int(state.turn_of))
        else:
            end_turn(state, state.offence)


@kernel
def take_back(state: StateRecord) -> None:
    """The forbidden number goes back to where it came from, and the seat acts again (F2a)."""
    offence = state.offence
    number = int(state.number[offence])
    white = WHITE_INDEX[offence]
    state.number[offence] = 0
    state.owner[white] = NOTHING
    state.warned[white] |= 1 << (number - 1)
    if state.origin == NOTHING:
        state.table[state.turn_of, number - 1] += 1
    else:
        state.number[state.origin] = number
    state.offence = NOTHING
    state.origin = NOTHING
    state.ask = 0
    state.phase = ACT


@kernel
def to_the_table(state: StateRecord, white: int) -> None:
    """The number on a white square goes back to its owner's table."""
    square = WHITE[white]
    state.table[state.owner[white], state.number[square] - 1] += 1
    state.number[square] = 0
    state.owner[white] = NOTHING


@kernel
def end_turn(state: StateRecord, placed: int) -> None:
    """The turn is over, but for the question of F2c; ``placed`` is the square placed on, or NOTHING (W6)."""
    state.offence = NOTHING
    state.origin = NOTHING
    state.ask = 0
    if state.declared:
        state.warned[:] = 0
        if earlier_repeat(state, placed) and any_can_be_named(state):
            state.phase = REMOVING
            state.ask = still_in(state)
            return
    finish_turn(state)


@kernel
def finish_turn(state: StateRecord) -> None:
    """The end of the game (W5), or the next turn (T5)."""
    state.ask = 0
    seats = int(state.seats)
    if state.passes == seats - int(state.out_count):
        state.phase = OVER
        return
    seat = int(state.turn_of)
    while True:
        seat = (seat + 1) % seats
        if seat == state.first:
            if state.round_number == state.max_rounds:
                state.phase = OVER
                return
            state.round_number += 1
        if is_in(state, seat):
            break
    begin_turn(state, seat)


@kernel
def returns(state: StateRecord, out: npt.NDArray[np.float64]) -> None:
    seats = int(state.seats)
    gone = int(state.out_count)
    if not state.play_on:  # W3, W5
        out[:seats] = 0.0 if gone else 1.0 / seats
        if gone:
            out[state.out[0]] = 1.0
        return
    # The weights P - 1, P - 2, …, 0 add up to P (P - 1) / 2; those left when `gone` went out have this mean.
    total = seats * (seats - 1) / 2
    out[:seats] = (seats - gone - 1) / 2 / total
    for i in range(gone):
        out[state.out[i]] = (seats - (i + 1)) / total
