"""Playing in a terminal, headless: whole games, refusals, saving and resuming, hands that are hidden."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.content import Content
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from abaculus import Luck, OptionError, State, load_game
from abaculus.bots import Bot, Budget, Engine, Rating, bot_kinds, warmup
from abaculus.play.record import read_record
from abaculus.play.session import Session
from abaculus.terminal import app as terminal
from abaculus.terminal import opening
from abaculus.terminal.app import Curtain, TableApp
from abaculus.terminal.opening import new_session, resumed_session


def in_terminal(session: Session, script: Callable[[TableApp, Pilot[None]], Awaitable[None]], **given: Any) -> TableApp:
    """Run a script of keys against the app."""
    app = TableApp(session, **given)

    async def run() -> None:
        async with app.run_test(size=(120, 48)) as pilot:
            await settled(app, pilot)
            await script(app, pilot)

    asyncio.run(run())
    return app


async def settled(app: TableApp, pilot: Pilot[None]) -> None:
    """Until chance and bots have played and everything is shown."""
    await app.workers.wait_for_complete()
    await pilot.pause()


async def type_action(app: TableApp, pilot: Pilot[None], text: str) -> None:
    app.query_one("#typed", Input).value = text
    await pilot.press("enter")
    await settled(app, pilot)


def shown(app: TableApp, part: str) -> str:
    return str(app.query_one(part, Static).content)


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("toushi", ["you"], {}),
        ("nmbr9", ["you", "greedy"], {"cards": 4}),
        ("nmbr9", ["Ann", "Ben"], {"draft": "free", "cards": 2}),
    ],
)
def test_a_whole_game_by_keys(name: str, seats: list[str], options: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    session = new_session(name, seats, options, seed=7)

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        while not session.state.is_terminal():
            actions = app.query_one("#actions", OptionList)
            assert actions.option_count, "a person is due, but nothing is offered"
            await pilot.press("down", "enter", "enter")
            await settled(app, pilot)
        assert "The game is over" in shown(app, "#status")

    in_terminal(session, script, file=file)
    record = read_record(file.read_text(encoding="utf-8"))
    assert record.result == session.state.returns()
    assert record.names == seats


def test_what_is_not_allowed_is_told_with_its_clause() -> None:
    session = new_session("toushi", ["you"], {}, seed=7)

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await type_action(app, pilot, "T4:7@c3")
        assert shown(app, "#reason") == "TOUSHI-F1: The numbers of a T4 go from 1 to 4."
        await pilot.press("escape")
        assert shown(app, "#reason") == ""
        await type_action(app, pilot, "  t6:4@C3 ")
        assert session.state.to_dict()["grid"] == {"c3": "T6"}

    in_terminal(session, script)


def test_the_list_follows_what_is_typed() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press(*"t20:19@f")
        actions = app.query_one("#actions", OptionList)
        texts = [str(actions.get_option_at_index(i).prompt) for i in range(actions.option_count)]
        assert texts == [f"T20:19@f{row}" for row in range(1, 7)]

    in_terminal(new_session("toushi", ["you"], {}, seed=7), script)


def test_a_saved_game_goes_on_as_if_it_had_never_stopped(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    texts = ["T6:4@c3", "roll T8:5"]

    async def first(app: TableApp, pilot: Pilot[None]) -> None:
        for text in texts:
            await type_action(app, pilot, text)

    session = new_session("toushi", ["you"], {}, seed=7)
    in_terminal(session, first, file=file)
    again = resumed_session(file)
    assert again.state == session.state
    for other in (session, again):
        while not other.state.is_terminal():
            if other.step() is None:
                other.act(0, other.state.action_to_string(0, other.state.legal_actions(0)[0]))
    assert again.state == session.state
    assert again.log == session.log


def test_the_picture_is_drawn_in_the_terminals_colours(tmp_path: Path) -> None:
    pictures = []

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await type_action(app, pilot, "r0@0,0")
        pictures.append(app.export_screenshot())

    in_terminal(new_session("nmbr9", ["you"], {}, seed=7), script)
    assert "⁰" in pictures[0]
    assert "#e4dfd0" in pictures[0].lower()


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """Of which seat each view is that is asked for (``None``: a spectator)."""
    seats: list[int | None] = []
    view = State.view

    def noted(state: State, player: int | None = None) -> dict[str, Any]:
        seats.append(player)
        return view(state, player)

    monkeypatch.setattr(State, "view", noted)
    return seats


def test_hands_are_covered_between_people_and_before_the_first(drawn: list[int | None]) -> None:
    session = new_session("3x8", ["Ann", "Ben"], {"first": 1}, seed=7)

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        assert set(drawn) == {None}
        for seat in (1, 0, 1):
            while not isinstance(app.screen, Curtain):
                await pilot.press("down", "enter", "enter")
                await settled(app, pilot)
            assert session.names[seat] in str(app.screen.query_one("#curtain", Static).content)
            await pilot.press("x", "down", "f3")
            assert drawn[-1] is None, "a hand is shown while nobody sits in front"
            await pilot.press("enter")
            await pilot.pause()
            assert drawn[-1] == seat
            assert app.query_one("#actions", OptionList).option_count

    in_terminal(session, script)


@pytest.mark.parametrize("seats", [["random", "Ann"], ["Ann", "random"]])
def test_alone_against_bots_only_your_own_hand_is_shown(seats: list[str], drawn: list[int | None]) -> None:
    session = new_session("3x8", seats, {"first": 0}, seed=7)

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        assert not isinstance(app.screen, Curtain)
        assert app.query_one("#actions", OptionList).option_count

    in_terminal(session, script)
    assert set(drawn) == {seats.index("Ann")}


@pytest.mark.parametrize(("width", "least"), [(40, 30), (60, 50), (120, 70)])
def test_the_line_to_type_in_is_wide_enough(width: int, least: int) -> None:
    app = TableApp(new_session("3x8", ["Ann", "random"], {"first": 0}, seed=7))

    async def run() -> None:
        async with app.run_test(size=(width, 24)) as pilot:
            await settled(app, pilot)
            assert app.query_one("#typed").size.width >= least
            for part in ("#board", "#actions", "#seats"):
                assert app.query_one(part).region.height > 0
                assert app.screen.region.contains_region(app.query_one(part).region)

    asyncio.run(run())


# Texts of people are never markup

NAMES = st.one_of(
    st.sampled_from(["Ann [", "['", "<3 [=", "[Bob]", "[/", "[/b]", "$name", ":smile:", "\\[b]", "[@click=app.quit]x"]),
    st.text("ab []/\\'\"=$:@!#()<>", min_size=1, max_size=12),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12),
).filter(str.strip)


@settings(max_examples=10)
@given(names=st.tuples(NAMES, NAMES), typed=NAMES)
def test_names_and_what_is_typed_are_shown_as_they_are(names: tuple[str, str], typed: str) -> None:
    session = new_session("nmbr9", [f"person:{name}" for name in names], {"cards": 1}, seed=7)

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await type_action(app, pilot, typed)
        assert shown(app, "#reason").startswith(f'TEXT: "{typed.strip().lower()}" is no action.')
        for seat in range(2):
            assert shown(app, "#seats").split("\n")[seat] == f"{terminal.SEAT_MARKS[seat]} {session.names[seat]}  0 ←"
            await pilot.press("escape", "down", "enter", "enter")
            await settled(app, pilot)
        assert "The game is over" in shown(app, "#status")

    in_terminal(session, script)


def test_the_curtain_shows_a_name_as_it_is() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        assert "Next to move: [Ann] [\n" in str(app.screen.query_one("#curtain", Static).content)

    in_terminal(new_session("3x8", ["[Ann] [", "[/b]"], {"first": 0}, seed=7), script)


# Saving


def test_where_it_cannot_be_saved_the_game_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "[games"
    folder.mkdir()
    file = folder / "game [1.txt"
    session = new_session("toushi", ["you"], {}, seed=7)

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        folder.rename(tmp_path / "gone")
        await type_action(app, pilot, "T6:4@c3")
        assert shown(app, "#unsaved") == f"Not saved. {file}: No such file or directory"
        await pilot.press("f2")
        folder.mkdir()
        await type_action(app, pilot, "roll T8:5")
        assert shown(app, "#unsaved") == ""
        await pilot.press("f2")

    assert in_terminal(session, script, file=file).unsaved == ""
    assert resumed_session(file).state == session.state


@pytest.mark.parametrize("name", ["x" * 300, "no/such/folder.txt", "."])
def test_a_file_that_cannot_be_written(name: str, tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("f2")
        await type_action(app, pilot, "T6:4@c3")
        assert shown(app, "#unsaved").startswith("Not saved. ")

    app = in_terminal(new_session("toushi", ["you"], {}, seed=7), script, file=tmp_path / name)
    assert app.unsaved


def test_saving_by_key_takes_a_new_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "toushi-7.txt").write_text("kept")

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("f2")
        await type_action(app, pilot, "T6:4@c3")

    session = new_session("toushi", ["you"], {}, seed=7)
    in_terminal(session, script)
    assert (tmp_path / "toushi-7.txt").read_text() == "kept"
    assert resumed_session(tmp_path / "toushi-7-2.txt").state == session.state


def test_seats_that_do_not_exist() -> None:
    with pytest.raises(OptionError, match="cannot be played with 2 seats"):
        new_session("toushi", ["you", "greedy"], {}, seed=1)
    with pytest.raises(OptionError, match="no game 'chess'"):
        new_session("chess", [], {}, seed=1)
    with pytest.raises(OptionError, match="no bot 'exprt'; there are: easy"):
        new_session("nmbr9", ["Ann", "exprt:500ms"], {}, seed=1)


def test_without_seats_you_play_the_usual_game() -> None:
    assert new_session("toushi", [], {}, seed=1).names == ["you"]
    assert new_session("3x8", [], {}, seed=1).names == ["you", "medium"]


def test_a_bot_may_be_written_with_a_budget() -> None:
    session = new_session("nmbr9", ["you", "greedy:30ms", "random:5", "Greta"], {}, seed=1)
    assert [chooser is None for chooser in session.choosers] == [True, False, False, True]
    with pytest.raises(OptionError, match="A budget is a time"):
        new_session("nmbr9", ["you", "greedy:long"], {}, seed=1)


@pytest.mark.parametrize(
    ("name", "bot"),
    [("mediun", "medium"), ("Medium", "medium"), ("gredy", "greedy"), ("easi", "easy"), ("hrad", "hard")],
)
def test_a_name_that_is_nearly_a_bots_is_asked_about(name: str, bot: str) -> None:
    with pytest.raises(OptionError, match=f'no bot "{name}". Did you mean "{bot}".*"person:{name}"'):
        new_session("nmbr9", ["you", name], {}, seed=1)


def test_a_person_may_be_called_anything(tmp_path: Path) -> None:
    names = ["Andy", "person:Hardy", "person:medium", "Harry"]
    session = new_session("nmbr9", names, {}, seed=1)
    assert session.names == ["Andy", "Hardy", "person:medium", "Harry"]
    session.save(tmp_path / "game.txt")
    assert resumed_session(tmp_path / "game.txt").choosers == session.choosers == [None] * 4


def test_a_level_thinks_as_long_as_it_does_and_no_longer_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets = []

    class Quick(Bot):
        def choose(self, state: State, seat: int, luck: Luck, budget: Budget) -> int:
            budgets.append(budget)
            return state.legal_actions(seat)[0]

    monkeypatch.setattr(opening, "make_bot", lambda _: Quick())
    session = new_session("nmbr9", ["medium", "hard", "greedy"], {"cards": 1}, seed=1)
    while session.step() is not None:
        pass
    levels = bot_kinds()
    assert budgets == [levels["medium"].budget, levels["hard"].budget, Budget(milliseconds=1000)]


class Orderly(Engine):
    """Takes the legal actions to be the worse the later they come."""

    def rate(self, state: State, seat: int, luck: Luck, budget: Budget, wanted: int | None = None) -> list[Rating]:
        return [Rating(action, 0.75 - i / 4, 0.1) for i, action in enumerate(state.legal_actions(seat))]


def test_a_hint_names_what_looks_best(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "make_engine", lambda _: Orderly())
    monkeypatch.setattr(warmup, "is_ready", lambda *_: True)
    session = new_session("nmbr9", ["you", "greedy"], {"cards": 2}, seed=7)

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("f3")
        await settled(app, pilot)
        lines = shown(app, "#hint").splitlines()
        assert lines == ["Suggested moves", "r0@0,0  75 % to win", "r1@0,0  50 % to win", "r2@0,0  25 % to win"]
        await pilot.press("escape")
        assert shown(app, "#hint") == ""
        await pilot.press("f3")
        await settled(app, pilot)
        await type_action(app, pilot, "r0@0,0")
        assert shown(app, "#hint") == "", "the hint is still there after the act"

    in_terminal(session, script)


def test_the_screen_stays_alive_while_a_hint_is_thought_about(monkeypatch: pytest.MonkeyPatch) -> None:
    thought_enough = threading.Event()

    class Slow(Orderly):
        def rate(self, *given: Any) -> list[Rating]:
            assert thought_enough.wait(60)
            return super().rate(*given)

    monkeypatch.setattr(terminal, "make_engine", lambda _: Slow())
    monkeypatch.setattr(warmup, "is_ready", lambda *_: True)
    session = new_session("toushi", ["you"], {}, seed=7)

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("f3", "f3")
        assert "thinking" in shown(app, "#hint")
        app.query_one("#typed", Input).value = "T6:4@c3"
        await pilot.press("enter")
        thought_enough.set()
        await settled(app, pilot)
        assert session.state.to_dict()["grid"] == {"c3": "T6"}
        assert shown(app, "#hint") == "", "a hint came for a position that is past"

    try:
        in_terminal(session, script)
    finally:
        thought_enough.set()


def test_who_waits_for_an_engine_that_is_being_compiled_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = threading.Event()

    class Warmup(warmup.Warmup):
        def wait(self, game: str, stage: str) -> None:
            assert (game, stage) == ("nmbr9", "bots")
            assert compiled.wait(60)

    monkeypatch.setattr(warmup, "is_ready", lambda *_: compiled.is_set())
    monkeypatch.setattr(terminal, "Warmup", Warmup)
    session = new_session("nmbr9", ["you", "medium"], {"cards": 1}, seed=7)
    session.choosers[1] = lambda state, seat: state.legal_actions(seat)[0]

    app = TableApp(session)

    async def run() -> None:
        async with app.run_test(size=(120, 48)) as pilot:
            while "compiling, once after installing" not in shown(app, "#status"):
                await pilot.pause()
            compiled.set()
            await settled(app, pilot)
            assert "type an action" in shown(app, "#status")

    try:
        asyncio.run(run())
    finally:
        compiled.set()


@pytest.mark.parametrize("name", ["108", "3x8", "sumoku", "nmbr9", "toushi"])
def test_every_position_of_a_game_can_be_drawn(name: str) -> None:
    game = load_game(name)
    luck = Luck(3)
    choices = luck.fork(0)
    state = game.new_initial_state()
    for _ in range(150):
        for seat in range(game.num_players()):
            picture = game.draw(state.view(seat), seat)
            assert Content.from_markup(picture).plain, "nothing is drawn"
        if state.is_terminal():
            break
        state.apply_action(luck.draw(state) if state.is_chance_node() else choices.choice(state.legal_actions()))


def test_a_picture_shows_no_hand_of_another_seat() -> None:
    game = load_game("3x8")
    luck = Luck(3)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(luck.draw(state))
    for seat in (0, 1):
        pictures = {game.draw(state.determinized(seat, seed).view(seat), seat) for seed in range(5)}
        assert len(pictures) == 1
