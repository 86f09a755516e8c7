"""Compiled kernels on disk, shared by all processes and installations that have the same sources.

numba's own cache looks for changes only in a function's own file, not in what it calls. Here a kernel's *stamp* covers
everything its code can be made from: its module, what that imports of the package, and the data files beside those.
Each specialization is one file, named by all it depends on, so processes that compile at the same time never disturb
each other.
"""

import atexit
import hashlib
import os
import pickle
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numba
import platformdirs
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

PACKAGE = Path(__file__).resolve().parent.parent
UNUSED_SECONDS = 30 * 24 * 3600
_IMPORT = re.compile(rb"^(?:from|import) +abaculus((?:\.\w+)*)(?: +import +(\([^)]*\)|[^\n]*))?", re.MULTILINE)
_TOOLS = f"numba {numba.__version__} {sys.implementation.cache_tag}"


def fingerprint(files: Iterable[Path], root: Path) -> str:
    """Sixteen hexadecimal digits that change when the content of a file does, or its place relative to ``root``."""
    digest = hashlib.sha256()
    for name, file in sorted((Path(os.path.relpath(file, root)).as_posix(), file) for file in files):
        digest.update(name.encode() + b"\0" + _digest(file) + b"\0")
    return digest.hexdigest()[:16]


@cache
def _digest(file: Path) -> bytes:
    return hashlib.sha256(file.read_bytes()).digest()


@cache
def imports(file: Path) -> frozenset[Path]:
    """The files of this package that a module imports at its top level."""
    modules = set()
    for place, names in _IMPORT.findall(file.read_bytes()):
        module = PACKAGE.joinpath(*place.decode().split(".")[1:])
        modules |= {module, *(module / name for name in re.findall(r"\w+", names.decode()))}
    files = (path for module in modules for path in (module.with_suffix(".py"), module / "__init__.py"))
    return frozenset(path for path in files if path.is_file())


@cache
def sources(file: Path) -> frozenset[Path]:
    """All that a module's kernels can be made from: its file, what that imports, and the data files beside those.

    Of a package outside this one it is all modules.
    """
    seen: set[Path] = set()
    new = {file}
    if not file.is_relative_to(PACKAGE) and (file.parent / "__init__.py").exists():
        new.update(file.parent.glob("*.py"))
    while new:
        seen |= new
        new = {path for one in new for path in imports(one)} - seen
    folders = {one.parent for one in seen}
    return frozenset(seen.union(*(folder.glob(kind) for folder in folders for kind in ("*.json", "*.npz"))))


@cache
def stamp(file: Path) -> str:
    """The fingerprint of all that a module's kernels can be made from."""
    return fingerprint(sources(file), PACKAGE)


@cache
def folder() -> Path:
    """Where compiled kernels are kept: in ``ABACULUS_CACHE_DIR``, else in the user's folder for caches.

    Where neither can be written it is a folder of the user's among the temporary ones.
    """
    chosen = os.environ.get("ABACULUS_CACHE_DIR")
    if chosen:
        with suppress(OSError):
            return _made(Path(chosen, "kernels"))
    with suppress(OSError, RuntimeError):  # there may be no home
        return _made(platformdirs.user_cache_path("abaculus", appauthor=False) / "kernels")
    return _temporary_folder()


def _made(kernels: Path) -> Path:
    kernels.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=kernels):
        _remove_unused(kernels)
        return kernels


def _temporary_folder() -> Path:
    """A folder that other processes of this user find, too, and that nobody else can write."""
    owner = os.getuid() if hasattr(os, "getuid") else 0
    kernels = Path(tempfile.gettempdir(), f"abaculus-kernels-{owner}")
    with suppress(OSError):
        kernels.mkdir(mode=0o700, exist_ok=True)
        found = kernels.lstat()
        private = stat.S_ISDIR(found.st_mode) and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        if not hasattr(os, "getuid") or (private and found.st_uid == owner):
            return _made(kernels)
    kernels = Path(tempfile.mkdtemp(prefix="abaculus-kernels-"))
    atexit.register(shutil.rmtree, kernels, ignore_errors=True)
    return kernels


@cache
def mark(name: str) -> Path:
    """A file by which processes tell each other that something was compiled, for the sources as they are."""
    return folder() / f"{name}-{_all_kernels()}"


@cache
def _all_kernels() -> str:
    compiles = PACKAGE / "kernel" / "compile.py"
    kernels = (file for file in PACKAGE.rglob("*.py") if compiles in imports(file))
    return fingerprint(frozenset().union(*map(sources, kernels)), PACKAGE)


def _remove_unused(kernels: Path) -> None:
    """Remove what was compiled from sources that have not been used for a month."""
    for old in kernels.iterdir():
        if time.time() - old.stat().st_mtime > UNUSED_SECONDS:
            if old.is_dir():
                shutil.rmtree(old, ignore_errors=True)
            else:
                old.unlink(missing_ok=True)


_KERNELS: dict[str, tuple[Any, Any]] = {}
"""The dispatcher and the argument types of each compiled kernel, by the name of its code."""


def register_symbol(symbol: str, dispatcher: Any, arguments: Any) -> None:
    """Tell which specialization of which kernel the code of this name is."""
    _KERNELS[symbol] = (dispatcher, arguments)


class KernelCache(_Cache):
    """The compiled specializations of one kernel."""

    def __init__(self, function: Callable[..., Any]) -> None:
        file = Path(function.__code__.co_filename)
        self._function = function
        self._folder = folder() / f"{file.parent.name}.{file.stem}-{stamp(file)}"
        with suppress(OSError):
            os.utime(self._folder)  # it is in use

    @property
    def cache_path(self) -> str:
        """The folder of the module's kernels."""
        return str(self._folder)

    def holds(self, sig: Any, target_context: Any) -> bool:
        """Whether the specialization for these argument types was compiled before. Threads may ask at the same time."""
        return self._file(sig, target_context.codegen()).exists()

    def load_overload(self, sig: Any, target_context: Any) -> CompileResult | None:
        """The specialization for these argument types, if it was compiled before."""
        target_context.refresh()
        codegen = target_context.codegen()
        try:
            data = self._file(sig, codegen).read_bytes()
        except OSError:
            return None
        calls, symbols, content = pickle.loads(data)
        for symbol, module, name, arguments in calls:
            # Loads what is called first; compiled anew it may have another name, and then so must this be.
            getattr(import_module(module), name).compile(arguments)
            if symbol not in _KERNELS:
                return None
        codegen._engine._defined_symbols.update(symbols)
        return CompileResult._rebuild(target_context, *content)

    def save_overload(self, sig: Any, data: CompileResult) -> None:
        """Keep a specialization. Where that fails it is compiled again next time."""
        library = data.library
        if library.has_dynamic_globals:
            raise TypeError(f"{self._function.__qualname__}: global arrays of this size cannot be kept compiled.")
        file = self._file(sig, library.codegen)
        module = library._final_module
        called = [(one.name, *_KERNELS[one.name]) for one in module.functions if one.name in _KERNELS]
        calls = [(symbol, one.py_func.__module__, one.py_func.__qualname__, types) for symbol, one, types in called]
        symbols = {one.name for kind in (module.functions, module.global_variables) for one in kind}
        symbols -= {
            one.name for kind in (module.functions, module.global_variables) for one in kind if one.is_declaration
        }
        content = dumps(([call for call in calls if call[0] not in symbols], symbols, data._reduce()))
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self._folder, delete=False) as fresh:
                fresh.write(content)
            Path(fresh.name).replace(file)

    def enable(self) -> None:
        """Nothing: it is always in use."""

    def disable(self) -> None:
        """Nothing: it is always in use."""

    def flush(self) -> None:
        """Forget all specializations."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _file(self, sig: Any, codegen: Any) -> Path:
        code = self._function.__code__
        closure = tuple(cell.cell_contents for cell in self._function.__closure__ or ())
        parts = (_TOOLS, codegen.magic_tuple(), str(sig), code.co_firstlineno, code.co_code, dumps(closure))
        key = hashlib.sha256("\0".join(map(repr, parts)).encode()).hexdigest()[:20]
        return self._folder / f"{self._function.__qualname__.replace('<', '').replace('>', '')}-{key}.nbc"
