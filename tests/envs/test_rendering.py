"""Positions as text and as pixels."""

import numpy as np
import pytest

import abaculus
from abaculus.envs import rendering
from abaculus.testing import lively_policy, walk


@pytest.mark.parametrize("name", abaculus.game_types())
def test_every_game_fits_the_picture_and_shows_that_it_changes(name: str) -> None:
    game = abaculus.load_game(name)
    pictures = []
    for step, state in enumerate(walk(game, 3, lively_policy)):
        if step in (12, 40):
            pictures.append(rendering.as_pixels(state, 0))
        if step == 40 or state.is_terminal():
            break
    pictures.append(rendering.as_pixels(state, 0))
    for picture in pictures:
        assert picture.shape == (rendering.HEIGHT, rendering.WIDTH, 3)
        assert picture.dtype == np.uint8
        edges = np.concatenate([picture[[0, -1]].reshape(-1, 3), picture[:, [0, -1]].reshape(-1, 3)])
        assert (edges == rendering.PAPER).all(), "the drawing is cut off"
    assert not np.array_equal(pictures[0], pictures[-1])


def test_text_has_the_drawing_and_its_colours() -> None:
    state = abaculus.load_game("108").new_initial_state()
    text = rendering.as_text(state, 0)
    assert "a  b  c  d  e  f  g  h  i" in text
    assert "\x1b[" in text


def test_human_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    state = abaculus.load_game("toushi").new_initial_state()
    assert rendering.render(state, 0, "human") is None
    assert "Round 1   ★★★" in capsys.readouterr().out


def test_a_mode_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match=r"no render mode 'print'; there are: human, ansi, rgb_array"):
        rendering.check_mode("print")
