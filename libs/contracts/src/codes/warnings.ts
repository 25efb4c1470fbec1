import type { CodeEntry } from "./code-entry.ts";

/** All values in an envelope's `warnings`. */
export const WARNINGS = {
  CALL_GRAPH_NOTES_TRUNCATED: {
    meaning: "Not all notes were returned.",
    nextStep: "Narrow the question: a smaller depth, one direction, or another symbol.",
  },
  CHANGED_FILES_UNKNOWN: {
    meaning:
      "Git did not report uncommitted changes in time, so changed files got no boost; the next " +
      "search may rank them higher.",
    nextStep: 'Call again in a moment, or use `rankingMode: "default"`, which does not use git.',
  },
  DEADLINE_REACHED: {
    meaning:
      "The deadline passed, so the answer is incomplete; its message says what was not searched. The " +
      "same call may give a different answer.",
    nextStep:
      "Narrow the question: a subfolder, fewer codebases, a simpler pattern, a smaller depth. Or " +
      "raise the setting named in the message.",
  },
  EMBEDDING_INPUT_TRUNCATED: {
    meaning:
      "Some text exceeds the embedder's limit: search by meaning covers only its beginning; search " +
      "by words covers all of it.",
    nextStep: "Shorten the question, or use a model with a higher limit and reindex.",
  },
  FILES_SKIPPED: {
    meaning:
      "Some files are not in the index or were not searched: too large, binary, not readable as " +
      "text, unparsable, behind a symbolic link, or with a name that is not UTF-8.",
    nextStep:
      "See the message or `manage_index status` for counts by cause; `satori why <path>` explains " +
      "one file.",
  },
  FILE_HAS_INVALID_BYTES: {
    meaning: "Some bytes of the file are not valid UTF-8; each is shown as U+FFFD.",
    nextStep:
      "Keep these bytes when you edit the file: a tool that writes the shown text back replaces them.",
  },
  FILE_HAS_SYNTAX_ERRORS: {
    meaning:
      "The parser did not understand all of the file: some declarations may be missing or shown in " +
      "the wrong place.",
    nextStep: "Read the file if something seems to be missing.",
  },
  FILTER_MUST_UNSATISFIED: {
    meaning:
      "No chunk contains the required text: that of `must:`, or of a question without any word. The message " +
      "says how many files were searched.",
    nextStep: "Relax or remove the `must:` operator, or find the text with `search_text`.",
  },
  IGNORE_POLICY_PROBE_FAILED: {
    meaning: "Could not determine whether only ignore rules changed.",
    nextStep: "Nothing to do: the rebuild was started.",
  },
  INDEX_MAY_BE_BEHIND: {
    meaning:
      "The index was not compared with the disk before the answer, or differs from it: recent " +
      "changes may be missing; the message says why.",
    nextStep:
      "Call again in a moment. If the warning persists, run `manage_index sync` and see why it fails.",
  },
  LAST_RUN_FAILED: {
    meaning: "The last index run failed; the answer comes from the complete run before it.",
    nextStep: "See the failure in `manage_index status`, then run `manage_index reindex`.",
  },
  NO_CONFIDENT_MATCH: {
    meaning: "Nothing in the searched files is close to the question.",
    nextStep:
      "Rephrase with words from the code, make the call in `hints.leftOut` if present, or check that " +
      "this is the right codebase.",
  },
  NO_FILE_MATCHES: {
    meaning:
      "The patterns, languages or folder of the call leave no file to search, so nothing could be " +
      "found; the message says which of them.",
    nextStep: "Correct the arguments, or use those in `hints.retry` if present.",
  },
  OUTPUT_TRUNCATED: {
    meaning: "The answer was truncated at a limit.",
    nextStep: "Follow the hint that continues, if present, or ask for a smaller part.",
  },
  PARTIAL_SCAN: {
    meaning:
      "Parts of the tree, or ignore files in it, could not be read, or are nested too deep; what the " +
      "index had of them was kept.",
    nextStep:
      "Run `satori why <path>` to see the cause and fix it; then call again or, for an index, run " +
      "`manage_index sync`.",
  },
  PREVIOUS_RUN: {
    meaning: "A rebuild is running; the answer comes from the complete run before it.",
    nextStep: "Call again after the run for fresh results.",
  },
  REINDEX_PREFLIGHT_UNKNOWN: {
    meaning: "No reason for a rebuild was found; it was started because it was requested.",
    nextStep: "Use `manage_index sync` for ordinary changes: it is enough and much faster.",
  },
  REINDEX_UNNECESSARY_IGNORE_ONLY: {
    meaning: "Only ignore rules changed; a sync does the same as a rebuild.",
    nextStep: "Run `manage_index sync`.",
  },
  REMOTE_EMBEDDER_UPLOAD: {
    meaning:
      "The run sends the text and paths of the codebase's files to a remote embedder for the first " +
      "time; the message names the service and the number of files.",
    nextStep:
      "Nothing to do if intended. Otherwise stop the run with `manage_index clear`, exclude files in " +
      "a `.satoriignore`, or set `SATORI_EMBEDDER=static`, which sends nothing.",
  },
  REPOS_SKIPPED: {
    meaning: "Some of the requested codebases have no searchable index; the answer covers the others.",
    nextStep: "`searched` lists them with their status; index them, or call again when they are ready.",
  },
  RERANKER_FAILED: {
    meaning: "The reranker failed; results are in the order before reranking.",
    nextStep: "The results are valid. Check the reranker's URL and key.",
  },
  SEMANTIC_SEARCH_UNAVAILABLE: {
    meaning: "The embedder failed: lexical and symbol results only.",
    nextStep: "Check the embedder's configuration or connection, then call again.",
  },
  SESSION_UNKNOWN: {
    meaning:
      "The call's session has expired or its `session_id` is unknown, so no session scope was applied.",
    nextStep: "Call `set_scope` again.",
  },
  SYMBOL_METADATA_MISSING: {
    meaning:
      "The parser gave up on a file, which is searched as plain text: its declarations and calls are " +
      "missing or incomplete.",
    nextStep: "Use `read_file`, or search for the name.",
  },
  TEXT_SCAN_INCOMPLETE: {
    meaning:
      "The required text was looked for in only part of the index; the message says how much. More chunks " +
      "may contain it.",
    nextStep: "Narrow the search with `path:` or `lang:`, or find the text with `search_text`.",
  },
  VECTORS_PENDING: {
    meaning:
      "The first index of the codebase is being built: all files are searched by their words and symbols, " +
      "but the vectors, which find other words for the same thing, are still being computed.",
    nextStep: "Use the results; call again after the run for the final ranking.",
  },
} as const satisfies Record<string, CodeEntry>;

export type WarningCode = keyof typeof WARNINGS;
/** All warning codes, ascending. */
export const WARNING_CODES = Object.keys(WARNINGS).sort() as readonly WarningCode[];
