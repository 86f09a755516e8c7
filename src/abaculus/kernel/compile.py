"""Compiling kernels: the decorator and what numba makes of it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from itertools import islice
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, TypeVar, cast
from weakref import WeakSet

import llvmlite.binding as llvm
import numpy as np
from numba import types
from numba.core import config, sigutils
from numba.core.bytecode import FunctionIdentity
from numba.core.compiler import Compiler, CompileResult
from numba.core.registry import CPUDispatcher
from numba.core.untyped_passes import ExtractByteCode

from abaculus.kernel.cache import KernelCache, register_symbol, stamp

Function = TypeVar("Function", bound=Callable[..., Any])

SCALARS: dict[Any, Any] = {int: types.int64, float: types.float64, bool: types.boolean, np.uint64: types.uint64}
"""numba's types for the annotations of a kernel's parameters."""
KERNELS: "WeakSet[KernelDispatcher]" = WeakSet()
"""All kernels of the modules loaded so far."""
LARGEST_INLINED = 200
"""Kernels with more instructions of LLVM are called. LLVM would inline none of that size (it stops at about 50)."""


_WATCHERS: list[Callable[[], object]] = []


@contextmanager
def watch(tell: Callable[[], object]) -> Iterator[None]:
    """Call ``tell`` before each kernel that this process compiles meanwhile."""
    _WATCHERS.append(tell)
    try:
        yield
    finally:
        _WATCHERS.remove(tell)


class Interpreter:
    """Runs kernels as plain Python while they are not compiled yet, in a process that must not wait for that.

    ``wanted`` switches it on. Another process compiles; ``look_again`` tells that it has compiled something.
    """

    wanted = False
    generation = 0

    @classmethod
    def look_again(cls) -> None:
        """Look once more for each kernel on disk when it is called next."""
        cls.generation += 1


class _KernelCompiler(Compiler):
    """numba's compiler, which names the code of a kernel by its sources instead of by a running number.

    So code that was compiled in one process can call what was compiled in another one.
    """

    def compile_extra(self, func: Any) -> Any:
        self.state.func_id = FunctionIdentity.from_function(func)
        if _has_place(func):
            self.state.func_id.unique_id = stamp(Path(func.__code__.co_filename))
        ExtractByteCode().run_pass(self.state)
        self.state.lifted = ()
        self.state.lifted_from = None
        return self._compile_bytecode()


class KernelDispatcher(CPUDispatcher):
    """numba's dispatcher, except for three things that take most of the time to compile.

    - numba compiles a function anew for each width of integer and for each constant it is called with. Here an argument
      is converted to what the parameter's annotation says, so ``player: int`` is compiled once.
    - numba copies what a function calls into its code and optimizes it again there, and again in whatever calls that.
      Here large kernels are called where they are.
    - Compiled code is kept by our own cache (``abaculus.kernel.cache``).
    """

    def __init__(self, py_func: Callable[..., Any], *arguments: Any, **named: Any) -> None:
        super().__init__(py_func, *arguments, pipeline_class=_KernelCompiler, **named)
        names = py_func.__code__.co_varnames[: py_func.__code__.co_argcount]
        self._scalars = [SCALARS.get(py_func.__annotations__.get(name)) for name in names]
        self._missing = -1
        """The generation of the interpreter's in which it was not on disk."""
        self._is_of_a_bot = py_func.__module__.startswith("abaculus.bots.")
        """Thinking in plain Python would take longer than compiling."""
        KERNELS.add(self)

    def enable_caching(self) -> None:
        """Keep what is compiled on disk."""
        self._cache = KernelCache(self.py_func)

    def compile(self, sig: Any) -> Any:
        """Compile for these argument types, or take what was compiled before."""
        kinds = self._converted(sigutils.normalize_signature(sig)[0])
        if _WATCHERS and kinds not in self.overloads and not self._cache.holds(kinds, self.targetctx):
            for tell in _WATCHERS:
                tell()
        return super().compile(kinds)

    def _converted(self, arguments: Any) -> Any:
        pairs = zip(arguments, self._scalars, strict=True)
        return tuple(wanted if _is_scalar(given) and wanted else given for given, wanted in pairs)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """What a call from Python runs that fits nothing compiled so far: the kernel, or its plain Python."""
        if Interpreter.wanted and not self._is_of_a_bot and self._is_missing(args):
            return _without_warnings(self.plain)
        return super()._compile_for_args(*args, **kws)

    @cached_property
    def plain(self) -> Callable[..., Any]:
        """The kernel as plain Python, which calls other kernels as plain Python, too.

        Compiled code gives plain integers where plain Python works on numpy's, so the two must not be mixed.
        """
        code, names = self.py_func.__code__, _plain_globals(self.py_func.__globals__)
        return FunctionType(code, names, code.co_name, self.py_func.__defaults__, self.py_func.__closure__)

    def _is_missing(self, arguments: Any) -> bool:
        if self._missing != Interpreter.generation:
            kinds = self._converted([self.typeof_pyval(argument) for argument in arguments])
            self._types_active_call.clear()
            if kinds in self.overloads or self._cache.holds(kinds, self.targetctx):
                return False
            self._missing = Interpreter.generation
        return True

    def add_overload(self, cres: CompileResult) -> None:
        """Take what was just compiled or loaded."""
        if _has_place(self.py_func):
            register_symbol(cres.fndesc.llvm_func_name, self, cres.signature.args)
            if cres.library._shared_module is None and _is_large(cres):
                # What callers link instead of the code: a module without any. They find the code by its name.
                nothing = cres.library.codegen._create_empty_module(cres.library.name)
                cres.library._shared_module = llvm.parse_assembly(str(nothing))
        super().add_overload(cres)


_PLAIN: dict[int, dict[str, Any]] = {}


def _plain_globals(names: dict[str, Any]) -> dict[str, Any]:
    """The global names of a module, with plain Python instead of each kernel, also of those in modules among them."""
    if id(names) not in _PLAIN:
        plain = _PLAIN[id(names)] = dict(names)
        for name, value in names.items():
            if isinstance(value, KernelDispatcher):
                plain[name] = value.plain
            elif isinstance(value, ModuleType) and value.__name__.startswith("abaculus."):
                plain[name] = SimpleNamespace(**_plain_globals(vars(value)))
    return _PLAIN[id(names)]


def _without_warnings(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, without numpy's warnings of arithmetic modulo 2^64."""

    def plain(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return plain


def _has_place(function: Callable[..., Any]) -> bool:
    """Whether a function can be found again by the name of its module and its own."""
    return "<locals>" not in function.__qualname__ and function.__module__ != "__main__"


def _is_large(cres: CompileResult) -> bool:
    function = cres.library.get_function(cres.fndesc.llvm_func_name)
    instructions = (one for block in function.blocks for one in block.instructions)
    return next(islice(instructions, LARGEST_INLINED, None), None) is not None


def _is_scalar(given: Any) -> bool:
    return isinstance(types.unliteral(given), types.Number | types.Boolean)


def kernel(function: Function) -> Function:
    """Compile a function: cached on disk, without the interpreter lock, integer division as in C.

    With ``NUMBA_DISABLE_JIT=1`` the function stays plain Python.
    """
    if config.DISABLE_JIT:
        return function
    dispatcher = KernelDispatcher(function, targetoptions={"nopython": True, "nogil": True, "error_model": "numpy"})
    dispatcher.enable_caching()
    return cast(Function, dispatcher)
