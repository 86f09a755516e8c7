"""The words of NMBR 9: texts of actions, reasons, the position form."""

import re
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from abaculus.games.nmbr9 import features, observation, rules
from abaculus.games.nmbr9.drawing import draw
from abaculus.games.nmbr9.rules import CARDS, REACH, TABLE
from abaculus.games.nmbr9.tiles import HEIGHT, NUMBERS, ORIENTATIONS, TURNS, WIDTH
from abaculus.kernel.game import Game, NotAnAction, Position, register_game, require
from abaculus.kernel.options import Option
from abaculus.kernel.reasons import OptionError, Reason, shown
from abaculus.kernel.verbs import Kernels, StateRecord

DRAFTS = ("unknown", "known", "free")
_COORDINATE = "(0|-?[1-9][0-9]?)"
_PLACEMENT = re.compile(rf"([0-9]?)r([0-3])@{_COORDINATE},{_COORDINATE}")
_CARD = re.compile(r"\*([0-9])")


@register_game
class NMBR9(Game):
    """Digit-shaped tiles are stacked level upon level; a tile counts its number times its level.

    >>> import abaculus
    >>> state = abaculus.load_game("nmbr9", players=1).new_initial_state()
    >>> state.apply_action(state.string_to_action(-1, "*8"))
    >>> [state.action_to_string(0, action) for action in state.legal_actions()]
    ['r0@0,0', 'r1@0,0']
    """

    name = "nmbr9"
    title = "NMBR 9"
    summary = "Stack digit-shaped tiles: the higher a number lies, the more it counts."
    rules_version = 1
    min_players = 1
    max_players = 4
    default_players = 1
    option_specs = (
        Option(
            "draft",
            "whether the cards come unknown, are known from the start, or every seat chooses freely",
            "choice",
            default="unknown",
            choices=DRAFTS,
        ),
        Option("max_number", "the highest number", "integer", default=9, minimum=0, maximum=9),
        Option("copies", "how many of each number there are", "integer", default=2, minimum=1, maximum=2),
        Option("cards", "how many tiles each seat places; all of them unless set", "integer", minimum=1, maximum=CARDS),
    )
    part_names = ("number", "turn", "x", "y", "level")
    feature_names = features.NAMES
    dtype = rules.STATE
    kernels = Kernels(
        init=rules.init,
        players_to_act=rules.players_to_act,
        legal_actions=rules.legal_actions,
        chance_outcomes=rules.chance_outcomes,
        sample_chance=rules.sample_chance,
        apply_action=rules.apply_action,
        returns=rules.returns,
        rewarded=rules.rewarded,
        observation=observation.observation,
        erase_observation=observation.erase_observation,
        evaluate=observation.evaluate,
        features=features.features,
    )
    slips = 1.3

    def complete_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """With all cards where ``cards`` is not set, and no more than there are."""
        tiles = (options["max_number"] + 1) * options["copies"]
        if options["cards"] is None:
            options["cards"] = tiles
        if options["cards"] > tiles:
            raise OptionError(
                f"nmbr9: option 'cards' cannot be {options['cards']}; with max_number={options['max_number']} and "
                f"copies={options['copies']} it is a whole number from 1 to {tiles}."
            )
        return {name: options[name] for name in ("max_number", "copies", "cards", "draft")}

    @cached_property
    def _free(self) -> bool:
        return bool(self.options["draft"] == "free")

    def num_distinct_actions(self) -> int:
        """Turn × y × x, and with draft "free" × number."""
        return rules.PLACEMENTS * (NUMBERS if self._free else 1)

    def max_legal_actions(self) -> int:
        """Four turns of a number, each at most once at a place of the display or around it."""
        return 4 * (TABLE + 1) ** 2 * (self.options["max_number"] + 1 if self._free else 1)

    def max_chance_outcomes(self) -> int:
        """The numbers."""
        return NUMBERS

    def max_game_length(self) -> int:
        """Each seat places each card."""
        return int(self.options["cards"]) * self._players

    def observation_tensor_shape(self) -> tuple[int, ...]:
        """The planes of ``observation``, each a table."""
        return (1 + 2 * self._players, TABLE, TABLE)

    def max_utility(self) -> float:
        """With one seat a bound on the score: every tile on the highest level."""
        return 1.0 if self._players > 1 else float(self.options["cards"] * 9 * (rules.MAX_LEVELS - 1))

    def write_options(self, record: StateRecord) -> None:
        """Seats and options."""
        record.seats = self._players
        record.max_number = self.options["max_number"]
        record.copies = self.options["copies"]
        record.cards = self.options["cards"]
        record.draft = DRAFTS.index(self.options["draft"])

    def action_to_text(self, action: int) -> str:
        """``r1@3,-2``; with draft "free" ``7r1@3,-2``."""
        number, turn, x, y = rules.decode(action)
        return f"{number if self._free else ''}r{turn}@{x},{y}"

    def text_to_action(self, text: str) -> int:
        """The placement."""
        match = _PLACEMENT.fullmatch(text)
        example = "7r1@3,-2: number 7, one" if self._free else "r1@3,-2: one"
        if match is None or (match[1] != "") != self._free:
            raise NotAnAction(f"A placement is written as in {example} quarter turn clockwise, corner at x 3, y -2.")
        number, turn, x, y = int(match[1] or 0), int(match[2]), int(match[3]), int(match[4])
        if max(abs(x), abs(y)) > REACH:
            raise NotAnAction(f"Coordinates go from -{REACH} to {REACH}.")
        if self._free and number > self.options["max_number"]:
            raise NotAnAction(f"Numbers go from 0 to {self.options['max_number']}.")
        if self._free and turn >= TURNS[number]:
            raise NotAnAction(f"Half a turn leaves a {number} as it is: write r{turn - 2} (NMBR9-K1).")
        return int(rules.encode(number, turn, x, y))

    def outcome_to_text(self, outcome: int) -> str:
        """``*7``."""
        return f"*{outcome}"

    def text_to_outcome(self, text: str) -> int:
        """The card's number."""
        match = _CARD.fullmatch(text)
        if match is None or int(match[1]) > self.options["max_number"] or self._free:
            raise NotAnAction(
                'With draft "free" no cards are turned.'
                if self._free
                else f"A card is written as in *{self.options['max_number']}, with a number up to that."
            )
        return int(match[1])

    def explain_outcome(self, record: StateRecord, outcome: int) -> str:
        """The card is not in the deck any more."""
        return f"No {outcome} is left in the deck."

    def explain(self, record: StateRecord, player: int, action: int) -> Reason:
        """The clause that a placement breaks."""
        number, turn, x, y = rules.decode(action)
        if not self._free:
            number = int(record.turned[record.placed[player]])
        elif record.left[player, number] == 0:
            return self.clause("V1", f"No {number} is left to take.")
        if turn >= TURNS[number]:
            return self.clause("K1", f"Half a turn leaves a {number} as it is: write r{turn - 2}.")
        if record.placed[player] == 0:
            return self.clause("P7", "The corner of the first tile is 0,0.")
        left, top, right, bottom = rules.bounds(record, player)
        wide = max(right, x + WIDTH[number, turn] - 1) - min(left, x) + 1
        high = max(bottom, y + HEIGHT[number, turn] - 1) - min(top, y) + 1
        if max(wide, high) > TABLE:
            return self.clause(
                "P7", f"The display would be {wide} wide and {high} high; the table ends at {TABLE} by {TABLE}."
            )
        cells = [(x + dx, y + dy) for dx, dy in ORIENTATIONS[number][turn]]
        heights = {int(rules.height_at(record, player, *cell)) for cell in cells}
        if len(heights) > 1:
            partly = "the table" if min(heights) == 0 else f"level {min(heights) - 1}"
            return self.clause(
                "P4",
                f"It would lie partly on level {max(heights) - 1} and hang over {partly}: "
                "all of it must lie equally high, on other tiles or beside them.",
            )
        level = heights.pop()
        if level > 0 and len(self._beneath(record, player, cells, level)) < 2:
            return self.clause("P5", "It would lie on a single tile; it must lie on two or more.")
        return self.clause("P3", f"It would share no edge with a tile of level {level}.")

    def _beneath(self, record: StateRecord, player: int, cells: list[tuple[int, int]], level: int) -> set[int]:
        """Which tiles the cells lie on."""
        return {
            i
            for i in range(record.placed[player])
            if record.level[player, i] == level - 1 and not set(cells).isdisjoint(_cells(record, player, i))
        }

    def action_parts(self, record: StateRecord, player: int, actions: npt.NDArray[np.int32]) -> list[list[int]]:
        """Number, turn, x, y, and the level that follows."""
        found: list[list[int]] = self._parts(record, player, actions).tolist()
        return found

    def row_keys(self, record: StateRecord, player: int, actions: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
        """The action with number and level."""
        parts = self._parts(record, player, actions)
        return (actions.astype(np.int64) * NUMBERS + parts[:, 0]) * rules.MAX_LEVELS + parts[:, 4]

    def _parts(self, record: StateRecord, player: int, actions: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
        parts = np.empty((len(actions), len(self.part_names)), np.int64)
        rules.parts_of_placements(record, player, actions, parts)
        return parts

    def position(self, record: StateRecord) -> Position:
        """Cards, what is left, displays, scores."""
        numbers = self.options["max_number"] + 1
        rows = [row[:numbers] for row in record.left.tolist()]
        placed, *tiles = (record[field].tolist() for field in ("placed", "number", "turn", "x", "y", "level"))
        return {
            "turned": record.turned[: record.turned_count].tolist(),
            "left": rows[: self._players] if self._free else rows[0],
            "displays": [
                [
                    {"number": number, "turn": turn, "x": x, "y": y, "level": level}
                    for number, turn, x, y, level in list(zip(*(field[seat] for field in tiles), strict=True))[
                        : placed[seat]
                    ]
                ]
                for seat in range(self._players)
            ],
            "scores": [int(rules.score(record, seat)) for seat in range(self._players)],
        }

    def draw(self, view: Position, player: int) -> str:
        """The display of a seat, the cards, the scores of the others."""
        return draw(view, player)

    def read_position(self, record: StateRecord, position: Position) -> None:
        """Turn the cards and place the tiles again, in order."""
        self.kernels.init(record)
        for card in position["turned"]:
            require(
                _whole(card) and 0 <= card <= self.options["max_number"],
                f"'turned' has {shown(card)}, which is no card.",
            )
            require(not self._free, "With draft 'free' no cards are turned.")
            require(record.left[0, card] > 0, f"'turned' has more {card}s than the deck.")
            require(
                record.turned_count < self.options["cards"], f"'turned' has more than {self.options['cards']} cards."
            )
            self.kernels.apply_action(record, -1, card)
        displays = position["displays"]
        require(len(displays) == self._players, f"There are {len(displays)} displays for {self._players} seats.")
        lengths = [len(display) for display in displays]
        require(max(lengths) - min(lengths) <= 1, "No seat may be more than one tile ahead of another.")
        require(max(lengths) <= self.options["cards"], f"A display has more than {self.options['cards']} tiles.")
        turned = int(record.turned_count)
        if self.options["draft"] == "unknown":
            require(
                turned in (max(lengths), min(lengths) + 1),
                f"{turned} cards were turned, but {max(lengths)} tiles placed.",
            )
        elif self.options["draft"] == "known":
            require(
                turned == self.options["cards"] or max(lengths) == 0,
                "All cards are turned before the first tile is placed.",
            )
        for seat, display in enumerate(displays):
            for i, tile in enumerate(display):
                self._place_again(record, seat, i, tile)

    def _place_again(self, record: StateRecord, seat: int, i: int, tile: dict[str, Any]) -> None:
        where = f"Tile {i} of display {seat}"
        require(
            isinstance(tile, dict)
            and set(tile) == {"number", "turn", "x", "y", "level"}
            and all(map(_whole, tile.values())),
            f"{where} needs the whole numbers number, turn, x, y and level, and no more.",
        )
        number, turn, x, y = tile["number"], tile["turn"], tile["x"], tile["y"]
        require(0 <= number <= self.options["max_number"], f"{where}: there is no number {number}.")
        require(0 <= turn < TURNS[number], f"{where}: the turn of a {number} is 0 to {TURNS[number] - 1}.")
        require(max(abs(x), abs(y)) <= REACH, f"{where}: x and y go from -{REACH} to {REACH}.")
        if self._free:
            require(record.left[seat, number] > 0, f"{where}: no {number} is left to take.")
        else:
            require(record.turned[i] == number, f"{where} is a {number}, but card {i} is a {record.turned[i]}.")
        action = rules.encode(number if self._free else 0, turn, x, y)
        placements = np.empty(4 * (TABLE + 1) ** 2, np.int32)
        n = rules.legal_placements(record, seat, number, number if self._free else 0, placements, 0)
        if action not in placements[:n]:
            require(False, f"{where}: {self.explain(record, seat, action)}")
        self.kernels.apply_action(record, seat, action)
        level = int(record.level[seat, i])
        require(tile["level"] == level, f"{where} has level {tile['level']}, but lies on level {level}.")


def _cells(record: StateRecord, player: int, i: int) -> set[tuple[int, int]]:
    """The cells of a tile that was placed."""
    x, y = int(record.x[player, i]), int(record.y[player, i])
    shape = ORIENTATIONS[record.number[player, i]][record.turn[player, i]]
    return {(x + dx, y + dy) for dx, dy in shape}


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
