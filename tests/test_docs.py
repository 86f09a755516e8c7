"""The documentation tells the truth: its examples are real.

Python sessions (``pycon`` blocks) run as doctests. Here the other blocks are tried: programs run, commands are read by
the program they name and, where that is quick, run with small numbers. A block after a line ``<!-- not run: WHY -->``
is only read. Configurations of proxies are tried by ``tests/server/test_reverse_proxy.py``.
"""

from __future__ import annotations

import importlib.util
import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer.main
from typer.testing import CliRunner

from abaculus import Game, game_types
from abaculus.cli import app
from abaculus.play.record import read_record

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "web/README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"(<!-- (?:not run:|from) .+ -->\n+)?^( *)```(\w*).*\n((?:.*\n)*?)\2```$", re.MULTILINE)
LANGUAGES = {"caddy", "json", "nginx", "pycon", "python", "sh", "text", "toml"}

OPTIONAL = {"gymnasium", "pettingzoo", "pyspiel", "torch"}

# What is given besides, so that a command is quick. What thinks or plays on and on is only read; bots that think are
# replaced by one that does not.
SMALL = {
    "games": [],
    "match": [],
    "check": [],
    "arena": ["--games", "1", "--jobs", "1"],
    "study": ["--games", "2", "--jobs", "1"],
}
THINKING = re.compile(r"^(?:search|easy|medium|hard|expert)(?::\w+)?$")
RECORD = ROOT / "tests/records/toushi-ample-greedy.txt"


class Block(NamedTuple):
    """A block of code in a page."""

    where: str
    language: str
    code: str
    runs: bool


def blocks_of(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for found in BLOCK.finditer(text):
        line = text.count("\n", 0, found.start(3)) + 1
        where = f"{page.relative_to(ROOT).as_posix()}:{line}"
        yield Block(where, found[3], re.sub(f"^{found[2]}", "", found[4], flags=re.MULTILINE), found[1] is None)


BLOCKS = [block for page in PAGES for block in blocks_of(page)]


def each(language: str) -> pytest.MarkDecorator:
    chosen = [block for block in BLOCKS if block.language == language]
    return pytest.mark.parametrize("block", chosen, ids=[block.where for block in chosen])


def test_every_block_says_what_it_is() -> None:
    assert [block.where for block in BLOCKS if block.language not in LANGUAGES] == []
    fences = sum(page.read_text(encoding="utf-8").count("```") for page in PAGES)
    assert fences == 2 * len(BLOCKS)
    sessions = [block for block in BLOCKS if re.search("^>>> ", block.code, re.MULTILINE)]
    assert sessions == [block for block in BLOCKS if block.language == "pycon"]


# Python


@each("python")
def test_program(block: Block, tmp_path: Path) -> None:
    compile(block.code, block.where, "exec")
    if block.runs:
        for package in OPTIONAL & set(re.findall(r"^(?:import|from) (\w+)", block.code, re.MULTILINE)):
            pytest.importorskip(package)
        command = [sys.executable, "-c", block.code]
        done = subprocess.run(command, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def parts() -> Any:
    """What keeps parts of pages like their sources."""
    specification = importlib.util.spec_from_file_location("parts", ROOT / "website/parts.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_parts_of_pages_are_those_of_their_sources(file: Path, parts: Any) -> None:
    text = file.read_text(encoding="utf-8")
    assert parts.up_to_date(text) == text, "python website/parts.py brings the page up to date"
    # what is told to be of a file is recognized as such
    assert len(re.findall("<!-- from ", text)) == len(parts.INCLUDED.findall(text))
    documented = [match[2] for match in parts.DOCUMENTED.finditer(text)]
    assert documented == re.findall("^(?:<!-- )?::: (.+?)(?: -->)?$", text, re.MULTILINE)
    assert len(set(documented)) == len(documented), "something is documented twice"


def test_all_of_connect_four_is_told(parts: Any) -> None:
    def plain(code: str) -> str:
        return re.sub("^ +", "", code, flags=re.MULTILINE)

    example = ROOT / "examples/connect_four.py"
    told = plain("\n".join(block.code for block in BLOCKS if block.where.startswith("docs/add_a_game.md")))
    names = parts.names_in(example)
    assert [name for name in names if plain(parts.code_of(example, [name])) not in told] == ["main"]


def test_the_line_bot_is_the_one_of_the_examples() -> None:
    (shown,) = (block for block in BLOCKS if block.where.startswith("docs/bots.md") and block.language == "python")
    assert (ROOT / "examples/line_bot.py").read_text(encoding="utf-8").endswith(f'"""\n\n{shown.code}')


# Commands


def commands_of(block: Block) -> Iterator[list[str]]:
    for line in block.code.replace("\\\n", " ").splitlines():
        words = shlex.split(line, comments=True)
        yield from [words] if words else []


def read(arguments: list[str]) -> None:
    """Let the command line read a command without doing it. Raises what a wrong one would be told."""
    while arguments[0] == "--load":
        arguments = arguments[2:]
    group: Any = typer.main.get_command(app)
    with group.context_class(group) as context:
        name, command, rest = group.resolve_command(context, arguments)
        command.make_context(name, rest, parent=context)


def exists(words: list[str]) -> bool:
    """Whether what a command of another program names is there."""
    match words:
        case ["make", *targets]:
            made = re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
            return {target for target in targets if "=" not in target} <= set(made)
        case ["npm", "run", script]:
            scripts = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))["scripts"]
            return script in scripts
        case ["npm", "test" | "ci", *more]:
            return not more or (more[0] == "&&" and exists(more[1:]))
        case ["pip", "install", package]:
            found = re.fullmatch(r"(?:abaculus|\.)(?:\[([a-z,]+)\])?", package)
            extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
            named = found[1].split(",") if found and found[1] else []
            return found is not None and set(named) <= set(extras["optional-dependencies"])
        case [("ray" | "dask") as package, *_]:
            return importlib.util.find_spec(package) is not None
        case ["python", "-m", module, *_]:
            return (ROOT / module.replace(".", "/")).is_dir() or importlib.util.find_spec(module) is not None
        case ["python", file, *_]:
            return (ROOT / file).is_file()
    return False


@pytest.mark.timeout(300)  # where nothing is compiled yet
@each("sh")
def test_commands(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("joblib", "matplotlib", "openskill", "polars", "scipy"):
        pytest.importorskip(package)
    shutil.copy(RECORD, tmp_path / "game.txt")
    for folder in ("examples", "training/policies"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    bot = tmp_path / "my-bot"
    bot.write_text(f"#!{sys.executable}\n{(ROOT / 'examples/line_bot.py').read_text(encoding='utf-8')}")
    bot.chmod(0o700)
    monkeypatch.chdir(tmp_path)
    for words in commands_of(block):
        if words[0] != "abaculus":
            assert exists(words), words
            continue
        arguments = words[1:]
        read(arguments)
        if block.runs and arguments[0] in SMALL:
            small = [THINKING.sub("greedy", word) for word in arguments] + SMALL[arguments[0]]
            done = CliRunner().invoke(app, small)
            assert done.exit_code == 0, (words, done.output, done.exception)


# Data


@each("toml")
def test_toml(block: Block) -> None:
    assert tomllib.loads(block.code)


@each("json")
def test_json(block: Block) -> None:
    """What is left out is a sign of its own, outside of texts."""
    text = re.sub(r"\{…\}", "{}", re.sub(r",\s*…", "", block.code))
    json.loads(re.sub(r"(?<=: )…", "null", text))


def test_the_record_in_the_description_of_records_is_one() -> None:
    (text,) = (block.code for block in BLOCKS if block.where.startswith("docs/records.md") and block.language == "text")
    assert read_record(text).game == "nmbr9"


@pytest.mark.parametrize("game", [game for game in game_types().values() if game.__module__.startswith("abaculus.")])
def test_every_key_of_positions_is_told(game: type[Game]) -> None:
    text = (ROOT / "docs/positions.md").read_text(encoding="utf-8")
    chapters = dict(re.findall(r"^## (.+)\n((?:(?!## ).*\n)*)", text, re.MULTILINE))
    first_columns = re.findall(r"^\| (`.*?) \|", chapters["Every game"] + chapters[game.title], re.MULTILINE)
    told = re.findall("`([a-z_]+)`", " ".join(first_columns))
    assert sorted(told) == sorted(game().new_initial_state().to_dict())
