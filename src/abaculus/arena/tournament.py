"""A tournament, and the playing of one of its games."""

from collections.abc import Generator, Iterable
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from functools import cache, partial
from time import perf_counter
from typing import Any, NamedTuple

from abaculus.arena.runner import run
from abaculus.arena.schedule import Fixture, fixture, schedule
from abaculus.bots import Bot, Budget, make_bot, policy, program, read_bot
from abaculus.kernel.game import Game
from abaculus.kernel.luck import Luck
from abaculus.kernel.reasons import OptionError, shown
from abaculus.kernel.state import State
from abaculus.loading import game_types, load_game
from abaculus.play.match import play_or_forfeit
from abaculus.play.record import Forfeit, Record, is_unicode, write_record


@dataclass(frozen=True)
class Tournament:
    """What is played. All of it follows from these: a game has the same record wherever and whenever it is played.

    (With bots whose budget is a time, as far as the same time comes to the same thoughts.)
    """

    game: str
    bots: tuple[str, ...]
    """As they are written, see ``make_bot``; a program is allowed."""
    games: int
    """At least so many; whole sets are played."""
    seed: int = 0
    seats: int = 0
    """0: a seat for each bot, as far as the game has so many."""
    options: dict[str, Any] = field(default_factory=dict)

    def checked(self) -> "Tournament":
        """The tournament with its number of seats and all options.

        Raises ``OptionError`` for a game, option or bot that does not exist.
        """
        if not self.bots:
            raise OptionError("A tournament needs a bot at least.")
        if self.games < 1:
            raise OptionError("A tournament needs a game at least.")
        game = self.load()
        for bot in self.bots:
            if not is_unicode(bot):
                raise OptionError(f"The bot {shown(bot)} is not valid Unicode.")
            make_bot(bot, programs=True).close()
        Luck(self.seed)
        return Tournament(self.game, self.bots, self.games, self.seed, game.num_players(), dict(game.options))

    def load(self) -> Game:
        """The game that is played."""
        seats = self.seats
        if not seats and self.game in game_types():
            kind = game_types()[self.game]
            seats = min(max(len(self.bots), kind.min_players), kind.max_players)
        return load_game(self.game, seats, **self.options)

    def fixtures(self) -> list[Fixture]:
        """The games to be played."""
        return schedule(len(self.bots), self.load().num_players(), self.games)

    def fixture(self, number: int) -> Fixture:
        """The game with this number, also beyond those to be played: with more games it would be one of them."""
        return fixture(len(self.bots), self.load().num_players(), number)

    def labels(self) -> list[str]:
        """The bots' names in tables: as they are written, and numbered where one is there twice."""
        seen: dict[str, int] = {}
        found = []
        for bot in self.bots:
            seen[bot] = seen.get(bot, 0) + 1
            found.append(bot if seen[bot] == 1 else f"{bot} ({seen[bot]})")
        return found


class Played(NamedTuple):
    """How a game of a tournament ended. Lists have a value for each seat."""

    number: int
    set: int
    seating: list[int]
    seed: int
    returns: list[float]
    scores: list[float] | None
    """Points, where the game counts them."""
    decisions: list[int]
    seconds: list[float]
    """What each seat's bot took for its decisions, altogether."""
    forfeit: Forfeit | None
    record: str


def play(
    tournament: Tournament,
    played: Iterable[int] = (),
    jobs: int = 1,
    backend: str = "loky",
    cluster: str | None = None,
) -> Generator[Played]:
    """Play the games of a tournament but those that were played already (their numbers), in any order.

    See ``runner.run`` for how. Raises ``OptionError``.
    """
    done = set(played)
    tasks = [fixture for fixture in tournament.fixtures() if fixture.number not in done]
    return run(partial(play_fixture, tournament), tasks, jobs, backend, cluster)


class Clocked:
    """A bot at a seat, as a chooser that counts its decisions and its time."""

    def __init__(self, bot: Bot, luck: Luck) -> None:
        self.bot = bot
        self.luck = luck
        self.decisions = 0
        self.seconds = 0.0

    def __call__(self, state: State, seat: int) -> int:
        began = perf_counter()
        try:
            return self.bot.choose(state, seat, self.luck, Budget())
        finally:
            self.seconds += perf_counter() - began
            self.decisions += 1


def play_fixture(tournament: Tournament, fixture: Fixture) -> Played:
    """Play one game. Its luck follows from the tournament's seed and the set; each bot's luck from that and the seat.

    So ``abaculus match`` with the same bots and the record's seed plays the same game.
    """
    game = tournament.load()
    for bot in tournament.bots:
        warm_up(game, bot)
    luck = Luck(tournament.seed).fork(fixture.set)
    names = [tournament.bots[bot] for bot in fixture.seating]
    with ExitStack() as stack:
        choosers = [
            Clocked(stack.enter_context(closing(make_bot(name, programs=True))), luck.fork(seat))
            for seat, name in enumerate(names)
        ]
        state, forfeit = play_or_forfeit(game, choosers, luck)
    record = Record.of(state, names, luck.seed, forfeit)
    return Played(
        fixture.number,
        fixture.set,
        list(fixture.seating),
        luck.seed,
        record.result or state.returns(),
        state.scores(),
        [chooser.decisions for chooser in choosers],
        [chooser.seconds for chooser in choosers],
        forfeit,
        write_record(record),
    )


@cache
def warm_up(game: Game, bot: str) -> None:
    """Let a bot choose once in this process, so that compiling its kernels is not taken for thinking."""
    if bot.startswith(program.PREFIX):
        return
    quick = bot if bot.startswith(policy.PREFIX) else f"{read_bot(bot)[0]}:1"
    state, luck = game.new_initial_state(), Luck(0)
    while state.is_chance_node():
        state.apply_action(luck.draw(state))
    seat = state.current_player()
    with (
        suppress(Exception),
        closing(make_bot(quick, programs=True)) as other,
    ):  # one that fails here will fail where it counts
        other.choose(state.as_seen_by(seat), seat, luck, Budget())
