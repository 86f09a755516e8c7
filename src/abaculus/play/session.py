"""A session: one game in this process, in which people and bots take their turns, with chance in between."""

from collections.abc import Sequence
from pathlib import Path

from abaculus.kernel.game import Game
from abaculus.kernel.luck import Luck
from abaculus.kernel.state import State
from abaculus.kernel.verbs import CHANCE_PLAYER
from abaculus.loading import load_game
from abaculus.play.files import write_whole
from abaculus.play.match import Chooser
from abaculus.play.record import Record, read_record, write_record


class Session:
    """A game under way.

    ``choosers`` has for each seat what chooses for it, or ``None`` where a person does. ``names`` are the seats' names.
    """

    def __init__(self, game: Game, choosers: Sequence[Chooser | None], names: Sequence[str], seed: int) -> None:
        if not len(choosers) == len(names) == game.num_players():
            raise ValueError(f"{game.num_players()} seats need as many choosers and names.")
        self.game = game
        self.choosers = list(choosers)
        self.names = list(names)
        self.seed = seed
        self.state: State = game.new_initial_state()
        self.log: list[tuple[int, str]] = []
        """The events so far, as everybody at the screen may read them."""
        self._luck = Luck(seed)

    @classmethod
    def resumed(cls, record: Record, choosers: Sequence[Chooser | None]) -> "Session":
        """The session that was saved as this record.

        Raises ``ValueError`` for a record without a seed, and for a game that was forfeited.
        """
        if record.forfeit is not None:
            raise ValueError(f"Seat {record.forfeit.seat} forfeited the game, so it cannot go on.")
        if record.seed is None:
            raise ValueError("The record tells no seed, so its luck cannot go on.")
        session = cls(load_game(record.game, record.seats, **record.options), choosers, record.names, record.seed)
        for player, text in record.events:
            if player == CHANCE_PLAYER:
                session._luck.skip(session.state)
            session._play(player, session.state.string_to_action(player, text))
        return session

    def people_to_act(self) -> list[int]:
        """The seats of people that may act, ascending."""
        return [seat for seat in self.state.players_to_act() if self.choosers[seat] is None]

    def step(self) -> tuple[int, str] | None:
        """Play the next event of chance (player −1) or of a bot; ``None`` where a person is due or the game is over."""
        state = self.state
        if state.is_chance_node():
            return self._play(CHANCE_PLAYER, self._luck.draw(state))
        for seat in state.players_to_act():
            chooser = self.choosers[seat]
            if chooser is not None:
                return self._play(seat, chooser(state.as_seen_by(seat), seat))
        return None

    def act(self, seat: int, text: str) -> tuple[int, str]:
        """Play a person's action. Raises ``IllegalAction``."""
        return self._play(seat, self.state.string_to_action(seat, text))

    def save(self, file: Path) -> None:
        """Write the game so far as a record; whole or not at all. Raises ``OSError``."""
        write_whole(file, write_record(Record.of(self.state, self.names, self.seed)))

    def _play(self, player: int, action: int) -> tuple[int, str]:
        self.log.append((player, self.state.event_text(player, action, None)))
        self.state.apply_action_for(player, action)
        return self.log[-1]


def saved(file: Path) -> Record:
    """The record in a file. Raises ``OSError``, ``RecordError``."""
    return read_record(file.read_text(encoding="utf-8"))
