"""Many games at once, with gymnasium's vector API: one array of states, one call that steps them all."""

import os
from collections.abc import Sequence
from copy import deepcopy
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from abaculus.envs import stepping
from abaculus.envs.compiling import tell_compiling
from abaculus.envs.rendering import render
from abaculus.envs.spaces import BatchedLegalActions, game_of, masked_observation_space, observation_space
from abaculus.extras import how_to_install
from abaculus.kernel.game import Game
from abaculus.kernel.luck import fork_seed
from abaculus.kernel.reasons import IllegalAction, OptionError, Reason, shown
from abaculus.kernel.state import State
from abaculus.kernel.thread_pool import BLOCKS, ThreadPool, available_cores
from abaculus.play.record import Forfeit

try:
    import gymnasium
    from gymnasium.spaces import Discrete
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError(how_to_install("gymnasium", "rl")) from error

Floats: TypeAlias = npt.NDArray[np.float32]
Integers: TypeAlias = npt.NDArray[np.int64]
Info: TypeAlias = dict[str, Any]

MODES = {
    AutoresetMode.NEXT_STEP: stepping.NEXT_STEP,
    AutoresetMode.SAME_STEP: stepping.SAME_STEP,
    AutoresetMode.DISABLED: stepping.DISABLED,
}
RENDER_MODES = ("ansi", "rgb_array")
LEAST_NUMBERS = 40_000
"""Another thread is worth waking when it has observations of this many numbers to make."""


class VectorEnv(gymnasium.vector.VectorEnv[Any, Integers, npt.NDArray[Any]]):
    """``num_envs`` games of one kind side by side, each of them played on by one action a step.

    In each game the seat to move acts (where several may act at once, the lowest of them), so one policy plays all
    seats. What is drawn or rolled after an action happens in the same step.

    >>> import numpy as np
    >>> from abaculus.envs import VectorEnv
    >>> envs = VectorEnv("nmbr9", num_envs=3)
    >>> observations, info = envs.reset(seed=7)
    >>> observations.shape, info["action_mask"].shape, info["current_player"]
    ((3, 3, 60, 60), (3, 54756), array([0, 0, 0]))
    >>> actions = envs.sample_actions(np.random.default_rng(1))
    >>> observations, rewards, terminations, truncations, info = envs.step(actions)
    >>> rewards
    array([0., 0., 0.])

    Both ``reset`` and ``step`` give in ``info``, a row for each game:

    - ``action_mask`` [num_envs, actions], int8: 1 for each legal action of the seat to move. A game that is over (never
      with ``SAME_STEP``) has a row of zeros, from which gymnasium's spaces sample 0; any action will do there.
    - ``current_player`` [num_envs], int64: the seat to move; −4 in a game that is over.
    - ``last_player`` [num_envs], int64: the seat that acted in this step; −1 where a game has just begun otherwise.
    - ``rewards`` [num_envs, seats], float64: what this step brought each seat. In a game that ends, 1 for a win, 0 for
      a loss, a share of 1 for a draw, else 0; where the return is a score (NMBR 9 with one seat, Tóushì), the points.
    - ``illegal`` [num_envs], bool: whether the action of this step was illegal and so ended the game.

    The observation [num_envs, …], float32, is what the seat to move sees, itself first; in a game that is over, what
    the seat sees that moved last. The reward [num_envs], float64, is that of ``last_player``. The end that one seat's
    action brings has a return for the other seats too: in self-play a learner takes it from ``rewards``, for the last
    action of each seat. Games always come to an end, so nothing is ever truncated.

    ``autoreset_mode`` says when a game that is over gives way to a new one, as gymnasium defines it. With
    ``SAME_STEP``, the default, that is in the step that ended it: observation, mask and ``current_player`` are those of
    the new game; ``info["final_obs"]`` then has the old one's last observation in the rows in which
    ``info["_final_obs"]`` is true, and ``info["final_info"]`` what else belongs to it. With ``NEXT_STEP`` the action
    of the next step counts for nothing and begins the new game; with ``DISABLED``
    ``reset(options={"reset_mask": …})`` does.

    Arrays are **not copied**: the next ``reset`` or ``step`` overwrites them. Do not write into observations and masks:
    only what changes in a step is written anew. ``copy=True`` gives you copies.

    An illegal action forfeits the game, as in ``abaculus.envs.gymnasium``: the game ends, the rewards of the seat that
    acted add up to the least return (0), and the other seats share the rest. With ``strict`` it raises
    ``IllegalAction``, which names the game and the rule, before any game is played on. ``action_space.sample()`` draws
    legal actions.

    All that is drawn comes from a seed for each game, so a run depends on the seed and on the actions, and not on
    ``threads`` (by default one a processor, where there are games enough). A game with the seed s draws what
    ``abaculus.Luck(s)`` draws; the next one in its place has ``abaculus.Luck(s).fork(stepping.NEXT_GAME)``.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        *,
        players: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        threads: int | None = None,
        copy: bool = False,
        strict: bool = False,
        mask_in_observation: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Make the environments of a game, which is named or given, with a number of seats and options.

        With ``mask_in_observation`` observations are dictionaries of ``observation`` and ``action_mask``.
        ``render_mode`` is ``"ansi"`` or ``"rgb_array"``: ``render`` then gives a text or pixels for each game.

        Raises ``OptionError`` for a game, option or number of seats that does not exist, ``ValueError`` for other
        numbers below 1 and for modes that do not exist.
        """
        game = game_of(game, players, options)
        for number in (num_envs, 1 if threads is None else threads):
            if not isinstance(number, int | np.integer) or number < 1:
                raise ValueError(f"num_envs and threads are whole numbers from 1, not {number!r}.")
        try:
            mode = AutoresetMode(autoreset_mode)
        except ValueError:
            allowed = ", ".join(repr(one.value) for one in AutoresetMode)
            raise ValueError(f"autoreset_mode is one of {allowed}, not {autoreset_mode!r}.") from None
        if render_mode not in (None, *RENDER_MODES):
            allowed = ", ".join(map(repr, RENDER_MODES))
            raise ValueError(
                f"render_mode of many games is one of {allowed}, or None, not {render_mode!r}. "
                'gymnasium.make(…, render_mode="human") shows one game.'
            )
        self.game = game
        self.num_envs = int(num_envs)
        self.autoreset_mode = mode
        self.metadata = {"autoreset_mode": mode, "render_modes": list(RENDER_MODES), "render_fps": 2}
        self.render_mode = render_mode
        self._mode = MODES[mode]
        self._copy = copy
        self._strict = strict
        self._with_mask = mask_in_observation
        threads = threads or default_threads(num_envs * game.observation_tensor_size())
        self._pool = ThreadPool(min(int(threads), self.num_envs))

        shape, seats = game.observation_tensor_shape(), game.num_players()
        self.single_observation_space = (
            masked_observation_space(game) if mask_in_observation else observation_space(game)
        )
        self.single_action_space = Discrete(game.num_distinct_actions())
        self.action_space: BatchedLegalActions = BatchedLegalActions(game, self.num_envs, self._sample)
        # What a forfeit brings who forfeits, and what each other seat.
        returns = Forfeit(0, "").returns(game)
        self._forfeits = np.array([returns[0], returns[-1]])

        self._rows = stepping.Rows(
            states=game.new_records(num_envs),
            lucks=np.zeros(num_envs, stepping.LUCK).view(np.recarray),
            players=np.full(num_envs, stepping.OVER),
            viewers=np.full(num_envs, stepping.NOBODY),
            observations=np.zeros((num_envs, *shape), np.float32),
            legal=np.zeros((num_envs, game.max_legal_actions()), np.int32),
            counts=np.zeros(num_envs, np.int64),
            masks=np.zeros((num_envs, game.num_distinct_actions()), np.int8),
            last_players=np.full(num_envs, stepping.NOBODY),
            rewarded=np.zeros((num_envs, seats)),
            rewards=np.zeros((num_envs, seats)),
            reward=np.zeros(num_envs),
            illegal=np.zeros(num_envs, np.bool_),
            ended=np.zeros(num_envs, np.bool_),
            finals=np.zeros((num_envs, *shape), np.float32),
        )
        self._rows.states[:] = game.new_record()
        self._truncated = np.zeros(num_envs, np.bool_)
        self._every = np.ones(num_envs, np.bool_)
        self._nothing = np.zeros(num_envs, np.int64)
        self._seeded = False

    @cached_property
    def observation_space(self) -> gymnasium.Space[Any]:  # type: ignore[override] # made when asked for: it is large
        """The space of the observations of all games."""
        return batch_space(self.single_observation_space, self.num_envs)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, Info]:
        """Begin new games, in all rows or in those of ``options["reset_mask"]``.

        A number as ``seed`` gives row i the seed ``seed + i``; or there is a seed (0 … 2^64 − 1) for each row. Without
        one, games go on with the luck of the games before them; the very first ones have seeds from the system.
        """
        chosen, seeds = self._chosen(options), self._rows.lucks["seed"]
        if seed is not None or not self._seeded:
            seeds[chosen] = self._seeds(seed)[chosen]
            self._seeded = True
        else:
            seeds[chosen] = [fork_seed(one, stepping.NEXT_GAME) for one in seeds[chosen]]
        self._step(stepping.RESET, self._nothing, chosen)
        return self._seen(self._rows.observations, self._rows.masks), self._info()

    def step(self, actions: npt.ArrayLike) -> tuple[Any, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], Info]:
        """Play an action in each game. With ``strict`` raises ``IllegalAction``; then no game was played on."""
        given = self._checked(actions)
        rows = self._rows
        if self._strict:
            self._refuse_illegal(given)
        self._step(self._mode, given, self._every)
        self._truncated[:] = False  # whoever had it last may have written into it
        info = self._info()
        if self._mode == stepping.SAME_STEP and rows.ended.any():
            info["final_obs"] = self._seen(rows.finals, self._no_mask)
            info["final_info"] = {key: info[key] for key in ("last_player", "rewards", "illegal")}
            info["_final_obs"] = info["_final_info"] = self._out(rows.ended)
        return (
            self._seen(rows.observations, rows.masks),
            self._out(rows.reward),
            self._out(rows.ended),
            self._out(self._truncated),
            info,
        )

    def render(self) -> tuple[Any, ...] | None:
        """Each game as the seat sees it whose observation it is: a text or pixels, as ``render_mode`` has it."""
        if self.render_mode is None:
            return None
        self._require_begun()
        viewers = self._rows.viewers.tolist()
        return tuple(render(self.state(index), viewer, self.render_mode) for index, viewer in enumerate(viewers))

    def sample_actions(self, generator: np.random.Generator) -> Integers:
        """Draw a legal action for each game, all equally likely (0 where it is over), by one draw of the generator."""
        self._require_begun()
        out = np.empty(self.num_envs, np.int64)
        seed = generator.integers(2**64, dtype=np.uint64)
        parts = self._pool.threads
        self._pool.run("pick", lambda own, counters: stepping.pick(self._rows, seed, out, parts, own, counters))
        return out

    def _step(self, mode: int, actions: Integers, chosen: npt.NDArray[np.bool_]) -> None:
        rows, forfeits, parts = self._rows, self._forfeits, self._pool.threads
        with tell_compiling(self.game):
            self._pool.run(
                "step",
                lambda own, counters: stepping.step(rows, mode, forfeits, actions, chosen, parts, own, counters),
            )

    def close_extras(self, **_: Any) -> None:
        """End the threads."""
        self._pool.close()

    def legal_actions(self, index: int) -> npt.NDArray[np.int32]:
        """The legal actions of the seat to move in one game, ascending: a copy."""
        return self._rows.legal[index, : self._rows.counts[index]].copy()

    def state(self, index: int) -> State:
        """A copy of one game's state, without its history."""
        self._require_begun()
        record = self.game.new_records(1)
        record[0] = self._rows.states[index]
        return State(self.game, record[0])

    @property
    def seeds(self) -> npt.NDArray[np.uint64]:
        """The seeds of the games now played: a copy."""
        seeds: npt.NDArray[np.uint64] = self._rows.lucks["seed"].copy()
        return seeds

    def __copy__(self) -> "VectorEnv":
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        """All but what is made when asked for."""
        return {key: value for key, value in self.__dict__.items() if key not in ("observation_space", "_no_mask")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.action_space.draw = self._sample

    @cached_property
    def _no_mask(self) -> npt.NDArray[np.int8]:
        """The masks of games that are over."""
        return np.zeros_like(self._rows.masks)

    def _sample(self, generator: np.random.Generator) -> Integers | None:
        """``sample_actions``, for the action space, which may be asked before there is a game."""
        return self.sample_actions(generator) if self._seeded else None

    def _chosen(self, options: dict[str, Any] | None) -> npt.NDArray[np.bool_]:
        chosen = (options or {}).get("reset_mask")
        if chosen is None:
            return self._every
        if not isinstance(chosen, np.ndarray) or chosen.dtype != np.bool_ or chosen.shape != (self.num_envs,):
            raise ValueError(f"options['reset_mask'] is an array of bool of the shape ({self.num_envs},).")
        if not self._seeded and not chosen.all():
            raise ValueError("The first reset begins all games.")
        return chosen

    def _seeds(self, seed: int | Sequence[int] | None) -> npt.NDArray[np.uint64]:
        if seed is None:
            seed = int.from_bytes(os.urandom(8), "little")
        seeds = [seed] if isinstance(seed, int | np.integer) else list(seed)
        for one in seeds:
            if not isinstance(one, int | np.integer) or not 0 <= one < 2**64:
                raise ValueError(f"A seed is a whole number from 0 to 2^64 - 1, not {one!r}.")
        if isinstance(seed, int | np.integer):
            seeds = [(int(seed) + row) % 2**64 for row in range(self.num_envs)]
        if len(seeds) != self.num_envs:
            raise ValueError(f"There are {len(seeds)} seeds for {self.num_envs} games.")
        return np.array(seeds, np.uint64)

    def _require_begun(self) -> None:
        if not self._seeded:
            raise gymnasium.error.ResetNeeded("The first games are begun by reset.")

    def _checked(self, actions: npt.ArrayLike) -> Integers:
        self._require_begun()
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise ValueError(
                f"Actions are {self.num_envs} whole numbers, not {given.dtype} of the shape {given.shape}."
            )
        given = np.ascontiguousarray(given, np.int64)
        if self._mode == stepping.DISABLED and (over := self._rows.counts == 0).any():
            index = int(np.argmax(over))
            raise IllegalAction(Reason("TURN", f"Game {index} is over; begin a new one by reset."))
        return given

    def _refuse_illegal(self, actions: Integers) -> None:
        """Raise ``IllegalAction`` for the first action that is illegal, with the reason that the state gives."""
        parts = self._pool.threads
        found = np.full(parts * BLOCKS, -1)
        self._pool.run("check", lambda own, counters: stepping.check(self._rows, actions, found, parts, own, counters))
        if (found < 0).all():
            return
        index = int(found[found >= 0][0])
        action = int(actions[index])
        try:
            self.state(index).apply_action(action)
        except IllegalAction as refused:
            words = f"Game {index}, action {action}: {refused.reason.words}"
            raise IllegalAction(Reason(refused.reason.code, words)) from None
        raise AssertionError("legal_actions and apply_action differ")

    def _info(self) -> Info:
        return {
            "action_mask": self._out(self._rows.masks),
            "current_player": self._out(self._rows.players),
            "last_player": self._out(self._rows.last_players),
            "rewards": self._out(self._rows.rewards),
            "illegal": self._out(self._rows.illegal),
        }

    def _seen(self, observations: Floats, masks: npt.NDArray[np.int8]) -> Any:
        """Observations as they are given away."""
        if self._with_mask:
            return {"observation": self._out(observations), "action_mask": self._out(masks)}
        return self._out(observations)

    def _out(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """An array to give away."""
        return array.copy() if self._copy else array.view()


def solo_games(game: Game | str, num_envs: int, *, seat: int | str = 0, **arguments: Any) -> VectorEnv:
    """The vector environment of a game of one seat, as ``gymnasium.make_vec`` asks for it.

    It takes what ``gymnasium.make`` takes, but for what one seat has no use for. Raises ``OptionError`` for that, and
    for more seats: in ``gymnasium.make`` bots play the others, here there are none.
    """
    if seat not in (0, "random"):
        raise OptionError(f"There is no seat {shown(seat)}; make_vec plays games of one seat, which is seat 0.")
    if "opponents" in arguments:
        raise OptionError(
            "make_vec plays games of one seat, without opponents: leave them out, or play against bots with "
            'vectorization_mode="sync".'
        )
    envs = VectorEnv(game, num_envs, **arguments)
    if envs.game.num_players() > 1:
        raise OptionError(
            'make_vec plays games of one seat at once; vectorization_mode="sync" plays others with bots, '
            "and abaculus.envs.VectorEnv plays all their seats."
        )
    return envs


def default_threads(numbers: int) -> int:
    """One a processor that this process may use, as long as each has observations of so many numbers to make."""
    return max(1, min(available_cores(), numbers // LEAST_NUMBERS))
