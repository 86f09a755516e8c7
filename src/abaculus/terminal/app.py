"""The table in a terminal: the board in characters, what may be done, and a line to type it in."""

import secrets
from pathlib import Path
from typing import ClassVar

from rich.markup import escape
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
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
from abaculus.play.session import Session

SEAT_STYLES = ("red", "yellow", "green", "blue", "magenta", "cyan", "white", "bright_black")
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
            f"The next turn is [b]{escape(self._name_of_next)}[/b]'s.\n\nPress Enter when nobody else looks.",
            id="curtain",
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
    #reason { height: auto; padding: 0 1; color: $error; }
    #hint { height: auto; padding: 0 1; }
    Curtain { align: center middle; background: $background; }
    #curtain { width: 50; height: auto; padding: 2 4; border: round $primary; text-align: center; }
    """
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
        self._front = 0
        self._thinking = False
        self._hinting = False
        self._warmup = Warmup()
        self._preparing = False
        self._texts: list[str] = []

    def compose(self) -> ComposeResult:
        with Horizontal():
            with Vertical():
                with VerticalScroll(id="board", can_focus=False):
                    yield Static(id="picture")
                yield Static(id="status")
                yield Static(id="reason")
                yield Static(id="hint")
                yield Input(placeholder="an action, as the list shows them", id="typed")
                yield OptionList(id="actions")
            with Vertical(id="side"):
                yield Static(id="seats")
                yield RichLog(id="log", wrap=True, markup=True, min_width=20)
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
            self.session.save(self.file)
        self.query_one("#log", RichLog).write(self._line(len(self.session.log), player, text))
        self._show()

    def _next_turn(self) -> None:
        people = self.session.people_to_act()
        if people and people[0] != self._front:
            self._front = people[0]
            if self.session.game.hides:
                self._show(covered=True)
                self.push_screen(Curtain(self.session.names[self._front]), lambda _: self._show())
                return
        self._show()

    def act(self, text: str) -> None:
        """Play what the person in front typed or chose, or say why not."""
        reason = self.query_one("#reason", Static)
        if self._thinking or self.session.state.is_terminal():
            return
        try:
            event = self.session.act(self._front, text)
        except IllegalAction as error:
            reason.update(escape(str(error.reason)))
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
        if not self._texts or self._hinting:
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
            self.call_from_thread(self._show_hint, ratings, position)

    def _rate(self, seen: State, seat: int) -> list[Rating]:
        self._warmup.wait(seen.game.name, BOTS)
        engine = make_engine(seen.game)
        try:
            return engine.rate(seen, seat, Luck(secrets.randbits(53)), HINT)
        finally:
            engine.close()

    def _show_hint(self, ratings: list[Rating], position: int) -> None:
        self._hinting = False
        state = self.session.state
        if position != len(self.session.log):
            return
        seats = len(self.session.names)
        terms = "to win" if seats > 1 else "points"
        lines = [
            f"{escape(state.action_to_string(self._front, rating.action))}  [b]{worth(rating.value, seats)}[/b] {terms}"
            for rating in ratings[:HINTED]
        ]
        self.query_one("#hint", Static).update("[b]What looks best[/b]\n" + "\n".join(lines))

    def action_to_actions(self) -> None:
        """Go from the line to the list."""
        actions = self.query_one("#actions", OptionList)
        if actions.option_count:
            actions.highlighted = actions.highlighted or 0
            actions.focus()

    def action_save(self) -> None:
        """Save the game, in the file that was named or in one named after the game."""
        self.file = self.file or Path(f"{self.session.game.name}-{self.session.seed}.txt")
        self.session.save(self.file)
        self.notify(f"Saved in {self.file}; abaculus play --terminal --resume {self.file} goes on.")

    # What is shown

    def _show(self, covered: bool = False) -> None:
        session, state = self.session, self.session.state
        view = state.view(None if covered else self._front)
        self.query_one("#picture", Static).update(session.game.draw(view, self._front))
        self.query_one("#seats", Static).update(
            "\n".join(self._seat_line(seat, view) for seat in range(len(session.names)))
        )
        self.query_one("#status", Static).update(self._status())
        mine = self._front in session.people_to_act() and not covered
        self._texts = [state.action_to_string(self._front, a) for a in state.legal_actions(self._front)] if mine else []
        self._list_actions(self.query_one("#typed", Input).value)

    def _list_actions(self, typed: str) -> None:
        start = typed.strip().lower()
        fitting = [text for text in self._texts if text.lower().startswith(start)]
        actions = self.query_one("#actions", OptionList)
        actions.clear_options()
        actions.add_options(fitting[:MOST_SHOWN])
        more = len(fitting) - MOST_SHOWN
        actions.border_subtitle = f"{more} more: type how they start" if more > 0 else ""

    def _status(self) -> str:
        session, state = self.session, self.session.state
        if state.is_terminal():
            returns = state.returns()
            if len(returns) == 1:
                return f"[b]The game is over: {returns[0]:g} points.[/b]"
            best = max(returns)
            winners = [escape(n) for n, r in zip(session.names, returns, strict=True) if r == best]
            return (
                f"[b]The game is over: {' and '.join(winners)} {'wins' if len(winners) == 1 else 'share the win'}.[/b]"
            )
        if self._preparing:
            return MESSAGE
        people = session.people_to_act()
        if people:
            return f"{self._named(people[0])}: type an action, or choose one with the arrow keys and Enter."
        return "thinking …"

    def _seat_line(self, seat: int, view: dict[str, object]) -> str:
        scores = view.get("scores")
        points = f"  {scores[seat]}" if isinstance(scores, list) else ""
        turn = " ←" if seat in self.session.state.players_to_act() else ""
        return f"{self._named(seat)}{points}{turn}"

    def _named(self, seat: int) -> str:
        return f"[{SEAT_STYLES[seat]}]{SEAT_MARKS[seat]}[/] {escape(self.session.names[seat])}"

    def _line(self, number: int, player: int, text: str) -> str:
        who = "  " if player == CHANCE_PLAYER else f"[{SEAT_STYLES[player]}]{SEAT_MARKS[player]}[/] "
        return f"[dim]{number:>3}[/] {who}{escape(text)}"
