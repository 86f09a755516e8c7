"""A test for each clause of the rules of Sumoku; what is expected was worked out by hand."""

from __future__ import annotations

import re
from typing import Any

import pytest

import abaculus

COLOURS = "ROYGBP"
TILES = sorted([f"{colour}{number}" for colour in COLOURS for number in range(1, 9)] * 2)
HIGH = [f"{colour}{number}" for number in (8, 7) for colour in COLOURS for _ in range(2)]


def order(tile: str) -> tuple[int, str]:
    return COLOURS.index(tile[0]), tile[1]


def face_down(face: str) -> str:
    return face.replace("9", "6")


def table(key: int, board: str, stock: str, **changes: Any) -> abaculus.State:
    """Seat 0 of two is to play with this stock of eight on this board (``R3@0,0 …``); seat 1 holds high numbers."""
    tiles = [tile.replace("@", ",").split(",") for tile in board.split()]
    placed = sorted(([int(x), int(y), face] for face, x, y in tiles), key=lambda tile: (tile[1], tile[0]))
    left = TILES.copy()
    for tile in [face_down(face) for _, _, face in placed] + stock.split():
        left.remove(tile)
    other: list[str] = []
    for tile in HIGH:
        if tile in left and len(other) < 8:
            left.remove(tile)
            other.append(tile)
    position = {
        "game": "sumoku",
        "options": {"key": key},
        "seats": 2,
        "to_act": [0],
        "over": False,
        "returns": None,
        "phase": "play",
        "key": key,
        "turn_of": 0,
        "bonus": False,
        "passes": 0,
        "laid": [],
        "to_draw": 0,
        "board": placed,
        "stocks": [sorted(stock.split(), key=order), sorted(other, key=order)],
        "bag": sorted(left, key=order),
        "scores": [0, key * 100 if placed else 0],
        **changes,
    }
    return abaculus.from_dict(position)


def play(state: abaculus.State, *texts: str) -> abaculus.State:
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state


def deal(game: abaculus.Game, *stocks: str) -> abaculus.State:
    """A game in which each seat draws these tiles."""
    state = game.new_initial_state()
    for stock in stocks:
        for tile in stock.split():
            state.apply_action(state.string_to_action(-1, f"*{tile}"))
    return state


def legal(state: abaculus.State) -> set[str]:
    return {state.action_to_string(action) for action in state.legal_actions()}


def refused(state: abaculus.State, text: str, clause: str, words: str) -> None:
    reason = state.why_not(state.current_player(), text)
    assert reason is not None
    assert reason.code == f"SUMOKU-{clause}"
    assert re.search(words, reason.words), reason.words
    with pytest.raises(abaculus.IllegalAction):
        state.string_to_action(text)


def scored(state: abaculus.State, *texts: str) -> int:
    """What seat 0 scores with a play."""
    before = state.to_dict()["scores"][0]
    after: int = play(state, *texts, "end").to_dict()["scores"][0]
    return after - before


REDS, ORANGES = "R1 R1 R2 R2 R3 R3 R4 R4", "O1 O1 O2 O2 O3 O3 O4 O4"
MIXED = "R5 O5 Y5 G5 B5 P5 R6 P6"
# Lines of sum 10 and 15 for the key 5.
ROW = "R3@0,0 O1@1,0 Y6@2,0"
FIVE = "R3@0,0 O1@1,0 Y6@2,0 G5@3,0 B5@4,0"


# Pieces


def test_K1_tiles() -> None:
    """SUMOKU-K1: six colours, the numbers 1 to 8, two of each."""
    bag = abaculus.load_game("sumoku").new_initial_state().to_dict()["bag"]
    assert len(bag) == 96
    assert sorted(bag) == TILES
    state = deal(abaculus.load_game("sumoku"), "R7 R7")
    reason = state.why_not(-1, "*R7")
    assert reason is not None
    assert reason == "CHANCE: No R7 is left in the bag."


def test_K2_die() -> None:
    """SUMOKU-K2: 3, 4 and 5 are on two faces each."""
    state = deal(abaculus.load_game("sumoku"), REDS, ORANGES)
    chances = {state.action_to_string(-1, outcome): chance for outcome, chance in state.chance_outcomes()}
    assert chances == {"*3": pytest.approx(1 / 3), "*4": pytest.approx(1 / 3), "*5": pytest.approx(1 / 3)}


def test_K3_names() -> None:
    """SUMOKU-K3: a tile in hand is G6; a 6 laid as a nine is G9."""
    state = table(5, ROW, "G6 B1 O2 P2 B3 R7 Y1 P3")
    assert "G6" in state.to_dict()["stocks"][0]
    play(state, "G9@0,-2", "B3@0,-1")
    assert state.to_dict()["laid"] == [[0, -2, "G9"], [0, -1, "B3"]]
    assert state.to_dict()["stocks"][0] == ["R7", "O2", "Y1", "B1", "P2", "P3"]
    for text in ("*G9", "*G0", "*V1", "*G", "*6"):
        reason = deal(abaculus.load_game("sumoku"), REDS).why_not(-1, text)
        assert reason is not None
        assert reason.code == "TEXT"


# Setup


def test_S1_draw_eight() -> None:
    """SUMOKU-S1: each seat draws eight, seat 0 first; any of those left is alike likely; everyone sees every stock."""
    game = abaculus.load_game("sumoku", 3)
    state = deal(game, REDS, "O1 O1 B8")
    position = state.to_dict()
    assert position["stocks"] == [REDS.split(), ["O1", "O1", "B8"], []]
    assert (position["turn_of"], position["to_draw"], position["phase"]) == (1, 5, "draw")
    assert state.view(2) == state.view() == position
    chances = {state.action_to_string(-1, outcome): chance for outcome, chance in state.chance_outcomes()}
    assert chances["*B8"] == pytest.approx(1 / 85)
    assert chances["*B7"] == pytest.approx(2 / 85)
    assert "*O1" not in chances


@pytest.mark.parametrize(
    ("stocks", "first"),
    [
        ([REDS, "O1 O1 O2 O2 O3 O3 O4 O5"], 0),  # 20 and 21
        ([REDS, ORANGES], 0),  # of several the lowest seat
        (["O1 O1 O2 O2 O3 O3 O4 O6", "R1 R1 R2 R2 R3 R3 R4 R5", "B7 B7 Y8 Y8 G8 G8 P8 P8"], 1),  # 6 counts 6
        (["B7 B7 Y8 Y8 G8 G8 P8 P8", ORANGES, REDS], 1),
    ],
)
def test_S2_smallest_total_rolls_and_starts(stocks: list[str], first: int) -> None:
    """SUMOKU-S2: the seat with the smallest total rolls the die, which is the key, and goes first."""
    state = deal(abaculus.load_game("sumoku", len(stocks)), *stocks)
    position = state.to_dict()
    assert (position["phase"], position["turn_of"], position["key"]) == ("roll", first, None)
    assert state.is_chance_node()
    play(state, "*4")
    assert (state.to_dict()["phase"], state.to_dict()["key"]) == ("play", 4)
    assert state.players_to_act() == [first]
    fixed = deal(abaculus.load_game("sumoku", len(stocks), key=3), *stocks)
    assert fixed.players_to_act() == [first]
    assert fixed.to_dict()["key"] == 3


def test_S2_key_is_an_option() -> None:
    """SUMOKU-S2: "roll", 3, 4 or 5; with a fixed key nothing is rolled."""
    for key in (2, 6, "3", None, True):
        with pytest.raises(abaculus.OptionError, match="key"):
            abaculus.load_game("sumoku", key=key)
    reason = deal(abaculus.load_game("sumoku", key=3), REDS).why_not(-1, "*3")
    assert reason is not None
    assert reason.code == "TEXT"


def test_S2_the_die_has_its_own_luck() -> None:
    """SUMOKU-S2: the tiles that are drawn are the same whether a die is rolled or not, and whatever was played."""

    def drawn(key: int | str, action: int) -> list[str]:
        state = abaculus.load_game("sumoku", key=key).new_initial_state()
        luck = abaculus.Luck(5)
        tiles: list[str] = []
        while len(tiles) < 24:
            if state.is_chance_node():
                text = state.action_to_string(-1, luck.draw(state))
                state.apply_action(state.string_to_action(-1, text))
                tiles += [text] if len(text) == 3 else []
            else:
                state.apply_action(state.legal_actions()[action])
        return tiles

    assert drawn("roll", 0) == drawn("roll", -1) == drawn(3, 0) == drawn(4, -1)


# A play


def test_P1_first_tile_at_the_origin() -> None:
    """SUMOKU-P1: the first play has its first tile at 0,0, whichever seat makes it."""
    state = deal(abaculus.load_game("sumoku", key=5), REDS, "O5 Y5 G5 B5 P5 P6 P7 P8")
    play(state, "pass")
    assert state.players_to_act() == [1]
    assert {text.split("@")[1] for text in legal(state)} == {"0,0"}
    refused(state, "O5@1,0", "P1", "0,0")
    assert legal(play(state, "O5@0,0")) == {"Y5@1,0", "G5@1,0", "B5@1,0", "P5@1,0"}


def test_P1_coordinates() -> None:
    """SUMOKU-P1: places lie within 80 of the first one; x goes to the right, y down."""
    state = table(5, ROW, MIXED)
    for text in ("R5@81,0", "R5@0,-81", "R5@100,0"):
        reason = state.why_not(0, text)
        assert reason is not None
        assert reason.code == "TEXT"
    refused(state, "R5@80,-80", "P3", "80,-80")
    play(state, "B5@3,0", "end")
    assert state.to_dict()["board"][-1] == [3, 0, "B5"]


def test_P2_one_row_or_column() -> None:
    """SUMOKU-P2: tiles of the stock, on empty places of one row or column."""
    state = table(5, ROW, "R5 O5 Y5 G5 B5 P5 G2 P6")
    refused(state, "G4@3,0", "P2", "No G4 is in the stock")
    refused(state, "B5@1,0", "P2", "At 1,0 lies O1 already")
    play(state, "B5@0,-2")
    refused(state, "G5@1,-1", "P2", "one row or one column")
    assert scored(state, "G2@0,-1") == 10  # 5 2 3


def test_P2_no_gap() -> None:
    """SUMOKU-P2: between the first and the last tile no place is empty; a tile that lay there may be between."""
    state = table(5, ROW, MIXED)
    play(state, "G5@-1,0")
    refused(state, "B5@4,0", "P2", "3,0 would be empty")
    refused(state, "B5@1,0", "P2", "O1 already")
    assert {text for text in legal(state) if text.endswith(",0")} == {
        "B5@3,0",
        "P5@3,0",
    }
    assert scored(state, "B5@3,0") == 20  # past the three that lie there


def test_P3_first_play() -> None:
    """SUMOKU-P3: two to six tiles in a row."""
    state = deal(abaculus.load_game("sumoku", key=5), MIXED, "O8 O8 Y8 Y8 G8 G8 B8 B8")
    play(state, "R5@0,0")
    refused(state, "end", "P3", "two tiles or more")
    refused(state, "O5@0,1", "P3", "row")
    play(state, "O5@1,0", "Y5@2,0", "G5@3,0", "B5@4,0", "P5@5,0")
    assert legal(state) == {"end"}


def test_P3_later_plays_touch() -> None:
    """SUMOKU-P3: some laid tile is edge-adjacent to one that lay there; diagonally is not."""
    state = table(5, ROW, MIXED)
    refused(state, "B5@3,8", "P3", "3,8")
    refused(state, "B5@3,1", "P3", "reaches")  # from there it goes on to the right or down
    play(state, "B5@3,-1")
    refused(state, "end", "P3", "touch")
    assert scored(state, "G5@3,0") == 25  # 3 1 6 5 and 5 5


def test_P4_sum() -> None:
    """SUMOKU-P4: every line that holds a laid tile sums to a multiple of the key."""
    state = table(5, ROW, "R5 O5 Y5 G5 B5 P5 G4 P6")
    play(state, "G4@3,0")
    refused(state, "end", "P4", "row R3 O1 Y6 G4 sums to 14, no multiple of 5")
    assert legal(state) == {"P6@4,0", "B5@4,0"}  # to 20, or to 25 with both
    assert scored(state, "P6@4,0") == 20


def test_P4_lines_across() -> None:
    """SUMOKU-P4: so does every line across."""
    state = table(5, ROW, "R5 O5 Y5 G3 B6 P4 G4 P7")
    play(state, "B6@1,1")  # 1 + 6 = 7, so it goes on down, not to the right
    refused(state, "G4@2,1", "P4", "column O1 B6 would sum to 7, no multiple of 5")
    assert legal(state) == {"R5@1,2", "Y5@1,2", "P4@1,2", "G4@1,2", "G3@1,2"}
    state = table(5, ROW, "R5 O5 Y5 G3 B6 P4 G4 P7")
    play(state, "P7@0,1")
    refused(state, "G3@1,1", "P4", "column O1 G3 would sum to 4, no multiple of 5")
    assert scored(state) == 10
    refused(table(5, ROW + " G5@3,0 B5@3,1", MIXED), "P6@2,1", "P4", "row P6 B5 to 11 and the column Y6 P6 to 12")


def test_P4_colours() -> None:
    """SUMOKU-P4: no colour twice in a line, though the numbers may be the same."""
    state = table(5, ROW, MIXED)
    refused(state, "R5@3,0", "P4", "Red would stand twice in the row R3 O1 Y6 R5")
    refused(state, "O5@1,1", "P4", "Orange would stand twice in the column O1 O5")
    play(state, "B5@3,0", "G5@4,0")
    assert scored(state) == 20


def test_P4_six_tiles() -> None:
    """SUMOKU-P4: a line has at most six tiles: a seventh would repeat a colour."""
    state = table(5, FIVE + " P5@5,0", MIXED)
    assert not any(text.endswith(("@6,0", "@-1,0")) for text in legal(state))
    refused(state, "R5@6,0", "P4", "Red would stand twice")


def test_P5_six_or_nine() -> None:
    """SUMOKU-P5: a 6 is laid as a six or a nine, and keeps that value in both its lines."""
    state = table(5, "R1@0,0 O4@1,0", "G6 B6 Y1 Y2 P1 P2 R7 G8")
    assert {"G6@2,0", "G9@2,0"} <= legal(state)
    refused(state, "Y9@2,0", "P5", "no Y6 is in the stock")
    play(state, "G9@2,0")
    assert scored(state, "Y1@3,0") == 15  # 1 4 9 1
    assert [2, 0, "G9"] in state.to_dict()["board"]
    state = table(5, "R1@0,0 O5@1,0 G9@2,0", "R6 O6 Y1 Y2 P1 P2 R7 B6")
    assert scored(state, "B6@2,1") == 15


def test_P6_order() -> None:
    """SUMOKU-P6: tiles are laid left to right or top to bottom, then `end`; nothing is taken back, no `pass`."""
    state = table(5, ROW, MIXED)
    refused(state, "end", "P2", "none is laid")
    play(state, "B5@3,0")
    refused(state, "G5@-1,0", "P6", "left to right")
    refused(state, "G5@3,-1", "P6", "top to bottom")
    refused(state, "pass", "P6", "under way")
    assert "end" in legal(state)


def test_P6_only_what_can_be_ended() -> None:
    """SUMOKU-P6: a tile is offered only if some legal play starts with the tiles laid and it."""
    state = table(5, ROW, "R5 O5 Y5 G5 B4 P4 B8 P8")
    # The row sums to 10, and green, blue and purple may follow: 5, but no 4 or 8 comes to a multiple of 5.
    assert {text for text in legal(state) if text.endswith("@3,0")} == {"G5@3,0"}
    refused(state, "B4@3,0", "P6", "goes on from B4@3,0")


def test_P6_first_tile_five_places_away() -> None:
    """SUMOKU-P6: the first tile may lie up to five places from the crossword."""
    state = table(5, ROW, "O5 Y5 G5 B5 P2 R5 R5 P5")
    places = {tuple(map(int, text.split("@")[1].split(","))) for text in legal(state)}
    assert min(x for x, y in places if y == 0) == -3  # three more colours fit into the row
    assert min(y for x, y in places if x == 0) == -5  # 5 5 5 5 2 and the 3 that lies there
    refused(state, "O5@0,-6", "P6", "goes on from")
    assert scored(state, "O5@0,-5", "Y5@0,-4", "G5@0,-3", "B5@0,-2", "P2@0,-1") == 25


# Score


def test_C1_every_line() -> None:
    """SUMOKU-C1: a play scores the sum of every line that holds a laid tile."""
    state = table(5, ROW, "G4 B7 P4 P6 R5 O5 P5 Y5")
    assert scored(state, "B7@0,1", "G4@1,1", "P4@2,1") == (3 + 7) + (1 + 4) + (6 + 4) + (7 + 4 + 4)


@pytest.mark.parametrize("key", [3, 4, 5])
@pytest.mark.parametrize("length", range(2, 7))
def test_C1_every_sum(key: int, length: int) -> None:
    """SUMOKU-C1: a line of each length counts its sum, from the smallest multiple of the key to the largest, 54."""
    for total in range(-length // key * -key, 9 * length + 1, key):
        values = [total // length + (i < total % length) for i in range(length)]
        line = [f"{colour}{value}" for colour, value in zip(COLOURS, values, strict=False)]
        rest = ["R1", "R2", "R3", "R4", "R5", "R7"][: 8 - length]
        state = table(key, "", " ".join([*map(face_down, line), *rest]))
        assert scored(state, *(f"{face}@{x},0" for x, face in enumerate(line))) == total


def test_X1_added_to_a_row() -> None:
    """SUMOKU-X1: key 5, a row sums to 10 and 5 is added to it: 15 points."""
    assert scored(table(5, "R3@0,0 Y7@1,0", MIXED), "B5@2,0") == 15


def test_X2_a_new_line_across() -> None:
    """SUMOKU-X2: a new line 1 7 2 that crosses an old one at the 1 scores 10."""
    assert scored(table(5, "R1@0,0 Y4@1,0", "B7 G2 R5 R5 O5 O5 P5 P5"), "B7@0,1", "G2@0,2") == 10


def test_X3_a_line_that_ends_another() -> None:
    """SUMOKU-X3: 5 9 1 down whose 5 ends the old row 3 1 6 scores 30."""
    assert scored(table(5, ROW, "G5 B6 P1 R5 R5 O5 O5 Y5"), "G5@3,0", "B9@3,1", "P1@3,2") == 30


def test_C2_bonus() -> None:
    """SUMOKU-C2: a line of six lets the seat play again before it draws; each bonus play can earn another."""
    state = table(5, FIVE, "P5 O5 Y5 G5 R5 B4 P1 P6")
    play(state, "P5@5,0", "end")
    position = state.to_dict()
    assert (position["bonus"], position["turn_of"], position["phase"]) == (True, 0, "play")
    assert position["scores"][0] == 25
    assert len(position["stocks"][0]) == 7
    play(state, "O5@5,1", "end")
    position = state.to_dict()
    assert (position["bonus"], position["turn_of"], position["phase"]) == (False, 0, "draw")
    assert position["scores"][0] == 35
    assert position["to_draw"] == 2


def test_C2_two_lines_of_six_give_one_play_more() -> None:
    """SUMOKU-C2: with two such lines in one play there is one play more; without a legal play it is passed."""
    state = table(5, FIVE, "P5 O5 Y5 G5 R5 B5 P3 P8")
    play(state, "P5@5,0", "O5@5,1", "Y5@5,2", "G5@5,3", "R5@5,4", "B5@5,5", "end")
    assert state.to_dict()["bonus"]
    assert state.to_dict()["scores"][0] == 25 + 30
    assert legal(state) == {"pass"}
    refused(state, "end", "C2", "pass")
    refused(state, "P3@0,1", "C2", "pass")
    refused(state, "P3@-1,0", "P4", "Purple would stand twice")
    play(state, "pass")
    position = state.to_dict()
    assert (position["bonus"], position["phase"], position["to_draw"], position["passes"]) == (False, "draw", 6, 0)


def test_C3_draws_to_eight() -> None:
    """SUMOKU-C3: after the play the seat draws to eight; then the next is to play."""
    state = table(5, ROW, MIXED)
    play(state, "B5@3,0", "G5@4,0", "end")
    assert (state.to_dict()["phase"], state.to_dict()["to_draw"], state.to_dict()["turn_of"]) == ("draw", 2, 0)
    play(state, "*B1")
    assert (state.to_dict()["phase"], state.to_dict()["to_draw"], state.to_dict()["turn_of"]) == ("draw", 1, 0)
    play(state, "*B2")
    assert (state.to_dict()["phase"], state.to_dict()["to_draw"], state.to_dict()["turn_of"]) == ("play", 0, 1)
    assert {"B1", "B2"} <= set(state.to_dict()["stocks"][0])
    assert len(state.to_dict()["stocks"][0]) == 8


# Passing and the end


def test_E1_who_can_play_must() -> None:
    """SUMOKU-E1: only a seat without a legal play may pass, a starter too."""
    state = table(5, ROW, MIXED)
    assert "pass" not in legal(state)
    refused(state, "pass", "E1", "must")
    state = deal(abaculus.load_game("sumoku", key=5), REDS, "O5 Y5 G5 B5 P5 P6 P7 P8")
    assert legal(state) == {"pass"}
    refused(state, "end", "E1", "pass")
    refused(state, "R1@0,0", "E1", "pass")
    refused(state, "O1@0,0", "P2", "No O1")


def test_E2_all_have_passed() -> None:
    """SUMOKU-E2: the game ends when every seat in turn has passed, whether or not tiles are left in the bag."""
    state = deal(abaculus.load_game("sumoku", 3, key=5), REDS, ORANGES, "B5 B5 B6 B6 B7 B7 B8 B8")
    play(state, "pass", "pass")
    assert not state.is_terminal()
    assert (state.to_dict()["passes"], state.to_dict()["turn_of"]) == (2, 2)
    play(state, "pass")
    assert state.is_terminal()
    position = state.to_dict()
    assert (position["phase"], position["passes"], position["turn_of"], len(position["bag"])) == ("over", 3, 2, 72)


def test_E3_tiles_left_are_deducted() -> None:
    """SUMOKU-E3: each seat loses the sum of its stock, a 6 counts 6; a score may be negative."""
    state = deal(abaculus.load_game("sumoku", 3, key=5), REDS, "B5 B5 B6 B6 B7 B7 B8 B8", ORANGES)
    play(state, "pass", "pass", "pass")
    assert state.to_dict()["scores"] == [-20, -52, -20]


def test_E4_winners() -> None:
    """SUMOKU-E4: the highest score wins; sharers share 1."""
    state = deal(abaculus.load_game("sumoku", 3, key=5), REDS, "B5 B5 B6 B6 B7 B7 B8 B8", ORANGES)
    play(state, "pass", "pass", "pass")
    assert state.returns() == [0.5, 0, 0.5]
    state = deal(abaculus.load_game("sumoku", 2, key=5), REDS, "B5 B5 B6 B6 B7 B7 B8 B8")
    play(state, "pass", "pass")
    assert state.returns() == [1, 0]


def test_parts_of_actions() -> None:
    """What a client needs to draw and filter actions."""
    state = table(5, "R1@0,0 O4@1,0", "G6 B6 Y1 Y2 P1 P2 R7 G8")
    assert state.action_parts(0, state.string_to_action("G9@2,0")) == ("lay", "G6", "G9", 2, 0)
    play(state, "G9@2,0", "Y1@3,0")
    assert state.action_parts(0, state.string_to_action("end")) == ("end", None, None, None, None)
