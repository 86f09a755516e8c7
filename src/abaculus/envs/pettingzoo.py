"""All seats of a game as a PettingZoo environment; chance is drawn inside.

``env`` gives turn after turn (PettingZoo's AEC): seats that may act at once do so one after another, by their numbers.
``parallel_env`` gives games in which all seats always act at once, as those of NMBR 9 do.

>>> from abaculus.envs import pettingzoo
>>> env = pettingzoo.env("nmbr9", players=2, cards=2)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     over = terminated or truncated
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
...     if over:
...         print(agent, reward)
seat_0 0.5
seat_1 0.5
"""

import copy
from typing import Any

import numpy as np

from abaculus.envs.rendering import RENDER_MODES, check_mode, render
from abaculus.envs.spaces import LegalActions, game_of, masked_observation, masked_observation_space
from abaculus.extras import how_to_install
from abaculus.kernel.game import Game
from abaculus.kernel.luck import Luck
from abaculus.kernel.reasons import OptionError
from abaculus.kernel.state import State

try:
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import aec_to_parallel
except ImportError as error:
    raise ImportError(how_to_install("pettingzoo", "rl")) from error

ILLEGAL_REWARD = -1.0


def env(game: str | Game, players: int | None = None, **arguments: Any) -> AECEnv[str, Any, Any]:
    """A game turn after turn, as PettingZoo's own games are: an illegal action ends it, with a reward of −1.

    The arguments are those of ``TableEnv``.
    """
    wrapped = wrappers.TerminateIllegalWrapper(TableEnv(game, players, **arguments), ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def parallel_env(game: str | Game, players: int | None = None, **arguments: Any) -> ParallelEnv[str, Any, Any]:
    """A game in which all seats act at once, each step an action of each. An illegal action raises ``IllegalAction``.

    The arguments are those of ``TableEnv``. Raises ``OptionError`` for a game in which seats take turns.
    """
    table = TableEnv(game, players, **arguments)
    if not table.metadata["is_parallelizable"]:
        raise OptionError(f"In {table.game.name} seats take turns: it has no parallel environment.")
    return aec_to_parallel(table)


class TableEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """All seats of a game, named ``seat_0``, ``seat_1`` and so on, without PettingZoo's wrappers.

    An observation is a dictionary: what the seat sees (``observation``, float32, its planes described with each game)
    and its legal actions (``action_mask``, int8, all 0 while it is not to act). A seat's rewards add up to its return,
    as in ``abaculus.envs.gymnasium``. An action that is not legal raises ``IllegalAction``.

    A copy or a pickle goes on with the game by itself.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        **options: Any,
    ) -> None:
        """Make the environment of a game, which is named or given, with a number of seats and options.

        After ``max_cycles`` decisions for each seat, counted in all, a game is cut off.

        Raises ``OptionError`` for a game or an option that does not exist, and for a ``max_cycles`` below 1.
        """
        super().__init__()
        game = game_of(game, players, options)
        check_mode(render_mode)
        if max_cycles is not None and (not isinstance(max_cycles, int | np.integer) or max_cycles < 1):
            raise OptionError(f"max_cycles is a whole number from 1, or None; not {max_cycles!r}.")
        self.game = game
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.possible_agents = [f"seat_{seat}" for seat in range(game.num_players())]
        self.agents: list[str] = []
        self.metadata = {
            "name": f"abaculus_{game.name}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": _all_at_once(game),
        }
        self.observation_spaces = {agent: masked_observation_space(game) for agent in self.possible_agents}
        self.action_spaces = {agent: LegalActions(game) for agent in self.possible_agents}
        self._random = seeding.np_random()[0]

    def observation_space(self, agent: str) -> Any:
        """The space of a seat's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of a seat's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Start a game. The same seed gives the same luck as ``Luck(seed)``. There are no ``options``."""
        if seed is not None:
            self._random = seeding.np_random(seed)[0]
        self._luck = Luck(int(self._random.integers(2**63)) if seed is None else seed)
        self.game_state = self.game.new_initial_state()
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._rewarded = [0.0] * len(self.agents)
        self._decisions = 0
        self._go_on()

    def step(self, action: np.int64 | int | None) -> None:
        """Play an action of the seat that is selected, and draw what chance then draws."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.game_state.apply_action_for(self.possible_agents.index(agent), int(action))
        self._decisions += 1
        self._cumulative_rewards[agent] = 0.0
        self._go_on()
        worth = self.game_state.rewarded()
        self.rewards = {
            agent: now - before for agent, now, before in zip(self.agents, worth, self._rewarded, strict=True)
        }
        self._rewarded = worth
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat sees, and the mask of its legal actions."""
        seat = self.possible_agents.index(agent)
        return masked_observation(self.game_state, seat, self.action_spaces[agent].legal)

    def render(self) -> Any:
        """The position as the seat that is selected sees it (``abaculus.envs.rendering``)."""
        return render(self.game_state, self.possible_agents.index(self.agent_selection), self.render_mode)

    def __copy__(self) -> "TableEnv":
        return copy.deepcopy(self)

    def close(self) -> None:
        """Nothing is to be closed; PettingZoo asks for it where there is something to see."""

    def _go_on(self) -> None:
        """Draw what is due, and select the seat that is to act then."""
        state = self.game_state
        _draw(state, self._luck)
        for seat, agent in enumerate(self.possible_agents):
            self.action_spaces[agent].legal = state.legal_actions(seat)
        if state.is_terminal():
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            if self.max_cycles is not None and self._decisions >= self.max_cycles * len(self.agents):
                self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.possible_agents[state.current_player()]
        if self.render_mode == "human":
            self.render()


def _draw(state: State, luck: Luck) -> None:
    while state.is_chance_node():
        state.apply_action(luck.draw(state))


def _all_at_once(game: Game) -> bool:
    """Whether all seats act at once: they do from the start."""
    state = game.new_initial_state()
    _draw(state, Luck(0))
    return len(state.players_to_act()) == game.num_players()
