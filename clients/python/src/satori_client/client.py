"""A connected client: one typed method a tool, and waiting for an index."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import anyio
from mcp import Client, MCPError
from mcp.shared.dispatcher import ProgressFnT
from mcp.types import CONNECTION_CLOSED, REQUEST_TIMEOUT, CallToolResult, TextContent
from pydantic import TypeAdapter, ValidationError

from ._generated.registries import ManageState
from ._generated.tool_methods import OUTPUT_TYPES, ManageIndexOutput, ToolMethods
from ._model import Model
from ._options import CallOptions, ProgressCallback
from .errors import ClientError
from .manage_status import ExitCode, ToolResult, parse_envelope, parse_manage_status, poll_step_of

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
        given = {name: _plain(value) for name, value in arguments.items() if value is not None}
        try:
            result = await self._mcp.call_tool(tool, given, options.timeout_s, _heard_by(options.on_progress))
        except MCPError as error:
            kind = _kind_of(error)
            reason = f"no answer in {self._mcp.read_timeout_seconds if options.timeout_s is None else options.timeout_s} s" if kind == "timeout" else error.message
            raise ClientError(kind, f"{tool}: {reason}") from error
        except (OSError, anyio.BrokenResourceError, anyio.ClosedResourceError) as error:
            raise ClientError("transport", f"{tool}: {error}") from error
        return _plain_result(result)

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
        raise ClientError("invalid_answer", f"{tool} is a tool that this version does not know")
    value = parse_envelope(result) or result.structured
    try:
        return _adapter_of(tool).validate_python(value)
    except ValidationError as error:
        raise ClientError("invalid_answer", f"What the server answered is no answer of {tool}: {error}") from error


def _kind_of(error: MCPError) -> Literal["timeout", "transport", "protocol"]:
    if error.code == REQUEST_TIMEOUT:
        # Servers use the same number for a session that they do not know, such as one from before they started.
        return "timeout" if error.message.endswith("timed out") else "transport"
    return "transport" if error.code == CONNECTION_CLOSED else "protocol"


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
