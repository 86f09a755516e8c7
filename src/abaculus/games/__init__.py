"""The games: a folder each. A folder is found by being here; importing it registers its game."""

import importlib
import pkgutil
from functools import cache


@cache
def import_all() -> None:
    """Import every game's folder, so that all games are registered."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
