"""The compile cache: kept between processes, and never stale."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import abaculus

PACKAGE = Path(abaculus.__file__).parent
ROOT = PACKAGE.parent.parent

PLAY = """
import abaculus
from abaculus.kernel.playout import random_decisions
print(random_decisions(abaculus.load_game("toushi"), 1, 1))
"""


def run(script: str, sources: Path, cache: Path, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(sources), "ABACULUS_CACHE_DIR": str(cache), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def compiled(cache: Path) -> dict[Path, float]:
    return {file: file.stat().st_mtime for file in cache.rglob("*.nbc")}


@pytest.mark.slow
def test_an_edited_rule_takes_effect_and_nothing_is_compiled_twice(tmp_path: Path) -> None:
    sources, cache = tmp_path / "sources", tmp_path / "cache"
    shutil.copytree(PACKAGE, sources / "abaculus", ignore=shutil.ignore_patterns("_web", "__pycache__", "server"))
    first = run(PLAY, sources, cache)
    kept = compiled(cache)
    assert kept
    assert run(PLAY, sources, cache) == first
    assert compiled(cache) == kept, "a second process compiled again"

    rules = sources / "abaculus" / "games" / "toushi" / "rules.py"
    text = rules.read_text()
    edited = text.replace("if state.stars == 0 or marked(state) == SHEET:", "if True:")
    assert edited != text
    rules.write_text(edited)
    assert int(first) > 1
    assert run(PLAY, sources, cache) == "1", "the game does not end with its first mark"


@pytest.mark.slow
def test_an_edited_rule_of_a_game_from_outside_takes_effect(tmp_path: Path) -> None:
    shutil.copy(ROOT / "examples" / "connect_four.py", tmp_path)
    script = f"""
import sys
sys.path.append({str(tmp_path)!r})
import connect_four, abaculus
from abaculus.kernel.playout import random_decisions
print(random_decisions(abaculus.load_game("connect_four"), 1, 1))
"""
    cache = tmp_path / "cache"
    before = int(run(script, ROOT / "src", cache))
    game = tmp_path / "connect_four.py"
    text = game.read_text()
    edited = text.replace("return 0 if state.won or state.placed == COLUMNS * ROWS", "return 0 if state.placed == 3")
    assert edited != text
    game.write_text(edited)
    assert before > 3
    assert int(run(script, ROOT / "src", cache)) == 3


def test_a_cache_folder_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file where the folder should be")
    script = "import abaculus.kernel.compile, os; print(os.environ['NUMBA_CACHE_DIR'])"
    folder = run(script, ROOT / "src", taken)
    assert not folder.startswith(str(tmp_path))
    shutil.rmtree(folder)


def test_without_a_compiler_the_rules_are_the_same(tmp_path: Path) -> None:
    script = """
import abaculus, abaculus.testing
for game in (abaculus.load_game("toushi"), abaculus.load_game("nmbr9", players=2, cards=3)):
    print(abaculus.testing._transcript(game, 5))
"""
    plain = run(script, ROOT / "src", tmp_path, NUMBA_DISABLE_JIT="1", PYTHONWARNINGS="ignore")
    assert plain == run(script, ROOT / "src", Path(os.environ["NUMBA_CACHE_DIR"]).parent)


def test_a_field_that_python_could_not_read_is_refused() -> None:
    with pytest.raises(ValueError, match="a field cannot be named 'round'"):
        abaculus.state_dtype("game", __file__, [("round", "u1")])


def test_records_of_no_game_have_no_verbs() -> None:
    import numpy as np

    from abaculus.kernel.verbs import players_to_act

    record = np.zeros(1, [("nothing", "u1")]).view(np.recarray)[0]
    with pytest.raises(LookupError, match="No game is registered"):
        players_to_act(record)


def test_folders_of_versions_long_unused_are_removed(tmp_path: Path) -> None:
    old, recent = tmp_path / "kernels-old", tmp_path / "kernels-recent"
    for folder in (old, recent):
        folder.mkdir()
    os.utime(old, (0, 0))
    run("import abaculus.kernel.compile", ROOT / "src", tmp_path)
    assert not old.exists()
    assert recent.exists()
