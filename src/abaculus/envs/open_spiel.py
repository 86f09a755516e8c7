"""The games as games of OpenSpiel's, which loads them by name once this module is imported.

>>> import pyspiel
>>> import abaculus.envs.open_spiel
>>> game = pyspiel.load_game("abaculus_nmbr9", {"players": 2, "draft": "known"})
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[0])
>>> state.action_to_string(state.legal_actions()[0])
'*0'

A game is called ``abaculus_`` and its name. Its parameters are ``players`` and its options: one that follows from the
others unless set is −1 (``cards`` of NMBR 9), and data is a text of JSON (``blockers`` of 3x8). Chance is explicit;
seats that may act at once do so one after another.

The states of abaculus themselves go into OpenSpiel's Python algorithms as well; these go into those in C++, too.
"""

import json
from typing import Any, ClassVar

import numpy as np

from abaculus.extras import how_to_install
from abaculus.kernel.game import Game
from abaculus.kernel.reasons import OptionError
from abaculus.kernel.state import State
from abaculus.loading import game_types, load_game

try:
    import pyspiel
except ImportError as error:
    raise ImportError(how_to_install("open_spiel", "openspiel")) from error

PREFIX = "abaculus_"
UNSET = -1


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
        players = given.pop("players", None)
        self.game = load_game(self.game_name, players, **_options(game_types()[self.game_name], given))
        super().__init__(_type_of(self.game), _facts_of(self.game), parameters or {})

    def new_initial_state(self) -> "OpenSpielState":
        """The start position."""
        return OpenSpielState(self, self.game.new_initial_state())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":  # noqa: ARG002
        """What shows a state to a seat."""
        return Observer(self.game)


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
        """A state that the seat takes for this one, all alike likely; it has no history."""
        return OpenSpielState(self.get_game(), self.state.resample_from_infostate(player, sampler))

    def __str__(self) -> str:
        return str(self.state)


class Observer:
    """What a seat sees: ``tensor``, as the one entry of ``dict`` in its shape, and ``string_from``."""

    def __init__(self, game: Game) -> None:
        shape = game.observation_tensor_shape()
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Show a state to a seat."""
        self.dict["observation"][:] = state.state.observation(player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """All that the seat knows, as a text."""
        return state.state.information_state_string(player)


def _options(game: type[Game], given: dict[str, Any]) -> dict[str, Any]:
    """Options as ``load_game`` takes them, from OpenSpiel's parameters."""
    specs = {spec.name: spec for spec in game.option_specs}
    options = {}
    for name, value in given.items():
        spec = specs.get(name)
        if spec is not None and spec.kind == "data" and value != spec.default:
            value = _data(name, value)
        if spec is None or spec.default is not None or value != UNSET:
            options[name] = value
    return options


def _data(option: str, text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise OptionError(f"The parameter {option!r} is a text of JSON: {error}.") from None


def _type_of(game: Game) -> Any:
    kind = game.get_type()
    options = {spec.name: UNSET if spec.default is None else spec.default for spec in game.option_specs}
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
