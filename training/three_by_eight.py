"""Train the network that judges 3x8: ``python training/three_by_eight.py [GENERATIONS]``.

First the network learns who wins games of the greedy bot. Then, generation by generation, it learns from games of the
fast player that looks at whole turns by the network so far: each position's chance is to be what the positions after it
were worth, the nearer the more they count, and in the end the result (TD(λ), Sutton 1988, and TD-Gammon, Tesauro 1995).
Writes the file that the game reads: the network of the generation whose fast player does best against the greedy bot.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import abaculus
from abaculus.bots.greedy import best_action
from abaculus.games.three_by_eight import race
from abaculus.games.three_by_eight.race import INPUTS, Network, look_at_seat, rounds_before
from abaculus.games.three_by_eight.rules import (
    MAIN,
    OVER,
    PLAY,
    apply_action,
    determinize,
    init,
    legal_actions,
    players_to_act,
    returns,
    sample_chance,
)
from abaculus.games.three_by_eight.turns import Lines, best_line, list_lines, new_lines
from abaculus.kernel.compile import kernel
from abaculus.kernel.luck import below, output, seed_of_stream, uniform
from abaculus.kernel.verbs import CHANCE_BIT, CHANCE_PLAYER, StateRecord

HIDDEN = 32
GREEDY_GAMES, GREEDY_EPOCHS = 6000, 6
GAMES, TEST_GAMES = 5000, 4000
POSITIONS_A_GAME = 160
SLIPS = 0.02  # of the greedy bot, so that it comes to odd positions too
NOISE = 0.05  # on the fast player's log odds
LAMBDA = 0.9
BATCH, RATE, GREEDY_RATE = 2000, 0.0015, 0.004
SEED = 1
Floats = npt.NDArray[Any]


class Games(NamedTuple):
    """Games of two as the network sees their positions."""

    inputs: Floats
    """Of each position, of both seats."""
    rounds: Floats
    """Until each seat's next turn."""
    starts: npt.NDArray[np.int64]
    """Each game's first position; after the last game's, where they end."""
    results: Floats
    """The return of seat 0."""


def new_games(games: int) -> Games:
    """Room for so many games."""
    n = games * POSITIONS_A_GAME
    return Games(np.zeros((n, 2, INPUTS), np.float32), np.zeros((n, 2)), np.zeros(games + 1, np.int64), np.zeros(games))


@kernel
def write_down(state: StateRecord, lines: Lines, games: Games, n: int) -> int:
    for seat in range(2):
        look_at_seat(state, seat, lines.notes)
        games.inputs[n, seat] = lines.notes.inputs
        games.rounds[n, seat] = rounds_before(state, seat)
    return n + 1


@kernel
def choose_line(lines: Lines, player: int, seed: np.uint64) -> int:
    """The best line, with some noise (Gumbel's, so that it is a choice by odds)."""
    n = list_lines(lines, player, False)
    for i in range(n):
        value = min(max(lines.values[i], 1e-4), 1 - 1e-4)
        lines.values[i] = np.log(value / (1 - value)) - NOISE * np.log(-np.log(uniform(seed, i) + 1e-12))
    return int(lines.values[:n].argmax())


@kernel
def play_games(lines: Lines, state: Any, seed: np.uint64, greedy: bool, games: Games) -> int:
    """Play games as long as there is room for them; how many there are."""
    n, luck = 0, 0
    for game in range(len(games.results)):
        games.starts[game] = n
        init(state[0])
        while state[0].phase != OVER:
            luck += 1
            player = int(state[0].turn_of)
            if n + 2 > len(games.inputs):
                return game
            if players_to_act(state[0]) == CHANCE_BIT:
                apply_action(state[0], CHANCE_PLAYER, sample_chance(state[0], uniform(seed, luck)))
                continue
            if state[0].phase == MAIN:
                n = write_down(state[0], lines, games, n)
            if not greedy:
                lines.states[0] = state[0]
                line = choose_line(lines, player, output(seed, luck))
                for i in range(lines.lengths[line]):
                    apply_action(state[0], player, lines.actions[line, i])
            elif uniform(seed, luck) < SLIPS:
                number = legal_actions(state[0], player, lines.buffer)
                apply_action(state[0], player, lines.buffer[below(uniform(output(seed, luck), 0), number)])
            else:
                action = best_action(state[0], player, output(seed, luck), 10000, lines.buffer, lines.states)
                apply_action(state[0], player, action)
            if state[0].phase != OVER and state[0].phase != MAIN and state[0].phase != PLAY:
                n = write_down(state[0], lines, games, n)
        returns(state[0], lines.notes.chances)
        games.results[game] = lines.notes.chances[0]
        games.starts[game + 1] = n
    return len(games.results)


@kernel
def wins_against_greedy(lines: Lines, state: Any, seed: np.uint64, games: int) -> float:
    """The part of the games that the fast player wins, in both seats alike, seeing what a player may see."""
    wins = 0.0
    for game in range(games):
        luck = 0
        init(state[0])
        while state[0].phase != OVER:
            luck += 1
            player = int(state[0].turn_of)
            number = output(output(seed, game // 2 + 1), luck)
            if players_to_act(state[0]) == CHANCE_BIT:
                apply_action(state[0], CHANCE_PLAYER, sample_chance(state[0], uniform(number, 0)))
            elif player == game % 2:
                lines.states[0] = state[0]
                determinize(lines.states[0], player, number)
                line = best_line(lines, player)
                for i in range(lines.lengths[line]):
                    apply_action(state[0], player, lines.actions[line, i])
            else:
                apply_action(state[0], player, best_action(state[0], player, number, 10000, lines.buffer, lines.states))
        returns(state[0], lines.notes.chances)
        wins += lines.notes.chances[game % 2]
    return wins / games


def outputs(network: Network, inputs: Floats) -> tuple[Floats, Floats]:
    """The hidden layer, and the output before it is made positive."""
    weights, bias, out = (part.astype(np.float32) for part in network[:3])
    hidden = np.maximum(inputs.reshape(-1, INPUTS) @ weights + bias, 0)
    return hidden, (hidden @ out).astype(np.float64) + network.last[0]


def chances(network: Network, games: Games, end: int) -> Floats:
    """Seat 0's chance in each position (as ``race.chance_to_win`` has it)."""
    parts = []
    for i in range(0, end, 50000):
        one, other = (
            np.logaddexp(0, outputs(network, games.inputs[i : min(end, i + 50000)])[1]).reshape(-1, 2)
            + games.rounds[i : min(end, i + 50000)]
        ).T
        parts.append(1 / (1 + np.exp(network.last[1] * (one - other) / np.sqrt(one + other + 0.5))))
    return np.concatenate(parts)


def aims(games: Games, played: int, values: Floats, decay: float) -> Floats:
    """What the chances are to be: λ-returns."""
    wanted = np.empty_like(values)
    for game in range(played):
        value = games.results[game]
        for i in range(games.starts[game + 1] - 1, games.starts[game] - 1, -1):
            wanted[i] = value
            value = decay * value + (1 - decay) * values[i]
    return wanted


def learn(
    network: Network, games: Games, wanted: Floats, epochs: int, rate: float, random: np.random.Generator
) -> Network:
    """Gradient descent on the cross entropy, by Adam (Kingma & Ba 2015), ever slower."""
    means = [np.zeros_like(part) for part in network]
    squares = [np.zeros_like(part) for part in network]
    batches = len(wanted) // BATCH
    for step in range(epochs * batches):
        if step % batches == 0:
            shuffled = random.permutation(len(wanted))
        chosen = shuffled[step % batches * BATCH :][:BATCH]
        inputs = games.inputs[chosen]
        hidden, raw = outputs(network, inputs)
        one, other = (np.logaddexp(0, raw).reshape(-1, 2) + games.rounds[chosen]).T
        total = one + other + 0.5
        lead = (other - one) / np.sqrt(total)
        error = (1 / (1 + np.exp(-network.last[1] * lead)) - wanted[chosen]) / BATCH
        by_rounds = np.stack([-1 / np.sqrt(total) - lead / total / 2, 1 / np.sqrt(total) - lead / total / 2], 1)
        by_raw = ((error * network.last[1])[:, None] * by_rounds).reshape(-1) / (1 + np.exp(-raw))
        back = by_raw.astype(np.float32)
        by_hidden = back[:, None] * network.hidden.astype(np.float32) * (hidden > 0)
        slopes = (
            inputs.reshape(-1, INPUTS).T @ by_hidden,
            by_hidden.sum(0),
            hidden.T @ back,
            np.array([by_raw.sum(), (error * lead).sum()]),
        )
        pace = rate * (1 - 0.95 * step / (epochs * batches))
        parts = []
        for part, slope, mean, square in zip(network, slopes, means, squares, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            parts.append(
                part - pace * mean / (1 - 0.9 ** (step + 1)) / (np.sqrt(square / (1 - 0.999 ** (step + 1))) + 1e-8)
            )
        network = Network(*parts)
    return network


def write(network: Network, about: str) -> None:
    """Write the file that the game reads."""
    weights = {name: part.round(4).tolist() for name, part in network._asdict().items()}
    file = Path(race.__file__).with_name("race.json")
    file.write_text(json.dumps({"about": about, "weights": weights}, separators=(",", ":")) + "\n")


def train(generations: int) -> None:
    """Train, and write the file whenever a generation is the best so far."""
    began = time.process_time()
    game = abaculus.load_game("3x8", 2)
    state = game.new_records(1)
    state[0] = game.new_initial_state().record
    random = np.random.default_rng(SEED)
    network = Network(
        random.normal(0, INPUTS**-0.5, (INPUTS, HIDDEN)),
        np.zeros(HIDDEN),
        random.normal(0, 0.3, HIDDEN),
        np.array([2.0, 1.5]),
    )
    most_wins = 0.0
    games = new_games(max(GREEDY_GAMES, GAMES))
    for generation in range(generations + 1):
        room = games._replace(
            starts=np.zeros((GAMES if generation else GREEDY_GAMES) + 1, np.int64),
            results=np.zeros(GAMES if generation else GREEDY_GAMES),
        )
        lines = new_lines(game, network)
        played = play_games(lines, state, seed_of_stream(SEED, generation), generation == 0, room)
        values = chances(network, room, int(room.starts[played]))
        if generation == 0:
            network = learn(network, room, aims(room, played, values, 1.0), GREEDY_EPOCHS, GREEDY_RATE, random)
        else:
            rate = RATE * (1 - 0.8 * generation / generations)
            network = learn(network, room, aims(room, played, values, LAMBDA), 1, rate, random)
        wins = wins_against_greedy(new_lines(game, network), state, seed_of_stream(SEED, 10**6), TEST_GAMES)
        about = (
            f"Made by: python training/three_by_eight.py {generations} (seed {SEED}; after generation {generation}, "
            f"{time.process_time() - began:.0f} s). By these weights the fast player alone wins {100 * wins:.1f} % of "
            f"{TEST_GAMES} games against greedy."
        )
        print(about, flush=True)
        if wins > most_wins:
            most_wins = wins
            write(network, about)


if __name__ == "__main__":
    train(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
