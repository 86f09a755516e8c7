"""Many games of one seat at once, in which an action is one of a short list, each with a row of numbers.

What a seat chooses among are its legal actions, and what is known of each is its row (``abaculus.bots.policy``): the
evaluation of the state it leads to, and the game's ``features``. So a small network learns fast what to look for.
"""

from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from abaculus.bots.policy import Array, Choices, list_choices
from abaculus.bots.work import Threads
from abaculus.envs.stepping import LUCK, OVER, begin_next, settle
from abaculus.kernel.compile import kernel
from abaculus.kernel.game import Game
from abaculus.kernel.reasons import OptionError
from abaculus.kernel.verbs import StateRecord, apply_action, rewarded


@kernel
def step_some(
    states: StateRecord,
    first: int,
    end: int,
    choices: npt.NDArray[np.int64],
    lucks: StateRecord,
    decisions: npt.NDArray[np.int64],
    scores: npt.NDArray[np.float64],
    chosen: npt.NDArray[np.int32],
    observations: Array,
    rewards: Array,
    over: npt.NDArray[np.bool_],
    results: npt.NDArray[np.float64],
    actions: npt.NDArray[np.int32],
    values: npt.NDArray[np.float64],
    after: StateRecord,
    worth: npt.NDArray[np.float64],
) -> None:
    """Play a choice in each of the places from ``first`` to before ``end``; −1 starts a game.

    A game that is over gives place to the next one at once; ``results`` has then its score and its decisions.
    """
    for i in range(first, end):
        over[i] = False
        rewards[i] = 0.0
        begins = choices[i] < 0
        if not begins:
            apply_action(states[i], 0, chosen[i, choices[i]])
            over[i] = begins = settle(states[i], lucks[i]) == OVER
            decisions[i] += 1
            rewarded(states[i], worth)
            rewards[i] = worth[0] - scores[i, 0]
            scores[i] = worth
            if over[i]:
                results[i, 0] = worth[0]
                results[i, 1] = decisions[i]
        if begins:
            begin_next(states[i], lucks[i], scores[i])
            decisions[i] = 0
        n = list_choices(states[i], 0, actions, values, after, chosen[i], observations[i, :, :-1])
        observations[i, :n, -1] = 1.0
        observations[i, n:] = 0.0


class ChoiceEnvs:
    """Games of one seat, side by side; all arrays are written anew by each step.

    - ``observations`` (games × choices × numbers, float32): a row for each choice, its last number 1; rows of 0 beyond
      the legal ones.
    - ``rewards`` (float32): the points that the last choice brought. ``over`` (bool): whether that ended the game.
    - ``results`` (games × 2, float64): score and number of decisions of the last game that ended in the place.
    """

    def __init__(self, game: Game, size: int, most: int = 64, seed: int = 0, threads: int = 2) -> None:
        """So many games, in which at most ``most`` legal actions are chosen from: those with the best evaluations.

        Raises ``OptionError`` for a game with several seats.
        """
        if game.num_players() != 1:
            raise OptionError("Choices are learned from games of one seat.")
        self.game = game
        self.most = most
        self.width = 2 + len(game.feature_names)
        self.observations = np.zeros((size, most, self.width), np.float32)
        self.rewards = np.zeros(size, np.float32)
        self.over = np.zeros(size, np.bool_)
        self.results = np.zeros((size, 2), np.float64)
        self._states = game.new_records(size)
        for state in self._states:
            game.write_options(state)
        self._lucks = np.zeros(size, LUCK).view(np.recarray)
        self._lucks.seed = np.random.default_rng(seed).integers(2**63, size=size)
        self._decisions = np.zeros(size, np.int64)
        self._scores = np.zeros((size, 1), np.float64)
        self._chosen = np.zeros((size, most), np.int32)
        bounds = np.linspace(0, size, threads + 1).astype(int).tolist()
        self._parts = [(first, end, Choices(game, most)) for first, end in pairwise(bounds)]
        self._threads = Threads(threads)

    @property
    def masks(self) -> npt.NDArray[np.bool_]:
        """Which choices there are (games × choices)."""
        masks: npt.NDArray[np.bool_] = self.observations[:, :, -1] > 0
        return masks

    def reset(self) -> None:
        """Start a game in every place."""
        self.step(np.full(len(self.over), -1))

    def step(self, choices: npt.NDArray[np.int64]) -> None:
        """Play a choice in every game."""
        self._threads.each(lambda thread: self._step(choices, *self._parts[thread]))

    def _step(self, choices: npt.NDArray[np.int64], first: int, end: int, buffers: Choices) -> None:
        arguments: tuple[Any, ...] = (
            *(self._lucks, self._decisions, self._scores, self._chosen),
            *(self.observations, self.rewards, self.over, self.results),
            *(buffers.actions, buffers.values, buffers.after, np.zeros(1)),
        )
        step_some(self._states, first, end, choices, *arguments)
