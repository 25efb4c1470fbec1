# Made by `npm run generate`; do not edit.
# ruff: noqa
"""Names of the wire, with their meanings and, of warnings and errors, the next step."""

from typing import Literal

ManageState = Literal["indexing", "indexed", "indexfailed", "requires_reindex", "not_indexed", "unknown"]

# Tools that answer with an envelope.
ENVELOPE_TOOLS: tuple[str, ...] = (
    "list_codebases",
    "manage_index",
    "search_codebase",
    "file_outline",
    "call_graph",
    "read_file",
    "set_scope",
    "list_paths",
    "search_text",
    "semantic_search",
    "change_impact",
    "unused_symbols",
    "type_hierarchy",
    "symbol_history",
    "compare_versions",
)

STATUSES: dict[str, str] = {
    "ok": "The call succeeded.",
    "not_ready": "An index run is active for this codebase; call again when it has ended.",
    "requires_reindex": "The index was built with a different embedder, store or schema than the runtime's.",
    "not_indexed": "No codebase with a complete index covers the path.",
    "blocked": "The action was refused because a cheaper one is enough.",
    "not_found": "No such file, symbol or codebase.",
    "ambiguous": "Several candidates match; the answer lists them.",
    "unsupported": "The tool does not support the file's language.",
    "error": "The call failed; see `error`.",
}

REASONS: dict[str, str] = {
    "indexing": "A create or reindex run is active for this codebase.",
    "requires_reindex": "The fingerprint of the index differs from the runtime's.",
    "not_indexed": "No codebase, or no valid completion marker, covers the path.",
    "unnecessary_reindex_ignore_only": "Only ignore rules changed since the last sync: `sync` applies them.",
    "preflight_unknown": "The preflight found no reason for a rebuild; the rebuild was started anyway.",
}

WARNINGS: dict[str, str] = {
    "CALL_GRAPH_NOTES_TRUNCATED": "Not all notes were returned. Narrow the question: a smaller depth, one direction, or another symbol.",
    "CHANGED_FILES_UNKNOWN": "Git did not report uncommitted changes in time, so changed files got no boost; the next search may rank them higher. Call again in a moment, or use `rankingMode: \"default\"`, which does not use git.",
    "DEADLINE_REACHED": "The deadline passed, so the answer is incomplete; its message says what was not searched. The same call may give a different answer. Narrow the question: a subfolder, fewer codebases, a simpler pattern, a smaller depth. Or raise the setting named in the message.",
    "EMBEDDING_INPUT_TRUNCATED": "Some text exceeds the embedder's limit: search by meaning covers only its beginning; search by words covers all of it. Shorten the question, or use a model with a higher limit and reindex.",
    "FILES_SKIPPED": "Some files are not in the index or were not searched: too large, binary, not readable as text, unparsable, behind a symbolic link, or with a name that is not UTF-8. See the message or `manage_index status` for counts by cause; `satori why <path>` explains one file.",
    "FILE_HAS_INVALID_BYTES": "Some bytes of the file are not valid UTF-8; each is shown as U+FFFD. Keep these bytes when you edit the file: a tool that writes the shown text back replaces them.",
    "FILE_HAS_SYNTAX_ERRORS": "The parser did not understand all of the file: some declarations may be missing or shown in the wrong place. Read the file if something seems to be missing.",
    "FILTER_MUST_UNSATISFIED": "No chunk contains the required text: that of `must:`, or of a question without any word. The message says how many files were searched. Relax or remove the `must:` operator, or find the text with `search_text`.",
    "IGNORE_POLICY_PROBE_FAILED": "Could not determine whether only ignore rules changed. Nothing to do: the rebuild was started.",
    "INDEX_MAY_BE_BEHIND": "The index was not compared with the disk before the answer, or differs from it: recent changes may be missing; the message says why. Call again in a moment. If the warning persists, run `manage_index sync` and see why it fails.",
    "LAST_RUN_FAILED": "The last index run failed; the answer comes from the complete run before it. See the failure in `manage_index status`, then run `manage_index reindex`.",
    "NO_CONFIDENT_MATCH": "Nothing in the searched files is close to the question. Rephrase with words from the code, make the call in `hints.leftOut` if present, or check that this is the right codebase.",
    "NO_FILE_MATCHES": "The patterns, languages or folder of the call leave no file to search, so nothing could be found; the message says which of them. Correct the arguments, or use those in `hints.retry` if present.",
    "OUTPUT_TRUNCATED": "The answer was truncated at a limit. Follow the hint that continues, if present, or ask for a smaller part.",
    "PARTIAL_SCAN": "Parts of the tree, or ignore files in it, could not be read, or are nested too deep; what the index had of them was kept. Run `satori why <path>` to see the cause and fix it; then call again or, for an index, run `manage_index sync`.",
    "PREVIOUS_RUN": "A rebuild is running; the answer comes from the complete run before it. Call again after the run for fresh results.",
    "REINDEX_PREFLIGHT_UNKNOWN": "No reason for a rebuild was found; it was started because it was requested. Use `manage_index sync` for ordinary changes: it is enough and much faster.",
    "REINDEX_UNNECESSARY_IGNORE_ONLY": "Only ignore rules changed; a sync does the same as a rebuild. Run `manage_index sync`.",
    "REMOTE_EMBEDDER_UPLOAD": "The run sends the text and paths of the codebase's files to a remote embedder for the first time; the message names the service and the number of files. Nothing to do if intended. Otherwise stop the run with `manage_index clear`, exclude files in a `.satoriignore`, or set `SATORI_EMBEDDER=static`, which sends nothing.",
    "REPOS_SKIPPED": "Some of the requested codebases have no searchable index; the answer covers the others. `searched` lists them with their status; index them, or call again when they are ready.",
    "RERANKER_FAILED": "The reranker failed; results are in the order before reranking. The results are valid. Check the reranker's URL and key.",
    "SEMANTIC_SEARCH_UNAVAILABLE": "The embedder failed: lexical and symbol results only. Check the embedder's configuration or connection, then call again.",
    "SESSION_UNKNOWN": "The call's session has expired or its `session_id` is unknown, so no session scope was applied. Call `set_scope` again.",
    "SYMBOL_METADATA_MISSING": "The parser gave up on a file, which is searched as plain text: its declarations and calls are missing or incomplete. Use `read_file`, or search for the name.",
    "TEXT_SCAN_INCOMPLETE": "The required text was looked for in only part of the index; the message says how much. More chunks may contain it. Narrow the search with `path:` or `lang:`, or find the text with `search_text`.",
    "VECTORS_PENDING": "The first index of the codebase is being built: all files are searched by their words and symbols, but the vectors, which find other words for the same thing, are still being computed. Use the results; call again after the run for the final ranking.",
}

ERRORS: dict[str, str] = {
    "INVALID_ARGUMENTS": "An argument is unknown, of the wrong type, out of range, or conflicts with another. Correct the arguments in `details`.",
    "PATH_NOT_FOUND": "The path does not exist. Check the path; paths are absolute or relative to the session's root.",
    "PATH_NOT_A_DIRECTORY": "A codebase must be a folder; the path is something else. Pass the folder that contains it.",
    "PATH_NOT_A_FILE": "The path is a folder or a special file. Pass a regular file; use search_codebase to search a folder.",
    "PATH_OUTSIDE_ROOTS": "The path is outside the allowed roots, or a symbolic link leads out of one. Use a path inside a listed codebase. To reach another one: over HTTP, add its folder to the server's SATORI_ALLOWED_ROOTS; otherwise index its folder first, or on the command line pass it with `--path`.",
    "PATH_UNREADABLE": "The path cannot be read, or its ignore rules cannot be determined. Check its permissions, or fix the ignore file named in the message.",
    "PATH_REFUSED": "The path is the file system's root, the home folder or a folder of the kernel, or it contains indexed codebases. Use a project folder, or run `manage_index create` with `force`.",
    "AMBIGUOUS_PATH": "The path matches several files or folders. Pick one of the candidates in `details`.",
    "FILE_TOO_LARGE": "The file is too large to read. Open it with a tool made for large files.",
    "FILE_NOT_TEXT": "The file is binary or in an unknown encoding. Open it with a tool made for its format.",
    "NOT_A_REPOSITORY": "The folder is not in a git repository, so it has no versions. Pass a folder of a git repository.",
    "REF_NOT_FOUND": "The name is not a branch, tag or commit of the repository, or not of one commit. Check the name with `git branch --all` and `git tag`; fetch it first if it is only on a remote.",
    "REF_AMBIGUOUS": "The name stands for several branches, tags or commits. Pass its full name, such as `refs/heads/NAME` or `refs/tags/NAME`, or more digits of the id.",
    "GIT_FAILED": "Git is not installed, cannot read the repository, or took too long. Run `git status` in the folder, and fix what it reports.",
    "CANCELLED": "The caller cancelled the work. Call again; earlier results are not lost.",
    "DEADLINE_REACHED": "The deadline passed before there was anything useful to return. Narrow the question: a subfolder, fewer codebases, a simpler pattern, a smaller depth. Or raise the setting named in the message.",
    "INDEX_FAILED": "The only index run of this codebase failed. Fix the cause in `details`, then run `manage_index create`.",
    "RUN_STALLED": "A stage of an index run made no progress for too long, so the run was stopped. Run `manage_index create` or `manage_index reindex` again. If it stalls again, report it with the log.",
    "EMBEDDER_FAILED": "The embedder could not be reached or rejected the text. Check its configuration, or set SATORI_EMBEDDER=static.",
    "STORE_UNAVAILABLE": "The index storage cannot be opened or written. Fix the problem given in the message; `satori doctor` checks SATORI_HOME, its disk and the store.",
    "STORE_CORRUPT": "The index file is corrupt. Run `manage_index create` to rebuild it.",
    "STORE_NEWER": "The index was written by a newer version of Satori and was not changed. Use that version, or run `manage_index clear`, then `manage_index create`, to rebuild the index with this one.",
    "RIPGREP_MISSING": "Text search needs ripgrep, and no working ripgrep was found. Install the package named in the message, or put `rg` on PATH.",
    "PROCESS_LIMIT_REACHED": "The system cannot start more programs: it is out of processes, memory or open files. Stop other programs, or raise the limits of the user or container (`ulimit -u`, `ulimit -n`), then call again.",
    "TEMPORARY_FOLDER_UNUSABLE": "The folder for temporary files is not writable. Free space in it, or set TMPDIR (TEMP on Windows) to a writable folder.",
    "CONFIG_INVALID": "A setting has an unknown name or an invalid value. Correct the setting named in the message.",
    "CHECKS_FAILED": "`satori doctor` found a problem. Fix the findings of level `error`.",
    "INDEX_FILE_INVALID": "The file is no index for this machine: it is damaged, or was made with another embedder or version. Make it again with `satori export`, with the same version and settings; or run `satori index`.",
    "CLIENT_CONFIG_INVALID": "The configuration file of an MCP client cannot be edited and was not changed. Correct the file named in the message and run the command again, or edit it by hand.",
    "SERVER_UNREACHABLE": "The server given by `--server` cannot be started or reached, or does not speak MCP. Check the address or command, the token in SATORI_HTTP_TOKEN, and that the server is running.",
    "SERVER_MISSING": "The command needs the MCP server, a separate package that is not installed. Install @satori/mcp next to @satori/cli. `satori setup` can use another server: `--command` or `--url`.",
    "INTERNAL": "A bug in Satori. Report it with this call's log line.",
}
