"""A seat of a game as a gymnasium environment: the other seats are played by bots, chance is drawn inside.

>>> import gymnasium
>>> import abaculus.envs
>>> env = gymnasium.make("abaculus/nmbr9-v0")
>>> observation, info = env.reset(seed=7)
>>> total, terminated = 0.0, False
>>> while not terminated:
...     action = env.action_space.sample(mask=info["action_mask"])
...     observation, reward, terminated, truncated, info = env.step(action)
...     total += reward
>>> total == env.unwrapped.state.returns()[0]
True
"""

import copy
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from abaculus.bots import Bot, Budget, make_bot
from abaculus.envs.compiling import tell_compiling
from abaculus.envs.rendering import RENDER_MODES, check_mode, render
from abaculus.envs.spaces import (
    LegalActions,
    game_of,
    mask_of,
    masked_observation,
    masked_observation_space,
    observation_space,
)
from abaculus.extras import how_to_install
from abaculus.kernel.game import Game
from abaculus.kernel.luck import Luck
from abaculus.kernel.reasons import IllegalAction, OptionError, Reason, shown
from abaculus.kernel.state import State
from abaculus.play.match import Chooser

try:
    import gymnasium
except ImportError as error:
    raise ImportError(how_to_install("gymnasium", "rl")) from error

Opponent = str | Chooser
"""A bot by name (``greedy``, ``search:500ms``), or a function that chooses (given the state as its seat sees it, and
the seat)."""


class GameEnv(gymnasium.Env[Any, np.int64]):
    """A seat of a game.

    An observation is ``State.observation`` (float32, its planes described with each game), or with
    ``mask_in_observation`` a dictionary of that (``observation``) and of the mask (``action_mask``). ``info`` has the
    mask of legal actions (``action_mask``, int8) and the number of the seat (``seat``).

    Rewards add up to the seat's return. With one seat, where the return is the score, a decision is rewarded by the
    points that it brings; with several the reward comes at the end: 1 for a win, 0 for a loss, a share of 1 for a draw.

    An action that is not legal forfeits the game, as in a tournament: the episode ends, the last reward makes the sum
    the game's least return (0), and ``info["illegal"]`` has the reason. With ``strict`` it raises ``IllegalAction``. An
    opponent's raises it always.

    The same seed gives the same luck as anywhere in abaculus (``Luck(seed)``).

    A copy or a pickle goes on with the game by itself. Its bots are new ones and know nothing of what these thought.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - gymnasium's

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        opponents: Opponent | Sequence[Opponent] = "greedy",
        seat: int | Literal["random"] = 0,
        mask_in_observation: bool = False,
        strict: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Make the environment of a game, which is named or given, with a number of seats and options.

        ``opponents`` is one for all other seats, or one for each of them in the order of the seats. ``seat`` is the
        learner's, or ``"random"``: drawn anew for each episode.

        Raises ``OptionError`` for a game, option, bot or seat that does not exist.
        """
        game = game_of(game, players, options)
        check_mode(render_mode)
        others = game.num_players() - 1
        listed = [opponents] * others if isinstance(opponents, str) or callable(opponents) else list(opponents)
        if len(listed) != others:
            raise OptionError(f"There are {others} other seats, but {len(listed)} opponents.")
        if seat != "random" and not (isinstance(seat, int | np.integer) and 0 <= seat <= others):
            raise OptionError(f'There is no seat {shown(seat)}; seats are 0 to {others}, or "random".')
        for opponent in listed:
            if isinstance(opponent, str):
                make_bot(opponent, programs=True).close()

        self.game = game
        self.opponents = listed
        self.render_mode = render_mode
        self.observation_space = masked_observation_space(game) if mask_in_observation else observation_space(game)
        self.action_space: LegalActions = LegalActions(game)
        self._wanted_seat = seat
        self._strict = strict
        self._with_mask = mask_in_observation
        self._bots: dict[int, Bot] = {}
        self._state: State | None = None

    @property
    def state(self) -> State:
        """The state that the game is in. Raises ``ResetNeeded`` before the first game."""
        if self._state is None:
            raise gymnasium.error.ResetNeeded("There is no game yet: call reset().")
        return self._state

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a game, and let chance and the others play until the seat is to act. There are no ``options``."""
        super().reset(seed=seed, options=options)
        self._luck = Luck(int(self.np_random.integers(2**63)) if seed is None else seed)
        seats = self.game.num_players()
        self.seat = int(self.np_random.integers(seats)) if self._wanted_seat == "random" else int(self._wanted_seat)
        self.close()
        self._opponents = dict(zip((s for s in range(seats) if s != self.seat), self.opponents, strict=True))
        self._lucks = {seat: self._luck.fork(seat) for seat in self._opponents}
        with tell_compiling(self.game):
            self._state = self.game.new_initial_state()
            self._rewarded = 0.0
            self._over = False
            self._go_on()
            return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action of the seat's, and let chance and the others play until it is to act again."""
        if self._state is None or self._over:
            raise gymnasium.error.ResetNeeded("The game is over: call reset().")
        with tell_compiling(self.game):
            return self._step(action)

    def _step(self, action: np.int64 | int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        illegal = None
        try:
            self.state.apply_action_for(self.seat, int(action))
        except IllegalAction as refused:
            if self._strict:
                raise
            illegal = str(refused.reason)
            self._over = True
            self.action_space.legal = []
        else:
            self._go_on()
        worth = self.game.min_utility() if illegal else self.state.rewarded()[self.seat]
        reward, self._rewarded = worth - self._rewarded, worth
        return self._seen(), reward, self._over, False, self._info() | ({"illegal": illegal} if illegal else {})

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The mask of legal actions as sb3-contrib's masked PPO asks for it."""
        return mask_of(self.game, self.action_space.legal).astype(np.bool_)

    def render(self) -> Any:
        """The position as the seat sees it, as ``render_mode`` has it (``abaculus.envs.rendering``)."""
        return render(self.state, self.seat, self.render_mode)

    def close(self) -> None:
        """Close the bots."""
        for bot in self._bots.values():
            bot.close()
        self._bots = {}

    def __copy__(self) -> "GameEnv":
        return copy.deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        """All but the bots, which are made anew."""
        return self.__dict__ | {"_bots": {}}

    def _chosen(self, seat: int) -> int:
        """What another seat chooses."""
        state, opponent = self.state.as_seen_by(seat), self._opponents[seat]
        if not isinstance(opponent, str):
            return opponent(state, seat)
        if seat not in self._bots:
            self._bots[seat] = make_bot(opponent, programs=True)
        return self._bots[seat].choose(state, seat, self._lucks[seat], Budget())

    def _go_on(self) -> None:
        """Play what is not the seat's to play."""
        state = self.state
        while not state.is_terminal() and (actor := state.current_player()) != self.seat:
            if state.is_chance_node():
                state.apply_action(self._luck.draw(state))
            else:
                chosen = self._chosen(actor)
                try:
                    state.apply_action_for(actor, chosen)
                except IllegalAction as refused:
                    code, words = refused.reason.code, refused.reason.words
                    raise IllegalAction(Reason(code, f"The opponent in seat {actor} chose {chosen}: {words}")) from None
        self._over = state.is_terminal()
        self.action_space.legal = state.legal_actions(self.seat)
        if self.render_mode == "human":
            self.render()

    def _seen(self) -> Any:
        if self._with_mask:
            return masked_observation(self.state, self.seat, self.action_space.legal)
        return self.state.observation(self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": mask_of(self.game, self.action_space.legal), "seat": self.seat}
