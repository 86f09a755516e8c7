"""A trained policy as a bot: a small network weighs the legal actions, and the one with the largest weight is played.

The network is a file that ``training/ppo.py`` writes; to play it needs numpy alone. It is the same for each action: it
takes the action's row (the evaluation of the state it leads to, and the game's ``features``), standardized, and how
that differs from the mean row of all actions.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from abaculus.bots.bot import Bot, Budget
from abaculus.kernel.compile import kernel
from abaculus.kernel.game import Game
from abaculus.kernel.luck import Luck
from abaculus.kernel.reasons import OptionError, shown
from abaculus.kernel.state import State
from abaculus.kernel.verbs import StateRecord, apply_action, evaluate, features, legal_actions
from abaculus.play.match import GiveUp

PREFIX = "policy:"
Array = npt.NDArray[np.float32]


@kernel
def list_choices(
    state: StateRecord,
    player: int,
    actions: npt.NDArray[np.int32],
    values: npt.NDArray[np.float64],
    after: StateRecord,
    chosen: npt.NDArray[np.int32],
    rows: Array,
) -> int:
    """The legal actions of a seat, ascending, with their rows; how many.

    Where there are more than ``chosen`` takes, those after which the evaluation is best. ``actions`` and ``values`` are
    buffers for all legal actions, ``after`` is one for a state (an array of one).
    """
    n = legal_actions(state, player, actions)
    for i in range(n):
        after[0] = state
        apply_action(after[0], player, actions[i])
        values[i] = evaluate(after[0], player)
    most = len(chosen)
    least, at_least = -np.inf, n
    if n > most:
        least = np.sort(values[:n])[n - most]
        above = 0
        for i in range(n):
            above += values[i] > least
        at_least = most - above  # so many of those with the least value are taken
    k = 0
    for i in range(n):
        if values[i] < least or (values[i] == least and at_least == 0):
            continue
        if values[i] == least:
            at_least -= 1
        chosen[k] = actions[i]
        after[0] = state
        apply_action(after[0], player, actions[i])
        rows[k, 0] = values[i]
        features(state, player, actions[i], after[0], rows[k, 1:])
        k += 1
    return k


class Choices:
    """The legal actions of a seat, and buffers to list them."""

    def __init__(self, game: Game, most: int) -> None:
        self.actions = np.empty(game.max_legal_actions(), np.int32)
        self.values = np.empty(game.max_legal_actions(), np.float64)
        self.after = game.new_records(1)
        self.chosen = np.empty(most, np.int32)
        self.rows = np.zeros((most, 1 + len(game.feature_names)), np.float32)

    def list(self, state: State, seat: int) -> tuple[npt.NDArray[np.int32], Array]:
        """The actions and their rows; they hold until the next call."""
        n = list_choices(state.record, seat, self.actions, self.values, self.after, self.chosen, self.rows)
        return self.chosen[:n], self.rows[:n]


@dataclass(frozen=True)
class Policy:
    """A network: what standardizes rows, and its layers, with tanh between them."""

    game: str
    most: int
    """So many actions at most are looked at."""
    mean: Array
    deviation: Array
    """The standard deviation of each number of a row."""
    spread: Array
    """The same within the rows of a state."""
    layers: tuple[tuple[Array, Array], ...]
    """Weights (outputs × inputs) and biases."""

    def weights(self, rows: Array) -> Array:
        """How much each of these rows (actions × numbers, float32) weighs."""
        x = np.concatenate([(rows - self.mean) / self.deviation, (rows - rows.mean(0)) / self.spread], axis=1)
        for weight, bias in self.layers[:-1]:
            x = np.tanh(x @ weight.T + bias)
        weight, bias = self.layers[-1]
        weighed: Array = (x @ weight.T + bias)[:, 0]
        return weighed

    def save(self, path: Path) -> None:
        """Write the file."""
        arrays: dict[str, Any] = {"game": np.array(self.game), "most": np.array(self.most)}
        arrays |= {name: getattr(self, name) for name in ("mean", "deviation", "spread")}
        for i, (weight, bias) in enumerate(self.layers):
            arrays |= {f"w{i}": weight, f"b{i}": bias}
        np.savez_compressed(path, **arrays)

    @classmethod
    def load(cls, path: Path) -> "Policy":
        """Read the file. Raises ``OptionError`` where it is none."""
        try:
            with np.load(path, allow_pickle=False) as file:
                arrays: dict[str, Any] = {name: file[name] for name in file.files}
            layers = tuple((arrays[f"w{i}"], arrays[f"b{i}"]) for i in range(sum(name[0] == "w" for name in arrays)))
            return cls(
                str(arrays["game"]),
                int(arrays["most"]),
                arrays["mean"],
                arrays["deviation"],
                arrays["spread"],
                layers,
            )
        except (OSError, ValueError, KeyError) as error:
            raise OptionError(f"The file {shown(str(path))} has no policy: {error}.") from error


class PolicyBot(Bot):
    """Plays the action that a trained network weighs most."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self._choices: Choices | None = None

    @classmethod
    def written(cls, text: str) -> "PolicyBot":
        """The bot as written: ``policy:FILE``. Raises ``OptionError`` where the file has no policy."""
        return cls(Policy.load(Path(text.removeprefix(PREFIX))))

    def choose(self, state: State, seat: int, luck: Luck, budget: Budget) -> int:
        """The action that weighs most. Raises ``GiveUp`` for a game that the policy was not trained for."""
        game = state.game
        if game.name != self.policy.game or 1 + len(game.feature_names) != len(self.policy.mean):
            raise GiveUp(f"was trained for another game ({self.policy.game})")
        self._choices = self._choices or Choices(game, self.policy.most)
        actions, rows = self._choices.list(state, seat)
        return int(actions[self.policy.weights(rows).argmax()])
