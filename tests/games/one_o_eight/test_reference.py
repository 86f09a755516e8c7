"""108 a second time, slow and plain, from the rules alone: on the position form, every action tried."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import abaculus

Position = dict[str, Any]
Policy = Callable[[abaculus.State, abaculus.Luck], int]

SQUARES = [f"{column}{row}" for row in "123456789" for column in "abcdefghi"]  # B1
DRAGONS = ["d2", "h4", "f8", "b6"]


def lines(seat: int) -> tuple[list[str], list[str], list[str]]:
    """B2: row, column, base."""
    column, row = DRAGONS[seat]
    return (
        [square for square in SQUARES if square[1] == row],
        [square for square in SQUARES if square[0] == column],
        [s for s in SQUARES if abs(ord(s[0]) - ord(column)) < 2 and abs(ord(s[1]) - ord(row)) < 2],
    )


HOMES = [{square for line in lines(seat) for square in line} for seat in range(4)]
SHARERS = {square: [seat for seat in range(4) if square in HOMES[seat]] for square in SQUARES}
WHITES = [square for square in SQUARES if len(SHARERS[square]) == 2]  # B3
BLACKS = [square for square in SQUARES if not SHARERS[square]]  # B4


def start(seats: int, options: dict[str, Any]) -> Position:
    options = {"first": "draw", "play_on": False, "forbidden": "prevented", "max_rounds": 100, **options}
    drawing = options["first"] == "draw"
    return {
        "game": "108",
        "options": options,
        "seats": seats,
        "to_act": "chance",
        "over": False,
        "returns": None,
        "phase": "draw" if drawing else "flip",
        "first": None if drawing else options["first"],
        "drawn": [] if drawing else None,
        "turn_of": 0 if drawing else options["first"],
        "round": 1,
        "passes": 0,
        "board": {},
        "white_owner": {},
        "table": [[] for _ in range(seats)],
        "wall": [[3] * 9 for _ in range(seats)],
        "black_left": list(range(1, 10)),
        "black_stacks": [3, 3, 3],
        "revealed": None,
        "out": [],
        "offence": None,
    }


def in_line(one: str, other: str) -> bool:
    return one != other and (one[0] == other[0] or one[1] == other[1])


def still_in(position: Position) -> list[int]:
    return [seat for seat in range(position["seats"]) if seat not in position["out"]]


def repeats(board: dict[str, int]) -> list[set[str]]:
    """F2c: two white squares of one row or column with the same number."""
    filled = [square for square in WHITES if square in board]
    return [{a, b} for a in filled for b in filled if a < b and in_line(a, b) and board[a] == board[b]]


def named(position: Position) -> set[str]:
    """F2c: the squares that can be named."""
    out = set(position["out"])
    return {square for pair in repeats(position["board"]) for square in pair if not out & set(SHARERS[square])}


def solved(board: dict[str, int], seat: int) -> bool:
    """W1."""
    if any(sorted(board.get(square, 0) for square in line) != list(range(1, 10)) for line in lines(seat)):
        return False
    black = [square for square in BLACKS if square in board]
    return not any(
        board[square] == board[other]
        for square in HOMES[seat]
        if square not in WHITES
        for other in black
        if in_line(square, other)
    )


def may_put(position: Position, number: int, square: str) -> bool:
    """P3, F1, F2a: what a white square takes."""
    if square not in WHITES:
        return True
    if position["options"]["forbidden"] == "declared":
        return position["offence"] is None or f"{number}@{square}" not in position["offence"]["warned"]
    board = position["board"]
    return not any(in_line(square, other) and board.get(other) == number for other in WHITES)


def acts(position: Position) -> set[str]:
    """T3."""
    seat, board = position["turn_of"], position["board"]
    dragon, found = DRAGONS[seat], {"-"}
    empty = [square for square in HOMES[seat] if square not in board]
    for number in position["table"][seat]:
        for square in empty:
            if square == dragon:
                if empty == [dragon] and solved({**board, dragon: number}, seat):  # P4
                    found.add(f"{number}@{square}")
            elif may_put(position, number, square):
                found.add(f"{number}@{square}")
    for square in HOMES[seat]:
        if square in board and square not in WHITES:  # P2
            found.add(f"{square}x")
            found |= {f"{square}-{to}" for to in empty if to != dragon and may_put(position, board[square], to)}
    return found


def legal_texts(position: Position) -> set[str]:
    phase = position["phase"]
    if phase == "draw":
        return {f"*{n}" for n in range(1, 10) if n not in position["drawn"]}
    if phase == "flip":
        return {f"*{n + 1}" for n, left in enumerate(position["wall"][position["turn_of"]]) if left}
    if phase == "stack":
        return {f"s{i + 1}" for i, height in enumerate(position["black_stacks"]) if height}
    if phase == "reveal":
        return {f"*{n}" for n in position["black_left"]}
    if phase == "black":
        return {f"#{square}" for square in BLACKS if square not in position["board"]}
    if phase == "act":
        return acts(position)
    if phase == "over":
        return set()
    return {"silent"} | ({f"remove {square}" for square in named(position)} if phase == "remove" else {phase})


def begin_turn(position: Position, seat: int) -> None:
    position["turn_of"] = seat
    position["phase"] = "flip" if any(position["wall"][seat]) else "act"


def end_turn(position: Position, placed: str | None) -> None:
    """W6."""
    position["offence"] = None
    earlier = [pair for pair in repeats(position["board"]) if placed not in pair]
    if position["options"]["forbidden"] == "declared" and earlier and named(position):
        position["phase"] = "remove"
        ask = [(position["turn_of"] + i) % position["seats"] for i in range(1, position["seats"] + 1)]
        ask = [seat for seat in ask if seat not in position["out"]]
        position["offence"] = {"square": None, "number": None, "from": None, "ask": ask, "warned": []}
        return
    finish(position)


def finish(position: Position) -> None:
    """W5, T5."""
    position["offence"] = None
    seats = position["seats"]
    if position["passes"] == len(still_in(position)):
        position["phase"] = "over"
        return
    seat, round = position["turn_of"], position["round"]
    while True:
        seat = (seat + 1) % seats
        round += seat == position["first"]
        if seat not in position["out"]:
            break
    if round > position["options"]["max_rounds"]:
        position["phase"] = "over"
        return
    position["round"] = round
    begin_turn(position, seat)


def put(position: Position, number: int, square: str, origin: str) -> None:
    seat, board = position["turn_of"], position["board"]
    board[square] = number
    position["passes"] = 0
    others = [(seat + i) % position["seats"] for i in range(1, position["seats"])]
    ask = [other for other in others if other not in position["out"]]
    if square in WHITES:
        position["white_owner"][square] = seat
        if any(square in pair for pair in repeats(board)):
            warned = position["offence"]["warned"] if position["offence"] else []
            position["offence"] = {"square": square, "number": number, "from": origin, "ask": ask, "warned": warned}
            position["phase"] = "warn"
            return
    if square == DRAGONS[seat]:
        position["out"].append(seat)
        if not position["options"]["play_on"] or len(still_in(position)) == 1:
            position["phase"] = "over"
            return
    end_turn(position, square)


def give_back(position: Position, square: str) -> None:
    """To its owner's table."""
    position["table"][position["white_owner"].pop(square)].append(position["board"].pop(square))


def act(position: Position, text: str) -> None:
    seat, board = position["turn_of"], position["board"]
    if text == "-":
        if not any(any(position["wall"][other]) for other in still_in(position)):
            position["passes"] += 1
        end_turn(position, None)
    elif "@" in text:
        number, square = int(text[0]), text[2:]
        position["table"][seat].remove(number)
        put(position, number, square, "table")
    elif text.endswith("x"):
        position["table"][seat].append(board.pop(text[:2]))
        position["passes"] = 0
        end_turn(position, None)
    else:
        origin, square = text.split("-")
        put(position, board.pop(origin), square, origin)


def answer(position: Position, text: str) -> None:
    offence = position["offence"]
    offence["ask"].pop(0)
    if text == "warn":  # F2a
        square, number = offence["square"], offence["number"]
        position["white_owner"].pop(square)
        position["board"].pop(square)
        if offence["from"] == "table":
            position["table"][position["turn_of"]].append(number)
        else:
            position["board"][offence["from"]] = number
        warned = sorted([*offence["warned"], f"{number}@{square}"])
        position["offence"] = {"square": None, "number": None, "from": None, "ask": [], "warned": warned}
        position["phase"] = "act"
    elif text == "punish":  # F2b
        give_back(position, offence["square"])
        end_turn(position, None)
    elif text.startswith("remove"):  # F2c
        give_back(position, text.split()[1])
        position["passes"] = 0
    if position["phase"] == "remove" and text != "punish":
        if not offence["ask"] or not named(position):
            finish(position)
    elif text == "silent" and not offence["ask"]:
        if position["phase"] == "warn":
            seats = position["seats"]
            others = [(position["turn_of"] + i) % seats for i in range(1, seats)]
            offence["ask"] = [seat for seat in others if seat not in position["out"]]
            position["phase"] = "punish"
        else:
            end_turn(position, offence["square"])


def turn_up(position: Position, number: int) -> None:
    phase, seat = position["phase"], position["turn_of"]
    if phase == "draw":
        position["drawn"].append(number)
        if len(position["drawn"]) == position["seats"]:
            position["first"] = position["drawn"].index(max(position["drawn"]))
            begin_turn(position, position["first"])
        else:
            position["turn_of"] += 1
    elif phase == "flip":
        position["wall"][seat][number - 1] -= 1
        position["table"][seat].append(number)
        position["phase"] = "stack" if number in (1, 8) and position["black_left"] else "act"
    else:
        position["black_left"].remove(number)
        position["revealed"] = number
        position["phase"] = "black"


def returns(position: Position) -> list[float]:
    """W3, W5."""
    seats, out = position["seats"], position["out"]
    if not position["options"]["play_on"]:
        return [float(seat in out) if out else 1 / seats for seat in range(seats)]
    weights = {seat: float(seats - n) for n, seat in enumerate(out, 1)}
    left = [float(seats - n) for n in range(len(out) + 1, seats + 1)]
    return [weights.get(seat, sum(left) / len(left)) / (seats * (seats - 1) / 2) for seat in range(seats)]


def after(position: Position, text: str) -> Position:
    """The position that follows."""
    position = copy.deepcopy(position)
    if text.startswith("*"):
        turn_up(position, int(text[1:]))
    elif position["phase"] == "stack":
        position["black_stacks"][int(text[1]) - 1] -= 1
        position["phase"] = "reveal"
    elif position["phase"] == "black":
        position["board"][text[1:]] = position["revealed"]
        position.update(revealed=None, phase="act")
    elif position["phase"] == "act":
        act(position, text)
    else:
        answer(position, text)
    for key in ("board", "white_owner"):
        position[key] = {square: position[key][square] for square in SQUARES if square in position[key]}
    position["table"] = [sorted(table) for table in position["table"]]
    phase = position["phase"]
    position["over"] = phase == "over"
    asked = phase in ("warn", "punish", "remove")
    position["to_act"] = (
        "chance"
        if phase in ("draw", "flip", "reveal")
        else []
        if phase == "over"
        else [position["offence"]["ask"][0] if asked else position["turn_of"]]
    )
    position["returns"] = returns(position) if phase == "over" else None
    return position


def check_game(seats: int, options: dict[str, Any], seed: int, policy: Policy) -> tuple[Position, set[str]]:
    """Play one game with both; the end, and the phases and words that came up."""
    luck = abaculus.Luck(seed)
    own = luck.fork(1)
    state = abaculus.load_game("108", seats, **options).new_initial_state()
    position = start(seats, options)
    seen = set()
    while True:
        shown = state.to_dict()
        if shown["returns"]:
            assert shown["returns"] == pytest.approx(position["returns"], abs=1e-9)
            position["returns"] = shown["returns"]
        assert shown == position, f"after {state.move_number()} events"
        if state.move_number() % 20 == 0 or shown["offence"]:
            assert abaculus.from_dict(shown) == state
        seen.add(position["phase"])
        player = state.current_player()
        texts = {state.action_to_string(player, action) for action in state.legal_actions()}
        assert texts == legal_texts(position), f"after {state.move_number()} events"
        if state.is_terminal():
            return position, seen
        action = luck.draw(state) if state.is_chance_node() else policy(state, own)
        text = state.action_to_string(player, action)
        seen.add(text.split()[0] if position["phase"] in ("warn", "punish", "remove") else position["phase"])
        position = after(position, text)
        state.apply_action(action)


def uniform(state: abaculus.State, luck: abaculus.Luck) -> int:
    return luck.choice(state.legal_actions())


def quarrelsome(state: abaculus.State, luck: abaculus.Luck) -> int:
    """Places forbidden numbers where it can, and is mostly silent about those of others."""
    seat, position = state.current_player(), state.to_dict()
    texts = {state.action_to_string(seat, action): action for action in state.legal_actions()}
    if "silent" in texts:
        return texts["silent"] if luck.below(8) else luck.choice(list(texts.values()))
    white = [text for text in texts if "@" in text and text[2:] in WHITES]
    bad = [
        text
        for text in white
        if any(in_line(text[2:], other) and position["board"].get(other) == int(text[0]) for other in WHITES)
    ]
    choice = bad or white if luck.below(6) else None
    if choice:
        return texts[luck.choice(choice)]
    return luck.choice(list(texts.values()))


VARIANTS = [
    (4, {"max_rounds": 6}),
    (3, {"first": 2, "max_rounds": 6}),
    (2, {"play_on": True, "max_rounds": 8}),
    (4, {"forbidden": "declared", "max_rounds": 4}),
    (3, {"forbidden": "declared", "play_on": True, "max_rounds": 5}),
    (2, {"forbidden": "declared", "first": 1, "max_rounds": 12}),
]


@pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=str)
def test_random_games(seats: int, options: dict[str, Any]) -> None:
    for seed in range(3):
        check_game(seats, options, seed, uniform)


@pytest.mark.parametrize(("seats", "options"), [v for v in VARIANTS if "forbidden" in v[1]], ids=str)
def test_quarrels(seats: int, options: dict[str, Any]) -> None:
    seen = set()
    for seed in range(4):
        seen |= check_game(seats, options, seed, quarrelsome)[1]
    assert seen >= {"warn", "punish", "remove", "silent"}


def test_games_towards_a_solution(towards_solution: Policy) -> None:
    """Real ends: seats go out, also one after another."""
    out: Counter[int] = Counter()
    for seed, (seats, options) in enumerate([(4, {}), (2, {"forbidden": "declared"}), (3, {"play_on": True})]):
        end, _ = check_game(seats, options, seed, towards_solution)
        out[len(end["out"])] += 1
    assert out == {1: 2, 2: 1}


@pytest.mark.slow
@pytest.mark.parametrize("forbidden", ["prevented", "declared"])
@pytest.mark.parametrize("play_on", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games(seats: int, play_on: bool, forbidden: str, towards_solution: Policy) -> None:
    def noisy(state: abaculus.State, luck: abaculus.Luck) -> int:
        return (uniform if luck.below(50) == 0 else towards_solution)(state, luck)

    def mostly_quarrelsome(state: abaculus.State, luck: abaculus.Luck) -> int:
        return (quarrelsome if luck.below(3) == 0 else towards_solution)(state, luck)

    options = {"play_on": play_on, "forbidden": forbidden}
    gone = 0
    for seed in range(4):
        for policy in (towards_solution, noisy, mostly_quarrelsome):
            gone += len(check_game(seats, options, seed, policy)[0]["out"])
        check_game(seats, {**options, "max_rounds": 35}, seed, uniform)
        check_game(seats, {**options, "max_rounds": 15, "first": seats - 1}, seed, quarrelsome)
    assert gone >= 4 * (seats - 1 if play_on else 1)
