"""The games begun on the machine the server runs on, for whoever sits there: a browser may lose its list of them."""

from __future__ import annotations

from collections import OrderedDict

import msgspec

from abaculus.server import keys
from abaculus.server.course import load
from abaculus.server.errors import RequestError
from abaculus.server.protocol import Glance, OwnTable, OwnTables
from abaculus.server.store import Recent, Store

LISTED = 50
GLANCES_KEPT = 4 * LISTED


class OwnGames:
    """Lists them. To know how a game stands it has to be played through, so this is kept until somebody moves."""

    def __init__(self, store: Store, secret: bytes) -> None:
        self.secret = secret
        self._store = store
        self._glances: OrderedDict[str, tuple[int, Glance | None]] = OrderedDict()

    async def list(self) -> OwnTables:
        """The games that moved last, without those that cannot be continued."""
        tables = []
        for recent in await self._store.own_tables(LISTED):
            if glance := await self._glance(recent):
                key = keys.own_key(self.secret, recent.row.id)
                tables.append(OwnTable(**msgspec.structs.asdict(glance), key=key))
        return OwnTables(tables)

    async def _glance(self, recent: Recent) -> Glance | None:
        id = recent.row.id
        position, glance = self._glances.get(id, (-1, None))
        if position != recent.position:
            try:
                glance = (await load(self._store, id)).glance()
            except RequestError:  # it is in the log, and told to whoever opens the table
                glance = None
            self._glances[id] = glance.position if glance else recent.position, glance
            if len(self._glances) > GLANCES_KEPT:
                self._glances.popitem(last=False)
        return glance
