/** Values of answers in words for people. Pure. */
import { type FreshnessDecision, type ManageAction, type ToolCall, counted } from "@satori/contracts";
import type { Route } from "./routing/route.ts";

const FORMAT = new Intl.NumberFormat("en");

export function number(value: number): string {
  return FORMAT.format(value);
}

/** `1 file`, `2,818 files`. */
export function count(value: number, noun: string): string {
  return counted(value, noun, number);
}

export function bytes(value: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const power = Math.min(units.length - 1, value < 1 ? 0 : Math.floor(Math.log10(value) / 3));
  const scaled = value / 1000 ** power;
  return `${power === 0 || scaled >= 100 ? Math.round(scaled) : scaled.toFixed(1)} ${units[power]}`;
}

/** `40 s`, `3 min`, `2 h`, `5 days`: whole multiples of the largest unit that fits. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

/** @param at ISO 8601 */
export function ago(at: string | null, nowMs: number): string {
  if (at === null) return "never";
  const ms = nowMs - Date.parse(at);
  return ms < 5_000 ? "just now" : `${duration(ms)} ago`;
}

/** `list_codebases` and `name_match` as words. */
export function words(name: string): string {
  return name.replaceAll("_", " ");
}

/** How current an index was when it answered. */
export function freshness({ mode, reason, changes, checkedAt }: FreshnessDecision, nowMs: number): string {
  const changed =
    changes === undefined
      ? ""
      : `: ${number(changes.added)} added, ${number(changes.modified)} changed, ` +
        `${number(changes.removed)} removed`;
  switch (mode) {
    case "fresh":
      return reason === undefined
        ? "index compared with the disk"
        : `index last compared with the disk ${ago(checkedAt, nowMs)}`;
    case "synced":
      return `index updated${changed}`;
    case "reconciled_ignore_change":
      return `ignore rules applied${changed}`;
    case "coalesced":
      return "index updated by another search";
    case "previous_run":
      return "answered by the previous index during a rebuild";
    default:
      return `index may lack recent changes${reason === undefined ? "" : `: ${reason}`}`;
  }
}

/** The title of the tab. */
export function titleOf(route: Route): string {
  switch (route.view) {
    case "codebases":
      return "Satori";
    case "codebase":
      return `${route.path} · Satori`;
    case "search":
      return `${route.query || "Search"} · Satori`;
    case "file":
      return `${route.file || route.symbol || ""} · Satori`;
    case "graph":
      return callsTitle(null);
  }
}

/** @param name of the definition; null if only an id is known, which means nothing to people */
export function callsTitle(name: string | null): string {
  return `${name === null ? "Calls" : `Calls of ${name}`} · Satori`;
}

const ACTION_LABELS: Readonly<Record<ManageAction, string>> = {
  create: "Build the index",
  reindex: "Rebuild the index",
  sync: "Apply changes now",
  status: "Show its status",
  clear: "Remove the index",
};

/** The label of a button that makes the call: what it does. */
export function callLabel({ tool, args }: ToolCall): string {
  switch (tool) {
    case "list_codebases":
      return "Show all codebases";
    case "manage_index":
      return args["allowUnnecessaryReindex"] === true
        ? "Rebuild anyway"
        : (ACTION_LABELS[args["action"] as ManageAction] ?? "Show its status");
    case "search_codebase":
      return "Search for it";
    case "file_outline":
      return "Show its outline";
    case "read_file":
      return "Open it";
    case "call_graph":
      return "Follow its calls";
  }
}
