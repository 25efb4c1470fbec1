/** Interprets ripgrep's standard error: unreadable paths, and why it rejects a query. Pure. */
import { EngineError } from "../../errors.ts";

/** The end of a notice about a path. */
const OS_ERROR = /\(os error (\d+)\)$/;
/** The path was removed after its folder was listed; Windows reports 3 for a missing path. */
const GONE = new Set(["2", "3"]);

/** The path that a notice reports as unreadable, as ripgrep names it; null for any other notice. */
export function unreadablePath(notice: string): string | null {
  const failure = failureOf(notice);
  return failure === null || GONE.has(failure.code) ? null : failure.path;
}

/**
 * Path and error code of a notice `rg: ./path: what failed (os error 13)`; null for any other notice. A path
 * may contain these separators itself, thousands of times, so the last ones count.
 */
function failureOf(notice: string): { readonly path: string; readonly code: string } | null {
  const end = OS_ERROR.exec(notice);
  if (!end || !/^rg: \.[/\\]/.test(notice)) return null;
  const path = notice.slice("rg: ".length, Math.max(0, notice.lastIndexOf(": ", end.index - 2)));
  return path.length < "./".length ? null : { path, code: end[1] as string };
}

const IGNORING = /^(?:rg: )?DEBUG\|ignore::walk\|[^|]*?: ignoring (?=\.[/\\])/;
const ITS_SIZE = /^: \d+ bytes$/;
const DEBUG = /^(?:rg: )?DEBUG\|/;

/** The path that a debug notice reports as skipped for its size; null for any other notice. */
export function tooLargePath(notice: string): string | null {
  const begin = IGNORING.exec(notice)?.[0].length;
  const end = notice.lastIndexOf(": ");
  return begin === undefined || end < begin || !ITS_SIZE.test(notice.slice(end))
    ? null
    : notice.slice(begin, end);
}

/** Whether a notice is debug output. */
export function isAside(notice: string): boolean {
  return DEBUG.test(notice);
}

/**
 * The notice that explains why ripgrep did nothing at all, for example because it is too old for an argument;
 * null if all notices are about paths.
 */
export function complaintOf(notices: readonly string[]): string | null {
  return notices.find((line) => /^(?:rg|error): /.test(line) && failureOf(line) === null) ?? null;
}

/** An odd number of backslashes at the end. */
const ENDS_ESCAPING = /(?<!\\)\\(?:\\\\)*$/;

const TOO_LARGE_EXPRESSION =
  "The compiled expression is too large: use smaller counts ({1,1000}) and less nesting, or put " +
  "(?-u) in front if \\w, \\d and \\s need only match ASCII";

/**
 * What is wrong with a query, in the words of ripgrep's regex engine; null if the query is not why it failed.
 */
export function queryProblem(notices: readonly string[], query: string): string | null {
  const at = notices.findIndex((line) =>
    /^rg: (?:regex parse error|the literal |.*(?:regex|exceeds size limit))/i.test(line),
  );
  if (at === -1) return null;
  const said = notices.slice(at);
  const reason =
    said.find((line) => line.startsWith("error: "))?.slice("error: ".length) ??
    (said[0] ?? "").slice("rg: ".length);
  if (reason.includes("exceeds size limit")) return TOO_LARGE_EXPRESSION;
  if (reason.includes("look-around"))
    return "Look-ahead and look-behind are not supported; the syntax is that of Rust's regex crate";
  if (reason.includes("backreferences"))
    return "Backreferences are not supported; the syntax is that of Rust's regex crate";
  if (reason.startsWith("the literal "))
    return "Matches never span lines: a regular expression cannot contain line breaks";
  // Ripgrep puts a group around the query; a backslash at the end of the query escapes the group's end.
  if (reason === "unclosed group" && ENDS_ESCAPING.test(query))
    return (
      "Not a regular expression: it ends with a backslash that escapes nothing; write a backslash as " +
      "\\\\"
    );
  return `Not a regular expression: ${reason}`;
}

/** Throws `INVALID_ARGUMENTS` for a query that cannot be searched. */
export function requireQuery(query: string): void {
  if (query === "") throw refused("The query must not be empty");
  if (/[\n\r]/.test(query)) throw refused("Matches never span lines: the query must not contain line breaks");
  if (query.includes("\0")) throw refused("The query must not contain NUL characters");
  if (/\p{Surrogate}/u.test(query))
    throw refused("The query has half of a surrogate pair, which no file can contain");
}

/** The error for an invalid query. */
export function refused(problem: string): EngineError {
  return new EngineError("INVALID_ARGUMENTS", problem, { details: [{ path: "query", message: problem }] });
}
