"""Reviews: every decision that had a choice is judged by what the seat saw, and a mistake costs what it cost."""

import pytest

import abaculus
from abaculus import Game, Luck
from abaculus.bots import Budget, Rating
from abaculus.bots.review import Judgement, describe, review, standings
from abaculus.play.record import Record

THINKING = Budget(iterations=400)


def played(texts: str) -> Record:
    """The record of a game of Connect Four."""
    state = abaculus.load_game("connect_four").new_initial_state()
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return Record.of(state, ["Ann", "Ben"])


def test_a_win_that_was_missed_costs_most_of_it(connect_four: type[Game]) -> None:
    record = played("ababab" + "gfa")  # Ann could win with a fourth disc in column a, and plays in g
    judgements = {j.event: j for j in review(record, THINKING, Luck(1))}
    game = abaculus.load_game("connect_four")
    missed = judgements[6]
    assert game.action_to_text(missed.ratings[0].action) == "a"
    assert missed.value == pytest.approx(1.0, abs=0.05)
    assert missed.cost > 0.3
    assert max(judgements.values(), key=lambda j: j.cost) in (missed, judgements[7])


def test_every_decision_is_judged_once_and_what_was_played_among_its_ratings(connect_four: type[Game]) -> None:
    record = played("abcdefgabcdefg")
    judgements = list(review(record, Budget(iterations=10), Luck(1)))
    assert [j.event for j in judgements] == list(range(14))
    for j in judgements:
        assert j.played in [rating.action for rating in j.ratings]
        assert j.cost >= 0


def test_decisions_without_a_choice_are_left_out() -> None:
    game = abaculus.load_game("toushi")
    luck = Luck(5)
    state = game.new_initial_state()
    single = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(luck.draw(state))
        else:
            single += len(state.legal_actions()) == 1
            state.apply_action(state.legal_actions()[0])
    decisions = sum(player == 0 for player, _ in state.full_history())
    judgements = list(review(Record.of(state), Budget(iterations=5), Luck(1)))
    assert len(judgements) == decisions - single


def test_a_description_names_seats_results_and_the_better_move(connect_four: type[Game]) -> None:
    from rich.console import Console

    record = played("ababab" + "gb")
    console = Console(record=True, width=100)
    for part in describe(record, list(review(record, THINKING, Luck(1))), most=1):
        console.print(part)
    text = console.export_text()
    assert "Ann" in text
    assert "Ben" in text
    assert "Chance to win" in text
    assert "│ 7     │ Ann  │ g      │" in text


@pytest.mark.parametrize("seats", [2, 3, 4, 8])
def test_the_chances_of_all_seats_add_up_to_the_whole(seats: int) -> None:
    values = [0.9, 0.6, 0.0, 1.0, 0.8, 0.3, 1.0, 0.0, 0.2, 0.5, 0.7, 0.4]
    judgements = [Judgement(n, 5 * n % seats, 7, [Rating(7, value, 1.0)]) for n, value in enumerate(values)]
    found = standings(judgements, seats)
    assert [sum(chances) for chances in zip(*found, strict=True)] == pytest.approx([1.0] * len(values))
    assert [found[j.seat][n] for n, j in enumerate(judgements)] == values


def test_a_seat_alone_could_expect_what_was_judged() -> None:
    judgements = [Judgement(n, 0, 7, [Rating(7, value, 1.0)]) for n, value in enumerate([41.0, 52.5])]
    assert standings(judgements, 1) == [[41.0, 52.5]]
