"""Options of a game: what may be set, and the check of what somebody set."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from abaculus.kernel.reasons import OptionError, shown, unknown


@dataclass(frozen=True)
class Option:
    """One option of a game.

    ``kind`` is ``choice`` (one of ``choices``), ``integer`` (``minimum`` … ``maximum``, ``None`` where there is no
    bound) or ``boolean``; an option of kind ``data`` is checked by its game. A default of ``None`` follows from the
    other options.
    """

    name: str
    summary: str
    kind: Literal["choice", "integer", "boolean", "data"]
    default: Any = None
    choices: tuple[Any, ...] = ()
    minimum: int | None = None
    maximum: int | None = None

    def allowed(self) -> str:
        """What the option may be, in words."""
        if self.kind == "boolean":
            return "true or false"
        if self.kind == "data":
            return self.summary
        if self.kind == "choice":
            return "one of " + ", ".join(repr(choice) for choice in self.choices)
        if self.maximum is None:
            return f"a whole number from {self.minimum} on"
        return f"a whole number from {self.minimum} to {self.maximum}"

    def check(self, game: str, value: Any) -> Any:
        """The value, if it is allowed. Raises ``OptionError``."""
        value = plain(value)
        if self.kind == "data":
            fits = True
        elif self.kind == "choice":
            fits = any(value == choice and type(value) is type(choice) for choice in self.choices)
        elif self.kind == "boolean":
            fits = isinstance(value, bool)
        else:
            fits = (
                isinstance(value, int)
                and not isinstance(value, bool)
                and (self.minimum is None or value >= self.minimum)
                and (self.maximum is None or value <= self.maximum)
            )
        if not fits:
            raise OptionError(f"{game}: option {self.name!r} cannot be {shown(value)}; it is {self.allowed()}.")
        return value


def plain(value: Any) -> Any:
    """Python's number where it is one of numpy's."""
    return value.item() if isinstance(value, np.generic) else value


def check_options(game: str, specs: tuple[Option, ...], given: dict[str, Any]) -> dict[str, Any]:
    """All options of a game with the given values, defaults filled in. Raises ``OptionError``."""
    names = [spec.name for spec in specs]
    for name in given:
        if name not in names:
            value = shown(given[name])
            raise OptionError(f"{game}: there is no option {shown(name)} (value {value}); {unknown(name, names)}")
    return {spec.name: spec.check(game, given[spec.name]) if spec.name in given else spec.default for spec in specs}
