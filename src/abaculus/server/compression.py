"""WebSocket messages compressed (RFC 7692) where they are large: for a small one it takes longer than all the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

LARGE = 32 * 1024
"""From so many bytes on a message is compressed."""


class WebSockets(WebSocketsSansIOProtocol):
    """Uvicorn's protocol, with large messages compressed."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        settings = {"level": 1, "memLevel": 5}
        offer = _Offer(server_max_window_bits=12, client_max_window_bits=12, compress_settings=settings)
        self.conn.available_extensions = [offer]


class _Deflate(PerMessageDeflate):
    def encode(self, frame: Frame) -> Frame:
        return super().encode(frame) if len(frame.data) >= LARGE else frame


class _Offer(ServerPerMessageDeflateFactory):
    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Any]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        answer, agreed = super().process_request_params(params, accepted_extensions)
        deflate = _Deflate(
            agreed.remote_no_context_takeover,
            agreed.local_no_context_takeover,
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
            agreed.compress_settings,
        )
        return answer, deflate
