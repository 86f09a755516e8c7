"""State records outside of kernels: what numpy's ``record`` is, with faster attributes.

``np.record`` looks each attribute up in Python, its buffer too, which numba asks for whenever a kernel is called; and
numba finds a kernel by the record's dtype, which it compares field by field unless it is the very object it has seen
before. Both take longer than most kernels.
"""

from functools import cache, cached_property
from typing import Any

import numpy as np
import numpy.typing as npt


class Record(np.record):  # type: ignore[misc]
    """One record of a structured dtype, with its fields as attributes."""

    __getattribute__ = np.void.__getattribute__
    __getitem__ = np.void.__getitem__  # type: ignore[assignment]
    __setitem__ = np.void.__setitem__

    @cached_property
    def data(self) -> Any:
        """The record's memory."""
        return np.void.data.__get__(self)

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except ValueError:
            raise AttributeError(f"The record has no field {name!r}.") from None

    def __setattr__(self, name: str, value: Any) -> None:
        try:
            self[name] = value
        except ValueError:
            if name in (self.dtype.names or ()):
                raise
            raise AttributeError(f"The record has no field {name!r}.") from None


def blank_record(dtype: npt.DTypeLike) -> Record:
    """A record that is all zeros."""
    return _record(bytearray(np.dtype(dtype).itemsize), np.dtype(dtype))


def copy_record(record: np.void) -> Record:
    """An independent copy of a record."""
    return _record(bytearray(record.tobytes()), record.dtype)


def read_record(content: bytes, dtype: npt.DTypeLike) -> Record:
    """The record of these bytes (``record.tobytes()``)."""
    return _record(bytearray(content), np.dtype(dtype))


def _record(memory: bytearray, dtype: np.dtype[Any]) -> Record:
    record: Record = np.frombuffer(memory, _with_attributes(dtype))[0]
    record.__dict__["data"] = memory  # known here, so that it need not be asked for
    return record


@cache
def _with_attributes(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The dtype whose records are ``Record``: always the same object."""
    return np.dtype((Record, dtype))
