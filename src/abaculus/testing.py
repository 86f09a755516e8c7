"""The conformance suite: what holds for every game, checked by playing.

A game outside the package runs it as the package's own games do::

    from abaculus.testing import check_game

    def test_my_game():
        check_game(abaculus.load_game("my_game"))

Each check raises ``AssertionError`` that says which game, seed and step, and what does not hold.
"""

import copy
import json
import math
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from abaculus.kernel.game import Game
from abaculus.kernel.luck import Luck
from abaculus.kernel.reasons import IllegalAction
from abaculus.kernel.state import State, deserialize_state
from abaculus.kernel.verbs import CHANCE_PLAYER, MAX_STREAMS, NO_ACTION
from abaculus.loading import from_dict
from abaculus.play.record import Record, read_record, write_record

Policy = Callable[[State, Luck], int]
"""Given a state in which a seat is to act, and luck: an action of the current player."""


def uniform_policy(state: State, luck: Luck) -> int:
    """Any legal action, all alike likely."""
    return luck.choice(state.legal_actions())


def lively_policy(state: State, luck: Luck) -> int:
    """Mostly what the game's evaluation likes best among a few actions, sometimes any: games come to their ends."""
    seat = state.current_player()
    actions = state.legal_actions()
    if luck.uniform() < 0.2:
        return luck.choice(actions)
    few = [luck.choice(actions) for _ in range(8)]
    return max(few, key=lambda action: state.child(action).evaluate(seat))


def check_game(game: Game, games: int = 3, policies: tuple[Policy, ...] = (uniform_policy, lively_policy)) -> None:
    """All checks, over a few games with each policy."""
    for policy in policies:
        for seed in range(games):
            check_course(game, seed, policy)
    check_same_everywhere(game, seed=1)


def walk(game: Game, seed: int, policy: Policy = uniform_policy) -> Iterator[State]:
    """The states of one game, the start and the end too; each time the same object, one event further."""
    luck = Luck(seed)
    choices = luck.fork(0)
    state = game.new_initial_state()
    yield state
    while not state.is_terminal():
        state.apply_action(luck.draw(state) if state.is_chance_node() else policy(state, choices))
        yield state


def check_course(game: Game, seed: int, policy: Policy = uniform_policy) -> None:
    """Play one game and check every state of it, then its record."""
    decisions = 0
    state = game.new_initial_state()
    before = None
    for step, state in enumerate(walk(game, seed, policy)):
        try:
            check_state(state)
            check_recall(before, state)
        except Exception as error:
            raise AssertionError(f"{game!r}, seed {seed}, {policy.__name__}, step {step}: {error}") from error
        before = state.clone()
        decisions += state.is_player_node()
    assert decisions <= game.max_game_length(), f"{game!r}: {decisions} decisions, max_game_length() says fewer"
    check_returns(state)
    check_record(state)


def check_state(state: State) -> None:
    """Everything that holds for a single state."""
    check_turn(state)
    check_actions(state)
    check_chance(state)
    check_copies(state)
    check_position(state)
    check_views(state)
    check_observation(state)


def check_turn(state: State) -> None:
    """Exactly one of three: chance acts, seats act, nobody does."""
    seats = state.players_to_act()
    kinds = [state.is_chance_node(), state.is_terminal(), bool(seats)]
    assert sum(kinds) == 1, f"chance node, over, seats to act: {kinds}"
    assert seats == sorted(set(seats))
    assert all(0 <= seat < state.num_players() for seat in seats), f"seats to act: {seats}"
    assert state.current_player() == (seats[0] if seats else -1 if state.is_chance_node() else -4)
    for seat in range(state.num_players()):
        assert bool(state.legal_actions(seat)) == (seat in seats), f"seat {seat} has actions, or has none"


def check_actions(state: State) -> None:
    """Legal actions are distinct numbers with texts, and what ``apply_action_for`` accepts; the rest is refused."""
    game = state.game
    for seat in state.players_to_act():
        actions = state.legal_actions(seat)
        assert len(actions) <= game.max_legal_actions()
        assert actions == sorted(set(actions)), "legal actions are not ascending or not distinct"
        assert actions[0] >= 0
        assert actions[-1] < game.num_distinct_actions()
        rows = state.legal_rows(seat)
        assert [row[0] for row in rows] == [state.action_to_string(seat, action) for action in actions]
        assert all(len(row) == 1 + len(game.part_names) for row in rows), "a row has not every part of the action"
        json.dumps(rows)
        mask = state.legal_actions_mask(seat)
        assert len(mask) == game.num_distinct_actions()
        assert [mask[action] for action in actions] == [1] * sum(mask), "mask and list differ"
        _check_values(state, seat, actions[:: max(1, len(actions) // 24)])
        preferred = game.kernels.prefer(state.as_seen_by(seat).record, seat)
        assert preferred == NO_ACTION or preferred in actions, f"the action preferred, {preferred}, is not legal"
        for action in _some(actions, 24):
            text = state.action_to_string(seat, action)
            assert state.string_to_action(seat, f"  {text.upper()} ") == action, f"{text} is read as another action"
            assert state.why_not(seat, text) is None, f"{text} is legal but refused"
            after = state.clone()
            after.apply_action_for(seat, action)
            assert after.is_terminal() or after.is_chance_node() or after.players_to_act(), f"{text} is a dead end"
        for action in _some(range(game.num_distinct_actions()), 24):
            if not mask[action]:
                _refused(state, seat, action)
    for seat in set(range(state.num_players())) - set(state.players_to_act()):
        reason = state.why_not(seat, game.action_to_text(0))
        assert reason is not None
        assert reason.code == "TURN", f"seat {seat} is not to act, but is told {reason}"


def _check_values(state: State, seat: int, actions: list[int]) -> None:
    values = np.empty(len(actions), np.float64)
    state.game.kernels.evaluate_actions(
        state.record, seat, np.array(actions, np.int32), values, state.game.new_records(1)
    )
    for action, value in zip(actions, values.tolist(), strict=True):
        after = state.clone()
        after.apply_action_for(seat, action)
        assert math.isclose(value, after.evaluate(seat), rel_tol=1e-9, abs_tol=1e-9), (
            f"evaluate_actions makes {value} of what evaluates to {after.evaluate(seat)}"
        )


def _refused(state: State, player: int, action: int) -> None:
    before = bytes(state)
    text = state.action_to_string(player, action)
    reason = state.why_not(player, text)
    assert reason is not None, f"{text} is not legal but not refused"
    assert reason.words, f"{text} is refused without a word"
    try:
        state.apply_action_for(player, action)
    except IllegalAction:
        assert bytes(state) == before, f"{text} was refused but changed the state"
    else:
        raise AssertionError(f"{text} is not legal but was applied")


def check_chance(state: State) -> None:
    """Outcomes have probabilities that add up to 1, and ``sample_chance`` keeps to them."""
    if not state.is_chance_node():
        return
    outcomes = state.chance_outcomes()
    assert [outcome for outcome, _ in outcomes] == sorted({outcome for outcome, _ in outcomes})
    assert all(probability > 0 for _, probability in outcomes)
    assert abs(sum(probability for _, probability in outcomes) - 1) < 1e-9, "probabilities do not add up to 1"
    total = 0.0
    for outcome, probability in outcomes:
        sampled = state.sample_chance(total + probability / 2)
        assert sampled == outcome, f"sample_chance({total + probability / 2}) is {sampled}, not {outcome}"
        total += probability
        text = state.action_to_string(CHANCE_PLAYER, outcome)
        assert text.startswith("*")
        assert state.string_to_action(CHANCE_PLAYER, text) == outcome
    assert state.sample_chance(0.0) == outcomes[0][0]
    assert state.sample_chance(np.nextafter(1.0, 0.0)) == outcomes[-1][0]
    assert 0 <= state.chance_stream() < MAX_STREAMS


def check_copies(state: State) -> None:
    """Copies, pickles and texts of a state are equal to it and independent of it."""
    before = bytes(state)
    if not state.is_terminal():
        action = state.legal_actions()[0]
        after = bytes(state.child(action))
    for clone in (
        state.clone(),
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        deserialize_state(state.game, state.serialize()),
    ):
        assert clone == state, "a copy is another state"
        assert clone.full_history() == state.full_history(), "a copy has another history"
        if state.move_number().bit_count() == 1:  # this takes long in long games
            for seat in range(state.num_players()):
                assert clone.information_state_string(seat) == state.information_state_string(seat)
        if not state.is_terminal():
            clone.apply_action(action)
            assert bytes(clone) == after, "the same action led to two states"
            assert bytes(state) == before, "a copy shares memory with its state"
            assert state.move_number() == clone.move_number() - 1, "a copy shares its history with its state"


def check_recall(before: State | None, state: State) -> None:
    """Every seat remembers all it saw, and states that it cannot tell apart have the same information state."""
    for seat in range(state.num_players()):
        knows = state.information_state_string(seat)
        if before is not None:
            assert knows.startswith(before.information_state_string(seat) + "; "), "a seat forgets what it knew"
        other = state.resample_from_infostate(seat, lambda: 0.3)
        assert other.information_state_string(seat) == knows, "a seat can tell a resampled state apart"
        for action in _some(state.legal_actions(seat), 2):
            clones = [state.clone(), other.clone()]
            for clone in clones:
                clone.apply_action_for(seat, action)
            assert len({clone.information_state_string(seat) for clone in clones}) == 1


def check_position(state: State) -> None:
    """The position form says everything: through JSON and back it is the same state, bit for bit."""
    position = json.loads(json.dumps(state.to_dict()))
    assert list(position)[:6] == ["game", "options", "seats", "to_act", "over", "returns"]
    again = from_dict(position)
    assert bytes(again) == bytes(state), "from_dict(to_dict()) is another state"
    assert again.to_dict() == state.to_dict()


def check_views(state: State) -> None:
    """A view shows what the seat knows and no more: it is the same for all states that the seat cannot tell apart."""
    for seat in range(state.num_players()):
        view = state.view(seat)
        json.dumps([view, state.aids(seat)])
        if not state.game.hides:
            assert view == state.to_dict(), "nothing is hidden, but a view is not the position"
            assert state.as_seen_by(seat) == state == state.determinized(seat, 0), "nothing is hidden, but something is"
            continue
        assert state.as_seen_by(seat).view(seat) == view, "what a seat sees of what it sees is something else"
        assert state.as_seen_by(seat).legal_actions(seat) == state.legal_actions(seat)
        for seed in range(3):
            other = state.determinized(seat, seed)
            assert other.view(seat) == view, "a determinized state does not look the same to the seat"
            assert bytes(other.as_seen_by(seat)) == bytes(state.as_seen_by(seat)), "hide leaves something hidden in"
            assert np.array_equal(other.observation(seat), state.observation(seat)), (
                "an observation shows hidden things"
            )
            assert other.evaluate(seat) == state.evaluate(seat), "an evaluation looks at hidden things"
            preferred = [
                one.game.kernels.prefer(one.record, seat) for one in (other, state) if seat in one.players_to_act()
            ]
            assert len(set(preferred)) <= 1, "a preference looks at hidden things"
            assert other.aids(seat) == state.aids(seat), "aids look at hidden things"
            from_dict(json.loads(json.dumps(other.to_dict())))


def check_observation(state: State) -> None:
    """An observation has the game's shape and numbers within the game's bounds, and gives way to another one."""
    low, high = state.game.observation_bounds()
    beginning = state.game.new_initial_state()
    for seat in range(state.num_players()):
        observation = state.observation(seat)
        assert observation.shape == state.game.observation_tensor_shape()
        assert np.isfinite(observation).all()
        least, most = observation.min(), observation.max()
        assert low <= least <= most <= high, f"an observation goes from {least} to {most}"
        state.game.kernels.erase_observation(state.record, seat, observation)
        for other in (state, beginning):
            # What was not erased has to be written anew.
            again = np.where(observation == 0, np.float32(0), np.float32(np.nan))
            state.game.kernels.observation(other.record, seat, again)
            assert np.array_equal(again, other.observation(seat)), "something of an erased observation is left"


def check_returns(state: State) -> None:
    """At the end there are returns within the game's bounds, which add up to 1 where seats compete."""
    game = state.game
    assert state.is_terminal()
    assert state.legal_actions() == []
    returns = state.returns()
    assert all(game.min_utility() <= value <= game.max_utility() for value in returns), f"returns {returns}"
    if game.num_players() > 1:
        assert abs(sum(returns) - 1) < 1e-9, f"returns {returns} do not add up to 1"
    for seat in range(game.num_players()):
        reason = state.why_not(seat, game.action_to_text(0))
        assert reason is not None
        assert reason.code == "TURN"


def check_record(state: State) -> None:
    """The record of a finished game is read again, and replays to the same state."""
    record = Record.of(state, seed=1)
    again = read_record(write_record(record))
    assert again == record, "a record is read as another one"
    *_, final = again.replay()
    assert final == state, "a record replays to another state"


def check_same_everywhere(game: Game, seed: int) -> None:
    """The same seed gives the same game, here and in another process."""
    here = [_transcript(game, seed) for _ in range(2)]
    assert here[0] == here[1], "the same seed gave two games"
    module = type(game).__module__
    script = (
        "import sys, json, importlib, abaculus, abaculus.testing\n"
        "module, name, parameters, seed = sys.argv[1:]\n"
        "if name not in abaculus.game_types(): importlib.import_module(module)\n"
        "game = abaculus.load_game(name, **json.loads(parameters))\n"
        "print(abaculus.testing._transcript(game, int(seed)))\n"
    )
    there = subprocess.run(
        [sys.executable, "-c", script, module, game.name, json.dumps(game.get_parameters()), str(seed)],
        env=_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert there.returncode == 0, there.stderr
    assert there.stdout.strip() == here[0], "another process played another game"


def _environment() -> dict[str, str]:
    """The environment of this process, so that another one finds the same modules."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def _transcript(game: Game, seed: int) -> str:
    *_, final = walk(game, seed)
    return final.history_str()


def _some(items: Sequence[int], most: int) -> list[int]:
    """At most so many of the items, evenly spread, the first and the last among them."""
    if len(items) <= most:
        return list(items)
    return [items[i * (len(items) - 1) // (most - 1)] for i in range(most)]
