/** Values of answers in words for people. Pure. */
import {
  type FreshnessDecision,
  type ManageAction,
  type SymbolKind,
  type ToolCall,
  counted,
  printable,
} from "@satori/contracts";
import { ACTION_LABELS, inPlainWords } from "./plain-words.ts";
import { nameOf } from "./routing/paths.ts";
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
      return `index may lack recent changes${reason === undefined ? "" : `: ${inPlainWords(reason)}`}`;
  }
}

/** The title of the tab. */
export function titleOf(route: Route): string {
  switch (route.view) {
    case "codebases":
      return "Satori";
    case "codebase":
      return `${nameOf(route.path)} · Satori`;
    case "search":
      return `${route.query || "Search"} · Satori`;
    case "file":
      return `${route.file || route.symbol || ""} · Satori`;
    case "graph":
      return callsTitle(null);
    case "history":
      return historyTitle(null);
    case "impact":
      return pageTitle("Impact");
  }
}

export function pageTitle(heading: string): string {
  return `${heading} · Satori`;
}

/** @param name as for `callsTitle` */
export function historyTitle(name: string | null): string {
  return pageTitle(name === null ? "History" : `History of ${name}`);
}

/** @param name of the definition; null if only an id is known, which means nothing to people */
export function callsTitle(name: string | null): string {
  return pageTitle(name === null ? "Calls" : `Calls of ${name}`);
}

/** The label of a button that makes the call: what it does. */
export function callLabel({ tool, args }: ToolCall): string {
  switch (tool) {
    case "list_codebases":
      return "Show all codebases";
    case "manage_index":
      return changeLabel(args);
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

function changeLabel(args: ToolCall["args"]): string {
  if (args["allowUnnecessaryReindex"] === true) return "Rebuild anyway";
  if (args["force"] === true) return "Rebuild with these settings";
  if (args["action"] === "create" && typeof args["path"] === "string")
    return `Index ${printable(nameOf(args["path"]))}`;
  return ACTION_LABELS[args["action"] as ManageAction] ?? ACTION_LABELS.status;
}

/** Statuses as headings. */
const STATUS_HEADINGS: Readonly<Record<string, string>> = {
  not_ready: "Being indexed",
  requires_reindex: "The index must be rebuilt",
  not_indexed: "No index yet",
  blocked: "Not necessary",
  not_found: "Not found",
  ambiguous: "Several of that name",
  unsupported: "Not supported",
  error: "This did not work",
};

/** @param status of an answer without a result; one of a newer server is shown as it is */
export function statusHeading(status: string): string {
  return Object.hasOwn(STATUS_HEADINGS, status) ? (STATUS_HEADINGS[status] ?? status) : words(status);
}

/** Short names of kinds of symbols, each of one kind. */
const KIND_MARKS: Readonly<Record<SymbolKind, string>> = {
  module: "mod",
  namespace: "ns",
  class: "class",
  interface: "iface",
  struct: "struct",
  enum: "enum",
  enum_member: "case",
  trait: "trait",
  protocol: "proto",
  object: "object",
  extension: "ext",
  impl: "impl",
  type: "type",
  function: "fn",
  method: "method",
  constructor: "ctor",
  property: "prop",
  field: "field",
  variable: "var",
  constant: "const",
  macro: "macro",
  event: "event",
  section: "§",
};

/** A kind of a newer server is shown as it is. */
export function kindMark(kind: string): string {
  return Object.hasOwn(KIND_MARKS, kind) ? KIND_MARKS[kind as SymbolKind] : kind;
}
