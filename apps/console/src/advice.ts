/**
 * Warnings and errors in the words of the page, and the buttons and links that do what they advise. Pure.
 */
import type { ErrorCode, ManageAction, ToolCall, WarningCode } from "@satori/contracts";
import { type Route, refOf } from "./routing/route.ts";

/** What the page shows for each warning: what it means and, where no button does it, what to do. */
const WARNING_WORDS: Readonly<Record<WarningCode, string>> = {
  CALL_GRAPH_NOTES_TRUNCATED: "Not all notes are listed: choose fewer levels or one direction to see them.",
  CHANGED_FILES_UNKNOWN:
    "Git did not report uncommitted changes in time, so changed files may rank lower than they should.",
  DEADLINE_REACHED:
    "The server's time limit passed, so this is incomplete. Narrow the question, or raise the setting that " +
    "the message names.",
  EMBEDDING_INPUT_TRUNCATED:
    "Some text is longer than the embedder accepts: the search by meaning covers only its beginning.",
  FILES_SKIPPED:
    "Some files are not in the index: too large, binary, unreadable, behind a symbolic link, or with a " +
    "name that is not UTF-8.",
  FILE_HAS_INVALID_BYTES: "Some bytes of the file are not valid UTF-8; each is shown as U+FFFD.",
  FILE_HAS_SYNTAX_ERRORS:
    "The parser did not understand all of the file: declarations may be missing from the outline.",
  FILTER_MUST_UNSATISFIED: "None of the searched files contains the required text.",
  IGNORE_POLICY_PROBE_FAILED: "It is unknown whether only ignore rules changed. The rebuild was started.",
  INDEX_MAY_BE_BEHIND: "Recent changes may be missing: the index was not compared with the disk, or differs.",
  LAST_RUN_FAILED: "The last indexing failed; this comes from the index before it.",
  NO_CONFIDENT_MATCH:
    "Nothing here is close to the question. Try words that occur in the code, or another codebase.",
  NO_FILE_MATCHES: "The filters of the question leave no file to search: correct or remove them.",
  OUTPUT_TRUNCATED: "This is not all: the answer was cut at a limit.",
  PARTIAL_SCAN:
    "Some folders, or ignore files in them, could not be read; what the index had of them was kept. " +
    "`satori why PATH` in a terminal names the cause.",
  PREVIOUS_RUN: "A rebuild is running; this comes from the index before it.",
  REINDEX_PREFLIGHT_UNKNOWN: "Nothing required a rebuild; it was started because you asked for it.",
  REINDEX_UNNECESSARY_IGNORE_ONLY: "Only ignore rules changed: applying the changes is enough, and faster.",
  REMOTE_EMBEDDER_UPLOAD:
    "Text and paths of the files are sent to a remote embedder for the first time. If that is not " +
    "intended, remove the index: that stops it.",
  REPOS_SKIPPED: "Some of the codebases have no index that can be searched.",
  RERANKER_FAILED: "The reranker failed: results are in the order before it. Check its URL and key.",
  SEMANTIC_SEARCH_UNAVAILABLE:
    "The embedder failed: only words and names were searched. Check its configuration and connection.",
  SESSION_UNKNOWN: "The session has expired, so no session filter was applied.",
  SYMBOL_METADATA_MISSING:
    "The parser gave up on a file, which is searched as plain text: its declarations and calls are missing.",
  TEXT_SCAN_INCOMPLETE:
    "The required text was looked for in only part of the index: narrow the question with path: or lang:.",
  VECTORS_PENDING:
    "The first index is being built: words and symbols of all files were searched, vectors are not there yet.",
};

/** For a code of a newer server: the code. */
export function warningWords(code: string): string {
  return Object.hasOwn(WARNING_WORDS, code) ? WARNING_WORDS[code as WarningCode] : code;
}

/** What to do about an error, if the page knows more than the message says. */
const ERROR_WORDS: Readonly<Partial<Record<ErrorCode, string>>> = {
  PATH_NOT_FOUND: "It may have been moved or removed.",
  PATH_NOT_A_DIRECTORY: "Choose the folder that contains it.",
  PATH_NOT_A_FILE: "Choose a file in it, or search it.",
  PATH_OUTSIDE_ROOTS: "The page shows only the folders that its server serves.",
  PATH_UNREADABLE: "Check its permissions, or the ignore file that the message names.",
  PATH_REFUSED: "Choose a project folder.",
  FILE_TOO_LARGE: "Open it with a program for large files.",
  FILE_NOT_TEXT: "Open it with a program for its format.",
  CANCELLED: "Nothing that was done before is lost.",
  DEADLINE_REACHED: "Narrow the question, or raise the setting that the message names.",
  INDEX_FAILED: "Fix the cause, then build the index again.",
  RUN_STALLED: "Build the index again. If it stalls again, report it with the server's log.",
  EMBEDDER_FAILED: "Check its configuration, or set SATORI_EMBEDDER=static, which needs no service.",
  STORE_UNAVAILABLE: "`satori doctor` in a terminal checks the disk and the store.",
  STORE_CORRUPT: "Build the index again.",
  STORE_NEWER: "Use that version, or remove the index and build it again with this one.",
  PROCESS_LIMIT_REACHED: "Stop other programs, or raise the limits of the user or container.",
  TEMPORARY_FOLDER_UNUSABLE: "Free space in it, or set TMPDIR to a folder that can be written.",
  CONFIG_INVALID: "Correct the setting that the message names.",
  INTERNAL: "This is a bug in Satori: report it with the server's log.",
};

/** Empty if the message says all there is. */
export function errorWords(code: string): string {
  return ERROR_WORDS[code as ErrorCode] ?? "";
}

/** `call` changes an index, `visit` leads to a page, `again` repeats the calls of this page. */
export type Remedy =
  | { readonly kind: "call"; readonly call: ToolCall }
  | { readonly kind: "visit"; readonly to: Route; readonly label: string }
  | { readonly kind: "again"; readonly label: string };

/** Changes to the index that help against a warning. */
const ACTIONS: Readonly<Partial<Record<WarningCode, ManageAction>>> = {
  EMBEDDING_INPUT_TRUNCATED: "reindex",
  INDEX_MAY_BE_BEHIND: "sync",
  LAST_RUN_FAILED: "reindex",
  PARTIAL_SCAN: "sync",
};
/** Warnings that the next call may not have. */
const PASSING: ReadonlySet<string> = new Set<WarningCode>([
  "CHANGED_FILES_UNKNOWN",
  "DEADLINE_REACHED",
  "INDEX_MAY_BE_BEHIND",
  "PREVIOUS_RUN",
  "RERANKER_FAILED",
  "SEMANTIC_SEARCH_UNAVAILABLE",
  "VECTORS_PENDING",
]);
/** Warnings about which the page of the codebase says more, or where its index can be removed. */
const EXPLAINED: Readonly<Partial<Record<WarningCode, string>>> = {
  FILES_SKIPPED: "Show what was left out",
  LAST_RUN_FAILED: "Show why",
  REMOTE_EMBEDDER_UPLOAD: "Go to the index",
};
/** The text that `must:` requires, quoted or one word. */
const REQUIRED = /(?<!\S)must:(?:"[^"]*"|\S+)\s*/g;

/**
 * What to do about a warning, in the order in which it is offered.
 *
 * @param root of the codebase; empty if the answer is about none
 */
export function remediesOf(
  code: string,
  { root, at }: { readonly root: string; readonly at: Route },
): Remedy[] {
  const known = code as WarningCode;
  const ref = refOf(at);
  // The index of a commit is made once, and never changes.
  const action = ref === "" ? ACTIONS[known] : undefined;
  const explained = EXPLAINED[known];
  return [
    ...searchRemedies(known, at),
    ...(action === undefined || root === ""
      ? []
      : [{ kind: "call", call: { tool: "manage_index", args: { action, path: root } } } as const]),
    ...(explained === undefined || root === ""
      ? []
      : [{ kind: "visit", to: { view: "codebase", path: root, ref }, label: explained } as const]),
    ...(PASSING.has(code) ? [{ kind: "again", label: "Ask again" } as const] : []),
  ];
}

/** The largest number of results that the page offers. */
const MOST_RESULTS = 50;

/** Other questions that may have results where this one has none, or only some. */
function searchRemedies(code: WarningCode, at: Route): Remedy[] {
  if (at.view !== "search") return [];
  const visit = (to: Route, label: string): Remedy[] => [{ kind: "visit", to, label }];
  switch (code) {
    case "NO_CONFIDENT_MATCH":
      return at.scope === "mixed" ? [] : visit({ ...at, scope: "mixed" }, "Search all files");
    case "OUTPUT_TRUNCATED":
      return at.limit >= MOST_RESULTS ? [] : visit({ ...at, limit: MOST_RESULTS }, "Show more results");
    case "FILTER_MUST_UNSATISFIED":
    case "TEXT_SCAN_INCOMPLETE": {
      const query = at.query.replace(REQUIRED, "").trim();
      return query === "" || query === at.query
        ? []
        : visit({ ...at, query }, "Search without the required text");
    }
    default:
      return [];
  }
}
