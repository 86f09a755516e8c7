"""Under which names the server is reached, from whose pages, and what it shows to whoever sits at its machine."""

from __future__ import annotations

import socket
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from starlette.requests import HTTPConnection

from abaculus.server.addresses import Hosts, asks_locally, network
from abaculus.server.root_path import checked_root_path

if TYPE_CHECKING:
    from conftest import Running

MACHINE = socket.gethostname().lower()


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:8108", "127.0.0.1", "LOCALHOST:1", "localhost.:80", "table.localhost", "[::1]:8108", "127.9.9.9"],
)
def test_a_server_for_this_machine_is_known_by_its_loopback_addresses(host: str) -> None:
    assert Hosts("127.0.0.1").answers_to(host)
    assert Hosts("0.0.0.0").answers_to(host)


@pytest.mark.parametrize("host", ["192.168.1.5:8108", "[fe80::1]:8108", "8.8.8.8", MACHINE, f"{MACHINE}:8108"])
def test_a_server_for_the_network_is_known_by_addresses_and_the_names_of_its_machine(host: str) -> None:
    for listening in "0.0.0.0", "::", "192.168.1.5":
        assert Hosts(listening).answers_to(host)
    assert not Hosts("127.0.0.1").answers_to(host) or host == "localhost"
    assert Hosts("box.lan").answers_to("box.lan:8108")


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:8108",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        f"{MACHINE}.evil.example",
        "evil.example@127.0.0.1",
        "127.0.0.1/evil.example",
        "127.0.0.1:8108, evil.example",
        "127.0.0.1:",
        "[::1",
        "löcalhost",
        "",
        " ",
    ],
)
def test_no_other_name_is_answered_to(host: str) -> None:
    for listening in "127.0.0.1", "0.0.0.0", "::", "192.168.1.5":
        assert not Hosts(listening, ["games.example"]).answers_to(host)


def test_names_can_be_allowed() -> None:
    hosts = Hosts("127.0.0.1", ["Games.example", "other.example:8443", "192.168.1.5"])
    for host in "games.example", "GAMES.example:443", "other.example:8443", "192.168.1.5:8108", "localhost":
        assert hosts.answers_to(host)
    for host in "other.example", "other.example:80", "sub.games.example":
        assert not hosts.answers_to(host)


def test_pages_of_the_server_and_of_allowed_names_may_use_it() -> None:
    hosts = Hosts("127.0.0.1", ["games.example"])
    host = {"host": "127.0.0.1:8108"}
    assert hosts.trusts(host)
    for origin in "http://127.0.0.1:8108", "https://127.0.0.1:8108", "https://games.example", "http://games.example:81":
        assert hosts.trusts({**host, "origin": origin})
    for origin in "http://127.0.0.1:3000", "http://localhost:8108", "https://evil.example", "null", "", "file://":
        assert not hosts.trusts({**host, "origin": origin})


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_name_that_leads_here_by_chance_opens_no_table(server: Running, method: str) -> None:
    """What a page at a name that was made to resolve to this machine would send (DNS rebinding)."""
    port = server.host.partition(":")[2]
    headers = {"Host": f"evil.example:{port}", "Origin": f"http://evil.example:{port}"}
    body = {"game": "toushi", "seats": [{"kind": "person"}]}
    for path in "/api/tables", "/", "/api/games":
        answer = server.http.request(method, path, headers=headers, json=body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "host")
        assert "--allowed-host" in answer.json()["error"]["message"]
        assert "'evil.example:" in answer.json()["error"]["message"]


def test_files_are_for_pages_of_any_origin(serving: Any, tmp_path: Path) -> None:
    """A script that is loaded with ``crossorigin`` names its origin, behind a proxy that of the proxy."""
    bundle = make_bundle(tmp_path)
    with serving(tmp_path / "tables.db", bundle=bundle) as server:
        other = {"Origin": "https://games.example"}
        assert server.http.get("/assets/index-1a2b.js", headers=other).status_code == 200
        assert server.http.get("/", headers=other).status_code == 200
        assert server.http.get("/api/games", headers=other).json()["error"]["code"] == "origin"


def make_bundle(folder: Path) -> Path:
    """The files of a client."""
    bundle = folder / "web"
    (bundle / "assets").mkdir(parents=True)
    (bundle / "index.html").write_text('<script type="module" crossorigin src="/assets/index-1a2b.js"></script>')
    (bundle / "assets" / "index-1a2b.js").write_text("1;")
    return bundle


# A root path


@pytest.mark.parametrize("taken_off", [True, False], ids=["taken off by the proxy", "left on"])
def test_under_a_root_path(serving: Any, tmp_path: Path, taken_off: bool) -> None:
    bundle = make_bundle(tmp_path)
    root = "" if taken_off else "/some/games"
    with serving(tmp_path / "tables.db", bundle=bundle, root_path="/some/games/") as server:
        for page in "/", "/table/k3v9", "/index.html":
            answer = server.http.get(root + page)
            assert 'src="/some/games/assets/index-1a2b.js"' in answer.text
            assert answer.headers["content-type"].startswith("text/html")
            etag = answer.headers["etag"]
            assert server.http.get(root + page, headers={"If-None-Match": etag}).status_code == 304
        assert server.http.get(f"{root}/assets/index-1a2b.js").text == "1;"
        assert server.http.get(f"{root}/api/games").json()["games"]
        other = server.http.get(f"{root}/api/games", headers={"Origin": "https://games.example"})
        assert other.json()["error"]["code"] == "origin"
        if not taken_off:
            answer = server.http.get(root)
            assert (answer.status_code, answer.headers["location"]) == (308, "/some/games/")


@pytest.mark.anyio
@pytest.mark.parametrize("root", ["", "/some/games"])
async def test_a_game_under_a_root_path(serving: Any, tmp_path: Path, root: str) -> None:
    with serving(tmp_path / "tables.db", root_path="/some/games", allowed_hosts=["games.example"]) as server:
        opened = server.open("toushi", "person")
        async with server.client(root, origin="https://games.example") as client:
            assert (await client.ask("join", **opened))["type"] == "table"


def test_root_paths() -> None:
    assert checked_root_path("") == checked_root_path("/") == ""
    assert checked_root_path("/games/") == "/games"
    for path in "games", "/a b", "/../x?", "//a", "/ä":
        with pytest.raises(ValueError, match="of the form /some/path"):
            checked_root_path(path)
    for path in "/api", "/assets/x":
        with pytest.raises(ValueError, match="addresses of its own"):
            checked_root_path(path)


# Whoever sits at the machine


def test_games_begun_at_the_machine_are_listed_there_with_their_keys(serving: Any, tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server:
        assert server.http.get("/api/tables").json() == {"tables": []}
        first = server.open("toushi", "person")
        second = server.open("nmbr9", "person", "random")
        theirs = httpx.post(
            f"http://{server.host}/api/tables",
            json={"game": "toushi", "seats": [{"kind": "person"}]},
            headers={"X-Forwarded-For": "203.0.113.9"},
        ).json()
        listed = server.http.get("/api/tables").json()["tables"]
    with serving(tmp_path / "tables.db") as server:  # at another port
        assert server.http.get("/api/tables").json()["tables"] == listed
        assert [(table["table"], table["key"]) for table in listed] == [
            (opened["table"], opened["key"]) for opened in (second, first)
        ]
        for table in listed:
            glance = server.http.get(f"/api/tables/{table['table']}").json()
            assert table == {**glance, "key": table["key"]}
        assert server.http.get(f"/api/tables/{theirs['table']}").status_code == 200


@pytest.mark.anyio
async def test_the_list_tells_how_the_games_stand(server: Running) -> None:
    older, newer = server.open("toushi", "person"), server.open("toushi", "person")
    listed = server.http.get("/api/tables").json()["tables"]
    assert [table["table"] for table in listed[:2]] == [newer["table"], older["table"]]
    assert listed[1]["position"] == 0
    async with server.client() as client:
        await client.ask("join", **older)
        await client.ask("act", table=older["table"], position=0, seat=0, action="T6:6@c3")
    listed = server.http.get("/api/tables").json()["tables"]
    assert [table["table"] for table in listed[:2]] == [older["table"], newer["table"]]
    assert (listed[0]["position"], listed[0]["to_act"], listed[0]["over"]) == (1, [0], False)


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "203.0.113.9"},
        {"X-Forwarded-For": "127.0.0.1"},
        {"X-Forwarded-Proto": "https"},
        {"Forwarded": "for=127.0.0.1"},
        {"Via": "1.1 proxy"},
        {"X-Real-IP": "127.0.0.1"},
    ],
)
def test_nobody_else_is_shown_them(server: Running, headers: dict[str, str]) -> None:
    server.open("toushi", "person")
    assert server.http.get("/api/tables").json()["tables"]
    assert server.http.get("/api/tables", headers=headers).json() == {"tables": []}


@pytest.mark.parametrize("options", [{"allowed_hosts": ["games.example"]}, {"root_path": "/games"}])
def test_a_server_behind_a_proxy_lists_none(serving: Any, tmp_path: Path, options: dict[str, Any]) -> None:
    with serving(tmp_path / "tables.db", **options) as server:
        server.open("toushi", "person")
        assert server.http.get("/api/tables").json() == {"tables": []}


def asker(client: str, host: str, version: str = "1.1") -> HTTPConnection:
    return HTTPConnection(
        {"type": "http", "client": (client, 5), "headers": [(b"host", host.encode())], "http_version": version}
    )


def test_who_asks_locally() -> None:
    for client in "127.0.0.1", "::1", "::ffff:127.0.0.1":
        for host in "127.0.0.1:8108", "localhost:8108", "[::1]:8108":
            assert asks_locally(asker(client, host))
    assert not asks_locally(asker("192.168.1.7", "127.0.0.1:8108"))
    assert not asks_locally(asker("127.0.0.1", "games.example"))
    assert not asks_locally(asker("127.0.0.1", "192.168.1.5:8108"))
    assert not asks_locally(asker("127.0.0.1", "127.0.0.1:8108", version="1.0"))  # as nginx speaks to what is behind it


def test_a_household_has_one_network() -> None:
    assert network("203.0.113.9") == "203.0.113.9"
    assert network("2001:db8:1:2:3::4") == network("2001:db8:1:2::9") != network("2001:db8:1:3::9")
    assert network("::ffff:203.0.113.9") == "203.0.113.9"
    assert network("testclient") == "testclient"


def test_a_store_of_the_first_format_gets_a_secret(serving: Any, tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with serving(path) as server:
        opened = server.open("toushi", "person")
    with sqlite3.connect(path) as db:
        db.executescript(
            "drop table secret; drop index own_tables; alter table tables drop column own; pragma user_version = 1;"
        )
    db.close()
    with serving(path) as server:
        assert server.http.get("/api/tables").json() == {"tables": []}
        assert server.http.get(f"/api/tables/{opened['table']}").json()["position"] == 0
        again = server.open("toushi", "person")
        assert [table["key"] for table in server.http.get("/api/tables").json()["tables"]] == [again["key"]]


@pytest.mark.parametrize("name", ["You", "you", " YOU ", "Du"])
def test_nobody_is_called_you(server: Running, name: str) -> None:
    answer = server.http.post("/api/tables", json={"game": "toushi", "seats": [{"kind": "person", "name": name}]})
    glance = server.http.get(f"/api/tables/{answer.json()['table']}").json()
    assert glance["seats"][0]["name"] == "Player 1"
