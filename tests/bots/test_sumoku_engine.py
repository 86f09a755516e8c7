"""Sumoku's engine: it compares whole plays, carries them out, and goes on from whatever is laid."""

import time

import numpy as np
import pytest

import abaculus
from abaculus import Luck, State
from abaculus.bots import Bot, Budget, make_bot, make_engine
from abaculus.bots.engines.sumoku import PlaySearch, collect, decision, new_table
from abaculus.games.sumoku.leave import TRAITS, read_leave, stock_worth, traits, weigh_leave
from abaculus.games.sumoku.lines import COMPLETED, new_desks
from abaculus.games.sumoku.plays import list_plays
from abaculus.games.sumoku.rules import lay
from abaculus.games.sumoku.tiles import END, KIND_OF, LONGEST, decode
from abaculus.play.match import play_match

FEW = Budget(iterations=12)


def position(seed: int, turns: int, seats: int = 2, key: str | int = "roll") -> State:
    """The start of a turn in a game between greedy bots."""
    state = abaculus.load_game("sumoku", seats, key=key).new_initial_state()
    luck, bot = Luck(seed), make_bot("greedy")
    while state.is_chance_node() or turns > 0:
        if state.is_chance_node():
            state.apply_action(luck.draw(state))
            continue
        action = bot.choose(state, state.current_player(), luck, Budget())
        turns -= state.action_to_string(action) in ("end", "pass")
        state.apply_action(action)
    return state


@pytest.mark.parametrize("turns", [5, 20, 34])
def test_the_plays_compared_score_most_with_what_they_keep(turns: int) -> None:
    state = position(1, turns)
    seat = state.current_player()
    leave, table = read_leave(), new_table(state.game)
    everything, points = np.empty((100_000, LONGEST), np.int32), np.empty(100_000, np.int32)
    n = list_plays(state.record, seat, new_desks(), everything, points, False)
    worth = np.zeros(2 * COMPLETED)
    weigh_leave(state.record, seat, leave, worth)
    stock = sorted(set(state.record.stock[seat, : state.record.held[seat]].tolist()))

    def value(play: np.ndarray, score: int) -> float:
        laid = sum(1 << stock.index(KIND_OF[decode(int(action))[0]]) for action in play[play >= 0])
        then = state.clone()
        for action in play[play >= 0]:
            then.apply_action(int(action))
        then.apply_action(END)
        return score + worth[laid + (COMPLETED if then.record.bonus else 0)]

    # That of all plays is told by their points and kinds alone; whether there is a line of six only the rules know.
    every = sorted((value(everything[i], points[i]) for i in range(0, n, max(1, n // 200))), reverse=True)
    found, values = np.empty((20, LONGEST), np.int32), np.empty(20)
    m = collect(state.record, seat, leave, table, found, values)
    assert m == min(n, 20)
    assert len({play.tobytes() for play in found[:m]}) == m
    listed = {play.tobytes(): score for play, score in zip(everything[:n], points[:n].tolist(), strict=True)}
    for play, known in zip(found[:m], values[:m], strict=True):
        assert known == pytest.approx(value(play, listed[play.tobytes()]))
    beaten = sum(one > values[:m].min() + 1e-6 for one in every)
    assert beaten <= m
    assert values[:m].max() >= every[0] - 1e-6


def test_what_is_kept_is_worth_what_its_traits_are_worth() -> None:
    leave = read_leave()
    worth, trait = np.zeros(2 * COMPLETED), np.zeros(TRAITS)
    for seed, turns in ((1, 3), (2, 25), (3, 33)):
        state = position(seed, turns)
        record, seat = state.record, state.current_player()
        weigh_leave(record, seat, leave, worth)
        stock = sorted(set(record.stock[seat, : record.held[seat]].tolist()))
        key, empty = int(record.key) - 3, int(record.bag.sum() == 0)
        for laid in range(1 << len(stock)):
            then = state.clone()
            for i, kind in enumerate(stock):
                if laid >> i & 1:
                    lay(then.record, kind // 8 * 9 + kind % 8)
                    then.record.laid = 0  # the place does not matter
            traits(then.record, seat, trait)
            assert worth[laid] == pytest.approx(stock_worth(then.record, seat, leave.kept))
            assert worth[laid] == pytest.approx(float(trait @ leave.kept[key, empty]))
            bonus = leave.bonus * int(then.record.held[seat])
            assert worth[COMPLETED + laid] == pytest.approx(worth[laid] + bonus)


@pytest.mark.parametrize("threads", [1, 2])
def test_iterations_and_luck_decide_all(threads: int) -> None:
    state = position(4, 12)
    seat = state.current_player()
    one, same, other = (
        make_engine(state.game, threads).rate(state, seat, Luck(luck), Budget(iterations=150)) for luck in (1, 1, 2)
    )
    assert one == same != other
    assert sum(rating.weight for rating in one) == pytest.approx(1)
    assert all(0 <= rating.value <= 1 for rating in one)


@pytest.mark.parametrize(("seats", "key"), [(2, 3), (3, "roll"), (5, 4), (8, 5)])
def test_whole_games_are_played(seats: int, key: str | int) -> None:
    game = abaculus.load_game("sumoku", seats, key=key)
    engine, bot = PlaySearch(game, width=3), make_bot("greedy")
    luck = Luck(seats)

    def choose(state: State, seat: int) -> int:
        if seat > 0:
            return bot.choose(state, seat, luck, Budget())
        ratings = engine.rate(state, seat, luck, FEW)
        legal = state.legal_actions(seat)
        assert all(rating.action in legal for rating in ratings)
        return ratings[0].action

    assert play_match(game, [choose] * seats, luck).is_terminal()


def test_a_turn_is_decided_once() -> None:
    state = position(5, 10)
    seat = state.current_player()
    engine = PlaySearch(state.game)
    first = engine.rate(state, seat, Luck(1), Budget(iterations=100))
    found = engine._collect(seat, 32)
    told = []
    while True:
        ratings = engine.rate(state, seat, Luck(2), FEW)
        if told == []:
            assert ratings == first
        told.append(ratings[0].action)
        if told[-1] == END:
            break
        assert ratings[0].value == first[0].value
        state.apply_action(told[-1])
    assert any([decision(play, d) for d in range(len(told))] == told for play in found)


def test_it_goes_on_from_what_a_person_has_laid() -> None:
    state = position(6, 15)
    seat = state.current_player()
    engine = PlaySearch(state.game)
    rated = {rating.action for rating in engine.rate(state, seat, Luck(1), FEW)}
    action = next(action for action in state.legal_actions() if action not in rated)
    while action != END:
        state.apply_action(action)
        ratings = engine.rate(state, seat, Luck(1), FEW)
        assert {rating.action for rating in ratings} <= set(state.legal_actions())
        action = ratings[0].action


@pytest.mark.parametrize("laid", [0, 1])
def test_an_action_that_is_wanted_is_rated(laid: int) -> None:
    state = position(7, 15)
    seat = state.current_player()
    engine = PlaySearch(state.game, width=4)
    for _ in range(laid):
        state.apply_action(state.legal_actions()[0])
    before = bytes(state)
    for action in state.legal_actions()[:40]:
        assert action in [rating.action for rating in engine.rate(state, seat, Luck(1), FEW, action)]
    assert bytes(state) == before


def test_time_is_kept() -> None:
    state = position(8, 15)
    seat = state.current_player()
    PlaySearch(state.game).rate(state, seat, Luck(1), FEW)
    engine = PlaySearch(state.game)
    began = time.perf_counter()
    engine.rate(state, seat, Luck(1), Budget(milliseconds=100))
    assert 0.09 < time.perf_counter() - began < 1


def test_it_is_better_than_greedy() -> None:
    game = abaculus.load_game("sumoku", 2)
    lead = 0
    for seed in range(3):
        engine, bot, luck, mine = PlaySearch(game), make_bot("greedy"), Luck(seed), seed % 2

        def choose(state: State, seat: int, mine: int = mine, engine: PlaySearch = engine, bot: Bot = bot) -> int:
            if seat == mine:
                return engine.rate(state, seat, Luck(1), Budget(iterations=50))[0].action
            return bot.choose(state, seat, Luck(1), Budget())

        scores = play_match(game, [choose] * 2, luck).record.score
        lead += int(scores[mine]) - int(scores[1 - mine])
    assert lead > 0
