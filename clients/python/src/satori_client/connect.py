"""Connections to a server: one that is started for it, or one that runs at an address."""

from __future__ import annotations

import os
import sys
import uuid
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urlsplit

from mcp import Client, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import Implementation

from ._http import SESSION_HEADER, HttpClient
from .client import SatoriClient
from .errors import ClientError


@dataclass(frozen=True)
class Command:
    """A server that is started, spoken to over its standard input and output, and ended with the connection."""

    command: str
    args: Sequence[str] = ()
    # Besides the variables that every process gets, such as PATH.
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: str | None = None
    # What becomes of the server's log.
    stderr: Literal["inherit", "ignore"] = "inherit"


@dataclass(frozen=True)
class Url:
    """A server that runs."""

    # Of its MCP endpoint: http://127.0.0.1:7411/mcp.
    url: str
    # Bearer token.
    token: str | None = field(default=None, repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    # Calls of one session share a scope, whatever the protocol version; those that have a `session_id` belong to that one.
    session_id: str = field(default_factory=lambda: str(uuid.uuid4()))


@asynccontextmanager
async def connect(
    target: Command | Url,
    *,
    timeout_s: float = 60,
    protocol: Literal["auto", "legacy"] | None = None,
    client_info: Mapping[str, str] | None = None,
) -> AsyncIterator[SatoriClient]:
    """A client for the time of an `async with`. Raises `ClientError` of kind "start_up".

    Args:
        target: The server.
        timeout_s: For each call that does not say its own, and for the connection.
        protocol: legacy: versions up to 2025-11-25; auto: the newest that the server has. Default: auto at an address.
        client_info: Name and version that the server is told. Default: this package.
    """
    info = dict(client_info or {"name": "satori-client", "version": "0.1.0"})
    mode = protocol or ("auto" if isinstance(target, Url) else "legacy")
    failure: BaseException | None = None
    async with AsyncExitStack() as stack:
        try:
            transport = await _transport_of(target, stack)
            mcp = await stack.enter_async_context(
                Client(transport, mode=mode, read_timeout_seconds=timeout_s, client_info=Implementation(name=info["name"], version=info["version"]), cache=None)
            )
        except Exception as error:
            raise ClientError("start_up", f"No connection to {_name_of(target)}: {_reason_of(error)}") from error
        client = SatoriClient(mcp)
        try:
            yield client
        except (Exception, KeyboardInterrupt, SystemExit) as error:
            # The connection's own tasks would wrap it in a group.
            failure = error
        finally:
            client._end()
    if failure is not None:
        raise failure


async def _transport_of(target: Command | Url, stack: AsyncExitStack) -> AbstractAsyncContextManager[Any]:
    if isinstance(target, Command):
        log = sys.stderr if target.stderr == "inherit" else stack.enter_context(open(os.devnull, "w"))
        return stdio_client(StdioServerParameters(command=target.command, args=list(target.args), env=dict(target.env), cwd=target.cwd), errlog=log)
    own = {SESSION_HEADER: target.session_id, **_authorization_of(target.token), **target.headers}
    http = await stack.enter_async_context(HttpClient(own))
    return streamable_http_client(target.url, http_client=http)


def _authorization_of(token: str | None) -> dict[str, str]:
    """Without the end of the line that a file with a token has. What no header can hold is refused here: the library's message would quote it."""
    if token is None or not (trimmed := token.strip()):
        return {}
    if not all("!" <= character <= "~" for character in trimmed):
        raise ValueError(
            "the token has a character that is not allowed in tokens, such as a space or a line break"
        )
    return {"Authorization": f"Bearer {trimmed}"}


def _name_of(target: Command | Url) -> str:
    """Without what may be secret: the query and the user of an address, the arguments of a command."""
    if isinstance(target, Command):
        return target.command
    parts = urlsplit(target.url)
    if not parts.scheme or not parts.hostname:
        return "an invalid address"
    return f"{parts.scheme}://{parts.hostname}{f':{parts.port}' if parts.port else ''}{parts.path}"


def _reason_of(error: BaseException) -> str:
    """The first cause within groups of errors."""
    while (inner := getattr(error, "exceptions", None)) is not None:
        error = inner[0]
    return str(error) or type(error).__name__
