"""The messages as types: what is no request is told so, and nothing else happens."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from abaculus.server import protocol
from abaculus.server.errors import RequestError
from abaculus.server.protocol import read_opening, read_request

KINDS = {
    "join": {"table": "k3v9", "key": None},
    "leave": {"table": "k3v9"},
    "act": {"table": "k3v9", "position": 17, "seat": 0, "action": "r0@3,-2"},
    "why": {"table": "k3v9", "position": 17, "seat": 0, "action": "r0@3,-2"},
    "look": {"table": "k3v9", "position": 5},
    "rate": {"table": "k3v9", "position": 17, "seat": 0},
}

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


@pytest.mark.parametrize("type", KINDS)
def test_each_request_is_read(type: str) -> None:
    request = read_request(json.dumps({"type": type, "id": 3, **KINDS[type]}))
    assert request.id == 3
    assert read_request(json.dumps({"type": type, **KINDS[type]}).encode()).id is None


@pytest.mark.parametrize(
    ("data", "code", "words"),
    [
        ("", "json", "not JSON"),
        ("{", "json", "not JSON"),
        (b"\xff\xfe", "json", "not JSON"),
        ("NaN", "json", "not JSON"),
        ("[" * 60_000, "json", "nested at most 64 levels deep"),
        ('{"a":' * 10_000, "json", "nested at most 64 levels deep"),
        ("null", "request", "a request is an object with one of the types ping, join, leave, act, why, look, rate"),
        ("{}", "request", "missing required field `type`"),
        ('{"type": "shout"}', "request", "Invalid value 'shout' - at `$.type`; a request is"),
        ('{"type": "join"}', "request", "missing required field `table`"),
        ('{"type": "leave", "table": 3}', "request", "Expected `str`, got `int` - at `$.table`"),
        ('{"type": "leave", "table": "a", "colour": 3}', "request", "unknown field `colour`"),
        ('{"type": "leave", "table": "a", "id": -1}', "request", "Expected `int` >= 0 - at `$.id`"),
        ('{"type": "look", "table": "a", "position": 1.5}', "request", "Expected `int`, got `float`"),
        ('{"type": "look", "table": "a", "position": true}', "request", "Expected `int`, got `bool`"),
        ('{"type": "look", "table": "a", "position": 1e99}', "request", "Expected `int`"),
        (
            '{"type": "look", "table": "a", "position": 1180591620717411303424}',
            "request",
            "<= 9007199254740991",
        ),
    ],
)
def test_what_is_no_request_is_told_so(data: str | bytes, code: str, words: str) -> None:
    with pytest.raises(RequestError) as caught:
        read_request(data)
    assert caught.value.code == code
    assert words in str(caught.value)


def test_a_wrong_request_is_answered_with_its_id() -> None:
    with pytest.raises(RequestError) as caught:
        read_request('{"type": "look", "table": "a", "id": 12}')
    assert caught.value.id == 12


@given(st.binary(max_size=80) | JSON.map(json.dumps).map(str.encode))
def test_nothing_else_happens(data: bytes) -> None:
    for read in read_request, read_opening:
        with contextlib.suppress(RequestError):
            read(data)


@given(st.sampled_from(sorted(KINDS)), st.data())
def test_wrong_fields_are_requests_or_invalid(type: str, data: st.DataObject) -> None:
    fields: dict[str, Any] = {"type": type, **KINDS[type]}
    for name in data.draw(st.sets(st.sampled_from(sorted(fields)))):
        fields[name] = data.draw(JSON)
    with contextlib.suppress(RequestError):
        read_request(json.dumps(fields))


def test_parts_that_are_encoded_once_fit_in() -> None:
    view = protocol.encoded({"game": "any", "at": [1, None]})
    looked = protocol.Looked(table="a", position=3, view=view, views={0: view})
    assert json.loads(protocol.write(looked)) == {
        "type": "look",
        "id": None,
        "table": "a",
        "position": 3,
        "view": {"game": "any", "at": [1, None]},
        "views": {"0": {"game": "any", "at": [1, None]}},
    }


def test_the_schema_names_every_message() -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "abaculus.server.protocol"], check=True, capture_output=True, text=True
    )
    schema = json.loads(printed.stdout)
    assert schema == protocol.schema()
    kinds = {
        "Join",
        "Leave",
        "Act",
        "Why",
        "Look",
        "Table",
        "Update",
        "Refused",
        "Reason",
        "Looked",
        "Rate",
        "Ratings",
        "Error",
    }
    assert kinds <= set(schema["$defs"])
    assert schema["$defs"]["Update"]["properties"]["legal"]["additionalProperties"] == {"$ref": "#/$defs/Legal"}
