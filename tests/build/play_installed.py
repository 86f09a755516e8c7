"""Plays at the table of an installed package: run by the Python of its environment, outside of the checkout."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import urllib.request
from pathlib import Path
from typing import Any


def fetch(address: str, body: Any = None) -> bytes:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"} if data else {})
    with urllib.request.urlopen(request, timeout=60) as answer:
        content: bytes = answer.read()
    return content


def main() -> None:
    command = Path(sys.executable).with_name("abaculus")
    data = tempfile.TemporaryDirectory()
    environment = os.environ | {"XDG_DATA_HOME": data.name, "PYTHONUNBUFFERED": "1", "NO_COLOR": "1"}
    server = subprocess.Popen(
        [command, "play", "--no-browser", "--port", "0"],
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    giving_up = threading.Timer(120, server.kill)
    giving_up.start()
    try:
        assert server.stdout is not None
        said = ""
        while not (found := re.search(r"http://[\w.\[\]:]+\d", said)):
            line = server.stdout.readline()
            assert line, f"abaculus play ended without an address:\n{said}"
            said += line
        address = found.group()
        page = fetch(f"{address}/").decode()
        script = re.search(r'src="([^"]+\.js)"', page)
        assert script, f"the page is not the compiled client:\n{page}"
        assert fetch(f"{address}/{script.group(1).lstrip('./')}")
        games = json.loads(fetch(f"{address}/api/games"))
        for game in games["games"]:
            seats = [{"kind": "person"}] * game["players"][0]
            assert json.loads(fetch(f"{address}/api/tables", {"game": game["name"], "seats": seats}))["table"]
        played = ", ".join(game["name"] for game in games["games"])
        assert played
    finally:
        giving_up.cancel()
        server.terminate()
        server.wait(30)
        data.cleanup()
    print(f"abaculus play, installed: the client at {address}, and a table for each of {played}")


if __name__ == "__main__":
    main()
