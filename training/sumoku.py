"""Learns what stocks of Sumoku are worth (``abaculus.games.sumoku.leave``) from games between two seats.

    python training/sumoku.py [--games 12000] [--rounds 1] [--seed 1]

In each round the seats play what scores most with what they keep, at first by the greedy bot's reckoning, then by what
was learned in the round before. By how many points a seat gets ahead from each turn to the end is explained, by ridge
regression, by the traits of the two stocks. What is found replaces the package's ``leave.json``.
"""

import argparse
import time
from pathlib import Path

import numpy as np

import abaculus
from abaculus.games.sumoku import leave as kept
from abaculus.games.sumoku import observation, plays, rules
from abaculus.games.sumoku.leave import TRAITS, Leave, traits, weigh_leave
from abaculus.games.sumoku.lines import COMPLETED, new_desks
from abaculus.games.sumoku.rules import OVER, PLAY, in_bag
from abaculus.games.sumoku.tiles import KEYS, LONGEST
from abaculus.kernel.compile import kernel
from abaculus.kernel.luck import seed_of_stream, uniform
from abaculus.kernel.verbs import CHANCE_PLAYER

MOST_TURNS = 250
KEY, BAG, MOVER, LEAD, TILES = range(5)
RIDGE = 3.0
HELD_OUT = 2**32  # seeds of the games that measure the gain come after those that are learned from


@kernel
def play(state, seed, first, second, learns, seen, facts):
    """Play a game; the seats play by ``first`` and ``second``, or as the greedy bot does where ``learns`` is false.

    ``seen`` and ``facts`` get a row for each turn, as it is before the seat draws; how many there are.
    """
    rules.init(state)
    desks = new_desks()
    worth = np.empty(2 * COMPLETED, np.float64)
    actions = np.empty((1, LONGEST), np.int32)
    drawn, n = 0, 0
    while state.phase != OVER:
        if state.phase != PLAY:
            rules.apply_action(state, CHANCE_PLAYER, rules.sample_chance(state, uniform(seed, drawn)))
            drawn += 1
            continue
        seat = int(state.turn)
        if not learns[seat]:
            observation.weigh(state, seat, worth)
        else:
            weigh_leave(state, seat, first if seat == 0 else second, worth)
        if plays.best_play_at(state, seat, worth, actions, desks) == -np.inf:
            rules.skip_play(state)
        else:
            rules.make_play(state, actions[0])
        if state.phase != OVER and not state.bonus and n < len(seen):
            traits(state, seat, seen[n])
            traits(state, 1 - seat, seen[n, TRAITS:])
            facts[n, KEY] = state.key
            facts[n, BAG] = in_bag(state)
            facts[n, MOVER] = seat
            facts[n, LEAD] = state.score[seat] - state.score[1 - seat]
            facts[n, TILES] = in_bag(state) + state.held[0] + state.held[1]
            n += 1
    return n


def gather(games: int, seed: int, leave: Leave, learned: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Traits, facts and by how much the seat gets ahead, of all turns of these games."""
    state = abaculus.load_game("sumoku", 2).new_record()
    seen, facts = np.zeros((MOST_TURNS, 2 * TRAITS)), np.zeros((MOST_TURNS, 5), np.int64)
    learns = np.array([learned, learned])
    found = []
    for game in range(games):
        n = play(state, seed_of_stream(seed, game), leave, leave, learns, seen, facts)
        lead = int(state.score[0]) - int(state.score[1])
        gain = np.where(facts[:n, MOVER] == 0, lead, -lead) - facts[:n, LEAD]
        found.append((seen[:n].astype(np.float32), facts[:n].copy(), gain))
    return tuple(np.concatenate(parts) for parts in zip(*found, strict=True))


def learn(seen: np.ndarray, facts: np.ndarray, gain: np.ndarray, bonus: float) -> Leave:
    """What explains best how much the seats got ahead."""
    shape = (len(KEYS), 2)
    held, stays, ahead = np.zeros((*shape, TRAITS)), np.zeros((*shape, TRAITS)), np.zeros((*shape, 3))
    roots, errors = [], []
    for k, key in enumerate(KEYS):
        for empty in range(2):
            chosen = (facts[:, KEY] == key) & ((facts[:, BAG] == 0) == (empty == 1))
            bag = facts[chosen, BAG]
            always = np.ones(len(bag))
            besides = np.stack([always, np.minimum(1, bag / kept.PLENTY) * (1 - empty), bag], axis=1)
            x = np.concatenate([seen[chosen], besides], axis=1).astype(np.float64)
            penalty = np.full(x.shape[1], RIDGE)
            penalty[-3:] = 0.01
            found = np.linalg.solve(x.T @ x + np.diag(penalty), x.T @ gain[chosen])
            stays[k, empty], ahead[k, empty] = found[:TRAITS], found[-3:]
            held[k, empty] = found[TRAITS : 2 * TRAITS]
            roots.append(np.sqrt(facts[chosen, TILES]))
            errors.append(np.abs(gain[chosen] - x @ found))
    # The mean of |x| is 2 ln 2 times the scale of a logistic distribution.
    root, error = np.concatenate(roots), np.concatenate(errors) / (2 * np.log(2))
    slope, start = np.polyfit(root, error, 1)
    return Leave(stays, held, ahead, np.array([max(start, 1.0), slope]), bonus)


def measure(games: int, leave: Leave) -> str:
    """How it does against the greedy bot, the same bags from both sides."""
    state = abaculus.load_game("sumoku", 2).new_record()
    seen, facts = np.zeros((0, 2 * TRAITS)), np.zeros((0, 5), np.int64)
    leads = []
    for game in range(games):
        seat = game % 2
        play(state, seed_of_stream(HELD_OUT, game // 2), leave, leave, np.array([seat == 0, seat == 1]), seen, facts)
        leads.append(int(state.score[seat]) - int(state.score[1 - seat]))
    lead = np.array(leads)
    wins = np.mean(lead > 0) + np.mean(lead == 0) / 2
    return f"against greedy {lead.mean():+.1f} ± {lead.std() / len(lead) ** 0.5:.1f} points, {100 * wins:.1f} % wins"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=12_000)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=kept.LEARNED)
    chosen = parser.parse_args()
    shape = (len(KEYS), 2)
    leave = Leave(
        np.zeros((*shape, TRAITS)), np.zeros((*shape, TRAITS)), np.zeros((*shape, 3)), np.ones(2), observation.BONUS
    )
    for number in range(chosen.rounds):
        began = time.perf_counter()
        leave = learn(*gather(chosen.games, chosen.seed + number, leave, number > 0), leave.bonus)
        kept.write_leave(leave, chosen.out)
        print(f"round {number + 1}: {time.perf_counter() - began:.0f} s; {measure(2000, leave)}", flush=True)


if __name__ == "__main__":
    main()
