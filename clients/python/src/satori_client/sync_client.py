"""A client whose methods block, for programs without an event loop: the one of `client.py`, run in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal, TypeVar

from anyio.from_thread import BlockingPortal, start_blocking_portal

from ._generated.sync_tool_methods import SyncToolMethods
from ._options import CallOptions
from .client import PollCallback, SatoriClient, WaitResult
from .connect import Command, Url, connect
from .errors import ClientError
from .manage_status import ToolResult

Answer = TypeVar("Answer")


class SyncSatoriClient(SyncToolMethods):
    """Made by `connect_sync`. May be used by several threads at once; callbacks are called in the thread of the connection."""

    def __init__(self, client: SatoriClient, portal: BlockingPortal) -> None:
        self._client = client
        self._portal = portal

    @property
    def protocol_version(self) -> str:
        """Of the protocol that was agreed on."""
        return self._client.protocol_version

    def call(self, tool: str, arguments: Mapping[str, Any], options: CallOptions | None = None) -> Any:
        """The tool's answer, whatever its status. Raises `ClientError` where there is none."""
        return self._run(tool, lambda: self._client.call(tool, arguments, options))

    def call_raw(self, tool: str, arguments: Mapping[str, Any], options: CallOptions | None = None) -> ToolResult:
        """What the server sent, be it an answer of the tool or prose of an older server."""
        return self._run(tool, lambda: self._client.call_raw(tool, arguments, options))

    def wait_until_indexed(
        self,
        path: str,
        *,
        run_id: str | None = None,
        poll_s: float = 0.5,
        timeout_s: float | None = None,
        on_poll: PollCallback | None = None,
    ) -> WaitResult:
        """As `SatoriClient.wait_until_indexed`."""
        return self._run("manage_index", lambda: self._client.wait_until_indexed(path, run_id=run_id, poll_s=poll_s, timeout_s=timeout_s, on_poll=on_poll))

    def _run(self, tool: str, work: Callable[[], Coroutine[Any, Any, Answer]]) -> Answer:
        try:
            pending = self._portal.start_task_soon(work)
        except RuntimeError as error:
            # The portal says that it is not running, or that this is its own thread.
            reason = "the connection is closed; connect again" if "not running" in str(error) else "a callback cannot wait for a call"
            raise ClientError("transport", f"{tool}: {reason}") from error
        try:
            answer: Answer = pending.result()
            return answer
        except BaseException:
            # As by Ctrl-C: the server is told that nobody waits any more.
            pending.cancel()
            raise


@contextmanager
def connect_sync(
    target: Command | Url,
    *,
    timeout_s: float = 60,
    protocol: Literal["auto", "legacy"] | None = None,
    client_info: Mapping[str, str] | None = None,
) -> Iterator[SyncSatoriClient]:
    """A client for the time of a `with`. Arguments and errors are those of `connect`."""
    connection = connect(target, timeout_s=timeout_s, protocol=protocol, client_info=client_info)
    failure: BaseException | None = None
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(connection) as client:
        try:
            yield SyncSatoriClient(client, portal)
        except BaseException as error:
            # What ends this thread must not end that of the connection, which has to be closed.
            failure = error
    if failure is not None:
        raise failure
