"""A state of a game for Python: OpenSpiel's names and meanings, and the names for texts, positions and views."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from abaculus.kernel.game import Game, NotAnAction, require
from abaculus.kernel.reasons import IllegalAction, PositionError, Reason, shown
from abaculus.kernel.record import copy_record, read_record
from abaculus.kernel.verbs import CHANCE_BIT, CHANCE_PLAYER, MAX_SEATS, StateRecord

TERMINAL_PLAYER = -4


class PlayerAction(NamedTuple):
    """One event of a game: a decision of a seat, or an outcome of chance (player −1)."""

    player: int
    action: int


class _Seen(NamedTuple):
    """What was seen of a game up to an event."""

    events: int
    """How many events of the state's history that covers."""
    record: bytes
    """The state record after them."""
    texts: tuple[str, ...]
    """What each seat saw, then what a spectator saw; where nothing is hidden, just that."""


class State:
    """A state of a game.

    >>> import abaculus
    >>> state = abaculus.load_game("toushi").new_initial_state()
    >>> state.apply_action(state.string_to_action(0, "T6:4@c3"))
    >>> state.why_not(0, "T6:4@c4")
    'TOUSHI-R1: A round starts with a die: roll one, as in "roll T8:5".'
    """

    __slots__ = ("_actors", "_events", "_legal_of", "_record", "_seen", "_start", "game")

    def __init__(self, game: Game, record: StateRecord) -> None:
        """Take over a full state record of this game."""
        self.game = game
        self._record = record
        self._events: list[PlayerAction] = []
        self._start: _Seen | None = None
        """Where the history starts; ``None`` as long as it is empty, unless something was seen before."""
        self._seen: _Seen | None = None
        """The newest that was worked out, for the next one to go on from."""
        self._forget()

    # Who is to act

    def players_to_act(self) -> list[int]:
        """The seats that may act, ascending; empty when chance acts or the game is over."""
        bits = self._to_act()
        return [] if bits == CHANCE_BIT else [seat for seat in range(self.game.num_players()) if bits >> seat & 1]

    def current_player(self) -> int:
        """The lowest seat that may act; −1 for chance, −4 when the game is over."""
        bits = self._to_act()
        if bits == CHANCE_BIT:
            return CHANCE_PLAYER
        return (bits & -bits).bit_length() - 1 if bits else TERMINAL_PLAYER

    def is_chance_node(self) -> bool:
        """Whether chance is to act."""
        return self._to_act() == CHANCE_BIT

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._to_act() == 0

    def is_player_node(self) -> bool:
        """Whether a seat is to act."""
        return self._to_act() not in (0, CHANCE_BIT)

    def is_simultaneous_node(self) -> bool:
        """Never: where several seats may act, they do so one after another."""
        return False

    # What may be done

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions of a seat (by default the one to act), or the outcomes at a chance node; ascending."""
        actor = self.current_player() if player is None else player
        if actor == CHANCE_PLAYER:
            return [outcome for outcome, _ in self.chance_outcomes()]
        actions: list[int] = self._legal(actor).tolist()
        return actions

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """For each distinct action (or outcome, at a chance node) 1 if it is legal, else 0."""
        size = self.game.max_chance_outcomes() if self.is_chance_node() else self.game.num_distinct_actions()
        mask = [0] * size
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """At a chance node: all outcomes with their probabilities. Elsewhere raises ``ValueError``."""
        if not self.is_chance_node():
            raise ValueError("Chance is not to act here.")
        out = np.empty(self.game.max_chance_outcomes(), np.int32)
        probabilities = np.empty(len(out), np.float64)
        n = self.game.kernels.chance_outcomes(self._record, out, probabilities)
        return list(zip(out[:n].tolist(), probabilities[:n].tolist(), strict=True))

    def sample_chance(self, u: float) -> int:
        """At a chance node: the outcome that a number in [0, 1) stands for."""
        if not self.is_chance_node():
            raise ValueError("Chance is not to act here.")
        return int(self.game.kernels.sample_chance(self._record, u))

    def chance_stream(self) -> int:
        """At a chance node: the stream of luck that the outcome is drawn from."""
        return int(self.game.kernels.chance_stream(self._record))

    # Playing

    def apply_action(self, action: int) -> None:
        """Play an action of the lowest seat to act, or an outcome. Raises ``IllegalAction``."""
        self.apply_action_for(self.current_player(), action)

    def apply_action_for(self, player: int, action: int) -> None:
        """Play an action of a seat that may act, or an outcome (player −1). Raises ``IllegalAction``."""
        chance = player == CHANCE_PLAYER
        if not 0 <= action < (self.game.max_chance_outcomes() if chance else self.game.num_distinct_actions()):
            raise IllegalAction(Reason("TEXT", f"There is no {'outcome' if chance else 'action'} {action}."))
        reason = self._refusal(player, int(action), outcome=chance)
        if reason is not None:
            raise IllegalAction(reason)
        if self._start is None:
            self._start = _Seen(0, bytes(self), ())
        self.game.kernels.apply_action(self._record, player, int(action))
        self._events.append(PlayerAction(player, int(action)))
        self._forget()

    def child(self, action: int) -> "State":
        """A copy in which the action was played."""
        child = self.clone()
        child.apply_action(action)
        return child

    def clone(self) -> "State":
        """An independent copy."""
        copy = State(self.game, copy_record(self._record))
        copy._events = self._events.copy()
        copy._start, copy._seen = self._start, self._seen
        copy._actors, copy._legal_of = self._actors, self._legal_of
        return copy

    def __copy__(self) -> "State":
        return self.clone()

    def __deepcopy__(self, _: Any) -> "State":
        return self.clone()

    def __reduce__(self) -> tuple[Callable[..., "State"], tuple[Any, ...]]:
        return _restore, (self.game, bytes(self), self._events, self._start)

    def returns(self) -> list[float]:
        """Each seat's return; zeros before the end."""
        out = np.zeros(self.game.num_players(), np.float64)
        if self.is_terminal():
            self.game.kernels.returns(self._record, out)
        worth: list[float] = out.tolist()
        return worth

    def rewards(self) -> list[float]:
        """What each seat got by the last action: its return by the one that ended the game, else 0."""
        return self.returns()

    def rewarded(self) -> list[float]:
        """What each seat's rewards add up to so far.

        At the end its return. Before, 0; but where the return is a score, the score so far: so each decision is
        rewarded by the points that it brings.
        """
        out = np.zeros(self.game.num_players(), np.float64)
        self.game.kernels.rewarded(self._record, out)
        worth: list[float] = out.tolist()
        return worth

    def player_return(self, player: int) -> float:
        """One seat's return."""
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        """One seat's reward."""
        return self.rewards()[player]

    def scores(self) -> list[float] | None:
        """Each seat's points so far (``"scores"`` of the position form); ``None`` where the game counts none."""
        scores = self.game.position(self._record).get("scores")
        return None if scores is None else [float(score) for score in scores]

    def evaluate(self, player: int) -> float:
        """How good the state is for a seat, as the game's own evaluation has it."""
        return float(self.game.kernels.evaluate(self._record, player))

    # The course so far

    def history(self) -> list[int]:
        """Actions and outcomes since the start (or since the position that the state was made from)."""
        return [event.action for event in self._events]

    def full_history(self) -> list[PlayerAction]:
        """The same with who acted."""
        return self._events.copy()

    def move_number(self) -> int:
        """How many events there were."""
        return len(self._events)

    def history_str(self) -> str:
        """The history as one text."""
        return ", ".join(str(action) for action in self.history())

    def get_game(self) -> Game:
        """The game."""
        return self.game

    def num_players(self) -> int:
        """The number of seats."""
        return self.game.num_players()

    def num_distinct_actions(self) -> int:
        """The number of distinct actions."""
        return self.game.num_distinct_actions()

    # Texts

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """The text of an action, or of an outcome for player −1. With the action alone it is the current player's."""
        if action is None:
            player, action = self.current_player(), player
        limit = self.game.max_chance_outcomes() if player == CHANCE_PLAYER else self.game.num_distinct_actions()
        if not 0 <= action < limit:
            raise ValueError(f"There is no action {action}; actions are 0 to {limit - 1}.")
        return self.game.outcome_to_text(action) if player == CHANCE_PLAYER else self.game.action_to_text(action)

    def string_to_action(self, player: int | str, text: str | None = None) -> int:
        """The legal action (or outcome, for player −1) of a text. Raises ``IllegalAction``.

        With the text alone it is the current player's.
        """
        if text is None:
            player, text = self.current_player(), str(player)
        action, reason = self._read(int(player), text)
        if reason is not None:
            raise IllegalAction(reason)
        return action

    def why_not(self, player: int, text: str) -> Reason | None:
        """Why a text is refused; ``None`` where it is a legal action (or a possible outcome, for player −1)."""
        return self._read(player, text)[1]

    def action_parts(self, player: int, action: int) -> tuple[Any, ...]:
        """What a legal action is made of: a value or ``None`` for each of the game's ``part_names``."""
        return tuple(self.game.action_parts(self._record, player, np.array([action], np.int32))[0])

    def legal_rows(self, player: int, actions: Sequence[int] | None = None) -> list[list[Any]]:
        """For each legal action of a seat its text, then a value or ``None`` for each of the game's ``part_names``.

        With ``actions`` only for these.

        >>> import abaculus
        >>> abaculus.load_game("toushi").new_initial_state().legal_rows(0)[0]
        ['T4:1@a1', 'mark', 'T4', 1, 'a1']
        """
        return self._rows(player, self._legal(player) if actions is None else np.array(actions, np.int32))

    def row_keys(self, player: int) -> list[int] | None:
        """A number for each row of ``legal_rows``; in all states of a game rows with the same number are the same.

        ``None`` where the game gives no such numbers.
        """
        keys = self.game.row_keys(self._record, player, self._legal(player))
        if keys is None:
            return None
        numbers: list[int] = keys.tolist()
        return numbers

    def action_row(self, player: int, action: int) -> list[Any]:
        """The row of ``legal_rows`` that one of the seat's legal actions has."""
        return self._rows(player, np.array([action], np.int32))[0]

    def _rows(self, player: int, actions: npt.NDArray[np.int32]) -> list[list[Any]]:
        texts = self.game.texts_of(actions.tolist())
        parts = self.game.action_parts(self._record, player, actions)
        return [[text, *row] for text, row in zip(texts, parts, strict=True)]

    def event_text(self, player: int, action: int, seen_by: int | None = None) -> str:
        """The text of the event that is about to be applied, as a seat sees it (``None``: a spectator)."""
        if player == CHANCE_PLAYER:
            return self.game.seen_outcome(self._record, action, -1 if seen_by is None else seen_by)
        return self.game.action_to_text(action)

    # Positions and views

    def to_dict(self) -> dict[str, Any]:
        """The full position, in the form of the game's rules; ``json.dumps`` takes it."""
        return {**self._common_keys(), **self.game.position(self._record)}

    @classmethod
    def from_position(cls, game: Game, position: Mapping[str, Any]) -> "State":
        """The state of a full position. Raises ``PositionError``."""
        require(isinstance(position, Mapping), "A position is an object with the keys that the rules name.")
        given = dict(position)
        for key, value in (("game", game.name), ("seats", game.num_players()), ("options", game.options)):
            require(key in given, f"The position has no {key!r}.")
            require(_same(given[key], value), f"{key!r} is {shown(given[key])}; this game's is {value!r}.")
        record = game.new_record()
        try:
            game.read_position(record, given)
        except (KeyError, TypeError, IndexError, ValueError, OverflowError, AttributeError) as error:
            if isinstance(error, PositionError):
                raise
            missing = f"The position has no {error.args[0]!r}." if isinstance(error, KeyError) else None
            raise PositionError(missing or f"The position has a value of a wrong form ({error}).") from error
        state = cls(game, record)
        follows = state.to_dict()
        for key in given:
            require(key in follows, f"A position of {game.name} has no key {shown(key)}.")
        for key, value in follows.items():
            require(key in given, f"The position has no {key!r}.")
            words = f"{key!r} is {shown(given[key])}, but from the rest follows {shown(value)}."
            require(_same(given[key], value), words)
        return state

    def view(self, player: int | None = None) -> dict[str, Any]:
        """What a seat sees of the position (``None``: a spectator)."""
        return {
            **self._common_keys(),
            **self.game.view_position(self._record, -1 if player is None else player),
        }

    def aids(self, player: int) -> dict[str, Any]:
        """What may help a seat, worked out from what it sees; which names there are is up to the game."""
        return self.game.aids(self.as_seen_by(player)._record, player)

    def as_seen_by(self, player: int) -> "State":
        """A copy without what the seat cannot see and without history: what a bot of that seat is given."""
        record = copy_record(self._record)
        self.game.kernels.hide(record, player)
        return State(self.game, record)

    def determinized(self, player: int, seed: int) -> "State":
        """A full state, all alike likely, that the seat takes for this one; ``seed`` (0 … 2^64 − 1) chooses it."""
        seen = self.as_seen_by(player)
        self.game.kernels.determinize(seen._record, player, np.uint64(seed))
        return seen

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "State":
        """``determinized``, as OpenSpiel calls it; ``sampler`` gives numbers in [0, 1).

        The state has the seat's ``information_state_string``, but no history. Other seats saw what a spectator saw,
        and know what they now hold.
        """
        if not self.game.hides:
            return self.clone()
        state = self.determinized(player, int(sampler() * 2**53))
        *seats, spectator = self._look_back().texts
        texts = [seats[seat] if seat == player else spectator + state._opening(seat) for seat in range(len(seats))]
        state._start = _Seen(0, bytes(state), (*texts, spectator))
        return state

    def information_state_string(self, player: int | None = None) -> str:
        """All that a seat ever saw and did, oldest first, as a text (−1: a spectator).

        That is OpenSpiel's information state, with perfect recall: equal for histories that the seat cannot tell apart,
        different for any others.
        """
        seat = self.current_player() if player is None else player
        texts = self._look_back().texts
        return f"{seat}{texts[seat] if self.game.hides else texts[0]}"

    def observation_string(self, player: int | None = None) -> str:
        """What a seat sees of the position, as a text: equal for states that look the same to it."""
        return json.dumps(self.view(self.current_player() if player is None else player), separators=(",", ":"))

    def observation(self, player: int | None = None) -> npt.NDArray[np.float32]:
        """The state as a seat sees it, as an array of the game's observation shape."""
        out = np.zeros(self.game.observation_tensor_shape(), np.float32)
        self.game.kernels.observation(self._record, self.current_player() if player is None else player, out)
        return out

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """``observation``, flattened."""
        return [float(value) for value in self.observation(player).ravel()]

    # Bytes

    def serialize(self) -> str:
        """Start and history as a text, for ``deserialize_state``.

        Raises ``ValueError`` where the start is known only in part, as in ``as_seen_by``; ``pickle`` keeps that, too.
        """
        start, seen = self._first_record(), self._start.texts if self._start else ()
        position = None
        if start != bytes(self.game.new_initial_state()):
            position = State(self.game, read_record(start, self.game.dtype)).to_dict()
            try:
                State.from_position(self.game, position)
            except PositionError as error:
                raise ValueError(f"A state with hidden parts has no text; pickle it. ({error})") from None
        return json.dumps({"start": position, "seen": seen, "events": self._events}, separators=(",", ":"))

    def __bytes__(self) -> bytes:
        """The state record; equal for equal states."""
        return bytes(self._record.tobytes())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.game == other.game and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash((self.game, bytes(self)))

    def __str__(self) -> str:
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def __repr__(self) -> str:
        return f"<State of {self.game!r} after {self.move_number()} events>"

    @property
    def record(self) -> StateRecord:
        """The state record itself, for kernels. Whoever writes to it does so before the state is asked again."""
        self._forget()
        return self._record

    def _first_record(self) -> bytes:
        """The record that the history starts from."""
        return self._start.record if self._start else bytes(self)

    def _opening(self, player: int) -> str:
        """What a seat sees of the position that the history starts from; nothing at the start of a game."""
        record = self._first_record()
        if record == bytes(self.game.new_initial_state()):
            return ""
        start = State(self.game, read_record(record, self.game.dtype))
        return f"; {start.observation_string(player)}"

    def _look_back(self) -> _Seen:
        """What was seen of all events."""
        game, hides = self.game, self.game.hides
        viewers = (*range(game.num_players()), -1) if hides else (-1,)
        seen = self._seen or self._start
        if seen is None or not seen.texts:
            seen = _Seen(0, self._first_record(), tuple(map(self._opening, viewers)))
        if self._seen is None or seen.events < len(self._events):
            record, texts = read_record(seen.record, self.game.dtype), list(seen.texts)
            for player, action in self._events[seen.events :]:
                chance = player == CHANCE_PLAYER
                for k, viewer in enumerate(viewers):
                    text = game.seen_outcome(record, action, viewer) if chance else game.action_to_text(action)
                    texts[k] += f"; {text}" if chance else f"; {player} {text}"
                if hides:
                    game.kernels.apply_action(record, player, action)
            self._seen = seen = _Seen(len(self._events), record.tobytes(), tuple(texts))
        return seen

    def _forget(self) -> None:
        """Drop what was worked out from the record, which changes."""
        self._actors: int | None = None
        self._legal_of: dict[int, npt.NDArray[np.int32]] = {}
        """Shared with clones as long as they have the same record: so it is replaced, never emptied."""

    def _to_act(self) -> int:
        """``players_to_act`` of the record, worked out once."""
        if self._actors is None:
            self._actors = int(self.game.kernels.players_to_act(self._record))
        return self._actors

    def _legal(self, player: int) -> npt.NDArray[np.int32]:
        """The legal actions of a seat, worked out once."""
        legal = self._legal_of.get(player)
        if legal is None:
            n = 0
            out = np.empty(self.game.max_legal_actions(), np.int32)
            if 0 <= player < self.game.num_players():
                n = self.game.kernels.legal_actions(self._record, player, out)
            legal = self._legal_of[player] = out[:n].copy()
        return legal

    def _common_keys(self) -> dict[str, Any]:
        over = self.is_terminal()
        return {
            "game": self.game.name,
            "options": dict(self.game.options),
            "seats": self.game.num_players(),
            "to_act": "chance" if self.is_chance_node() else self.players_to_act(),
            "over": over,
            "returns": self.returns() if over else None,
        }

    def _read(self, player: int, text: str) -> tuple[int, Reason | None]:
        """The action or outcome of a text, and why it is refused."""
        if not isinstance(text, str):
            return 0, Reason("TEXT", f"An action is a text, not {shown(text)}.")
        cleaned = text.strip().lower()
        outcome = cleaned.startswith("*")
        try:
            action = self.game.text_to_outcome(cleaned) if outcome else self.game.text_to_action(cleaned)
        except NotAnAction as error:
            excerpt = cleaned if len(cleaned) <= 40 else cleaned[:40] + "…"
            return 0, Reason("TEXT", f'"{excerpt}" is no action. {error}')
        return action, self._refusal(player, action, outcome)

    def _refusal(self, player: int, action: int, outcome: bool) -> Reason | None:
        """Why an action or outcome is refused, asked in this order: whose turn, then whether it may be."""
        actors = self._to_act()
        chance = actors == CHANCE_BIT
        if not (chance if player == CHANCE_PLAYER else 0 <= player < MAX_SEATS and actors >> player & 1):
            return Reason("TURN", self._whose_turn(player))
        if outcome != chance:
            words = "A draw or roll is due, no decision." if chance else "Nothing is drawn or rolled now."
            return Reason("CHANCE", words)
        if chance:
            possible = action in self.legal_actions(CHANCE_PLAYER)
            return None if possible else Reason("CHANCE", self.game.explain_outcome(self._record, action))
        legal = self._legal(player)
        place = int(legal.searchsorted(action))
        if place < len(legal) and legal[place] == action:
            return None
        return self.game.explain(self._record, player, action)

    def _whose_turn(self, player: int) -> str:
        last = self.game.num_players() - 1
        if not CHANCE_PLAYER <= player <= last:
            return f"There is no seat {player}; seats are 0 to {last}."
        if self.is_chance_node():
            return "A draw or roll is due first."
        seats = self.players_to_act()
        if not seats:
            return "The game is over."
        whose = "seat " + str(seats[0]) if len(seats) == 1 else "seats " + ", ".join(map(str, seats))
        return f"It is the turn of {whose}."


def deserialize_state(game: Game, text: str) -> State:
    """The state that ``State.serialize`` wrote."""
    saved = json.loads(text)
    state = game.new_initial_state() if saved["start"] is None else game.state_from_dict(saved["start"])
    if saved["seen"]:
        state._start = _Seen(0, bytes(state), tuple(saved["seen"]))
    for player, action in saved["events"]:
        state.apply_action_for(player, action)
    return state


def _restore(game: Game, record: bytes, events: list[PlayerAction], start: _Seen | None) -> State:
    """The state of a pickle."""
    state = State(game, read_record(record, game.dtype))
    state._events, state._start = events, start
    return state


def _same(given: Any, value: Any) -> bool:
    """Equality as JSON has it: true is not 1, but 1.0 is."""
    if isinstance(given, dict) and isinstance(value, dict):
        return given.keys() == value.keys() and all(_same(given[key], value[key]) for key in value)
    if isinstance(given, list | tuple) and isinstance(value, list | tuple):
        return len(given) == len(value) and all(map(_same, given, value))
    if isinstance(given, bool) or isinstance(value, bool):
        return given is value
    return bool(given == value) and isinstance(given, str) == isinstance(value, str)
