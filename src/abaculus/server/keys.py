"""Secrets: the names of tables, the keys to their seats, and seeds."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

from abaculus.server.protocol import LARGEST

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # nothing that is easily misread
LETTERS = 12


def new_table_id() -> str:
    """A name for a table that nobody can guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LETTERS))


def new_key() -> str:
    """A key to the seats of a table."""
    return secrets.token_urlsafe(24)


def own_key(secret: bytes, table: str) -> str:
    """The key to a table opened on the server's own machine: whoever knows the store's secret can tell it again."""
    digest = hmac.digest(secret, table.encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:24]).decode()


def new_seed() -> int:
    """A seed for the luck of a game."""
    return secrets.randbelow(LARGEST + 1)


def hashed(key: str) -> bytes:
    """What is stored of a key."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()


def fits(key: str, key_hash: bytes) -> bool:
    """Whether this is the key that was stored."""
    return hmac.compare_digest(hashed(key), key_hash)
