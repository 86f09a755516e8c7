"""Compiling kernels: the decorator and what numba makes of it."""

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar, cast

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
LARGEST_INLINED = 200
"""Kernels with more instructions of LLVM are called. LLVM would inline none of that size (it stops at about 50)."""


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

    def enable_caching(self) -> None:
        """Keep what is compiled on disk."""
        self._cache = KernelCache(self.py_func)

    def compile(self, sig: Any) -> Any:
        """Compile for these argument types, or take what was compiled before."""
        arguments, _ = sigutils.normalize_signature(sig)
        pairs = zip(arguments, self._scalars, strict=True)
        return super().compile(tuple(wanted if _is_scalar(given) and wanted else given for given, wanted in pairs))

    def add_overload(self, cres: CompileResult) -> None:
        """Take what was just compiled or loaded."""
        if _has_place(self.py_func):
            register_symbol(cres.fndesc.llvm_func_name, self, cres.signature.args)
            if cres.library._shared_module is None and _is_large(cres):
                # What callers link instead of the code: a module without any. They find the code by its name.
                nothing = cres.library.codegen._create_empty_module(cres.library.name)
                cres.library._shared_module = llvm.parse_assembly(str(nothing))
        super().add_overload(cres)


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
