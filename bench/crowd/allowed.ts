/**
 * Which answers and log lines are correct, given what happened at the same time; all others are violations.
 * Pure.
 */
import type { Envelope, Exchange } from "./exchange.ts";
import { isLoose } from "./editor.ts";
import { type History, type Period, overlaps } from "./history.ts";
import type { LogLine } from "./server.ts";

/** What the experiment knows while it runs. */
export interface Known {
  readonly root: string;
  readonly history: History;
  /** When the index was complete and the first request was sent. */
  readonly startedMs: number;
  /** The rebuild, once it has been requested. */
  readonly rebuild: Period | null;
}

/** How old an answer may be that has no freshness information. */
const LAG_MS = 30_000;
/**
 * How old an answer may be that has freshness information: a watch reports an edit after it was made, and a
 * file may be edited while an answer is being produced.
 */
const TOLD_LAG_MS = 5_000;

const WARNINGS = new Set(["NO_CONFIDENT_MATCH", "OUTPUT_TRUNCATED", "REINDEX_PREFLIGHT_UNKNOWN"]);
/** Reasons for a stale answer that are other processes' work, not failures. */
const BEHIND_OTHERS = /another process is writing the index|a rebuild has started/;
const CHANGED = /has changed since it was indexed/;
/** Freshness modes that say that the answer does not come from an up-to-date index of this configuration. */
const UNFIT_MODES = new Set(["failed", "previous_run", "skipped_requires_reindex"]);

/** Why an answer is wrong; null if the contract allows it here. */
export function objectionTo(exchange: Exchange, known: Known): string | null {
  const { envelope } = exchange;
  const warning = envelope.warnings?.find(
    (code) => !WARNINGS.has(code) && !(code === "INDEX_MAY_BE_BEHIND" && mayBeBehind(exchange, known)),
  );
  if (warning !== undefined) return `warning ${warning}`;
  switch (envelope.status) {
    case "ok":
      return objectionToMode(exchange, known);
    case "not_ready":
      return isBusy(exchange, known) ? null : "not_ready without a rebuild";
    case "not_found":
      return couldBeMissing(exchange, known) ? null : "not_found of what is there";
    case "ambiguous":
      return exchange.tool === "read_file" && exchange.args["path"] === known.root
        ? null
        : "ambiguous within one file";
    case "error":
      return envelope.error?.code === "PATH_NOT_FOUND" && couldBeMissing(exchange, known, 0)
        ? null
        : `error ${envelope.error?.code}`;
    default:
      return `status ${envelope.status}`;
  }
}

/** Why a line should not be in a server's log. The reason for a rejected call is judged by its answer. */
export function objectionToLine({ level, event, ...fields }: LogLine): string | null {
  const isAllowed =
    level === "debug" || level === "info" || (event === "tool_failed" && fields["code"] === "PATH_NOT_FOUND");
  return isAllowed && event !== "background_sync_failed" ? null : JSON.stringify({ level, event, ...fields });
}

/** The freshness mode of an answer, if it has one. */
export function modeOf(envelope: Envelope): string | null {
  const { freshnessDecision } = envelope as { readonly freshnessDecision?: { readonly mode: string } };
  return freshnessDecision?.mode ?? null;
}

function objectionToMode({ envelope, ...period }: Exchange, { rebuild }: Known): string | null {
  const mode = modeOf(envelope);
  if (mode === null) return null;
  if (UNFIT_MODES.has(mode)) return `freshness ${mode}`;
  return mode === "skipped_indexing" && !(rebuild && overlaps(rebuild, period))
    ? `freshness ${mode} without a rebuild`
    : null;
}

function mayBeBehind(
  { envelope: { message = "" }, ...exchange }: Exchange,
  { root, history }: Known,
): boolean {
  return (
    BEHIND_OTHERS.test(message) ||
    (CHANGED.test(message) &&
      history.wasEdited(fileOf(exchange, root), {
        fromMs: exchange.fromMs - TOLD_LAG_MS,
        untilMs: exchange.untilMs,
      }))
  );
}

/** Relative to the codebase. */
function fileOf({ args }: Pick<Exchange, "args">, root: string): string {
  return typeof args["file"] === "string" ? args["file"] : String(args["path"]).slice(root.length + 1);
}

/**
 * Whether the index may be busy: during the rebuild; for a sync or reindex, at any time, because other
 * processes write too.
 */
function isBusy(exchange: Exchange, { rebuild }: Known): boolean {
  const { action } = exchange.args;
  return action === "sync" || action === "reindex" || (rebuild !== null && overlaps(rebuild, exchange));
}

/**
 * Whether the requested file, or the symbol in it, may be missing from the state that the answer was produced
 * from.
 */
function couldBeMissing(
  { args, fromMs, untilMs }: Exchange,
  { root, history, startedMs }: Known,
  lagMs = LAG_MS,
): boolean {
  const period = { fromMs: Math.max(startedMs, fromMs - lagMs), untilMs };
  const path = fileOf({ args }, root);
  if (isLoose(path) || history.wasAbsent(path, period)) return true;
  const name = args["open_symbol"];
  return (
    typeof name === "string" &&
    history.of(path).some(({ version, ...stay }) => overlaps(stay, period) && !version.names.includes(name))
  );
}
