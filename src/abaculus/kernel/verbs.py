"""The verbs: what every game answers about its states, and how a game's own kernels are found.

A state is one record of a numpy structured dtype. A game gives one kernel a verb, together a ``Kernels``. Generic code,
compiled or not, calls the verbs of this module; which game's kernel is meant follows from the record's type: numba
looks it up while it compiles, so that the call costs nothing afterwards.

The contract, for all verbs:

- **init**(state): the start position, for the options that stand in the record. Writes every other field.
- **players_to_act**(state) → bits: bit i for seat i that may act; ``CHANCE_BIT`` alone when chance acts; 0 when the
  game is over.
- **legal_actions**(state, player, out) → n: the seat's legal actions, ascending, into ``out`` (int32). 0 for a seat
  that is not to act.
- **chance_outcomes**(state, out, probabilities) → n: all outcomes, ascending (int32), each with its probability
  (float64).
- **sample_chance**(state, u) → outcome: the one outcome that a number u in [0, 1) stands for, in the order of
  ``chance_outcomes``.
- **chance_stream**(state) → stream: which stream of luck the next outcome is drawn from, 0 … ``MAX_STREAMS`` − 1; by
  default 0.
- **apply_action**(state, player, action): plays it, in place. ``CHANCE_PLAYER`` gives an outcome. What is not legal is
  not checked.
- **returns**(state, out): each seat's return into ``out`` (float64), once the game is over.
- **rewarded**(state, out): what each seat was rewarded so far, into ``out`` (float64); at the end that is its return.
  By default 0 before the end; where a return is a score, the score so far.
- **hide**(state, player): takes out what the seat cannot see (−1: a spectator). By default there is nothing.
- **determinize**(state, player, seed): puts a full state, alike likely, in the place of what the seat cannot see, by
  the stream of luck with this seed (uint64; see ``luck.uniform``). By default there is nothing.
- **observation**(state, player, out): writes what the seat sees into a float32 array of the game's observation shape
  that is all zeros, or that was erased.
- **erase_observation**(state, player, out): makes an array that ``observation`` wrote for this very state and seat fit
  for the next one: zeros wherever ``observation`` does not always write. By default it writes zeros everywhere; where
  observations are large and mostly zeros, writing only what is not zero takes less time, and where ``observation``
  writes every number there is nothing to do.
- **evaluate**(state, player) → value: how good the state is for the seat, larger is better. It sees only what the seat
  sees. By default 0.
- **evaluate_actions**(state, player, actions, values, after): ``evaluate`` of the state after each of these actions,
  into ``values`` (float64). ``after`` is a buffer for a state (an array of one). By default each action is played and
  the state evaluated; a game has a kernel of its own where most of that is the same for all actions.
- **prefer**(state, player) → action: what the game's own greedy policy would play, where looking at what each single
  action leads to would not do, as when a turn is made of many decisions. It sees only what the seat sees. By default
  ``NO_ACTION``: there is no such policy.

What a tree search may ask besides (``abaculus.bots.search``); it asks it of full states, which are perhaps guessed:

- **estimate**(state, out): the return that each seat may expect, into ``out`` (float64), at a glance. Asked of any
  state that is not over, where the search's settings cut rollouts off. By default 0 for every seat.
- **prior**(state, player, actions, out, after): how promising each of these legal actions is before any search, a
  positive weight each into ``out`` (float64); the sum does not matter. ``after`` is a buffer for a state (an array of
  one). By default all alike.
- **rollout**(state, player, u, out) → action: what a player that thinks fast might play; u in [0, 1) is its luck,
  ``out`` a buffer for actions. By default any legal action, alike likely.
- **sees**(state, player) → bool: whether the seat sees the outcome of chance that is due. By default it does.

What a small network may ask that chooses among legal actions (``abaculus.bots.policy``):

- **features**(state, player, action, after, out): what is worth knowing of an action besides the evaluation of
  ``after``, the state that it leads to, into ``out`` (float32): a number of about −1 … 1 for each of the game's
  ``feature_names``. It sees only what the seat sees. By default there are none.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.np.numpy_support import as_dtype

from abaculus.kernel.cache import PACKAGE, fingerprint, imports, sources
from abaculus.kernel.compile import kernel

StateRecord: TypeAlias = Any
"""A record of a game's state dtype: numba's Record inside kernels, numpy's ``record`` outside."""

CHANCE_PLAYER = -1
MAX_SEATS = 8
MAX_STREAMS = 16
CHANCE_BIT = 1 << MAX_SEATS
NO_ACTION = -1


@kernel
def _erase_all(state: StateRecord, player: int, out: npt.NDArray[np.float32]) -> None:
    out[:] = 0.0


@kernel
def _no_outcomes(state: StateRecord, out: npt.NDArray[np.int32], probabilities: npt.NDArray[np.float64]) -> int:
    return 0


@kernel
def _no_sample(state: StateRecord, u: float) -> int:
    return 0


@kernel
def _stream_zero(state: StateRecord) -> int:
    return 0


@kernel
def _rewarded_at_the_end(state: StateRecord, out: npt.NDArray[np.float64]) -> None:
    out[:] = 0.0
    if players_to_act(state) == 0:
        returns(state, out)


@kernel
def _hide_nothing(state: StateRecord, player: int) -> None:
    pass


@kernel
def _determine_nothing(state: StateRecord, player: int, seed: np.uint64) -> None:
    pass


@kernel
def _indifferent(state: StateRecord, player: int) -> float:
    return 0.0


@kernel
def _evaluate_each(
    state: StateRecord, player: int, actions: npt.NDArray[np.int32], values: npt.NDArray[np.float64], after: StateRecord
) -> None:
    for i in range(len(actions)):
        after[0] = state
        apply_action(after[0], player, actions[i])
        values[i] = evaluate(after[0], player)


@kernel
def _no_preference(state: StateRecord, player: int) -> int:
    return NO_ACTION


@kernel
def _expect_nothing(state: StateRecord, out: npt.NDArray[np.float64]) -> None:
    out[:] = 0.0


@kernel
def _all_alike(
    state: StateRecord, player: int, actions: npt.NDArray[np.int32], out: npt.NDArray[np.float64], after: StateRecord
) -> None:
    out[: len(actions)] = 1.0


@kernel
def _any_action(state: StateRecord, player: int, u: float, out: npt.NDArray[np.int32]) -> int:
    return out[int(u * legal_actions(state, player, out))]


@kernel
def _sees_everything(state: StateRecord, player: int) -> bool:
    return True


@kernel
def _no_features(
    state: StateRecord, player: int, action: int, after: StateRecord, out: npt.NDArray[np.float32]
) -> None:
    pass


@dataclass(frozen=True)
class Kernels:
    """A game's kernels, one a verb."""

    init: Callable[..., Any]
    players_to_act: Callable[..., Any]
    legal_actions: Callable[..., Any]
    apply_action: Callable[..., Any]
    returns: Callable[..., Any]
    observation: Callable[..., Any]
    erase_observation: Callable[..., Any] = _erase_all
    chance_outcomes: Callable[..., Any] = _no_outcomes
    sample_chance: Callable[..., Any] = _no_sample
    chance_stream: Callable[..., Any] = _stream_zero
    rewarded: Callable[..., Any] = _rewarded_at_the_end
    hide: Callable[..., Any] = _hide_nothing
    determinize: Callable[..., Any] = _determine_nothing
    evaluate: Callable[..., Any] = _indifferent
    evaluate_actions: Callable[..., Any] = _evaluate_each
    prefer: Callable[..., Any] = _no_preference
    estimate: Callable[..., Any] = _expect_nothing
    prior: Callable[..., Any] = _all_alike
    rollout: Callable[..., Any] = _any_action
    sees: Callable[..., Any] = _sees_everything
    features: Callable[..., Any] = _no_features


_KERNELS: dict[np.dtype[Any], Kernels] = {}


def state_dtype(name: str, source: str, fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """The dtype of a game's state.

    It ends in a byte that is always 0 and whose *name* tells the game and a hash of its sources (all ``.py`` files of
    the folder that ``source`` lies in if it is a package, else that file). So no two games share a type even if their
    fields are alike, and generic code that was compiled for a game is compiled again when one of its rules is edited.

    Raises ``ValueError`` for a field that plain Python could not read as an attribute.
    """
    for field in fields:
        if hasattr(np.record, field[0]):
            raise ValueError(
                f"{name}: a field cannot be named {field[0]!r}, as records have an attribute of that name."
            )
    file = Path(source).resolve()
    files = {file}
    if (file.parent / "__init__.py").exists():
        compiles = PACKAGE / "kernel" / "compile.py"
        files.update(path for path in file.parent.glob("*.py") if compiles in imports(path))
    everything = frozenset().union(*map(sources, files))
    return np.dtype([*fields, (f"{name}_{fingerprint(everything, PACKAGE)}", "u1")], align=True)


def register_kernels(dtype: np.dtype[Any], kernels: Kernels) -> None:
    """Make the verbs find these kernels for records of this dtype."""
    _KERNELS[dtype] = kernels


def kernels_of(dtype: np.dtype[Any]) -> Kernels:
    """The kernels registered for this dtype. Raises ``LookupError`` where there are none."""
    plain = np.dtype((np.void, dtype))
    if plain not in _KERNELS:
        raise LookupError("No game is registered for records of this dtype; see abaculus.register_game.")
    return _KERNELS[plain]


def _verb(name: str, doc: str) -> Callable[..., Any]:
    def verb(state: StateRecord, *arguments: Any) -> Any:
        return getattr(kernels_of(state.dtype), name)(state, *arguments)

    class Calls(AbstractTemplate):
        """Types a call of the verb as a call of the kernel that the record's game has for it."""

        key = verb

        def generic(self, args: Any, kws: Any) -> Any:
            found = getattr(kernels_of(as_dtype(args[0])), name)
            self._kernel = types.Dispatcher(found)
            return self._kernel.get_call_type(self.context, args, kws)

        def get_impl_key(self, sig: Any) -> Any:
            return self._kernel.get_impl_key(sig)

    infer_global(verb, types.Function(Calls))
    verb.__name__ = verb.__qualname__ = name
    verb.__doc__ = doc
    return verb


init = _verb("init", "(state): the start position for the options in the record.")
players_to_act = _verb("players_to_act", "(state) → bits: the seats that may act, CHANCE_BIT, or 0 at the end.")
legal_actions = _verb("legal_actions", "(state, player, out) → n: the legal actions, ascending.")
chance_outcomes = _verb("chance_outcomes", "(state, out, probabilities) → n: all outcomes with their probabilities.")
sample_chance = _verb("sample_chance", "(state, u) → outcome: the outcome that u in [0, 1) stands for.")
chance_stream = _verb("chance_stream", "(state) → stream: the stream of luck that the next outcome is drawn from.")
apply_action = _verb("apply_action", "(state, player, action): plays an action or an outcome, in place.")
returns = _verb("returns", "(state, out): each seat's return, at the end.")
rewarded = _verb("rewarded", "(state, out): what each seat was rewarded so far.")
hide = _verb("hide", "(state, player): takes out what the seat cannot see.")
determinize = _verb("determinize", "(state, player, seed): fills in what the seat cannot see.")
observation = _verb("observation", "(state, player, out): the state as numbers for a network.")
erase_observation = _verb("erase_observation", "(state, player, out): makes an observation fit for the next one.")
evaluate = _verb("evaluate", "(state, player) → value: how good the state is for the seat.")
evaluate_actions = _verb(
    "evaluate_actions", "(state, player, actions, values, after): how good the state is after each of these actions."
)
prefer = _verb("prefer", "(state, player) → action: what the game's own greedy policy plays, or NO_ACTION.")
estimate = _verb("estimate", "(state, out): the return that each seat may expect, at a glance.")
prior = _verb("prior", "(state, player, actions, out, after): how promising each action is before any search.")
rollout = _verb("rollout", "(state, player, u, out) → action: what a player that thinks fast might play.")
sees = _verb("sees", "(state, player) → bool: whether the seat sees the outcome that is due.")
features = _verb("features", "(state, player, action, after, out): what is worth knowing of an action.")
