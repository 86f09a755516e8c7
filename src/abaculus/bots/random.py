"""The bot that plays at random."""

from abaculus.bots.bot import Bot, Budget
from abaculus.kernel.luck import Luck
from abaculus.kernel.state import State


class RandomBot(Bot):
    """Chooses any legal action, all alike likely."""

    def choose(self, state: State, seat: int, luck: Luck, budget: Budget) -> int:
        """One of the legal actions."""
        return luck.choice(state.legal_actions(seat))
