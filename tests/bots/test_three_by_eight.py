"""The engine of 3x8, and the lines and chances that it looks at."""

import time
from typing import Any

import numpy as np
import pytest

import abaculus
from abaculus import Game, Luck, State
from abaculus.bots import Budget, make_bot
from abaculus.bots.engine import Engine, Rating, make_engine
from abaculus.bots.engines.three_by_eight import ThreeByEightEngine
from abaculus.games.three_by_eight.race import chance_to_win, new_notes, read_network, rounds_to_win
from abaculus.games.three_by_eight.rules import MAIN
from abaculus.games.three_by_eight.turns import list_lines, new_lines
from abaculus.play.match import play_match

NETWORK = read_network()
NOTES = new_notes(NETWORK)
ODD_DECK = [{"a": {"base": 10, "blocks": [0, 1]}, "b": {"base": i, "blocks": [8, 9, 10]}} for i in range(10)]


def after_turns(turns: int, seed: int, players: int = 2, **options: Any) -> State:
    """A state reached by greedy bots, in which a turn begins."""
    state, luck = abaculus.load_game("3x8", players, **options).new_initial_state(), Luck(seed)
    bot = make_bot("greedy")
    while state.record.turn <= turns or state.record.phase != MAIN:
        if state.is_chance_node():
            state.apply_action(luck.draw(state))
        else:
            seat = state.current_player()
            state.apply_action(bot.choose(state.as_seen_by(seat), seat, luck, Budget()))
    return state


def rate(state: State, iterations: int, engine: Engine | None = None, wanted: int | None = None) -> list[Rating]:
    seat = state.current_player()
    engine = engine or make_engine(state.game)
    return engine.rate(state.as_seen_by(seat), seat, Luck(5), Budget(iterations=iterations), wanted)


def position(game: Game, hand: list[int | str], rows: list[Any], other: list[Any]) -> State:
    """Seat 0 to act with this hand, both seats' rows; all other cards are in the draw pile."""
    start = after_turns(1, 1).to_dict()
    deck = [*range(110), *(f"b{i}" for i in range(10))]
    theirs = [104, 105, 106, 107]
    pool = [card for card in (1, 2, 12) if card not in hand]
    lying = [card for row in [*rows, *other] if row for card in row.get("cards", [row.get("completed")])]
    used = {*hand, *theirs, *pool, *lying}
    return game.state_from_dict(
        start
        | {
            "options": game.new_initial_state().to_dict()["options"],
            "to_act": [0],
            "turn_of": 0,
            "turn": 51,
            "hands": [hand, theirs],
            "rows": [rows, other],
            "pool": pool,
            "draw": [card for card in deck if card not in used],
            "discard": [],
            "box": [],
            "known": [[], []],
        }
    )


def test_the_game_has_an_engine_of_its_own() -> None:
    assert isinstance(make_engine(abaculus.load_game("3x8", 2)), ThreeByEightEngine)


@pytest.mark.parametrize("players", [2, 4])
def test_chances_add_up_to_about_one_and_better_rows_have_more(players: int) -> None:
    state = after_turns(30, 2, players)
    chances = [chance_to_win(state.record, seat, NETWORK, NOTES) for seat in range(players)]
    assert sum(chances) == pytest.approx(1, abs=0.3 if players > 2 else 1e-9)
    rounds = [rounds_to_win(state.record, seat, NETWORK, NOTES) for seat in range(players)]
    assert np.argsort(rounds).tolist() == np.argsort(chances)[::-1].tolist()


@pytest.mark.parametrize("seed", range(3))
def test_every_line_is_legal_and_ends_the_decisions_before_the_draws(seed: int) -> None:
    state = after_turns(20, seed)
    seat = state.current_player()
    lines = new_lines(state.game, NETWORK)
    lines.states[0] = state.record
    n = list_lines(lines, seat, True)
    firsts = set()
    for i in range(n):
        child = state.clone()
        line = lines.actions[i, : lines.lengths[i]].tolist()
        for action in line:
            assert action in child.legal_actions()
            child.apply_action(action)
        firsts.add(line[0])
        texts = [state.action_to_string(seat, action) for action in line]
        assert texts[-1] == "end" or texts[-1].split()[0] in ("grow", "drop") or texts[-1].startswith("b")
    assert firsts == set(state.legal_actions())


def test_a_win_at_hand_is_taken() -> None:
    game = abaculus.load_game("3x8", 2)
    long = {"cards": [20, 22, 24, 26, 28, 30, 32], "blocker": None}
    state = position(
        game, [33, 40, 70, "b9"], [{"completed": 3}, {"completed": 4}, long, None], [None, None, None, None]
    )
    for text in ("33>3", "end"):
        best = rate(state, 64)[0]
        assert state.action_to_string(0, best.action) == text
        assert best.value == pytest.approx(1)
        state.apply_action(best.action)
    assert state.returns() == [1, 0]


def test_a_row_is_moved_where_that_wins() -> None:
    game = abaculus.load_game("3x8", 2)
    rows = [
        {"completed": 3},
        {"completed": 4},
        {"cards": [20, 22, 24, 26], "blocker": None},
        {"cards": [60, 62, 64], "blocker": None},
    ]
    state = position(game, [10, 15, 65, "b9"], rows, [None, None, None, None])
    played = []
    while not state.is_terminal():
        best = rate(state, 64)[0]
        played.append(state.action_to_string(0, best.action))
        assert best.value == pytest.approx(1)
        state.apply_action(best.action)
    assert played == ["65>4", "m4>3", "end"]


def test_a_row_about_to_win_is_blocked() -> None:
    """The other needs a single card, 98 or more, which blocker b9 keeps off."""
    theirs = [
        {"completed": 3},
        {"completed": 4},
        {"cards": [80, 82, 84, 86, 87, 88, 97], "blocker": None},
        None,
    ]
    deck = [{"a": {"base": 9, "blocks": [9, 10]}, "b": {"base": i, "blocks": [8, 9]}} for i in range(10)]
    game = abaculus.load_game("3x8", 2, blockers=deck)
    state = position(game, [10, 30, 50, "b9"], [None, None, None, None], theirs)
    assert state.action_to_string(0, rate(state, 400)[0].action) == "b9a>1.3"


def test_the_same_luck_gives_the_same_ratings_on_any_number_of_threads() -> None:
    state = after_turns(20, 1)
    one, again, two = (rate(state, 300, make_engine(state.game, threads)) for threads in (1, 1, 2))
    assert one == again == two
    assert sum(rating.weight for rating in one) == pytest.approx(1)


def test_all_actions_are_rated_the_best_first() -> None:
    state = after_turns(20, 1)
    for iterations in (1, 50, 400):
        ratings = rate(state, iterations)
        assert {rating.action for rating in ratings} == set(state.legal_actions())
        assert [rating.value for rating in ratings] == sorted((rating.value for rating in ratings), reverse=True)
        assert all(0 <= rating.value <= 1 for rating in ratings)


def test_what_is_hidden_does_not_matter() -> None:
    state = after_turns(20, 1)
    seat = state.current_player()
    ratings = [rate(state.determinized(seat, k) if k else state, 200) for k in range(3)]
    assert ratings[0] == ratings[1] == ratings[2]


def test_a_wanted_action_is_thought_about() -> None:
    state = after_turns(20, 1)
    for wanted in state.legal_actions():
        rating = next(rating for rating in rate(state, 60, wanted=wanted) if rating.action == wanted)
        assert rating.weight > 0


@pytest.mark.parametrize("milliseconds", [10, 100])
def test_a_budget_of_time_is_kept(milliseconds: int) -> None:
    state = after_turns(10, 1)
    seat = state.current_player()
    engine = make_engine(state.game)
    for _ in range(2):
        began = time.thread_time()
        engine.rate(state.as_seen_by(seat), seat, Luck(5), Budget(milliseconds=milliseconds))
    # Time on the processor: it is not over early or late only because the machine is busy.
    assert time.thread_time() - began < milliseconds / 1000 * 1.5 + 0.01


@pytest.mark.parametrize(
    ("players", "options"), [(3, {"first": 2}), (4, {}), (2, {"max_turns": 7}), (2, {"blockers": ODD_DECK})]
)
def test_all_seats_and_options_are_played(players: int, options: dict[str, Any]) -> None:
    game = abaculus.load_game("3x8", players, **options)
    bots, luck = [make_bot("search:4") for _ in range(players)], Luck(3)
    own = [luck.fork(seat) for seat in range(players)]
    choosers = [lambda state, seat: bots[seat].choose(state, seat, own[seat], Budget())] * players
    state = play_match(game, choosers, luck)
    assert sum(state.returns()) == pytest.approx(1)


def test_a_little_thought_beats_greedy() -> None:
    game = abaculus.load_game("3x8", 2)
    won = 0.0
    for seed in range(16):
        luck = Luck(seed // 2)
        own = [luck.fork(seat) for seat in range(2)]
        bots = [make_bot("greedy"), make_bot("greedy")]
        bots[seed % 2] = make_bot("search:20")
        choosers = [lambda state, seat, bots=bots, own=own: bots[seat].choose(state, seat, own[seat], Budget())] * 2
        won += play_match(game, choosers, luck).returns()[seed % 2]
    assert won >= 11
