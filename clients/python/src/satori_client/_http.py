"""Requests whose failure is the answer of the one call that made them: the connection outlives it, as it does a server that starts anew."""

from __future__ import annotations

from typing import Any

import httpx2
from mcp.types import CONNECTION_CLOSED

# Streams of events stay silent while the server works.
_TIMEOUT = httpx2.Timeout(30, read=None)


class HttpClient(httpx2.AsyncClient):
    """Without it, a request that fails ends the tasks of the connection, and by that the task of who made the call."""

    def __init__(self, headers: dict[str, str]) -> None:
        super().__init__(headers=headers, timeout=_TIMEOUT)

    async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        try:
            response = await super().send(request, **options)
            # Of a stream of events, whoever reads it notices its end.
            if not response.headers.get("content-type", "").startswith("text/event-stream"):
                await response.aread()
            return response
        except httpx2.TransportError as error:
            failure = {"code": CONNECTION_CLOSED, "message": str(error) or type(error).__name__}
            return httpx2.Response(503, json={"jsonrpc": "2.0", "id": None, "error": failure}, request=request)
