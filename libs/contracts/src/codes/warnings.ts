import type { CodeEntry } from "./code-entry.ts";

/** Everything that can stand in an envelope's `warnings`. */
export const WARNINGS = {
  CALL_GRAPH_NOTES_TRUNCATED: {
    meaning: "More notes apply than are returned.",
    nextStep: "Narrow the question: a smaller depth, one direction, or another symbol.",
  },
  CHANGED_FILES_UNKNOWN: {
    meaning:
      "Git did not say in time which files have uncommitted changes: none of them was raised, and the " +
      "next search may rank them higher.",
    nextStep: 'Ask again in a moment, or with `rankingMode: "default"`, which asks nothing of git.',
  },
  DEADLINE_REACHED: {
    meaning:
      "The answer reached its deadline: it holds what was known by then, and its message says what was " +
      "not looked at. The same question may get another answer.",
    nextStep:
      "Narrow the question: a subfolder, fewer codebases, a simpler pattern, a smaller depth. Or raise " +
      "the setting that the message names.",
  },
  EMBEDDING_INPUT_TRUNCATED: {
    meaning:
      "Some text is longer than the embedder takes: its end has no part in what is found by meaning. " +
      "Words are found in all of it.",
    nextStep: "Ask a shorter question, or use a model that takes longer texts and reindex.",
  },
  FILES_SKIPPED: {
    meaning:
      "Some files are not in the index, or were not searched: too large, binary, not readable as text, " +
      "unparsable, or with a name that is no UTF-8.",
    nextStep:
      "The message or `manage_index status` counts them by cause; `satori why <path>` explains one file.",
  },
  FILE_HAS_SYNTAX_ERRORS: {
    meaning:
      "The parser did not understand all of the file: what is declared there may be missing, or be " +
      "shown in another place.",
    nextStep: "Read the file where something seems to be missing.",
  },
  FILTER_MUST_UNSATISFIED: {
    meaning: "No candidate holds what `must:` asks for, after the retries.",
    nextStep: "Loosen or drop the `must:` operator, or search for its text alone.",
  },
  IGNORE_POLICY_PROBE_FAILED: {
    meaning: "It could not be told whether only ignore rules changed.",
    nextStep: "Nothing to do: the rebuild went ahead.",
  },
  INDEX_MAY_BE_BEHIND: {
    meaning:
      "The index was not compared with the disk before the answer, or has another text of a file than " +
      "the disk: the answer may lack recent changes; its message says why.",
    nextStep: "Ask again in a moment. If it stays, run `manage_index sync` and read why it fails.",
  },
  LAST_RUN_FAILED: {
    meaning: "The last index run failed; answers come from the complete run before it.",
    nextStep: "Read the failure in `manage_index status`, then run `manage_index reindex`.",
  },
  NO_CONFIDENT_MATCH: {
    meaning: "Nothing that was searched is close to the question.",
    nextStep:
      "Rephrase with words of the code, make the call in `hints.leftOut` where there is one, or check " +
      "that the right codebase was asked.",
  },
  OUTPUT_TRUNCATED: {
    meaning: "The answer was cut at a limit.",
    nextStep: "Follow the hint that continues, where there is one, or ask for a smaller part.",
  },
  PARTIAL_SCAN: {
    meaning:
      "Parts of the tree could not be read, be it only the ignore file of a folder, or lie too deep; " +
      "what the index had of them was kept.",
    nextStep:
      "`satori why <path>` says what stands in the way: mend it, then ask again; of an index, run " +
      "`manage_index sync`.",
  },
  PREVIOUS_RUN: {
    meaning: "A rebuild is active; the answer comes from the complete run before it.",
    nextStep: "Ask again after the run for fresh results.",
  },
  REINDEX_PREFLIGHT_UNKNOWN: {
    meaning: "No cause for a rebuild was found; it went ahead because it was asked for.",
    nextStep: "Use `manage_index sync` for ordinary changes: it is enough and much faster.",
  },
  REINDEX_UNNECESSARY_IGNORE_ONLY: {
    meaning: "Only ignore rules changed; a rebuild would do nothing that a sync does not.",
    nextStep: "Run `manage_index sync`.",
  },
  REMOTE_EMBEDDER_UPLOAD: {
    meaning:
      "The run sends the text and the paths of the codebase's files to a remote embedder, for the " +
      "first time; the message says to which one, and how many files.",
    nextStep:
      "Nothing to do if that is meant. Else end the run with `manage_index clear`, leave files out " +
      "with a `.satoriignore`, or choose `SATORI_EMBEDDER=static`, which sends nothing.",
  },
  REPOS_SKIPPED: {
    meaning:
      "Some of the codebases that were asked have no index that can be searched; the answer is about " +
      "the others.",
    nextStep:
      "`searched` says which, and what state they are in; index them, or ask again when they are ready.",
  },
  RERANKER_FAILED: {
    meaning: "The reranker failed; the order is the one before it.",
    nextStep: "Check the reranker's URL and key; results are valid.",
  },
  SEMANTIC_SEARCH_UNAVAILABLE: {
    meaning: "The embedder failed: lexical and symbol results only.",
    nextStep: "Check the embedder's configuration or connection; ask again.",
  },
  SESSION_UNKNOWN: {
    meaning:
      "No scope is kept for the session of the call: it has expired, or nothing is known of the " +
      "`session_id` that the call names. The answer is about everything.",
    nextStep: "Call `set_scope` again.",
  },
  SYMBOL_METADATA_MISSING: {
    meaning:
      "The parser gave up on a file, which is searched as plain text: what it declares and calls is " +
      "not known, or not all of it.",
    nextStep: "Use `read_file`, or search for the name.",
  },
} as const satisfies Record<string, CodeEntry>;

export type WarningCode = keyof typeof WARNINGS;
/** All warning codes, ascending. */
export const WARNING_CODES = Object.keys(WARNINGS).sort() as readonly WarningCode[];
