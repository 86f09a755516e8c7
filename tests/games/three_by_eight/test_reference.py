"""3x8 a second time, slow and plain, from the rules alone: on the position form, every action tried."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import abaculus
from abaculus.bots import Budget, make_bot
from abaculus.testing import check_course, lively_policy

Position = dict[str, Any]
Row = dict[str, Any]
Card = int | str

CARDS: list[Card] = [*range(110), *(f"b{i}" for i in range(10))]  # K1, K2
# K2, written from its words: half a blocks the next two colours, half b its own and the next two.
BLOCKS = {f"{i}a": (i, [i + 1, i + 2]) for i in range(8)} | {"8a": (8, [8, 9]), "9a": (9, [8, 9])}
BLOCKS |= {f"{i}b": ((i + 5) % 10, [(i + 5) % 10 + step for step in range(3)]) for i in range(10)}
BLOCKS |= {"3b": (8, [7, 8, 9]), "4b": (9, [7, 8, 9])}


def in_order(cards: list[Card]) -> list[Card]:
    return sorted(cards, key=CARDS.index)


def start(seats: int, options: dict[str, Any]) -> Position:
    return {
        "game": "3x8",
        "options": options,
        "seats": seats,
        "to_act": "chance",
        "over": False,
        "returns": None,
        "phase": "pool",
        "turn_of": options["first"],
        "turn": 1,
        "hands": [[] for _ in range(seats)],
        "rows": [[None] * 4 for _ in range(seats)],
        "pool": [None] * 3,
        "draw": CARDS,
        "discard": [],
        "box": [],
        "played": 0,
        "row": None,
        "moved": False,
        "to_draw": 0,
        "known": [[] for _ in range(seats)],
    }


def blocked(row: Row) -> list[int]:
    return [] if row["blocker"] is None else BLOCKS[row["blocker"]][1]


def is_open(row: Row | None) -> bool:
    return row is not None and "cards" in row


def takes(row: Row | None, cards: list[int]) -> bool:
    """Whether these cards could be put at the end of the row (R1, R2, B2)."""
    if row is None or "completed" in row:
        return False
    chain = [row["cards"][-1], *cards]
    return chain == sorted(set(chain)) and not {card // 10 for card in cards} & set(blocked(row))


def plays(position: Position, me: int) -> set[str]:
    """A1, A2."""
    rows = position["rows"][me]
    numbers = [card for card in position["hands"][me] if isinstance(card, int)]
    if position["phase"] == "main":
        old = {f"{card}>{i + 1}" for i, row in enumerate(rows) for card in numbers if takes(row, [card])}
        return old | ({f"{card}>n" for card in numbers} if None in rows else set())
    if position["row"] is None or position["moved"]:
        return set()
    row = rows[position["row"] - 1]
    colour = row["cards"][-1] // 10
    return {f"{card}>{position['row']}" for card in numbers if card // 10 == colour and takes(row, [card])}


def moves(position: Position, me: int) -> set[str]:
    """A4."""
    if position["row"] is None or position["moved"]:
        return set()
    rows = position["rows"][me]
    cards = rows[position["row"] - 1]["cards"]
    found = set()
    for k in range(1, len(cards) + 1):
        found |= {f"m{k}>{i + 1}" for i, row in enumerate(rows) if i + 1 != position["row"] and takes(row, cards[-k:])}
        if None in rows and k < len(cards):
            found.add(f"m{k}>n")
    return found


def blocks(position: Position, me: int) -> set[str]:
    """B1."""
    return {
        f"b{half}>{seat}.{i + 1}"
        for half, (colour, _) in BLOCKS.items()
        if f"b{half[0]}" in position["hands"][me]
        for seat, rows in enumerate(position["rows"])
        if seat != me
        for i, row in enumerate(rows)
        if is_open(row) and row["blocker"] is None and row["cards"][-1] // 10 == colour
    }


def legal_texts(position: Position) -> set[str]:
    phase, me = position["phase"], position["turn_of"]
    if phase in ("pool", "deal", "drawn"):
        return {f"*{card}" for card in position["draw"]}
    if phase == "over":
        return set()
    found = {f"drop {i + 1}" for i, row in enumerate(position["rows"][me]) if is_open(row)}
    if phase == "main":
        return found | plays(position, me) | {"grow"} | blocks(position, me)
    if phase == "play":
        return found | plays(position, me) | moves(position, me) | {"end"}
    found |= {f"p{i + 1}" for i, card in enumerate(position["pool"]) if card is not None}
    return found | ({"d"} if position["draw"] or position["discard"] else set())


def put_away(position: Position, row: Row, keep: int = 0) -> None:
    position["discard"] = in_order([*position["discard"], *row["cards"][keep:]])
    if row["blocker"] is not None:
        position["box"] = in_order([*position["box"], f"b{row['blocker'][0]}"])


def is_wanted(position: Position) -> bool:
    """A card is wanted from the draw pile (D2); whether there is one."""
    if not position["draw"]:
        position["draw"], position["discard"] = position["discard"], []
    return bool(position["draw"])


def finish(position: Position) -> None:
    position.update(played=0, row=None, moved=False, to_draw=0)
    if position["turn"] == position["options"]["max_turns"]:
        position["phase"] = "over"
        return
    position["turn"] += 1
    position["turn_of"] = (position["options"]["first"] + position["turn"] - 1) % position["seats"]
    position["phase"] = "main"


def go_on(position: Position) -> None:
    """Draw what is left to draw, else refill the pool, else end the turn."""
    there = position["draw"] or position["discard"] or position["pool"] != [None] * 3
    if position["to_draw"] and there:
        position["phase"] = "draw"
        return
    position["to_draw"] = 0
    refill(position, finish)


def refill(position: Position, then: Any) -> None:
    if None in position["pool"] and is_wanted(position):
        position["phase"] = "pool"
    else:
        then(position)


def deal(position: Position) -> None:
    position["phase"] = "main" if len(position["hands"][-1]) == 4 else "deal"


def happens(position: Position, card: Card) -> None:
    position["draw"].remove(card)
    phase = position["phase"]
    if phase == "pool":
        position["pool"][position["pool"].index(None)] = card
        begins = not any(position["hands"])
        refill(position, deal if begins else go_on)
    elif phase == "deal":
        seat = [len(hand) < 4 for hand in position["hands"]].index(True)
        position["hands"][seat] = in_order([*position["hands"][seat], card])
        deal(position)
    else:
        take(position, card)


def take(position: Position, card: Card) -> None:
    me = position["turn_of"]
    position["hands"][me] = in_order([*position["hands"][me], card])
    position["to_draw"] -= 1
    go_on(position)


def give(position: Position, card: Card) -> None:
    for cards in (position["hands"], position["known"]):
        cards[position["turn_of"]] = [other for other in cards[position["turn_of"]] if other != card]


def decide(position: Position, text: str) -> None:
    me = position["turn_of"]
    rows, pool = position["rows"][me], position["pool"]
    if text == "grow":
        position["discard"] = in_order([*position["discard"], *(card for card in pool if card is not None)])
        position.update(pool=[None] * 3, to_draw=1)
        refill(position, go_on)
    elif text == "end":
        for i, row in enumerate(rows):
            if is_open(row) and len(row["cards"]) >= 8:
                put_away(position, row, keep=1)
                rows[i] = {"completed": row["cards"][0]}
        if sum(row is not None and "completed" in row for row in rows) >= 3:
            position.update(phase="over", played=0, row=None, moved=False)
        else:
            position["to_draw"] = position["played"]
            go_on(position)
    elif text == "d":
        assert is_wanted(position)
        position["phase"] = "drawn"
    elif text.startswith("drop "):
        place = int(text[5:])
        put_away(position, rows[place - 1])
        rows[place - 1] = None
        if position["row"] == place:
            position["row"] = None
    elif text.startswith("p"):
        card = pool[int(text[1:]) - 1]
        pool[int(text[1:]) - 1] = None
        position["known"][me] = in_order([*position["known"][me], card])
        take(position, card)
    else:
        what, where = text.split(">")
        if what.startswith("b"):
            give(position, what[:2])
            seat, place = map(int, where.split("."))
            position["rows"][seat][place - 1]["blocker"] = what[1:]
            position["to_draw"] = 2
            go_on(position)
            return
        place = rows.index(None) + 1 if where == "n" else int(where)
        if where == "n":
            rows[place - 1] = {"cards": [], "blocker": None}
        target = rows[place - 1]
        if what.startswith("m"):
            source = rows[position["row"] - 1]
            k = int(what[1:])
            target["cards"] += source["cards"][-k:]
            del source["cards"][-k:]
            position["moved"] = True
            if not source["cards"]:
                rows[position["row"] - 1] = None
                position["row"] = None
        else:
            give(position, int(what))
            if target["blocker"] is not None:
                position["box"] = in_order([*position["box"], f"b{target['blocker'][0]}"])
                target["blocker"] = None
            target["cards"].append(int(what))
            position["played"] += 1
            position.update(row=place, phase="play")


def after(position: Position, text: str) -> Position:
    """The position that follows."""
    position = copy.deepcopy(position)
    if text.startswith("*"):
        happens(position, text[1:] if text[1] == "b" else int(text[1:]))
    else:
        decide(position, text)
    phase, seats = position["phase"], position["seats"]
    chance = phase in ("pool", "deal", "drawn")
    position["to_act"] = "chance" if chance else [] if phase == "over" else [position["turn_of"]]
    position["over"] = phase == "over"
    if phase == "over":
        won = [sum(row is not None and "completed" in row for row in rows) >= 3 for rows in position["rows"]]
        position["returns"] = [float(one) for one in won] if any(won) else [1 / seats] * seats
    return position


def seen(position: Position, seat: int | None) -> Position:
    """What a seat sees of a position."""
    if position["over"]:
        return position
    position = copy.deepcopy(position)
    for other, hand in enumerate(position["hands"]):
        if other != seat:
            position["hands"][other] = {"known": position["known"][other], "count": len(hand)}
    position["draw"] = len(position["draw"])
    return position


def choose(state: abaculus.State, policy: str, luck: abaculus.Luck) -> int:
    """An action of a bot, or of somebody who mostly drops, grows or blocks, so that piles run out."""
    seat = state.current_player()
    texts = {state.action_to_string(seat, action): action for action in state.legal_actions()}
    if policy == "collector" and luck.uniform() < 0.97:  # takes all cards there are, and hardly plays
        wanted = [action for text, action in texts.items() if text in ("grow", "d") or text[:3:2] in ("ba", "bb")]
        wanted = wanted or [action for text, action in texts.items() if text[0] in "dp" and text[1:2] != "r"]
        if wanted:
            return luck.choice(wanted)
    if policy == "mixed":
        policy = "random" if luck.uniform() < 0.05 else "greedy"
    name = "greedy" if policy == "greedy" else "random"
    return make_bot(name).choose(
        state.as_seen_by(seat), seat, luck, Budget(iterations=None if policy == "greedy" else 40)
    )


def play(seats: int, policy: str, seed: int, **options: Any) -> Position:
    """Play a game and compare positions, views and what is legal at every step; the last position."""
    state = abaculus.load_game("3x8", seats, **options).new_initial_state()
    luck = abaculus.Luck(seed)
    own = luck.fork(0)
    expected = start(seats, state.game.options)
    while True:
        assert state.to_dict() == expected
        for seat in range(seats):
            assert state.view(seat) == seen(expected, seat)
        assert state.view() == seen(expected, None)
        if state.is_terminal():
            return expected
        player = state.current_player()
        texts = [state.action_to_string(player, action) for action in state.legal_actions()]
        assert len(texts) == len(set(texts))
        assert set(texts) == legal_texts(expected)
        if player < 0:
            assert {chance for _, chance in state.chance_outcomes()} == {1 / len(expected["draw"])}
        action = luck.draw(state) if player < 0 else choose(state, policy, own)
        expected = after(expected, state.action_to_string(player, action))
        state.apply_action(action)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("policy", ["random", "mixed", "greedy"])
def test_agrees_with_the_reference(seats: int, policy: str) -> None:
    play(seats, policy, seed=seats, max_turns=12, first=seats - 1)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("policy", ["random", "mixed", "greedy"])
def test_agrees_with_the_reference_in_whole_games(seats: int, policy: str) -> None:
    ends = [play(seats, policy, seed, first=seed % seats, max_turns=150) for seed in range(3)]
    assert all((policy == "random") == (end["turn"] == 150) for end in ends)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
def test_agrees_with_the_reference_when_all_cards_are_drawn(seats: int) -> None:
    """D2: the piles run out; the pool stays short, draws are skipped."""
    end = play(seats, "collector", seed=1, max_turns=160)
    assert end["pool"].count(None) > 0
    assert end["draw"] == []


@pytest.mark.slow
def test_whole_games_conform() -> None:
    """The conformance suite's games are cut short; here one reaches its end."""

    def greedy(state: abaculus.State, luck: abaculus.Luck) -> int:
        return choose(state, "mixed", luck)

    check_course(abaculus.load_game("3x8", max_turns=100), seed=1, policy=greedy)


def test_a_game_with_another_deck_conforms() -> None:
    deck = [{"a": {"base": i, "blocks": [i, i + 1]}, "b": {"base": 10 - i, "blocks": [0, 10]}} for i in range(10)]
    check_course(abaculus.load_game("3x8", blockers=deck, max_turns=6), seed=2, policy=lively_policy)
