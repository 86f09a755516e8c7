"""Reasons and errors: what is told to a person whose text, action or position is refused."""

import difflib
import reprlib
from collections.abc import Iterable


class Reason(str):
    """Why something is not allowed, as a text that starts with its code.

    ``code`` is ``TEXT`` (not an action at all), ``TURN`` (not this seat's turn), ``CHANCE`` (no possible outcome) or
    the clause of the rules that forbids it; ``words`` is the sentence for the player.

    >>> reason = Reason("NMBR9-P7", "The first tile's corner is 0,0.")
    >>> print(reason)
    NMBR9-P7: The first tile's corner is 0,0.
    >>> reason.code
    'NMBR9-P7'
    """

    code: str
    words: str

    def __new__(cls, code: str, words: str) -> "Reason":
        """Join code and words."""
        reason = super().__new__(cls, f"{code}: {words}")
        reason.code = code
        reason.words = words
        return reason

    def __getnewargs__(self) -> tuple[str, str]:  # type: ignore[override]
        """Let copies and pickles keep the two parts."""
        return self.code, self.words


class _Shortener(reprlib.Repr):
    """Shows values that anybody may have sent: no deeper than a few levels, no longer than a line."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel, self.maxstring, self.maxother = 3, 60, 60

    def repr_int(self, x: int, level: int) -> str:
        return super().repr_int(x, level) if x.bit_length() < 200 else f"a number of {x.bit_length()} bits"


shown = _Shortener().repr
"""``repr`` for messages, cut off where a value is long or deep."""


def unknown(name: object, known: Iterable[str]) -> str:
    """What there is instead of an unknown name, and which of it looks most like that.

    >>> unknown("gredy", ["random", "greedy"])
    "there are: random, greedy. Did you mean 'greedy'?"
    >>> unknown("chess", [])
    'there are: none.'
    """
    names = list(known)
    close = difflib.get_close_matches(name[:60].strip().lower() if isinstance(name, str) else "", names, n=1)
    return f"there are: {', '.join(names) or 'none'}." + "".join(f" Did you mean {other!r}?" for other in close)


class IllegalAction(ValueError):
    """An action, or its text, that is refused; ``reason`` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


class OptionError(ValueError):
    """A game, option, value or number of seats that does not exist."""


class PositionError(ValueError):
    """A position that could not come from a game."""
