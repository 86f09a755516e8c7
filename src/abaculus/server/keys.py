"""Secrets: the names of tables, the keys to their seats, and seeds."""

from __future__ import annotations

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


def new_seed() -> int:
    """A seed for the luck of a game."""
    return secrets.randbelow(LARGEST + 1)


def hashed(key: str) -> bytes:
    """What is stored of a key."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()


def fits(key: str, key_hash: bytes) -> bool:
    """Whether this is the key that was stored."""
    return hmac.compare_digest(hashed(key), key_hash)
