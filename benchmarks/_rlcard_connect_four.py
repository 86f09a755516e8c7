"""Connect Four as an environment of RLCard's, which has none: written as its own games are, in plain Python."""

import numpy as np
from rlcard.envs import Env

COLUMNS, ROWS = 7, 6
COLUMN = ROWS + 1
"""The bits of a column of discs; its highest is always empty."""


class Game:
    """What RLCard's environments ask of a game."""

    allow_step_back = False

    def __init__(self) -> None:
        self.init_game()

    def get_num_players(self) -> int:
        return 2

    def get_num_actions(self) -> int:
        return COLUMNS

    def init_game(self) -> tuple[dict, int]:
        self.player, self.placed, self.won = 0, 0, False
        self.filled, self.discs = [0] * COLUMNS, [0, 0]
        self.board = np.zeros((2, ROWS, COLUMNS), np.float32)
        return self.get_state(0), 0

    def step(self, column: int) -> tuple[dict, int]:
        row = self.filled[column]
        self.board[self.player, row, column] = 1
        self.discs[self.player] |= 1 << column * COLUMN + row
        self.filled[column] += 1
        self.placed += 1
        self.won = has_four(self.discs[self.player])
        self.player = 1 - self.player
        return self.get_state(self.player), self.player

    def get_state(self, player: int) -> dict:
        return {"board": self.board[:: 1 - 2 * player], "legal_actions": self.get_legal_actions()}

    def get_player_id(self) -> int:
        return self.player

    def get_legal_actions(self) -> list[int]:
        return [column for column in range(COLUMNS) if self.filled[column] < ROWS]

    def is_over(self) -> bool:
        return self.won or self.placed == ROWS * COLUMNS

    def get_payoffs(self) -> list[int]:
        lost = int(self.won)
        return [-lost, lost] if self.player == 0 else [lost, -lost]


def has_four(discs: int) -> bool:
    for step in (1, COLUMN - 1, COLUMN, COLUMN + 1):
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


class ConnectFourEnv(Env):
    name = "connect-four"

    def __init__(self) -> None:
        self.game = Game()
        super().__init__({"allow_step_back": False, "seed": 1})
        self.state_shape = [[2, ROWS, COLUMNS]] * 2
        self.action_shape = [None, None]

    def get_payoffs(self) -> np.ndarray:
        return np.array(self.game.get_payoffs())

    def _extract_state(self, state: dict) -> dict:
        return {
            "obs": state["board"].copy(),
            "legal_actions": self._get_legal_actions(),
            "raw_obs": state,
            "raw_legal_actions": state["legal_actions"],
            "action_record": self.action_recorder,
        }

    def _decode_action(self, action: int) -> int:
        return action

    def _get_legal_actions(self) -> dict[int, None]:
        return dict.fromkeys(self.game.get_legal_actions())
