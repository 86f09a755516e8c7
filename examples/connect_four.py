"""Connect Four as a game registered from outside the package: everything generic works on it.

Run it to see the bots play:  python examples/connect_four.py
"""

import re

import numpy as np

import abaculus
from abaculus import Game, Kernels, NotAnAction, Position, Reason, StateRecord, state_dtype
from abaculus.kernel.bits import ONE, bit
from abaculus.kernel.compile import kernel
from abaculus.kernel.game import require

COLUMNS, ROWS = 7, 6

# State. A column takes seven bits of a set, its lowest place first; the seventh is always empty, so that a line cannot
# run from the top of a column into the next one (John Tromp's layout).
STATE = state_dtype(
    "connect_four",
    __file__,
    [
        ("discs", "u8", (2,)),  # the places of each seat's discs
        ("filled", "u1", (COLUMNS,)),  # how many discs lie in each column
        ("placed", "u1"),  # how many discs lie on the board; seat 0 places the first
        ("won", "u1"),  # whether the last disc made four in a line
    ],
)
UP, RIGHT, RISING, FALLING = 1, 7, 8, 6
PLACES = np.array([1 << column * RIGHT + row for row in range(ROWS) for column in range(COLUMNS)], np.uint64)


@kernel
def init(state):
    state.discs[:] = 0
    state.filled[:] = 0
    state.placed = 0
    state.won = 0


@kernel
def players_to_act(state):
    return 0 if state.won or state.placed == COLUMNS * ROWS else 1 << (state.placed & 1)


@kernel
def legal_actions(state, player, out):
    n = 0
    if players_to_act(state) >> player & 1:
        for column in range(COLUMNS):
            if state.filled[column] < ROWS:
                out[n] = column
                n += 1
    return n


@kernel
def has_four(discs):
    for step in (UP, RIGHT, RISING, FALLING):
        pairs = discs & (discs >> np.uint64(step))
        if pairs & (pairs >> np.uint64(2 * step)):
            return True
    return False


@kernel
def apply_action(state, player, action):
    state.discs[player] |= bit(action * RIGHT + state.filled[action])
    state.filled[action] += 1
    state.placed += 1
    state.won = has_four(state.discs[player])


@kernel
def returns(state, out):
    out[:2] = 0.5
    if state.won:
        winner = (state.placed - 1) & 1
        out[winner] = 1.0
        out[1 - winner] = 0.0


@kernel
def observation(state, player, out):
    """Two planes of rows (the lowest first) × columns: the player's discs, the other's."""
    for plane in range(2):
        discs = state.discs[player ^ plane]
        # Without a branch, so that the processor does many places at once.
        for k in range(COLUMNS * ROWS):
            out[plane].flat[k] = 1.0 if discs & PLACES[k] else 0.0


@kernel
def erase_observation(state, player, out):
    pass  # every number is written anew


@kernel
def evaluate(state, player):
    """A win, or how much nearer to the middle one's own discs lie than the other's."""
    if state.won:
        return 100.0 if player == (state.placed - 1) & 1 else -100.0
    value = 0.0
    for column in range(COLUMNS):
        for row in range(state.filled[column]):
            own = state.discs[player] >> np.uint64(column * RIGHT + row) & ONE
            value += (1.0 if own else -1.0) * (3 - abs(column - 3))
    return value


@abaculus.register_game
class ConnectFour(Game):
    """Drop discs into columns; four in a line win."""

    name = "connect_four"
    title = "Connect Four"
    summary = "Drop discs into columns; four in a line win."
    rules_version = 1
    min_players = max_players = default_players = 2
    part_names = ("column",)
    dtype = STATE
    kernels = Kernels(
        init=init,
        players_to_act=players_to_act,
        legal_actions=legal_actions,
        apply_action=apply_action,
        returns=returns,
        observation=observation,
        erase_observation=erase_observation,
        evaluate=evaluate,
    )

    def num_distinct_actions(self) -> int:
        return COLUMNS

    def max_legal_actions(self) -> int:
        return COLUMNS

    def max_game_length(self) -> int:
        return COLUMNS * ROWS

    def observation_tensor_shape(self) -> tuple[int, ...]:
        return (2, ROWS, COLUMNS)

    def action_to_text(self, action: int) -> str:
        return "abcdefg"[action]

    def text_to_action(self, text: str) -> int:
        if not re.fullmatch("[a-g]", text):
            raise NotAnAction("A column is a letter from a to g.")
        return "abcdefg".index(text)

    def explain(self, record: StateRecord, player: int, action: int) -> Reason:
        return Reason("FULL", f"Column {self.action_to_text(action)} is full.")

    def action_parts(self, record: StateRecord, player: int, actions: np.ndarray) -> list[tuple[str]]:
        return [(self.action_to_text(action),) for action in actions]

    def position(self, record: StateRecord) -> Position:
        """Rows from the top, ``x`` for the first seat, ``o`` for the second, ``.`` for an empty place."""
        rows = []
        for row in reversed(range(ROWS)):
            places = [column * RIGHT + row for column in range(COLUMNS)]
            x, o = (int(discs) for discs in record.discs)
            rows.append("".join("x" if x >> place & 1 else "o" if o >> place & 1 else "." for place in places))
        return {"board": rows}

    def read_position(self, record: StateRecord, position: Position) -> None:
        init(record)
        board = position["board"]
        require(len(board) == ROWS and all(len(row) == COLUMNS for row in board), "The board is 6 rows of 7 places.")
        for row, places in enumerate(reversed(board)):
            for column, mark in enumerate(places):
                require(mark in "xo.", f"A place is x, o or ., not {mark!r}.")
                if mark != ".":
                    require(record.filled[column] == row, f"The disc {mark} in column {column + 1} floats.")
                    record.discs["xo".index(mark)] |= np.uint64(1 << (column * RIGHT + row))
                    record.filled[column] += 1
                    record.placed += 1
        marks = "".join(board)
        require(marks.count("x") - marks.count("o") in (0, 1), "Seats place in turn, x first.")
        four = [bool(has_four(discs)) for discs in record.discs]
        require(not four[record.placed & 1], "Play went on after four in a line.")
        record.won = any(four)


def main() -> None:
    from abaculus.bots import Budget, make_bot
    from abaculus.play.match import play_match

    game = abaculus.load_game("connect_four")
    luck = abaculus.Luck(1)
    bots = [make_bot("greedy"), make_bot("random")]
    state = play_match(game, [lambda state, seat: bots[seat].choose(state, seat, luck, Budget())] * 2, luck)
    print("\n".join(state.to_dict()["board"]), state.returns(), sep="\n")


if __name__ == "__main__":
    main()
