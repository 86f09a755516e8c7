"""The engine of 3x8: whole turns, played on for some turns by a fast player.

A turn is up to a dozen decisions, so a tree of single ones hardly reaches the next turn. Here the turn's lines are
listed, the most promising by a trained network are played on with the same luck each, and those that fall behind are
given up. Such truncated rollouts are how strong programs judge backgammon (Tesauro & Galperin 1997).
"""

import time

import numpy as np
import numpy.typing as npt

from abaculus.bots.bot import Budget
from abaculus.bots.engine import Engine, Rating, register_engine
from abaculus.bots.work import Threads
from abaculus.games.three_by_eight.race import chance_to_win, read_network
from abaculus.games.three_by_eight.rules import MAIN, OVER, apply_action, determinize, players_to_act, sample_chance
from abaculus.games.three_by_eight.turns import Lines, best_line, list_lines, new_lines
from abaculus.kernel.compile import kernel
from abaculus.kernel.game import Game
from abaculus.kernel.luck import Luck, output, seed_of_stream, uniform
from abaculus.kernel.state import State
from abaculus.kernel.verbs import CHANCE_BIT, CHANCE_PLAYER, StateRecord

TURNS = 4  # played on
PLAYED_ON = 16  # lines, at most
GUESSES = 3  # of what is hidden, by which the lines that are played on are chosen
LEAST, MOST = 8, 4096  # after how many games each lines are given up; how many there can be at all
DOUBT = 2.0  # a line is given up when it is so many standard errors behind
NUMBERS_A_TURN = 64  # of luck
DEFAULT_BUDGET = Budget(milliseconds=200)


@kernel
def add_values(lines: Lines, root: StateRecord, player: int, seed: np.uint64, values: npt.NDArray[np.float64]) -> int:
    """Add what the lines are worth in a guess of what is hidden; how many lines there are."""
    lines.states[0] = root[0]
    determinize(lines.states[0], player, seed)
    n = list_lines(lines, player, True)
    values[:n] += lines.values[:n]
    return n


@kernel
def play_on(
    lines: Lines, root: StateRecord, player: int, actions: npt.NDArray[np.int32], turns: int, seed: np.uint64
) -> float:
    """What the player may expect after the actions (up to a negative one) and so many turns, begun and whole."""
    state = lines.states[0]
    lines.states[0] = root[0]
    determinize(state, player, output(seed, 1))
    for action in actions:
        if action < 0:
            break
        apply_action(state, player, action)
    last = state.turn + turns
    turn, numbers = 0, 0
    while state.phase != OVER and not (state.phase == MAIN and state.turn >= last):
        if players_to_act(state) == CHANCE_BIT:
            # Luck is numbered by turns, so that lines which draw more or fewer cards meet the same luck later on.
            if state.turn != turn:
                turn, numbers = state.turn, 0
            apply_action(
                state, CHANCE_PLAYER, sample_chance(state, uniform(output(seed, 2), turn * NUMBERS_A_TURN + numbers))
            )
            numbers += 1
        else:
            mover = int(state.turn_of)
            line = best_line(lines, mover)
            for i in range(lines.lengths[line]):
                apply_action(state, mover, lines.actions[line, i])
    return chance_to_win(state, player, lines.network, lines.notes)


class ThreeByEightEngine(Engine):
    """Rates by the mean chance to win after some turns. An iteration is a line played on."""

    def __init__(self, game: Game, threads: int = 1) -> None:
        network = read_network()
        self.lines = [new_lines(game, network) for _ in range(threads)]
        self.root = game.new_records(1)
        self.results = np.zeros((PLAYED_ON + 1, MOST))
        self.threads = Threads(threads)

    def rate(self, state: State, seat: int, luck: Luck, budget: Budget, wanted: int | None = None) -> list[Rating]:
        """All actions; those that were played on by what the best line was worth that begins with them."""
        began = time.perf_counter()
        bounds = budget.or_else(DEFAULT_BUDGET)
        deadline = bounds.deadline(began)
        seed = seed_of_stream(luck.fresh().seed)
        self.root[0] = state.record
        actions, values = self._promising(seat, seed, wanted)
        room = PLAYED_ON if bounds.iterations is None else max(2, min(PLAYED_ON, bounds.iterations // LEAST))
        chosen = list(range(min(room, len(values))))
        wanted_line = next((k for k, line in enumerate(actions.tolist()) if line[0] == wanted), None)
        if wanted_line is not None and wanted_line not in chosen:
            chosen.append(wanted_line)
        plays = self._play_on(actions[chosen], seat, seed, bounds.iterations, deadline)
        return self._ratings(actions, values, chosen, plays)

    def close(self) -> None:
        """End the threads."""
        self.threads.close()

    def _promising(
        self, seat: int, seed: np.uint64, wanted: int | None
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float64]]:
        """All lines, filled up with -1, and their values by the network, the best first."""
        lines = self.lines[0]
        sums = np.zeros(len(lines.values))
        n = 0
        for guess in range(GUESSES):
            n = int(add_values(lines, self.root, seat, seed_of_stream(int(seed), guess), sums))
        lengths = lines.lengths[:n, None]
        actions = np.where(np.arange(lines.actions.shape[1]) < lengths, lines.actions[:n], -1)
        values = sums[:n] / GUESSES
        if wanted is not None and wanted not in actions[:, 0]:
            actions = np.vstack([actions, np.full(actions.shape[1], -1, np.int32)])
            actions[-1, 0] = wanted
            values = np.append(values, values.min())
        order = np.argsort(-values, kind="stable")
        return np.ascontiguousarray(actions[order], np.int32), values[order]

    def _play_on(
        self,
        actions: npt.NDArray[np.int32],
        seat: int,
        seed: np.uint64,
        iterations: int | None,
        deadline: float | None,
    ) -> npt.NDArray[np.int64]:
        """Fill in the results of these lines; how many there are of each.

        Each thread plays all lines that are left on with a luck of its own. It ends when they all begin with the same
        action.
        """
        plays = np.zeros(len(actions), np.int64)
        left = np.arange(len(actions))
        threads = len(self.lines)
        done, spent = 0, 0

        def play(thread: int) -> bool:
            luck = seed_of_stream(int(seed), GUESSES + done + thread)
            for k in left:
                if deadline is not None and time.perf_counter() >= deadline:
                    return False
                self.results[k, done + thread] = play_on(self.lines[thread], self.root, seat, actions[k], TURNS, luck)
            return True

        while done + threads <= MOST and len(set(actions[left, 0])) > 1:
            at_once = min(threads, LEAST - done % LEAST)
            if iterations is not None:
                at_once = min(at_once, max((iterations - spent) // len(left), int(done == 0)))
            if at_once <= 0:
                break
            if not all(self.threads.each(play, range(at_once))):
                break
            done += at_once
            spent += at_once * len(left)
            plays[left] = done
            if done % LEAST == 0:
                left = self._still_good(left, done)
        return plays

    def _still_good(self, left: npt.NDArray[np.int64], done: int) -> npt.NDArray[np.int64]:
        """The lines that are not clearly worse than the best, by their differences with the same luck."""
        results = self.results[left, :done]
        behind = results[results.mean(1).argmax()] - results
        # Few lines that end alike do not prove that all do: hence the small number.
        errors = np.sqrt((behind.var(1) + 1e-4) / done)
        return left[behind.mean(1) <= DOUBT * errors]

    def _ratings(
        self,
        actions: npt.NDArray[np.int32],
        values: npt.NDArray[np.float64],
        chosen: list[int],
        plays: npt.NDArray[np.int64],
    ) -> list[Rating]:
        most = int(plays.max())
        total = max(1, int(plays.sum()))
        firm = [k for k in range(len(chosen)) if plays[k] == most]
        best = max(firm, key=lambda k: self.results[k, :most].mean() if most else values[chosen[k]])
        best_value = float(self.results[best, :most].mean()) if most else float(values[chosen[best]])
        # Where a line was given up, its distance from the best one with the same luck counts.
        worth = best_value - np.maximum(0.0, values[chosen[best]] - values)
        for k, line in enumerate(chosen):
            if plays[k]:
                worth[line] = best_value - max(0.0, float((self.results[best] - self.results[k])[: plays[k]].mean()))
        ratings: dict[int, Rating] = {}
        thought: dict[int, float] = {}
        for k, line in enumerate(chosen):
            # Where nothing was played on, the best line has it all.
            part = plays[k] / total if most else float(k == best)
            thought[int(actions[line, 0])] = thought.get(int(actions[line, 0]), 0.0) + part
        worth = np.maximum(worth, 0.0)
        first = [chosen[best], *(k for k in np.argsort(-worth, kind="stable").tolist() if k != chosen[best])]
        for line in first:
            action = int(actions[line, 0])
            if action not in ratings:
                ratings[action] = Rating(action, float(worth[line]), thought.get(action, 0.0))
        return list(ratings.values())


register_engine("3x8", ThreeByEightEngine)
