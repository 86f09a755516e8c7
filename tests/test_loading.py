"""Finding games by name, and registering them."""

import pytest

import abaculus
from abaculus import Game, OptionError, PositionError


def test_unknown_game_is_told_which_there_are() -> None:
    with pytest.raises(OptionError, match=r"There is no game 'chess'; there are: 108, 3x8, .*nmbr9, .*sumoku, toushi"):
        abaculus.load_game("chess")


@pytest.mark.parametrize("players", [0, 5, -1, True, 1.0, "2"])
def test_seats_that_do_not_exist(players: int) -> None:
    with pytest.raises(OptionError, match=r"nmbr9: it cannot be played with .* seats; allowed: 1 to 4"):
        abaculus.load_game("nmbr9", players=players)


def test_a_name_is_registered_once(connect_four: type[Game]) -> None:
    with pytest.raises(ValueError, match="a game named 'connect_four' already"):
        abaculus.register_game(type("Other", (connect_four,), {}))


@pytest.mark.parametrize(
    "position",
    [
        [],
        {},
        {"game": "nmbr9", "seats": 1},
        {"game": "chess", "seats": 1, "options": {}},
        {"game": "nmbr9", "seats": 9, "options": {}},
        {"game": "nmbr9", "seats": 1, "options": {"draft": "open"}},
        {"game": "nmbr9", "seats": 1, "options": {1: 2}},
        {"game": ["nmbr9"], "seats": 1, "options": {}},
        {"game": "nmbr9", "seats": 1, "options": []},
    ],
)
def test_what_is_no_position(position: dict[str, object]) -> None:
    with pytest.raises(PositionError):
        abaculus.from_dict(position)


@pytest.mark.parametrize(
    "junk",
    ["x" * 10**6, 10**5000, [list(range(1000))] * 1000, {"k": {"k": {"k": {"k": [1]}}}}],
    ids=["long text", "long number", "long lists", "deep object"],
)
def test_a_refusal_shows_little_of_what_it_refuses(junk: object) -> None:
    position = abaculus.load_game("toushi").new_initial_state().to_dict()
    for key in position:
        with pytest.raises(PositionError) as refused:
            abaculus.from_dict({**position, key: junk})
        assert len(str(refused.value)) < 600
    with pytest.raises(OptionError) as unknown:
        abaculus.load_game("toushi", lists=junk)
    assert len(str(unknown.value)) < 600


def test_games_are_equal_by_seats_and_options() -> None:
    assert abaculus.load_game("nmbr9", cards=20) == abaculus.load_game("nmbr9")
    assert abaculus.load_game("nmbr9", players=2) != abaculus.load_game("nmbr9")
    assert len({abaculus.load_game("toushi"), abaculus.load_game("toushi")}) == 1
    again = eval(repr(abaculus.load_game("nmbr9", players=3)), {"load_game": abaculus.load_game})
    assert again == abaculus.load_game("nmbr9", players=3)
