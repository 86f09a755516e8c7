"""Counters that several threads share."""

from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload


def fetch_add(counters: npt.NDArray[np.int64], index: int, amount: int) -> int:
    """Add to a counter, as one step that no other thread can come between; returns what it was before."""
    before = int(counters[index])
    counters[index] += amount
    return before


@intrinsic
def _fetch_add(typing: Any, counters: Any, index: Any, amount: Any) -> Any:
    def make(context: Any, builder: Any, signature: Any, arguments: Any) -> ir.Value:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        place = cgutils.get_item_pointer(
            context, builder, signature.args[0], array, [arguments[1]], wraparound=False, boundscheck=False
        )
        return builder.atomic_rmw("add", place, arguments[2], "seq_cst")

    return types.int64(counters, types.int64, types.int64), make


@overload(fetch_add, strict=False)
def _overload_fetch_add(counters: Any, index: Any, amount: Any) -> Any:
    return lambda counters, index, amount: _fetch_add(counters, index, amount)
