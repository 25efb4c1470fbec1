import type { CodeEntry } from "./code-entry.ts";

/** All values of `error.code`. */
export const ERRORS = {
  INVALID_ARGUMENTS: {
    meaning: "An argument is unknown, of the wrong type, out of range, or conflicts with another.",
    nextStep: "Correct the arguments in `details`.",
  },
  PATH_NOT_FOUND: {
    meaning: "The path does not exist.",
    nextStep: "Check the path; paths are absolute or relative to the session's root.",
  },
  PATH_NOT_A_DIRECTORY: {
    meaning: "A codebase must be a folder; the path is something else.",
    nextStep: "Pass the folder that contains it.",
  },
  PATH_NOT_A_FILE: {
    meaning: "The path is a folder or a special file.",
    nextStep: "Pass a regular file; use search_codebase to search a folder.",
  },
  PATH_OUTSIDE_ROOTS: {
    meaning: "The path is outside the allowed roots, or a symbolic link leads out of one.",
    nextStep:
      "Use a path inside a listed codebase. To reach another one: over HTTP, add its folder to the " +
      "server's SATORI_ALLOWED_ROOTS; otherwise index its folder first, or on the command line pass " +
      "it with `--path`.",
  },
  PATH_UNREADABLE: {
    meaning: "The path cannot be read, or its ignore rules cannot be determined.",
    nextStep: "Check its permissions, or fix the ignore file named in the message.",
  },
  PATH_REFUSED: {
    meaning:
      "The path is the file system's root, the home folder or a folder of the kernel, or it contains indexed " +
      "codebases.",
    nextStep: "Use a project folder, or run `manage_index create` with `force`.",
  },
  AMBIGUOUS_PATH: {
    meaning: "The path matches several files or folders.",
    nextStep: "Pick one of the candidates in `details`.",
  },
  FILE_TOO_LARGE: {
    meaning: "The file is too large to read.",
    nextStep: "Open it with a tool made for large files.",
  },
  FILE_NOT_TEXT: {
    meaning: "The file is binary or in an unknown encoding.",
    nextStep: "Open it with a tool made for its format.",
  },
  NOT_A_REPOSITORY: {
    meaning: "The folder is not in a git repository, so it has no versions.",
    nextStep: "Pass a folder of a git repository.",
  },
  REF_NOT_FOUND: {
    meaning: "The name is not a branch, tag or commit of the repository, or not of one commit.",
    nextStep:
      "Check the name with `git branch --all` and `git tag`; fetch it first if it is only on a remote.",
  },
  REF_AMBIGUOUS: {
    meaning: "The name stands for several branches, tags or commits.",
    nextStep: "Pass its full name, such as `refs/heads/NAME` or `refs/tags/NAME`, or more digits of the id.",
  },
  GIT_FAILED: {
    meaning: "Git is not installed, cannot read the repository, or took too long.",
    nextStep: "Run `git status` in the folder, and fix what it reports.",
  },
  CANCELLED: {
    meaning: "The caller cancelled the work.",
    nextStep: "Call again; earlier results are not lost.",
  },
  DEADLINE_REACHED: {
    meaning: "The deadline passed before there was anything useful to return.",
    nextStep:
      "Narrow the question: a subfolder, fewer codebases, a simpler pattern, a smaller depth. Or " +
      "raise the setting named in the message.",
  },
  INDEX_FAILED: {
    meaning: "The only index run of this codebase failed.",
    nextStep: "Fix the cause in `details`, then run `manage_index create`.",
  },
  RUN_STALLED: {
    meaning: "A stage of an index run made no progress for too long, so the run was stopped.",
    nextStep:
      "Run `manage_index create` or `manage_index reindex` again. If it stalls again, report it with " +
      "the log.",
  },
  EMBEDDER_FAILED: {
    meaning: "The embedder could not be reached or rejected the text.",
    nextStep: "Check its configuration, or set SATORI_EMBEDDER=static.",
  },
  STORE_UNAVAILABLE: {
    meaning: "The index storage cannot be opened or written.",
    nextStep:
      "Fix the problem given in the message; `satori doctor` checks SATORI_HOME, its disk and the store.",
  },
  STORE_CORRUPT: {
    meaning: "The index file is corrupt.",
    nextStep: "Run `manage_index create` to rebuild it.",
  },
  STORE_NEWER: {
    meaning: "The index was written by a newer version of Satori and was not changed.",
    nextStep:
      "Use that version, or run `manage_index clear`, then `manage_index create`, to rebuild the " +
      "index with this one.",
  },
  RIPGREP_MISSING: {
    meaning: "Text search needs ripgrep, and no working ripgrep was found.",
    nextStep: "Install the package named in the message, or put `rg` on PATH.",
  },
  PROCESS_LIMIT_REACHED: {
    meaning: "The system cannot start more programs: it is out of processes, memory or open files.",
    nextStep:
      "Stop other programs, or raise the limits of the user or container (`ulimit -u`, `ulimit -n`), " +
      "then call again.",
  },
  TEMPORARY_FOLDER_UNUSABLE: {
    meaning: "The folder for temporary files is not writable.",
    nextStep: "Free space in it, or set TMPDIR (TEMP on Windows) to a writable folder.",
  },
  CONFIG_INVALID: {
    meaning: "A setting has an unknown name or an invalid value.",
    nextStep: "Correct the setting named in the message.",
  },
  CHECKS_FAILED: {
    meaning: "`satori doctor` found a problem.",
    nextStep: "Fix the findings of level `error`.",
  },
  INDEX_FILE_INVALID: {
    meaning:
      "The file is no index for this machine: it is damaged, or was made with another embedder or version.",
    nextStep:
      "Make it again with `satori export`, with the same version and settings; or run `satori index`.",
  },
  CLIENT_CONFIG_INVALID: {
    meaning: "The configuration file of an MCP client cannot be edited and was not changed.",
    nextStep: "Correct the file named in the message and run the command again, or edit it by hand.",
  },
  SERVER_UNREACHABLE: {
    meaning: "The server given by `--server` cannot be started or reached, or does not speak MCP.",
    nextStep: "Check the address or command, the token in SATORI_HTTP_TOKEN, and that the server is running.",
  },
  SERVER_MISSING: {
    meaning: "The command needs the MCP server, a separate package that is not installed.",
    nextStep:
      "Install @satori/mcp next to @satori/cli. `satori setup` can use another server: `--command` " +
      "or `--url`.",
  },
  INTERNAL: { meaning: "A bug in Satori.", nextStep: "Report it with this call's log line." },
} as const satisfies Record<string, CodeEntry>;

export type ErrorCode = keyof typeof ERRORS;
/** All error codes, ascending. */
export const ERROR_CODES = Object.keys(ERRORS).sort() as readonly ErrorCode[];
