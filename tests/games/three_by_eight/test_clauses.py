"""A test for each clause of the rules of 3x8."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import abaculus

Card = int | str
CARDS: list[Card] = [*range(110), *(f"b{i}" for i in range(10))]
START = ["*61", "*13", "*b9", "*4", "*16", "*33", "*78", "*9", "*70", "*75", "*101"]  # a pool and two hands


def game(*texts: str, seats: int = 2, **options: Any) -> abaculus.State:
    return play(abaculus.load_game("3x8", seats, **options).new_initial_state(), *texts)


def play(state: abaculus.State, *texts: str) -> abaculus.State:
    """A copy in which these texts were played."""
    state = state.clone()
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state


def row(*cards: int, blocker: str | None = None) -> dict[str, Any]:
    return {"cards": list(cards), "blocker": blocker}


def done(card: int) -> dict[str, int]:
    return {"completed": card}


def table(
    hand: list[Card], rows: list[Any], other_rows: list[Any] | None = None, seats: int = 2, **more: Any
) -> abaculus.State:
    """Seat 0 is to act, with this hand and these rows; seat 1 has the others. The rest is to be drawn."""
    options = {"first": 0, "max_turns": 400, "blockers": "standard"} | more.pop("options", {})
    places = [[*some, *[None] * (4 - len(some))] for some in (rows, other_rows or [])]
    position: dict[str, Any] = {
        "game": "3x8",
        "options": options,
        "seats": seats,
        "to_act": [0],
        "over": False,
        "returns": None,
        "phase": "main",
        "turn_of": 0,
        "turn": 1 + 2 * seats,
        "hands": [hand, *[[] for _ in range(seats - 1)]],
        "rows": places + [[None] * 4 for _ in range(seats - 2)],
        "pool": [107, 108, 109],
        "discard": [],
        "box": [],
        "played": 0,
        "row": None,
        "moved": False,
        "to_draw": 0,
        "known": [[] for _ in range(seats)],
        **more,
    }
    lying = [*position["pool"], *position["discard"], *position["box"], *(c for h in position["hands"] for c in h)]
    for lies in (lies for some in position["rows"] for lies in some if lies):
        lying += [lies["completed"]] if "completed" in lies else lies["cards"]
        lying += [f"b{lies['blocker'][0]}"] if lies.get("blocker") else []
    position.setdefault("draw", [card for card in CARDS if card not in lying])
    return abaculus.from_dict(position)


def legal(state: abaculus.State, start: str = "") -> set[str]:
    texts = {state.action_to_string(state.current_player(), action) for action in state.legal_actions()}
    return {text for text in texts if text.startswith(start)}


def plays(state: abaculus.State) -> set[str]:
    return {text for text in legal(state) if text[0].isdigit()}


def refusal(state: abaculus.State, text: str, player: int = 0) -> abaculus.Reason:
    reason = state.why_not(player, text)
    assert reason is not None, f"{text} is legal"
    with pytest.raises(abaculus.IllegalAction) as raised:
        state.string_to_action(player, text)
    assert raised.value.reason == reason
    return reason


def clause(state: abaculus.State, text: str) -> str:
    code, dash, rest = refusal(state, text).code.partition("-")
    assert not dash or code == "3x8"
    return rest or code


def draw(state: abaculus.State, *cards: Card) -> abaculus.State:
    """Take these cards from the pile."""
    for card in cards:
        state = play(state, "d", f"*{card}")
    return state


# Cards


def test_K1_number_cards() -> None:
    """3x8-K1: 0 to 109, one of each."""
    assert [card for card in game().to_dict()["draw"] if isinstance(card, int)] == list(range(110))
    for text in ("110>n", "-1>n", "017>n", "*110", "*-1"):
        assert refusal(game(), text, -1).code == "TEXT"
    assert plays(table([0], [])) == {"0>n"}
    # a colour is ten cards: 9 and 10 are not played together, 10 and 19 are
    assert plays(play(table([9, 10], []), "9>n")) == set()
    assert plays(play(table([10, 19], []), "10>n")) == {"19>1"}


STANDARD = """
b0 0 1 2 / 5 5 6 7
b1 1 2 3 / 6 6 7 8
b2 2 3 4 / 7 7 8 9
b3 3 4 5 / 8 7 8 9
b4 4 5 6 / 9 7 8 9
b5 5 6 7 / 0 0 1 2
b6 6 7 8 / 1 1 2 3
b7 7 8 9 / 2 2 3 4
b8 8 8 9 / 3 3 4 5
b9 9 8 9 / 4 4 5 6
"""


@pytest.mark.parametrize("line", STANDARD.split("\n")[1:-1])
def test_K2_the_standard_deck(line: str) -> None:
    """3x8-K2: the half is played on its base colour, and then its colours cannot be played there."""
    name, *_ = line.split()
    for half, facts in zip("ab", line[3:].split("/"), strict=True):
        base, *blocked = map(int, facts.split())
        for colour in range(11):
            state = table([name], [], [row(10 * colour)])
            assert (f"{name}{half}>1.1" in legal(state)) == (colour == base)
        # The other seat has a card of each colour, the last of it, and can play those that are open.
        hand = [card for card in range(9, 107, 10) if card > 10 * base] + [106]
        state = table([name], [], [row(10 * base)], hands=[[name], hand])
        state = draw(play(state, f"{name}{half}>1.1"), 1, 2)
        open_to = {f"{card}>1" for card in hand if card // 10 not in blocked}
        assert {text for text in plays(state) if text.endswith(">1")} == open_to
        assert open_to


def test_K2_another_deck() -> None:
    """3x8-K2: the deck is data."""
    deck = [{"a": {"base": i, "blocks": [i, i + 1]}, "b": {"base": 10, "blocks": [0, 5, 10]}} for i in range(10)]
    state = table(["b3"], [], [row(35), row(105)], options={"blockers": deck})
    assert state.game.options["blockers"] == deck
    assert legal(state, "b") == {"b3a>1.1", "b3b>1.2"}
    state = play(state, "b3b>1.2")
    assert state.to_dict()["rows"][1][1] == row(105, blocker="3b")
    assert abaculus.from_dict(state.to_dict()) == state


def test_K2_a_deck_is_copied() -> None:
    """3x8-K2: who changes the list afterwards does not change the game."""
    deck = [{"a": {"base": i, "blocks": [i, i + 1]}, "b": {"base": 10, "blocks": [0, 5]}} for i in range(10)]
    made = abaculus.load_game("3x8", blockers=deck)
    deck[0]["a"]["blocks"][0] = 7  # type: ignore[index]
    assert made.options["blockers"][0]["a"] == {"base": 0, "blocks": [0, 1]}


GOOD = {"a": {"base": 3, "blocks": [4, 5]}, "b": {"base": 8, "blocks": [7, 8, 9]}}


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("Standard", "list of 10 cards, not 'Standard'"),
        (None, "not None"),
        ([GOOD] * 9, "not 9 cards"),
        ([GOOD] * 9 + [{"a": GOOD["a"]}], "card b9"),
        ([GOOD] * 9 + [GOOD | {"c": GOOD["a"]}], "card b9"),
        ([GOOD] * 9 + [5], "card b9 is 5"),
        ([GOOD | {"b": GOOD["a"]}] + [GOOD] * 9, "card b0: the two halves are the same"),
        ([GOOD | {"a": {"base": 11, "blocks": [4, 5]}}] + [GOOD] * 9, "card b0, half a: 'base' is 11; .* 0 to 10"),
        ([GOOD | {"a": {"base": True, "blocks": [4, 5]}}] + [GOOD] * 9, "'base' is True"),
        ([GOOD | {"a": {"base": 1, "blocks": [5, 4]}}] + [GOOD] * 9, r"'blocks' is \[5, 4\].*ascending"),
        ([GOOD | {"a": {"base": 1, "blocks": [4]}}] + [GOOD] * 9, "two or three"),
        ([GOOD | {"a": {"base": 1, "blocks": [4, 4]}}] + [GOOD] * 9, "different"),
        ([GOOD | {"a": {"base": 1, "blocks": [1, 2, 3, 4]}}] + [GOOD] * 9, "two or three"),
        ([GOOD | {"a": {"base": 1, "blocks": "45"}}] + [GOOD] * 9, "'blocks' is '45'"),
        ([GOOD | {"a": {"base": 1}}] + [GOOD] * 9, "half a is .* 'base' and 'blocks'"),
    ],
)
def test_K2_a_deck_of_another_form_is_refused(fault: Any, words: str) -> None:
    """3x8-K2: the error names card and half."""
    with pytest.raises(abaculus.OptionError, match=words) as raised:
        abaculus.load_game("3x8", blockers=fault)
    assert "'blockers'" in str(raised.value)


# Setup


def test_S1_setup() -> None:
    """3x8-S1: three cards to the pool, four to each seat from seat 0 on, each alike likely."""
    state = game(seats=3, first=2)
    assert state.to_dict()["draw"] == CARDS
    luck = abaculus.Luck(5)
    for n in range(3 + 12):
        position = state.to_dict()
        assert position["phase"] == ("pool" if n < 3 else "deal")
        assert position["to_act"] == "chance"
        assert [len(hand) for hand in position["hands"]] == [min(4, max(0, n - 3 - 4 * seat)) for seat in range(3)]
        assert position["pool"][min(n, 3) :] == [None] * (3 - min(n, 3))
        assert state.chance_outcomes() == [(CARDS.index(card), 1 / (120 - n)) for card in position["draw"]]
        state.apply_action(luck.draw(state))
    assert state.to_dict()["phase"] == "main"
    assert state.to_dict()["known"] == [[], [], []]


def test_S1_the_pool_may_hold_a_blocker() -> None:
    """3x8-S1: and a hand too."""
    assert game(*START).to_dict()["pool"] == [61, 13, "b9"]
    assert game(*START).to_dict()["hands"] == [[4, 16, 33, 78], [9, 70, 75, 101]]
    assert game(*START[:3], "*b0", "*5").to_dict()["hands"] == [[5, "b0"], []]


def test_S1_the_cards_are_the_same_whatever_the_seats_did() -> None:
    """3x8-S1: one deck, one stream of luck."""
    drawn = []
    for first_action in ("grow", "n"):
        state, luck = game(), abaculus.Luck(3)
        cards: list[int] = []
        while len(cards) < 16:
            if state.is_chance_node():
                assert state.chance_stream() == 0
                cards.append(luck.draw(state))
                state.apply_action(cards[-1])
            else:
                texts = legal(state)
                state = play(state, min(text for text in texts if text.endswith(first_action) or text in ("end", "d")))
        drawn.append(cards)
    assert drawn[0] == drawn[1]


def test_S2_first_player() -> None:
    """3x8-S2: a seat that is there, seat 0 unless set."""
    assert game(*START).current_player() == 0
    assert game(*START, first=1).current_player() == 1
    for seats, first in ((2, 2), (3, 3), (4, 4), (2, -1)):
        with pytest.raises(abaculus.OptionError, match="'first'"):
            abaculus.load_game("3x8", seats, first=first)


# Rows


def test_R1_at_most_four_rows() -> None:
    """3x8-R1: completed ones included."""
    for fourth in (row(30), done(30)):
        state = table([5, 99], [row(10), row(20), fourth, row(40)])
        assert "99>n" not in legal(state)
        assert clause(state, "99>n") == "R1"
        assert clause(play(state, "99>1"), "m1>n") == "R1"
    assert legal(table([5], [row(10), row(20), done(30)]), "5>") == {"5>n"}


def test_R1_ascending() -> None:
    """3x8-R1: each card is above the last, and added at the end."""
    state = table([16, 17, 18, 50], [row(10, 40)])
    assert legal(state, "50>") == {"50>1", "50>n"}
    reason = refusal(state, "16>1")
    assert reason.code == "3x8-R1"
    assert "40" in reason.words
    assert "16" in reason.words
    state = table([12], [row(10, 15)])
    assert clause(state, "12>1") == "R1"
    assert clause(state, "15>1") == "R1"  # equal is not above


def test_R2_a_completed_row_takes_part_in_nothing() -> None:
    """3x8-R2: no play, no move, no blocker on it."""
    state = table([50, "b0", "b5"], [done(3), row(30)], [done(5)])
    assert clause(state, "50>1") == "R2"
    assert clause(state, "b5b>1.1") == "R2"
    assert clause(play(state, "50>2"), "m1>1") == "R2"


def test_R3_one_blocker() -> None:
    """3x8-R3: an open row may bear one half."""
    state = table(["b1", "b6"], [], [row(15, blocker=None)])
    state = play(state, "b1a>1.1")
    assert state.to_dict()["rows"][1][0] == row(15, blocker="1a")
    state = table(["b6"], [], [row(15, blocker="1a"), row(18)])
    assert legal(state, "b") == {"b6b>1.2"}
    assert clause(state, "b6b>1.1") == "R3"
    assert clause(state, "b3a>1.1") == "R3"


# The turn


def test_M1_one_of_three_actions() -> None:
    """3x8-M1: play, grow or block; nothing else starts a turn."""
    state = table([17, "b4"], [row(10)], [row(42)])
    assert legal(state) == {"17>1", "17>n", "drop 1", "grow", "b4a>1.1"}
    for text in ("end", "m1>1", "m1>n", "p1", "d"):
        assert clause(state, text) == "M1"


def test_M1_grow_is_always_allowed() -> None:
    """3x8-M1: also when no card is left; the turn is then over at once."""
    rest = [*range(110), *(f"b{i}" for i in range(10))]
    state = table([], [], hands=[[], rest], pool=[None] * 3, draw=[])
    assert legal(state) == {"grow"}
    state = play(state, "grow")
    assert (state.to_dict()["phase"], state.to_dict()["turn"]) == ("main", 6)


def test_M2_drop() -> None:
    """3x8-M2: at any decision of the turn; cards to the discard pile, a blocker to the box."""
    state = table([50, 51], [row(10, 20), row(40), row(1, blocker="0a")])
    assert legal(state, "drop") == {"drop 1", "drop 2", "drop 3"}
    dropped = play(state, "drop 3").to_dict()
    assert (dropped["discard"], dropped["box"], dropped["phase"]) == ([1], ["b0"], "main")
    assert dropped["rows"][0] == [row(10, 20), row(40), None, None]
    for texts in (["50>1"], ["50>1", "m1>2"], ["50>1", "end"]):
        later = play(state, *texts)
        assert legal(later, "drop") == {"drop 1", "drop 2", "drop 3"}
        phase = later.to_dict()["phase"]
        later = play(later, "drop 2", "drop 3")
        assert legal(later, "drop") == {"drop 1"}
        assert later.to_dict()["phase"] == phase
        assert later.to_dict()["row"] == 1


def test_M2_the_row_played_on_is_dropped() -> None:
    """3x8-M2: the play goes on without a row, and still draws for it."""
    state = play(table([50, 51], [row(10), row(40)]), "50>1", "drop 1")
    assert state.to_dict()["row"] is None
    assert legal(state) == {"drop 2", "end"}
    for text in ("51>1", "51>2", "51>n", "m1>2", "m1>n"):
        assert clause(state, text) == "M2"
    state = play(state, "end")
    assert state.to_dict()["to_draw"] == 1


def test_M2_completed_rows_and_empty_places_cannot_be_dropped() -> None:
    """3x8-M2: only open ones."""
    state = table([50], [done(3), row(9)])
    assert clause(state, "drop 1") == "M2"
    assert "completed" in refusal(state, "drop 1").words
    assert clause(state, "drop 3") == "M2"
    assert clause(play(state, "50>2", "end"), "drop 3") == "M2"
    assert refusal(state, "drop 5").code == "TEXT"


def test_A1_the_first_card() -> None:
    """3x8-A1: at the end of a row, or as a new row in the lowest free place."""
    state = table([17, 45], [row(10), None, row(40)])
    assert plays(state) == {"17>1", "17>n", "45>1", "45>3", "45>n"}
    assert play(state, "17>1").to_dict()["rows"][0][0] == row(10, 17)
    after = play(state, "17>n").to_dict()
    assert after["rows"][0][1] == row(17)
    assert (after["row"], after["played"], after["phase"]) == (2, 1, "play")
    assert clause(state, "18>1") == "A1"  # not in hand
    assert clause(state, "18>n") == "A1"
    assert clause(state, "45>2") == "A1"  # no row there


def test_A2_more_cards() -> None:
    """3x8-A2: in the same row, of the same colour, each above the last."""
    state = play(table([16, 17, 19, 20, 23], [row(10), row(5)]), "17>1")
    assert plays(state) == {"19>1"}
    assert clause(state, "16>1") == "R1"
    assert clause(state, "20>1") == "A2"
    assert clause(state, "18>1") == "A2"  # not in hand
    assert clause(state, "19>2") == "A2"
    assert clause(state, "19>n") == "A2"
    state = play(state, "19>1")
    assert plays(state) == set()
    assert state.to_dict()["rows"][0][0] == row(10, 17, 19)
    new = play(table([17, 19], [row(5)]), "17>n")
    assert plays(new) == {"19>2"}


def test_A5_grow_block_and_draw_wait_for_the_end() -> None:
    """3x8-A5: `end` closes the play."""
    state = play(table([16, "b4"], [], [row(42)]), "16>n")
    for text in ("grow", "b4a>1.1", "p1", "d"):
        assert clause(state, text) == "A5"


def test_A3_a_card_takes_the_blocker_away() -> None:
    """3x8-A3: to the box, as soon as it is played; the rulebook's example, with 40–59 blocked."""
    state = play(table([50, 61, 64], [row(35, blocker="3a")]), "61>1")
    assert state.to_dict()["box"] == ["b3"]
    assert state.to_dict()["rows"][0][0] == row(35, 61)
    assert plays(state) == {"64>1"}


def test_A4_moves() -> None:
    """3x8-A4: the last k cards of the row played on, to a row that they fit, or to a new one."""
    # the rulebook's example: 40 and 42 are played, then 17, 40, 42 move behind another row
    state = play(table([40, 42], [row(3, 5, 17), row(9, 12), row(41)]), "40>1", "42>1")
    assert legal(state, "m") == {"m1>2", "m2>2", "m3>2", "m1>3", "m1>n", "m2>n", "m3>n", "m4>n"}
    moved = play(state, "m3>2").to_dict()
    assert moved["rows"][0] == [row(3, 5), row(9, 12, 17, 40, 42), row(41), None]
    assert (moved["moved"], moved["row"], moved["played"]) == (True, 1, 2)
    new = play(state, "m2>n").to_dict()
    assert new["rows"][0] == [row(3, 5, 17), row(9, 12), row(41), row(40, 42)]
    assert clause(state, "m4>2") == "R1"
    assert clause(state, "m2>3") == "R1"
    assert clause(state, "m1>1") == "A4"
    assert clause(state, "m1>4") == "A4"
    assert clause(state, "m5>n") == "A4"
    assert clause(state, "m6>2") == "A4"


def test_A4_the_whole_row() -> None:
    """3x8-A4: to another row, whereupon it is gone; to a new row it would do nothing."""
    state = play(table([40], [row(30), row(20)]), "40>1")
    assert legal(state, "m") == {"m1>2", "m2>2", "m1>n"}
    assert clause(state, "m2>n") == "A4"
    gone = play(state, "m2>2")
    assert gone.to_dict()["rows"][0] == [None, row(20, 30, 40), None, None]
    assert gone.to_dict()["row"] is None
    assert legal(gone) == {"drop 2", "end"}


def test_A4_once_and_last() -> None:
    """3x8-A4: after the move only drop and end are left."""
    state = play(table([40, 42, 45], [row(30), row(20)]), "40>1", "42>1", "m1>2")
    assert legal(state) == {"drop 1", "drop 2", "end"}
    assert clause(state, "45>1") == "A4"
    assert clause(state, "m1>2") == "A4"
    assert clause(state, "m1>n") == "A4"


def test_A4_a_blocker_on_the_target_stays() -> None:
    """3x8-A4: and none of the cards moved may have a colour that it blocks (B2)."""
    state = play(table([61], [row(37, 50, 60), row(35, blocker="3a")]), "61>1")
    assert legal(state, "m") == {"m1>2", "m2>2", "m1>n", "m2>n", "m3>n"}
    reason = refusal(state, "m3>2")
    assert reason.code == "3x8-B2"
    assert "40–49 and 50–59" in reason.words
    assert "the 50" in reason.words
    assert play(state, "m2>2").to_dict()["rows"][0][1] == row(35, 60, 61, blocker="3a")
    # all lower ones stay, whether they are blocked or not
    state = play(table([75], [row(36, 55, 65, 70), row(35, blocker="3a")]), "75>1")
    assert legal(state, "m1") | legal(state, "m2") | legal(state, "m3") >= {"m1>2", "m2>2", "m3>2"}
    assert clause(state, "m4>2") == "B2"
    assert clause(state, "m5>2") == "B2"


def test_A4_a_move_of_more_cards_than_any_row_has() -> None:
    """3x8-A4: `m18>1` is an action that is not allowed now."""
    state = play(table([40], [row(30), row(20)]), "40>1")
    for text in ("m3>2", "m17>2", "m18>2", "m100>n", "m18>1"):
        assert clause(state, text) == "A4"
    assert clause(table([40], [row(30)]), "m18>1") == "M1"
    for text in ("m0>1", "m01>1", "m1>5", "m1>0", "m>1"):
        assert refusal(state, text).code == "TEXT"


def test_A4_seventeen_cards() -> None:
    """3x8-A4: the longest row: seven cards and all ten of a colour."""
    ten: list[Card] = list(range(50, 60))
    state = table(ten, [row(1, 2, 3, 4, 5, 6, 7), row(0)])
    state = play(state, *(f"{card}>1" for card in ten))
    assert {f"m{k}>2" for k in range(1, 18)} == {text for text in legal(state, "m") if text.endswith(">2")}
    assert play(state, "m17>2").to_dict()["rows"][0][1] == row(*range(8), *range(50, 60))


def test_A5_eight_cards_complete_a_row() -> None:
    """3x8-A5: at `end`; the lowest card stays, the others are discarded, a blocker goes to the box."""
    state = table([70, 75], [row(3, 10, 20, 30, 40, 50), row(1)])
    state = play(state, "70>1", "75>1")
    assert state.to_dict()["rows"][0][0] == row(3, 10, 20, 30, 40, 50, 70, 75)
    assert "m1>n" in legal(state)  # it may still be moved apart, or dropped
    assert "drop 1" in legal(state)
    ended = play(state, "end").to_dict()
    assert ended["rows"][0] == [done(3), row(1), None, None]
    assert ended["discard"] == [10, 20, 30, 40, 50, 70, 75]
    assert (ended["row"], ended["played"], ended["to_draw"]) == (1, 2, 2)
    assert play(state, "m1>n", "end").to_dict()["rows"][0][0] == row(3, 10, 20, 30, 40, 50, 70)
    assert play(state, "drop 1", "end").to_dict()["rows"][0] == [None, row(1), None, None]


def test_A5_a_blocker_on_a_completed_row() -> None:
    """3x8-A5, 3x8-B3: the row moved to is completed with the blocker that stayed on it."""
    state = table([77], [row(70, 71, 72), row(30, 31, 32, 41, blocker="9b")])
    ended = play(state, "77>1", "m4>2", "end").to_dict()
    assert ended["rows"][0] == [None, done(30), None, None]
    assert ended["box"] == ["b9"]
    assert ended["discard"] == [31, 32, 41, 70, 71, 72, 77]


def test_A5_seven_cards_do_not() -> None:
    """3x8-A5: eight or more."""
    state = play(table([75], [row(3, 10, 20, 30, 40, 50)]), "75>1", "end")
    assert state.to_dict()["rows"][0][0] == row(3, 10, 20, 30, 40, 50, 75)


def test_A6_as_many_cards_are_drawn_as_were_played() -> None:
    """3x8-A6: from pool or pile; then it is the next seat's turn."""
    state = play(table([40, 41, 42], []), "40>n", "41>1", "42>1", "end")
    assert state.to_dict()["to_draw"] == 3
    state = play(state, "p2", "d", "*99", "p1")
    assert state.to_dict()["hands"][0] == [99, 107, 108]
    assert state.to_dict()["phase"] == "pool"
    state = play(state, "*97", "*98")
    assert state.to_dict()["pool"] == [97, 98, 109]
    assert (state.current_player(), state.to_dict()["turn"]) == (1, 6)


# Grow


def test_G1_grow() -> None:
    """3x8-G1: the pool is discarded and refilled, then one card is drawn, and the pool refilled again."""
    state = play(table([5], [row(9)]), "grow")
    position = state.to_dict()
    assert (position["discard"], position["pool"]) == ([107, 108, 109], [None, None, None])
    assert (position["phase"], position["to_draw"]) == ("pool", 1)
    state = play(state, "*50", "*51", "*b0")
    assert legal(state) == {"drop 1", "p1", "p2", "p3", "d"}
    state = play(state, "p3")
    assert state.to_dict()["hands"][0] == [5, "b0"]
    assert state.to_dict()["known"][0] == ["b0"]
    state = play(state, "*52")
    assert state.to_dict()["pool"] == [50, 51, 52]
    assert state.current_player() == 1


# Block


def test_B1_where_a_blocker_goes() -> None:
    """3x8-B1: another seat's open row without a blocker whose last card has the base colour of the half."""
    state = table(["b4"], [row(45)], [row(42), row(47, 52), row(95), row(1, 48)], seats=3)
    assert legal(state, "b") == {"b4a>1.1", "b4a>1.4", "b4b>1.3"}
    for text in (
        "b4a>0.1",  # the own row
        "b4a>1.2",  # ends in another colour
        "b4b>1.1",  # the other half
        "b4a>2.1",  # no row there
        "b9b>1.1",  # not in hand
        "b4a>3.1",  # no such seat at this table
        "b4a>4.1",  # nor at any
        "b4a>12.3",
    ):
        assert clause(state, text) == "B1"
    for text in ("b10a>1.1", "b4c>1.1", "b4a>1.5", "b4a>1.0", "b4>1.1", "b4a>1", "b4a>01.1"):
        assert refusal(state, text).code == "TEXT"


def test_B2_blocked_colours() -> None:
    """3x8-B2: the owner cannot play them on that row, but on others."""
    state = table([51, 61, 71], [row(42, blocker="4a"), row(43)])
    assert plays(state) == {"51>2", "51>n", "61>2", "61>n", "71>1", "71>2", "71>n"}
    reason = refusal(state, "51>1")
    assert reason.code == "3x8-B2"
    assert "50–59 and 60–69" in reason.words
    assert clause(state, "55>1") == "B2"  # though not in hand


def test_B3_the_blocker_leaves_with_the_row() -> None:
    """3x8-B3: dropped or completed (A5), or when a card is played (A3)."""
    assert play(table([5], [row(42, blocker="4a")]), "drop 1").to_dict()["box"] == ["b4"]
    assert play(table([71], [row(42, blocker="4a")]), "71>1").to_dict()["box"] == ["b4"]


def test_B4_the_box_is_out_of_the_game() -> None:
    """3x8-B4: not discarded, and not shuffled in again."""
    state = table([71], [row(42, blocker="4a")], discard=[1], draw=[2], hands=[[71], _rest(71, 42, "b4", 1, 2)])
    state = play(state, "71>1", "end", "d", "*2")
    assert state.to_dict()["phase"] == "main"  # the pool was not touched
    assert state.to_dict()["box"] == ["b4"]
    state = table([71], [row(42, blocker="4a")], discard=[1], draw=[], hands=[[71], _rest(71, 42, "b4", 1)])
    state = play(state, "71>1", "end", "d")
    assert legal(state) == {"*1"}
    assert state.to_dict()["box"] == ["b4"]


def _rest(*elsewhere: Card) -> list[Card]:
    """All other cards but those of the pool."""
    return [card for card in CARDS if card not in (*elsewhere, 107, 108, 109)]


def test_B5_two_cards_are_drawn() -> None:
    """3x8-B5: the hand is one larger from now on."""
    state = play(table([5, "b4"], [], [row(42)]), "b4a>1.1")
    assert state.to_dict()["to_draw"] == 2
    state = play(state, "p1", "p2", "*20", "*21")
    assert state.to_dict()["hands"][0] == [5, 107, 108]
    assert state.current_player() == 1


# Drawing


def test_D1_one_card_at_a_time() -> None:
    """3x8-D1: the pool is not refilled meanwhile; then the leftmost empty place comes first."""
    state = play(table([40, 41, 42], []), "40>n", "41>1", "42>1", "end")
    assert legal(state) == {"drop 1", "p1", "p2", "p3", "d"}
    state = play(state, "p1")
    assert legal(state) == {"drop 1", "p2", "p3", "d"}
    assert clause(state, "p1") == "D1"
    for text in ("end", "grow", "m1>n", "40>1", "5>n", "b4a>1.1", "m18>1"):
        assert clause(state, text) == "D1"
    state = play(state, "p3", "d", "*20")
    assert state.to_dict()["pool"] == [None, 108, None]
    assert state.to_dict()["phase"] == "pool"
    assert play(state, "*21").to_dict()["pool"] == [21, 108, None]
    assert play(state, "*21", "*22").to_dict()["pool"] == [21, 108, 22]


def test_D1_only_the_drawer_sees_the_card() -> None:
    """3x8-D1: others see *? for a draw from the pile and for a card dealt, but what comes to the pool."""
    state = play(table([40], []), "40>n", "end", "d")
    assert [state.event_text(-1, 20, seat) for seat in (0, 1, None)] == ["*20", "*?", "*?"]
    dealt = game(*START[:7])
    assert [dealt.event_text(-1, 20, seat) for seat in (0, 1, None)] == ["*?", "*20", "*?"]
    pool = game()
    assert [pool.event_text(-1, 20, seat) for seat in (0, 1, None)] == ["*20", "*20", "*20"]
    assert refusal(pool, "*?", -1).code == "TEXT"


def test_D2_the_discard_pile_is_shuffled_when_a_card_is_wanted() -> None:
    """3x8-D2: when `d` was chosen, or the pool is refilled; not before."""
    state = table([40, 41], [], discard=[1, 2, 3], draw=[], hands=[[40, 41], _rest(40, 41, 1, 2, 3)])
    state = play(state, "40>n", "41>1", "end")
    assert state.to_dict()["discard"] == [1, 2, 3]
    assert "d" in legal(state)
    asked = play(state, "d")
    assert (asked.to_dict()["draw"], asked.to_dict()["discard"]) == ([1, 2, 3], [])
    assert asked.chance_outcomes() == [(1, 1 / 3), (2, 1 / 3), (3, 1 / 3)]
    taken = play(state, "p1", "p2")
    assert taken.to_dict()["phase"] == "pool"
    assert (taken.to_dict()["draw"], taken.to_dict()["discard"]) == ([1, 2, 3], [])
    last = table([40], [], discard=[1], draw=[2], hands=[[40], _rest(40, 1, 2)])
    last = play(last, "40>n", "end", "d", "*2")
    assert (last.to_dict()["draw"], last.to_dict()["discard"]) == ([], [1])


def test_D2_the_pool_that_grow_discards_is_shuffled_too() -> None:
    """3x8-D2: included."""
    state = play(table([5], [], draw=[], hands=[[5], _rest(5)]), "grow")
    assert legal(state) == {"*107", "*108", "*109"}


def test_D2_no_card_is_left() -> None:
    """3x8-D2: `d` needs a card in draw or discard pile; what cannot be drawn is skipped; the pool stays short."""
    state = play(table([40, 41, 42], [], pool=[7, None, None], draw=[], hands=[[40, 41, 42], _others()]), *_three())
    assert legal(state) == {"drop 1", "p1"}
    assert clause(state, "d") == "D2"
    after = play(state, "p1")  # two cards are skipped, the pool stays short
    assert (after.to_dict()["phase"], after.to_dict()["turn"]) == ("main", 6)
    assert after.to_dict()["pool"] == [None, None, None]
    # a drop puts cards there, but fills nothing by itself
    dropped = play(state, "drop 1")
    assert legal(dropped) == {"p1", "d"}
    assert dropped.to_dict()["pool"] == [7, None, None]


def _three() -> list[str]:
    return ["40>n", "41>1", "42>1", "end"]


def _others() -> list[Card]:
    return [card for card in CARDS if card not in (40, 41, 42, 7)]


def test_D2_a_short_pool_is_filled_at_the_next_refill() -> None:
    """3x8-D2: not by a drop."""
    elsewhere = [card for card in CARDS if card not in (40, 7, 50, 60)]
    state = table([40], [row(50, 60)], pool=[7, None, None], draw=[], hands=[[40], elsewhere])
    state = play(state, "drop 1")
    assert state.to_dict()["pool"] == [7, None, None]
    state = play(state, "40>n", "end", "d", "*50")
    assert (state.to_dict()["phase"], legal(state)) == ("pool", {"*60"})
    state = play(state, "*60")
    assert state.to_dict()["pool"] == [7, 60, None]
    assert state.current_player() == 1


def test_D3_what_is_known() -> None:
    """3x8-D3: a card from the pool is known to all until it is played, one from the pile is not."""
    state = play(table([40, 41], []), "40>n", "41>1", "end", "p1", "d", "*20", "*21")
    assert state.to_dict()["known"] == [[107], []]
    assert state.view(1)["hands"] == [{"known": [107], "count": 2}, []]
    assert state.view(0)["hands"] == [[20, 107], {"known": [], "count": 0}]
    state = play(state, "grow", "*1", "*2", "*3", "p1", "*4", "107>n")
    assert state.to_dict()["known"] == [[], [1]]


# End


def almost(*rows: Any) -> abaculus.State:
    return table([90, 91], list(rows))


SEVEN = row(10, 20, 30, 40, 50, 60, 70)


def test_E1_three_completed_rows_win() -> None:
    """3x8-E1: at `end`, at once: no draw, no refill."""
    state = play(almost(done(3), done(4), SEVEN), "90>3", "end")
    assert state.is_terminal()
    assert state.returns() == [1.0, 0.0]
    end = state.to_dict()
    assert (end["phase"], end["row"], end["played"], end["moved"], end["to_draw"]) == ("over", None, 0, False, 0)
    assert (end["turn"], end["turn_of"], end["pool"]) == (5, 0, [107, 108, 109])
    assert end["rows"][0] == [done(3), done(4), done(10), None]


def test_E1_two_rows_at_one_end() -> None:
    """3x8-E1: one `end` can complete two, even the third and the fourth."""
    fourteen = table(
        [80, 81, 82, 83, 84, 85, 86, 87, 88, 89],
        [row(10, 20, 30, 40, 50, 60, 70), row(2, 3, 4, 5, 6, 7), done(0), done(1)],
    )
    state = play(fourteen, *(f"{card}>1" for card in range(80, 90)), "m9>2", "end")
    assert state.to_dict()["rows"][0] == [done(10), done(2), done(0), done(1)]
    assert state.returns() == [1.0, 0.0]
    assert play(almost(done(3), SEVEN), "90>2", "end").is_terminal() is False


def test_E2_the_last_turn() -> None:
    """3x8-E2: when it is over, draws and refill included, the game is a draw."""
    state = play(table([40], [], seats=3, turn=7, options={"max_turns": 7}), "40>n", "end", "p2")
    assert not state.is_terminal()
    state = play(state, "*20")
    assert state.is_terminal()
    assert state.returns() == [1 / 3] * 3
    assert (state.to_dict()["turn"], state.to_dict()["turn_of"]) == (7, 0)
    assert not play(table([40], [], turn=7, options={"max_turns": 8}), "40>n", "end", "p2", "*20").is_terminal()


def test_E2_max_turns() -> None:
    """3x8-E2: a whole number from 1 on, 400 unless set."""
    assert abaculus.load_game("3x8").options["max_turns"] == 400
    assert game(*START, "grow", "*1", "*2", "*3", "d", "*5", max_turns=1).is_terminal()
    assert not game(*START, max_turns=10**30).is_terminal()
    for wrong in (0, -1, True, 1.0, "9", None):
        with pytest.raises(abaculus.OptionError, match="'max_turns'"):
            abaculus.load_game("3x8", max_turns=wrong)


def test_a_row_keeps_its_place() -> None:
    """3x8, row numbers: until it is dropped or moved away; a new row takes the lowest free place."""
    state = play(table([30, 31], [row(5), row(6), row(7)]), "drop 1", "drop 3")
    assert state.to_dict()["rows"][0] == [None, row(6), None, None]
    state = play(state, "30>n")
    assert state.to_dict()["rows"][0] == [row(30), row(6), None, None]


def test_all_is_seen_when_the_game_is_over() -> None:
    """3x8, position: then everybody sees everything."""
    state = play(almost(done(3), done(4), SEVEN), "90>3", "end")
    for seat in (0, 1, None):
        assert state.view(seat) == state.to_dict()
    assert state.as_seen_by(1) == state


def test_views_of_the_same_table() -> None:
    """3x8, position: another hand as what is known of it and its size, the draw pile as its length."""
    state = game(*START)
    own = state.view(0)
    assert own["hands"] == [[4, 16, 33, 78], {"known": [], "count": 4}]
    assert own["draw"] == 109
    assert state.view(None)["hands"] == [{"known": [], "count": 4}] * 2
    assert {**own, "hands": None, "draw": None} == {**state.to_dict(), "hands": None, "draw": None}


def test_parts_of_actions() -> None:
    """What a client draws actions from."""
    state = table([17, "b4"], [row(10), None, row(60)], [row(42)])
    rows = {text: tuple(parts) for text, *parts in state.legal_rows(0)}
    assert state.game.part_names == ("kind", "card", "row", "new", "count", "half", "seat", "place")
    assert rows["17>1"] == ("play", 17, 1, False, None, None, None, None)
    assert rows["17>n"] == ("play", 17, 2, True, None, None, None, None)
    assert rows["drop 3"] == ("drop", None, 3, None, None, None, None, None)
    assert rows["grow"] == ("grow", *[None] * 7)
    assert rows["b4a>1.1"] == ("block", "b4", 1, None, None, "a", 1, None)
    rows = {text: tuple(parts) for text, *parts in play(state, "17>1").legal_rows(0)}
    assert rows["m1>n"] == ("move", None, 2, True, 1, None, None, None)
    assert rows["end"] == ("end", *[None] * 7)
    rows = {text: tuple(parts) for text, *parts in play(state, "17>1", "end").legal_rows(0)}
    assert rows["p2"] == ("pool", 108, None, None, None, None, None, 2)
    assert rows["d"] == ("pile", *[None] * 7)


def test_copies_of_positions_are_the_same() -> None:
    """A table that was built for a test is one that the game itself would show."""
    state = table([17, "b4"], [row(10), None, row(60)], [row(42, blocker="9b")], known=[[17], []])
    assert abaculus.from_dict(copy.deepcopy(state.to_dict())) == state
