"""The Python face of a state: OpenSpiel's names, and what is told to somebody who asks for too much."""

import copy
import pickle
from collections.abc import Callable

import pytest

import abaculus
from abaculus import IllegalAction, Luck, State


@pytest.fixture
def rolled() -> State:
    """Tóushì after the first mark and a roll of six with a T8."""
    state = abaculus.load_game("toushi").new_initial_state()
    for player, text in [(0, "T6:4@c3"), (0, "roll T8:5"), (-1, "*6")]:
        state.apply_action_for(player, state.string_to_action(player, text))
    return state


def test_current_player_has_the_values_of_openspiel() -> None:
    state = abaculus.load_game("nmbr9", cards=1, max_number=1, copies=1).new_initial_state()
    assert (state.current_player(), state.is_chance_node()) == (-1, True)
    state.apply_action(0)
    assert state.current_player() == 0
    state.apply_action(state.legal_actions()[0])
    assert (state.current_player(), state.is_terminal()) == (-4, True)


def test_apply_action_takes_the_lowest_seat_that_may_act() -> None:
    state = abaculus.load_game("nmbr9", players=3).new_initial_state()
    state.apply_action(4)
    action = state.legal_actions(2)[0]
    state.apply_action_for(1, action)
    assert state.players_to_act() == [0, 2]
    state.apply_action(action)
    assert state.players_to_act() == [2]
    assert [event.player for event in state.full_history()] == [-1, 1, 0]


def test_reasons_are_asked_in_their_order(rolled: State) -> None:
    codes = {
        (0, "nonsense"): "TEXT",
        (0, "*99"): "TEXT",
        (1, "T6:3@d4"): "TURN",
        (-1, "*6"): "TURN",
        (0, "*6"): "CHANCE",
        (0, "reroll"): "TOUSHI-R3",
    }
    for (player, text), code in codes.items():
        reason = rolled.why_not(player, text)
        assert reason is not None
        assert reason.code == code
        assert str(reason) == f"{code}: {reason.words}"
    rolled.apply_action(rolled.legal_actions()[0])
    rolled.apply_action(rolled.legal_actions()[0])
    cannot_come_up = rolled.why_not(-1, "*20")
    assert cannot_come_up is not None
    assert cannot_come_up.code == "CHANCE"


@pytest.mark.parametrize("action", [-1, 4383, 10**12])
def test_an_action_that_does_not_exist_is_refused(rolled: State, action: int) -> None:
    before = bytes(rolled)
    with pytest.raises(IllegalAction, match="There is no action"):
        rolled.apply_action(action)
    with pytest.raises(ValueError, match="There is no action"):
        rolled.action_to_string(0, action)
    assert bytes(rolled) == before


def test_chance_is_asked_at_chance_nodes_only(rolled: State) -> None:
    with pytest.raises(ValueError, match="Chance is not to act"):
        rolled.chance_outcomes()
    with pytest.raises(ValueError, match="Chance is not to act"):
        rolled.sample_chance(0.5)


def test_texts_without_a_player_are_the_current_players(rolled: State) -> None:
    action = rolled.legal_actions()[0]
    assert rolled.string_to_action(rolled.action_to_string(action)) == action


def test_a_state_from_a_position_starts_a_history_of_its_own(rolled: State) -> None:
    again = abaculus.from_dict(rolled.to_dict())
    assert again == rolled
    assert again.history() == []
    again.apply_action(again.legal_actions()[0])
    copy = abaculus.deserialize_state(again.game, again.serialize())
    assert (copy, copy.history()) == (again, again.history())


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))])
def test_a_copy_is_independent(rolled: State, duplicate: Callable[[State], State]) -> None:
    before = (bytes(rolled), rolled.history(), rolled.legal_actions())
    other = duplicate(rolled)
    assert (bytes(other), other.history(), other.legal_actions()) == before
    other.apply_action(other.legal_actions()[0])
    assert (bytes(rolled), rolled.history(), rolled.legal_actions()) == before
    assert len(other.history()) == len(rolled.history()) + 1


def test_a_copy_of_luck_is_independent() -> None:
    luck = Luck(1)
    numbers = [copy.copy(luck).uniform(), copy.deepcopy(luck).uniform(), pickle.loads(pickle.dumps(luck)).uniform()]
    assert numbers == [luck.uniform()] * 3


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_copy_of_a_game_is_that_game(duplicate: Callable[[abaculus.Game], abaculus.Game]) -> None:
    game = abaculus.load_game("nmbr9", players=3, draft="known")
    assert duplicate(game) == game
    assert hash(duplicate(game)) == hash(game)


def test_what_a_seat_sees_of_a_state_is_pickled_but_has_no_text() -> None:
    state = abaculus.load_game("3x8").new_initial_state()
    luck = Luck(1)
    while state.is_chance_node():
        state.apply_action(luck.draw(state))
    seen = state.as_seen_by(0)
    seen.apply_action(seen.legal_actions()[0])
    assert pickle.loads(pickle.dumps(seen)) == seen
    with pytest.raises(ValueError, match="A state with hidden parts has no text; pickle it"):
        seen.serialize()
    other = state.determinized(0, 1)
    other.apply_action(other.legal_actions()[0])
    again = abaculus.deserialize_state(other.game, other.serialize())
    assert (again, again.history()) == (other, other.history())


def test_information_states_have_perfect_recall() -> None:
    game = abaculus.load_game("3x8")
    start = game.new_initial_state()
    luck = Luck(1)
    while start.is_chance_node():
        start.apply_action(luck.draw(start))

    def known(seat: int, *texts: str) -> str:
        state = start.clone()
        for text in texts:
            state.apply_action(state.string_to_action(text))
        return state.information_state_string(seat)

    card = start.action_to_string(start.legal_actions()[0])
    one, other = known(0, card, "end", "drop 1"), known(0, card, "drop 1", "end")
    assert one != other
    assert one == start.information_state_string(0) + f"; 0 {card}; 0 end; 0 drop 1"
    own, others = (start.information_state_string(seat).split("; ")[1:] for seat in (0, 1))
    assert own[:3] == others[:3]  # what lies open
    assert [text == "*?" for text in own[3:]] == [text != "*?" for text in others[3:]] == [False] * 4 + [True] * 4


def test_information_states_of_a_position_start_with_what_is_seen_of_it(rolled: State) -> None:
    state = abaculus.from_dict(rolled.to_dict())
    assert state.information_state_string(0) == f"0; {rolled.observation_string(0)}"
    state.apply_action(state.legal_actions()[0])
    assert state.information_state_string(0).startswith(f"0; {rolled.observation_string(0)}; 0 ")


def test_states_that_differ_are_different() -> None:
    game = abaculus.load_game("nmbr9")
    one, other = game.new_initial_state(), game.new_initial_state()
    assert one == other
    assert hash(one) == hash(other)
    one.apply_action(3)
    assert one != other
    assert "after 1 events" in repr(one)


def test_information_states_tell_apart_what_a_seat_can_tell_apart() -> None:
    state = abaculus.load_game("nmbr9", players=2).new_initial_state()
    luck = Luck(1)
    seen = set()
    while not state.is_terminal():
        seen.add(state.information_state_string(0))
        state.apply_action(luck.draw(state) if state.is_chance_node() else state.legal_actions()[-1])
    assert len(seen) == state.move_number()
    assert state.information_state_string(0).split("; ")[1:3] == ["*3", "0 r3@0,0"]


def test_a_game_offers_no_aids_unless_it_says_so(rolled: State) -> None:
    assert rolled.aids(0) == {}


def test_codes_of_clauses_are_as_in_the_rules(rolled: State, monkeypatch: pytest.MonkeyPatch) -> None:
    assert str(rolled.game.clause("R3", "No.")) == "TOUSHI-R3: No."
    monkeypatch.setattr(type(rolled.game), "clauses", "3x8")
    assert rolled.game.clause("A1", "No.").code == "3x8-A1"


def test_what_a_state_has_told_it_tells_no_longer_once_it_has_moved_on(rolled: State) -> None:
    before = rolled.legal_actions()
    child = rolled.child(before[0])
    assert child.legal_actions() != before == rolled.legal_actions()
    fresh = abaculus.from_dict(child.to_dict())
    assert (child.legal_actions(), child.players_to_act()) == (fresh.legal_actions(), fresh.players_to_act())


def test_what_is_written_to_the_record_is_seen(rolled: State) -> None:
    clone = rolled.clone()
    assert rolled.legal_actions() == clone.legal_actions()
    rolled.record.stars = 0
    rolled.record.rolled = 1
    assert rolled.legal_actions() != clone.legal_actions()


def test_legal_actions_are_the_callers_own(rolled: State) -> None:
    told = rolled.legal_actions()
    told.clear()
    assert rolled.legal_actions()
