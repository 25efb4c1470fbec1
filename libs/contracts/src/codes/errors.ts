import type { CodeEntry } from "./code-entry.ts";

/** Everything that can stand in `error.code`. */
export const ERRORS = {
  INVALID_ARGUMENTS: {
    meaning: "An argument is unknown, of the wrong type, out of range, or does not go with another.",
    nextStep: "Correct the arguments that `details` names.",
  },
  PATH_NOT_FOUND: {
    meaning: "The path does not exist.",
    nextStep: "Check the path; paths are absolute or relative to the session's root.",
  },
  PATH_NOT_A_DIRECTORY: {
    meaning: "A codebase is a folder, and the path names something else.",
    nextStep: "Give the folder that holds it.",
  },
  PATH_NOT_A_FILE: {
    meaning: "The path names a folder or a special file.",
    nextStep: "Give a regular file; search_codebase finds what is in a folder.",
  },
  PATH_OUTSIDE_ROOTS: {
    meaning: "The path lies under no root that may be served, or a link leads out of one.",
    nextStep:
      "Ask for a path inside a listed codebase. For another one: over HTTP, name its folder in the " +
      "server's SATORI_ALLOWED_ROOTS; else index its folder first, or on the command line name it with " +
      "`--path`.",
  },
  PATH_UNREADABLE: {
    meaning: "The operating system refuses to read the path, or what it leaves out cannot be told.",
    nextStep: "Check its permissions, or mend the ignore file that the message names.",
  },
  PATH_REFUSED: {
    meaning:
      "The file system's root, the home folder, or a folder that belongs to the kernel would be indexed.",
    nextStep: "Name a project folder, or insist on this one by `manage_index create` with `force`.",
  },
  AMBIGUOUS_PATH: {
    meaning: "The path fits several places.",
    nextStep: "Pick one of the candidates in `details`.",
  },
  FILE_TOO_LARGE: {
    meaning: "The file is larger than may be read at once.",
    nextStep: "Open it with a tool made for large files.",
  },
  FILE_NOT_TEXT: {
    meaning: "The file is binary or in an unknown encoding.",
    nextStep: "Open it with a tool made for its format.",
  },
  CANCELLED: {
    meaning: "The caller cancelled the work.",
    nextStep: "Call again; nothing that was complete before is lost.",
  },
  DEADLINE_REACHED: {
    meaning: "The answer was not ready within its deadline, and nothing useful was known by then.",
    nextStep:
      "Narrow the question: a subfolder, fewer codebases, a simpler pattern, a smaller depth. Or raise " +
      "the setting that the message names.",
  },
  INDEX_FAILED: {
    meaning: "The only index run of this codebase failed.",
    nextStep: "Mend the cause in `details`, then run `manage_index create`.",
  },
  RUN_STALLED: {
    meaning: "A stage of an index run made no progress for too long; the run was given up.",
    nextStep:
      "Run `manage_index create` or `manage_index reindex` again; if it stalls again, report it with " +
      "the log.",
  },
  EMBEDDER_FAILED: {
    meaning: "The embedder could not be reached or refused the text.",
    nextStep: "Check its configuration, or set SATORI_EMBEDDER=static.",
  },
  STORE_UNAVAILABLE: {
    meaning: "The index storage cannot be opened or written.",
    nextStep: "Mend what the message says; `satori doctor` checks SATORI_HOME, its disk and the store.",
  },
  STORE_CORRUPT: {
    meaning: "The index file is damaged.",
    nextStep: "Run `manage_index create`, which makes it anew.",
  },
  STORE_NEWER: {
    meaning: "The index was written by a newer version of Satori, and is left as it is.",
    nextStep:
      "Use that version; or run `manage_index clear`, then `manage_index create`, to make the index " +
      "anew with this one.",
  },
  RIPGREP_MISSING: {
    meaning: "Text search needs ripgrep, and none runs here.",
    nextStep: "Install the package that the message names, or put `rg` on PATH.",
  },
  PROCESS_LIMIT_REACHED: {
    meaning: "The system starts no more programs: it has no processes, memory or open files to give.",
    nextStep:
      "End other programs, or raise the limits of the user or container (`ulimit -u`, `ulimit -n`), " +
      "then call again.",
  },
  TEMPORARY_FOLDER_UNUSABLE: {
    meaning: "The folder for temporary files cannot be written.",
    nextStep: "Make room in it, or set TMPDIR to a folder that can be written (on Windows TEMP).",
  },
  CONFIG_INVALID: {
    meaning: "A setting has an unknown name or an invalid value.",
    nextStep: "Correct the setting that the message names.",
  },
  CHECKS_FAILED: {
    meaning: "`satori doctor` found something that does not work.",
    nextStep: "Do what the findings of level `error` say.",
  },
  CLIENT_CONFIG_INVALID: {
    meaning: "The configuration file of an MCP client cannot be read, and is left as it is.",
    nextStep: "Correct the file that the message names, or add the entry by hand.",
  },
  SERVER_UNREACHABLE: {
    meaning: "The server that `--server` names cannot be started or reached, or does not speak MCP.",
    nextStep: "Check the address or the command, the token in SATORI_HTTP_TOKEN, and that the server runs.",
  },
  SERVER_MISSING: {
    meaning: "The command needs the MCP server, which is not installed: it is a package of its own.",
    nextStep:
      "Install @satori/mcp beside @satori/cli. `satori setup` takes a server from elsewhere by " +
      "`--command` or `--url`.",
  },
  INTERNAL: { meaning: "A defect of Satori.", nextStep: "Report it with the log line of this call." },
} as const satisfies Record<string, CodeEntry>;

export type ErrorCode = keyof typeof ERRORS;
/** All error codes, ascending. */
export const ERROR_CODES = Object.keys(ERRORS).sort() as readonly ErrorCode[];
