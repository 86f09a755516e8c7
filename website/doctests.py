"""Python sessions in docstrings become code blocks, so that they are shown as what they are."""

import inspect
import re
from typing import Any

import griffe

SESSION = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)


class Sessions(griffe.Extension):
    """Fences each session."""

    def on_instance(self, *, obj: griffe.Object, **arguments: Any) -> None:  # noqa: ARG002 (griffe's signature)
        """Called for each module, class, function and attribute."""
        if obj.docstring is not None:
            text = inspect.cleandoc(obj.docstring.value)
            obj.docstring.value = SESSION.sub(lambda match: f"```pycon\n{match[0]}\n```", text)
