/** Answers as people see them in pi: one line, and more when expanded. Pure. */
import type { Progress } from "@satori/client";
import {
  type AnyEnvelope,
  type Status,
  type ToolName,
  type ToolResult,
  WARNINGS,
  exitCodeOfResult,
  envelopeIn,
  parseManageStatus,
  textsOf,
} from "@satori/contracts";
import { BRIDGE_LIMITS } from "../limits.ts";
import { linesOf, summaryOf } from "./answers.ts";
import { printable, printableLine } from "./printable.ts";
import { short } from "./short.ts";

/** Stored with the session, so that later versions can show it again. */
export interface View {
  readonly status: Status | "running";
  readonly summary: string;
  readonly lines: readonly string[];
}

export function viewOf(tool: ToolName, result: ToolResult): View {
  const envelope = envelopeIn(result);
  if (envelope === null) return proseView(tool, result);
  const lines = [
    ...(envelope.status === "ok" ? linesOf(envelope) : nextCalls(envelope)),
    ...(envelope.warnings ?? []).map(warningLine),
  ];
  return bounded({ status: envelope.status, summary: summaryOf(envelope), lines });
}

export function runningView({ progress, total, message }: Progress): View {
  return bounded({
    status: "running",
    summary: message ?? (total === undefined ? String(progress) : `${progress} of ${total}`),
    lines: [],
  });
}

/** The view of a call without an answer. */
export function thrownView(text: string): View {
  return bounded({ status: "error", summary: text, lines: [] });
}

/** Whether a value was made by `viewOf`, in this session or an earlier one. */
export function isView(value: unknown): value is View {
  const { status, summary, lines } = (value ?? {}) as Partial<Record<keyof View, unknown>>;
  return typeof status === "string" && typeof summary === "string" && Array.isArray(lines);
}

/** The view of a prose answer. */
function proseView(tool: ToolName, result: ToolResult): View {
  const [summary = "", ...lines] = textsOf(result).join("\n").split("\n");
  return bounded({ status: statusOfProse(tool, result), summary, lines });
}

function statusOfProse(tool: ToolName, result: ToolResult): Status {
  const { state } = parseManageStatus(result);
  if (exitCodeOfResult(result) === 0) return "ok";
  if (result.isError === true && tool !== "manage_index") return "error";
  const statuses = {
    indexing: "not_ready",
    requires_reindex: "requires_reindex",
    not_indexed: "not_indexed",
    indexfailed: "error",
    indexed: "error",
    unknown: "error",
  } as const;
  return statuses[state];
}

/** The calls that an answer proposes, each valid as it stands. */
function nextCalls(envelope: AnyEnvelope): string[] {
  return Object.values("hints" in envelope ? (envelope.hints ?? {}) : {}).flatMap((hint: unknown) => {
    const { tool, args } = (hint ?? {}) as { readonly tool?: unknown; readonly args?: unknown };
    return typeof tool === "string" ? [`next: ${tool} ${JSON.stringify(args)}`] : [];
  });
}

/** For codes of later versions, only the name is known. */
function warningLine(code: string): string {
  return `warning ${code}${code in WARNINGS ? `: ${WARNINGS[code as keyof typeof WARNINGS].meaning}` : ""}`;
}

function bounded({ status, summary, lines }: View): View {
  const all = lines
    .flatMap((text) => printable(text).trimEnd().split("\n"))
    .map((line) => short(line.trimEnd()));
  const shown = all.slice(0, BRIDGE_LIMITS.viewLines);
  return {
    status,
    summary: short(printableLine(summary)),
    lines: shown.length < all.length ? [...shown, `… ${all.length - shown.length} more lines`] : shown,
  };
}
