"""Compiling kernels: the decorator and what numba makes of it."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import types
from numba.core import config, sigutils
from numba.core.registry import CPUDispatcher

from abaculus.kernel.cache import KernelCache

Function = TypeVar("Function", bound=Callable[..., Any])

SCALARS: dict[Any, Any] = {int: types.int64, float: types.float64, bool: types.boolean, np.uint64: types.uint64}
"""numba's types for the annotations of a kernel's parameters."""


class KernelDispatcher(CPUDispatcher):
    """numba's dispatcher, with our cache, and with one specialization for all scalars of an annotated parameter.

    numba compiles a function anew for each width of integer and for each constant it is called with. Here an argument
    is converted to what the parameter's annotation says, so ``player: int`` is compiled once.
    """

    def __init__(self, py_func: Callable[..., Any], *arguments: Any, **named: Any) -> None:
        super().__init__(py_func, *arguments, **named)
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
