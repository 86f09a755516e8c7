"""Real proxies in front of a real server, with the configurations that ``docs/reverse_proxy.md`` shows."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

if TYPE_CHECKING:
    from conftest import Running

pytestmark = pytest.mark.anyio

NAME = "games.example"
DOCS = Path(__file__).parents[2] / "docs" / "reverse_proxy.md"


def documented(language: str) -> list[str]:
    """The configurations in the documentation."""
    return re.findall(rf"```{language}\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def nginx(server: Running, port: int, path: str, *, plain: bool) -> str:
    config = documented("nginx")[0].replace("listen 80;", f"listen 127.0.0.1:{port};")
    config = config.replace("127.0.0.1:8108", server.host).replace("location /", f"location {path or '/'}")
    if plain:
        config = re.sub(r"\n.*(Host|X-Forwarded-\w+) \$.*", "", config)
    return f"pid nginx.pid; error_log error.log; daemon off; events {{}} http {{ access_log off; {config} }}"


def caddy(server: Running, port: int, path: str) -> str:
    config = documented("caddy")[bool(path)]
    config = config.replace(NAME, f"http://{NAME}:{port}", 1).replace("127.0.0.1:8108", server.host)
    return f"{{\n admin off\n}}\n{config}"


@contextlib.contextmanager
def proxy(kind: str, server: Running, folder: Path, path: str) -> Iterator[int]:
    """Run a proxy while the context lasts; the port that it listens on."""
    if shutil.which(kind.split()[0]) is None:
        pytest.skip(f"{kind} is not installed")
    port, config = free_port(), folder / "config"
    if kind == "caddy":
        config.write_text(caddy(server, port, path))
        command = ["caddy", "run", "--config", str(config), "--adapter", "caddyfile"]
    else:
        config.write_text(nginx(server, port, path, plain=kind == "nginx that changes Host"))
        command = ["nginx", "-p", str(folder), "-c", str(config)]
    with (folder / "proxy.log").open("w") as log:
        environment = {**os.environ, "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
    try:
        for _ in range(500):
            assert process.poll() is None, (folder / "proxy.log").read_text()
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.02)
        yield port
    finally:
        process.terminate()
        process.wait(30)


@pytest.mark.parametrize("path", ["", "/abaculus/"])
@pytest.mark.parametrize("kind", ["nginx", "nginx that changes Host", "caddy"])
async def test_a_game_through_a_proxy(kind: str, path: str, serving: Any, tmp_path: Path) -> None:
    bundle = tmp_path / "web"
    (bundle / "assets").mkdir(parents=True)
    (bundle / "index.html").write_text('<script type="module" crossorigin src="/assets/index-1a2b.js"></script>')
    (bundle / "assets" / "index-1a2b.js").write_text("1;")
    root = path.rstrip("/")
    with (
        serving(tmp_path / "tables.db", bundle=bundle, allowed_hosts=[NAME], root_path=root) as server,
        proxy(kind, server, tmp_path, path) as port,
        httpx.Client(base_url=f"http://127.0.0.1:{port}", headers={"Host": f"{NAME}:{port}"}, timeout=60) as browser,
    ):
        origin = {"Origin": f"http://{NAME}:{port}"}
        script = f"{root}/assets/index-1a2b.js"
        assert f'src="{script}"' in browser.get(f"{root}/table/k3v9").text
        assert browser.get(script, headers=origin).text == "1;"
        wanted = {"game": "toushi", "seats": [{"kind": "person"}]}
        opened = browser.post(f"{root}/api/tables", json=wanted, headers=origin)
        assert opened.status_code == 201, opened.text
        assert browser.get(f"{root}/api/tables").json() == {"tables": []}
        address = f"ws://{NAME}:{port}{root}/api/ws"
        async with connect(address, host="127.0.0.1", port=port, origin=Origin(origin["Origin"])) as socket:
            await socket.send(json.dumps({"type": "join", **opened.json()}))
            assert json.loads(await socket.recv())["type"] == "table"
        evil = browser.post(f"{root}/api/tables", json=wanted, headers={"Origin": "https://evil.example"})
        assert (evil.status_code, evil.json()["error"]["code"]) == (403, "origin")
        if path:
            assert browser.get(root).headers["location"].endswith(path)
