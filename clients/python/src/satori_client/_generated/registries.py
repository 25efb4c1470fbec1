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
)

STATUSES: dict[str, str] = {
    "ok": "The tool did what was asked.",
    "not_ready": "An index run is active on this codebase; ask again when it has ended.",
    "requires_reindex": "The index was made with another embedder, store or schema than the runtime's.",
    "not_indexed": "No codebase with a complete index covers the path.",
    "blocked": "The action was refused because a cheaper one does the job.",
    "not_found": "The file, symbol or codebase that was named does not exist.",
    "ambiguous": "Several candidates fit; the answer lists them.",
    "unsupported": "The tool cannot answer this for the file's language.",
    "error": "The call failed; `error` says why.",
}

REASONS: dict[str, str] = {
    "indexing": "A create or reindex run is active on this codebase.",
    "requires_reindex": "The fingerprint of the index differs from the runtime's.",
    "not_indexed": "No codebase, or no valid completion marker, covers the path.",
    "unnecessary_reindex_ignore_only": "Only ignore rules changed since the last sync: `sync` applies them.",
    "preflight_unknown": "The preflight found no cause for a rebuild; it went ahead.",
}

WARNINGS: dict[str, str] = {
    "CALL_GRAPH_NOTES_TRUNCATED": "More notes apply than are returned. Narrow the question: a smaller depth, one direction, or another symbol.",
    "CHANGED_FILES_UNKNOWN": "Git did not say in time which files have uncommitted changes: none of them was raised, and the next search may rank them higher. Ask again in a moment, or with `rankingMode: \"default\"`, which asks nothing of git.",
    "DEADLINE_REACHED": "The answer reached its deadline: it holds what was known by then, and its message says what was not looked at. The same question may get another answer. Narrow the question: a subfolder, fewer codebases, a simpler pattern, a smaller depth. Or raise the setting that the message names.",
    "EMBEDDING_INPUT_TRUNCATED": "Some text is longer than the embedder takes: its end has no part in what is found by meaning. Words are found in all of it. Ask a shorter question, or use a model that takes longer texts and reindex.",
    "FILES_SKIPPED": "Some files are not in the index, or were not searched: too large, binary, not readable as text, unparsable, or with a name that is no UTF-8. The message or `manage_index status` counts them by cause; `satori why <path>` explains one file.",
    "FILE_HAS_SYNTAX_ERRORS": "The parser did not understand all of the file: what is declared there may be missing, or be shown in another place. Read the file where something seems to be missing.",
    "FILTER_MUST_UNSATISFIED": "No candidate holds what `must:` asks for, after the retries. Loosen or drop the `must:` operator, or search for its text alone.",
    "IGNORE_POLICY_PROBE_FAILED": "It could not be told whether only ignore rules changed. Nothing to do: the rebuild went ahead.",
    "INDEX_MAY_BE_BEHIND": "The index was not compared with the disk before the answer, or has another text of a file than the disk: the answer may lack recent changes; its message says why. Ask again in a moment. If it stays, run `manage_index sync` and read why it fails.",
    "LAST_RUN_FAILED": "The last index run failed; answers come from the complete run before it. Read the failure in `manage_index status`, then run `manage_index reindex`.",
    "NO_CONFIDENT_MATCH": "Nothing that was searched is close to the question. Rephrase with words of the code, make the call in `hints.leftOut` where there is one, or check that the right codebase was asked.",
    "OUTPUT_TRUNCATED": "The answer was cut at a limit. Follow the hint that continues, where there is one, or ask for a smaller part.",
    "PARTIAL_SCAN": "Parts of the tree could not be read, be it only the ignore file of a folder, or lie too deep; what the index had of them was kept. `satori why <path>` says what stands in the way: mend it, then ask again; of an index, run `manage_index sync`.",
    "PREVIOUS_RUN": "A rebuild is active; the answer comes from the complete run before it. Ask again after the run for fresh results.",
    "REINDEX_PREFLIGHT_UNKNOWN": "No cause for a rebuild was found; it went ahead because it was asked for. Use `manage_index sync` for ordinary changes: it is enough and much faster.",
    "REINDEX_UNNECESSARY_IGNORE_ONLY": "Only ignore rules changed; a rebuild would do nothing that a sync does not. Run `manage_index sync`.",
    "REMOTE_EMBEDDER_UPLOAD": "The run sends the text and the paths of the codebase's files to a remote embedder, for the first time; the message says to which one, and how many files. Nothing to do if that is meant. Else end the run with `manage_index clear`, leave files out with a `.satoriignore`, or choose `SATORI_EMBEDDER=static`, which sends nothing.",
    "REPOS_SKIPPED": "Some of the codebases that were asked have no index that can be searched; the answer is about the others. `searched` says which, and what state they are in; index them, or ask again when they are ready.",
    "RERANKER_FAILED": "The reranker failed; the order is the one before it. Check the reranker's URL and key; results are valid.",
    "SEMANTIC_SEARCH_UNAVAILABLE": "The embedder failed: lexical and symbol results only. Check the embedder's configuration or connection; ask again.",
    "SESSION_UNKNOWN": "No scope is kept for the session of the call: it has expired, or nothing is known of the `session_id` that the call names. The answer is about everything. Call `set_scope` again.",
    "SYMBOL_METADATA_MISSING": "The parser gave up on a file, which is searched as plain text: what it declares and calls is not known, or not all of it. Use `read_file`, or search for the name.",
}

ERRORS: dict[str, str] = {
    "INVALID_ARGUMENTS": "An argument is unknown, of the wrong type, out of range, or does not go with another. Correct the arguments that `details` names.",
    "PATH_NOT_FOUND": "The path does not exist. Check the path; paths are absolute or relative to the session's root.",
    "PATH_NOT_A_DIRECTORY": "A codebase is a folder, and the path names something else. Give the folder that holds it.",
    "PATH_NOT_A_FILE": "The path names a folder or a special file. Give a regular file; search_codebase finds what is in a folder.",
    "PATH_OUTSIDE_ROOTS": "The path lies under no root that may be served, or a link leads out of one. Ask for a path inside a listed codebase. For another one: over HTTP, name its folder in the server's SATORI_ALLOWED_ROOTS; else index its folder first, or on the command line name it with `--path`.",
    "PATH_UNREADABLE": "The operating system refuses to read the path, or what it leaves out cannot be told. Check its permissions, or mend the ignore file that the message names.",
    "PATH_REFUSED": "The file system's root, the home folder, or a folder that belongs to the kernel would be indexed. Name a project folder, or insist on this one by `manage_index create` with `force`.",
    "AMBIGUOUS_PATH": "The path fits several places. Pick one of the candidates in `details`.",
    "FILE_TOO_LARGE": "The file is larger than may be read at once. Open it with a tool made for large files.",
    "FILE_NOT_TEXT": "The file is binary or in an unknown encoding. Open it with a tool made for its format.",
    "CANCELLED": "The caller cancelled the work. Call again; nothing that was complete before is lost.",
    "DEADLINE_REACHED": "The answer was not ready within its deadline, and nothing useful was known by then. Narrow the question: a subfolder, fewer codebases, a simpler pattern, a smaller depth. Or raise the setting that the message names.",
    "INDEX_FAILED": "The only index run of this codebase failed. Mend the cause in `details`, then run `manage_index create`.",
    "RUN_STALLED": "A stage of an index run made no progress for too long; the run was given up. Run `manage_index create` or `manage_index reindex` again; if it stalls again, report it with the log.",
    "EMBEDDER_FAILED": "The embedder could not be reached or refused the text. Check its configuration, or set SATORI_EMBEDDER=static.",
    "STORE_UNAVAILABLE": "The index storage cannot be opened or written. Mend what the message says; `satori doctor` checks SATORI_HOME, its disk and the store.",
    "STORE_CORRUPT": "The index file is damaged. Run `manage_index create`, which makes it anew.",
    "STORE_NEWER": "The index was written by a newer version of Satori, and is left as it is. Use that version; or run `manage_index clear`, then `manage_index create`, to make the index anew with this one.",
    "RIPGREP_MISSING": "Text search needs ripgrep, and none runs here. Install the package that the message names, or put `rg` on PATH.",
    "PROCESS_LIMIT_REACHED": "The system starts no more programs: it has no processes, memory or open files to give. End other programs, or raise the limits of the user or container (`ulimit -u`, `ulimit -n`), then call again.",
    "TEMPORARY_FOLDER_UNUSABLE": "The folder for temporary files cannot be written. Make room in it, or set TMPDIR to a folder that can be written (on Windows TEMP).",
    "CONFIG_INVALID": "A setting has an unknown name or an invalid value. Correct the setting that the message names.",
    "CHECKS_FAILED": "`satori doctor` found something that does not work. Do what the findings of level `error` say.",
    "CLIENT_CONFIG_INVALID": "The configuration file of an MCP client cannot be read, and is left as it is. Correct the file that the message names, or add the entry by hand.",
    "SERVER_UNREACHABLE": "The server that `--server` names cannot be started or reached, or does not speak MCP. Check the address or the command, the token in SATORI_HTTP_TOKEN, and that the server runs.",
    "SERVER_MISSING": "The command needs the MCP server, which is not installed: it is a package of its own. Install @satori/mcp beside @satori/cli. `satori setup` takes a server from elsewhere by `--command` or `--url`.",
    "INTERNAL": "A defect of Satori. Report it with the log line of this call.",
}
