"""Pig, a dice game, as a game registered from outside the package: it has chance and options.

Run it to see the bots play:  python examples/pig.py
"""

import re

import abaculus
from abaculus import (
    CHANCE_BIT,
    CHANCE_PLAYER,
    Game,
    Kernels,
    NotAnAction,
    Option,
    Position,
    Reason,
    StateRecord,
    state_dtype,
)
from abaculus.kernel.compile import kernel
from abaculus.kernel.game import require, whole_number

ROLL, HOLD = 0, 1
FACES = (4, 6, 8, 10)
MAX_TARGET = 1000

# State. The options come first: init keeps them and writes all other fields.
STATE = state_dtype(
    "pig",
    __file__,
    [
        ("target", "u2"),  # the points that win
        ("faces", "u1"),  # of the die
        ("scores", "u2", (2,)),  # what each player holds
        ("at_stake", "u2"),  # what was rolled in this turn
        ("player", "u1"),  # whose turn it is; at the end, who won
        ("rolling", "u1"),  # whether the die is in the air
    ],
)


@kernel
def init(state):
    state.scores[:] = 0
    state.at_stake = 0
    state.player = 0
    state.rolling = 0


@kernel
def is_over(state):
    return state.scores[state.player] >= state.target


@kernel
def players_to_act(state):
    if is_over(state):
        return 0
    return CHANCE_BIT if state.rolling else 1 << state.player


@kernel
def legal_actions(state, player, out):
    n = 0
    if players_to_act(state) >> player & 1:
        if state.scores[player] + state.at_stake < state.target:
            out[n] = ROLL
            n += 1
        if state.at_stake:
            out[n] = HOLD
            n += 1
    return n


@kernel
def chance_outcomes(state, out, probabilities):
    for outcome in range(state.faces):
        out[outcome] = outcome
        probabilities[outcome] = 1 / state.faces
    return state.faces


@kernel
def sample_chance(state, u):
    return int(u * state.faces)


@kernel
def apply_action(state, player, action):
    if player == CHANCE_PLAYER:
        state.rolling = 0
        if action == 0:  # a one: the turn is over, and what was at stake is lost
            state.at_stake = 0
            state.player = 1 - state.player
        else:
            state.at_stake += action + 1
    elif action == ROLL:
        state.rolling = 1
    else:
        state.scores[player] += state.at_stake
        state.at_stake = 0
        if not is_over(state):
            state.player = 1 - player


@kernel
def returns(state, out):
    out[:2] = 0.0
    out[state.player] = 1.0


@kernel
def observation(state, player, out):
    """Own score, the other's, what is at stake (parts of the target); whose turn it is, whether the die is rolling."""
    out[0] = min(1.0, state.scores[player] / state.target)
    out[1] = min(1.0, state.scores[1 - player] / state.target)
    out[2] = min(1.0, state.at_stake / state.target)
    out[3] = 1.0 if state.player == player else 0.0
    out[4] = 1.0 if state.rolling else 0.0


@kernel
def erase_observation(state, player, out):
    pass  # every number is written anew


@kernel
def evaluate(state, player):
    """The lead in points, with what the turn's next roll or hold is expected to bring."""
    faces = int(state.faces)
    stake = float(state.at_stake)
    if state.rolling:  # a one loses everything; another face adds (2 + … + faces) / (faces − 1) on average
        stake = (stake + faces / 2 + 1) * (faces - 1) / faces
    lead = float(state.scores[player]) - float(state.scores[1 - player])
    return lead + (stake if state.player == player else -stake)


@abaculus.register_game
class Pig(Game):
    """Roll as often as you dare: a one loses what the turn has brought."""

    name = "pig"
    title = "Pig"
    summary = "Roll as often as you dare: a one loses what the turn has brought."
    rules_version = 1
    min_players = max_players = default_players = 2
    option_specs = (
        Option("target", "the points that win", "integer", default=100, minimum=2, maximum=MAX_TARGET),
        Option("faces", "how many faces the die has", "choice", default=6, choices=FACES),
    )
    part_names = ("kind",)
    dtype = STATE
    kernels = Kernels(
        init=init,
        players_to_act=players_to_act,
        legal_actions=legal_actions,
        chance_outcomes=chance_outcomes,
        sample_chance=sample_chance,
        apply_action=apply_action,
        returns=returns,
        observation=observation,
        erase_observation=erase_observation,
        evaluate=evaluate,
    )

    def write_options(self, record: StateRecord) -> None:
        record.target = self.options["target"]
        record.faces = self.options["faces"]

    def num_distinct_actions(self) -> int:
        return 2

    def max_legal_actions(self) -> int:
        return 2

    def max_chance_outcomes(self) -> int:
        return max(FACES)

    def max_game_length(self) -> int:
        # Ones could come up for ever; longer games are as good as impossible.
        return 100 * self.options["target"]

    def observation_tensor_shape(self) -> tuple[int, ...]:
        return (5,)

    def action_to_text(self, action: int) -> str:
        return ("roll", "hold")[action]

    def text_to_action(self, text: str) -> int:
        if text not in ("roll", "hold"):
            raise NotAnAction('Actions are "roll" and "hold".')
        return ("roll", "hold").index(text)

    def outcome_to_text(self, outcome: int) -> str:
        return f"*{outcome + 1}"

    def text_to_outcome(self, text: str) -> int:
        match = re.fullmatch(r"\*([1-9][0-9]?)", text)
        if match is None or int(match[1]) > max(FACES):
            raise NotAnAction(f"A roll is written as in *4, from 1 to {max(FACES)}.")
        return int(match[1]) - 1

    def explain_outcome(self, record: StateRecord, outcome: int) -> str:
        return f"A die of {record.faces} faces does not show {outcome + 1}."

    def explain(self, record: StateRecord, player: int, action: int) -> Reason:
        if action == HOLD:
            return Reason("NOTHING", "There is nothing to hold yet: roll.")
        return Reason("ENOUGH", f"{record.scores[player] + record.at_stake} points are enough to win: hold.")

    def action_parts(self, record, player, actions):
        return [(self.action_to_text(action),) for action in actions.tolist()]

    def position(self, record: StateRecord) -> Position:
        return {
            "scores": record.scores.tolist(),
            "at_stake": int(record.at_stake),
            "turn": int(record.player),
            "rolling": bool(record.rolling),
        }

    def read_position(self, record: StateRecord, position: Position) -> None:
        init(record)
        most = int(record.target) - 1 + int(record.faces)
        scores, rolling = position["scores"], position["rolling"]
        require(isinstance(scores, list) and len(scores) == 2, "'scores' has a number for each of the two players.")
        record.scores = [whole_number(score, "scores", 0, most) for score in scores]
        record.at_stake = whole_number(position["at_stake"], "at_stake", 0, most)
        record.player = whole_number(position["turn"], "turn", 0, 1)
        require(isinstance(rolling, bool), "'rolling' is true or false.")
        record.rolling = rolling
        require(1 not in (*scores, position["at_stake"]), "Nobody can have a single point: a one brings nothing.")
        require(scores[1 - record.player] < record.target, "The game ends on the turn of the player who wins.")
        if is_over(record):
            require(not rolling and not record.at_stake, "The game is over: nothing is at stake.")
        else:
            points = int(record.scores[record.player]) + int(record.at_stake)
            require(points <= most, f"A turn ends by {most} points at the latest.")
            require(not rolling or points < record.target, "Nobody rolls on with enough points to win.")


def main() -> None:
    from abaculus.bots import Budget, make_bot
    from abaculus.play.match import play_match

    game = abaculus.load_game("pig", target=50)
    luck = abaculus.Luck(1)
    bots = [make_bot("greedy"), make_bot("random")]
    state = play_match(game, [lambda state, seat: bots[seat].choose(state, seat, luck, Budget())] * 2, luck)
    print(state.to_dict()["scores"], state.returns(), sep="\n")


if __name__ == "__main__":
    main()
