"""Requests whose failure is the answer of the one call that made them: the connection outlives it, as it does a server that starts anew."""

from __future__ import annotations

import json
import ssl
from typing import Any

import httpx2
from mcp.types import CONNECTION_CLOSED

# Streams of events stay silent while the server works.
_TIMEOUT = httpx2.Timeout(30, read=None)


SESSION_HEADER = "X-Session-ID"

# How versions of the library call an answer that is no TLS.
_NO_TLS = ("WRONG_VERSION_NUMBER", "PACKET_LENGTH_TOO_LONG")


class HttpClient(httpx2.AsyncClient):
    """Without it, a request that fails ends the tasks of the connection, and by that the task of who made the call."""

    def __init__(self, headers: dict[str, str]) -> None:
        super().__init__(headers=headers, timeout=_TIMEOUT)

    async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        if _names_session(request):
            # Before an argument of the call servers heed the header, which is of the whole connection.
            request.headers.pop(SESSION_HEADER, None)
        try:
            response = await super().send(request, **options)
            # Of a stream of events, whoever reads it notices its end.
            if not response.headers.get("content-type", "").startswith("text/event-stream"):
                await response.aread()
            return response
        except httpx2.TransportError as error:
            failure = {"code": CONNECTION_CLOSED, "message": _reason_of(error)}
            return httpx2.Response(503, json={"jsonrpc": "2.0", "id": None, "error": failure}, request=request)


def _names_session(request: httpx2.Request) -> bool:
    """Whether it is a call that says by an argument which session it belongs to."""
    if request.method != "POST" or b'"session_id"' not in request.content:
        return False
    params = json.loads(request.content).get("params") or {}
    return "session_id" in (params.get("arguments") or {})


def _reason_of(error: Exception) -> str:
    cause: BaseException | None = error
    while cause is not None:
        # What the TLS library says is a line of its error queue.
        if isinstance(cause, ssl.SSLError) and cause.reason in _NO_TLS:
            return "the server does not use TLS: its address begins with http://, not https://"
        cause = cause.__cause__ or cause.__context__
    return str(error) or type(error).__name__
