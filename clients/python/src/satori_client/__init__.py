"""Typed client of Satori-compatible servers."""

from ._generated import models
from ._generated.registries import ERRORS, REASONS, STATUSES, WARNINGS, ManageState
from ._options import CallOptions
from .client import SatoriClient, WaitResult
from .connect import Command, Url, connect
from .errors import ClientError, ClientErrorKind
from .manage_status import ManageStatus, PollStep, ToolResult, exit_code_of_result, may_retry, parse_envelope, parse_manage_status, poll_step_of
from .sync_client import SyncSatoriClient, connect_sync

__all__ = [
    "ERRORS",
    "REASONS",
    "STATUSES",
    "WARNINGS",
    "CallOptions",
    "ClientError",
    "ClientErrorKind",
    "Command",
    "ManageState",
    "ManageStatus",
    "PollStep",
    "SatoriClient",
    "SyncSatoriClient",
    "ToolResult",
    "Url",
    "WaitResult",
    "connect",
    "connect_sync",
    "exit_code_of_result",
    "may_retry",
    "models",
    "parse_envelope",
    "parse_manage_status",
    "poll_step_of",
]
