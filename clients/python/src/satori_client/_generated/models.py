# Made by `npm run generate`; do not edit.
# Of contracts 3f7090db97f86b1068bf3703e39e00ac, text 89f6cced7eb392e4f885c283c7fc76ce.
# ruff: noqa

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from satori_client._model import Model
from typing_extensions import TypeAliasType


class ArgumentProblem(Model):
    """One thing that is wrong with the arguments."""

    path: str
    """The argument, as a path into the arguments: `limit`, `symbolRef.file`."""
    message: str


class CallGraphEdgeSite(Model):
    file: str
    line: int
    text: str


CallGraphHintReason = TypeAliasType("CallGraphHintReason", Literal["no_symbol", "unsupported_language", "unparsed_file", "not_callable"] | str)
"""Why `call_graph` has nothing to say of a result: it is about no symbol, calls of its language are not resolved, its file could not be understood, or its symbol is nothing that calls or is called."""


class CallGraphNote(Model):
    type: str
    file: str
    symbol_id: Annotated[str | None, Field(alias="symbolId")] = None
    start_line: Annotated[int | None, Field(alias="startLine")] = None
    detail: str


CodebaseState = TypeAliasType("CodebaseState", Literal["not_found", "indexing", "indexed", "sync_completed", "indexfailed", "requires_reindex"])
"""State of a codebase, as `list_codebases` and `manage_index status` show it."""


Confidence = TypeAliasType("Confidence", Literal["high", "medium", "low"])


CoreToolName = TypeAliasType("CoreToolName", Literal["list_codebases", "manage_index", "search_codebase", "file_outline", "call_graph", "read_file"])


class CorrectedTerm(Model):
    term: str
    meant: list[str]
    """Names of symbols, the one that differs least first."""


DirEntryKind = TypeAliasType("DirEntryKind", Literal["file", "dir"])


Direction = TypeAliasType("Direction", Literal["callers", "callees", "both"])


class EmbeddingFacts(Model):
    """Where the vectors of an index came from, of an embedder that is asked over the network."""

    from_cache: Annotated[int, Field(alias="fromCache")]
    """Taken from the cache."""
    embedded: int
    """Made by the embedder."""
    truncated: int
    """Made from the beginning of a text alone, since the embedder takes no longer ones."""


ErrorCode = TypeAliasType("ErrorCode", Literal["INVALID_ARGUMENTS", "PATH_NOT_FOUND", "PATH_NOT_A_DIRECTORY", "PATH_NOT_A_FILE", "PATH_OUTSIDE_ROOTS", "PATH_UNREADABLE", "PATH_REFUSED", "AMBIGUOUS_PATH", "FILE_TOO_LARGE", "FILE_NOT_TEXT", "CANCELLED", "DEADLINE_REACHED", "INDEX_FAILED", "RUN_STALLED", "EMBEDDER_FAILED", "STORE_UNAVAILABLE", "STORE_CORRUPT", "STORE_NEWER", "RIPGREP_MISSING", "PROCESS_LIMIT_REACHED", "TEMPORARY_FOLDER_UNUSABLE", "CONFIG_INVALID", "CHECKS_FAILED", "CLIENT_CONFIG_INVALID", "SERVER_UNREACHABLE", "SERVER_MISSING", "INTERNAL"] | str)


class ExcludedSecrets(Model):
    """Files, and folders as a whole, that the built-in names of secrets leave out; a `!pattern` in `.satoriignore` brings one back. None are known of an index that asks to be rebuilt."""

    count: int
    """A folder counts as one."""
    examples: list[str]
    """Up to five of them, ascending; a folder has a `/` at its end."""


FileFilterName = TypeAliasType("FileFilterName", Literal["scope", "language", "folder", "include", "exclude"])


class Fingerprint(Model):
    """What must agree between an index and the runtime for its vectors and chunks to be comparable."""

    embedding_provider: Annotated[str, Field(alias="embeddingProvider")]
    embedding_model: Annotated[str, Field(alias="embeddingModel")]
    embedding_dimension: Annotated[
        int | float | None, Field(alias="embeddingDimension")
    ]
    """A whole number; null while it is not known yet (a remote embedder that was never asked); null is not compared."""
    vector_store_provider: Annotated[str, Field(alias="vectorStoreProvider")]
    schema_version: Annotated[int, Field(alias="schemaVersion")]
    """Rises whenever chunking, tokenising or grammars change."""


class FreshnessDecisionChanges(Model):
    """With `synced` and `reconciled_ignore_change`: what changed."""

    added: int | float
    removed: int | float
    modified: int | float


FreshnessMode = TypeAliasType("FreshnessMode", Literal["fresh", "synced", "reconciled_ignore_change", "coalesced", "skipped_indexing", "skipped_requires_reindex", "skipped_locked", "previous_run", "failed"] | str)


GroupBy = TypeAliasType("GroupBy", Literal["symbol", "file"])


class IndexFactsLastFailure(Model):
    run_id: Annotated[str, Field(alias="runId")]
    code: str
    message: str
    at: str


class IndexFactsLockOwner(Model):
    pid: int | float
    since: str


class IndexingDebug(Model):
    """With `debug`: what proves that a run is complete, and whether that proof is there."""

    completion_proof: Annotated[Literal["marker_doc"], Field(alias="completionProof")]
    marker_present: Annotated[bool, Field(alias="markerPresent")]


class IndexingProgress(Model):
    """How far the active run is. Null while unknown."""

    progress_pct: Annotated[int | float | None, Field(alias="progressPct")]
    """0 to 100."""
    last_updated: Annotated[str | None, Field(alias="lastUpdated")]
    """ISO 8601."""
    phase: str | None


class LanguageCount(Model):
    language: str
    files: int


class ListedPath(Model):
    repo: str | None = None
    """Root of its codebase, where several were listed."""
    path: str
    """Relative to the effective root."""
    language: str
    """By the file's name; text for what has no language."""
    size_bytes: Annotated[int, Field(alias="sizeBytes")]


ManageAction = TypeAliasType("ManageAction", Literal["create", "reindex", "sync", "status", "clear"])


class ManageHintsPreflight(Model):
    probe_failed: Annotated[Literal[True] | None, Field(alias="probeFailed")] = None


class Meta(Model):
    duration_ms: Annotated[int | float, Field(alias="durationMs")]
    """Wall time of the call in milliseconds."""


class NoiseMitigationHintRatios(Model):
    """Shares of `topK`, rounded to two places."""

    runtime: int | float
    tests: int | float
    fixtures: int | float
    docs: int | float
    generated: int | float


PathPattern = TypeAliasType("PathPattern", str)
"""A pattern of paths, or a path."""


class Preflight(Model):
    outcome: Literal["reindex_required", "reindex_unnecessary_ignore_only", "unknown", "probe_failed"]
    confidence: Literal["high", "low"]
    probe_failed: Annotated[Literal[True] | None, Field(alias="probeFailed")] = None


RankingMode = TypeAliasType("RankingMode", Literal["default", "auto_changed_first"])


ReadMode = TypeAliasType("ReadMode", Literal["plain", "annotated"])


Readonly = TypeAliasType("Readonly", dict[str, Any])


Repo = TypeAliasType("Repo", Literal["docs", "code"])


ResolveMode = TypeAliasType("ResolveMode", Literal["outline", "exact"])


ResultMode = TypeAliasType("ResultMode", Literal["grouped", "raw"])


RouteKind = TypeAliasType("RouteKind", Literal["path", "symbol", "text", "regex", "natural_language"])


RunPhase = TypeAliasType("RunPhase", Literal["scanning", "indexing", "publishing"])


class RunProgress(Model):
    phase: RunPhase
    files_done: Annotated[int, Field(alias="filesDone")]
    files_total: Annotated[int | float | None, Field(alias="filesTotal")]
    """Null until the scan has counted them."""
    chunks: int
    pct: int | float | None
    """0 to 100; null until the scan has counted the files."""
    eta_ms: Annotated[int | float | None, Field(alias="etaMs")]
    """Estimated time left in milliseconds; null while unknown."""


class SearchCoverage(Model):
    """What the answer was drawn from."""

    files: int
    chunks: int
    skipped_files: Annotated[int, Field(alias="skippedFiles")]
    candidates: int
    """Files that were ranked."""


SearchScope = TypeAliasType("SearchScope", Literal["runtime", "mixed", "docs"])


SkipCause = TypeAliasType("SkipCause", Literal["too_large", "binary", "encoding", "unparsable", "unreadable", "invalid_name", "special"] | str)


class SkippedCount(Model):
    cause: SkipCause
    files: int
    examples: list[str]
    """Up to five of them, ascending."""


SmartEngine = TypeAliasType("SmartEngine", Literal["file_names", "definitions", "text", "index"])


class SmartRoute(Model):
    kind: RouteKind
    reason: str
    """Why the question was taken for that."""


class SmartSearchFailure(Model):
    code: ErrorCode
    message: str
    details: list[ArgumentProblem] | Readonly


class Span(Model):
    """Lines of one file, counted from 1, both ends included."""

    start_line: Annotated[int, Field(alias="startLine")]
    end_line: Annotated[int, Field(alias="endLine")]


StalenessBucket = TypeAliasType("StalenessBucket", Literal["fresh", "aging", "stale", "unknown"])


Status = TypeAliasType("Status", Literal["ok", "not_ready", "requires_reindex", "not_indexed", "blocked", "not_found", "ambiguous", "unsupported", "error"])


SymbolKind = TypeAliasType("SymbolKind", Literal["module", "namespace", "class", "interface", "struct", "enum", "enum_member", "trait", "protocol", "object", "extension", "impl", "type", "function", "method", "constructor", "property", "field", "variable", "constant", "macro", "event", "section"] | str)


class SymbolRef(Model):
    """Names one symbol of an index; `call_graph` takes it as it is."""

    file: str
    """Relative to the effective root."""
    symbol_id: Annotated[str, Field(alias="symbolId")]
    """Stable while file, kind and qualified name stay."""
    symbol_label: Annotated[str | None, Field(alias="symbolLabel")] = None
    """Qualified name, e.g. `SessionStore.refresh`."""
    span: Span | None = None


class SyncStats(Model):
    """What a sync changed."""

    added: int
    removed: int
    modified: int
    merkle_root: Annotated[str, Field(alias="merkleRoot")]


class TextMatch(Model):
    repo: str | None = None
    """Root of its codebase, where several were searched."""
    path: str
    """Relative to the effective root."""
    line: int
    """From 1."""
    column: int
    """Of the first match in the line, in UTF-16 code units from 1."""
    text: str
    """The line; of a long one the part around the match."""
    before: list[str] | None = None
    """With context_lines."""
    after: list[str] | None = None
    """With context_lines."""


class ToolCall(Model):
    """A call that can be made as it stands: of a core tool, since the others need not be offered."""

    tool: CoreToolName
    args: Readonly


class UploadNotice(Model):
    """Where the files of a codebase go for the first time."""

    provider: str
    host: str
    """Host of the service."""
    files: int
    """As many at most: what turns out to be binary is not sent."""
    secrets: ExcludedSecrets


WarningCode = TypeAliasType("WarningCode", Literal["CALL_GRAPH_NOTES_TRUNCATED", "CHANGED_FILES_UNKNOWN", "DEADLINE_REACHED", "EMBEDDING_INPUT_TRUNCATED", "FILES_SKIPPED", "FILE_HAS_SYNTAX_ERRORS", "FILTER_MUST_UNSATISFIED", "IGNORE_POLICY_PROBE_FAILED", "INDEX_MAY_BE_BEHIND", "LAST_RUN_FAILED", "NO_CONFIDENT_MATCH", "OUTPUT_TRUNCATED", "PARTIAL_SCAN", "PREVIOUS_RUN", "REINDEX_PREFLIGHT_UNKNOWN", "REINDEX_UNNECESSARY_IGNORE_ONLY", "REMOTE_EMBEDDER_UPLOAD", "REPOS_SKIPPED", "RERANKER_FAILED", "SEMANTIC_SEARCH_UNAVAILABLE", "SESSION_UNKNOWN", "SYMBOL_METADATA_MISSING"] | str)


class WatchFacts(Model):
    """How this process learns of changes in the codebase's folder."""

    state: Literal["off", "starting", "live", "refused"]
    """live: they are seen as they happen; starting: soon; refused: `reason` says why, and searches compare index and disk by age; off: this process does not watch it."""
    folders: int
    """Watched folders."""
    reason: str | None = None


class WorkspaceMatch(Model):
    repo: Repo
    path: str
    """Relative to the root of `repo`, with `/`."""
    line: int
    """From 1."""
    column: int
    """Of the first match in the line, in UTF-16 code units from 1."""
    text: str
    """The line; of a long one the part around the match."""


class WorkspaceMeta(Model):
    repo: Repo | None
    """The root that answered; null when both did."""
    duration_ms: int | float
    """Wall time of the call in milliseconds."""
    truncated: bool
    """There is more than is shown."""


class WorkspaceReadFailure(Model):
    code: ErrorCode
    message: str
    details: list[ArgumentProblem] | Readonly


class WorkspaceReadResult(Model):
    notes: list[str] | None = None
    """What the answer leaves out or stands on, a sentence each."""
    repo: Repo
    path: str
    """Relative to the root of `repo`, with `/`."""
    content: str
    start_line: int
    """First line shown; 0 for an empty file."""
    end_line: int
    total_lines: int
    next_start_line: int | None = None
    """Where the next call goes on, if what was asked for is cut."""
    encoding: str
    """utf-8, utf-16le, utf-16be or latin-1."""
    language: str


class WorkspaceSearchFailure(Model):
    code: ErrorCode
    message: str
    details: list[ArgumentProblem] | Readonly


class WorkspaceSearchResult(Model):
    notes: list[str] | None = None
    """What the answer leaves out or stands on, a sentence each."""
    matches: list[WorkspaceMatch]
    """By repo, then path, then line; each line once."""
    total: int
    """Matching lines, exact unless truncated, then a lower bound."""


class CallGraphCoverage(Model):
    unparsed_files: Annotated[int | float, Field(alias="unparsedFiles")]
    """Files whose calls could not be read."""
    partly_parsed_files: Annotated[int | float, Field(alias="partlyParsedFiles")]
    """Files that their parser did not understand in full, or that hold more than is read of one: definitions and calls in them may be missing."""
    unsupported_languages: Annotated[list[str], Field(alias="unsupportedLanguages")]
    unresolved_sites: Annotated[int | float, Field(alias="unresolvedSites")]
    """Calls and uses that may belong to the graph."""
    open: list[CallGraphNote]
    """Lines that callers or callees may be missing for, wherever they stand; `detail` is the line. `unresolved_call`, `unresolved_use`: of the sites that `unresolvedSites` counts. `handed_on`: a definition that was asked for is used as a value; of types, and where several definitions were asked for, only where nothing is known to call it. `named`: the name of one without callers stands there, where calls are not followed: in a table, a template, a string; the first three. By type, those of the program before those of its tests, examples and output, by file and line; 20 of each at most."""


class CallGraphEdge(Model):
    from_: Annotated[str, Field(alias="from")]
    """Id of the caller."""
    to: str
    """Id of the callee."""
    kind: Literal["call", "use"]
    """A use is of what is not called: a type, a variable, a field."""
    confidence: Literal["resolved", "possible", "name_match"]
    via: str
    """The rule that resolved it."""
    site: CallGraphEdgeSite


class CallGraphHint1(Model):
    supported: Literal[True]
    symbol_ref: Annotated[SymbolRef, Field(alias="symbolRef")]


class CallGraphHint2(Model):
    supported: Literal[False]
    reason: CallGraphHintReason


class CallGraphHints(Model):
    """Where something was left out: calls that show more of it."""

    continue_: Annotated[ToolCall | None, Field(alias="continue")] = None
    """The same question with a higher limit; where that shows no more, one level less deep, of one definition, or below the first of `paths`."""
    paths: list[str] | None = None
    """What holds the rest: each as `path` of `continue`."""
    everywhere: ToolCall | None = None
    """Outside of `path`, too."""
    callers: ToolCall | None = None
    """Of both directions, one alone."""
    callees: ToolCall | None = None
    search_codebase: Annotated[ToolCall | None, Field(alias="searchCodebase")] = None
    """Where no other question about the graph shows more: what has the name in its text."""


class CallGraphNode(Model):
    file: str
    symbol_id: Annotated[str, Field(alias="symbolId")]
    symbol_label: Annotated[str, Field(alias="symbolLabel")]
    kind: SymbolKind
    span: Span


class CallGraphNotFoundHints(Model):
    search_codebase: Annotated[ToolCall | None, Field(alias="searchCodebase")] = None
    read_file: Annotated[ToolCall | None, Field(alias="readFile")] = None
    file_outline: Annotated[ToolCall | None, Field(alias="fileOutline")] = None


class CallGraphOk(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    symbol_ref: Annotated[SymbolRef | None, Field(alias="symbolRef")] = None
    symbol: str | None = None
    direction: Direction
    depth: int
    limit: int
    tool: Literal["call_graph"]
    version: Literal[1]
    message: str | None = None
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["ok"]
    hints: CallGraphHints | None = None
    roots: list[str]
    """Ids of the nodes that were asked for, in the order of `nodes`: several where a name has several definitions."""
    namesakes: list[CallGraphNode] | None = None
    """Functions of that name that were not followed, since it is the whole name of another, or they are too many: ask by qualified name or id."""
    nodes: list[CallGraphNode]
    """By file, start line, label, id."""
    edges: list[CallGraphEdge]
    notes: list[CallGraphNote]
    notes_truncated: Annotated[bool, Field(alias="notesTruncated")]
    total_note_count: Annotated[int, Field(alias="totalNoteCount")]
    returned_note_count: Annotated[int, Field(alias="returnedNoteCount")]
    coverage: CallGraphCoverage
    """What the graph does not cover."""


class ChunkResult(Model):
    file: str
    """Relative to the effective root."""
    span: Span
    language: str
    score: int | float
    """Higher is better; comparable within one answer only."""
    indexed_at: Annotated[str, Field(alias="indexedAt")]
    """ISO 8601."""
    staleness_bucket: Annotated[StalenessBucket, Field(alias="stalenessBucket")]
    kind: Literal["chunk"]
    content: str
    """The chunk's text."""
    symbol_id: Annotated[str | None, Field(alias="symbolId")] = None
    symbol_label: Annotated[str | None, Field(alias="symbolLabel")] = None


class CodebaseEntry(Model):
    path: str
    state: CodebaseState
    files: int
    chunks: int
    languages: list[LanguageCount]
    """Files descending, then language ascending."""
    last_indexed_at: Annotated[str | None, Field(alias="lastIndexedAt")]
    """ISO 8601; null before the first complete run."""
    progress_pct: Annotated[int | float | None, Field(alias="progressPct")] = None
    fingerprint: Fingerprint | None
    reason: str | None = None
    """Why it is not ready, or that its folder is gone, is another one by now or cannot be read."""


class Compatibility(Model):
    """Why an index and the runtime do not fit together."""

    index_fingerprint: Annotated[Fingerprint, Field(alias="indexFingerprint")]
    runtime_fingerprint: Annotated[Fingerprint, Field(alias="runtimeFingerprint")]
    mismatched: list[str]
    """Names of the fields that differ, in the order in which `Fingerprint` declares them."""


class DirEntry(Model):
    repo: Repo
    path: str
    """Relative to the root of `repo`, with `/`."""
    kind: DirEntryKind
    size: int | None = None
    """Of a file, in bytes."""


class EffectiveScope(Model):
    """What shaped an answer: fields that are not empty, languages by their ids and ascending, codebases by their roots and ascending."""

    include_globs: list[PathPattern] | None = None
    """Only files that fit one of these gitignore patterns, relative to the root, such as `src/` or `*.{ts,tsx}`. An empty list is no filter."""
    exclude_globs: list[PathPattern] | None = None
    """No file that fits one of these patterns; they are of the same kind."""
    languages: list[str] | None = None
    """Only files in these languages, by id or alias (`ts`). An empty list is no filter."""
    repos: list[str] | None = None
    """Codebases by the name of their folder, or by path. An empty list is no choice."""


class ErrorHints(Model):
    status: ToolCall | None = None
    create: ToolCall | None = None
    reindex: ToolCall | None = None
    sync: ToolCall | None = None


class Fault(Model):
    """Why a call failed."""

    code: ErrorCode
    message: str
    details: list[ArgumentProblem] | Readonly


class FileOutlineAmbiguousHints(Model):
    file_outline: Annotated[ToolCall | None, Field(alias="fileOutline")] = None
    read_file: Annotated[ToolCall | None, Field(alias="readFile")] = None


class FileOutlineError(Model):
    tool: Literal["file_outline"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["error"]
    error: Fault
    hints: ErrorHints | None = None
    path: str | None = None
    """The path of the arguments, where they named one."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None


class FileOutlineNotFoundHints(Model):
    file_outline: Annotated[ToolCall | None, Field(alias="fileOutline")] = None
    read_file: Annotated[ToolCall | None, Field(alias="readFile")] = None


class FileOutlineOkHints(Model):
    file_outline: Annotated[ToolCall | None, Field(alias="fileOutline")] = None
    read_file: Annotated[ToolCall | None, Field(alias="readFile")] = None


class FileOutlineUnsupportedHints(Model):
    file_outline: Annotated[ToolCall | None, Field(alias="fileOutline")] = None
    read_file: Annotated[ToolCall | None, Field(alias="readFile")] = None


class FilteredOutHint(Model):
    """A file that the question is about, or is likely to be, and that filters leave out."""

    reason: Literal["named_file_left_out", "better_answer_left_out"] | str
    """named: the question names the file; better: nothing that was searched is close to it, and this file is."""
    file: str
    """Relative to the effective root."""
    left_out_by: Annotated[list[FileFilterName], Field(alias="leftOutBy")]
    """All that leave it out, in this order; never empty."""
    search_codebase: Annotated[ToolCall | None, Field(alias="searchCodebase")] = None
    """The question again, without these, in the scope that has the file; absent where filters of the session leave it out: `set_scope` takes others."""


class Finding(Model):
    file: str
    """Relative to the effective root."""
    span: Span
    language: str
    score: int | float
    """Higher is better; comparable within one answer only."""
    indexed_at: Annotated[str, Field(alias="indexedAt")]
    """ISO 8601."""
    staleness_bucket: Annotated[StalenessBucket, Field(alias="stalenessBucket")]
    kind: Literal["chunk"]
    content: str
    """The chunk's text."""
    symbol_id: Annotated[str | None, Field(alias="symbolId")] = None
    symbol_label: Annotated[str | None, Field(alias="symbolLabel")] = None
    repo: str | None = None
    """Root of its codebase, where several were searched."""


class FreshnessDecision(Model):
    """How the index was brought up to date before the search."""

    mode: FreshnessMode
    checked_at: Annotated[str | None, Field(alias="checkedAt")]
    """ISO 8601; when the index was last compared with the disk."""
    reason: str | None = None
    """Why the index may be behind the disk, with `failed`, the `skipped_…` modes, and `fresh` where no watch runs; absent where it is not."""
    changes: FreshnessDecisionChanges | None = None


class GroupResultNavigationFallback(Model):
    """Calls that show the place when the call graph cannot; the outline's where the file has one."""

    read_file: Annotated[ToolCall, Field(alias="readFile")]
    file_outline: Annotated[ToolCall | None, Field(alias="fileOutline")] = None


class IndexFacts(Model):
    """What `status` knows of a codebase."""

    state: CodebaseState
    files: int
    chunks: int
    symbols: int
    languages: list[LanguageCount]
    """Files descending, then language ascending."""
    skipped: list[SkippedCount]
    """By cause, in the registry's order; causes without files are left out."""
    secrets: ExcludedSecrets
    degraded_files: Annotated[int, Field(alias="degradedFiles")]
    """Files that are in the index as plain text because their language's parser gave up."""
    degraded_examples: Annotated[list[str] | None, Field(alias="degradedExamples")] = (
        None
    )
    """Up to five of them, ascending; absent where there are none."""
    fingerprint: Fingerprint | None
    merkle_root: Annotated[str | None, Field(alias="merkleRoot")]
    size_bytes: Annotated[int, Field(alias="sizeBytes")]
    last_indexed_at: Annotated[str | None, Field(alias="lastIndexedAt")]
    last_synced_at: Annotated[str | None, Field(alias="lastSyncedAt")]
    custom_extensions: Annotated[list[str], Field(alias="customExtensions")]
    ignore_patterns: Annotated[list[str], Field(alias="ignorePatterns")]
    lock_owner: Annotated[IndexFactsLockOwner | None, Field(alias="lockOwner")]
    """The process that writes the index now."""
    watch: WatchFacts
    embedding: EmbeddingFacts | None
    """Of the run that answers; null where its embedder is built in, or there is none."""
    last_failure: Annotated[IndexFactsLastFailure | None, Field(alias="lastFailure")]


class ListCodebasesError(Model):
    tool: Literal["list_codebases"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["error"]
    error: Fault
    hints: ErrorHints | None = None
    path: str | None = None
    """The path of the arguments, where they named one."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None


class ListCodebasesOkCodebases(Model):
    """Buckets of entries, each by path ascending."""

    ready: list[CodebaseEntry]
    indexing: list[CodebaseEntry]
    requires_reindex: Annotated[list[CodebaseEntry], Field(alias="requiresReindex")]
    failed: list[CodebaseEntry]


class ListDirFailure(Model):
    code: ErrorCode
    message: str
    details: list[ArgumentProblem] | Readonly


class ListDirResult(Model):
    notes: list[str] | None = None
    """What the answer leaves out or stands on, a sentence each."""
    entries: list[DirEntry]
    """By repo, then path. Neither dotfiles nor links, nor what the ignore rules leave out."""
    total: int
    """All entries, those that are not shown included."""


class ListPathsError(Model):
    tool: Literal["list_paths"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["error"]
    error: Fault
    hints: ErrorHints | None = None
    path: str | None = None
    """The path of the arguments, where they named one."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None


class ListPathsOk(Model):
    path: str | None = None
    """The folder that was asked for; absent where there are `repos`."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    repos: list[str] | None = None
    """Roots of the codebases, where there are several; files in the answer are relative to their own."""
    max_results: int
    scope: EffectiveScope
    tool: Literal["list_paths"]
    version: Literal[1]
    message: str | None = None
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["ok"]
    items: list[ListedPath]
    """By codebase, then path."""
    total: int
    """All files that fit, those that are not shown included."""
    truncated: bool


class ManageHints(Model):
    status: ToolCall | None = None
    create: ToolCall | None = None
    reindex: ToolCall | None = None
    sync: ToolCall | None = None
    override_reindex: Annotated[ToolCall | None, Field(alias="overrideReindex")] = None
    preflight: ManageHintsPreflight | None = None


class ManageIndexBlockedHints(Model):
    """What applies the change, and the same call again, insisting."""

    sync: ToolCall
    override_reindex: Annotated[ToolCall, Field(alias="overrideReindex")]


class ManageIndexError(Model):
    tool: Literal["manage_index"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["error"]
    error: Fault
    hints: ErrorHints | None = None
    path: str | None = None
    """The path of the arguments, where they named one."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    action: ManageAction | None = None
    human_text: Annotated[str | None, Field(alias="humanText")] = None
    index: IndexFacts | None = None


class ManageIndexOk(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    action: ManageAction
    tool: Literal["manage_index"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["ok"]
    reason: Literal["preflight_unknown"] | str | None = None
    hints: ManageHints | None = None
    human_text: Annotated[str, Field(alias="humanText")]
    run_id: Annotated[str | None, Field(alias="runId")] = None
    """create and reindex: the run that was started; null when there was nothing to start."""
    preflight: Preflight | None = None
    progress: RunProgress | None = None
    upload: UploadNotice | None = None
    """create and reindex, with `REMOTE_EMBEDDER_UPLOAD`: once for each codebase and service."""
    stats: SyncStats | None = None
    """sync only."""
    index: IndexFacts | None = None
    """status, and the end of a run that was waited for."""


class NoiseMitigationHint(Model):
    """Most of the first results are tests, fixtures, docs or generated code: how to have less of them."""

    reason: Literal["top_results_noise_dominant"] | str
    top_k: Annotated[int, Field(alias="topK")]
    """Results that were looked at: the first five, or all if there are fewer."""
    ratios: NoiseMitigationHintRatios
    recommended_scope: Annotated[Literal["runtime"], Field(alias="recommendedScope")]
    suggested_ignore_patterns: Annotated[
        list[str], Field(alias="suggestedIgnorePatterns")
    ]
    """Patterns worth adding to an ignore file; all known ones while the root's .gitignore is absent or cannot be read."""
    already_ignored_by_gitignore: Annotated[
        list[str], Field(alias="alreadyIgnoredByGitignore")
    ]
    """Patterns that matched only files which the root's .gitignore ignores already."""
    new_satori_ignore_only: Annotated[list[str], Field(alias="newSatoriIgnoreOnly")]
    """Patterns that would leave out files which the root's .gitignore does not ignore."""
    confidence: Literal["high", "low"]
    """low: the root's .gitignore is absent or cannot be read."""
    debounce_ms: Annotated[int, Field(alias="debounceMs")]
    """How long a watcher waits for quiet after an edit before it syncs."""
    next_step: Annotated[str, Field(alias="nextStep")]


class NotIndexedHints(Model):
    create: ToolCall | None = None
    """Absent where no index can be made of what the path names: a whole system, or nothing that is there."""
    paths: list[str] | None = None
    """Folders below that have an index, each of which can stand as `path`: at most 10, by path."""
    debug_indexing: Annotated[IndexingDebug | None, Field(alias="debugIndexing")] = None


class NotReadyHints(Model):
    status: ToolCall
    debug_indexing: Annotated[IndexingDebug | None, Field(alias="debugIndexing")] = None


class OutlineSymbol(Model):
    """One symbol of an outline."""

    symbol_id: Annotated[str, Field(alias="symbolId")]
    symbol_label: Annotated[str, Field(alias="symbolLabel")]
    """Qualified name."""
    kind: SymbolKind
    span: Span
    parent: str | None
    """Id of the symbol around it."""
    signature: str | None
    """Its declaration without the body, on one line; null where it says no more than the label, or was left out for the size of the outline."""
    doc: str | None
    """First line of its doc comment; null where there is none, or it was left out likewise."""


class ReadFileError(Model):
    tool: Literal["read_file"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["error"]
    error: Fault
    hints: ErrorHints | None = None
    path: str | None = None
    """The path of the arguments, where they named one."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None


class ReadFileNotFoundHints(Model):
    """`readFile` opens the candidate, if there is one alone."""

    search_codebase: Annotated[ToolCall | None, Field(alias="searchCodebase")] = None
    read_file: Annotated[ToolCall | None, Field(alias="readFile")] = None


class ReadFileNotIndexed(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    mode: ReadMode
    open_symbol: str | None = None
    tool: Literal["read_file"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["not_indexed"]
    reason: Literal["not_indexed"] | str
    hints: NotIndexedHints | None = None


class ReadFileNotReady(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    mode: ReadMode
    open_symbol: str | None = None
    tool: Literal["read_file"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["not_ready"]
    reason: Literal["indexing"] | str
    hints: NotReadyHints
    indexing: IndexingProgress
    retry_after_ms: Annotated[int | None, Field(alias="retryAfterMs")] = None
    """When asking again is worth it, if known."""


class ReadFileOkHints(Model):
    """`continue` is the call that reads on where this answer was cut."""

    continue_: Annotated[ToolCall | None, Field(alias="continue")] = None


class RequiresReindexHints(Model):
    reindex: ToolCall
    debug_indexing: Annotated[IndexingDebug | None, Field(alias="debugIndexing")] = None


class SearchCodebaseError(Model):
    tool: Literal["search_codebase"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["error"]
    error: Fault
    hints: ErrorHints | None = None
    path: str | None = None
    """The path of the arguments, where they named one."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None


class SearchCodebaseNotIndexed(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    query: str
    scope: SearchScope
    result_mode: Annotated[ResultMode, Field(alias="resultMode")]
    group_by: Annotated[GroupBy, Field(alias="groupBy")]
    ranking_mode: Annotated[RankingMode, Field(alias="rankingMode")]
    limit: int
    max_tokens: Annotated[int | None, Field(alias="maxTokens")] = None
    session_scope: Annotated[EffectiveScope | None, Field(alias="sessionScope")] = None
    """Filters of the session that shaped the answer: those that the question itself did not replace."""
    tool: Literal["search_codebase"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["not_indexed"]
    reason: Literal["not_indexed"] | str
    hints: NotIndexedHints | None = None


class SearchCodebaseNotReady(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    query: str
    scope: SearchScope
    result_mode: Annotated[ResultMode, Field(alias="resultMode")]
    group_by: Annotated[GroupBy, Field(alias="groupBy")]
    ranking_mode: Annotated[RankingMode, Field(alias="rankingMode")]
    limit: int
    max_tokens: Annotated[int | None, Field(alias="maxTokens")] = None
    session_scope: Annotated[EffectiveScope | None, Field(alias="sessionScope")] = None
    """Filters of the session that shaped the answer: those that the question itself did not replace."""
    tool: Literal["search_codebase"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["not_ready"]
    reason: Literal["indexing"] | str
    hints: NotReadyHints
    indexing: IndexingProgress
    retry_after_ms: Annotated[int | None, Field(alias="retryAfterMs")] = None
    """When asking again is worth it, if known."""


class SearchCodebaseRequiresReindex(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    query: str
    scope: SearchScope
    result_mode: Annotated[ResultMode, Field(alias="resultMode")]
    group_by: Annotated[GroupBy, Field(alias="groupBy")]
    ranking_mode: Annotated[RankingMode, Field(alias="rankingMode")]
    limit: int
    max_tokens: Annotated[int | None, Field(alias="maxTokens")] = None
    session_scope: Annotated[EffectiveScope | None, Field(alias="sessionScope")] = None
    """Filters of the session that shaped the answer: those that the question itself did not replace."""
    tool: Literal["search_codebase"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["requires_reindex"]
    reason: Literal["requires_reindex"] | str
    hints: RequiresReindexHints
    compatibility: Compatibility


class SearchHints(Model):
    noise_mitigation: Annotated[
        NoiseMitigationHint | None, Field(alias="noiseMitigation")
    ] = None
    left_out: Annotated[FilteredOutHint | None, Field(alias="leftOut")] = None
    debug_search: Annotated[Readonly | None, Field(alias="debugSearch")] = None
    """Present with `debug`: passes, limits, filter counts, boosts and score parts. Its fields may change."""


class SearchTextError(Model):
    tool: Literal["search_text"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["error"]
    error: Fault
    hints: ErrorHints | None = None
    path: str | None = None
    """The path of the arguments, where they named one."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None


class SearchTextOk(Model):
    path: str | None = None
    """The folder that was asked for; absent where there are `repos`."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    repos: list[str] | None = None
    """Roots of the codebases, where there are several; files in the answer are relative to their own."""
    query: str
    regex: bool
    case_sensitive: bool
    paths: list[str] | None = None
    context_lines: int
    max_results: int
    scope: EffectiveScope
    tool: Literal["search_text"]
    version: Literal[1]
    message: str | None = None
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["ok"]
    matches: list[TextMatch]
    """By codebase, path, then line; each line once."""
    total: int
    """Matching lines, exact unless `truncated`, then a lower bound."""
    truncated: bool


class SearchedCodebase(Model):
    """One of the codebases that were asked."""

    repo: str
    status: Status
    """Other than `ok`: nothing of it is among the findings."""
    confidence: Confidence | None = None
    freshness_decision: Annotated[
        FreshnessDecision | None, Field(alias="freshnessDecision")
    ] = None
    outranked: Literal[True] | None = None
    """It was asked in one question together with others, as a store that holds them together allows, and the best chunks of all are others'."""


class SemanticSearchError(Model):
    tool: Literal["semantic_search"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["error"]
    error: Fault
    hints: ErrorHints | None = None
    path: str | None = None
    """The path of the arguments, where they named one."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None


class SemanticSearchNotIndexed(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    query: str
    limit: int
    tool: Literal["semantic_search"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["not_indexed"]
    reason: Literal["not_indexed"] | str
    hints: NotIndexedHints | None = None


class SemanticSearchNotReady(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    query: str
    limit: int
    tool: Literal["semantic_search"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["not_ready"]
    reason: Literal["indexing"] | str
    hints: NotReadyHints
    indexing: IndexingProgress
    retry_after_ms: Annotated[int | None, Field(alias="retryAfterMs")] = None
    """When asking again is worth it, if known."""


class SemanticSearchOk(Model):
    path: str | None = None
    """The folder that was asked for; absent where there are `repos`."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    repos: list[str] | None = None
    """Roots of the codebases, where there are several; files in the answer are relative to their own."""
    query: str
    limit: int
    tool: Literal["semantic_search"]
    version: Literal[1]
    message: str | None = None
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["ok"]
    scope: EffectiveScope
    method: Literal["hybrid", "lexical"]
    """hybrid: by words and by meaning; lexical: by words alone."""
    confidence: Confidence
    """Of the surest codebase."""
    searched: list[SearchedCodebase]
    """By root."""
    findings: list[Finding]
    """Score descending, then codebase, file, start line. Scores are comparable within one answer only."""


class SemanticSearchRequiresReindex(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    query: str
    limit: int
    tool: Literal["semantic_search"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["requires_reindex"]
    reason: Literal["requires_reindex"] | str
    hints: RequiresReindexHints
    compatibility: Compatibility


class SetScopeError(Model):
    tool: Literal["set_scope"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["error"]
    error: Fault
    hints: ErrorHints | None = None
    path: str | None = None
    """The path of the arguments, where they named one."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None


class SetScopeOk(Model):
    tool: Literal["set_scope"]
    version: Literal[1]
    message: str | None = None
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str
    """To be given along by calls of clients whose transport knows no sessions."""
    meta: Meta
    status: Literal["ok"]
    effective_scope: EffectiveScope


class SmartItem(Model):
    repo: Repo
    path: str
    """Relative to the root of `repo`, with `/`."""
    rank: int
    """Place in the order of the engine, over both roots: 1 is best."""
    found_by: SmartEngine
    kind: Literal["file"] | Literal["dir"] | SymbolKind | None = None
    """Of what was found by its name."""
    start_line: int | None = None
    """From 1; absent where a file or folder as a whole is meant."""
    end_line: int | None = None
    symbol: str | None = None
    """Qualified name."""
    text: str | None = None
    """Lines that show why this is an item."""


class SmartSearchResult(Model):
    notes: list[str] | None = None
    """What the answer leaves out or stands on, a sentence each."""
    route: SmartRoute
    """Which way the question went. Where that way found nothing, or a root has no index for it, `notes` tell of the other one."""
    items: list[SmartItem]
    """By repo, then path, then line."""
    index_calls: list[ToolCall] | None = None
    """Calls that make an index for what an index answers."""


class SymbolCandidate(Model):
    file: str
    symbol_id: Annotated[str, Field(alias="symbolId")]
    symbol_label: Annotated[str, Field(alias="symbolLabel")]
    kind: SymbolKind
    span: Span


class WorkspaceReadAnswer(Model):
    result: WorkspaceReadResult
    meta: WorkspaceMeta


class WorkspaceSearchAnswer(Model):
    result: WorkspaceSearchResult
    meta: WorkspaceMeta


class CallGraphError(Model):
    tool: Literal["call_graph"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["error"]
    error: Fault
    hints: ErrorHints | None = None
    path: str | None = None
    """The path of the arguments, where they named one."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None


CallGraphHint = TypeAliasType("CallGraphHint", CallGraphHint1 | CallGraphHint2)
"""Supported: `call_graph` takes the `symbolRef` as it is."""


class CallGraphNotFound(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    symbol_ref: Annotated[SymbolRef | None, Field(alias="symbolRef")] = None
    symbol: str | None = None
    direction: Direction
    depth: int
    limit: int
    tool: Literal["call_graph"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["not_found", "unsupported"]
    hints: CallGraphNotFoundHints | None = None
    candidates: list[CallGraphNode] | None = None
    """May have been meant."""


class CallGraphNotIndexed(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    symbol_ref: Annotated[SymbolRef | None, Field(alias="symbolRef")] = None
    symbol: str | None = None
    direction: Direction
    depth: int
    limit: int
    tool: Literal["call_graph"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["not_indexed"]
    reason: Literal["not_indexed"] | str
    hints: NotIndexedHints | None = None


class CallGraphNotReady(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    symbol_ref: Annotated[SymbolRef | None, Field(alias="symbolRef")] = None
    symbol: str | None = None
    direction: Direction
    depth: int
    limit: int
    tool: Literal["call_graph"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["not_ready"]
    reason: Literal["indexing"] | str
    hints: NotReadyHints
    indexing: IndexingProgress
    retry_after_ms: Annotated[int | None, Field(alias="retryAfterMs")] = None
    """When asking again is worth it, if known."""


class CallGraphRequiresReindex(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    symbol_ref: Annotated[SymbolRef | None, Field(alias="symbolRef")] = None
    symbol: str | None = None
    direction: Direction
    depth: int
    limit: int
    tool: Literal["call_graph"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["requires_reindex"]
    reason: Literal["requires_reindex"] | str
    hints: RequiresReindexHints
    compatibility: Compatibility


class FileOutlineNotFound(Model):
    """No such file in the index, or (exact mode) no such symbol in it."""

    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    file: str
    limit_symbols: Annotated[int, Field(alias="limitSymbols")]
    resolve_mode: Annotated[ResolveMode, Field(alias="resolveMode")]
    start_line: int | None = None
    end_line: int | None = None
    tool: Literal["file_outline"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    hints: FileOutlineNotFoundHints | None = None
    has_more: Annotated[bool, Field(alias="hasMore")]
    """True when symbols were left out: beyond `limitSymbols`, for the size of the outline, or keys of data beyond 500."""
    status: Literal["not_found"]
    outline: None


class FileOutlineNotIndexed(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    file: str
    limit_symbols: Annotated[int, Field(alias="limitSymbols")]
    resolve_mode: Annotated[ResolveMode, Field(alias="resolveMode")]
    start_line: int | None = None
    end_line: int | None = None
    tool: Literal["file_outline"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["not_indexed"]
    reason: Literal["not_indexed"] | str
    hints: NotIndexedHints | None = None


class FileOutlineNotReady(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    file: str
    limit_symbols: Annotated[int, Field(alias="limitSymbols")]
    resolve_mode: Annotated[ResolveMode, Field(alias="resolveMode")]
    start_line: int | None = None
    end_line: int | None = None
    tool: Literal["file_outline"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["not_ready"]
    reason: Literal["indexing"] | str
    hints: NotReadyHints
    indexing: IndexingProgress
    retry_after_ms: Annotated[int | None, Field(alias="retryAfterMs")] = None
    """When asking again is worth it, if known."""


class FileOutlineRequiresReindex(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    file: str
    limit_symbols: Annotated[int, Field(alias="limitSymbols")]
    resolve_mode: Annotated[ResolveMode, Field(alias="resolveMode")]
    start_line: int | None = None
    end_line: int | None = None
    tool: Literal["file_outline"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["requires_reindex"]
    reason: Literal["requires_reindex"] | str
    hints: RequiresReindexHints
    compatibility: Compatibility


class FileOutlineUnsupported(Model):
    """The file's language has no outline, or its parser gave up on the file (`SYMBOL_METADATA_MISSING`)."""

    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    file: str
    limit_symbols: Annotated[int, Field(alias="limitSymbols")]
    resolve_mode: Annotated[ResolveMode, Field(alias="resolveMode")]
    start_line: int | None = None
    end_line: int | None = None
    tool: Literal["file_outline"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    hints: FileOutlineUnsupportedHints | None = None
    has_more: Annotated[bool, Field(alias="hasMore")]
    """True when symbols were left out: beyond `limitSymbols`, for the size of the outline, or keys of data beyond 500."""
    status: Literal["unsupported"]
    outline: None


class GroupResult(Model):
    file: str
    """Relative to the effective root."""
    span: Span
    language: str
    score: int | float
    """Higher is better; comparable within one answer only."""
    indexed_at: Annotated[str, Field(alias="indexedAt")]
    """ISO 8601."""
    staleness_bucket: Annotated[StalenessBucket, Field(alias="stalenessBucket")]
    kind: Literal["group"]
    group_id: Annotated[str, Field(alias="groupId")]
    """Names the group; stable for the same index."""
    symbol_id: Annotated[str | None, Field(alias="symbolId")]
    symbol_label: Annotated[str | None, Field(alias="symbolLabel")]
    collapsed_chunk_count: Annotated[int, Field(alias="collapsedChunkCount")]
    """Chunks of the same symbol or file that this result stands for, itself included."""
    preview: str
    """The lines that show why this is a result: some that follow each other, within `span`."""
    preview_start_line: Annotated[int, Field(alias="previewStartLine")]
    """Line on which `preview` begins."""
    call_graph_hint: Annotated[CallGraphHint, Field(alias="callGraphHint")]
    navigation_fallback: Annotated[
        GroupResultNavigationFallback | None, Field(alias="navigationFallback")
    ] = None


class ListCodebasesOk(Model):
    tool: Literal["list_codebases"]
    version: Literal[1]
    message: str | None = None
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["ok"]
    codebases: ListCodebasesOkCodebases
    human_text: Annotated[str, Field(alias="humanText")]
    session_scope: Annotated[EffectiveScope | None, Field(alias="sessionScope")] = None
    """What the session shows of them, where it has chosen."""


class ListDirAnswer(Model):
    result: ListDirResult
    meta: WorkspaceMeta


class ManageIndexBlocked(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    action: ManageAction
    tool: Literal["manage_index"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["blocked"]
    reason: Literal["unnecessary_reindex_ignore_only"] | str
    hints: ManageIndexBlockedHints
    human_text: Annotated[str, Field(alias="humanText")]
    preflight: Preflight


class ManageIndexNotIndexed(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    action: ManageAction
    human_text: Annotated[str, Field(alias="humanText")]
    progress: RunProgress | None = None
    index: IndexFacts | None = None
    tool: Literal["manage_index"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["not_indexed"]
    reason: Literal["not_indexed"] | str
    hints: NotIndexedHints | None = None


class ManageIndexNotReady(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    action: ManageAction
    human_text: Annotated[str, Field(alias="humanText")]
    progress: RunProgress | None = None
    index: IndexFacts | None = None
    tool: Literal["manage_index"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["not_ready"]
    reason: Literal["indexing"] | str
    hints: NotReadyHints
    indexing: IndexingProgress
    retry_after_ms: Annotated[int | None, Field(alias="retryAfterMs")] = None
    """When asking again is worth it, if known."""


class ManageIndexRequiresReindex(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    action: ManageAction
    human_text: Annotated[str, Field(alias="humanText")]
    progress: RunProgress | None = None
    index: IndexFacts | None = None
    tool: Literal["manage_index"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["requires_reindex"]
    reason: Literal["requires_reindex"] | str
    hints: RequiresReindexHints
    compatibility: Compatibility


class Outline(Model):
    """Symbols by start line, end line descending, label, id. What was left out for its size is told by `OUTPUT_TRUNCATED`."""

    symbols: list[OutlineSymbol]


class ReadFileAmbiguous(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    mode: ReadMode
    open_symbol: str | None = None
    tool: Literal["read_file"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["ambiguous"]
    candidates: list[SymbolCandidate]
    """By file, start line, label, id."""


class ReadFileNotFound(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    mode: ReadMode
    open_symbol: str | None = None
    tool: Literal["read_file"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["not_found"]
    hints: ReadFileNotFoundHints | None = None
    candidates: list[SymbolCandidate] | None = None
    """May have been meant."""


class ReadFileOk(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    mode: ReadMode
    open_symbol: str | None = None
    tool: Literal["read_file"]
    version: Literal[1]
    message: str | None = None
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["ok"]
    hints: ReadFileOkHints | None = None
    file: str
    """Relative to the effective root."""
    content: str
    start_line: Annotated[int, Field(alias="startLine")]
    end_line: Annotated[int, Field(alias="endLine")]
    total_lines: Annotated[int, Field(alias="totalLines")]
    truncated: bool
    encoding: str
    language: str
    symbol: SymbolCandidate | None = None
    outline_status: Annotated[
        Literal["ok", "not_indexed", "requires_reindex", "not_found", "unsupported", "stale"] | None,
        Field(alias="outlineStatus"),
    ] = None
    """annotated: what became of the outline."""
    outline: Outline | None = None
    has_more: Annotated[bool | None, Field(alias="hasMore")] = None


class ReadFileRequiresReindex(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    mode: ReadMode
    open_symbol: str | None = None
    tool: Literal["read_file"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["requires_reindex"]
    reason: Literal["requires_reindex"] | str
    hints: RequiresReindexHints
    compatibility: Compatibility


class SearchCodebaseOk(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    query: str
    scope: SearchScope
    result_mode: Annotated[ResultMode, Field(alias="resultMode")]
    group_by: Annotated[GroupBy, Field(alias="groupBy")]
    ranking_mode: Annotated[RankingMode, Field(alias="rankingMode")]
    limit: int
    max_tokens: Annotated[int | None, Field(alias="maxTokens")] = None
    session_scope: Annotated[EffectiveScope | None, Field(alias="sessionScope")] = None
    """Filters of the session that shaped the answer: those that the question itself did not replace."""
    tool: Literal["search_codebase"]
    version: Literal[1]
    message: str | None = None
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    status: Literal["ok"]
    hints: SearchHints | None = None
    freshness_decision: Annotated[FreshnessDecision, Field(alias="freshnessDecision")]
    confidence: Confidence
    """How sure it is that the results answer the question."""
    unknown_terms: Annotated[list[str], Field(alias="unknownTerms")]
    """Words and identifiers of the question that the index does not know, in its order."""
    corrected_terms: Annotated[
        list[CorrectedTerm] | None, Field(alias="correctedTerms")
    ] = None
    """Identifiers of the question that the index does not have, with the names that it took them for besides."""
    coverage: SearchCoverage
    results: list[ChunkResult | GroupResult]
    """Score descending, then file, start line, symbol label (none last), symbol id."""


class SmartSearchAnswer(Model):
    result: SmartSearchResult
    meta: WorkspaceMeta


class FileOutlineAmbiguous(Model):
    """Exact mode only: the candidates."""

    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    file: str
    limit_symbols: Annotated[int, Field(alias="limitSymbols")]
    resolve_mode: Annotated[ResolveMode, Field(alias="resolveMode")]
    start_line: int | None = None
    end_line: int | None = None
    tool: Literal["file_outline"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    hints: FileOutlineAmbiguousHints | None = None
    has_more: Annotated[bool, Field(alias="hasMore")]
    """True when symbols were left out: beyond `limitSymbols`, for the size of the outline, or keys of data beyond 500."""
    status: Literal["ambiguous"]
    outline: Outline


class FileOutlineOk(Model):
    path: str
    """The folder that was asked for."""
    effective_root: Annotated[str, Field(alias="effectiveRoot")]
    """The root of the codebase that covers `path`; files in the answer are relative to it."""
    file: str
    limit_symbols: Annotated[int, Field(alias="limitSymbols")]
    resolve_mode: Annotated[ResolveMode, Field(alias="resolveMode")]
    start_line: int | None = None
    end_line: int | None = None
    tool: Literal["file_outline"]
    version: Literal[1]
    message: str | None = None
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Where the call made a session: to be given to the next one."""
    meta: Meta
    hints: FileOutlineOkHints | None = None
    has_more: Annotated[bool, Field(alias="hasMore")]
    """True when symbols were left out: beyond `limitSymbols`, for the size of the outline, or keys of data beyond 500."""
    status: Literal["ok"]
    outline: Outline
