"""The games as games of OpenSpiel's, which loads them by name once this module is imported.

>>> import pyspiel
>>> import abaculus.envs.open_spiel
>>> game = pyspiel.load_game("abaculus_nmbr9", {"players": 2, "draft": "known"})
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[0])
>>> state.action_to_string(state.legal_actions()[0])
'*0'

A game is called ``abaculus_`` and its name. Its parameters are ``players`` and its options, where

- −1 is an option that follows from the others unless set (``cards`` of NMBR 9);
- −1 is the word where an option is a word or a number (``key`` of Sumoku: −1 is ``roll``; ``first`` of 108: −1 is
  ``draw``);
- data is a text of JSON (``blockers`` of 3x8), in which ``;`` may stand for ``,``: a comma ends a parameter in a game
  string.

Chance is explicit; seats that may act at once do so one after another. Games and states can be copied, pickled and
serialized by OpenSpiel.

The states of abaculus themselves go into OpenSpiel's Python algorithms as well; these go into those in C++, too.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from abaculus.extras import how_to_install
from abaculus.kernel.game import Game
from abaculus.kernel.options import Option
from abaculus.kernel.reasons import OptionError, shown
from abaculus.kernel.state import State
from abaculus.loading import game_types, load_game

try:
    import pyspiel
except ImportError as error:
    raise ImportError(how_to_install("open_spiel", "openspiel")) from error

PREFIX = "abaculus_"
UNSET = -1
SPECTATOR = -1
PrivateInfo = pyspiel.PrivateInfoType


def register_all() -> None:
    """Make every game known to OpenSpiel, those too that were registered from outside the package by now."""
    for name, game in game_types().items():
        if PREFIX + name not in pyspiel.registered_names():
            # A class, for OpenSpiel lets go of it only after the interpreter has ended, and no function outlives that.
            pyspiel.register_game(_type_of(game()), type(game.__name__, (OpenSpielGame,), {"game_name": name}))


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game as OpenSpiel sees it; ``game`` is abaculus' own. Each game has a class of its own."""

    game_name: ClassVar[str]

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        """Raises ``OptionError`` for parameters that are not allowed."""
        given = dict(parameters or {})
        kind = game_types()[self.game_name]
        options = _options(kind, {name: value for name, value in given.items() if name != "players"})
        self.game = load_game(self.game_name, given.get("players"), **options)
        # As OpenSpiel loads them again from its text of the game.
        given |= {
            spec.name: _data_to_text(options[spec.name])
            for spec in kind.option_specs
            if spec.kind == "data" and options.get(spec.name, spec.default) != spec.default
        }
        super().__init__(_type_of(self.game), _facts_of(self.game), given)

    def __reduce__(self) -> tuple[Callable[..., "OpenSpielGame"], tuple[Any, ...]]:
        return _load_game, (type(self.game), str(self))

    def new_initial_state(self) -> "OpenSpielState":
        """The start position."""
        return OpenSpielState(self, self.game.new_initial_state())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What shows a state to a seat, by default what ``observation_tensor`` and ``observation_string`` do.

        Raises ``ValueError`` for observations that there are not, and for parameters.
        """
        if isinstance(iig_obs_type, dict):  # so OpenSpiel calls it where there is no type
            iig_obs_type, params = None, iig_obs_type
        if params:
            raise ValueError(f"There are no parameters of observations, but here are {shown(params)}.")
        return Observer(self.game, iig_obs_type or pyspiel.IIGObservationType())


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A state as OpenSpiel sees it; ``state`` is abaculus' own."""

    def __init__(self, game: OpenSpielGame, state: State) -> None:
        super().__init__(game)
        self.state = state

    def current_player(self) -> int:
        """The lowest seat that may act, or chance, or that the game is over."""
        return self.state.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.state.legal_actions(player) if player == self.state.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All outcomes with their probabilities."""
        return self.state.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.state.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.state.action_to_string(player, action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.state.is_terminal()

    def returns(self) -> list[float]:
        """Each seat's return; zeros before the end."""
        return self.state.returns()

    def resample_from_infostate(self, player: int, sampler: Any) -> "OpenSpielState":
        """A random state with the player's information state, all equally likely.

        It has no history; in a game that hides nothing it is a clone.
        """
        if not self.state.game.hides:
            return self.clone()
        return OpenSpielState(self.get_game(), self.state.resample_from_infostate(player, sampler))

    def __reduce__(self) -> tuple[Callable[..., "OpenSpielState"], tuple[Any, ...]]:
        return _load_state, (type(self.state.game), pyspiel.serialize_game_and_state(self.get_game(), self))

    def __str__(self) -> str:
        return str(self.state)


class Observer:
    """What a seat sees, as OpenSpiel's ``IIGObservationType`` chooses it.

    ``string_from`` gives a text. ``tensor`` and its one entry in ``dict``, in the observation's shape, are written by
    ``set_from``; where there is no tensor it is ``None``, and ``dict`` is empty.

    | public | recall | private | text | tensor |
    |---|---|---|---|---|
    | yes | no | the seat's | what the seat sees of the position | yes |
    | yes | no | nobody's | what all see of it | yes, from the seat's side |
    | yes | no | everybody's | the position | where nothing is hidden |
    | yes | yes | the seat's | its information state | no |
    | yes | yes | nobody's | what all saw, in order | no |
    | yes | yes | everybody's | start and history | no |
    | no | no | the seat's, everybody's | what of that not all see; empty where nothing is hidden | no |
    | no | any | nobody's | nothing | no |
    """

    def __init__(self, game: Game, kind: Any) -> None:
        """Raises ``ValueError`` for private information with perfect recall but without what is public."""
        if game.hides and kind.perfect_recall and not kind.public_info and kind.private_info != PrivateInfo.NONE:
            raise ValueError(
                "There is no private observation with perfect recall: ask for one without it, or with public_info."
            )
        self._kind = kind
        self._public = kind.private_info == PrivateInfo.NONE
        seen_by_all = game.hides and kind.private_info == PrivateInfo.ALL_PLAYERS
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if kind.public_info and not kind.perfect_recall and not seen_by_all:
            shape = game.observation_tensor_shape()
            self.tensor = np.zeros(game.observation_tensor_size(), np.float32)
            self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write a seat's observation into the tensor, if there is one."""
        if self.dict:
            seen = state.state.as_seen_by(SPECTATOR) if self._public else state.state
            self.dict["observation"][:] = seen.observation(player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """What the seat sees, as a text."""
        kind, own = self._kind, state.state
        everything = kind.private_info == PrivateInfo.ALL_PLAYERS
        if not kind.public_info:
            return _private(own, player, everything) if kind.private_info != PrivateInfo.NONE else ""
        if everything:
            return own.serialize() if kind.perfect_recall else str(own)
        viewer = SPECTATOR if self._public else player
        return own.information_state_string(viewer) if kind.perfect_recall else own.observation_string(viewer)


def _private(state: State, player: int, everything: bool) -> str:
    """What a seat sees of a position, or all of it, without what everybody sees."""
    seen = state.to_dict() if everything else state.view(player)
    private = _difference(seen, state.view())
    return json.dumps(private, separators=(",", ":")) if private else ""


def _difference(one: Any, other: Any) -> Any:
    """The parts of a JSON value that are not the same in another one; ``None`` where there are none."""
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        one, other = dict(enumerate(one)), dict(enumerate(other))
    if isinstance(one, dict) and isinstance(other, dict):
        parts = {key: _difference(value, other.get(key)) for key, value in one.items()}
        return {key: part for key, part in parts.items() if part is not None} or None
    return None if one == other else one


def _load_game(_: type[Game], text: str) -> OpenSpielGame:
    """The game of a pickle. Its class comes along, so that a game from outside the package is imported with it."""
    register_all()
    return pyspiel.load_game(text)


def _load_state(_: type[Game], text: str) -> OpenSpielState:
    """The state of a pickle, as ``_load_game``."""
    register_all()
    return pyspiel.deserialize_game_and_state(text)[1]


def _options(game: type[Game], given: dict[str, Any]) -> dict[str, Any]:
    """Options as ``load_game`` takes them, from OpenSpiel's parameters."""
    specs = {spec.name: spec for spec in game.option_specs}
    options = {}
    for name, value in given.items():
        spec = specs.get(name)
        if spec is None:
            options[name] = value
        elif spec.kind == "data" and value != spec.default:
            options[name] = _text_to_data(name, value)
        elif (word := _word(spec)) is not None and value == UNSET:
            options[name] = word
        elif spec.default is not None or value != UNSET:
            options[name] = value
    return options


def _word(spec: Option) -> str | None:
    """The word of an option that is one word or a number: for OpenSpiel, whose parameters have one type, −1."""
    words = [choice for choice in spec.choices if isinstance(choice, str)]
    return words[0] if len(words) == 1 < len(spec.choices) else None


def _text_to_data(option: str, text: str) -> Any:
    try:
        with suppress(ValueError):
            return json.loads(text)
        return json.loads(text.replace(";", ","))
    except ValueError as error:
        raise OptionError(f"The parameter {option!r} is a text of JSON: {error}.") from None


def _data_to_text(data: Any) -> str:
    """JSON without what means something in a game string."""
    text = json.dumps(data, separators=("\0", ":"))
    for sign in ",;()=":  # all within strings
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text.replace("\0", ";")


def _type_of(game: Game) -> Any:
    kind = game.get_type()
    options = {
        spec.name: UNSET if spec.default is None or spec.default == _word(spec) else spec.default
        for spec in game.option_specs
    }
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        parameter_specification={"players": game.default_players, **options},
        **{
            name: getattr(kind, name)
            for name in (
                "long_name",
                "dynamics",
                "chance_mode",
                "information",
                "utility",
                "reward_model",
                "max_num_players",
                "min_num_players",
                "provides_information_state_string",
                "provides_information_state_tensor",
                "provides_observation_string",
                "provides_observation_tensor",
            )
        },
    )


def _facts_of(game: Game) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=game.num_distinct_actions(),
        max_chance_outcomes=game.max_chance_outcomes(),
        num_players=game.num_players(),
        min_utility=game.min_utility(),
        max_utility=game.max_utility(),
        utility_sum=game.utility_sum(),
        max_game_length=game.max_game_length(),
    )


register_all()
