"""How much one client, and all of them, may have of the server, so that the others notice nothing.

Honest use never meets these limits, not even that of a whole classroom behind one address. Clients on the server's own
machine may have a hundred times as much.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import anyio

from abaculus.server.addresses import is_loopback, network

try:
    import resource
except ImportError:  # Windows
    DESCRIPTORS = 2048
else:
    DESCRIPTORS = 0

MOST_CONNECTIONS = 4000
RESERVED_DESCRIPTORS = 100
"""For the store, the client's files and compiled kernels."""
LOOPBACK = 100
ADDRESSES_KEPT = 10_000


@dataclass(frozen=True)
class Limits:
    """The limits of a server. What has ``each`` in its name is for each address (of IPv6: each 64 bits)."""

    connections: int
    sockets: int
    connections_each: int = 400
    sockets_each: int = 300
    tables_at_once_each: int = 120
    tables_a_second_each: float = 1.0
    joins_at_once_each: int = 300
    joins_a_second_each: float = 5.0


def default_limits() -> Limits:
    """As many connections as there are file descriptors for; a quarter of them is never taken by WebSockets."""
    descriptors = DESCRIPTORS or resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if descriptors < 0:  # unlimited
        descriptors = 2 * MOST_CONNECTIONS
    most = max(16, min(MOST_CONNECTIONS, descriptors - RESERVED_DESCRIPTORS))
    return Limits(connections=most, sockets=most * 3 // 4)


def raise_descriptor_limit() -> None:
    """Let this process have as many file descriptors as it needs, where it may."""
    if DESCRIPTORS:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * MOST_CONNECTIONS
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if 0 <= soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class Held:
    """Count what is held, such as connections, up to a limit in all and for each address."""

    def __init__(self, in_all: int, each: int) -> None:
        self.in_all = in_all
        self._each = each
        self._held: Counter[str] = Counter()

    @property
    def total(self) -> int:
        """How many are held now."""
        return self._held.total()

    def take(self, host: str) -> bool:
        """Hold one more, unless there are too many."""
        each = self.in_all if is_loopback(host) else self._each
        if self.total >= self.in_all or self._held[network(host)] >= each:
            return False
        self._held[network(host)] += 1
        return True

    def give_back(self, host: str) -> None:
        """Hold one less."""
        self._held[network(host)] -= 1
        if not self._held[network(host)]:
            del self._held[network(host)]


class Rate:
    """Things that happen: so many at once and so many a second, of each address."""

    def __init__(self, at_once: int, a_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._at_once = at_once
        self._a_second = a_second
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, host: str) -> float:
        """0 if it may happen now; else in how many seconds."""
        factor = LOOPBACK if is_loopback(host) else 1
        most, a_second = self._at_once * factor, self._a_second * factor
        address, now = network(host), self._clock()
        left, since = self._left.get(address, (most, now))
        left = min(most, left + (now - since) * a_second)
        if left < 1:
            return (1 - left) / a_second
        if len(self._left) >= ADDRESSES_KEPT and address not in self._left:
            del self._left[next(iter(self._left))]
        self._left[address] = left - 1, now
        return 0


class Pacer:
    """Shares a part of the time among those who ask for more than they need.

    A client may ask anything at once as long as it asks for little. Beyond that its requests wait for their turn, so
    that all such requests together take no more than a part of the time.
    """

    SHARE = 0.15
    ALLOWED = 0.5
    """Seconds of work that a client may ask for at once."""
    REGAINED = 0.05
    """Seconds of work that it may ask for in each second besides."""

    def __init__(self) -> None:
        self._lane = anyio.Lock()

    async def pass_through(self, seconds: float) -> None:
        """Wait for the turn of work that takes so many seconds."""
        async with self._lane:
            await anyio.sleep(seconds / self.SHARE)


class Pace:
    """What one client has asked for lately."""

    OVERHEAD = 0.0003
    """Seconds that any message takes, whatever it asks for."""
    LONGEST = 0.02
    """Seconds that one request counts at most: how long it took depends on what else the machine does."""

    def __init__(self, pacer: Pacer, clock: Callable[[], float] = time.perf_counter) -> None:
        self._pacer = pacer
        self._clock = clock
        self._left = Pacer.ALLOWED
        self._since = clock()
        self._last = self.OVERHEAD

    async def begin(self) -> bool:
        """Wait as long as it takes for more work to be allowed. Whether there was no need to."""
        now = self._clock()
        self._left = min(Pacer.ALLOWED, self._left + (now - self._since) * Pacer.REGAINED)
        self._since = now
        if self._left > 0:
            return True
        await self._pacer.pass_through(self._last)
        return False

    def end(self, seconds: float, free: bool) -> None:
        """Work has taken so many seconds; ``free`` is what ``begin`` answered."""
        self._last = min(seconds, self.LONGEST) + self.OVERHEAD
        if free:
            self._left -= self._last
