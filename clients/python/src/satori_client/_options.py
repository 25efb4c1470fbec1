"""What a call may say besides its arguments."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Protocol


class ProgressCallback(Protocol):
    """A function or a coroutine function."""

    def __call__(self, progress: float, total: float | None, message: str | None, /) -> Awaitable[None] | None:
        """How far the work is, of how much where that is known, and what the server says of it."""


@dataclass(frozen=True)
class CallOptions:
    """To cancel a call, cancel its task: the server is told."""

    # Seconds until the call is given up. Default: that of the connection.
    timeout_s: float | None = None
    # Called while the server works, where it tells of it.
    on_progress: ProgressCallback | None = None
