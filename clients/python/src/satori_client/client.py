"""A connected client: one typed method a tool, and waiting for an index."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import anyio
from mcp import Client, MCPError
from mcp.shared.dispatcher import ProgressFnT
from mcp.types import CONNECTION_CLOSED, REQUEST_TIMEOUT, CallToolRequest, CallToolRequestParams, CallToolResult, TextContent
from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json

from ._generated.registries import ManageState
from ._generated.tool_methods import OUTPUT_TYPES, ManageIndexOutput, ToolMethods
from ._model import Model
from ._options import CallOptions, ProgressCallback
from .errors import ClientError
from .manage_status import ExitCode, ToolResult, is_text_answer, parse_envelope, parse_manage_status, poll_step_of, unknown_status_of

PollCallback = Callable[[ManageIndexOutput | None], None]


@dataclass(frozen=True)
class WaitResult:
    """How a wait for an index ended; `state` is never "indexing"."""

    state: ManageState
    source: Literal["envelope", "legacy_text"]
    # An index answers, and the run that was waited for has not failed.
    is_indexed: bool
    # With which a command would end.
    exit_code: ExitCode
    # The last answer; None where it was prose.
    answer: ManageIndexOutput | None


class SatoriClient(ToolMethods):
    """Made by `connect`."""

    def __init__(self, mcp: Client) -> None:
        self._mcp = mcp
        self._has_ended = False

    def _end(self) -> None:
        self._has_ended = True

    @property
    def protocol_version(self) -> str:
        """Of the protocol that was agreed on."""
        return self._mcp.protocol_version

    async def call(self, tool: str, arguments: Mapping[str, Any], options: CallOptions | None = None) -> Any:
        """The tool's answer, whatever its status. Raises `ClientError` where there is none."""
        return _answer_of(tool, await self.call_raw(tool, arguments, options))

    async def call_raw(self, tool: str, arguments: Mapping[str, Any], options: CallOptions | None = None) -> ToolResult:
        """What the server sent, be it an answer of the tool or prose of an older server."""
        if self._has_ended:
            raise ClientError("transport", f"{tool}: the connection is closed; connect again")
        options = options or CallOptions()
        timeout_s = self._mcp.read_timeout_seconds if options.timeout_s is None else options.timeout_s
        request = _request_of(tool, {name: _plain(value) for name, value in arguments.items() if value is not None})
        try:
            # A clock of our own: servers and proxies answer with the number and the words of the library's.
            with anyio.move_on_after(timeout_s):
                # Not by `call_tool`, which asks for all tools first, and refuses answers that their schemas do not know yet.
                return _plain_result(await self._mcp.session.send_request(request, CallToolResult, math.inf, progress_callback=_heard_by(options.on_progress)))
        except MCPError as error:
            raise ClientError(_kind_of(error), f"{tool}: {error.message}") from error
        except ValidationError as error:
            problem = f"The server's answer is not a result of the tool {tool}: {error}"
            raise ClientError("invalid_answer", problem) from error
        except (OSError, anyio.BrokenResourceError, anyio.ClosedResourceError) as error:
            raise ClientError("transport", f"{tool}: {error}") from error
        raise ClientError("timeout", f"{tool}: no answer in {timeout_s} s")

    async def wait_until_indexed(
        self,
        path: str,
        *,
        run_id: str | None = None,
        poll_s: float = 0.5,
        timeout_s: float | None = None,
        on_poll: PollCallback | None = None,
    ) -> WaitResult:
        """Asks for the state of an index until it is known how it ended. Answers in prose are understood as well.

        Args:
            path: Of the codebase.
            run_id: As `create` or `reindex` gave it: if that run fails, an earlier index is no success.
            poll_s: Between two questions, where the server does not say.
            timeout_s: For the whole wait. Default: without end.
            on_poll: Called with each answer that tells of an active run.
        """
        try:
            with anyio.fail_after(timeout_s):
                return await self._wait(path, run_id, poll_s, on_poll)
        except TimeoutError as error:
            raise ClientError("timeout", f"The index was not ready in {timeout_s} s") from error

    async def _wait(self, path: str, run_id: str | None, poll_s: float, on_poll: PollCallback | None) -> WaitResult:
        while True:
            result = await self.call_raw("manage_index", {"action": "status", "path": path})
            step = poll_step_of(result, run_id)
            answer = _answer_of("manage_index", result) if parse_envelope(result) else None
            if step.exit_code is not None:
                status = parse_manage_status(result)
                return WaitResult(status.state, status.source, step.exit_code == 0, step.exit_code, answer)
            if on_poll is not None:
                on_poll(answer)
            await anyio.sleep(poll_s if step.after_ms is None else step.after_ms / 1000)


@cache
def _adapter_of(tool: str) -> TypeAdapter[Any]:
    return TypeAdapter(OUTPUT_TYPES[tool])


def _answer_of(tool: str, result: ToolResult) -> Any:
    if tool not in OUTPUT_TYPES:
        raise ClientError("invalid_answer", f"{tool} is not a tool of this version")
    if (status := unknown_status_of(result)) is not None:
        problem = f"not a valid answer of {tool} in this version: its status is \"{status}\""
        raise ClientError("invalid_answer", f"The server's answer is {problem}")
    if is_text_answer(result):
        problem = "the server answered with text, without the envelope: it is set to answer so (SATORI_ANSWERS, --answers) and did not honour the request for another form; start it with --answers both"
        raise ClientError("invalid_answer", f"{tool}: {problem}")
    value = parse_envelope(result) or result.structured
    try:
        return _adapter_of(tool).validate_python(value)
    except ValidationError as error:
        problem = f"The server's answer is not a valid answer of {tool}: {error}"
        raise ClientError("invalid_answer", problem) from error


def _request_of(tool: str, arguments: Mapping[str, Any]) -> CallToolRequest:
    """Raises `ClientError` for what cannot be written as JSON: found by the connection's own tasks, it would end the connection."""
    for name, value in (("tool", tool), *((f"argument {name}", value) for name, value in arguments.items())):
        try:
            to_json([name, value])
        except ValueError as error:
            shown = f"{tool}: the {name}".encode("ascii", "backslashreplace").decode()
            raise ClientError("transport", f"{shown} cannot be sent as JSON: {error}") from error
    # Whatever form the server is set to: only envelopes have types.
    meta = {"satori/answers": "both"}
    return CallToolRequest(params=CallToolRequestParams(name=tool, arguments=dict(arguments), _meta=meta))


def _kind_of(error: MCPError) -> Literal["transport", "protocol"]:
    # Servers use the number of a timeout for a session that they do not know, such as one from before they started.
    return "transport" if error.code in (CONNECTION_CLOSED, REQUEST_TIMEOUT) else "protocol"


def _heard_by(callback: ProgressCallback | None) -> ProgressFnT | None:
    if callback is None:
        return None

    async def heard(progress: float, total: float | None, message: str | None) -> None:
        pending = callback(progress, total, message)
        if pending is not None:
            await pending

    return heard


def _plain(value: Any) -> Any:
    if isinstance(value, Model):
        return value.model_dump(by_alias=True, exclude_none=True)
    return list(value) if isinstance(value, Sequence) and not isinstance(value, str) else value


def _plain_result(result: CallToolResult) -> ToolResult:
    texts = tuple(block.text for block in result.content if isinstance(block, TextContent))
    return ToolResult(result.structured_content, texts, result.is_error is True)
