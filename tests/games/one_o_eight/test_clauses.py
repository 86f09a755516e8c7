"""A test for each clause of the rules of 108."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import abaculus

Arrange = Callable[..., abaculus.State]

SQUARES = [f"{column}{row}" for row in "123456789" for column in "abcdefghi"]
WHITES = ["b2", "f2", "h2", "b4", "d4", "f4", "d6", "f6", "h6", "b8", "d8", "h8"]
BLACKS = ["a1", "g1", "i1", "a3", "e5", "i7", "a9", "c9", "i9"]
RED = {"d2", "a2", "b2", "c2", "e2", "f2", "g2", "h2", "i2", "d1", "d3", "d4", "d5", "d6", "d7", "d8", "d9"}
RED |= {"c1", "e1", "c3", "e3"}
DRAGONS = ["d2", "h4", "f8", "b6"]


def game(*texts: str, **options: Any) -> abaculus.State:
    """A game after these texts, of chance or whoever is to act. Red goes first unless it is said otherwise."""
    return play(abaculus.load_game("108", **{"first": 0, **options}).new_initial_state(), *texts)


def play(state: abaculus.State, *texts: str) -> abaculus.State:
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state


def legal(state: abaculus.State) -> set[str]:
    return {state.action_to_string(state.current_player(), action) for action in state.legal_actions()}


def refusal(state: abaculus.State, text: str, player: int | None = None) -> abaculus.Reason:
    seat = state.current_player() if player is None else player
    reason = state.why_not(seat, text)
    assert reason is not None
    with pytest.raises(abaculus.IllegalAction) as raised:
        state.string_to_action(seat, text)
    assert raised.value.reason == reason
    return reason


def refused(state: abaculus.State, text: str, clause: str, words: str) -> None:
    reason = refusal(state, text)
    assert reason.code == f"108-{clause}"
    assert words in reason.words


def squares_of_home(seat: int) -> set[str]:
    """The Dragon's row, column and base, the Dragon left out."""
    column, row = DRAGONS[seat]
    base = {chr(ord(column) + i) + str(int(row) + j) for i in (-1, 0, 1) for j in (-1, 0, 1)}
    return (base | {s for s in SQUARES if s[0] == column or s[1] == row}) - {DRAGONS[seat]}


def home_of(solution: dict[str, int], seat: int) -> dict[str, int]:
    """What a solved home holds; its Dragon is left out."""
    return {square: solution[square] for square in squares_of_home(seat)}


# Board


def test_B1_squares() -> None:
    """108-B1: columns a to i from the left, rows 1 to 9 from the top; one Dragon in each home."""
    for text in ("5@j1", "5@a0", "5@1a", "5@a10", "#a", "a1-a", "e1y", "remove a0"):
        assert refusal(game("*2"), text).code == "TEXT"
    state = game("*2", "2@h2", "*3", "3@b4")
    assert list(state.to_dict()["board"]) == ["h2", "b4"]  # in reading order


def placed_squares(first: int) -> set[str]:
    """Where a seat may place its first number: on all of its home but the Dragon, which is last (P4)."""
    return {text.split("@")[1] for text in legal(game("*2", first=first)) if "@" in text}


def test_B2_homes() -> None:
    """108-B2: 21 squares; the Dragon's row, column and base."""
    assert squares_of_home(0) == RED - {"d2"}
    for seat in range(4):
        assert placed_squares(seat) == squares_of_home(seat)
        assert len(squares_of_home(seat)) == 20


def test_B3_white_squares() -> None:
    """108-B3: a white square lies in two homes; every two seats share two."""
    homes = [placed_squares(seat) for seat in range(4)]
    for seat in range(4):
        for other in range(seat):
            shared = homes[seat] & homes[other]
            assert len(shared) == 2
            assert shared <= set(WHITES)
    assert set().union(*(homes[i] & homes[j] for i in range(4) for j in range(i))) == set(WHITES)
    # The row of red and the column of yellow cross on h2, so what red puts there lies in both homes.
    state = game("*2", "2@h2", "*2")
    refused(state, "2@h2", "T3", "h2 is already taken")


def test_B4_black_squares() -> None:
    """108-B4: nine squares in no home."""
    state = game("*1", "s1", "*5")
    assert legal(state) == {f"#{square}" for square in BLACKS}
    for square in BLACKS:
        assert not any(square in squares_of_home(seat) for seat in range(4))
        refused(game("*2"), f"2@{square}", "T3", f"{square} is not in your home")


def test_B5_fewer_seats() -> None:
    """108-B5: the squares of absent colours stay empty; a white square shared with one is of its one seat alone."""
    two = game("*2", players=2)
    assert "2@b2" in legal(two)  # shared with blue, who is absent
    assert legal(game("*2")) == legal(two)
    play(two, "2@b2", "*3")
    for square in ("b2", "f8", "b6", "d6", "f6"):
        assert refusal(two, f"3@{square}").code == "108-T3"
    assert two.to_dict()["white_owner"] == {"b2": 0}
    play(two, "-", "*3")
    assert two.to_dict()["turn_of"] == 0
    three = game(*("*2", "-") * 3, players=3)
    assert three.to_dict()["turn_of"] == 0
    with pytest.raises(abaculus.OptionError, match="allowed: 2 to 4"):
        abaculus.load_game("108", 1)
    position = three.to_dict()
    position["board"]["b6"] = 1
    with pytest.raises(abaculus.PositionError, match="b6 is in no seat's home"):
        abaculus.from_dict(position)


# Pieces and setup


def test_S1_walls() -> None:
    """108-S1: three each of 1 to 9; the next is any of those left, alike likely."""
    state = game()
    assert state.to_dict()["wall"] == [[3] * 9] * 4
    assert state.chance_outcomes() == [(n, 3 / 27) for n in range(9)]
    play(state, *("*5", "-", "*1", "s1", "*9", "#a1", "-", "*2", "-", "*2", "-"))
    assert state.to_dict()["wall"][0] == [3, 3, 3, 3, 2, 3, 3, 3, 3]
    assert state.chance_outcomes() == [(n, 2 / 26 if n == 4 else 3 / 26) for n in range(9)]
    play(state, *("*5", "-") + ("*2", "-") * 3 + ("*5", "-") + ("*3", "-") * 3)
    assert refusal(state, "*5").code == "CHANCE"
    assert len(state.chance_outcomes()) == 8
    assert refusal(state, "*0").code == "TEXT"
    assert refusal(state, "*10").code == "TEXT"


def test_S1_each_wall_has_its_own_luck() -> None:
    """108-S1: the n-th number of a wall is the same whatever the others turn up, and whichever black ones come."""
    luck, other = abaculus.Luck(5), abaculus.Luck(5)
    one, two = game(first=0), game(first=3)
    turned: list[list[tuple[int, int]]] = [[], []]
    for number, (state, source) in enumerate([(one, luck), (two, other)]):
        while len(turned[number]) < 60:
            if state.is_chance_node():
                seat, flip = state.to_dict()["turn_of"], state.to_dict()["phase"] == "flip"
                outcome = source.draw(state)
                state.apply_action(outcome)
                if flip:
                    turned[number].append((seat, outcome))
            else:
                state.apply_action(state.legal_actions()[-1 if number else 0])
    for seat in range(4):
        assert [n for s, n in turned[0] if s == seat] == [n for s, n in turned[1] if s == seat]


def test_S2_black_numbers() -> None:
    """108-S2: 1 to 9 once each in three stacks of three; under each choice lies any of those left, alike likely."""
    state = game("*8")
    position = state.to_dict()
    assert (position["black_left"], position["black_stacks"]) == (list(range(1, 10)), [3, 3, 3])
    play(state, "s2")
    assert state.chance_outcomes() == [(n, 1 / 9) for n in range(9)]
    play(state, "*4", "#i9", "-", "*8", "s2")
    assert state.chance_outcomes() == [(n, 1 / 8) for n in range(9) if n != 3]
    assert refusal(state, "*4").code == "CHANCE"


def test_S3_the_draw_for_the_first_player() -> None:
    """108-S3: each seat draws a black number, none twice; the highest goes first; then all are put back."""
    state = abaculus.load_game("108").new_initial_state()
    assert state.chance_outcomes() == [(n, 1 / 9) for n in range(9)]
    play(state, "*4")
    assert refusal(state, "*4").code == "CHANCE"
    assert state.to_dict()["turn_of"] == 1
    assert state.to_dict()["drawn"] == [4]
    assert state.to_dict()["first"] is None
    assert state.to_dict()["round"] == 1
    play(state, "*1", "*9", "*6")
    position = state.to_dict()
    assert [position[key] for key in ("phase", "first", "turn_of", "drawn")] == ["flip", 2, 2, [4, 1, 9, 6]]
    assert position["black_left"] == list(range(1, 10))
    assert position["black_stacks"] == [3, 3, 3]


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_S3_a_first_player_who_is_named(first: int) -> None:
    """108-S3: the option names a seat, and nothing is drawn."""
    position = game(first=first).to_dict()
    assert [position[key] for key in ("phase", "first", "turn_of", "drawn")] == ["flip", first, first, None]


@pytest.mark.parametrize("first", [3, -1, "lot", True, None, 0.0])
def test_S3_a_first_player_who_does_not_exist(first: Any) -> None:
    with pytest.raises(abaculus.OptionError, match="first"):
        abaculus.load_game("108", 3, first=first)


def test_S4_tables() -> None:
    """108-S4: a seat's face-up numbers that are not on the board, at first none."""
    assert game().to_dict()["table"] == [[], [], [], []]
    state = game("*7", "-", "*4", "4@h3", "*3", "-", "*3", "-", "*5")
    assert state.to_dict()["table"] == [[5, 7], [], [3], [3]]


# A turn


def test_T1_flip() -> None:
    """108-T1: the next number of the wall is turned up onto the table; then the seat acts."""
    state = game()
    assert state.is_chance_node()
    assert refusal(state, "-", 0).code == "TURN"
    play(state, "*6")
    assert state.to_dict()["table"][0] == [6]
    assert state.players_to_act() == [0]


def test_T1_an_empty_wall(arrange: Arrange) -> None:
    """108-T1: with an empty wall nothing is turned up."""
    state = play(arrange({}, round=28, phase="act"), "-")
    assert state.to_dict()["phase"] == "act"
    assert state.to_dict()["turn_of"] == 1


@pytest.mark.parametrize("number", [1, 8])
def test_T2_black_number(number: int) -> None:
    """108-T2: a 1 or an 8: a stack is chosen, its top number revealed, and placed on an empty black square."""
    state = game(f"*{number}")
    assert legal(state) == {"s1", "s2", "s3"}
    refused(state, f"{number}@e1", "T2", "choose a stack")
    refused(state, "-", "T2", "choose a stack")
    play(state, "s2")
    assert state.to_dict()["phase"] == "reveal"
    assert state.to_dict()["black_stacks"] == [3, 2, 3]
    assert state.to_dict()["black_left"] == list(range(1, 10))
    play(state, "*7")
    assert state.to_dict()["revealed"] == 7
    assert state.to_dict()["black_left"] == [1, 2, 3, 4, 5, 6, 8, 9]
    refused(state, "#e1", "T2", "e1 is no black square")
    refused(state, "-", "T2", "Place the black 7")
    refused(state, "s1", "T2", "Place the black 7")
    play(state, "#e5")
    assert state.to_dict()["board"] == {"e5": 7}
    assert state.to_dict()["revealed"] is None
    assert "-" in legal(state)
    refused(state, "#g1", "T3", "Place, move")
    play(state, "-", f"*{number}", "s2", "*1")
    assert legal(state) == {f"#{square}" for square in BLACKS if square != "e5"}
    refused(state, "#e5", "T2", "taken by the black 7")


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6, 7, 9])
def test_T2_other_numbers_bring_none(number: int) -> None:
    assert game(f"*{number}").to_dict()["phase"] == "act"
    refused(game(f"*{number}"), "s1", "T3", "Place, move")


def test_T2_stacks_become_empty() -> None:
    """108-T2: an empty stack cannot be chosen; with all black numbers placed a 1 or an 8 brings none."""
    state = game()
    for count in range(9):
        play(state, "*8" if count < 8 else "*1", f"s{1 + count // 3}")
        play(state, f"*{count + 1}", f"#{BLACKS[count]}", "-")
        if count == 3:
            play(state, "*1")
            assert legal(state) == {"s2", "s3"}
            refused(state, "s1", "T2", "Stack 1 is empty")
            state = game()
            break
    for count in range(9):
        play(state, "*8", f"s{1 + count // 3}", f"*{count + 1}", f"#{BLACKS[count]}", "-")
    assert state.to_dict()["black_left"] == []
    assert play(state, "*1").to_dict()["phase"] == "act"


def test_T3_A_place() -> None:
    """108-T3 A: a number from the table onto an empty square of the home."""
    state = game("*5", "-", *("*2", "-") * 3, "*6")
    placings = {text for text in legal(state) if "@" in text}
    assert placings == {f"{n}@{square}" for n in (5, 6) for square in RED - {"d2"}}
    play(state, "5@e1")
    position = state.to_dict()
    assert (position["board"], position["table"][0]) == ({"e1": 5}, [6])
    play(state, *("*2", "-") * 3, "*4")
    refused(state, "4@e1", "T3", "e1 is already taken")
    refused(state, "9@e2", "T3", "There is no 9 on your table")
    refused(state, "4@h4", "T3", "h4 is not in your home")


def test_T3_B_move() -> None:
    """108-T3 B: a number from a coloured square of the seat's to another empty square of its home."""
    state = game("*5", "5@e1", *("*2", "2@h3", "*2", "-", "*2", "-"), "*4")
    moves = {text for text in legal(state) if "-" in text and text != "-"}
    assert moves == {f"e1-{square}" for square in RED - {"d2", "e1"}}
    for text, words in [
        ("e1-e1", "e1 is already taken"),
        ("c1-e2", "no number on c1"),
        ("h3-e2", "h3 is none of your coloured squares"),
        ("e1-h3", "h3 is not in your home"),
        ("e1-a1", "a1 is not in your home"),
        ("f2-e2", "f2 is none of your"),
    ]:
        refused(state, text, "T3", words)
    play(state, "e1-c2")
    assert state.to_dict()["board"] == {"c2": 5, "h3": 2}
    assert state.to_dict()["table"][0] == [4]


def test_T3_C_take() -> None:
    """108-T3 C: a number off a coloured square of the seat's, back to its table."""
    state = game("*5", "5@e1", *("*2", "2@h3", "*2", "-", "*2", "-"), "*4")
    assert {text for text in legal(state) if text.endswith("x")} == {"e1x"}
    refused(state, "c1x", "T3", "no number on c1")
    refused(state, "h3x", "T3", "h3 is none of your coloured squares")
    refused(state, "d2x", "T3", "no number on d2")
    play(state, "e1x")
    assert state.to_dict()["table"][0] == [4, 5]
    assert "e1" not in state.to_dict()["board"]


def test_T3_D_nothing() -> None:
    """108-T3 D: always allowed."""
    state = game("*5")
    before = state.to_dict()
    play(state, "-")
    assert state.to_dict()["board"] == before["board"]
    assert state.to_dict()["turn_of"] == 1
    for text in ("pass", "--", "- -", "−"):
        assert refusal(game("*5"), text).code == "TEXT"


def test_T4_one_action_a_turn(arrange: Arrange) -> None:
    """108-T4: after one action the next seat is on; with empty walls as well."""
    for text in ("5@e1", "c2-e1", "c2x", "-"):
        for round in (3, 30):
            state = arrange({"c2": 4}, table={0: [5]}, round=round)
            assert play(state, text).to_dict()["turn_of"] == 1


def test_T5_clockwise(arrange: Arrange, solution: dict[str, int]) -> None:
    """108-T5: upward, and seats that have gone out are left out."""
    turns = []
    state = game(first=2)
    for _ in range(6):
        turns.append(state.to_dict()["turn_of"])
        play(state, "*2" if state.to_dict()["round"] == 1 else "*3", "-")
    assert turns == [2, 3, 0, 1, 2, 3]
    state = arrange(solved(solution, 1), out={1: 24}, owner=all_of(1, solution), table={}, round=25)
    assert play(state, "-").to_dict()["turn_of"] == 2


def solved(solution: dict[str, int], *seats: int) -> dict[str, int]:
    """The squares of these homes, as solved."""
    board = {}
    for seat in seats:
        board.update(home_of(solution, seat))
        board[DRAGONS[seat]] = solution[DRAGONS[seat]]
    return board


def all_of(seat: int, solution: dict[str, int]) -> dict[str, int]:
    """All white squares of a home are of this seat."""
    return {square: seat for square in home_of(solution, seat) if square in WHITES}


# What may be placed where


def test_P1_coloured_squares(arrange: Arrange) -> None:
    """108-P1: any number, even one that breaks the puzzle."""
    state = arrange({"c1": 5, "d1": 5, "a2": 6, "c9": 5}, table={0: [5]})
    assert {"5@e1", "5@c2", "5@d9", "5@a2"} & legal(state) == {"5@e1", "5@c2", "5@d9"}


def test_P2_white_and_black_numbers_stay(arrange: Arrange) -> None:
    """108-P2: a number on a white or black square never moves or leaves."""
    state = arrange({"f2": 5, "b2": 4, "d9": 3, "e5": 7}, owner={"b2": 3})
    for text in ("f2x", "f2-e1", "b2x", "b2-e1"):
        refused(state, text, "P2", "white")
    for text in ("e5x", "e5-e1"):
        refused(state, text, "P2", "black")
    assert not [text for text in legal(state) if text.startswith(("f2", "b2", "e5"))]


def test_P3_forbidden_on_white_squares(arrange: Arrange) -> None:
    """108-P3: the same number on another white square of the row or the column of the board."""
    state = arrange({"f2": 5, "c3": 5}, table={0: [5]})
    refused(state, "5@h2", "P3", "f2 of the same row")
    refused(state, "5@b2", "P3", "f2 of the same row")
    refused(state, "c3-h2", "P3", "A 5 is forbidden on h2")
    assert {"5@d4", "5@d6", "5@d8", "c3-d4"} <= legal(state)
    # h2 lies in yellow's column as well: an 8 on h6 forbids another.
    state = arrange({"h6": 8}, table={0: [8]}, owner={"h6": 3}, turn_of=0)
    refused(state, "8@h2", "P3", "An 8 is forbidden on h2: it stands on the white square h6 of the same column.")


def test_P3_lines_of_an_absent_colour(arrange: Arrange) -> None:
    """108-P3: with two seats red's d8 and yellow's h8 lie in the row of green, who is absent."""
    state = arrange({"h8": 5}, seats=2, table={0: [5]})
    refused(state, "5@d8", "P3", "h8 of the same row")
    assert "5@d6" in legal(state)


def test_P3_coloured_numbers_do_not_matter(arrange: Arrange) -> None:
    """108-P3: nor those of the sharing seat, nor do black ones."""
    state = arrange({"g2": 5, "d1": 5, "h3": 5, "h5": 5, "i1": 5}, table={0: [5]}, owner={})
    assert {"5@h2", "5@d4", "5@f2"} <= legal(state)
    # A coloured number may repeat one on a white square.
    state = arrange({"h2": 5}, table={0: [5]})
    assert {"5@g2", "5@i2"} <= legal(state)


def test_P4_the_dragon_is_last(arrange: Arrange, solution: dict[str, int]) -> None:
    """108-P4: only from the table, only when the 20 others are filled, only with the number that solves."""
    board = home_of(solution, 0)
    assert len(board) == 20
    owner = all_of(0, solution)
    number = solution["d2"]
    refused(arrange({"c1": 4}, table={0: [6]}), "6@d2", "P4", "19 others are still empty")
    refused(arrange({"c1": 4}), "c1-d2", "P4", "comes from the table")
    lacking = {square: n for square, n in board.items() if square != "e1"}
    refused(arrange(lacking, owner=owner, table={0: [number]}), f"{number}@d2", "P4", "another square is still empty")
    other = solution["c2"]  # stands twice (C1), so there is a third
    full = arrange(board, owner=owner, table={0: [number, other]})
    assert {text for text in legal(full) if "@" in text} == {f"{number}@d2"}
    refused(full, f"{other}@d2", "P4", "would stand twice in your")
    refused(full, "e1-d2", "P4", "comes from the table")
    assert play(full, f"{number}@d2").is_terminal()


def test_P4_a_full_home_that_is_wrong(arrange: Arrange, solution: dict[str, int]) -> None:
    """108-P4: with two numbers exchanged no number solves."""
    board = home_of(solution, 0)
    board["c1"], board["d1"] = board["d1"], board["c1"]
    number = solution["d2"]
    state = arrange(board, owner=all_of(0, solution), table={0: [number]})
    assert not [text for text in legal(state) if "@" in text]
    refused(state, f"{number}@d2", "P4", "twice in your column")


def test_P5_pieces_stay_their_owners(arrange: Arrange) -> None:
    """108-P5: a white square remembers who placed the number."""
    state = game("*5", "5@h2", *("*4", "4@h6"), *("*7", "7@h8"), *("*2", "2@b2"))
    assert state.to_dict()["white_owner"] == {"b2": 3, "h2": 0, "h6": 1, "h8": 2}
    position = state.to_dict()
    position["white_owner"]["h2"] = 1
    with pytest.raises(abaculus.PositionError, match="Seat 0 has 2 of the number 5 in all"):
        abaculus.from_dict(position)


# Winning


def test_W1_a_solved_home(arrange: Arrange, solution: dict[str, int]) -> None:
    """108-W1: row, column and base each hold 1 to 9 once."""
    board = solved(solution, 0)
    for line in (
        [f"{c}2" for c in "abcdefghi"],
        [f"d{r}" for r in "123456789"],
        [f"{c}{r}" for c in "cde" for r in "123"],
    ):
        assert sorted(board[square] for square in line) == list(range(1, 10))


@pytest.mark.parametrize(
    ("black", "square"),
    [
        ("g1", "c1"),  # in its row
        ("c9", "c1"),  # in its column
        ("a3", "a2"),  # in the column of a square beyond the base
        ("e5", "d5"),  # in the row of one
    ],
)
def test_W1_black_numbers(arrange: Arrange, solution: dict[str, int], black: str, square: str) -> None:
    """108-W1: no number on a coloured square equals a black one in its row or column of the board."""
    number = solution["d2"]
    state = arrange(home_of(solution, 0), owner=all_of(0, solution), table={0: [number]})
    assert f"{number}@d2" in legal(state)
    blacks = {other: solution[other] for other in BLACKS}
    there = next(other for other in BLACKS if blacks[other] == solution[square])
    blacks[black], blacks[there] = blacks[there], blacks[black]
    state = arrange({**home_of(solution, 0), **blacks}, owner=all_of(0, solution), table={0: [number]})
    assert f"{number}@d2" not in legal(state)
    refused(state, f"{number}@d2", "P4", "lies in the row or column of")


def test_W1_white_squares_meet_no_black_ones() -> None:
    """108-W1: nor do the Dragons: their rows and columns hold no black square."""
    for square in WHITES + DRAGONS:
        assert not [black for black in BLACKS if black[0] == square[0] or black[1] == square[1]]


def test_W2_going_out(arrange: Arrange, solution: dict[str, int]) -> None:
    """108-W2: the squares of a home that is solved no longer change."""
    number = solution["d2"]
    state = arrange(home_of(solution, 0), owner=all_of(0, solution), table={0: [number]}, options={"play_on": True})
    play(state, f"{number}@d2")
    assert state.to_dict()["out"] == [0]
    assert state.to_dict()["turn_of"] == 1
    board = {square: n for square, n in state.to_dict()["board"].items() if square in RED}
    for _ in range(40):
        if state.is_terminal():
            break
        texts = legal(state)
        assert not [text for text in texts if any(square in text for square in board)]
        play(state, sorted(texts)[0])
    assert {square: n for square, n in state.to_dict()["board"].items() if square in RED} == board


def test_W3_the_first_wins(arrange: Arrange, solution: dict[str, int]) -> None:
    """108-W3: without play_on the game ends when one has gone out, at once (W6)."""
    number = solution["h4"]
    state = arrange(home_of(solution, 1), owner=all_of(1, solution), table={1: [number]}, turn_of=1)
    play(state, f"{number}@h4")
    assert state.is_terminal()
    assert state.returns() == [0, 1, 0, 0]
    position = state.to_dict()
    assert [position[key] for key in ("phase", "turn_of", "out", "passes")] == ["over", 1, [1], 0]
    assert refusal(state, "-", 2).code == "TURN"


def test_W3_play_on_to_the_last(arrange: Arrange, solution: dict[str, int]) -> None:
    """108-W3: with play_on weights are P - 1, P - 2, … in the order of going out."""
    number = solution["f8"]
    board = {**solved(solution, 3, 0), **home_of(solution, 2)}
    state = arrange(board, out={3: 24, 0: 26}, owner=shares(solution, 3, 0, 2), table={2: [number]}, turn_of=2)
    play(state, f"{number}@f8")
    assert state.is_terminal()
    assert state.to_dict()["out"] == [3, 0, 2]
    assert state.returns() == pytest.approx([2 / 6, 0, 1 / 6, 3 / 6], abs=1e-9)


def shares(solution: dict[str, int], *seats: int) -> dict[str, int]:
    """White squares are of the first of these seats in whose home they lie."""
    owner: dict[str, int] = {}
    for seat in seats:
        for square in home_of(solution, seat):
            if square in WHITES:
                owner.setdefault(square, seat)
    return owner


@pytest.mark.parametrize(
    ("out", "expected"),
    [
        ({}, [1 / 4] * 4),
        ({1: 24}, [1 / 6, 3 / 6, 1 / 6, 1 / 6]),  # weights 3, and the mean of 2, 1 and 0
        ({3: 24, 0: 26}, [2 / 6, 0.5 / 6, 0.5 / 6, 3 / 6]),
    ],
)
def test_W3_those_who_never_go_out(
    arrange: Arrange, solution: dict[str, int], out: dict[int, int], expected: list[float]
) -> None:
    """108-W3: they share the mean of the weights that are left."""
    last = [seat for seat in range(4) if seat not in out][-1]
    state = arrange(
        solved(solution, *out),
        out=out,
        owner=shares(solution, *out),
        turn_of=last,
        round=30,
        options={"max_rounds": 30, "play_on": True},
    )
    play(state, "-")
    assert state.is_terminal()
    assert state.returns() == pytest.approx(expected, abs=1e-9)


def test_W3_two_seats_with_play_on(arrange: Arrange, solution: dict[str, int]) -> None:
    """108-W3: with two seats only one is left when the first goes out."""
    number = solution["d2"]
    state = arrange(
        home_of(solution, 0),
        seats=2,
        owner=all_of(0, solution),
        table={0: [number]},
        options={"play_on": True},
    )
    assert play(state, f"{number}@d2").returns() == [1, 0]


def test_W4_black_numbers_after_going_out(arrange: Arrange, solution: dict[str, int]) -> None:
    """108-W4: they do not touch a seat that has gone out."""
    black = {square: solution[square] for square in BLACKS if square not in ("a1", "i9")}
    board = {**solved(solution, 0), **black, "i9": solution["a1"]}
    state = arrange(
        board, out={0: 21}, owner=all_of(0, solution), turn_of=1, round=22, phase="black", revealed=8, table={1: [8]}
    )
    assert board["d1"] == 8
    play(state, "#a1")
    assert state.to_dict()["out"] == [0]
    assert abaculus.from_dict(state.to_dict()) == state


def test_W5_passes(arrange: Arrange) -> None:
    """108-W5: as many passes in a row as seats are in, each with all walls empty, end the game."""
    state = arrange({"c1": 2}, turn_of=1, round=30)
    for passes in range(1, 4):
        play(state, "-")
        assert state.to_dict()["passes"] == passes
    play(state, "c1x" if state.to_dict()["turn_of"] == 0 else "-")
    assert state.to_dict()["passes"] == 0
    play(state, "-", "-", "-")
    assert not state.is_terminal()
    play(state, "-")
    assert state.is_terminal()
    assert state.returns() == [0.25] * 4
    position = state.to_dict()
    assert [position[key] for key in ("turn_of", "round", "passes")] == [0, 32, 4]


def test_W5_passes_while_a_wall_is_not_empty(arrange: Arrange) -> None:
    """108-W5: they do not count."""
    state = arrange({}, round=27)
    for _ in range(3):
        assert play(state, "-").to_dict()["passes"] == 0
        play(state, state.action_to_string(-1, state.legal_actions()[0]))
    # Yellow, green and blue have passed with the wall of blue not yet empty; now all are.
    assert state.to_dict()["turn_of"] == 3
    assert play(state, "-").to_dict()["passes"] == 1


def test_W5_walls_of_seats_that_are_out(arrange: Arrange, solution: dict[str, int]) -> None:
    """108-W5: only the walls of the seats still in count, and only they have to pass."""
    state = arrange(solved(solution, 1), out={1: 24}, owner=all_of(1, solution), round=30)
    assert sum(state.to_dict()["wall"][1]) == 3
    play(state, "-", "-")
    assert state.to_dict()["passes"] == 2
    assert play(state, "-").is_terminal()


def test_W5_going_out_sets_passes_to_0(arrange: Arrange, solution: dict[str, int]) -> None:
    number = solution["d2"]
    state = arrange(
        home_of(solution, 0),
        owner=all_of(0, solution),
        table={0: [number]},
        round=31,
        passes=3,
        options={"play_on": True},
    )
    play(state, f"{number}@d2")
    assert state.to_dict()["passes"] == 0
    assert not state.is_terminal()


def test_W5_rounds() -> None:
    """108-W5: the round goes up when play passes the first player's place; the last one ends the game."""
    state = game(first=1, max_rounds=2, players=3)
    rounds = []
    while not state.is_terminal():
        rounds.append((state.to_dict()["turn_of"], state.to_dict()["round"]))
        play(state, "*2" if state.to_dict()["round"] == 1 else "*3", "-")
    assert rounds == [(1, 1), (2, 1), (0, 1), (1, 2), (2, 2), (0, 2)]
    position = state.to_dict()
    assert [position[key] for key in ("turn_of", "round", "out")] == [0, 2, []]
    assert state.returns() == pytest.approx([1 / 3] * 3, abs=1e-9)


def test_W5_the_first_player_is_out(arrange: Arrange, solution: dict[str, int]) -> None:
    """108-W5: the round goes up when play passes that place all the same."""
    state = arrange(solved(solution, 1), out={1: 24}, owner=all_of(1, solution), first=1, turn_of=0, round=25)
    play(state, "-")
    assert state.to_dict()["turn_of"] == 2
    assert state.to_dict()["round"] == 26
    state = arrange(
        solved(solution, 1),
        out={1: 24},
        owner=all_of(1, solution),
        first=1,
        turn_of=0,
        round=25,
        options={"max_rounds": 25, "play_on": True},
    )
    assert play(state, "-").is_terminal()
    assert state.to_dict()["round"] == 25


@pytest.mark.parametrize("rounds", [0, -1, 1.5, "many", True, None])
def test_W5_rounds_that_are_none(rounds: Any) -> None:
    with pytest.raises(abaculus.OptionError, match="max_rounds"):
        abaculus.load_game("108", max_rounds=rounds)


def test_W5_any_number_of_rounds() -> None:
    """108-W5: a whole number from 1 on."""
    assert game("*2", "-", max_rounds=10**30).to_dict()["options"]["max_rounds"] == 10**30
    one = game(*("*2", "-") * 4, max_rounds=1)
    assert one.is_terminal()


# Forbidden numbers


def declared(arrange: Arrange, board: dict[str, int], **more: Any) -> abaculus.State:
    options = {"forbidden": "declared", **more.pop("options", {})}
    return arrange(board, options=options, **more)


def offence(state: abaculus.State) -> Any:
    return state.to_dict()["offence"]


def test_F1_prevented(arrange: Arrange) -> None:
    """108-F1: the default makes it illegal."""
    assert game().to_dict()["options"]["forbidden"] == "prevented"
    state = arrange({"f2": 5}, table={0: [5]})
    refused(state, "5@h2", "P3", "forbidden")
    for text in ("warn", "punish", "silent", "remove f2"):
        refused(state, text, "T3", "Place, move")


def test_F2_declared(arrange: Arrange) -> None:
    """108-F2: the action is legal."""
    state = declared(arrange, {"f2": 5}, table={0: [5]})
    assert "5@h2" in legal(state)
    with pytest.raises(abaculus.OptionError, match="'prevented', 'declared'"):
        abaculus.load_game("108", forbidden="ignored")


def test_F2a_each_other_seat_is_asked(arrange: Arrange) -> None:
    """108-F2a: clockwise from the offender's left, the number on the board already."""
    state = play(declared(arrange, {"h6": 5}, table={2: [5]}, turn_of=2, owner={"h6": 3}), "5@h8")
    position = state.to_dict()
    assert position["phase"] == "warn"
    assert position["board"]["h8"] == 5
    assert position["white_owner"]["h8"] == 2
    assert position["offence"] == {"square": "h8", "number": 5, "from": "table", "ask": [3, 0, 1], "warned": []}
    for seat in (3, 0, 1):
        assert state.players_to_act() == [seat]
        assert legal(state) == {"warn", "silent"}
        refused(state, "punish", "F2a", "A 5 on h8 is forbidden, as it stands on h6 too")
        refused(state, "-", "F2a", 'say "warn" or "silent"')
        play(state, "silent")
    assert state.to_dict()["phase"] == "punish"
    assert offence(state)["ask"] == [3, 0, 1]


def test_F2a_a_warning_from_the_table(arrange: Arrange) -> None:
    """108-F2a: the number returns to the table; the offender chooses again, but not that."""
    state = play(declared(arrange, {"f2": 5, "c3": 5}, table={0: [5]}), "5@h2", "silent", "warn")
    position = state.to_dict()
    assert position["phase"] == "act"
    assert position["to_act"] == [0]
    assert "h2" not in position["board"]
    assert position["white_owner"] == {"f2": 0}
    assert position["table"][0].count(5) == 1
    assert position["offence"] == {"square": None, "number": None, "from": None, "ask": [], "warned": ["5@h2"]}
    refused(state, "5@h2", "F2a", "warned of in this turn")
    refused(state, "c3-h2", "F2a", "warned of in this turn")
    assert {"5@b2", "c3-b2", "5@e1", "-"} <= legal(state)
    play(state, "-")
    assert offence(state) is None
    assert state.to_dict()["turn_of"] == 1


def test_F2a_a_warning_of_a_move(arrange: Arrange) -> None:
    """108-F2a: a number that was moved returns to its square."""
    state = play(declared(arrange, {"f2": 5, "c3": 5}, turn_of=0), "c3-h2")
    assert offence(state) == {"square": "h2", "number": 5, "from": "c3", "ask": [1, 2, 3], "warned": []}
    assert "c3" not in state.to_dict()["board"]
    play(state, "warn")
    assert state.to_dict()["board"]["c3"] == 5
    assert "h2" not in state.to_dict()["board"]
    refused(state, "c3-h2", "F2a", "warned")


def test_F2a_several_warnings(arrange: Arrange) -> None:
    """108-F2a: all are barred for the rest of the turn, and sorted as texts; the offence that stands is not listed."""
    state = declared(arrange, {"f2": 5, "d6": 4}, table={0: [4, 5]})
    play(state, "5@h2", "warn", "4@d8", "silent", "silent", "warn", "5@b2")
    assert offence(state) == {
        "square": "b2",
        "number": 5,
        "from": "table",
        "ask": [1, 2, 3],
        "warned": ["4@d8", "5@h2"],
    }
    play(state, "silent", "silent", "silent")
    assert offence(state)["warned"] == ["4@d8", "5@h2"]
    play(state, "punish")
    assert offence(state) is None
    # In the next turn of the seat it is open again.
    state = declared(arrange, {"f2": 5}, seats=2, table={0: [5]})
    play(state, "5@h2", "warn", "-", "*2", "-", "*3")
    assert "5@h2" in legal(state)


def test_F2a_seats_that_are_out_are_not_asked(arrange: Arrange, solution: dict[str, int]) -> None:
    board = solved(solution, 1)
    number = board["h8"]
    state = declared(
        arrange, board, out={1: 24}, owner=all_of(1, solution), table={2: [number]}, turn_of=2, round=25,
        options={"play_on": True},
    )  # fmt: skip
    play(state, f"{number}@b8")
    assert offence(state)["ask"] == [3, 0]


def test_F2b_punishment(arrange: Arrange) -> None:
    """108-F2b: after all were silent the same seats may punish; the number goes to its owner's table, the turn ends."""
    state = play(declared(arrange, {"f2": 5, "c3": 5}), "c3-h2", "silent", "silent", "silent")
    assert offence(state) == {"square": "h2", "number": 5, "from": "c3", "ask": [1, 2, 3], "warned": []}
    assert legal(state) == {"punish", "silent"}
    refused(state, "warn", "F2b", 'say "punish" or "silent"')
    play(state, "silent")
    assert offence(state)["ask"] == [2, 3]
    before = state.to_dict()["table"][0].count(5)
    play(state, "punish")
    position = state.to_dict()
    assert position["table"][0].count(5) == before + 1  # the table, not c3 where it came from
    assert "c3" not in position["board"]
    assert "h2" not in position["board"]
    assert [position[key] for key in ("phase", "turn_of", "offence")] == ["flip", 1, None]


def test_F2b_silence(arrange: Arrange) -> None:
    """108-F2b: when nobody punishes the repeat stands, and the turn is over."""
    state = play(declared(arrange, {"f2": 5}, table={0: [5]}), "5@h2", *["silent"] * 6)
    position = state.to_dict()
    assert [position[key] for key in ("phase", "turn_of", "offence")] == ["flip", 1, None]
    assert position["board"]["h2"] == position["board"]["f2"] == 5


REPEAT = {"f2": 5, "h2": 5}


def test_F2c_an_earlier_repeat_is_asked_about(arrange: Arrange) -> None:
    """108-F2c: at the end of a turn, each seat still in, the one whose turn it was last."""
    state = play(declared(arrange, REPEAT, owner={"h2": 1}), "-")
    position = state.to_dict()
    assert position["phase"] == "remove"
    assert position["offence"] == {"square": None, "number": None, "from": None, "ask": [1, 2, 3, 0], "warned": []}
    assert legal(state) == {"silent", "remove f2", "remove h2"}
    for text, words in [
        ("remove b2", "no number on b2"),
        ("remove e1", "no white square"),
        ("-", "White numbers repeat"),
        ("warn", "White numbers repeat"),
    ]:
        refused(state, text, "F2c", words)
    for seat in (1, 2, 3, 0):
        assert state.players_to_act() == [seat]
        play(state, "silent")
    assert state.to_dict()["turn_of"] == 1
    assert offence(state) is None


def test_F2c_a_removal(arrange: Arrange) -> None:
    """108-F2c: the number returns to its owner's table at once, and with no repeat left nobody else is asked."""
    state = play(declared(arrange, REPEAT, owner={"h2": 1}), "-", "silent")
    before = state.to_dict()["table"][1].count(5)
    play(state, "remove h2")
    position = state.to_dict()
    assert position["table"][1].count(5) == before + 1
    assert "h2" not in position["board"]
    assert position["white_owner"] == {"f2": 0}
    assert [position[key] for key in ("phase", "turn_of", "offence")] == ["flip", 1, None]


def test_F2c_several_repeats(arrange: Arrange) -> None:
    """108-F2c: the question goes on to the seats not yet asked while some square can be named."""
    board = {"f2": 5, "h2": 5, "d6": 4, "d8": 4}
    state = play(declared(arrange, board, owner={"d6": 3, "d8": 2}), "-", "remove f2")
    assert state.to_dict()["phase"] == "remove"
    assert offence(state)["ask"] == [2, 3, 0]
    assert legal(state) == {"silent", "remove d6", "remove d8"}
    refused(state, "remove h2", "F2c", "The 5 on h2 does not repeat")
    play(state, "remove d8")
    assert state.to_dict()["phase"] == "flip"
    # Each seat is asked once, whatever still stands.
    state = play(declared(arrange, board, owner={"d6": 3, "d8": 2}), "-", *["silent"] * 3, "remove f2")
    assert state.to_dict()["phase"] == "flip"
    assert state.to_dict()["board"]["d6"] == state.to_dict()["board"]["d8"]


def test_F2c_a_repeat_of_this_turn_is_not_asked_about_yet(arrange: Arrange) -> None:
    """108-F2c: but it is at the end of the next turn."""
    state = play(declared(arrange, {"f2": 5}, table={0: [5]}), "5@h2", *["silent"] * 6, "*2")
    play(state, "-")
    assert state.to_dict()["phase"] == "remove"
    assert offence(state)["ask"] == [2, 3, 0, 1]


def test_F2c_beside_an_earlier_repeat_one_of_this_turn_can_be_named(arrange: Arrange) -> None:
    """108-F2c: ``remove`` names a white square in any repeat."""
    board = {"f2": 5, "h2": 5, "d6": 4}
    state = play(declared(arrange, board, table={0: [4]}, owner={"d6": 3}), "4@d8", *["silent"] * 6)
    assert state.to_dict()["phase"] == "remove"
    assert legal(state) == {"silent", "remove f2", "remove h2", "remove d6", "remove d8"}


def test_F2c_a_third_number_beside_an_earlier_repeat(arrange: Arrange) -> None:
    """108-F2c: a repeat that holds the square placed on is of this turn; the two that lay there are an earlier one."""
    state = play(declared(arrange, REPEAT, table={0: [5]}), "5@b2", *["silent"] * 6)
    assert legal(state) == {"silent", "remove b2", "remove f2", "remove h2"}


def test_F2c_after_a_punishment(arrange: Arrange) -> None:
    """108-F2c, W6: F2b comes first; what was punished repeats no more."""
    state = play(declared(arrange, {"f2": 5}, table={0: [5]}), "5@h2", *["silent"] * 3, "punish")
    assert state.to_dict()["phase"] == "flip"
    state = play(declared(arrange, REPEAT, table={0: [5]}), "5@b2", *["silent"] * 3, "punish")
    assert state.to_dict()["phase"] == "remove"
    assert legal(state) == {"silent", "remove f2", "remove h2"}


def test_F2c_homes_of_seats_that_are_out(arrange: Arrange, solution: dict[str, int]) -> None:
    """108-F2c: a square there cannot be named; the question is asked only if some other can."""
    board = solved(solution, 1)
    number = board["h8"]  # in the row of green, whose b8 and d8 are free
    out = {"out": {1: 24}, "owner": {**all_of(1, solution), "b8": 2}, "round": 25}
    state = declared(arrange, {**board, "b8": number}, options={"play_on": True}, **out)
    play(state, "-")
    assert state.to_dict()["phase"] == "remove"
    assert legal(state) == {"silent", "remove b8"}
    refused(state, "remove h8", "F2c", "a seat that has gone out")
    both = solved(solution, 1, 3)
    assert solution["b8"] != solution["h8"]
    # Red and green are in; their d8 repeats what lies on green's b8, in the home of blue who is out.
    state = declared(
        arrange,
        {**both, "d8": solution["h8"]},
        out={1: 24, 3: 25},
        owner={**shares(solution, 1, 3), "d8": 2},
        options={"play_on": True},
        round=26,
    )
    play(state, "-")
    assert legal(state) == {"silent", "remove d8"}


def test_F2c_removal_sets_passes_to_0(arrange: Arrange) -> None:
    """108-F2c, W5, W6: the question comes before the end of the game by passes, and a removal prevents it."""
    for answer, over in (("silent", True), ("remove f2", False)):
        state = declared(arrange, REPEAT, round=30, passes=3)
        play(state, "-")
        assert state.to_dict()["passes"] == 4
        assert not state.is_terminal()
        play(state, *["silent"] * 3, answer)
        assert state.is_terminal() == over
        assert state.to_dict()["passes"] == (4 if over else 0)


def test_F2d_a_repeated_white_number(arrange: Arrange, solution: dict[str, int]) -> None:
    """108-F2d: nobody goes out through a home with one."""
    board = home_of(solution, 0)
    board["f2"] = board["h2"]
    number = solution["d2"]
    state = declared(arrange, board, owner={**all_of(0, solution), "f2": 2}, table={0: [number]})
    assert f"{number}@d2" not in legal(state)
    refused(state, f"{number}@d2", "P4", f"{board['h2']} would stand twice in your row")


def test_W5_an_action_that_is_warned_back_sets_passes_to_0(arrange: Arrange) -> None:
    """108-W5: at once."""
    state = declared(arrange, {"f2": 5}, table={0: [5]}, round=30, passes=3)
    play(state, "5@h2")
    assert state.to_dict()["passes"] == 0
    play(state, "warn", "-")
    assert state.to_dict()["passes"] == 1


def test_W6_the_question_comes_before_the_last_round_ends(arrange: Arrange) -> None:
    """108-W6: F2b, F2c, then W5."""
    state = declared(arrange, REPEAT, turn_of=3, round=30, options={"max_rounds": 30})
    play(state, "-")
    assert state.to_dict()["phase"] == "remove"
    play(state, "remove f2")
    assert state.is_terminal()
    assert state.to_dict()["round"] == 30


def test_W6_going_out_that_ends_the_game_ends_it_at_once(arrange: Arrange, solution: dict[str, int]) -> None:
    """108-W6: nobody is asked any more; going out that does not end it is followed by the question."""
    board = {**home_of(solution, 0), "f6": 5 if solution["f6"] != 5 else 6}
    number = solution["d2"]
    free = [n for n in range(1, 10) if n not in (solution["d6"], solution["h2"], solution["f2"])]
    board.update({"f6": free[0], "h6": free[0]})
    owner = {**all_of(0, solution), "f6": 2, "h6": 1}
    for play_on in (False, True):
        state = declared(arrange, board, owner=owner, table={0: [number]}, options={"play_on": play_on})
        play(state, f"{number}@d2")
        assert state.is_terminal() != play_on
        assert offence(state) == (
            {"square": None, "number": None, "from": None, "ask": [1, 2, 3], "warned": []} if play_on else None
        )


# Good to know


def test_C1_how_often_numbers_stand(solution: dict[str, int]) -> None:
    """108-C1: the Dragon's once, those beside it twice, those in the corners three times."""
    board = solved(solution, 0)
    numbers = list(board.values())
    assert numbers.count(board["d2"]) == 1
    assert [numbers.count(board[square]) for square in ("c2", "e2", "d1", "d3")] == [2] * 4
    assert [numbers.count(board[square]) for square in ("c1", "e1", "c3", "e3")] == [3] * 4


def test_C2_paradox(arrange: Arrange) -> None:
    """108-C2: a home that can be solved no more, whatever comes; a seat is told its own if it asks."""
    # The rest of the row and the rest of the column have the four corners' numbers in common, so 1, 2 and 3 stand in
    # corners. With the three of them black in row 1 only c3 and e3 are left; with two of them the third has c1 and e1.
    board = {"b2": 1, "f2": 2, "h2": 3, "d4": 1, "d6": 2, "d8": 3}
    owner = {"b2": 0, "f2": 0, "h2": 0, "d4": 0, "d6": 0, "d8": 0}
    assert arrange(board, owner=owner).aids(0) == {"solvable": True}
    assert arrange({**board, "a1": 1, "g1": 2, "i1": 3}, owner=owner).aids(0) == {"solvable": False}
    assert arrange({**board, "a1": 1, "g1": 2, "i1": 4}, owner=owner).aids(0) == {"solvable": True}
