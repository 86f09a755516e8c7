"""What the environments share: spaces of actions and observations, and masks."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from abaculus.extras import how_to_install
from abaculus.kernel.game import Game
from abaculus.kernel.reasons import OptionError
from abaculus.kernel.state import State
from abaculus.loading import load_game

try:
    from gymnasium import spaces
except ImportError as error:
    raise ImportError(how_to_install("gymnasium", "rl")) from error

Mask = npt.NDArray[np.int8]
Draw = Callable[[np.random.Generator], npt.NDArray[np.int64] | None]


class LegalActions(spaces.Discrete[np.int64]):
    """All actions of a game, of which those that are legal now are drawn.

    So ``env.action_space.sample()`` gives a legal action, without a mask too.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game.num_distinct_actions())
        self.legal: list[int] = []
        """The actions that are legal now; empty where nobody is to act."""

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """One of the legal actions, or one by a mask or by probabilities, as of any discrete space."""
        if mask is None and probability is None and self.legal:
            return np.int64(self.np_random.choice(self.legal))
        return super().sample(mask, probability)


class BatchedLegalActions(spaces.MultiDiscrete[np.int64]):
    """An action for each of many games, of which those that are legal now are drawn.

    So ``envs.action_space.sample()`` gives legal actions, and generic code that knows no masks runs.
    """

    def __init__(self, game: Game, num_envs: int, draw: Draw) -> None:
        super().__init__(np.full(num_envs, game.num_distinct_actions()))
        self.draw: Draw | None = draw
        """Draws a legal action for each game; ``None`` in a copy, which has no games."""

    def sample(self, mask: Any = None, probability: Any = None) -> npt.NDArray[np.int64]:
        """Legal actions (any at all, before there is a game), or actions by masks or probabilities.

        A mask is a tuple of arrays, as of any such space, or the array that is in ``info``.
        """
        if mask is None and probability is None and self.draw is not None:
            drawn = self.draw(self.np_random)
            if drawn is not None:
                return drawn
        return super().sample(*(tuple(rows) if isinstance(rows, np.ndarray) else rows for rows in (mask, probability)))

    def __getstate__(self) -> dict[str, Any]:
        """All but the games: a copy of the space must not copy those."""
        return self.__dict__ | {"draw": None}


def observation_space(game: Game) -> spaces.Box:
    """The space of ``State.observation``."""
    low, high = game.observation_bounds()
    return spaces.Box(low, high, game.observation_tensor_shape(), np.float32)


def masked_observation_space(game: Game) -> spaces.Dict:
    """The space of ``masked_observation``."""
    mask = spaces.Box(0, 1, (game.num_distinct_actions(),), np.int8)
    return spaces.Dict({"observation": observation_space(game), "action_mask": mask})


def mask_of(game: Game, actions: list[int]) -> Mask:
    """For each distinct action 1 if it is one of these, else 0."""
    mask = np.zeros(game.num_distinct_actions(), np.int8)
    mask[actions] = 1
    return mask


def masked_observation(state: State, seat: int, actions: list[int]) -> dict[str, npt.NDArray[Any]]:
    """What a seat sees, and the mask of its legal actions."""
    return {"observation": state.observation(seat), "action_mask": mask_of(state.game, actions)}


def game_of(game: str | Game, players: int | None, options: dict[str, Any]) -> Game:
    """A game that is named, with a number of seats and options, or given. Raises ``OptionError``."""
    if isinstance(game, str):
        return load_game(game, players, **options)
    if players is not None or options:
        raise OptionError("A game that is given has its seats and options already.")
    return game
