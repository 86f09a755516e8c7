"""Starting and stopping the server as the command line does."""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Any

import httpx
import pytest

from abaculus.cli import DEFAULT_PORT
from abaculus.server.app import create_app
from abaculus.server.serve import Server, default_store, listen, run
from abaculus.server.store import StoreError


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="other systems have other folders")
def test_games_are_kept_in_the_users_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_store() == tmp_path / "abaculus" / "tables.db"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert default_store() == Path.home() / ".local" / "share" / "abaculus" / "tables.db"


def test_a_store_that_cannot_be_used_is_told_before_anything_starts(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be used as a store of games"):
        run(port=0, store_path=tmp_path)


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(OSError, match="in use"):
        run(port=other.getsockname()[1], store_path=tmp_path / "tables.db")


@pytest.mark.parametrize(
    ("host", "shown"), [("127.0.0.1", "http://127.0.0.1:"), ("0.0.0.0", "http://127.0.0.1:"), ("::1", "http://[::1]:")]
)
def test_the_address_is_printed_and_opened(
    host: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if host == "::1" and not socket.has_dualstack_ipv6():
        pytest.skip("there is no IPv6 here")
    opened: list[str] = []
    seen = threading.Event()

    def open_page(address: str) -> None:
        opened.append(address)
        seen.set()

    monkeypatch.setattr(webbrowser, "open", open_page)
    listener = listen(host, 0)
    server = Server(create_app(tmp_path / "tables.db"), open_browser=True)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    assert seen.wait(60)
    assert httpx.get(f"{opened[0]}api/games").status_code == 200
    server.should_exit = True
    thread.join(60)
    assert capsys.readouterr().out == f"abaculus is at {opened[0]}\n"
    assert opened[0].startswith(shown)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_quietly(stop: Any, tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from abaculus.server.serve import run\n"
        "try: run(port=0, store_path=sys.argv[1])\n"
        "except KeyboardInterrupt: pass\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path / "tables.db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert "abaculus is at" in process.stdout.readline()
    process.send_signal(stop)
    _, errors = process.communicate(timeout=60)
    assert errors == ""
    assert process.returncode in {0, -stop}
    assert not list(tmp_path.glob("*.db-wal"))


def test_another_port_is_told(tmp_path: Path) -> None:
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):  # somebody else has taken it already
            stack.enter_context(socket.create_server(("127.0.0.1", DEFAULT_PORT)))
        command = "from abaculus.cli import main; main()"
        process = subprocess.Popen(
            [sys.executable, "-c", command, "play", "--no-browser", "--store", str(tmp_path / "tables.db")],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        told, address = process.stdout.readline(), process.stdout.readline()
        process.terminate()
        process.communicate(timeout=60)
    assert told.startswith(f"Port {DEFAULT_PORT} is taken")
    assert "also lists the games begun here on other ports" in told
    assert address.startswith("abaculus is at http://127.0.0.1:")
    assert f":{DEFAULT_PORT}/" not in address
