"""The table in a terminal: the board in characters, what may be done, and a line to type it in.

Of all texts only a game's drawing is markup; the parts of the screen that show anything else take none.
"""

import secrets
import shlex
from itertools import chain, count
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Footer, Input, OptionList, RichLog, Static
from textual.worker import get_current_worker

from abaculus.bots import Budget, Rating, make_engine, uses_engine, warmup
from abaculus.bots.review import worth
from abaculus.bots.warmup import BOTS, MESSAGE, Warmup
from abaculus.kernel.luck import Luck
from abaculus.kernel.reasons import IllegalAction
from abaculus.kernel.state import State
from abaculus.kernel.verbs import CHANCE_PLAYER
from abaculus.play.files import describe
from abaculus.play.session import Session

SEAT_STYLES = ("red", "yellow", "green", "blue", "magenta", "cyan", "white", "#808080")
SEAT_MARKS = "●▲■◆★✚⬟⬢"
HINT = Budget(milliseconds=500)
HINTED = 3
"""So many of the best actions make a hint."""
MOST_SHOWN = 300
"""More legal actions than this are not listed, only those that start as what was typed."""


class Curtain(ModalScreen[None]):
    """Stands between the hands of two people at one screen."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "dismiss", "Show my hand")]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name_of_next = name

    def compose(self) -> ComposeResult:
        yield Static(
            Content.assemble(
                "Next to move: ", (self._name_of_next, "b"), "\n\nPress Enter when nobody else is looking."
            ),
            id="curtain",
            markup=False,
        )


class TableApp(App[None]):
    """A session with its board, log and seats."""

    TITLE = "abaculus"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #board { width: 1fr; height: 1fr; padding: 0 1; overflow: auto auto; }
    #picture { width: auto; }
    #side { width: 38; }
    #seats { height: auto; padding: 0 1; margin-bottom: 1; }
    #log { height: 1fr; padding: 0 1; }
    #actions { height: 8; }
    #status { height: auto; padding: 0 1; }
    #reason, #unsaved { height: auto; padding: 0 1; color: $error; }
    #hint { height: auto; padding: 0 1; }
    .-narrow #columns { layout: vertical; }
    .-narrow #side { width: 1fr; height: auto; }
    .-narrow #seats { margin: 0; }
    .-narrow #log { display: none; }
    .-narrow #actions { height: 5; }
    Curtain { align: center middle; background: $background; }
    #curtain { width: 50; height: auto; padding: 2 4; border: round $primary; text-align: center; max-width: 100%; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (76, "-wide")]  # noqa: RUF012 - Textual declares it without ClassVar
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "clear", "Clear"),
        Binding("f2", "save", "Save"),
        Binding("f3", "hint", "Hint"),
        Binding("f10", "quit", "Quit"),
        Binding("down", "to_actions", "Choose from the list", show=False),
    ]

    def __init__(self, session: Session, file: Path | None = None) -> None:
        """Show a session; with a file it is saved there after every event."""
        super().__init__()
        self.session = session
        self.file = file
        self.unsaved = ""
        """Why the game could not be saved the last time; empty where it was."""
        people = [seat for seat, chooser in enumerate(session.choosers) if chooser is None]
        self._shared = session.game.hides and len(people) > 1
        """Whether people with hands to hide take turns at this screen."""
        self._front = None if self._shared or not people else people[0]
        """The seat whose view is shown, and whose actions are taken; ``None``: a spectator's view."""
        self._thinking = False
        self._hinting = False
        self._warmup = Warmup()
        self._preparing = False
        self._texts: list[str] = []

    def compose(self) -> ComposeResult:
        with Horizontal(id="columns"):
            with Vertical():
                with VerticalScroll(id="board", can_focus=False):
                    yield Static(id="picture")
                yield Static(id="status", markup=False)
                yield Static(id="unsaved", markup=False)
                yield Static(id="reason", markup=False)
                yield Static(id="hint", markup=False)
                yield Input(placeholder="an action, as the list shows them", id="typed")
                yield OptionList(id="actions", markup=False)
            with Vertical(id="side"):
                yield Static(id="seats", markup=False)
                yield RichLog(id="log", wrap=True, markup=False, min_width=20)
        yield Footer()

    def on_mount(self) -> None:
        self.query_one("#typed", Input).focus()
        for number, (player, text) in enumerate(self.session.log, start=1):
            self.query_one("#log", RichLog).write(self._line(number, player, text))
        self.go_on()

    def on_unmount(self) -> None:
        self._warmup.close()

    # The course of the game

    @work(thread=True, exclusive=True, group="game")
    def go_on(self) -> None:
        """Let chance and bots play until a person is due; in a thread, for a bot may think."""
        self._thinking = True
        worker = get_current_worker()
        self._prepare()
        while (event := self.session.step()) is not None and not worker.is_cancelled:
            self.call_from_thread(self._happened, *event)
            self._prepare()
        self._thinking = False
        if not worker.is_cancelled:
            self.call_from_thread(self._next_turn)

    def _prepare(self) -> None:
        """Let the engine be compiled, if a bot that thinks with it is due and it was never used here."""
        session = self.session
        bots = [session.names[seat] for seat in session.state.players_to_act() if session.choosers[seat] is not None]
        if any(map(uses_engine, bots)) and not warmup.is_ready(session.game.name, BOTS):
            self._preparing = True
            self.call_from_thread(self._show)
            self._warmup.wait(session.game.name, BOTS)
            self._preparing = False

    def _happened(self, player: int, text: str) -> None:
        self.query_one("#hint", Static).update("")
        if self.file is not None:
            self._save(self.file)
        self.query_one("#log", RichLog).write(self._line(len(self.session.log), player, text))
        self._show()

    def _next_turn(self) -> None:
        people = self.session.people_to_act()
        if people and people[0] != self._front:
            if self._shared:
                self._front = None
                self.push_screen(Curtain(self.session.names[people[0]]), lambda _: self._come_forward(people[0]))
            else:
                self._front = people[0]
        self._show()

    def _come_forward(self, seat: int) -> None:
        self._front = seat
        self._show()

    def act(self, text: str) -> None:
        """Play what the person in front typed or chose, or say why not."""
        reason = self.query_one("#reason", Static)
        if self._front is None or self._thinking or self.session.state.is_terminal():
            return
        try:
            event = self.session.act(self._front, text)
        except IllegalAction as error:
            reason.update(str(error.reason))
            return
        reason.update("")
        self._happened(*event)
        self.query_one("#typed", Input).value = ""
        self.query_one("#typed", Input).focus()
        self.go_on()

    # What is typed and chosen

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if event.value.strip():
            self.act(event.value)

    def on_input_changed(self, event: Input.Changed) -> None:
        self._list_actions(event.value)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        typed = self.query_one("#typed", Input)
        typed.value = str(event.option.prompt)
        typed.focus()

    def action_clear(self) -> None:
        """Take back what is typed."""
        typed = self.query_one("#typed", Input)
        typed.value = ""
        typed.focus()
        self.query_one("#reason", Static).update("")
        self.query_one("#hint", Static).update("")

    def action_hint(self) -> None:
        """Ask what looks best for the person in front."""
        if self._front is None or not self._texts or self._hinting:
            return
        self._hinting = True
        ready = warmup.is_ready(self.session.game.name, BOTS)
        self.query_one("#hint", Static).update("thinking about it …" if ready else MESSAGE)
        self._think(self.session.state.as_seen_by(self._front), self._front, len(self.session.log))

    @work(thread=True, group="hint")
    def _think(self, seen: State, seat: int, position: int) -> None:
        """Rate what the seat may do, in a thread: the screen stays alive."""
        worker = get_current_worker()
        ratings = self._rate(seen, seat)
        if not worker.is_cancelled:
            self.call_from_thread(self._show_hint, ratings, seat, position)

    def _rate(self, seen: State, seat: int) -> list[Rating]:
        self._warmup.wait(seen.game.name, BOTS)
        engine = make_engine(seen.game)
        try:
            return engine.rate(seen, seat, Luck(secrets.randbits(53)), HINT)
        finally:
            engine.close()

    def _show_hint(self, ratings: list[Rating], seat: int, position: int) -> None:
        self._hinting = False
        state = self.session.state
        if position != len(self.session.log):
            return
        seats = len(self.session.names)
        terms = "to win" if seats > 1 else "points"
        hint = Content.styled("Suggested moves", "b")
        for rating in ratings[:HINTED]:
            text = state.action_to_string(seat, rating.action)
            hint += Content.assemble(f"\n{text}  ", (worth(rating.value, seats), "b"), f" {terms}")
        self.query_one("#hint", Static).update(hint)

    def action_to_actions(self) -> None:
        """Go from the line to the list."""
        actions = self.query_one("#actions", OptionList)
        if actions.option_count:
            actions.highlighted = actions.highlighted or 0
            actions.focus()

    def action_save(self) -> None:
        """Save the game, in the file that was named or in a new one named after the game."""
        file = self.file or self._new_file()
        if self._save(file):
            self.file = file
            again = f"abaculus play --terminal --resume {shlex.quote(str(file))}"
            self.notify(f"Saved in {file}. To continue: {again}", markup=False)

    def _new_file(self) -> Path:
        name = f"{self.session.game.name}-{self.session.seed}"
        endings = chain([""], (f"-{number}" for number in count(2)))
        return next(file for ending in endings if not (file := Path(f"{name}{ending}.txt")).exists())

    def _save(self, file: Path) -> bool:
        """Save the game. Where that fails the screen says why until it works, and the game goes on."""
        try:
            self.session.save(file)
            self.unsaved = ""
        except OSError as error:
            self.unsaved = f"Not saved. {describe(error)}"
        self.query_one("#unsaved", Static).update(self.unsaved)
        return not self.unsaved

    # What is shown

    def _show(self) -> None:
        session, state, front = self.session, self.session.state, self._front
        view = state.view(front)
        self.query_one("#picture", Static).update(session.game.draw(view, front or 0))
        seats = [self._seat_line(seat, view) for seat in range(len(session.names))]
        self.query_one("#seats", Static).update(Content("\n").join(seats))
        self.query_one("#status", Static).update(self._status())
        self._texts = []
        if front is not None and front in session.people_to_act():
            self._texts = [state.action_to_string(front, action) for action in state.legal_actions(front)]
        self._list_actions(self.query_one("#typed", Input).value)

    def _list_actions(self, typed: str) -> None:
        start = typed.strip().lower()
        fitting = [text for text in self._texts if text.lower().startswith(start)]
        actions = self.query_one("#actions", OptionList)
        actions.clear_options()
        actions.add_options(fitting[:MOST_SHOWN])
        more = len(fitting) - MOST_SHOWN
        actions.border_subtitle = f"{more} more: type how they start" if more > 0 else ""

    def _status(self) -> Content:
        session, state = self.session, self.session.state
        if state.is_terminal():
            returns = state.returns()
            if len(returns) == 1:
                return Content.styled(f"The game is over: {returns[0]:g} points.", "b")
            winners = [name for name, worth in zip(session.names, returns, strict=True) if worth == max(returns)]
            words = "wins" if len(winners) == 1 else "share the win"
            return Content.styled(f"The game is over: {' and '.join(winners)} {words}.", "b")
        if self._preparing:
            return Content(MESSAGE)
        people = session.people_to_act()
        if people:
            words = ": type an action, or choose one with the arrow keys and Enter."
            return Content.assemble(self._named(people[0]), words)
        return Content("thinking …")

    def _seat_line(self, seat: int, view: dict[str, object]) -> Content:
        scores = view.get("scores")
        points = f"  {scores[seat]}" if isinstance(scores, list) else ""
        turn = " ←" if seat in self.session.state.players_to_act() else ""
        return Content.assemble(self._named(seat), points, turn)

    def _named(self, seat: int) -> Content:
        return Content.assemble((SEAT_MARKS[seat], SEAT_STYLES[seat]), f" {self.session.names[seat]}")

    def _line(self, number: int, player: int, text: str) -> Text:
        who = ("  ", "") if player == CHANCE_PLAYER else (f"{SEAT_MARKS[player]} ", SEAT_STYLES[player])
        return Text.assemble((f"{number:>3} ", "dim"), who, text)
