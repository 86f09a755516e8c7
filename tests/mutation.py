"""Mutation testing: change a game's rules in one place after another, and show the changes that no test notices.

``make mutation ARGS="nmbr9 toushi --sample 80"`` takes a sample of the places in ``rules.py`` and in those modules of
its folder that it imports, and one change at each. The game's tests run as plain Python, without the slow ones, in a
copy of the sources. Cosmic Ray makes the changes.

A change that survives needs a test of the clause it breaks, unless it leaves every game as it was.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from cosmic_ray.commands import init
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.testing import run_tests
from cosmic_ray.work_db import use_db
from cosmic_ray.work_item import TestOutcome, WorkItem

ROOT = Path(__file__).parent.parent
GAMES = Path("src/abaculus/games")
NAMES = sorted(folder.parent.name for folder in (ROOT / GAMES).glob("*/rules.py"))
NO_CHANGE = {"core/RemoveDecorator"}  # as plain Python a kernel is the function itself


def modules(game: str) -> list[Path]:
    """``rules.py`` and what it imports from its folder, and what that imports."""
    found = [GAMES / game / "rules.py"]
    for path in found:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(f"abaculus.games.{game}"):
                names = node.module.split(".")[3:] or [alias.name for alias in node.names]
                found += [new for name in names if (new := GAMES / game / f"{name}.py") not in found]
    return found


def mutants(game: str, sample: int, seed: int) -> list[WorkItem]:
    """A sample of the places that can be changed, in order, and one change at each."""
    places: dict[tuple[str, tuple[int, int]], list[WorkItem]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder, use_db(f"{folder}/mutants.sqlite") as database:
        init(modules(game), database, {})
        for item in database.work_items:
            (mutation,) = item.mutations
            if mutation.operator_name not in NO_CHANGE:
                places[str(mutation.module_path), mutation.start_pos].append(item)
    luck = random.Random(seed)
    chosen = luck.sample(sorted(places), min(sample, len(places)))
    changes = {place: luck.choice(sorted(places[place], key=_operator)) for place in sorted(chosen)}
    return list(changes.values())


def _operator(item: WorkItem) -> tuple[str, int]:
    (mutation,) = item.mutations
    return mutation.operator_name, mutation.occurrence


def report(game: str, sample: int, seed: int) -> None:
    """Test each mutant; print how many are killed, and the diffs of those that survive."""
    tests = f"{ROOT}/.venv/bin/python -m pytest -x -q -p no:cacheprovider -m 'not slow' tests/games/{game}"
    start = time.monotonic()
    outcome, output = run_tests(tests, 600)
    if outcome != TestOutcome.SURVIVED:
        raise SystemExit(f"The tests of {game} fail before anything is changed:\n{output}")
    patience = 10 + 5 * (time.monotonic() - start)

    survivors = []
    items = mutants(game, sample, seed)
    for item in items:
        (mutation,) = item.mutations
        result = mutate_and_test(item.mutations, tests, patience)
        if result.test_outcome == TestOutcome.SURVIVED:
            survivors.append(result.diff)
        operator = mutation.operator_name.removeprefix("core/")
        print(f"{result.test_outcome.value:9} {mutation.module_path}:{mutation.start_pos[0]} {operator}", flush=True)
    for diff in survivors:
        print(diff)
    print(f"{game}: {len(items) - len(survivors)} of {len(items)} killed", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", help=f"all unless named: {', '.join(NAMES)}")
    parser.add_argument("--sample", type=int, default=40, help="how many mutants a game; 40 unless set")
    parser.add_argument("--seed", type=int, default=0, help="another seed takes another sample")
    options = parser.parse_args()
    if unknown := set(options.game) - set(NAMES):
        parser.error(f"there is no game {', '.join(sorted(unknown))}; choose from {', '.join(NAMES)}")
    with tempfile.TemporaryDirectory() as copy:
        for name in ("src", "tests"):
            shutil.copytree(ROOT / name, Path(copy, name), ignore=shutil.ignore_patterns("__pycache__", "_web"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        os.chdir(copy)
        os.environ |= {"PYTHONPATH": f"{copy}/src", "NUMBA_DISABLE_JIT": "1", "CI": "1"}
        for game in options.game or NAMES:
            report(game, options.sample, options.seed)


if __name__ == "__main__":
    main()
