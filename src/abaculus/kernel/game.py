"""A game as Python sees it: its name, seats and options, its words, and the registry of games."""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import numpy as np
import numpy.typing as npt

from abaculus.kernel.options import Option, check_options, plain
from abaculus.kernel.reasons import OptionError, PositionError, Reason, shown
from abaculus.kernel.record import blank_record
from abaculus.kernel.settings import SearchSettings
from abaculus.kernel.verbs import MAX_SEATS, Kernels, StateRecord, register_kernels

if TYPE_CHECKING:
    from abaculus.kernel.state import State

Position = dict[str, Any]

TEXTS_KEPT = 2**16
"""How many texts of actions a game remembers."""


class Game(ABC):
    """A game with its number of seats and its options.

    A game's class names the facts and the kernels and answers for the words: texts of actions, reasons, the position
    form. Rules are in the kernels alone. Texts reach it without surrounding blanks and in lower case.
    """

    name: ClassVar[str]
    """How programs call it."""
    clauses: ClassVar[str] = ""
    """What the codes of its clauses start with, as in ``3x8-A1``; unless set, its name in capitals."""
    title: ClassVar[str]
    summary: ClassVar[str]
    """One sentence for somebody who has never seen it."""
    rules_version: ClassVar[int]
    """Goes up when a position or a record of an earlier version may be read differently."""
    min_players: ClassVar[int]
    max_players: ClassVar[int]
    default_players: ClassVar[int]
    option_specs: ClassVar[tuple[Option, ...]] = ()
    part_names: ClassVar[tuple[str, ...]]
    """Names of the parts of an action (``action_parts``)."""
    feature_names: ClassVar[tuple[str, ...]] = ()
    """What each number of the verb ``features`` is."""
    hides: ClassVar[bool] = False
    """Whether a seat sees less than everything."""
    dtype: ClassVar[np.dtype[Any]]
    kernels: ClassVar[Kernels]
    search: ClassVar[SearchSettings] = SearchSettings()
    """How it is searched."""
    slips: ClassVar[float] = 1.0
    """How often and how far levels for people err in it, so that a level is about as strong in all games: less where a
    turn is made of many decisions, or a slip costs much."""

    def __init__(self, players: int | None = None, **options: Any) -> None:
        """Raises ``OptionError`` for an unknown option, a value or a number of seats that is not allowed."""
        seats = self.default_players if players is None else plain(players)
        if not isinstance(seats, int) or isinstance(seats, bool) or not self.min_players <= seats <= self.max_players:
            allowed = (
                str(self.min_players)
                if self.min_players == self.max_players
                else f"{self.min_players} to {self.max_players}"
            )
            wanted = shown(seats)
            raise OptionError(
                f"{self.name}: it cannot be played with {wanted} seat{'s' * (wanted != '1')}; allowed: {allowed}."
            )
        self._players = seats
        self.options: dict[str, Any] = self.complete_options(check_options(self.name, self.option_specs, options))
        self._texts: dict[int, str] = {}

    # Facts; the names are OpenSpiel's.

    def num_players(self) -> int:
        """The number of seats."""
        return self._players

    @abstractmethod
    def num_distinct_actions(self) -> int:
        """Actions are the numbers from 0 to this less one; what a number means never changes."""

    @abstractmethod
    def max_legal_actions(self) -> int:
        """At most so many actions are legal at once."""

    def max_chance_outcomes(self) -> int:
        """Outcomes of chance are the numbers from 0 to this less one; by default there are none."""
        return 0

    @abstractmethod
    def max_game_length(self) -> int:
        """At most so many decisions are made in a game, chance not counted."""

    @abstractmethod
    def observation_tensor_shape(self) -> tuple[int, ...]:
        """The shape of an observation (float32)."""

    def observation_bounds(self) -> tuple[float, float]:
        """The least and the largest number of an observation, or bounds on them; by default 0 and 1."""
        return 0.0, 1.0

    def min_utility(self) -> float:
        """The least possible return; by default 0."""
        return 0.0

    def max_utility(self) -> float:
        """A bound on the largest possible return; by default 1, what seats that compete share in."""
        return 1.0

    def utility_sum(self) -> float | None:
        """What the returns of all seats add up to; ``None`` with one seat."""
        return 1.0 if self._players > 1 else None

    def observation_tensor_size(self) -> int:
        """How many numbers an observation has."""
        return int(np.prod(self.observation_tensor_shape()))

    def get_parameters(self) -> dict[str, Any]:
        """Seats and options, as ``load_game`` takes them."""
        return {"players": self._players, **self.options}

    def get_type(self) -> Any:
        """What kind of game it is, in OpenSpiel's terms, for its algorithms. Needs OpenSpiel (``pyspiel``)."""
        import pyspiel

        kind = pyspiel.GameType
        perfect = kind.Information.PERFECT_INFORMATION
        return kind(
            short_name=self.name,
            long_name=self.title,
            dynamics=kind.Dynamics.SEQUENTIAL,
            chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC
            if self.max_chance_outcomes()
            else kind.ChanceMode.DETERMINISTIC,
            information=kind.Information.IMPERFECT_INFORMATION if self.hides else perfect,
            utility=kind.Utility.CONSTANT_SUM if self._players > 1 else kind.Utility.GENERAL_SUM,
            reward_model=kind.RewardModel.TERMINAL,
            max_num_players=self.max_players,
            min_num_players=self.min_players,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
        )

    def __repr__(self) -> str:
        return f"load_game({self.name!r}, " + ", ".join(f"{k}={v!r}" for k, v in self.get_parameters().items()) + ")"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return type(self) is type(other) and self.get_parameters() == other.get_parameters()

    def __hash__(self) -> int:
        return hash((self.name, self._players))

    # States

    def new_initial_state(self) -> "State":
        """The start position."""
        from abaculus.kernel.state import State

        record = self.new_record()
        self.kernels.init(record)
        return State(self, record)

    def new_initial_states(self) -> list["State"]:
        """The start positions: one."""
        return [self.new_initial_state()]

    def new_record(self) -> StateRecord:
        """A blank state record in which the seats and options stand."""
        record = blank_record(self.dtype)
        self.write_options(record)
        return record

    def new_records(self, n: int) -> Any:
        """An array of n state records, all zero."""
        return np.zeros(n, self.dtype).view(np.recarray)

    def state_from_dict(self, position: Mapping[str, Any]) -> "State":
        """The state of a full position. Raises ``PositionError`` for what could not be a position of this game."""
        from abaculus.kernel.state import State

        return State.from_position(self, position)

    def texts_of(self, actions: list[int]) -> list[str]:
        """The texts of many actions, remembered: making them takes longer than playing the actions."""
        known = self._texts
        try:
            return [known[action] for action in actions]
        except KeyError:
            if len(known) > TEXTS_KEPT:
                known.clear()
            known.update((action, self.action_to_text(action)) for action in actions if action not in known)
            return [known[action] for action in actions]

    # What a game fills in

    def complete_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """Options with those defaults that follow from others, and checks across options. Raises ``OptionError``."""
        return options

    def write_options(self, record: StateRecord) -> None:  # noqa: B027 - a game without options has none to write
        """Write seats and options into a blank record."""

    @abstractmethod
    def action_to_text(self, action: int) -> str:
        """The one text of an action."""

    @abstractmethod
    def text_to_action(self, text: str) -> int:
        """The action of a text. Raises ``NotAnAction`` where no action of the game has that text.

        Where the rules take a text for an action that is never allowed, rather than for nonsense, it is a number from
        ``num_distinct_actions()`` on that ``explain`` understands.
        """

    def outcome_to_text(self, outcome: int) -> str:
        """The text of a chance outcome, which starts with ``*``."""
        raise ValueError(f"There is no chance in {self.name}.")

    def text_to_outcome(self, text: str) -> int:
        """The outcome of a text. Raises ``NotAnAction``."""
        raise NotAnAction(f"There is no chance in {self.name}.")

    @abstractmethod
    def explain(self, record: StateRecord, player: int, action: int) -> Reason:
        """Why an action that is not legal is not."""

    def explain_outcome(self, record: StateRecord, outcome: int) -> str:
        """Why an outcome cannot come up now, in words."""
        return f"There is no chance in {self.name}."

    @abstractmethod
    def action_parts(self, record: StateRecord, player: int, actions: npt.NDArray[np.int32]) -> Sequence[Sequence[Any]]:
        """What each of these legal actions is made of: a JSON value, or ``None``, for each of ``part_names``."""

    def row_keys(
        self, record: StateRecord, player: int, actions: npt.NDArray[np.int32]
    ) -> npt.NDArray[np.int64] | None:
        """A number for each of these legal actions, the same where text and parts are: so that both can be kept.

        By default ``None``: they are made anew in each position.
        """
        return None

    @abstractmethod
    def position(self, record: StateRecord) -> Position:
        """The game's own keys of the position form."""

    @abstractmethod
    def read_position(self, record: StateRecord, position: Position) -> None:
        """Write a position's own keys into a blank record (``new_record``). Raises ``PositionError``.

        Keys that follow from others need no check here: they are compared with those of the state that results.
        """

    def view_position(self, record: StateRecord, player: int) -> Position:
        """The game's own keys as a seat sees them (−1: a spectator)."""
        return self.position(record)

    def aids(self, record: StateRecord, player: int) -> dict[str, Any]:
        """What may help a seat and follows from what it sees, by name, as JSON values; by default nothing.

        No part of the rules: a client shows it to those who ask for it.
        """
        return {}

    def has_aids(self) -> bool:
        """Whether there are any ``aids`` in this game."""
        return type(self).aids is not Game.aids

    def draw(self, view: Position, player: int) -> str:
        """A view as text for a terminal, in rich's markup, from a seat's side; by default its own keys, a line each."""
        common = ("game", "options", "seats", "to_act", "over", "returns")
        return "\n".join(f"{key}: {json.dumps(value)}" for key, value in view.items() if key not in common)

    def seen_outcome(self, record: StateRecord, outcome: int, player: int) -> str:
        """The text of the outcome that now comes up, as a seat sees it (−1: a spectator)."""
        return self.outcome_to_text(outcome)

    def clause(self, clause: str, words: str) -> Reason:
        """A reason with a clause of this game's rules."""
        return Reason(f"{self.clauses or self.name.upper()}-{clause}", words)


class NotAnAction(ValueError):
    """A text that is no action (or no outcome) of the game; the message says what a text looks like."""


GameClass = TypeVar("GameClass", bound=type[Game])
_GAMES: dict[str, type[Game]] = {}


def register_game(game: GameClass) -> GameClass:
    """Make a game known, by name to ``load_game`` and by dtype to the verbs. Used as a class decorator."""
    known = _GAMES.get(game.name)
    if known is not None and (known.__module__, known.__qualname__) != (game.__module__, game.__qualname__):
        raise ValueError(f"There is a game named {game.name!r} already ({known.__module__}).")
    if game.max_players > MAX_SEATS:
        raise ValueError(f"{game.name}: at most {MAX_SEATS} seats are supported.")
    register_kernels(game.dtype, game.kernels)
    _GAMES[game.name] = game
    return game


def registered_games() -> dict[str, type[Game]]:
    """The games that were registered so far, by name."""
    return dict(_GAMES)


def require(condition: bool, words: str) -> None:
    """Raise ``PositionError`` with these words unless the condition holds."""
    if not condition:
        raise PositionError(words)


def whole_number(value: Any, key: str, least: int, most: int) -> int:
    """A value that has to be a whole number within bounds. Raises ``PositionError``."""
    fits = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
    require(fits, f"{key!r} has {shown(value)}, not a whole number from {least} to {most}.")
    return int(value)
