"""Positions as text and as pixels, from the drawings that the games make for a terminal."""

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.style import Style
from rich.text import Text

from abaculus.extras import how_to_install
from abaculus.kernel.state import State

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

RENDER_MODES = ("human", "ansi", "rgb_array")
WIDTH, HEIGHT, MARGIN = 960, 720, 16  # of a picture, in pixels
LARGEST, SMALLEST = 24, 5  # sizes of the letters
INK, PAPER = (32, 32, 32), (250, 248, 242)

Colour = tuple[int, int, int]
Pixels = npt.NDArray[np.uint8]


def check_mode(mode: str | None) -> None:
    """Raise ``ValueError`` unless positions can be rendered so."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"There is no render mode {mode!r}; there are: {', '.join(RENDER_MODES)}.")


def render(state: State, seat: int, mode: str | None) -> str | Pixels | None:
    """The position as a seat sees it.

    ``human`` prints it on the standard output, ``ansi`` gives it as a text with ANSI colours, ``rgb_array`` as an
    array of pixels (height, width, 3; uint8), always of the same size.
    """
    if mode == "ansi":
        return as_text(state, seat)
    if mode == "rgb_array":
        return as_pixels(state, seat)
    if mode == "human":
        Console().print(drawing(state, seat), "", overflow="ignore", crop=False, no_wrap=True)
    return None


def drawing(state: State, seat: int) -> Text:
    """The game's own drawing of what a seat sees."""
    return Text.from_markup(state.game.draw(state.view(seat), seat), emoji=False)


def as_text(state: State, seat: int) -> str:
    """The drawing with ANSI colours."""
    text = drawing(state, seat)
    console = Console(width=max(1, text.cell_len), force_terminal=True, color_system="truecolor", legacy_windows=False)
    with console.capture() as capture:
        console.print(text, no_wrap=True)
    return capture.get()


def as_pixels(state: State, seat: int) -> Pixels:
    """The drawing in a monospaced font, as large as fits."""
    try:
        from PIL import Image, ImageDraw
    except ImportError as error:
        raise ImportError(how_to_install("matplotlib", "rl")) from error
    lines = drawing(state, seat).split("\n", allow_blank=True)
    columns = max(line.cell_len for line in lines)
    for size in range(LARGEST, SMALLEST - 1, -1):
        wide, high = _cell(size)
        if columns * wide <= WIDTH - 2 * MARGIN and len(lines) * high <= HEIGHT - 2 * MARGIN:
            break
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    brush = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        column = 0
        for text, style in _pieces(line):
            _write(brush, MARGIN + column * wide, MARGIN + row * high, text, style, size)
            column += len(text)
    return np.array(image, np.uint8)


def _pieces(line: Text) -> Iterator[tuple[str, Style]]:
    """Parts of a line that have one style."""
    for segment in line.render(Console(width=10_000, color_system="truecolor")):
        yield segment.text, segment.style or Style.null()


def _write(brush: "ImageDraw", x: float, y: float, text: str, style: Style, size: int) -> None:
    wide, high = _cell(size)
    right = x + len(text) * wide
    ink, paper = _colour(style.color, INK), _colour(style.bgcolor, PAPER)
    if style.reverse:
        ink, paper = paper, ink
    if style.dim:
        ink = _between(ink, paper)
    if paper != PAPER:
        brush.rectangle((x, y, right - 1, y + high - 1), fill=paper)
    # A letter at a time, so that each has its column also where the font's advance is no whole number.
    for i, letter in enumerate(text):
        if letter != " ":
            brush.text((x + i * wide, y), letter, fill=ink, font=_font(size, bool(style.bold)))
    for wanted, at in ((style.underline, high - 2), (style.strike, high // 2)):
        if wanted:
            brush.line((x, y + at, right - 1, y + at), fill=ink)


def _colour(colour: Any, default: Colour) -> Colour:
    if colour is None or colour.is_default:
        return default
    red, green, blue = colour.get_truecolor()
    return red, green, blue


def _between(one: Colour, other: Colour) -> Colour:
    red, green, blue = ((a + b) // 2 for a, b in zip(one, other, strict=True))
    return red, green, blue


@cache
def _cell(size: int) -> tuple[int, int]:
    """Width and height of a letter's cell."""
    font = _font(size, bold=False)
    ascent, descent = font.getmetrics()
    return round(font.getlength("0")), ascent + descent


@cache
def _font(size: int, bold: bool) -> "FreeTypeFont":
    """DejaVu Sans Mono, which comes with matplotlib and has all signs that the drawings use."""
    try:
        import matplotlib
    except ImportError as error:
        raise ImportError(how_to_install("matplotlib", "rl")) from error
    from PIL import ImageFont

    name = "DejaVuSansMono-Bold.ttf" if bold else "DejaVuSansMono.ttf"
    return ImageFont.truetype(f"{matplotlib.get_data_path()}/fonts/ttf/{name}", size)
