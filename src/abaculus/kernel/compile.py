"""Compiling kernels: the decorator, and the folder where compiled code is kept.

numba keeps compiled code beside a function's own file and looks only at that file for changes: it does not see an edit
in a function that was called from there. So compiled code lies in a folder named by a hash of the package's sources,
those left out that never have a kernel; any edit starts a new one.
"""

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar, cast

PACKAGE = Path(__file__).resolve().parent.parent
WITHOUT_KERNELS = (
    "server",
    "terminal",
    "cli.py",
    "extras.py",
    *(f"envs/{name}.py" for name in ("gymnasium", "open_spiel", "pettingzoo", "registration", "rendering", "spaces")),
)


def fingerprint(files: Iterable[Path], root: Path) -> str:
    """Sixteen hexadecimal digits that change when the content of a file does, or its place below ``root``."""
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where this version's compiled code is kept: a per-user folder, or a private temporary one where that fails.

    ``ABACULUS_CACHE_DIR`` names another place for the per-user folder.
    """
    base = os.environ.get("ABACULUS_CACHE_DIR")
    root = Path(base) if base else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "abaculus"
    sources = (
        file
        for file in PACKAGE.rglob("*.py")
        if not any(file.is_relative_to(PACKAGE / place) for place in WITHOUT_KERNELS)
    )
    folder = root / f"kernels-{fingerprint(sources, PACKAGE)}"
    try:
        if not folder.exists():
            folder.mkdir(parents=True)
            _remove_unused(root)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return Path(tempfile.mkdtemp(prefix="abaculus-kernels-"))


def mark(name: str) -> Path:
    """A file in the folder of compiled code, by which processes of this installation tell each other what is done.

    Another installation of the same sources has another one: numba keeps code apart by where its sources lie.
    """
    place = hashlib.sha256(os.fsencode(PACKAGE)).hexdigest()[:16]
    return Path(os.environ["NUMBA_CACHE_DIR"], f"{name}-{place}")


def _remove_unused(root: Path) -> None:
    """Remove the folders of versions that were not used for a month (using one writes a file into it)."""
    for old in root.glob("kernels-*"):
        if time.time() - old.stat().st_mtime > 30 * 24 * 3600:
            shutil.rmtree(old, ignore_errors=True)


# Both are needed, before the first decorator: numba reads its configuration again when a NUMBA_* variable changes.
os.environ["NUMBA_CACHE_DIR"] = str(cache_folder())
import numba  # noqa: E402

numba.config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Compile a function: cached on disk, without the interpreter lock, integer division as in C.

    With ``NUMBA_DISABLE_JIT=1`` the function stays plain Python.
    """
    return cast(Function, numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def parallel_kernel(function: Function) -> Function:
    """The same for a function whose ``numba.prange`` loops run on several threads."""
    return cast(Function, numba.njit(cache=True, nogil=True, error_model="numpy", parallel=True)(function))
