"""Texts of actions of all games: each action has one, and whatever else is typed is refused with a reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import abaculus

Walk = Callable[[abaculus.Game, int], Iterator[abaculus.State]]

CODES = {
    "108": {f"108-{clause}" for clause in ("T2", "T3", "P2", "P3", "P4", "F2a", "F2b", "F2c")},
    "3x8": {f"3x8-{letter}{n}" for letter, n in zip("RRRMMAAAABBDD", "1231212451212", strict=True)},
    "nmbr9": {"NMBR9-V1", "NMBR9-K1", "NMBR9-P3", "NMBR9-P4", "NMBR9-P5", "NMBR9-P7"},
    "sumoku": {f"SUMOKU-{clause}" for clause in ("P1", "P2", "P3", "P4", "P5", "P6", "C2", "E1")},
    "toushi": {f"TOUSHI-{clause}" for clause in ("F1", "R1", "R2", "R3", "R4", "R5", "R7")},
}
# A decision that is never TEXT, and an outcome that is not, where there are any.
DECISIONS = {"108": "-", "3x8": "17>n", "nmbr9": "r1@3,-2", "sumoku": "G9@2,-1", "toushi": "roll T8:5"}
# What the texts of actions are made of, and what looks like it: other digits, blanks and letters.
ALPHABET = "0123456789rtTRab cdefghix@,:-+*.#s1>mnpwbonus stop roll reroll٣१０²ſKıİ–−,：＠\u00a0\u2003\t\n\x00\ud800"


def check(state: abaculus.State, player: int, text: str) -> None:
    """A reason with a known code, or an action that has this text but for case and surrounding blanks."""
    reason = state.why_not(player, text)
    if reason is None:
        action = state.string_to_action(player, text)
        exact = state.action_to_string(player, action)
        assert exact.lower() == text.strip().lower()
        assert state.string_to_action(player, exact) == action
        assert action in state.legal_actions(player)
        return
    assert reason.code in {"TEXT", "TURN", "CHANCE"} | CODES[state.game.name]
    assert str(reason) == f"{reason.code}: {reason.words}"
    assert reason.words[0].isupper() or reason.words[0] in "\"'" or reason.words[1].isdigit()
    assert reason.words.endswith(".")
    assert len(reason.words) < 300
    with pytest.raises(abaculus.IllegalAction) as raised:
        state.string_to_action(player, text)
    assert raised.value.reason == reason


def legal_texts(state: abaculus.State, player: int) -> list[str]:
    return [state.action_to_string(player, action) for action in state.legal_actions(player)]


def players(state: abaculus.State) -> list[int]:
    """All seats, chance, and numbers that are no seat."""
    return [*range(-1, state.num_players() + 1), -4]


def test_one_text_for_each_action(game: abaculus.Game, walk: Walk) -> None:
    for state in walk(game, 12):
        player = state.current_player()
        if player < -1:
            continue
        texts = legal_texts(state, player)
        assert len(set(texts)) == len(texts)
        for action, text in list(zip(state.legal_actions(), texts, strict=True))[:40]:
            assert state.why_not(player, text) is None
            assert state.string_to_action(player, text) == action
            assert state.string_to_action(text) == action


def test_case_and_surrounding_blanks_do_not_matter(game: abaculus.Game, walk: Walk) -> None:
    for state in walk(game, 13):
        player = state.current_player()
        for text in legal_texts(state, player)[:8] if player >= -1 else []:
            for other in (text.upper(), text.lower(), text.title(), f"  {text}\t", f"\n{text.swapcase()}\u2003"):
                assert state.string_to_action(player, other) == state.string_to_action(player, text)


def test_an_action_that_is_not_listed_is_refused(game: abaculus.Game, walk: Walk) -> None:
    luck = abaculus.Luck(14)
    for state in walk(game, 14):
        for player in range(game.num_players()):
            legal = set(state.legal_actions(player))
            for _ in range(15):
                action = luck.below(game.num_distinct_actions())
                if action in legal:
                    continue
                check(state, player, game.action_to_text(action))
                assert state.why_not(player, game.action_to_text(action)) is not None
                with pytest.raises(abaculus.IllegalAction):
                    state.apply_action_for(player, action)


@pytest.mark.parametrize("action", [-1, 2**31, 2**63, 10**30])
def test_a_number_that_is_no_action(game: abaculus.Game, action: int) -> None:
    state = game.new_initial_state()
    with pytest.raises(abaculus.IllegalAction) as raised:
        state.apply_action(action)
    assert raised.value.reason.code == "TEXT"
    with pytest.raises(abaculus.IllegalAction):
        state.apply_action(game.num_distinct_actions())


def test_turn_and_chance(game: abaculus.Game, walk: Walk) -> None:
    """A text of the game is first asked for whose turn it is, also after the end."""
    texts = {abaculus.CHANCE_PLAYER: "*G6" if game.name == "sumoku" else "*1", 0: DECISIONS[game.name]}
    if game.options.get("draft") == "free":
        texts = {0: "6r1@3,-2"}
    for state in walk(game, 15):
        for player in players(state):
            for text in texts.values():
                reason = state.why_not(player, text)
                may_act = player in state.players_to_act() or (player == -1 and state.is_chance_node())
                assert (reason is not None and reason.code == "TURN") == (not may_act)
            reason = state.why_not(player, "nonsense")
            assert reason is not None
            assert reason.code == "TEXT"


@pytest.mark.parametrize("text", [None, 5, 1.5, b"stop", ["stop"], {"text": "stop"}, True])
def test_what_is_no_text_at_all(game: abaculus.Game, text: Any) -> None:
    reason = game.new_initial_state().why_not(0, text)
    assert reason is not None
    assert reason.code == "TEXT"


def test_a_long_text_is_not_repeated_in_full(game: abaculus.Game) -> None:
    state = game.new_initial_state()
    for text in ("x" * 10**6, "*" + "9" * 10**6, "T4:" + "9" * 10**6 + "@a1", "r0@" + "9" * 10**6 + ",0"):
        check(state, 0, text)


@st.composite
def near_misses(draw: st.DrawFn, texts: list[str]) -> str:
    """A legal text with up to two characters left out, put in or exchanged."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.integers(0, len(text)))
        text = text[:place] + draw(st.sampled_from(["", *ALPHABET])) + text[place + draw(st.integers(0, 1)) :]
    return text


@pytest.mark.slow
@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_typed_texts(game: abaculus.Game, walk: Walk, data: st.DataObject) -> None:
    states = [state.clone() for state in walk(game, 16)]
    known = [text for state in states[:-1] for text in legal_texts(state, state.current_player())[:30]]
    for _ in range(10):
        state = data.draw(st.sampled_from(states))
        player = data.draw(st.sampled_from(players(state)))
        check(state, player, data.draw(near_misses(known) | st.text(ALPHABET, max_size=12) | st.text(max_size=12)))
