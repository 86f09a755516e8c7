"""Arrays whose references are not counted.

Compiled code counts the references to an array, and to each row taken out of it, by instructions that all processors
wait for. Where rows are taken out of arrays in a loop over many of them, that may be a third of the loop's time.
"""

from typing import Any, TypeVar

from numba.core import cgutils
from numba.extending import intrinsic, overload

Arrays = TypeVar("Arrays", bound=tuple[Any, ...])


def borrowed(arrays: Arrays) -> Arrays:
    """The same arrays, uncounted: for as long as somebody else holds them."""
    return arrays


@intrinsic
def _without_owners(typing: Any, arrays: Any) -> Any:
    def make(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = []
        for kind, array in zip(arrays, cgutils.unpack_tuple(builder, arguments[0]), strict=True):
            one = cgutils.create_struct_proxy(kind)(context, builder, value=array)
            one.meminfo = cgutils.get_null_value(one.meminfo.type)
            one.parent = cgutils.get_null_value(one.parent.type)
            made.append(one._getvalue())
        return context.make_tuple(builder, arrays, made)

    return arrays(arrays), make


@overload(borrowed, strict=False)
def _borrowed(arrays: Any) -> Any:
    return lambda arrays: _without_owners(arrays)
