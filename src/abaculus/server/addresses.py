"""Under which names the server is reached, by whose pages, and who asks from the very machine it runs on."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable, Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address

from starlette.requests import HTTPConnection

HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[\w.-]+)(:(?P<port>\d{1,5}))?", re.ASCII)

FORWARDED = {"cf-connecting-ip", "forwarded", "true-client-ip", "via", "x-client-ip", "x-real-ip"}
"""Headers that a proxy adds, besides all that begin with ``x-forwarded-``."""


class Hosts:
    """The names that the server answers to.

    A page of another site can have its own name resolve to this machine (DNS rebinding) and would then be of the same
    origin. So a name is accepted only if it is known: a server that listens on a loopback address is known by those
    and as ``localhost``; any other one by every IP address, which no site can claim, and by the names of the machine.
    """

    def __init__(self, listening: str = "127.0.0.1", allowed: Iterable[str] = ()) -> None:
        self._allowed = {name.lower().rstrip(".") for name in allowed}
        self._only_loopback = is_loopback(listening)
        self._names = {"localhost"}
        if not self._only_loopback:
            own = socket.gethostname().lower().rstrip(".")
            self._names |= {listening.lower(), own, own.partition(".")[0], own.partition(".")[0] + ".local"}

    @property
    def extended(self) -> bool:
        """Whether more names were allowed than the machine's own, as behind a proxy."""
        return bool(self._allowed)

    def answers_to(self, host: str) -> bool:
        """Whether this value of ``Host`` is one of the server's names, with any port."""
        match = HOST.fullmatch(host.lower())
        if match is None:
            return False
        name = match["name"].rstrip(".")
        if self._allows(name, match["port"]) or name in self._names or name.endswith(".localhost"):
            return True
        address = _address(name)
        return address is not None and (address.is_loopback or not self._only_loopback)

    def trusts(self, headers: Mapping[str, str]) -> bool:
        """Whether a request comes from no page at all, from one of this server, or from one under an allowed name."""
        origin = headers.get("origin")
        if origin is None:
            return True
        scheme, _, host = origin.lower().partition("://")
        if scheme not in {"http", "https"}:
            return False
        match = HOST.fullmatch(host)
        return host == headers.get("host", "").lower() or (
            match is not None and self._allows(match["name"], match["port"])
        )

    def _allows(self, name: str, port: str | None) -> bool:
        return name in self._allowed or f"{name}:{port}" in self._allowed


def asks_locally(connection: HTTPConnection) -> bool:
    """Whether a request comes straight from the machine the server runs on.

    A proxy on that machine connects from there too, so nothing may hint at one: no header of theirs, no version of HTTP
    that only they speak, and a name that leads nowhere else.
    """
    headers, client = connection.headers, connection.client
    if client is None or not is_loopback(client.host) or connection.scope.get("http_version") == "1.0":
        return False
    if any(name in FORWARDED or name.startswith("x-forwarded-") for name in headers):
        return False
    match = HOST.fullmatch(headers.get("host", "").lower())
    return match is not None and is_loopback(match["name"])


def is_loopback(host: str) -> bool:
    """Whether a name or an address is that of the machine itself."""
    address = _address(host)
    return address.is_loopback if address else host.lower() == "localhost"


def network(host: str) -> str:
    """What stands for all addresses that one household has: the address, or of IPv6 the first 64 bits."""
    address = _address(host)
    if isinstance(address, IPv6Address):
        return f"{IPv6Address(int(address) >> 64 << 64)}/64"
    return str(address or host)


def _address(host: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
