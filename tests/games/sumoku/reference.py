"""Sumoku a second time, slow and plain, from the rules alone: every tile tried at every place, on the position form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Place = tuple[int, int]
Board = dict[Place, str]
Play = tuple[tuple[int, int, str], ...]
Position = dict[str, Any]

LONGEST = 6


def board_of(position: Position) -> Board:
    return {(x, y): face for x, y, face in position["board"]}


def value(face: str) -> int:
    return int(face[1])


def line_through(board: Board, place: Place, step: Place) -> list[Place]:
    """The longest unbroken run through a tile in a direction."""
    x, y = place
    while (x - step[0], y - step[1]) in board:
        x, y = x - step[0], y - step[1]
    line = []
    while (x, y) in board:
        line.append((x, y))
        x, y = x + step[0], y + step[1]
    return line


def lines_with(board: Board, laid: list[Place]) -> set[tuple[Place, ...]]:
    """P4: every line, a run of two or more, that holds a laid tile."""
    runs = {tuple(line_through(board, place, step)) for place in laid for step in ((1, 0), (0, 1))}
    return {run for run in runs if len(run) > 1}


def colours_differ(board: Board, line: tuple[Place, ...]) -> bool:
    return len({board[place][0] for place in line}) == len(line)


def total(board: Board, line: tuple[Place, ...]) -> int:
    return sum(value(board[place]) for place in line)


def beside(place: Place) -> list[Place]:
    x, y = place
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def tile_of(face: str) -> str:
    """P5: a nine is a 6 turned."""
    return face[0] + "6" if face[1] == "9" else face


def is_legal(position: Position, seat: int, play: Play) -> bool:
    """P1 … P5, asked of a whole play; its tiles are in order."""
    board, places = board_of(position), [(x, y) for x, y, _ in play]
    stock = list(position["stocks"][seat])
    if seat == position["turn_of"]:
        stock += [tile_of(face) for _, _, face in position["laid"]]
    for _, _, face in play:
        if tile_of(face) not in stock:
            return False
        stock.remove(tile_of(face))
    if not play or len(set(places)) < len(places) or not set(places).isdisjoint(board):
        return False
    xs, ys = [x for x, _ in places], [y for _, y in places]
    if len(set(xs)) > 1 and len(set(ys)) > 1:
        return False
    after = {**board, **{(x, y): face for x, y, face in play}}
    box = [(x, y) for x in range(min(xs), max(xs) + 1) for y in range(min(ys), max(ys) + 1)]
    if any(place not in after for place in box) or places != sorted(places):
        return False
    if not board:
        if places[0] != (0, 0) or not 2 <= len(places) <= LONGEST or len(set(ys)) > 1:
            return False
    elif not any(place in board for one in places for place in beside(one)):
        return False
    return all(
        len(line) <= LONGEST and colours_differ(after, line) and total(after, line) % position["key"] == 0
        for line in lines_with(after, places)
    )


def points(position: Position, play: Play) -> tuple[int, bool]:
    """C1, C2: what a play scores, and whether a line of six comes with it."""
    after = {**board_of(position), **{(x, y): face for x, y, face in play}}
    lines = lines_with(after, [(x, y) for x, y, _ in play])
    return sum(total(after, line) for line in lines), any(len(line) == LONGEST for line in lines)


def all_plays(position: Position, seat: int) -> set[Play]:
    """Every legal play of a seat: tile by tile from every place; what has a colour twice already is given up.

    Of a seat whose play is under way only the plays from its first tile on.
    """
    board = board_of(position)
    stock = list(position["stocks"][seat])
    if seat == position["turn_of"]:
        stock += [tile_of(face) for _, _, face in position["laid"]]
    xs, ys = [x for x, _ in board] or [0], [y for _, y in board] or [0]
    starts = [
        (x, y)
        for x in range(min(xs) - LONGEST, max(xs) + 2)
        for y in range(min(ys) - LONGEST, max(ys) + 2)
        if (x, y) not in board and (board or (x, y) == (0, 0))
    ]
    if seat == position["turn_of"] and position["laid"]:
        starts = [(x, y) for x, y, _ in position["laid"][:1]]
    found: set[Play] = set()

    table = dict(board)

    def extend(play: Play, stock: list[str], place: Place, step: Place) -> None:
        while place in table:
            place = place[0] + step[0], place[1] + step[1]
        for tile in set(stock):
            for face in [tile, tile[0] + "9"] if tile[1] == "6" else [tile]:
                longer = (*play, (*place, face))
                table[place] = face
                lines = [tuple(line_through(table, place, way)) for way in (step, step[::-1])]
                wrong = [len(line) > 1 and total(table, line) % position["key"] != 0 for line in lines]
                # Nothing that is laid later changes the line across.
                if all(colours_differ(table, line) for line in lines) and not wrong[1]:
                    if (not wrong[0] or len(longer) == 1) and is_legal(position, seat, longer):
                        found.add(longer)
                    left = stock.copy()
                    left.remove(tile)
                    extend(longer, left, (place[0] + step[0], place[1] + step[1]), step)
                del table[place]

    for start in starts:
        for step in ((1, 0), (0, 1)):
            if reaches(board, start, step):
                extend((), stock, start, step)
    return found


def reaches(board: Board, start: Place, step: Place) -> bool:
    """Whether six tiles from there can touch one that lies there already."""
    if not board:
        return step == (1, 0)
    place, left = start, LONGEST
    while left:
        if place not in board:
            if any(one in board for one in beside(place)):
                return True
            left -= 1
        place = place[0] + step[0], place[1] + step[1]
    return False


def text(tile: tuple[int, int, str]) -> str:
    x, y, face = tile
    return f"{face}@{x},{y}"


def legal_texts(position: Position, plays: set[Play]) -> set[str]:
    """P6, E1: what the seat to act may do, from all its plays."""
    laid: Play = tuple((x, y, face) for x, y, face in position["laid"])
    if not laid and not plays:
        return {"pass"}
    going_on = [play for play in plays if play[: len(laid)] == laid]
    texts = {text(play[len(laid)]) for play in going_on if len(play) > len(laid)}
    return texts | {"end" for play in going_on if play == laid}


def stock_sum(stock: list[str]) -> int:
    return sum(int(tile[1]) for tile in stock)


def after_pass_or_end(position: Position, ended: bool) -> Iterator[tuple[str, Any]]:
    """C2, C3, E2, E3: what follows an ``end`` or ``pass``, key by key."""
    seats, turn, scores = position["seats"], position["turn_of"], list(position["scores"])
    board, passes, bonus = board_of(position), position["passes"], False
    if ended:
        laid: Play = tuple((x, y, face) for x, y, face in position["laid"])
        scored, bonus = points(position, laid)
        scores[turn] += scored
        board.update({(x, y): face for x, y, face in laid})
        passes = 0
    elif not position["bonus"]:
        passes += 1
    over = passes == seats
    if over:
        scores = [score - stock_sum(stock) for score, stock in zip(scores, position["stocks"], strict=True)]
    missing = 8 - len(position["stocks"][turn])
    draws = min(missing, len(position["bag"])) if (ended or position["bonus"]) and not bonus else 0
    stays = over or bonus or draws > 0
    yield "scores", scores
    yield "board", [[x, y, board[x, y]] for x, y in sorted(board, key=lambda place: (place[1], place[0]))]
    yield "passes", passes
    yield "bonus", bonus
    yield "laid", []
    yield "to_draw", draws
    yield "phase", "over" if over else "draw" if draws else "play"
    yield "turn_of", turn if stays else (turn + 1) % seats
