"""Typed async client of Satori-compatible servers."""

from ._generated import models
from ._generated.registries import ERRORS, REASONS, STATUSES, WARNINGS, ManageState
from ._options import CallOptions
from .client import SatoriClient, WaitResult
from .connect import Command, Url, connect
from .errors import ClientError, ClientErrorKind
from .manage_status import ManageStatus, PollStep, ToolResult, exit_code_of_result, may_retry, parse_envelope, parse_manage_status, poll_step_of

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
    "ToolResult",
    "Url",
    "WaitResult",
    "connect",
    "exit_code_of_result",
    "may_retry",
    "models",
    "parse_envelope",
    "parse_manage_status",
    "poll_step_of",
]
