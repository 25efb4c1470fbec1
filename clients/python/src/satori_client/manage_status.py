"""What an answer of `manage_index` says about an index, and what a client does about it.

The same decisions as those of `@satori/contracts`, proven by the same answers. The part that reads prose of older
servers goes in 1.0.0.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Literal

from ._generated.registries import ENVELOPE_TOOLS, ERRORS, STATUSES, ManageState
from ._generated.tool_methods import OUTPUT_TYPES

ExitCode = Literal[0, 1, 2, 3]

# In this order: a sentence that fits several is about the first.
_SAYINGS: tuple[tuple[ManageState, tuple[str, ...]], ...] = (
    ("indexing", ("currently being indexed", "currently indexing")),
    ("indexed", ("fully indexed and ready",)),
    ("indexfailed", ("indexing failed",)),
    ("requires_reindex", ("must be rebuilt", "incompatible with the current runtime")),
    ("not_indexed", ("is not indexed",)),
)


# The first line of a text answer: `satori/1 TOOL ok`, and fields whose values are bare or JSON strings.
_HEAD = re.compile(
    r"satori/1 (?P<tool>[A-Za-z0-9_]+) ok"
    r'(?: [A-Za-z_][A-Za-z0-9_]*=(?:"(?:[^"\\]|\\.)*"|[A-Za-z0-9_./:@%+,~-]+))*'
)


@dataclass(frozen=True)
class ToolResult:
    """What clients need of MCP's tool result."""

    structured: Any = None
    texts: tuple[str, ...] = ()
    is_error: bool = False


@dataclass(frozen=True)
class ManageStatus:
    state: ManageState
    # legacy_text where the result is prose of an older server.
    source: Literal["envelope", "legacy_text"]


@dataclass(frozen=True)
class PollStep:
    """What a client that waits for the end of a run does next."""

    kind: Literal["wait", "end"]
    # As the server advises; for "wait".
    after_ms: int | None = None
    # For "end"; 0 only where the answer proves an index.
    exit_code: ExitCode | None = None


def parse_envelope(result: ToolResult) -> dict[str, Any] | None:
    """The envelope of a result: its structured content, else its first text read as JSON."""
    if _is_envelope(result.structured):
        envelope: dict[str, Any] = result.structured
        return envelope
    value = _json_in(result)
    return value if _is_envelope(value) else None


def is_text_answer(result: ToolResult) -> bool:
    """Whether a result is the text of an ok answer, without its envelope; its body is never parsed.

    The same rule as that of `@satori/contracts`: the first line is a head, and a blank line follows it.
    """
    if _is_envelope(result.structured) or not result.texts:
        return False
    head, end, body = result.texts[0].partition("\n")
    match = _HEAD.fullmatch(head)
    return match is not None and match["tool"] in OUTPUT_TYPES and (not end or body.startswith("\n"))


def unknown_status_of(result: ToolResult) -> str | None:
    """The status of what would be an envelope, had it one that this version knows; None where there is an envelope, or nothing like one."""
    if parse_envelope(result) is not None or is_text_answer(result):
        return None
    return next((value["status"] for value in (result.structured, _json_in(result)) if _has_form(value)), None)


def parse_manage_status(result: ToolResult) -> ManageStatus:
    envelope = parse_envelope(result)
    if envelope is not None:
        return ManageStatus(_state_of(envelope), "envelope")
    # The body of a text answer may be anybody's text, and says nothing about an index.
    if unknown_status_of(result) is not None or is_text_answer(result):
        return ManageStatus("unknown", "envelope")
    return ManageStatus(_legacy_state("\n".join(result.texts)), "legacy_text")


def exit_code_of_result(result: ToolResult) -> ExitCode:
    """With which a command ends: 0 ok, 1 any other status, 2 wrong arguments, 3 the product could not start."""
    envelope = parse_envelope(result)
    if envelope is not None:
        return _exit_code(envelope["status"], _error_code(envelope))
    if result.is_error:
        failure = result.structured if isinstance(result.structured, dict) else _json_in(result)
        code = failure.get("code") if isinstance(failure, dict) else None
        return _exit_code("error", code if isinstance(code, str) and code in ERRORS else None)
    if is_text_answer(result):
        return 0
    # Whatever a later version means by it, "ok" it is not.
    if unknown_status_of(result) is not None:
        return 1
    state = parse_manage_status(result).state
    return 0 if state in ("indexed", "unknown") else 1


def poll_step_of(result: ToolResult, run_id: str | None = None) -> PollStep:
    """The next step of one who waits; a run that is named and has failed is no success, though an earlier index answers."""
    envelope = parse_envelope(result)
    state = parse_manage_status(result).state
    if state == "indexing":
        return PollStep("wait", after_ms=envelope.get("retryAfterMs") if envelope and envelope["status"] == "not_ready" else None)
    if state == "indexed":
        failed = run_id is not None and envelope is not None and _failed_run(envelope) == run_id
        return PollStep("end", exit_code=1 if failed else 0)
    return PollStep("end", exit_code=exit_code_of_result(result) or 1)


def may_retry(tool: str, attempt: int, ended: Literal["answered", "not_sent", "sent"]) -> bool:
    """Whether a call may be made again by itself: an answer is an outcome, and `manage_index` is not begun twice."""
    if ended == "answered" or attempt > 1:
        return False
    return ended == "not_sent" or tool != "manage_index"


def _json_in(result: ToolResult) -> Any:
    """The first text of a result, read as JSON; None where it is none."""
    if not result.texts or not result.texts[0].lstrip().startswith("{"):
        return None
    try:
        return json.loads(result.texts[0])
    except ValueError:
        return None


def _is_envelope(value: Any) -> bool:
    return _has_form(value) and value["status"] in STATUSES


def _has_form(value: Any) -> bool:
    """Whatever its status."""
    if not isinstance(value, dict):
        return False
    version = value.get("version")
    return value.get("tool") in ENVELOPE_TOOLS and version == 1 and not isinstance(version, bool) and isinstance(value.get("status"), str)


def _state_of(envelope: dict[str, Any]) -> ManageState:
    match envelope["status"]:
        case "not_ready":
            return "indexing"
        case "requires_reindex":
            return "requires_reindex"
        case "not_indexed":
            return "not_indexed"
        case "error":
            return "indexfailed" if _error_code(envelope) == "INDEX_FAILED" else "unknown"
        case "ok" if envelope["tool"] == "manage_index":
            return _state_after(envelope)
        case _:
            return "unknown"


def _state_after(envelope: dict[str, Any]) -> ManageState:
    match envelope.get("action"):
        case "status" | "sync":
            return "indexed"
        case "create" | "reindex":
            return "indexing" if envelope.get("runId") else "indexed"
        case "clear":
            return "not_indexed"
        case _:
            return "unknown"


def _legacy_state(text: str) -> ManageState:
    said = text.lower()
    return next((state for state, parts in _SAYINGS if any(part in said for part in parts)), "unknown")


def _exit_code(status: str, error_code: str | None) -> ExitCode:
    if status == "ok":
        return 0
    if error_code in ("INVALID_ARGUMENTS", "CLIENT_CONFIG_INVALID"):
        return 2
    return 3 if error_code == "CONFIG_INVALID" else 1


def _error_code(envelope: dict[str, Any]) -> str | None:
    error = envelope.get("error")
    code = error.get("code") if isinstance(error, dict) else None
    return code if isinstance(code, str) else None


def _failed_run(envelope: dict[str, Any]) -> Any:
    index = envelope.get("index")
    failure = index.get("lastFailure") if isinstance(index, dict) else None
    return failure.get("runId") if isinstance(failure, dict) else None
