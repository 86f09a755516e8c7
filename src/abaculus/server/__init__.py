"""The online table: people, bots and programs play together over HTTP and a WebSocket (``docs/protocol.md``)."""
