"""abaculus: five tabletop games of numbers, exactly, for people, bots and programs.

>>> import abaculus
>>> game = abaculus.load_game("nmbr9", players=2, draft="known")
>>> luck = abaculus.Luck(7)
>>> state = game.new_initial_state()
>>> while not state.is_terminal():
...     if state.is_chance_node():
...         action, _ = luck.pick(state.chance_outcomes())
...     else:
...         action = state.legal_actions()[0]
...     state.apply_action(action)
>>> state.returns()
[0.5, 0.5]
"""

# The kernels' cache folder is chosen when the first of these is imported, before any kernel is.
from abaculus.kernel.game import Game, NotAnAction, Position, register_game
from abaculus.kernel.luck import Luck
from abaculus.kernel.options import Option
from abaculus.kernel.reasons import IllegalAction, OptionError, PositionError, Reason
from abaculus.kernel.state import PlayerAction, State, deserialize_state
from abaculus.kernel.verbs import CHANCE_BIT, CHANCE_PLAYER, Kernels, StateRecord, state_dtype
from abaculus.loading import from_dict, game_types, load_game

__version__ = "0.1.0"

__all__ = [
    "CHANCE_BIT",
    "CHANCE_PLAYER",
    "Game",
    "IllegalAction",
    "Kernels",
    "Luck",
    "NotAnAction",
    "Option",
    "OptionError",
    "PlayerAction",
    "Position",
    "PositionError",
    "Reason",
    "State",
    "StateRecord",
    "deserialize_state",
    "from_dict",
    "game_types",
    "load_game",
    "register_game",
    "state_dtype",
]
