"""Play the golden records anew: ``python tests/records/regenerate.py``.

For each game below it writes ``<name>.txt``, the record, and ``<name>.legal``, the number of legal actions at each
decision, a line each. Bots play, with luck of their own; so a new bot gives other games, but a replay needs no bot.
With names as arguments only those are written.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
SEED = 5

# Each blocker of 3x8 blocks the colours beside its base, and those of the last cards.
DECK = [
    {"a": {"base": i, "blocks": [i, i + 1]}, "b": {"base": 10 - i, "blocks": [(10 - i) // 2, 10]}} for i in range(10)
]

GAMES: dict[str, tuple[str, dict[str, Any], list[str]]] = {
    "108-four-greedy": ("108", {}, ["greedy"] * 4),
    "108-play-on": ("108", {"play_on": True, "first": 2}, ["greedy"] * 3),
    "108-declared": ("108", {"forbidden": "declared", "max_rounds": 40}, ["greedy", "random", "greedy", "random"]),
    "108-declared-random": ("108", {"forbidden": "declared", "play_on": True, "max_rounds": 30}, ["random"] * 2),
    "3x8-two-greedy": ("3x8", {}, ["greedy"] * 2),
    "3x8-three-mixed": ("3x8", {"first": 2}, ["greedy", "random", "greedy"]),
    "3x8-four-random": ("3x8", {"max_turns": 40}, ["random"] * 4),
    "3x8-deck": ("3x8", {"first": 1, "max_turns": 60, "blockers": DECK}, ["greedy", "random"]),
    "nmbr9-unknown-greedy": ("nmbr9", {}, ["greedy"]),
    "nmbr9-unknown-random": ("nmbr9", {}, ["random"]),
    "nmbr9-known": ("nmbr9", {"draft": "known"}, ["greedy", "random"]),
    "nmbr9-free": ("nmbr9", {"draft": "free"}, ["greedy", "random", "greedy"]),
    "nmbr9-small": ("nmbr9", {"draft": "free", "max_number": 6, "copies": 1, "cards": 5}, ["greedy"]),
    "sumoku-two-greedy": ("sumoku", {}, ["greedy"] * 2),
    "sumoku-two-random": ("sumoku", {"key": 3}, ["random"] * 2),
    "sumoku-five-mixed": ("sumoku", {"key": 4}, ["greedy", "random", "greedy", "random", "greedy"]),
    "sumoku-eight-random": ("sumoku", {"key": 5}, ["random"] * 8),
    "toushi-ample-greedy": ("toushi", {}, ["greedy"]),
    "toushi-ample-random": ("toushi", {}, ["random"]),
    "toushi-single-greedy": ("toushi", {"lists": "single"}, ["greedy"]),
    "toushi-single-random": ("toushi", {"lists": "single"}, ["random"]),
}


def main(names: list[str]) -> None:
    from test_golden import legal_counts  # type: ignore[import-not-found]  # found beside this script

    import abaculus
    from abaculus.bots import Budget, make_bot
    from abaculus.play.record import Record, write_record

    for name in names or GAMES:
        title, options, bots = GAMES[name]
        state = abaculus.load_game(title, len(bots), **options).new_initial_state()
        luck = abaculus.Luck(SEED)
        own = luck.fork(0)
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(luck.draw(state))
            else:
                seat = state.current_player()
                bot = make_bot(bots[seat])
                state.apply_action(bot.choose(state.as_seen_by(seat), seat, own, Budget(iterations=2000)))
        record = Record.of(state, bots, SEED)
        (FOLDER / f"{name}.txt").write_text(write_record(record), "utf-8", newline="\n")
        counts = "".join(f"{count}\n" for count in legal_counts(record))
        (FOLDER / f"{name}.legal").write_text(counts, "utf-8", newline="\n")
        print(f"{name}: {state.returns()}")


if __name__ == "__main__":
    main(sys.argv[1:])
