"""The position form of 108: writing it, and reading it with all checks."""

from typing import Any

from abaculus.games.one_o_eight import home, rules
from abaculus.games.one_o_eight.board import (
    BLACK_SQUARES,
    COLOUR,
    COPIES,
    DRAGONS,
    HOMES,
    LINES,
    NAMES,
    NUMBERS,
    PLAIN_SQUARES,
    SQUARES,
    WHITE_SQUARES,
)
from abaculus.games.one_o_eight.rules import (
    ACT,
    BLACKEN,
    DRAW,
    FLIP,
    NOTHING,
    OVER,
    PUNISHING,
    REMOVING,
    REVEAL,
    STACK,
    WARNING,
)
from abaculus.kernel.game import Position, require, whole_number
from abaculus.kernel.verbs import StateRecord

PHASES = ("draw", "flip", "stack", "reveal", "black", "act", "warn", "punish", "remove", "over")


def write(record: StateRecord) -> Position:
    """The keys of 108."""
    seats, phase = int(record.seats), int(record.phase)
    number, owner = record.number.tolist(), record.owner.tolist()
    return {
        "phase": PHASES[phase],
        "first": None if phase == DRAW else int(record.first),
        "drawn": [drawn for drawn in record.drawn.tolist() if drawn] if record.first_option == NOTHING else None,
        "turn_of": int(record.turn_of),
        "round": int(record.round_number),
        "passes": int(record.passes),
        "board": {NAMES[square]: number[square] for square in range(SQUARES) if number[square]},
        "white_owner": {
            NAMES[square]: seat for square, seat in zip(WHITE_SQUARES, owner, strict=True) if seat != NOTHING
        },
        "table": [
            [n + 1 for n in range(NUMBERS) for _ in range(counts[n])] for counts in record.table.tolist()[:seats]
        ],
        "wall": record.wall.tolist()[:seats],
        "black_left": [n + 1 for n in range(NUMBERS) if int(record.black_left) >> n & 1],
        "black_stacks": record.stacks.tolist(),
        "revealed": int(record.revealed) or None,
        "out": record.out.tolist()[: record.out_count],
        "offence": _offence(record),
    }


def _offence(record: StateRecord) -> dict[str, Any] | None:
    warned = _warned(record)
    if int(record.phase) not in (WARNING, PUNISHING, REMOVING) and not warned:
        return None
    standing = int(record.offence) != NOTHING
    return {
        "square": NAMES[record.offence] if standing else None,
        "number": int(record.number[record.offence]) if standing else None,
        "from": (NAMES[record.origin] if record.origin != NOTHING else "table") if standing else None,
        "ask": [seat for seat in _asking_order(record) if int(record.ask) >> seat & 1],
        "warned": sorted(warned),
    }


def _warned(record: StateRecord) -> list[str]:
    return [
        f"{n + 1}@{NAMES[square]}"
        for square, numbers in zip(WHITE_SQUARES, record.warned.tolist(), strict=True)
        for n in range(NUMBERS)
        if numbers >> n & 1
    ]


def _asking_order(record: StateRecord) -> list[int]:
    """Clockwise from the seat after the one whose turn it is (F2)."""
    seats = int(record.seats)
    return [(int(record.turn_of) + step) % seats for step in range(1, seats + 1)]


def read(record: StateRecord, position: Position) -> None:
    """Fill a record that ``init`` has set up. Raises ``PositionError`` for what could not be a position."""
    phase = position["phase"]
    require(phase in PHASES, f"'phase' is {phase!r}; phases are {', '.join(PHASES)}.")
    record.phase = PHASES.index(phase)
    _read_first(record, position)
    record.round_number = whole_number(position["round"], "round", 1, int(record.max_rounds))
    record.passes = whole_number(position["passes"], "passes", 0, int(record.seats))
    _read_out(record, position["out"])
    _read_board(record, position["board"], position["white_owner"])
    _read_pieces(record, position["table"], position["wall"])
    _read_black(record, position)
    _read_offence(record, position["offence"])
    if record.phase == DRAW:
        _check_untouched(record)
    else:
        _check_course(record)
        _check_black_course(record)
    _check_end(record)


def _seat(record: StateRecord, value: Any, key: str) -> int:
    return whole_number(value, key, 0, int(record.seats) - 1)


def _square(name: Any, key: str) -> int:
    require(name in NAMES, f"{key!r} has {name!r}; squares are a1 to i9.")
    return NAMES.index(name)


def _list(value: Any, key: str) -> list[Any]:
    require(isinstance(value, list | tuple), f"{key!r} is {value!r}; it is a list.")
    return list(value)


def _read_first(record: StateRecord, position: Position) -> None:
    """Who goes first, and whose turn it is (S3)."""
    seats, drawing = int(record.seats), record.phase == DRAW
    record.turn_of = _seat(record, position["turn_of"], "turn_of")
    if record.first_option != NOTHING:
        require(not drawing, "Nothing is drawn for the first player, who is named in 'options'.")
        require(position["drawn"] is None, "'drawn' is null where the first player is named in 'options'.")
        record.first = record.first_option  # and so has to be 'first', which is compared
        return
    drawn = [whole_number(number, "drawn", 1, NUMBERS) for number in _list(position["drawn"], "drawn")]
    require(len(set(drawn)) == len(drawn), "In 'drawn' no number comes twice.")
    draws = int(record.turn_of) if drawing else seats
    require(len(drawn) == draws, f"'drawn' has {len(drawn)} numbers, but {draws} were drawn.")
    record.drawn[:draws] = drawn
    record.first = NOTHING if drawing else drawn.index(max(drawn))


def _read_out(record: StateRecord, out: Any) -> None:
    seats = [_seat(record, seat, "out") for seat in _list(out, "out")]
    require(len(set(seats)) == len(seats), "In 'out' no seat comes twice.")
    most = int(record.seats) - 1 if record.play_on else 1
    require(len(seats) <= most, f"At most {most} can go out before the game is over.")
    record.out[: len(seats)] = seats
    record.out_count = len(seats)


def _read_board(record: StateRecord, board: Any, owners: Any) -> None:
    for key, value in (("board", board), ("white_owner", owners)):
        require(isinstance(value, dict), f"{key!r} is an object of squares.")
    seats = range(int(record.seats))
    for name, number in board.items():
        square = _square(name, "board")
        sharers = [seat for seat in seats if square in HOMES[seat]]
        require(bool(sharers) or square in BLACK_SQUARES, f"{name} is in no seat's home.")
        record.number[square] = whole_number(number, "board", 1, NUMBERS)
        if square in WHITE_SQUARES:
            require(name in owners, f"'white_owner' does not say whose number lies on {name}.")
            owner = _seat(record, owners[name], "white_owner")
            require(owner in sharers, f"Seat {owner} has no share in {name}.")
            record.owner[WHITE_SQUARES.index(square)] = owner
    for name in owners:
        square = _square(name, "white_owner")
        require(square in WHITE_SQUARES, f"'white_owner' has {name}, which is no white square.")
        require(name in board, f"'white_owner' has {name}, where no number lies.")
    if not record.declared:
        for white, square in enumerate(WHITE_SQUARES):
            repeated = bool(rules.repeats(record, white))
            require(not repeated, f"{record.number[square]} on {NAMES[square]} repeats, which is prevented.")
    gone = record.out.tolist()
    for seat in seats:
        dragon = DRAGONS[seat]
        if seat in gone:
            _check_solved(record, seat)
        else:
            require(not record.number[dragon], f"Seat {seat} has its Dragon {NAMES[dragon]} filled, but is not out.")


def _check_solved(record: StateRecord, seat: int) -> None:
    """W1, but for the black numbers: some may have been placed since (W4)."""
    for line in LINES[seat].values():
        solved = {int(record.number[square]) for square in line} == set(range(1, NUMBERS + 1))
        require(solved, f"Seat {seat} is out, but its home is not solved.")


def _read_pieces(record: StateRecord, tables: Any, walls: Any) -> None:
    """Tables and walls; every seat has three of each number (S1, P5)."""
    seats = int(record.seats)
    for key, value in (("table", tables), ("wall", walls)):
        require(len(_list(value, key)) == seats, f"{key!r} has a list for each of the {seats} seats.")
    for seat in range(seats):
        table = [whole_number(number, "table", 1, NUMBERS) for number in _list(tables[seat], "table")]
        require(table == sorted(table), f"The table of seat {seat} is not in ascending order.")
        wall = [whole_number(count, "wall", 0, COPIES) for count in _list(walls[seat], "wall")]
        require(len(wall) == NUMBERS, f"The wall of seat {seat} has {NUMBERS} counts.")
        pieces = _placed(record, seat)
        for n in range(NUMBERS):
            there = table.count(n + 1) + wall[n] + pieces.count(n + 1)
            require(there == COPIES, f"Seat {seat} has {there} of the number {n + 1} in all; there are {COPIES}.")
            record.table[seat, n] = table.count(n + 1)
            record.wall[seat, n] = wall[n]


def _placed(record: StateRecord, seat: int) -> list[int]:
    """The seat's numbers on the board."""
    squares = [square for square in PLAIN_SQUARES if COLOUR[square] == seat]
    squares += [square for square, owner in zip(WHITE_SQUARES, record.owner.tolist(), strict=True) if owner == seat]
    return [int(record.number[square]) for square in squares if record.number[square]]


def _read_black(record: StateRecord, position: Position) -> None:
    """The nine black numbers: in the stacks, on the board, and the one to be placed (S2)."""
    left = [whole_number(number, "black_left", 1, NUMBERS) for number in _list(position["black_left"], "black_left")]
    require(left == sorted(set(left)), "'black_left' is in ascending order, no number twice.")
    record.black_left = sum(1 << (number - 1) for number in left)
    revealed = position["revealed"]
    if record.phase == BLACKEN:
        record.revealed = whole_number(revealed, "revealed", 1, NUMBERS)
    there = left + [int(record.number[square]) for square in BLACK_SQUARES if record.number[square]]
    if record.revealed:
        there.append(int(record.revealed))
    require(sorted(there) == list(range(1, NUMBERS + 1)), "The black numbers are not 1 to 9 once each.")
    stacks = [
        whole_number(height, "black_stacks", 0, COPIES) for height in _list(position["black_stacks"], "black_stacks")
    ]
    require(len(stacks) == rules.STACKS, f"'black_stacks' has {rules.STACKS} heights.")
    in_stacks = len(left) - (record.phase == REVEAL)
    require(sum(stacks) == in_stacks, f"The stacks hold {sum(stacks)} black numbers in all, not {in_stacks}.")
    record.stacks[:] = stacks


def _read_offence(record: StateRecord, offence: Any) -> None:
    phase = int(record.phase)
    if phase not in (ACT, WARNING, PUNISHING, REMOVING) or (phase == ACT and offence is None):
        return  # 'offence' has to be null, which is compared
    require(bool(record.declared), "Where forbidden numbers are prevented there is no offence.")
    require(isinstance(offence, dict), "'offence' is an object in this phase.")
    keys = ("square", "number", "from", "ask", "warned")
    require(set(offence) == set(keys), f"'offence' has the keys {', '.join(keys)}.")
    seat = int(record.turn_of)
    if phase in (WARNING, PUNISHING):
        square = _square(offence["square"], "offence")
        require(square in WHITE_SQUARES, f"The offence is on {NAMES[square]}, which is no white square.")
        white = WHITE_SQUARES.index(square)
        require(record.owner[white] == seat, f"The number on {NAMES[square]} is not of seat {seat}.")
        require(bool(rules.repeats(record, white)), f"The number on {NAMES[square]} is not forbidden there.")
        record.offence = square
        if offence["from"] != "table":
            origin = _square(offence["from"], "offence")
            movable = COLOUR[origin] == seat and origin != DRAGONS[seat] and not record.number[origin]
            require(movable, f"The offence cannot come from {NAMES[origin]}.")
            record.origin = origin
    if phase != ACT:
        _read_ask(record, _list(offence["ask"], "ask"))
    if phase != REMOVING:
        _read_warned(record, _list(offence["warned"], "warned"))
    if phase == ACT:
        require(bool(record.warned.any()), "In 'act' there is an offence only after a warning.")
    if phase == REMOVING:
        require(bool(rules.any_can_be_named(record)), "In 'remove' some square can be named.")


def _read_ask(record: StateRecord, ask: list[Any]) -> None:
    """The seats still to be asked: the last ones of those that are asked."""
    asked = [seat for seat in _asking_order(record) if rules.is_in(record, seat)]
    if record.phase != REMOVING:
        asked = [seat for seat in asked if seat != record.turn_of]
    ask = [_seat(record, seat, "ask") for seat in ask]
    fits = bool(ask) and ask == asked[-len(ask) :]
    require(fits, f"'ask' is {ask}; the seats that are asked are {asked}, and those still to be asked come last.")
    record.ask = sum(1 << seat for seat in ask)


def _read_warned(record: StateRecord, warned: list[Any]) -> None:
    """What was warned of in this turn: forbidden then, and so still, for the board is what it was."""
    seat, offence = int(record.turn_of), int(record.offence)
    taken_back = record.copy()
    if offence != NOTHING:
        taken_back.number[offence] = 0
    for text in warned:
        require(isinstance(text, str) and len(text) == 4 and text[1] == "@", f"'warned' has {text!r}, not as in 4@f2.")
        require(text[0] in "123456789", f"'warned' has {text!r}, not as in 4@f2.")
        number, square = int(text[0]), _square(text[2:], "warned")
        require(square in WHITE_SQUARES and square in HOMES[seat], f"{text} is on no white square of seat {seat}.")
        white = WHITE_SQUARES.index(square)
        standing = square == offence and number == record.number[square]
        require(not standing, f"{text} is the offence itself, not one that was warned of.")
        require(not taken_back.number[square], f"{text} was warned of, but its square is not empty.")
        beside = int(home.numbers_beside(taken_back, white))
        require(bool(beside >> (number - 1) & 1), f"{text} was warned of, but is not forbidden.")
        at_hand = int(record.table[seat, number - 1]) > 0
        at_hand |= any(COLOUR[square] == seat and record.number[square] == number for square in HOMES[seat])
        at_hand |= offence != NOTHING and number == record.number[offence]
        require(at_hand, f"{text} was warned of, but seat {seat} has no such number at hand.")
        record.warned[white] |= 1 << (number - 1)


def _check_untouched(record: StateRecord) -> None:
    """In the draw for the first player."""
    wall = record.wall.tolist()[: int(record.seats)]
    untouched = all(count == COPIES for counts in wall for count in counts) and not record.number.any()
    require(untouched, "While the first player is drawn for nothing is turned up and nothing lies on the board.")
    require(record.round_number == 1 and not record.passes, "While the first player is drawn for the round is 1.")
    require(record.out_count == 0, "While the first player is drawn for nobody is out.")


def _check_course(record: StateRecord) -> None:
    """Rounds, turns and walls go together: a seat turns up a number in each of its turns while it can (T1, T5)."""
    seats, phase, turn_of = int(record.seats), int(record.phase), int(record.turn_of)
    now = (int(record.round_number), _place(record, turn_of))
    gone = record.out.tolist()[: int(record.out_count)]
    done = phase in (REMOVING, OVER)
    acted = phase in (WARNING, PUNISHING, REMOVING, OVER)
    require(turn_of not in gone or (done and gone[-1] == turn_of), f"It cannot be the turn of seat {turn_of}.")
    last = (0, 0)
    for seat in range(seats):
        if seat not in gone:
            turns = now[0] - (_place(record, seat) > now[1])  # begun
            _check_flips(record, seat, turns, turns - (seat == turn_of and phase == FLIP))
            _check_placed(record, seat, turns - (seat == turn_of and not acted))
    for seat in gone:
        flips = COPIES * NUMBERS - int(rules.wall_size(record, seat))
        turn = flips
        if flips == COPIES * NUMBERS:
            # Any turn from the one on in which it turned up its last number: the first that fits.
            turn = max(flips, last[0] + (_place(record, seat) <= last[1]))
        require((turn, _place(record, seat)) > last, f"Seat {seat} cannot have gone out in this order.")
        last = (turn, _place(record, seat))
        _check_placed(record, seat, turn)
        require(last < now or (last == now and seat == turn_of), f"Seat {seat} cannot have gone out yet.")
    if turn_of in gone and int(rules.wall_size(record, turn_of)):
        require(last == now, f"Seat {turn_of} cannot have gone out in this turn.")


def _place(record: StateRecord, seat: int) -> int:
    """A seat's place in the order of a round."""
    return (seat - int(record.first)) % int(record.seats)


def _check_flips(record: StateRecord, seat: int, turns: int, flips: int) -> None:
    turned = COPIES * NUMBERS - int(rules.wall_size(record, seat))
    flips = min(flips, COPIES * NUMBERS)
    require(
        turned == flips,
        f"Seat {seat} has turned up {turned} numbers, but in this round, with this turn, it has turned up {flips}.",
    )
    waiting = record.phase == FLIP and seat == record.turn_of
    require(not waiting or turned < COPIES * NUMBERS, f"The wall of seat {seat} is empty, so nothing is turned up.")


def _check_placed(record: StateRecord, seat: int, turns: int) -> None:
    placed = len(_placed(record, seat))
    require(placed <= turns, f"Seat {seat} has {placed} numbers on the board, but has acted only {turns} times.")


def _check_black_course(record: StateRecord) -> None:
    """Each 1 and 8 turned up brings a black number while there is one (T2)."""
    phase, seat = int(record.phase), int(record.turn_of)
    turned = sum(2 * COPIES - int(wall[0]) - int(wall[7]) for wall in record.wall[: int(record.seats)])
    taken = NUMBERS - sum(record.stacks.tolist())
    due = min(turned, NUMBERS) - (phase == STACK)
    require(taken == due, f"{taken} black numbers have come up; by the 1s and 8s turned up it would be {due}.")
    if phase in (STACK, REVEAL, BLACKEN):
        brought = record.table[seat, 0] or record.table[seat, 7]
        require(bool(brought), f"Seat {seat} has turned up no 1 and no 8.")
        require(turned <= NUMBERS, "No black number was left for the number that was turned up.")


def _check_end(record: StateRecord) -> None:
    """Whether the game would be over, or would not (W3, W5)."""
    seats, phase, turn_of = int(record.seats), int(record.phase), int(record.turn_of)
    gone = record.out.tolist()[: int(record.out_count)]
    passes, left = int(record.passes), seats - len(gone)
    if passes:
        require(not record.ask or phase == REMOVING, "'passes' is 0 after a number was placed.")
        require(not record.warned.any(), "'passes' is 0 after a number was placed.")
        require(turn_of not in gone, "'passes' is 0 after a seat went out.")
        require(passes <= _passable(record), f"There cannot have been {passes} passes in a row with all walls empty.")
    all_passed = passes == left
    require(passes <= left, f"'passes' is {passes}, with {left} seats still in.")
    won = len(gone) == (seats - 1 if record.play_on else 1)
    if phase != OVER:
        require(not won, "Enough seats have gone out: the game is over.")
        require(not all_passed or phase == REMOVING, "All have passed: the game is over.")
        return
    if won:
        require(gone[-1] == turn_of, f"The game ended when seat {gone[-1]} went out, in its turn.")
        return
    following = next(seat for seat in _asking_order(record) if seat not in gone)
    ended = record.round_number == record.max_rounds and _place(record, following) <= _place(record, turn_of)
    require(all_passed or ended, "Nothing has ended the game yet.")


def _passable(record: StateRecord) -> int:
    """How many turns of the seats still in are over since the last of their walls became empty (W5)."""
    still = [seat for seat in range(int(record.seats)) if rules.is_in(record, seat)]
    if any(int(rules.wall_size(record, seat)) for seat in still):
        return 0
    places = [_place(record, seat) for seat in still]
    # The last of them turned up its last number in round 27; its own turn then counts.
    turns = 1 + (int(record.round_number) - COPIES * NUMBERS - 1) * len(still)
    turns += sum(place < _place(record, int(record.turn_of)) for place in places)
    return turns + (int(record.phase) in (REMOVING, OVER))
