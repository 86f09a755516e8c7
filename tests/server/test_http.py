"""The HTTP calls, and one test for each way to get them wrong."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from abaculus.server.protocol import LARGEST

if TYPE_CHECKING:
    from conftest import Running

PERSON = {"kind": "person"}


def refused(server: Running, status: int, code: str, *words: str, **request: Any) -> None:
    """Opening a table like this fails, with these words."""
    answer = server.http.post("/api/tables", **request)
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (status, code), answer.text
    assert answer.headers["content-type"] == "application/json"
    for word in words:
        assert word in error["message"]
    assert "Traceback" not in answer.text


def test_what_can_be_played(server: Running) -> None:
    answer = server.http.get("/api/games")
    assert answer.status_code == 200
    games = {game["name"]: game for game in answer.json()["games"]}
    assert games["toushi"]["title"] == "Tóushì"
    assert games["toushi"]["players"] == [1, 1]
    assert games["nmbr9"]["players"] == [1, 4]
    for game in games.values():
        for option in game["options"]:
            assert set(option) == {"name", "summary", "kind", "default", "choices", "minimum", "maximum"}
            assert option["kind"] in {"choice", "integer", "boolean", "data"}
            assert (option["kind"] == "choice") == (option["choices"] is not None)
    bots = answer.json()["bots"]
    assert [bot["name"] for bot in bots] == ["easy", "medium", "hard", "expert", "random", "greedy"]
    assert all(set(bot) == {"name", "summary", "rating"} for bot in bots)
    assert all(bot["rating"] is None or isinstance(bot["rating"], int) for bot in bots)


def test_a_table_is_opened(server: Running) -> None:
    opened = server.open("nmbr9", "person", "random", seed=7, options={"draft": "known"})
    assert set(opened) == {"table", "key"}
    again = server.open("nmbr9", "person", "random", seed=LARGEST, options={"draft": None})
    assert server.open("nmbr9", "person", options=None, seed=None)
    assert again["table"] != opened["table"]
    assert again["key"] != opened["key"]


def test_a_glance_at_a_table(server: Running) -> None:
    opened = server.open("toushi", "person")
    glance = server.http.get(f"/api/tables/{opened['table']}").json()
    assert glance.pop("changed") > 0
    assert glance == {
        "table": opened["table"],
        "game": "toushi",
        "seats": [{"kind": "person", "name": "Player 1", "bot": None}],
        "position": 0,
        "to_act": [0],
        "over": False,
    }


def test_names_of_seats(server: Running) -> None:
    seats = [{"kind": "person", "name": " Ann "}, {"kind": "person", "name": ""}, {"kind": "bot", "bot": "random"}]
    assert server.http.post("/api/tables", json={"game": "nmbr9", "seats": seats}).status_code == 201


def test_malformed_json(server: Running) -> None:
    refused(server, 400, "json", "not JSON", content=b'{"game": ')
    refused(server, 400, "json", "not JSON", content=b"")
    refused(server, 400, "json", "not JSON", content=b"\xff")


def test_a_request_of_the_wrong_form(server: Running) -> None:
    refused(server, 400, "request", "Expected `object`, got `array`", json=[])
    refused(server, 400, "request", "missing required field `seats`", json={"game": "toushi"})
    refused(server, 400, "request", "unknown field `sets`", json={"game": "toushi", "seats": [], "sets": 1})
    refused(server, 400, "request", "$.seats[0].kind", json={"game": "toushi", "seats": [{"kind": "cat"}]})
    refused(server, 400, "request", "length <= 40", json={"game": "toushi", "seats": [{**PERSON, "name": "x" * 41}]})


def test_unknown_game(server: Running) -> None:
    refused(server, 400, "game", "'chess'", "nmbr9", "toushi", json={"game": "chess", "seats": [PERSON]})


def test_unknown_option(server: Running) -> None:
    request = {"game": "nmbr9", "seats": [PERSON], "options": {"colour": 1}}
    refused(server, 400, "option", "'colour'", "draft", json=request)
    request = {"game": "nmbr9", "seats": [PERSON], "options": {"players": 2}}
    refused(server, 400, "option", "'players'", "draft", json=request)


@pytest.mark.parametrize(
    "options",
    [
        {"cards": 0},
        {"cards": 10**12},
        {"cards": "5"},
        {"cards": 5.0},
        {"cards": True},
        {"cards": [5]},
        {"cards": {}},
        {"draft": "open"},
        {"draft": 1},
    ],
)
def test_a_value_out_of_range(server: Running, options: dict[str, Any]) -> None:
    name = next(iter(options))
    refused(server, 400, "option", name, json={"game": "nmbr9", "seats": [PERSON], "options": options})


def test_wrong_number_of_seats(server: Running) -> None:
    refused(server, 400, "seats", "1 seat", "not 2", json={"game": "toushi", "seats": [PERSON, PERSON]})
    refused(server, 400, "seats", "1 to 4 seats", "not 0", json={"game": "nmbr9", "seats": []})
    refused(server, 400, "seats", "1 to 4 seats", "not 5", json={"game": "nmbr9", "seats": [PERSON] * 5})


def test_unknown_bot(server: Running) -> None:
    request = {"game": "toushi", "seats": [{"kind": "bot", "bot": "deep"}]}
    refused(server, 400, "bot", "'deep'", "random", json=request)
    refused(server, 400, "bot", "seat 0", json={"game": "toushi", "seats": [{"kind": "bot"}]})
    refused(server, 400, "seats", "person", json={"game": "toushi", "seats": [{"kind": "person", "bot": "random"}]})


def test_a_name_that_cannot_be_shown(server: Running) -> None:
    refused(server, 400, "seats", "seat 0", json={"game": "toushi", "seats": [{**PERSON, "name": "Ann\nBob"}]})


@pytest.mark.parametrize("seed", [-1, 1.5, "7", LARGEST + 1, 10**30])
def test_a_seed_that_is_none(server: Running, seed: object) -> None:
    refused(server, 400, "request", "$.seed", json={"game": "toushi", "seats": [PERSON], "seed": seed})


def test_a_body_of_ten_megabytes(server: Running) -> None:
    refused(server, 413, "size", "65536", content=b"x" * 10_000_000)
    refused(server, 413, "size", "65536", content=(b"x" * 10_000 for _ in range(10)))


def test_a_sandbox_of_nothing(server: Running) -> None:
    refused(server, 404, "table", "'zzz'", json={"from": {"table": "zzz", "position": 0}})
    opened = server.open("nmbr9", "person")
    refused(server, 400, "position", "99", json={"from": {"table": opened["table"], "position": 99}})
    request = {"from": {"table": opened["table"], "position": 0}, "seats": [PERSON] * 2}
    refused(server, 400, "seats", "1 seat", "not 2", json=request)
    refused(server, 400, "seats", "1 seat", "not 0", json={**request, "seats": []})


def test_wrong_addresses_and_methods(server: Running) -> None:
    for path in "/api/", "/api/nothing", "/api/tables/zzz/log", "/api/tables/a/b/c":
        answer = server.http.get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "address"), path
    for path in "/api/tables/zzz", "/api/tables/zzz/record":
        answer = server.http.get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "table"), path
    for method, path in ("PUT", "/api/tables"), ("POST", "/api/games"), ("DELETE", "/api/tables"), ("POST", "/"):
        answer = server.http.request(method, path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (405, "method"), (method, path)


def test_other_sites_are_refused(server: Running) -> None:
    refused(server, 403, "origin", headers={"Origin": "https://elsewhere.example"}, json={})
    refused(server, 403, "origin", headers={"Origin": "null"}, json={})
    refused(server, 400, "request", headers={"Origin": f"http://{server.host}"}, json={})


def test_every_answer_keeps_the_browser_in_bounds(server: Running) -> None:
    for path in "/", "/api/games", "/api/nothing":
        headers = server.http.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_without_a_client_the_page_says_so(serving: Any, tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", bundle=tmp_path / "nothing") as server:
        for path in "/", "/table/abc":
            answer = server.http.get(path)
            assert answer.status_code == 503
            assert "client is not built" in answer.text
            assert "pip install" in answer.text


def test_the_client_is_served(serving: Any, tmp_path: Path) -> None:
    bundle = tmp_path / "web"
    (bundle / "assets").mkdir(parents=True)
    (bundle / "index.html").write_text("<!doctype html><title>the client</title>")
    (bundle / "icon.svg").write_text("<svg/>")
    (bundle / "assets" / "index-1a2b.js").write_text("1;" * 2000)
    (tmp_path / "secret.txt").write_text("secret")
    with serving(tmp_path / "tables.db", bundle=bundle) as server:
        for path in "/", "/setup/nmbr9", "/table/k3v9", "/rules/toushi", "/no/such.thing":
            answer = server.http.get(path)
            assert answer.status_code == 200
            assert "the client" in answer.text
            assert answer.headers["cache-control"] == "no-cache"
            assert answer.headers["content-type"].startswith("text/html")
        asset = server.http.get("/assets/index-1a2b.js")
        assert "immutable" in asset.headers["cache-control"]
        assert asset.headers["content-encoding"] == "gzip"
        assert "javascript" in asset.headers["content-type"]
        assert server.http.get("/assets/index-gone.js").status_code == 404
        assert server.http.get("/icon.svg").headers["cache-control"] == "no-cache"
        etag = server.http.get("/").headers["etag"]
        assert server.http.get("/", headers={"If-None-Match": etag}).status_code == 304
        for path in "/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "/\x00", "/%00":
            assert "secret" not in server.http.get(path.replace("\x00", "%00")).text
