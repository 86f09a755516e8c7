"""The compile cache: kept between processes, and never stale."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import abaculus
from abaculus.kernel.cache import folder, imports
from abaculus.kernel.compile import kernel

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


FOLDER = "from abaculus.kernel.cache import folder; print(folder())"


def test_without_a_folder_that_can_be_written_one_among_the_temporary_ones_is_shared(tmp_path: Path) -> None:
    taken, temporary = tmp_path / "taken", tmp_path / "temporary"
    taken.write_text("a file where the folder should be")
    temporary.mkdir()
    places = {"HOME": str(taken), "XDG_CACHE_HOME": str(taken), "TMPDIR": str(temporary)}
    found = {run(FOLDER, ROOT / "src", taken, **places) for _ in range(2)}
    assert found == {str(temporary / f"abaculus-kernels-{os.getuid()}")}
    assert [file.name for file in temporary.iterdir()] == [f"abaculus-kernels-{os.getuid()}"]
    assert Path(found.pop()).stat().st_mode & 0o777 == 0o700


def test_a_temporary_folder_that_others_can_write_is_not_trusted(tmp_path: Path) -> None:
    shared = tmp_path / f"abaculus-kernels-{os.getuid()}"
    shared.mkdir()
    shared.chmod(0o777)
    taken = tmp_path / "taken"
    taken.write_text("")
    found = run(FOLDER, ROOT / "src", taken, HOME=str(taken), XDG_CACHE_HOME=str(taken), TMPDIR=str(tmp_path))
    assert Path(found) != shared
    assert not Path(found).exists(), "it is removed when the process ends"


def test_it_can_be_imported_by_a_user_without_a_home(tmp_path: Path) -> None:
    script = """
import os, pwd

def unknown(_):
    raise KeyError("no such user")

pwd.getpwuid = unknown
import abaculus
from abaculus.kernel.cache import folder
print(folder())
"""
    nowhere = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "src"), "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=nowhere, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(tmp_path / f"abaculus-kernels-{os.getuid()}")
    assert [file.name for file in tmp_path.iterdir()] == [f"abaculus-kernels-{os.getuid()}"]


def test_without_a_compiler_the_rules_are_the_same(tmp_path: Path) -> None:
    script = """
import abaculus, abaculus.testing
for game in (abaculus.load_game("toushi"), abaculus.load_game("nmbr9", players=2, cards=3)):
    print(abaculus.testing._transcript(game, 5))
"""
    plain = run(script, ROOT / "src", tmp_path, NUMBA_DISABLE_JIT="1", PYTHONWARNINGS="ignore")
    assert plain == run(script, ROOT / "src", folder().parent)


CALLS = """
import numpy as np
from abaculus.kernel.compile import kernel

@kernel
def large(numbers):
    total = 0
{body}
    return total

@kernel
def caller(numbers):
    return large(numbers) + 1

@kernel
def outermost(numbers):
    return caller(numbers) + 1
"""


def test_a_large_kernel_is_called_where_it_is_and_found_by_other_processes(tmp_path: Path) -> None:
    module = tmp_path / "calls.py"
    body = "".join(f"    if numbers[{i}] > {i}:\n        total += numbers[{i}] % {i + 2} * {i}\n" for i in range(60))
    module.write_text(CALLS.replace("{body}", body))
    script = f"""
import sys
sys.path.append({str(tmp_path)!r})
import numpy as np, calls
print(calls.outermost(np.arange(60) * 3 + 1), sum(calls.outermost.stats.cache_misses.values()))
assert not calls.outermost.overloads or calls.large.overloads, "what is called was not loaded"
"""
    cache = tmp_path / "cache"
    expected = sum((i * 3 + 1) % (i + 2) * i for i in range(60)) + 2
    assert run(script, ROOT / "src", cache) == f"{expected} 1"
    assert run(script, ROOT / "src", cache) == f"{expected} 0"
    (large,) = cache.rglob("large-*.nbc")
    (caller,) = cache.rglob("caller-*.nbc")
    assert caller.stat().st_size < large.stat().st_size
    large.unlink()
    assert run(script, ROOT / "src", cache) == f"{expected} 0", "it has the same name when it is compiled again"
    module.write_text(CALLS.replace("{body}", body.replace("total += ", "total -= ")))
    assert run(script, ROOT / "src", cache) == f"{4 - expected} 1"


def test_a_field_that_python_could_not_read_is_refused() -> None:
    with pytest.raises(ValueError, match="a field cannot be named 'round'"):
        abaculus.state_dtype("game", __file__, [("round", "u1")])


def test_records_of_no_game_have_no_verbs() -> None:
    from abaculus.kernel.verbs import players_to_act

    record = np.zeros(1, [("nothing", "u1")]).view(np.recarray)[0]
    with pytest.raises(LookupError, match="No game is registered"):
        players_to_act(record)


def test_kernels_of_sources_long_unused_are_removed(tmp_path: Path) -> None:
    old, recent = tmp_path / "kernels" / "games.old-1", tmp_path / "kernels" / "games.recent-1"
    for kept in (old, recent):
        kept.mkdir(parents=True)
    os.utime(old, (0, 0))
    run("import abaculus", ROOT / "src", tmp_path)
    assert not old.exists()
    assert recent.exists()


def test_imports_are_found_as_python_finds_them() -> None:
    for file in PACKAGE.rglob("*.py"):
        expected = set()
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.Import):
                expected |= {name.name for name in node.names}
            elif isinstance(node, ast.ImportFrom):
                expected |= {str(node.module), *(f"{node.module}.{name.name}" for name in node.names)}
        places = (PACKAGE.parent.joinpath(*name.split(".")) for name in expected if name.startswith("abaculus"))
        files = {one for place in places for one in (place.with_suffix(".py"), place / "__init__.py") if one.is_file()}
        assert imports(file) == files, file


def test_a_scalar_is_converted_to_what_its_parameter_is_annotated_with() -> None:
    @kernel
    def half(number: int) -> float:
        return number / 2

    @kernel
    def halves(small: Any) -> float:
        return half(small[0]) + half(3) + half(True)

    assert halves(np.array([5], np.int8)) == 4.5
    assert half(np.uint16(9)) == 4.5
    assert len(half.signatures) == 1


def test_processes_that_compile_at_the_same_time_do_not_disturb_each_other(tmp_path: Path) -> None:
    script = """
import sys
import numpy as np
from abaculus.kernel.compile import kernel

@kernel
def double(numbers):
    return numbers[0] * 2

print(double(np.array([21], sys.argv[1])))
"""
    file = tmp_path / "double.py"
    file.write_text(script)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "ABACULUS_CACHE_DIR": str(tmp_path / "cache")}
    for expected in ("42", "42"):
        processes = [
            subprocess.Popen([sys.executable, file, kind], env=environment, stdout=subprocess.PIPE, text=True)
            for kind in ("i8", "i4", "u1", "f8")
        ]
        assert [process.communicate()[0].strip().removesuffix(".0") for process in processes] == [expected] * 4
    assert len(list((tmp_path / "cache").rglob("double-*.nbc"))) == 4
