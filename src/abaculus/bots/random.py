"""The bot that plays at random."""

from typing import ClassVar

from abaculus.bots.bot import Budget
from abaculus.kernel.luck import Luck
from abaculus.kernel.state import State


class RandomBot:
    """Chooses any legal action, all alike likely."""

    name: ClassVar[str] = "random"
    summary: ClassVar[str] = "plays any legal action"

    def choose(self, state: State, seat: int, luck: Luck, budget: Budget) -> int:
        """One of the legal actions."""
        return luck.choice(state.legal_actions(seat))
