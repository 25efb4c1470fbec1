# Made by `npm run generate`; do not edit.
# Of contracts 53ae8575e0c8cdbd0b467efe4410b4da, text f20ca148c2f936cfe49917b1315c43eb.
# ruff: noqa

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from satori_client._model import Model
from typing_extensions import TypeAliasType


class ArgumentProblem(Model):
    """One problem with the arguments."""

    path: str
    """The argument, as a path into the arguments: `limit`, `symbolRef.file`."""
    message: str


class CallGraphEdgeSite(Model):
    file: str | None = None
    """Absent: the caller's file."""
    line: int
    text: str


CallGraphHintReason = TypeAliasType("CallGraphHintReason", Literal["no_symbol", "unsupported_language", "unparsed_file", "not_callable"] | str)
"""Why `call_graph` does not apply to a result: it has no symbol, calls of its language are not resolved, its file could not be parsed, or its symbol neither calls nor is called."""


class CallGraphNote(Model):
    type: str
    file: str
    symbol_id: Annotated[str | None, Field(alias="symbolId")] = None
    start_line: Annotated[int | None, Field(alias="startLine")] = None
    detail: str


class ChangeCounts(Model):
    """Numbers of changes, including those not shown."""

    removed: int
    renamed: int
    signature_changed: int
    moved: int
    added: int


class ChangedTogether(Model):
    """A file that changed in the same commits."""

    file: str
    commits: int
    """How many of these commits changed it."""


CodebaseState = TypeAliasType("CodebaseState", Literal["not_found", "indexing", "indexed", "sync_completed", "indexfailed", "requires_reindex"])
"""State of a codebase in `list_codebases` and `manage_index status`."""


class CodebaseVersion(Model):
    """A commit of a codebase whose index is kept."""

    commit: str
    """Its id."""
    state: CodebaseState
    size_bytes: Annotated[int, Field(alias="sizeBytes")]
    """As for a codebase; versions usually share an index file with it."""
    last_used_at: Annotated[str | None, Field(alias="lastUsedAt")]
    """ISO 8601; null if unknown."""


Confidence = TypeAliasType("Confidence", Literal["high", "medium", "low"])


class ContextEdgeSite(Model):
    file: str
    line: int
    text: str | None = None
    """The line; absent if a section shows it."""


CoreToolName = TypeAliasType("CoreToolName", Literal["list_codebases", "manage_index", "search_codebase", "file_outline", "call_graph", "read_file"])


class CorrectedTerm(Model):
    term: str
    meant: list[str]
    """Names of symbols, closest first."""


DirEntryKind = TypeAliasType("DirEntryKind", Literal["file", "dir"])


Direction = TypeAliasType("Direction", Literal["callers", "callees", "both"])


class EmbeddingFacts(Model):
    """Where the vectors of an index came from, for a remote embedder."""

    from_cache: Annotated[int, Field(alias="fromCache")]
    """Taken from the cache."""
    embedded: int
    """Computed by the embedder."""
    truncated: int
    """Computed from the beginning of a text only, because of the embedder's limit."""


ErrorCode = TypeAliasType("ErrorCode", Literal["INVALID_ARGUMENTS", "PATH_NOT_FOUND", "PATH_NOT_A_DIRECTORY", "PATH_NOT_A_FILE", "PATH_OUTSIDE_ROOTS", "PATH_UNREADABLE", "PATH_REFUSED", "AMBIGUOUS_PATH", "FILE_TOO_LARGE", "FILE_NOT_TEXT", "NOT_A_REPOSITORY", "REF_NOT_FOUND", "REF_AMBIGUOUS", "GIT_FAILED", "CANCELLED", "DEADLINE_REACHED", "INDEX_FAILED", "RUN_STALLED", "EMBEDDER_FAILED", "STORE_UNAVAILABLE", "STORE_CORRUPT", "STORE_NEWER", "RIPGREP_MISSING", "PROCESS_LIMIT_REACHED", "TEMPORARY_FOLDER_UNUSABLE", "CONFIG_INVALID", "CHECKS_FAILED", "INDEX_FILE_INVALID", "CLIENT_CONFIG_INVALID", "SERVER_UNREACHABLE", "SERVER_MISSING", "INTERNAL"] | str)


class ExaminedCode(Model):
    """What was looked at to establish that nothing uses a symbol."""

    files: int
    """Files in which code could name the symbol."""
    occurrences: int
    """Occurrences of the name in them, each of which was looked at."""


Exclude = TypeAliasType("Exclude", Literal["aging", "stale", "unknown"])


class ExcludedSecrets(Model):
    """Files and whole folders excluded as likely secrets, by built-in file names; a `!pattern` in `.satoriignore` includes one again. Empty if the index requires a reindex."""

    count: int
    """A folder counts as one."""
    examples: list[str]
    """Up to five of them, ascending; a folder ends with `/`."""


FileFilterName = TypeAliasType("FileFilterName", Literal["scope", "language", "folder", "include", "exclude"])


class Fingerprint(Model):
    """What must match between an index and the runtime for its vectors and chunks to be comparable."""

    embedding_provider: Annotated[str, Field(alias="embeddingProvider")]
    embedding_model: Annotated[str, Field(alias="embeddingModel")]
    embedding_dimension: Annotated[
        int | float | None, Field(alias="embeddingDimension")
    ]
    """A whole number; null while unknown (a remote embedder that was never called); null is not compared."""
    vector_store_provider: Annotated[str, Field(alias="vectorStoreProvider")]
    schema_version: Annotated[int, Field(alias="schemaVersion")]
    """Rises when chunking, tokenizing or grammars change."""


class FreshnessDecisionChanges(Model):
    """With `synced` and `reconciled_ignore_change`: what changed."""

    added: int | float
    removed: int | float
    modified: int | float


FreshnessMode = TypeAliasType("FreshnessMode", Literal["fresh", "synced", "reconciled_ignore_change", "coalesced", "skipped_indexing", "skipped_requires_reindex", "skipped_locked", "previous_run", "failed"] | str)


GroupBy = TypeAliasType("GroupBy", Literal["symbol", "file"])


HierarchyRelation = TypeAliasType("HierarchyRelation", Literal["extends", "implements", "mixes_in", "embeds", "inherits", "fits_by_shape", "overrides"])


HierarchySide = TypeAliasType("HierarchySide", Literal["supertypes", "subtypes", "both"])


HistoryChange = TypeAliasType("HistoryChange", Literal["created", "modified", "renamed", "moved"])


HistoryEnd = TypeAliasType("HistoryEnd", Literal["created", "shallow", "range", "limit", "deadline", "unreadable", "outside"])


class ImpactBefore(Model):
    """What a changed symbol was before: only what differs."""

    symbol: str | None = None
    """Qualified name."""
    file: str | None = None
    """Relative to the effective root."""
    signature: str | None = None
    """Empty if the declaration had none."""


ImpactChange = TypeAliasType("ImpactChange", Literal["removed", "renamed", "signature_changed", "moved", "body_changed", "added", "cosmetic"])


class ImpactCounts(Model):
    """Numbers of changed symbols, including those not shown."""

    removed: int
    renamed: int
    signature_changed: int
    moved: int
    body_changed: int
    added: int
    cosmetic: int
    affected: int
    """Affected symbols and files."""
    misfits: int
    """Places that no longer fit."""


ImpactRelation = TypeAliasType("ImpactRelation", Literal["calls", "uses", "overrides", "derives", "imports"])


ImpactSource = TypeAliasType("ImpactSource", Literal["work_tree", "commits", "diff", "symbols"])


ImpactUnknownType = TypeAliasType("ImpactUnknownType", Literal["unresolved_call", "unresolved_use", "handed_on", "named_in_text", "computed_name", "language_call", "framework", "overrides", "exported", "other_name", "not_followed", "unread_file", "language_without_calls", "unproven"])


class IndexFactsLastFailure(Model):
    run_id: Annotated[str, Field(alias="runId")]
    code: str
    message: str
    at: str
    kept_files: Annotated[int | None, Field(alias="keptFiles")] = None
    """Files that a cancelled first run stored; the next run continues."""


class IndexFactsLockOwner(Model):
    pid: int | float
    since: str


class IndexingDebug(Model):
    """With `debug`: what proves that a run is complete, and whether it is present."""

    completion_proof: Annotated[Literal["marker_doc"], Field(alias="completionProof")]
    marker_present: Annotated[bool, Field(alias="markerPresent")]


class IndexingProgress(Model):
    """Progress of the active run; null while unknown."""

    progress_pct: Annotated[int | float | None, Field(alias="progressPct")]
    """0 to 100."""
    last_updated: Annotated[str | None, Field(alias="lastUpdated")]
    """ISO 8601."""
    phase: str | None


LanguageCallKind = TypeAliasType("LanguageCallKind", Literal["access", "call", "conversion", "destructuring", "hook", "iteration", "lifetime", "literal", "operator", "start", "subscript"] | str)
"""What makes a language call a method that no call names. `access`: a member is read, stored or missing; `call`: an object is called like a function; `conversion`: to text, a number, a truth value or another type, also by built-in functions; `destructuring`: an object is taken apart, also by patterns; `hook`: other events of the language and its library, such as awaiting or serialization; `iteration`: a loop; `lifetime`: an object is created, copied, closed or destroyed; `literal`: a literal, initializer or interpolation; `operator`: an operator or comparison; `start`: the program starts; `subscript`: an index or key."""


class LanguageCalls(Model):
    """Calls of a requested definition that its language makes by itself."""

    language: str
    """Id of the language."""
    kind: LanguageCallKind
    listed: Literal["none", "some"]
    """Whether `edges` may contain such calls: those of objects whose type is known, of some forms."""


class LanguageCount(Model):
    language: str
    files: int


LifeReason = TypeAliasType("LifeReason", Literal["entry_point", "test", "exported", "decorated", "registered", "overrides", "language", "named_in_code", "named_in_text", "other_name", "outside", "dynamic", "unresolved", "unread", "unsupported"])
"""
Why a symbol may be alive although no user of it was found.

- `entry_point`: the program, or a configured command, starts there - `test`: a test runner finds it by its name or file - `exported`: a package exports it, so other codebases can use it - `decorated`: a decorator, annotation or attribute, by which a framework may find it - `registered`: it is given to code outside the codebase, which calls it - `overrides`: it overrides or implements a declaration, through which it may be called - `language`: the language calls it by itself - `named_in_code`: code has the name, and it is not certain what the name refers to there - `named_in_text`: a string, a configuration file or a template has the name - `other_name`: other code may use it under another name, such as a default export - `outside`: code outside the codebase may use it without naming it here: globals, structural types - `dynamic`: the language allows access by computed names - `unresolved`: calls of the name could not be resolved - `unread`: files that may use it were not read, or not as a whole - `unsupported`: nothing can be proven about a symbol of this kind or language
"""


class ListedPath(Model):
    repo: str | None = None
    """Root of its codebase, if several were listed."""
    path: str
    """Relative to the effective root."""
    language: str
    """Detected by file name; `text` if unknown."""
    size_bytes: Annotated[int, Field(alias="sizeBytes")]


ManageAction = TypeAliasType("ManageAction", Literal["create", "reindex", "sync", "status", "clear"])


class ManageHintsPreflight(Model):
    probe_failed: Annotated[Literal[True] | None, Field(alias="probeFailed")] = None


class Meta(Model):
    duration_ms: Annotated[int | float, Field(alias="durationMs")]
    """Wall time of the call in milliseconds."""


Misfit = TypeAliasType("Misfit", Literal["gone", "too_few_arguments", "too_many_arguments", "unknown_argument"])


class NoiseMitigationHintRatios(Model):
    """Shares of `topK`, rounded to two places."""

    runtime: int | float
    tests: int | float
    fixtures: int | float
    docs: int | float
    generated: int | float


PathPattern = TypeAliasType("PathPattern", str)
"""A pattern of paths, or a path."""


PlannedChangeKind = TypeAliasType("PlannedChangeKind", Literal["remove", "signature", "body"])


class Preflight(Model):
    outcome: Literal["reindex_required", "reindex_unnecessary_ignore_only", "unknown", "probe_failed"]
    confidence: Literal["high", "low"]
    probe_failed: Annotated[Literal[True] | None, Field(alias="probeFailed")] = None


RankingMode = TypeAliasType("RankingMode", Literal["default", "auto_changed_first"])


ReadMode = TypeAliasType("ReadMode", Literal["plain", "annotated"])


Readonly = TypeAliasType("Readonly", dict[str, Any])


class ReasonCount(Model):
    """How many symbols have a reason; the first reason of each counts."""

    reason: LifeReason
    count: int


RefName = TypeAliasType("RefName", str)


class RefNames(Model):
    """Branches and tags to suggest for `ref`. Other names, and ids of commits, are accepted too."""

    branches: list[str]
    """Local branches, then those of remotes as `REMOTE/BRANCH`, both by name ascending; at most 50."""
    tags: list[str]
    """Newest version first; at most 50."""


Repo = TypeAliasType("Repo", Literal["docs", "code"])


ResolveMode = TypeAliasType("ResolveMode", Literal["outline", "exact"])


ResultMode = TypeAliasType("ResultMode", Literal["grouped", "raw", "context"])


class RetryHintArgs(Model):
    include_globs: list[PathPattern] | None = None
    paths: list[PathPattern] | None = None
    regex: bool | None = None
    case_sensitive: bool | None = None


RouteKind = TypeAliasType("RouteKind", Literal["path", "symbol", "text", "regex", "natural_language"])


RunPhase = TypeAliasType("RunPhase", Literal["scanning", "indexing", "publishing", "embedding"])


class RunProgress(Model):
    phase: RunPhase
    files_done: Annotated[int, Field(alias="filesDone")]
    files_total: Annotated[int | float | None, Field(alias="filesTotal")]
    """Null until the scan has counted them."""
    chunks: int
    pct: int | float | None
    """0 to 100; null until the scan has counted the files."""
    eta_ms: Annotated[int | float | None, Field(alias="etaMs")]
    """Estimated remaining time in milliseconds; null while unknown."""


class SearchCoverage(Model):
    """What was searched; with several branches, summed over them."""

    files: int
    chunks: int
    skipped_files: Annotated[int, Field(alias="skippedFiles")]
    candidates: int
    """Ranked files."""


SearchScope = TypeAliasType("SearchScope", Literal["runtime", "mixed", "docs"])


class SearchedVersion(Model):
    """A branch and the commit that it names."""

    ref: str
    commit: str


SectionRole = TypeAliasType("SectionRole", Literal["entry", "callee", "caller", "related", "type"])


SkipCause = TypeAliasType("SkipCause", Literal["too_large", "binary", "encoding", "unparsable", "unreadable", "invalid_name", "special", "link", "lfs_pointer", "submodule"] | str)


class SkippedCount(Model):
    cause: SkipCause
    files: int
    examples: list[str]
    """Up to five of them, ascending."""


SmartEngine = TypeAliasType("SmartEngine", Literal["file_names", "definitions", "text", "index"])


class SmartRoute(Model):
    kind: RouteKind
    reason: str
    """Why the query was classified this way."""


class SmartSearchFailure(Model):
    code: ErrorCode
    message: str
    details: list[ArgumentProblem] | Readonly


class Span(Model):
    """Lines of one file, counted from 1, both ends included."""

    start_line: Annotated[int, Field(alias="startLine")]
    end_line: Annotated[int, Field(alias="endLine")]


Status = TypeAliasType("Status", Literal["ok", "not_ready", "requires_reindex", "not_indexed", "blocked", "not_found", "ambiguous", "unsupported", "error"])


SuspectReason = TypeAliasType("SuspectReason", Literal["function", "file", "imported"])


class SuspectTouched(Model):
    reason: SuspectReason
    file: str
    """In the newest commit of the range."""
    symbol_label: Annotated[str | None, Field(alias="symbolLabel")] = None
    frame: int
    """Index in `frames`."""


SymbolChangeKind = TypeAliasType("SymbolChangeKind", Literal["removed", "renamed", "signature_changed", "moved", "added"])


class SymbolCommitFrom(Model):
    """What it was before, if it was renamed or moved."""

    file: str
    symbol_label: Annotated[str, Field(alias="symbolLabel")]


class SymbolKey(Model):
    """Key of one symbol of an index; `call_graph` accepts it as `symbolRef`."""

    file: str
    """Relative to the effective root."""
    symbol_id: Annotated[str, Field(alias="symbolId")]
    """Stable while file, kind and qualified name stay the same."""


SymbolKind = TypeAliasType("SymbolKind", Literal["module", "namespace", "class", "interface", "struct", "enum", "enum_member", "trait", "protocol", "object", "extension", "impl", "type", "function", "method", "constructor", "property", "field", "variable", "constant", "macro", "event", "section"] | str)


class SymbolRef(Model):
    """Identifies one symbol of an index; can be passed to `call_graph` unchanged."""

    file: str
    """Relative to the effective root."""
    symbol_id: Annotated[str, Field(alias="symbolId")]
    """Stable while file, kind and qualified name stay the same."""
    symbol_label: Annotated[str | None, Field(alias="symbolLabel")] = None
    """Qualified name, e.g. `SessionStore.refresh`."""
    span: Span | None = None


class SyncStats(Model):
    """What a sync changed."""

    added: int
    removed: int
    modified: int
    merkle_root: Annotated[str, Field(alias="merkleRoot")]


TestReason = TypeAliasType("TestReason", Literal["changed", "reaches", "imports", "named_after", "names", "changed_together"])


TestRunner = TypeAliasType("TestRunner", Literal["vitest", "jest", "mocha", "node", "pytest", "unittest", "go", "cargo", "maven", "gradle", "dotnet", "rspec", "minitest", "phpunit"])


class TextMatch(Model):
    repo: str | None = None
    """Root of its codebase, if several were searched."""
    path: str
    """Relative to the effective root."""
    line: int
    """From 1."""
    column: int
    """Start of the first match in the line, in UTF-16 code units from 1."""
    text: str
    """The line, or the part of a long line around the match."""
    before: list[str] | None = None
    """With context_lines."""
    after: list[str] | None = None
    """With context_lines."""


class ToolCall(Model):
    """A call that can be made as it stands: of a core tool, since the others need not be offered."""

    tool: CoreToolName
    args: Readonly


class TraceFrame(Model):
    """A frame of a trace that is in the codebase."""

    file: str
    line: int | None = None
    """As in the trace."""
    symbol_label: Annotated[str | None, Field(alias="symbolLabel")] = None
    """The symbol that the frame runs, in the newest commit of the range."""


class TypeHierarchyHints(Model):
    read_file: Annotated[ToolCall | None, Field(alias="readFile")] = None
    """The requested symbol."""
    search_codebase: Annotated[ToolCall | None, Field(alias="searchCodebase")] = None


class UncommittedChange(Model):
    """The symbol in the work tree, if it differs from the newest commit."""

    hunk: str
    hunk_truncated: Annotated[bool | None, Field(alias="hunkTruncated")] = None


UncomparedCause = TypeAliasType("UncomparedCause", Literal["too_large", "binary", "encoding", "unparsable", "unreadable", "lfs_pointer", "link", "submodule", "invalid_name", "ignored", "limit", "deadline"])


class UncomparedFile(Model):
    file: str
    cause: UncomparedCause


class UnresolvedBase(Model):
    """A base that could not be resolved."""

    file: str
    """The declaration that names it."""
    symbol_label: Annotated[str, Field(alias="symbolLabel")]
    line: int
    base: str | None = None
    """Its name as written; absent if it is not a name, but a call, for example."""


class UnusedCounts(Model):
    symbols: int
    """Symbols that were examined."""
    unused: int
    possibly: int
    by_reason: Annotated[list[ReasonCount], Field(alias="byReason")]
    """Of `possibly`, in the order of the reasons' registry."""


class UnusedCoverage(Model):
    """What the list does not cover."""

    files: int
    """Files whose text was searched for the names."""
    unread: int
    """Files that were not searched: they are not in the index, although no rule ignores them."""
    examples: list[str] | None = None
    """The first of them, by path."""
    without_calls: Annotated[list[str] | None, Field(alias="withoutCalls")] = None
    """Languages in the folder whose symbols are not examined, since their calls are not resolved."""
    not_examined: Annotated[int | None, Field(alias="notExamined")] = None
    """Symbols that were not examined because the time was over."""


UnusedKind = TypeAliasType("UnusedKind", Literal["class", "constant", "enum", "function", "interface", "method", "object", "protocol", "struct", "trait", "type", "variable"])


class UnusedSymbolsHints(Model):
    call_graph: Annotated[ToolCall | None, Field(alias="callGraph")] = None
    """The users of the first symbol, as the call graph has them."""


class UploadNotice(Model):
    """The service that files of a codebase are sent to for the first time."""

    provider: str
    host: str
    """Host of the service."""
    files: int
    """An upper bound: files that turn out to be binary are not sent."""
    secrets: ExcludedSecrets


Via = TypeAliasType("Via", Literal["class", "constructor", "dependency", "event", "flow", "implementation", "import", "module", "package", "route", "scope", "super", "task", "this", "type", "unique_name"] | str)
"""The rule that found an edge. Names: `scope`: a name of the file; `import`: of an imported module; `package`: of the file's package. Members: `this`: of the current object; `super`: of a base class; `type`: of an object of known type; `class`: of a named class; `module`: of a named module. `constructor`: a new object. `flow`: a function that reached the call as a value. `implementation`: a method that overrides or implements the called one. `unique_name`: the only definition of that name. No call names the function, but code outside the codebase is given it, to call it: `dependency`: to produce a value (`Depends(session)`); `route`: for requests to a path (`path("", index)`); `event`: when something happens (`signal.connect(f)`); `task`: later or in parallel (`Thread(target=run)`)."""


WarningCode = TypeAliasType("WarningCode", Literal["CALL_GRAPH_NOTES_TRUNCATED", "CHANGED_FILES_UNKNOWN", "DEADLINE_REACHED", "EMBEDDING_INPUT_TRUNCATED", "FILES_SKIPPED", "FILE_HAS_INVALID_BYTES", "FILE_HAS_SYNTAX_ERRORS", "FILTER_MUST_UNSATISFIED", "IGNORE_POLICY_PROBE_FAILED", "INDEX_MAY_BE_BEHIND", "LAST_RUN_FAILED", "NO_CONFIDENT_MATCH", "NO_FILE_MATCHES", "OUTPUT_TRUNCATED", "PARTIAL_SCAN", "PREVIOUS_RUN", "REINDEX_PREFLIGHT_UNKNOWN", "REINDEX_UNNECESSARY_IGNORE_ONLY", "REMOTE_EMBEDDER_UPLOAD", "REPOS_SKIPPED", "RERANKER_FAILED", "SEMANTIC_SEARCH_UNAVAILABLE", "SESSION_UNKNOWN", "SYMBOL_METADATA_MISSING", "TEXT_SCAN_INCOMPLETE", "VECTORS_PENDING"] | str)


class WatchFacts(Model):
    """How this process detects changes in the codebase's folder."""

    state: Literal["off", "starting", "live", "refused"]
    """live: changes are seen as they happen; starting: not yet live; refused: see `reason`, searches compare index and disk by age instead; off: this process does not watch the folder."""
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
    """Start of the first match in the line, in UTF-16 code units from 1."""
    text: str
    """The line, or the part of a long line around the match."""


class WorkspaceMeta(Model):
    repo: Repo | None
    """The root that answered; null if both did."""
    duration_ms: int | float
    """Wall time of the call in milliseconds."""
    truncated: bool
    """True if there is more than is shown."""


class WorkspaceReadFailure(Model):
    code: ErrorCode
    message: str
    details: list[ArgumentProblem] | Readonly


class WorkspaceReadResult(Model):
    notes: list[str] | None = None
    """What the answer omits or is based on, one sentence each."""
    repo: Repo
    path: str
    """Relative to the root of `repo`, with `/`."""
    content: str
    start_line: int
    """First line shown; 0 for an empty file."""
    end_line: int
    total_lines: int
    next_start_line: int | None = None
    """First line of the next call, if the answer was truncated."""
    encoding: str
    """utf-8, utf-8-lossy, utf-16le, utf-16be, latin-1 or windows-1252."""
    language: str


class WorkspaceSearchFailure(Model):
    code: ErrorCode
    message: str
    details: list[ArgumentProblem] | Readonly


class WorkspaceSearchResult(Model):
    notes: list[str] | None = None
    """What the answer omits or is based on, one sentence each."""
    matches: list[WorkspaceMatch]
    """By repo, then path, then line; each line once."""
    total: int
    """Number of matching lines; a lower bound if truncated."""


class CallGraphCoverage(Model):
    unparsed_files: Annotated[int | float, Field(alias="unparsedFiles")]
    """Files whose calls could not be read."""
    partly_parsed_files: Annotated[int | float, Field(alias="partlyParsedFiles")]
    """Files that were parsed only in part, or exceed a limit: definitions and calls in them may be missing."""
    unparsed: list[str] | None = None
    """The first 20 of `unparsedFiles`, program before tests, examples and output, then ascending."""
    partly_parsed: Annotated[list[str] | None, Field(alias="partlyParsed")] = None
    """The first 20 of `partlyParsedFiles`, in the same order."""
    unsupported_languages: Annotated[list[str], Field(alias="unsupportedLanguages")]
    unfollowed_links: Annotated[int | float | None, Field(alias="unfollowedLinks")] = (
        None
    )
    """Symbolic links to code outside the codebase, which are not followed. Absent if there are none."""
    unresolved_sites: Annotated[int | float, Field(alias="unresolvedSites")]
    """Calls and uses that may belong to the graph."""
    language_calls: Annotated[
        list[LanguageCalls] | None, Field(alias="languageCalls")
    ] = None
    """How the language calls a requested definition by itself, so that callers may be missing (`a + b` calls `__add__`). Sorted by language, then kind; absent if it does not."""
    open: list[CallGraphNote]
    """Lines that may hide missing callers or callees, in any file; `detail` is the line. `unresolved_call`, `unresolved_use`: sites counted by `unresolvedSites`. `handed_on`: a requested definition is used as a value; for types, and if several definitions were requested, only if it has no known callers. `named`: the first three lines with the name of a definition without callers where calls are not followed: a table, a template, a string. Sorted by type, then program before tests, examples and output, then file and line; at most 20 of each."""


class CallGraphEdge(Model):
    from_: Annotated[str, Field(alias="from")]
    """Id of the caller."""
    to: str
    """Id of the callee."""
    kind: Literal["call", "use"] | None = None
    """Absent: a call. use: of something that is not called: a type, a variable, a field."""
    confidence: Literal["resolved", "possible", "name_match"]
    via: Via | None = None
    """The rule that found it; if resolved, only with `debug`."""
    site: CallGraphEdgeSite


class CallGraphHint1(Model):
    symbol_ref: Annotated[SymbolKey, Field(alias="symbolRef")]


class CallGraphHint2(Model):
    supported: Literal[False]
    reason: CallGraphHintReason


class CallGraphHints(Model):
    """Calls that show more of a truncated graph."""

    continue_: Annotated[ToolCall | None, Field(alias="continue")] = None
    """The same call with a higher limit; if that shows no more: with less depth, for one definition, or below the first of `paths`."""
    paths: list[str] | None = None
    """Folders with the rest: pass each as `path` of `continue`."""
    everywhere: ToolCall | None = None
    """The same call outside `path`, too."""
    callers: ToolCall | None = None
    """One direction of two."""
    callees: ToolCall | None = None
    search_codebase: Annotated[ToolCall | None, Field(alias="searchCodebase")] = None
    """If no call_graph call shows more: searches for the name in text."""


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
    symbol_ref: Annotated[SymbolRef | None, Field(alias="symbolRef")] = None
    symbol: str | None = None
    direction: Direction | None = None
    depth: int | None = None
    limit: int | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    tool: Literal["call_graph"]
    version: Literal[1]
    message: str | None = None
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["ok"]
    hints: CallGraphHints | None = None
    roots: list[str]
    """Ids of the requested nodes, in the order of `nodes`; several if a name has several definitions."""
    namesakes: list[CallGraphNode] | None = None
    """Functions of that name that were not followed, because another one has exactly this name or there are too many: call with a qualified name or id."""
    nodes: list[CallGraphNode]
    """By file, start line, label, id."""
    edges: list[CallGraphEdge]
    notes: list[CallGraphNote]
    notes_truncated: Annotated[bool, Field(alias="notesTruncated")]
    total_note_count: Annotated[int, Field(alias="totalNoteCount")]
    returned_note_count: Annotated[int, Field(alias="returnedNoteCount")]
    coverage: CallGraphCoverage
    """What the graph does not cover."""


class ChangeImpactHints(Model):
    call_graph: Annotated[ToolCall | None, Field(alias="callGraph")] = None
    """Who calls the changed symbol with the most affected code, if that was not shown completely."""


class ChangedSymbol(Model):
    """A symbol that the change changes."""

    change: ImpactChange
    kind: SymbolKind
    symbol: str
    """Qualified name after the change; of a removed symbol, before it."""
    file: str
    """Relative to the effective root: after the change; of a removed symbol, before it."""
    line: int
    """Line of the name in `file`."""
    signature: str | None = None
    """The declaration without its body, on one line; absent if it says no more than the name."""
    before: ImpactBefore | None = None
    affected: int
    """Symbols and files that call, use, override or name it, including those not shown."""
    proven: Literal[True] | None = None
    """True if it is proven that nothing else in this codebase calls or uses it."""
    examined: ExaminedCode | None = None
    """With `proven`: what was looked at."""


class ChunkResult(Model):
    file: str
    """Relative to the effective root."""
    span: Span
    indexed_at: Annotated[str | None, Field(alias="indexedAt")] = None
    """ISO 8601; absent if `stalenessBucket` is."""
    staleness_bucket: Annotated[Exclude | None, Field(alias="stalenessBucket")] = None
    """How long ago the file was indexed; absent if fresh."""
    also_in: Annotated[list[str] | None, Field(alias="alsoIn")] = None
    """Other files with a copy of the passage, in which at most a tenth of the words differ, by path; at most ten. Absent if there is none among the files that were read for this answer. The result is the main version."""
    branches: list[str] | None = None
    """With several branches: those that have the passage as it is shown, in the order of the scope."""
    differs_in: Annotated[list[str] | None, Field(alias="differsIn")] = None
    """With several branches: those whose version of the file lacks the passage as it is shown."""
    kind: Literal["chunk"]
    language: str
    content: str
    """The chunk's text."""
    score: int | float
    """Higher is better; comparable within one answer only."""
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
    size_bytes: Annotated[int | None, Field(alias="sizeBytes")] = None
    """Size of its index on this machine's disk; without what is in Milvus. Of an index file that several codebases and versions share, an equal part. Absent in answers of older versions."""
    progress_pct: Annotated[int | float | None, Field(alias="progressPct")] = None
    fingerprint: Fingerprint | None
    reason: str | None = None
    """Why it is not ready, or that its folder is missing, was replaced or cannot be read."""
    versions: list[CodebaseVersion] | None = None
    """Commits whose indexes are kept, by `lastUsedAt` descending, then by id. Absent if there are none."""


class CompareCoverage(Model):
    """What the comparison covers."""

    changed_files: Annotated[int, Field(alias="changedFiles")]
    """Files whose content or name differs between the versions, without those that are ignored in both."""
    compared_files: Annotated[int, Field(alias="comparedFiles")]
    """Those of them whose declarations were compared."""
    without_symbols: Annotated[int, Field(alias="withoutSymbols")]
    """Those of them in languages without declarations, such as data and prose."""
    not_compared: Annotated[int, Field(alias="notCompared")]
    """Those of them that could not be compared."""
    examples: list[UncomparedFile] | None = None
    """Up to 50 of these, by file."""
    with_syntax_errors: Annotated[list[str] | None, Field(alias="withSyntaxErrors")] = (
        None
    )
    """Up to 50 files that the parser understood only in part, in one of the versions, by name."""
    without_visibility: Annotated[
        list[str] | None, Field(alias="withoutVisibility")
    ] = None
    """Languages without a rule that tells what is public: everything counts as public. Ascending."""


class CompareVersionsHints(Model):
    call_graph: Annotated[ToolCall | None, Field(alias="callGraph")] = None
    """Who uses the first changed function, if the head is checked out."""


ComparedKind = TypeAliasType("ComparedKind", SymbolKind | Literal["reexport"])
"""A name that a module passes on from another one: `export { a } from "./b"`."""


class Compatibility(Model):
    """Why an index and the runtime are incompatible."""

    index_fingerprint: Annotated[Fingerprint, Field(alias="indexFingerprint")]
    runtime_fingerprint: Annotated[Fingerprint, Field(alias="runtimeFingerprint")]
    mismatched: list[str]
    """Names of the fields that differ, in the order in which `Fingerprint` declares them."""


class ContextEdge(Model):
    """A call between symbols that the answer shows."""

    from_: Annotated[str, Field(alias="from")]
    """Caller, as `symbol` of `call_graph` takes it: FILE:NAME, or the id if the name is not unique."""
    to: str
    """Callee, in the same form."""
    confidence: Literal["possible"] | None = None
    """Present if the call may lead elsewhere; otherwise it is resolved."""
    site: ContextEdgeSite


class ContextSection(Model):
    """Lines of one file. No line is in two sections."""

    file: str
    """Relative to the effective root."""
    span: Span
    """From the first to the last line shown."""
    symbol_label: Annotated[str | None, Field(alias="symbolLabel")] = None
    """Absent if the lines are not about a symbol."""
    role: SectionRole
    also_in: Annotated[list[str] | None, Field(alias="alsoIn")] = None
    """Other files with a copy of the passage, by path. Absent if there is none."""
    content: str
    """Whole lines, ascending: line number, one space, the line. A line `…` stands for lines that are not shown."""


class DirEntry(Model):
    repo: Repo
    path: str
    """Relative to the root of `repo`, with `/`."""
    kind: DirEntryKind
    size: int | None = None
    """Files only, in bytes."""


class EffectiveScope(Model):
    """The filters and versions applied to an answer: non-empty fields only, languages as ids and codebases as roots, both ascending."""

    include_globs: list[PathPattern] | None = None
    """Only files that match one of these gitignore patterns, relative to the root, such as `src/` or `*.{ts,tsx}`. An empty list is no filter."""
    exclude_globs: list[PathPattern] | None = None
    """No files that match one of these gitignore patterns."""
    languages: list[str] | None = None
    """Only files in these languages, by id or alias (`ts`). An empty list is no filter."""
    repos: list[str] | None = None
    """Codebases by folder name or path. An empty list is no filter."""
    branches: list[str] | None = None
    """In the order of the call."""
    commit: str | None = None


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
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["error"]
    error: Fault
    hints: ErrorHints | None = None
    path: str | None = None
    """The `path` argument, if given."""
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
    """A file that fits the question but is excluded by filters."""

    reason: Literal["named_file_left_out", "better_answer_left_out"] | str
    """named: the question names the file; better: this file is close to the question, the searched ones are not."""
    file: str
    """Relative to the effective root."""
    left_out_by: Annotated[list[FileFilterName], Field(alias="leftOutBy")]
    """The filters that exclude it, in this order; never empty."""
    search_codebase: Annotated[ToolCall | None, Field(alias="searchCodebase")] = None
    """The same question without these filters, in the scope that includes the file; absent if session filters exclude it: change them with `set_scope`."""


class Finding(Model):
    file: str
    """Relative to the effective root."""
    span: Span
    indexed_at: Annotated[str | None, Field(alias="indexedAt")] = None
    """ISO 8601; absent if `stalenessBucket` is."""
    staleness_bucket: Annotated[Exclude | None, Field(alias="stalenessBucket")] = None
    """How long ago the file was indexed; absent if fresh."""
    also_in: Annotated[list[str] | None, Field(alias="alsoIn")] = None
    """Other files with a copy of the passage, in which at most a tenth of the words differ, by path; at most ten. Absent if there is none among the files that were read for this answer. The result is the main version."""
    branches: list[str] | None = None
    """With several branches: those that have the passage as it is shown, in the order of the scope."""
    differs_in: Annotated[list[str] | None, Field(alias="differsIn")] = None
    """With several branches: those whose version of the file lacks the passage as it is shown."""
    kind: Literal["chunk"]
    language: str
    content: str
    """The chunk's text."""
    score: int | float
    """Higher is better; comparable within one answer only."""
    symbol_id: Annotated[str | None, Field(alias="symbolId")] = None
    symbol_label: Annotated[str | None, Field(alias="symbolLabel")] = None
    repo: str | None = None
    """Root of its codebase, if several were searched."""


class FreshnessDecision(Model):
    """How the index was brought up to date before the search."""

    mode: FreshnessMode
    checked_at: Annotated[str | None, Field(alias="checkedAt")]
    """ISO 8601; when the index was last compared with the disk."""
    reason: str | None = None
    """Why the index may lack recent changes: with `failed`, the `skipped_…` modes, and `fresh` if no watch runs; otherwise absent."""
    changes: FreshnessDecisionChanges | None = None


class GroupResultNavigationFallback(Model):
    """Calls that show the passage if the call graph does not apply; with the outline if the file has one."""

    read_file: Annotated[ToolCall, Field(alias="readFile")]
    file_outline: Annotated[ToolCall | None, Field(alias="fileOutline")] = None


class HierarchyCoverage(Model):
    unparsed_files: Annotated[int | float, Field(alias="unparsedFiles")]
    """Files whose types could not be read."""
    partly_parsed_files: Annotated[int | float, Field(alias="partlyParsedFiles")]
    """Files that were parsed only in part, or exceed a limit: types in them may be missing."""
    unparsed: list[str] | None = None
    """The first 20 of `unparsedFiles`, program before tests, examples and output, then ascending."""
    partly_parsed: Annotated[list[str] | None, Field(alias="partlyParsed")] = None
    """The first 20 of `partlyParsedFiles`, in the same order."""
    unsupported_languages: Annotated[list[str], Field(alias="unsupportedLanguages")]
    """Languages of the codebase whose types are not known; ascending."""
    unfollowed_links: Annotated[int | float | None, Field(alias="unfollowedLinks")] = (
        None
    )
    """Symbolic links to code outside the codebase, which are not followed. Absent if there are none."""
    unresolved_bases: Annotated[int | float, Field(alias="unresolvedBases")]
    """Bases that could not be resolved and may belong to the hierarchy."""
    unresolved: list[UnresolvedBase] | None = None
    """The first 20 of them, by file, line, label."""
    external_types: Annotated[list[str] | None, Field(alias="externalTypes")] = None
    """For a method: supertypes outside the codebase, which may declare it, too. Ascending, at most 20; absent if there are none."""


class HierarchyLink(Model):
    """How an entry is related to one that is nearer to the requested symbol, or to that symbol."""

    to: str
    """Id of the nearer entry or of the requested symbol: the subtype if the entry is a supertype."""
    relation: HierarchyRelation
    confidence: Literal["resolved", "possible", "name_match"]
    """possible: one of several declarations that the base may mean, a type that fits by its shape, or a method that takes the place of another only in a type derived from both. name_match: the only type of that name."""


class HistoryCoverage(Model):
    """What the answer covers."""

    versions: int | None = None
    """Versions of the symbol's files that were compared."""
    layout_only: Annotated[int | None, Field(alias="layoutOnly")] = None
    """Commits that changed only comments and layout, which are not listed."""
    ends: list[HistoryEnd] | None = None
    commits: int | None = None
    """With `trace`: commits of the range that were looked at."""
    complete: bool | None = None
    """With `trace`: whether all commits of the range were looked at, and all functions were followed."""


class ImpactCoverage(Model):
    """What the answer covers."""

    changed_files: Annotated[int, Field(alias="changedFiles")]
    """Files whose content or name the change changes, without ignored ones."""
    compared_files: Annotated[int, Field(alias="comparedFiles")]
    """Those of them whose symbols were compared."""
    without_symbols: Annotated[int, Field(alias="withoutSymbols")]
    """Those of them in languages without declarations, such as data and prose."""
    not_compared: Annotated[int, Field(alias="notCompared")]
    """Those of them that could not be compared."""
    examples: list[UncomparedFile] | None = None
    """Up to 50 of these, by file."""
    unparsed_files: Annotated[int, Field(alias="unparsedFiles")]
    """Files of the codebase whose calls could not be read."""
    partly_parsed_files: Annotated[int, Field(alias="partlyParsedFiles")]
    """Files of the codebase that were parsed only in part."""
    unsupported_languages: Annotated[list[str], Field(alias="unsupportedLanguages")]
    """Languages of the codebase whose calls are not resolved. Ascending."""
    complete: bool
    """Whether all changed symbols were followed as far as requested."""


class ImpactSite(Model):
    """A line that leads to a changed symbol."""

    line: int
    """In the version after the change."""
    text: str
    misfit: Misfit | None = None


class ImpactUnknown(Model):
    """Something that cannot be known about a changed symbol."""

    type: ImpactUnknownType
    of: int | None = None
    """Index in `changed`; absent if it is about all of them."""
    file: str | None = None
    line: int | None = None
    detail: str
    """The line, or what it means, in words."""


class IndexFacts(Model):
    """What `status` reports about a codebase."""

    state: CodebaseState
    files: int
    chunks: int
    symbols: int
    languages: list[LanguageCount]
    """Files descending, then language ascending."""
    skipped: list[SkippedCount]
    """By cause, in the registry's order; causes without files are omitted."""
    secrets: ExcludedSecrets
    degraded_files: Annotated[int, Field(alias="degradedFiles")]
    """Files indexed as plain text because their parser gave up."""
    degraded_examples: Annotated[list[str] | None, Field(alias="degradedExamples")] = (
        None
    )
    """Up to five of them, ascending; absent if there are none."""
    partly_parsed_files: Annotated[int, Field(alias="partlyParsedFiles")]
    """Files with syntax errors, near which declarations may be missing."""
    partly_parsed_examples: Annotated[
        list[str] | None, Field(alias="partlyParsedExamples")
    ] = None
    """Up to five of them, ascending; absent if there are none."""
    fingerprint: Fingerprint | None
    merkle_root: Annotated[str | None, Field(alias="merkleRoot")]
    size_bytes: Annotated[int, Field(alias="sizeBytes")]
    last_indexed_at: Annotated[str | None, Field(alias="lastIndexedAt")]
    last_synced_at: Annotated[str | None, Field(alias="lastSyncedAt")]
    custom_extensions: Annotated[list[str], Field(alias="customExtensions")]
    ignore_patterns: Annotated[list[str], Field(alias="ignorePatterns")]
    lock_owner: Annotated[IndexFactsLockOwner | None, Field(alias="lockOwner")]
    """The process that is writing the index."""
    watch: WatchFacts
    embedding: EmbeddingFacts | None
    """For the run that answers; null without a remote embedder."""
    last_failure: Annotated[IndexFactsLastFailure | None, Field(alias="lastFailure")]


class LifeEvidence(Model):
    """A reason why a symbol may be alive, with the place that gives it."""

    reason: LifeReason
    detail: str
    """One sentence or less."""
    file: str | None = None
    """Relative to the root; absent if no place of the codebase gives the reason."""
    line: int | None = None


class ListCodebasesError(Model):
    tool: Literal["list_codebases"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["error"]
    error: Fault
    hints: ErrorHints | None = None
    path: str | None = None
    """The `path` argument, if given."""
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
    """What the answer omits or is based on, one sentence each."""
    entries: list[DirEntry]
    """By repo, then path; without dotfiles, symbolic links and ignored files."""
    total: int
    """All entries, including those not shown."""


class ListPathsError(Model):
    tool: Literal["list_paths"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["error"]
    error: Fault
    hints: ErrorHints | None = None
    path: str | None = None
    """The `path` argument, if given."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None


class ManageHints(Model):
    status: ToolCall | None = None
    create: ToolCall | None = None
    reindex: ToolCall | None = None
    sync: ToolCall | None = None
    override_reindex: Annotated[ToolCall | None, Field(alias="overrideReindex")] = None
    preflight: ManageHintsPreflight | None = None


class ManageIndexBlockedHints(Model):
    """The call that applies the change, and the same call with override."""

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
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["error"]
    error: Fault
    hints: ErrorHints | None = None
    path: str | None = None
    """The `path` argument, if given."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    action: ManageAction | None = None
    human_text: Annotated[str | None, Field(alias="humanText")] = None
    index: IndexFacts | None = None


class ManageIndexOk(Model):
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    action: ManageAction
    tool: Literal["manage_index"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["ok"]
    reason: Literal["preflight_unknown"] | str | None = None
    hints: ManageHints | None = None
    human_text: Annotated[str, Field(alias="humanText")]
    run_id: Annotated[str | None, Field(alias="runId")] = None
    """create and reindex: the started run; null if there was nothing to start."""
    preflight: Preflight | None = None
    progress: RunProgress | None = None
    upload: UploadNotice | None = None
    """create and reindex, with `REMOTE_EMBEDDER_UPLOAD`: once for each codebase and service."""
    stats: SyncStats | None = None
    """sync only."""
    index: IndexFacts | None = None
    """status, and the end of an awaited run."""
    refs: RefNames | None = None
    """status of a codebase in a git repository, without `ref`."""


class NoiseMitigationHint(Model):
    """Most of the first results are tests, fixtures, docs or generated code: how to reduce them."""

    reason: Literal["top_results_noise_dominant"] | str
    top_k: Annotated[int, Field(alias="topK")]
    """Results considered: the first five, or all if there are fewer."""
    ratios: NoiseMitigationHintRatios
    recommended_scope: Annotated[Literal["runtime"], Field(alias="recommendedScope")]
    suggested_ignore_patterns: Annotated[
        list[str], Field(alias="suggestedIgnorePatterns")
    ]
    """Patterns worth adding to an ignore file; all known ones if the root's .gitignore is absent or unreadable."""
    already_ignored_by_gitignore: Annotated[
        list[str], Field(alias="alreadyIgnoredByGitignore")
    ]
    """Patterns that matched only files that the root's .gitignore already ignores."""
    new_satori_ignore_only: Annotated[list[str], Field(alias="newSatoriIgnoreOnly")]
    """Patterns that would exclude files that the root's .gitignore does not ignore."""
    confidence: Literal["high", "low"]
    """low: the root's .gitignore is absent or unreadable."""
    debounce_ms: Annotated[int, Field(alias="debounceMs")]
    """How long a watcher waits after the last edit before it syncs."""
    next_step: Annotated[str, Field(alias="nextStep")]


class NotIndexedHints(Model):
    create: ToolCall | None = None
    """Absent if the path cannot be indexed: the file system's root, or a folder that does not exist."""
    paths: list[str] | None = None
    """Indexed folders below, each usable as `path`: at most 10, sorted by path."""
    debug_indexing: Annotated[IndexingDebug | None, Field(alias="debugIndexing")] = None


class NotReadyHints(Model):
    status: ToolCall
    debug_indexing: Annotated[IndexingDebug | None, Field(alias="debugIndexing")] = None


OmittedCall = TypeAliasType("OmittedCall", ToolCall)
"""A call that shows what did not fit into the budget."""


class OpenedSymbol(Model):
    """The symbol that `open_symbol` selected."""

    symbol_id: Annotated[str, Field(alias="symbolId")]
    symbol_label: Annotated[str, Field(alias="symbolLabel")]
    kind: SymbolKind
    span: Span


class OutlineSymbol(Model):
    """One symbol of an outline."""

    symbol_id: Annotated[str, Field(alias="symbolId")]
    symbol_label: Annotated[str, Field(alias="symbolLabel")]
    """Qualified name."""
    kind: SymbolKind
    span: Span
    parent: str | None = None
    """Id of the enclosing symbol; absent at the top level."""
    signature: str | None = None
    """The declaration without its body, on one line; absent if it adds nothing to the label, or was omitted to limit the outline's size."""
    doc: str | None = None
    """First line of the doc comment; absent if there is none, or it was omitted likewise."""
    recovered: bool | None = None
    """True if the symbol was found only after lines that do not parse were left out. Its span and parent may be wrong."""


class PlannedChange(Model):
    """A change that is only planned."""

    symbol: str
    """Name, qualified name, FILE:NAME, FILE:LINE or id."""
    change: PlannedChangeKind


class PossiblyUnused(Model):
    """A symbol that nothing is known to use, but that may be alive."""

    file: str
    symbol_id: Annotated[str, Field(alias="symbolId")]
    symbol_label: Annotated[str, Field(alias="symbolLabel")]
    kind: SymbolKind
    span: Span
    reasons: list[LifeEvidence]
    """At least one; at most 3."""


class ReadFileError(Model):
    tool: Literal["read_file"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["error"]
    error: Fault
    hints: ErrorHints | None = None
    path: str | None = None
    """The `path` argument, if given."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None


class ReadFileNotFoundHints(Model):
    """`readFile` opens the candidate if there is exactly one."""

    search_codebase: Annotated[ToolCall | None, Field(alias="searchCodebase")] = None
    read_file: Annotated[ToolCall | None, Field(alias="readFile")] = None


class ReadFileNotIndexed(Model):
    mode: ReadMode | None = None
    open_symbol: str | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    tool: Literal["read_file"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["not_indexed"]
    reason: Literal["not_indexed"] | str
    hints: NotIndexedHints | None = None


class ReadFileNotReady(Model):
    mode: ReadMode | None = None
    open_symbol: str | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    tool: Literal["read_file"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["not_ready"]
    reason: Literal["indexing"] | str
    hints: NotReadyHints
    indexing: IndexingProgress
    retry_after_ms: Annotated[int | None, Field(alias="retryAfterMs")] = None
    """When to call again, if known."""


class ReadFileOkHints(Model):
    """`continue`: the call that reads on where this answer was truncated."""

    continue_: Annotated[ToolCall | None, Field(alias="continue")] = None


class RequiresReindexHints(Model):
    reindex: ToolCall
    debug_indexing: Annotated[IndexingDebug | None, Field(alias="debugIndexing")] = None


class RetryHint(Model):
    """Arguments that differ from the call's, with which it would find something."""

    args: RetryHintArgs
    files: int | None = None
    """Files that these patterns match; for patterns."""
    matches: int | None = None
    """Matching lines, a lower bound; for the other arguments."""


class SearchCodebaseError(Model):
    tool: Literal["search_codebase"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["error"]
    error: Fault
    hints: ErrorHints | None = None
    path: str | None = None
    """The `path` argument, if given."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None


class SearchCodebaseNotIndexed(Model):
    query: str | None = None
    scope: SearchScope | None = None
    result_mode: Annotated[ResultMode | None, Field(alias="resultMode")] = None
    group_by: Annotated[GroupBy | None, Field(alias="groupBy")] = None
    ranking_mode: Annotated[RankingMode | None, Field(alias="rankingMode")] = None
    limit: int | None = None
    """Absent in context mode if none was sent: as many as fit."""
    max_tokens: Annotated[int | None, Field(alias="maxTokens")] = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    session_scope: Annotated[EffectiveScope | None, Field(alias="sessionScope")] = None
    """Session filters that applied: those that the query did not override."""
    tool: Literal["search_codebase"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["not_indexed"]
    reason: Literal["not_indexed"] | str
    hints: NotIndexedHints | None = None


class SearchCodebaseNotReady(Model):
    query: str | None = None
    scope: SearchScope | None = None
    result_mode: Annotated[ResultMode | None, Field(alias="resultMode")] = None
    group_by: Annotated[GroupBy | None, Field(alias="groupBy")] = None
    ranking_mode: Annotated[RankingMode | None, Field(alias="rankingMode")] = None
    limit: int | None = None
    """Absent in context mode if none was sent: as many as fit."""
    max_tokens: Annotated[int | None, Field(alias="maxTokens")] = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    session_scope: Annotated[EffectiveScope | None, Field(alias="sessionScope")] = None
    """Session filters that applied: those that the query did not override."""
    tool: Literal["search_codebase"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["not_ready"]
    reason: Literal["indexing"] | str
    hints: NotReadyHints
    indexing: IndexingProgress
    retry_after_ms: Annotated[int | None, Field(alias="retryAfterMs")] = None
    """When to call again, if known."""


class SearchCodebaseRequiresReindex(Model):
    query: str | None = None
    scope: SearchScope | None = None
    result_mode: Annotated[ResultMode | None, Field(alias="resultMode")] = None
    group_by: Annotated[GroupBy | None, Field(alias="groupBy")] = None
    ranking_mode: Annotated[RankingMode | None, Field(alias="rankingMode")] = None
    limit: int | None = None
    """Absent in context mode if none was sent: as many as fit."""
    max_tokens: Annotated[int | None, Field(alias="maxTokens")] = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    session_scope: Annotated[EffectiveScope | None, Field(alias="sessionScope")] = None
    """Session filters that applied: those that the query did not override."""
    tool: Literal["search_codebase"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
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
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["error"]
    error: Fault
    hints: ErrorHints | None = None
    path: str | None = None
    """The `path` argument, if given."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None


class SearchedCodebase(Model):
    """One of the requested codebases."""

    repo: str
    status: Status
    """Other than `ok`: it contributes no findings."""
    confidence: Confidence | None = None
    freshness_decision: Annotated[
        FreshnessDecision | None, Field(alias="freshnessDecision")
    ] = None
    outranked: Literal[True] | None = None
    """It was searched together with other codebases in one shared store, and all of the best chunks are from others."""


class SemanticSearchError(Model):
    tool: Literal["semantic_search"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["error"]
    error: Fault
    hints: ErrorHints | None = None
    path: str | None = None
    """The `path` argument, if given."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None


class SemanticSearchNotIndexed(Model):
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    query: str | None = None
    limit: int | None = None
    tool: Literal["semantic_search"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["not_indexed"]
    reason: Literal["not_indexed"] | str
    hints: NotIndexedHints | None = None


class SemanticSearchNotReady(Model):
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    query: str | None = None
    limit: int | None = None
    tool: Literal["semantic_search"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["not_ready"]
    reason: Literal["indexing"] | str
    hints: NotReadyHints
    indexing: IndexingProgress
    retry_after_ms: Annotated[int | None, Field(alias="retryAfterMs")] = None
    """When to call again, if known."""


class SemanticSearchOk(Model):
    path: str | None = None
    """The requested folder; absent if there are `repos`."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    repos: list[str] | None = None
    """Roots of the codebases, if there are several; files in the answer are relative to their own root."""
    query: str | None = None
    limit: int | None = None
    tool: Literal["semantic_search"]
    version: Literal[1]
    message: str | None = None
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["ok"]
    scope: EffectiveScope
    method: Literal["hybrid", "lexical"]
    """hybrid: by words and by meaning; lexical: by words only."""
    confidence: Confidence
    """The highest of all codebases."""
    searched: list[SearchedCodebase]
    """By root."""
    findings: list[Finding]
    """Score descending, then codebase, file, start line. Scores are comparable within one answer only."""


class SemanticSearchRequiresReindex(Model):
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    query: str | None = None
    limit: int | None = None
    tool: Literal["semantic_search"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
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
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["error"]
    error: Fault
    hints: ErrorHints | None = None
    path: str | None = None
    """The `path` argument, if given."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None


class SetScopeOk(Model):
    tool: Literal["set_scope"]
    version: Literal[1]
    message: str | None = None
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str
    """To pass in later calls if the client's transport has no sessions."""
    meta: Meta
    status: Literal["ok"]
    effective_scope: EffectiveScope


class SmartItem(Model):
    repo: Repo
    path: str
    """Relative to the root of `repo`, with `/`."""
    rank: int
    """Rank in the engine's order, over both roots; 1 is best."""
    found_by: SmartEngine
    kind: Literal["file"] | Literal["dir"] | SymbolKind | None = None
    """Only for items found by name."""
    start_line: int | None = None
    """From 1; absent if the item is a whole file or folder."""
    end_line: int | None = None
    symbol: str | None = None
    """Qualified name."""
    text: str | None = None
    """Lines that show why this is a match."""


class SmartSearchResult(Model):
    notes: list[str] | None = None
    """What the answer omits or is based on, one sentence each."""
    route: SmartRoute
    """How the query was searched. If that found nothing, or a root has no index, `notes` describe the fallback."""
    items: list[SmartItem]
    """By repo, then path, then line."""
    index_calls: list[ToolCall] | None = None
    """Calls that build a missing index."""


class Suspect(Model):
    """A commit that may have caused a failure."""

    commit: str
    """Full id."""
    date: str
    """Author date with the author's offset, ISO 8601."""
    author: str
    subject: str
    references: list[str] | None = None
    """Issues and pull requests that the message names, in its order: `#12`, `GH-12`, `owner/name#12`."""
    score: int | float
    """Relative to the first suspect, which has 1."""
    touched: list[SuspectTouched]
    """What it changed: of the frames nearest to the error first; at most 5."""


class SymbolBefore(Model):
    """What the base had instead: only what differs."""

    kind: ComparedKind | None = None
    symbol: str | None = None
    """Qualified name."""
    file: str | None = None
    """Relative to the effective root."""
    line: int | None = None
    signature: str | None = None
    """Empty if the declaration had none."""
    public: bool | None = None
    """Whether other modules could use it, if that has changed."""


class SymbolCandidate(Model):
    symbol_id: Annotated[str, Field(alias="symbolId")]
    symbol_label: Annotated[str, Field(alias="symbolLabel")]
    kind: SymbolKind
    span: Span
    file: str


class SymbolChange(Model):
    change: SymbolChangeKind
    kind: ComparedKind
    symbol: str
    """Qualified name in the head; of a removed symbol, in the base."""
    file: str
    """Relative to the effective root: in the head; of a removed symbol, in the base."""
    line: int
    """Line of the name in `file`."""
    public: bool
    """Whether other modules can use it in one of the versions, by the rules of the language."""
    signature: str | None = None
    """The declaration without its body, on one line; absent if it says no more than the name."""
    before: SymbolBefore | None = None


class SymbolCommit(Model):
    """A commit that changed the symbol."""

    commit: str
    """Full id."""
    date: str
    """Author date with the author's offset, ISO 8601."""
    author: str
    subject: str
    references: list[str] | None = None
    """Issues and pull requests that the message names, in its order: `#12`, `GH-12`, `owner/name#12`."""
    change: HistoryChange
    file: str | None = None
    """File in this commit, if it is not the file of the symbol."""
    span: Span
    """Lines of the symbol in this commit."""
    from_: Annotated[SymbolCommitFrom | None, Field(alias="from")] = None
    hunk: str | None = None
    """The changed lines of the symbol, as in a unified diff. Absent if only its name or file changed."""
    hunk_truncated: Annotated[bool | None, Field(alias="hunkTruncated")] = None
    """Whether lines of `hunk` are left out."""
    score: int | float | None = None
    """With `question`: how well the commit fits, relative to the best; 0 if no word of it does."""


class SymbolHistoryError(Model):
    tool: Literal["symbol_history"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["error"]
    error: Fault
    hints: ErrorHints | None = None
    path: str | None = None
    """The `path` argument, if given."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None


class SymbolHistoryHints(Model):
    read_file: Annotated[ToolCall | None, Field(alias="readFile")] = None
    """The symbol as it is now."""
    search_codebase: Annotated[ToolCall | None, Field(alias="searchCodebase")] = None


class SymbolHistoryNotFound(Model):
    symbol_ref: Annotated[SymbolRef | None, Field(alias="symbolRef")] = None
    symbol: str | None = None
    trace: str | None = None
    range: str | None = None
    question: str | None = None
    limit: int | None = None
    max_tokens: Annotated[int | None, Field(alias="maxTokens")] = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    tool: Literal["symbol_history"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["not_found", "ambiguous"]
    hints: SymbolHistoryHints | None = None
    candidates: list[CallGraphNode] | None = None
    """Several symbols of this name, or similar ones. By file, start line, label, id."""


class SymbolHistoryNotIndexed(Model):
    symbol_ref: Annotated[SymbolRef | None, Field(alias="symbolRef")] = None
    symbol: str | None = None
    trace: str | None = None
    range: str | None = None
    question: str | None = None
    limit: int | None = None
    max_tokens: Annotated[int | None, Field(alias="maxTokens")] = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    tool: Literal["symbol_history"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["not_indexed"]
    reason: Literal["not_indexed"] | str
    hints: NotIndexedHints | None = None


class SymbolHistoryNotReady(Model):
    symbol_ref: Annotated[SymbolRef | None, Field(alias="symbolRef")] = None
    symbol: str | None = None
    trace: str | None = None
    range: str | None = None
    question: str | None = None
    limit: int | None = None
    max_tokens: Annotated[int | None, Field(alias="maxTokens")] = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    tool: Literal["symbol_history"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["not_ready"]
    reason: Literal["indexing"] | str
    hints: NotReadyHints
    indexing: IndexingProgress
    retry_after_ms: Annotated[int | None, Field(alias="retryAfterMs")] = None
    """When to call again, if known."""


class SymbolHistoryOk(Model):
    symbol_ref: Annotated[SymbolRef | None, Field(alias="symbolRef")] = None
    symbol: str | None = None
    trace: str | None = None
    range: str | None = None
    question: str | None = None
    limit: int | None = None
    max_tokens: Annotated[int | None, Field(alias="maxTokens")] = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    tool: Literal["symbol_history"]
    version: Literal[1]
    message: str | None = None
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["ok"]
    hints: SymbolHistoryHints | None = None
    head: str
    """Id of the newest commit that was looked at."""
    found: CallGraphNode | None = None
    """The symbol in the index; absent with `trace`."""
    uncommitted: UncommittedChange | None = None
    """The symbol has changes that are not committed."""
    commits: list[SymbolCommit] | None = None
    """Commits that changed the symbol: newest first, by committer date; of the same second, in the order of history. With `question`: by `score`, then in this order."""
    total: int | None = None
    """Number of commits that changed it, including those not shown."""
    changed_together: Annotated[
        list[ChangedTogether] | None, Field(alias="changedTogether")
    ] = None
    """Files that changed most often in the commits that changed the symbol; merges and commits of more than 20 files do not count. By number, descending, then by file; at most 10, and only with two or more."""
    frames: list[TraceFrame] | None = None
    """With `trace`: its frames in the codebase, nearest to the error first."""
    other_frames: Annotated[int | None, Field(alias="otherFrames")] = None
    """With `trace`: frames in other code."""
    suspects: list[Suspect] | None = None
    """With `trace`: by score, descending, then newest first."""
    coverage: HistoryCoverage


class SymbolHistoryRequiresReindex(Model):
    symbol_ref: Annotated[SymbolRef | None, Field(alias="symbolRef")] = None
    symbol: str | None = None
    trace: str | None = None
    range: str | None = None
    question: str | None = None
    limit: int | None = None
    max_tokens: Annotated[int | None, Field(alias="maxTokens")] = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    tool: Literal["symbol_history"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["requires_reindex"]
    reason: Literal["requires_reindex"] | str
    hints: RequiresReindexHints
    compatibility: Compatibility


class TestCommand(Model):
    """A command that runs tests of the answer."""

    runner: TestRunner
    folder: str
    """Folder to run it in, relative to the effective root; `.` is the root."""
    command: str
    """For a POSIX shell; names are quoted where necessary."""
    shown_by: Annotated[str, Field(alias="shownBy")]
    """The file that shows that the project uses this runner, relative to the effective root."""
    files: int
    """Number of the test files that it runs."""


class TestFile(Model):
    """A test file to run."""

    file: str
    """Relative to the effective root."""
    reasons: list[TestReason]
    """Not empty; in the order of `TEST_REASONS`."""
    distance: int | None = None
    """Steps to the nearest changed symbol; absent if no calls lead there."""
    functions: list[str] | None = None
    """Names of the test functions or blocks that reach a changed symbol, nearest first; at most 20."""
    of: list[int | float] | None = None
    """Index in `changed` of the symbols that it reaches; ascending, at most 20."""


class TestsToRun(Model):
    """Tests to run after the change."""

    files: list[TestFile]
    """Changed ones first, then by how much speaks for them, then by file. Those for which far less speaks than for the first are left out, unless they call a changed symbol."""
    total: int
    """Number of test files to run, including those not shown."""
    test_files: Annotated[int, Field(alias="testFiles")]
    """Number of test files in the codebase."""
    commands: list[TestCommand]
    """For the files shown; by folder, then runner."""
    unreached: list[int | float]
    """Index in `changed` of functions that no test is known to reach; ascending."""


class TypeHierarchyError(Model):
    tool: Literal["type_hierarchy"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["error"]
    error: Fault
    hints: ErrorHints | None = None
    path: str | None = None
    """The `path` argument, if given."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None


class TypeHierarchyNotFound(Model):
    symbol_ref: Annotated[SymbolRef | None, Field(alias="symbolRef")] = None
    symbol: str | None = None
    direction: HierarchySide | None = None
    depth: int | None = None
    limit: int | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    tool: Literal["type_hierarchy"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["not_found", "ambiguous", "unsupported"]
    hints: TypeHierarchyHints | None = None
    candidates: list[CallGraphNode] | None = None
    """Several symbols of this name, or similar ones. By file, start line, label, id."""


class TypeHierarchyNotIndexed(Model):
    symbol_ref: Annotated[SymbolRef | None, Field(alias="symbolRef")] = None
    symbol: str | None = None
    direction: HierarchySide | None = None
    depth: int | None = None
    limit: int | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    tool: Literal["type_hierarchy"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["not_indexed"]
    reason: Literal["not_indexed"] | str
    hints: NotIndexedHints | None = None


class TypeHierarchyNotReady(Model):
    symbol_ref: Annotated[SymbolRef | None, Field(alias="symbolRef")] = None
    symbol: str | None = None
    direction: HierarchySide | None = None
    depth: int | None = None
    limit: int | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    tool: Literal["type_hierarchy"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["not_ready"]
    reason: Literal["indexing"] | str
    hints: NotReadyHints
    indexing: IndexingProgress
    retry_after_ms: Annotated[int | None, Field(alias="retryAfterMs")] = None
    """When to call again, if known."""


class TypeHierarchyRequiresReindex(Model):
    symbol_ref: Annotated[SymbolRef | None, Field(alias="symbolRef")] = None
    symbol: str | None = None
    direction: HierarchySide | None = None
    depth: int | None = None
    limit: int | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    tool: Literal["type_hierarchy"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["requires_reindex"]
    reason: Literal["requires_reindex"] | str
    hints: RequiresReindexHints
    compatibility: Compatibility


class UnusedSymbolsError(Model):
    tool: Literal["unused_symbols"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["error"]
    error: Fault
    hints: ErrorHints | None = None
    path: str | None = None
    """The `path` argument, if given."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None


class UnusedSymbolsNotIndexed(Model):
    kinds: list[UnusedKind] | None = None
    include_tests: Annotated[bool | None, Field(alias="includeTests")] = None
    limit: int | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    tool: Literal["unused_symbols"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["not_indexed"]
    reason: Literal["not_indexed"] | str
    hints: NotIndexedHints | None = None


class UnusedSymbolsNotReady(Model):
    kinds: list[UnusedKind] | None = None
    include_tests: Annotated[bool | None, Field(alias="includeTests")] = None
    limit: int | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    tool: Literal["unused_symbols"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["not_ready"]
    reason: Literal["indexing"] | str
    hints: NotReadyHints
    indexing: IndexingProgress
    retry_after_ms: Annotated[int | None, Field(alias="retryAfterMs")] = None
    """When to call again, if known."""


class UnusedSymbolsOk(Model):
    kinds: list[UnusedKind] | None = None
    include_tests: Annotated[bool | None, Field(alias="includeTests")] = None
    limit: int | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    tool: Literal["unused_symbols"]
    version: Literal[1]
    message: str | None = None
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["ok"]
    hints: UnusedSymbolsHints | None = None
    counts: UnusedCounts
    unused: list[CallGraphNode]
    """Symbols without a user, and without a reason to be alive. By file, line, label, id."""
    possibly: list[PossiblyUnused]
    """Symbols without a user that may be alive, in the same order. They take the rest of `limit`."""
    truncated: bool
    coverage: UnusedCoverage


class UnusedSymbolsRequiresReindex(Model):
    kinds: list[UnusedKind] | None = None
    include_tests: Annotated[bool | None, Field(alias="includeTests")] = None
    limit: int | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    tool: Literal["unused_symbols"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["requires_reindex"]
    reason: Literal["requires_reindex"] | str
    hints: RequiresReindexHints
    compatibility: Compatibility


class WorkspaceReadAnswer(Model):
    result: WorkspaceReadResult
    meta: WorkspaceMeta


class WorkspaceSearchAnswer(Model):
    result: WorkspaceSearchResult
    meta: WorkspaceMeta


class AffectedSymbol(Model):
    """Code that a change affects."""

    symbol: str | None = None
    """Qualified name; absent for code outside of any definition."""
    kind: SymbolKind | None = None
    line: int | None = None
    """Line of the name; absent for code outside of any definition."""
    distance: int
    """Steps to the nearest changed symbol, from 1."""
    relation: ImpactRelation
    confidence: Literal["resolved", "possible", "name_match"]
    """Of the least certain step."""
    of: int
    """Index in `changed` of the nearest changed symbol."""
    through: list[str] | None = None
    """The symbols between it and the changed one, nearest to it first; absent at distance 1."""
    sites: list[ImpactSite]
    """Lines of its first step. Ascending; at most 10."""
    total_sites: Annotated[int | None, Field(alias="totalSites")] = None
    """Number of these lines, if there are more than `sites`."""


class CallGraphError(Model):
    tool: Literal["call_graph"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["error"]
    error: Fault
    hints: ErrorHints | None = None
    path: str | None = None
    """The `path` argument, if given."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None


CallGraphHint = TypeAliasType("CallGraphHint", CallGraphHint1 | CallGraphHint2)
"""`call_graph` takes the `symbolRef` as it is; without one, it does not apply."""


class CallGraphNotFound(Model):
    symbol_ref: Annotated[SymbolRef | None, Field(alias="symbolRef")] = None
    symbol: str | None = None
    direction: Direction | None = None
    depth: int | None = None
    limit: int | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    tool: Literal["call_graph"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["not_found", "unsupported"]
    hints: CallGraphNotFoundHints | None = None
    candidates: list[CallGraphNode] | None = None
    """Possible matches."""


class CallGraphNotIndexed(Model):
    symbol_ref: Annotated[SymbolRef | None, Field(alias="symbolRef")] = None
    symbol: str | None = None
    direction: Direction | None = None
    depth: int | None = None
    limit: int | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    tool: Literal["call_graph"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["not_indexed"]
    reason: Literal["not_indexed"] | str
    hints: NotIndexedHints | None = None


class CallGraphNotReady(Model):
    symbol_ref: Annotated[SymbolRef | None, Field(alias="symbolRef")] = None
    symbol: str | None = None
    direction: Direction | None = None
    depth: int | None = None
    limit: int | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    tool: Literal["call_graph"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["not_ready"]
    reason: Literal["indexing"] | str
    hints: NotReadyHints
    indexing: IndexingProgress
    retry_after_ms: Annotated[int | None, Field(alias="retryAfterMs")] = None
    """When to call again, if known."""


class CallGraphRequiresReindex(Model):
    symbol_ref: Annotated[SymbolRef | None, Field(alias="symbolRef")] = None
    symbol: str | None = None
    direction: Direction | None = None
    depth: int | None = None
    limit: int | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    tool: Literal["call_graph"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["requires_reindex"]
    reason: Literal["requires_reindex"] | str
    hints: RequiresReindexHints
    compatibility: Compatibility


class ChangeImpactError(Model):
    tool: Literal["change_impact"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["error"]
    error: Fault
    hints: ErrorHints | None = None
    path: str | None = None
    """The `path` argument, if given."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None


class ChangeImpactNotFound(Model):
    """A planned change names no symbol, or several."""

    base: str | None = None
    head: str | None = None
    symbols: list[PlannedChange] | None = None
    depth: int | None = None
    limit: int | None = None
    max_tokens: Annotated[int | None, Field(alias="maxTokens")] = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    tool: Literal["change_impact"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["not_found", "ambiguous"]
    candidates: list[CallGraphNode] | None = None
    """Several symbols of this name, or similar ones. By file, start line, label, id."""


class ChangeImpactNotIndexed(Model):
    base: str | None = None
    head: str | None = None
    symbols: list[PlannedChange] | None = None
    depth: int | None = None
    limit: int | None = None
    max_tokens: Annotated[int | None, Field(alias="maxTokens")] = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    tool: Literal["change_impact"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["not_indexed"]
    reason: Literal["not_indexed"] | str
    hints: NotIndexedHints | None = None


class ChangeImpactNotReady(Model):
    base: str | None = None
    head: str | None = None
    symbols: list[PlannedChange] | None = None
    depth: int | None = None
    limit: int | None = None
    max_tokens: Annotated[int | None, Field(alias="maxTokens")] = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    tool: Literal["change_impact"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["not_ready"]
    reason: Literal["indexing"] | str
    hints: NotReadyHints
    indexing: IndexingProgress
    retry_after_ms: Annotated[int | None, Field(alias="retryAfterMs")] = None
    """When to call again, if known."""


class ChangeImpactRequiresReindex(Model):
    base: str | None = None
    head: str | None = None
    symbols: list[PlannedChange] | None = None
    depth: int | None = None
    limit: int | None = None
    max_tokens: Annotated[int | None, Field(alias="maxTokens")] = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    tool: Literal["change_impact"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["requires_reindex"]
    reason: Literal["requires_reindex"] | str
    hints: RequiresReindexHints
    compatibility: Compatibility


class CompareVersionsError(Model):
    tool: Literal["compare_versions"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["error"]
    error: Fault
    hints: ErrorHints | None = None
    path: str | None = None
    """The `path` argument, if given."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None


class FileOutlineNotFound(Model):
    """No such file in the index, or (exact mode) no such symbol in it."""

    file: str | None = None
    """Relative to the effective root."""
    limit_symbols: Annotated[int | None, Field(alias="limitSymbols")] = None
    resolve_mode: Annotated[ResolveMode | None, Field(alias="resolveMode")] = None
    start_line: int | None = None
    end_line: int | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    tool: Literal["file_outline"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    encoding: str | None = None
    """Encoding in which the file was read, as in `read_file`. Absent if it is UTF-8, or if the index does not have the file."""
    hints: FileOutlineNotFoundHints | None = None
    has_more: Annotated[bool, Field(alias="hasMore")]
    """True if symbols were omitted: beyond `limitSymbols`, to limit the outline's size, or keys of data beyond 500."""
    status: Literal["not_found"]
    outline: None


class FileOutlineNotIndexed(Model):
    file: str | None = None
    """Relative to the effective root."""
    limit_symbols: Annotated[int | None, Field(alias="limitSymbols")] = None
    resolve_mode: Annotated[ResolveMode | None, Field(alias="resolveMode")] = None
    start_line: int | None = None
    end_line: int | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    tool: Literal["file_outline"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["not_indexed"]
    reason: Literal["not_indexed"] | str
    hints: NotIndexedHints | None = None


class FileOutlineNotReady(Model):
    file: str | None = None
    """Relative to the effective root."""
    limit_symbols: Annotated[int | None, Field(alias="limitSymbols")] = None
    resolve_mode: Annotated[ResolveMode | None, Field(alias="resolveMode")] = None
    start_line: int | None = None
    end_line: int | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    tool: Literal["file_outline"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["not_ready"]
    reason: Literal["indexing"] | str
    hints: NotReadyHints
    indexing: IndexingProgress
    retry_after_ms: Annotated[int | None, Field(alias="retryAfterMs")] = None
    """When to call again, if known."""


class FileOutlineRequiresReindex(Model):
    file: str | None = None
    """Relative to the effective root."""
    limit_symbols: Annotated[int | None, Field(alias="limitSymbols")] = None
    resolve_mode: Annotated[ResolveMode | None, Field(alias="resolveMode")] = None
    start_line: int | None = None
    end_line: int | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    tool: Literal["file_outline"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["requires_reindex"]
    reason: Literal["requires_reindex"] | str
    hints: RequiresReindexHints
    compatibility: Compatibility


class FileOutlineUnsupported(Model):
    """The file's language has no outline, or its parser gave up on the file (`SYMBOL_METADATA_MISSING`)."""

    file: str | None = None
    """Relative to the effective root."""
    limit_symbols: Annotated[int | None, Field(alias="limitSymbols")] = None
    resolve_mode: Annotated[ResolveMode | None, Field(alias="resolveMode")] = None
    start_line: int | None = None
    end_line: int | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    tool: Literal["file_outline"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    encoding: str | None = None
    """Encoding in which the file was read, as in `read_file`. Absent if it is UTF-8, or if the index does not have the file."""
    hints: FileOutlineUnsupportedHints | None = None
    has_more: Annotated[bool, Field(alias="hasMore")]
    """True if symbols were omitted: beyond `limitSymbols`, to limit the outline's size, or keys of data beyond 500."""
    status: Literal["unsupported"]
    outline: None


class FileToolHints(Model):
    retry: RetryHint | None = None
    """If nothing was found."""


class GroupResult(Model):
    """A result of `resultMode: "grouped"`: unlike a `ChunkResult`, it has no `kind`."""

    file: str
    """Relative to the effective root."""
    span: Span
    indexed_at: Annotated[str | None, Field(alias="indexedAt")] = None
    """ISO 8601; absent if `stalenessBucket` is."""
    staleness_bucket: Annotated[Exclude | None, Field(alias="stalenessBucket")] = None
    """How long ago the file was indexed; absent if fresh."""
    also_in: Annotated[list[str] | None, Field(alias="alsoIn")] = None
    """Other files with a copy of the passage, in which at most a tenth of the words differ, by path; at most ten. Absent if there is none among the files that were read for this answer. The result is the main version."""
    branches: list[str] | None = None
    """With several branches: those that have the passage as it is shown, in the order of the scope."""
    differs_in: Annotated[list[str] | None, Field(alias="differsIn")] = None
    """With several branches: those whose version of the file lacks the passage as it is shown."""
    symbol_label: Annotated[str | None, Field(alias="symbolLabel")] = None
    """Absent if the passage has no symbol."""
    preview: str | None = None
    """Consecutive lines within `span` that show why this is a result. Absent from the third result on if nothing in the index is close to the question (`NO_CONFIDENT_MATCH`)."""
    preview_start_line: Annotated[int | None, Field(alias="previewStartLine")] = None
    """First line of `preview`, if it is not the first of `span`."""
    call_graph_hint: Annotated[CallGraphHint, Field(alias="callGraphHint")]
    navigation_fallback: Annotated[
        GroupResultNavigationFallback | None, Field(alias="navigationFallback")
    ] = None
    collapsed_chunk_count: Annotated[int | None, Field(alias="collapsedChunkCount")] = (
        None
    )
    """Number of chunks of the same symbol or file in this group, if more than one."""
    group_id: Annotated[str | None, Field(alias="groupId")] = None
    """With `debug`: id of the group; stable for the same index."""
    language: str | None = None
    """With `debug`."""
    score: int | float | None = None
    """With `debug`: higher is better; comparable within one answer only."""


class HierarchyEntry(Model):
    """A supertype or subtype; for a method, one that it overrides or that overrides it."""

    symbol_label: Annotated[str, Field(alias="symbolLabel")]
    """Qualified name; for a type without a name, that of the definition around it. For a supertype outside the codebase: its name as written."""
    file: str | None = None
    """Absent for a supertype outside the codebase, as are `symbolId`, `kind` and `span`."""
    symbol_id: Annotated[str | None, Field(alias="symbolId")] = None
    kind: SymbolKind | None = None
    span: Span | None = None
    distance: int
    """1: direct."""
    links: list[HierarchyLink]
    """At least one; the nearest first."""


class ListCodebasesOk(Model):
    tool: Literal["list_codebases"]
    version: Literal[1]
    message: str | None = None
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["ok"]
    codebases: ListCodebasesOkCodebases
    human_text: Annotated[str, Field(alias="humanText")]
    allowed_roots: Annotated[list[str] | None, Field(alias="allowedRoots")] = None
    """The folders that this server serves, resolved, in their configured order: codebases are inside them, and only they and folders below them can be indexed. Absent if the server is not confined to folders."""
    session_scope: Annotated[EffectiveScope | None, Field(alias="sessionScope")] = None
    """The session's filters, if any."""


class ListDirAnswer(Model):
    result: ListDirResult
    meta: WorkspaceMeta


class ListPathsOk(Model):
    max_results: int | None = None
    path: str | None = None
    """The requested folder; absent if there are `repos`."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    repos: list[str] | None = None
    """Roots of the codebases, if there are several; files in the answer are relative to their own root."""
    scope: EffectiveScope
    tool: Literal["list_paths"]
    version: Literal[1]
    message: str | None = None
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["ok"]
    hints: FileToolHints | None = None
    items: list[ListedPath]
    """By codebase, then path."""
    total: int
    """All matching files, including those not shown."""
    truncated: bool


class ManageIndexBlocked(Model):
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    action: ManageAction
    tool: Literal["manage_index"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["blocked"]
    reason: Literal["unnecessary_reindex_ignore_only"] | str
    hints: ManageIndexBlockedHints
    human_text: Annotated[str, Field(alias="humanText")]
    preflight: Preflight


class ManageIndexNotIndexed(Model):
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
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
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["not_indexed"]
    reason: Literal["not_indexed"] | str
    hints: NotIndexedHints | None = None


class ManageIndexNotReady(Model):
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
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
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["not_ready"]
    reason: Literal["indexing"] | str
    hints: NotReadyHints
    indexing: IndexingProgress
    retry_after_ms: Annotated[int | None, Field(alias="retryAfterMs")] = None
    """When to call again, if known."""


class ManageIndexRequiresReindex(Model):
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
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
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["requires_reindex"]
    reason: Literal["requires_reindex"] | str
    hints: RequiresReindexHints
    compatibility: Compatibility


class ModuleChanges(Model):
    """The changes of one module: a file, or a folder in languages whose packages are folders."""

    module: str
    """Relative to the effective root: in the head; of a removed module, in the base. `.` is the root."""
    moved_from: Annotated[str | None, Field(alias="movedFrom")] = None
    """Where the module was in the base, if git reports that its file was renamed."""
    only: Literal["added", "removed"] | None = None
    """`added` or `removed` if the file is in one version only."""
    changes: list[SymbolChange]
    """Public ones first, then in the order of `SYMBOL_CHANGES`, then by symbol, file and line."""


class Outline(Model):
    """Symbols by start line, end line descending, label, id. `OUTPUT_TRUNCATED` reports omissions."""

    symbols: list[OutlineSymbol]


class ReadFileAmbiguous(Model):
    mode: ReadMode | None = None
    open_symbol: str | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    tool: Literal["read_file"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["ambiguous"]
    candidates: list[SymbolCandidate]
    """By file, start line, label, id."""


class ReadFileNotFound(Model):
    mode: ReadMode | None = None
    open_symbol: str | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    tool: Literal["read_file"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["not_found"]
    hints: ReadFileNotFoundHints | None = None
    candidates: list[SymbolCandidate] | None = None
    """Possible matches."""


class ReadFileOk(Model):
    mode: ReadMode | None = None
    open_symbol: str | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    tool: Literal["read_file"]
    version: Literal[1]
    message: str | None = None
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
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
    encoding: str | None = None
    """utf-8-lossy (see `FILE_HAS_INVALID_BYTES`), utf-16le, utf-16be, latin-1 or windows-1252. Absent if it is utf-8."""
    language: str
    symbol: OpenedSymbol | None = None
    """With `open_symbol`: the symbol, which is in `file`."""
    outline_status: Annotated[
        Literal["ok", "not_indexed", "requires_reindex", "not_found", "unsupported", "stale"] | None,
        Field(alias="outlineStatus"),
    ] = None
    """annotated: status of the outline."""
    outline: Outline | None = None
    has_more: Annotated[bool | None, Field(alias="hasMore")] = None


class ReadFileRequiresReindex(Model):
    mode: ReadMode | None = None
    open_symbol: str | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    tool: Literal["read_file"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["requires_reindex"]
    reason: Literal["requires_reindex"] | str
    hints: RequiresReindexHints
    compatibility: Compatibility


class SearchCodebaseContextOk(Model):
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    tool: Literal["search_codebase"]
    version: Literal[1]
    message: str | None = None
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["ok"]
    hints: SearchHints | None = None
    path: str
    """The requested folder."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase, which files are relative to; absent if it is `path`."""
    limit: int | None = None
    """The limit that was used, if it is lower than the one that was sent."""
    session_scope: Annotated[EffectiveScope | None, Field(alias="sessionScope")] = None
    """Session filters that applied: those that the query did not override."""
    confidence: Confidence
    """How likely the sections answer the question."""
    unknown_terms: Annotated[list[str], Field(alias="unknownTerms")]
    """Words and identifiers of the question that are not in the index, in the question's order."""
    corrected_terms: Annotated[
        list[CorrectedTerm] | None, Field(alias="correctedTerms")
    ] = None
    """Identifiers of the question that are not in the index, with similar names that were searched as well."""
    sections: list[ContextSection]
    """The entry, then what it calls, then other answers, then types; best first in each."""
    edges: list[ContextEdge]
    """By file and line of the call, then caller, then callee."""
    omitted: list[OmittedCall]
    """Calls that show what the budget left out, most useful first; empty if nothing was, or if none fits."""
    tokens: int
    """Estimated tokens of the whole answer."""
    coverage: SearchCoverage
    freshness_decision: Annotated[FreshnessDecision, Field(alias="freshnessDecision")]


SearchHit = TypeAliasType("SearchHit", ChunkResult | GroupResult)


class SearchTextOk(Model):
    query: str | None = None
    regex: bool | None = None
    case_sensitive: bool | None = None
    paths: list[str] | None = None
    context_lines: int | None = None
    max_results: int | None = None
    path: str | None = None
    """The requested folder; absent if there are `repos`."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    repos: list[str] | None = None
    """Roots of the codebases, if there are several; files in the answer are relative to their own root."""
    scope: EffectiveScope
    tool: Literal["search_text"]
    version: Literal[1]
    message: str | None = None
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["ok"]
    hints: FileToolHints | None = None
    matches: list[TextMatch]
    """By codebase, path, then line; each line once."""
    total: int
    """Number of matching lines; a lower bound if `truncated`."""
    truncated: bool


class SmartSearchAnswer(Model):
    result: SmartSearchResult
    meta: WorkspaceMeta


class TypeHierarchyOk(Model):
    symbol_ref: Annotated[SymbolRef | None, Field(alias="symbolRef")] = None
    symbol: str | None = None
    direction: HierarchySide | None = None
    depth: int | None = None
    limit: int | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    tool: Literal["type_hierarchy"]
    version: Literal[1]
    message: str | None = None
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["ok"]
    hints: TypeHierarchyHints | None = None
    found: CallGraphNode
    """The requested symbol in the index; of a type in several parts, the main one."""
    supertypes: list[HierarchyEntry] | None = None
    """By distance; then those of the codebase before those outside, by file, start line, label. Absent if they were not requested."""
    subtypes: list[HierarchyEntry] | None = None
    """In the same order; absent if they were not requested."""
    total_supertypes: Annotated[int | None, Field(alias="totalSupertypes")] = None
    """Number of supertypes up to `depth`, including those not shown."""
    total_subtypes: Annotated[int | None, Field(alias="totalSubtypes")] = None
    """Number of subtypes up to `depth`, including those not shown."""
    is_deeper: Annotated[Literal[True] | None, Field(alias="isDeeper")] = None
    """Whether there are supertypes or subtypes beyond `depth`."""
    coverage: HierarchyCoverage
    """What the hierarchy does not cover."""


class AffectedFile(Model):
    """Affected code of one file."""

    file: str
    """Relative to the effective root."""
    symbols: list[AffectedSymbol]
    """By distance, then line."""


class ChangeImpactOk(Model):
    base: str | None = None
    head: str | None = None
    symbols: list[PlannedChange] | None = None
    depth: int | None = None
    limit: int | None = None
    max_tokens: Annotated[int | None, Field(alias="maxTokens")] = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    tool: Literal["change_impact"]
    version: Literal[1]
    message: str | None = None
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["ok"]
    hints: ChangeImpactHints | None = None
    source: ImpactSource
    base_commit: Annotated[str | None, Field(alias="baseCommit")] = None
    """Id of the commit before the change; absent for diffs and plans."""
    head_commit: Annotated[str | None, Field(alias="headCommit")] = None
    """Id of the commit after the change, if it is one."""
    counts: ImpactCounts
    changed: list[ChangedSymbol]
    """In the order of `IMPACT_CHANGES`, then by file and line."""
    affected: list[AffectedFile]
    """By smallest distance; program before tests, examples and generated code; then by file."""
    tests: TestsToRun
    unknown: list[ImpactUnknown]
    """By `of`, then in the order of `IMPACT_UNKNOWNS`, then by file and line; at most 100."""
    total_unknown: Annotated[int, Field(alias="totalUnknown")]
    """Number of these, including those not shown."""
    truncated: bool
    """True if something was omitted because of `limit` or `maxTokens`."""
    coverage: ImpactCoverage


class CompareVersionsOk(Model):
    base: str | None = None
    head: str | None = None
    public_only: Annotated[bool | None, Field(alias="publicOnly")] = None
    limit: int | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    tool: Literal["compare_versions"]
    version: Literal[1]
    message: str | None = None
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["ok"]
    hints: CompareVersionsHints | None = None
    base_commit: Annotated[str, Field(alias="baseCommit")]
    """Id of the commit that `base` names."""
    head_commit: Annotated[str, Field(alias="headCommit")]
    """Id of the commit that `head` names."""
    related: bool | None = None
    """False if the two commits have no common history; absent if that is unknown, in a shallow clone."""
    counts: ChangeCounts
    """With `publicOnly`, of public symbols only."""
    public_counts: Annotated[ChangeCounts, Field(alias="publicCounts")]
    """Numbers of changes of public symbols."""
    modules: list[ModuleChanges]
    """Modules with public changes first, then by module."""
    truncated: bool
    """True if changes were omitted because of `limit`, or to limit the answer's size."""
    coverage: CompareCoverage


class FileOutlineAmbiguous(Model):
    """Exact mode only: the candidates."""

    file: str | None = None
    """Relative to the effective root."""
    limit_symbols: Annotated[int | None, Field(alias="limitSymbols")] = None
    resolve_mode: Annotated[ResolveMode | None, Field(alias="resolveMode")] = None
    start_line: int | None = None
    end_line: int | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    tool: Literal["file_outline"]
    version: Literal[1]
    message: str
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    encoding: str | None = None
    """Encoding in which the file was read, as in `read_file`. Absent if it is UTF-8, or if the index does not have the file."""
    hints: FileOutlineAmbiguousHints | None = None
    has_more: Annotated[bool, Field(alias="hasMore")]
    """True if symbols were omitted: beyond `limitSymbols`, to limit the outline's size, or keys of data beyond 500."""
    status: Literal["ambiguous"]
    outline: Outline


class FileOutlineOk(Model):
    file: str | None = None
    """Relative to the effective root."""
    limit_symbols: Annotated[int | None, Field(alias="limitSymbols")] = None
    resolve_mode: Annotated[ResolveMode | None, Field(alias="resolveMode")] = None
    start_line: int | None = None
    end_line: int | None = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    tool: Literal["file_outline"]
    version: Literal[1]
    message: str | None = None
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    encoding: str | None = None
    """Encoding in which the file was read, as in `read_file`. Absent if it is UTF-8, or if the index does not have the file."""
    hints: FileOutlineOkHints | None = None
    has_more: Annotated[bool, Field(alias="hasMore")]
    """True if symbols were omitted: beyond `limitSymbols`, to limit the outline's size, or keys of data beyond 500."""
    status: Literal["ok"]
    outline: Outline


class SearchCodebaseOk(Model):
    query: str | None = None
    scope: SearchScope | None = None
    result_mode: Annotated[ResultMode | None, Field(alias="resultMode")] = None
    group_by: Annotated[GroupBy | None, Field(alias="groupBy")] = None
    ranking_mode: Annotated[RankingMode | None, Field(alias="rankingMode")] = None
    limit: int | None = None
    """Absent in context mode if none was sent: as many as fit."""
    max_tokens: Annotated[int | None, Field(alias="maxTokens")] = None
    path: str
    """The requested folder or file: absolute, normalized."""
    effective_root: Annotated[str | None, Field(alias="effectiveRoot")] = None
    """The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is `path`."""
    commit: str | None = None
    """With `ref`: id of the commit that the answer stands on."""
    session_scope: Annotated[EffectiveScope | None, Field(alias="sessionScope")] = None
    """Session filters that applied: those that the query did not override."""
    tool: Literal["search_codebase"]
    version: Literal[1]
    message: str | None = None
    """What happened, for people."""
    warnings: list[WarningCode] | None = None
    """Codes of the registry, ascending, without duplicates."""
    session_id: str | None = None
    """Present if the call created a session; pass it to the next call."""
    meta: Meta
    status: Literal["ok"]
    hints: SearchHints | None = None
    freshness_decision: Annotated[FreshnessDecision, Field(alias="freshnessDecision")]
    confidence: Confidence
    """How likely the results answer the question."""
    unknown_terms: Annotated[list[str], Field(alias="unknownTerms")]
    """Words and identifiers of the question that are not in the index, in the question's order."""
    corrected_terms: Annotated[
        list[CorrectedTerm] | None, Field(alias="correctedTerms")
    ] = None
    """Identifiers of the question that are not in the index, with similar names that were searched as well."""
    coverage: SearchCoverage
    versions: list[SearchedVersion] | None = None
    """With several branches: the commit of each, in the order of the scope."""
    results: list[SearchHit]
    """Score descending, then file, start line, symbol label (none last), symbol id. With several branches: best rank in any of them first, then the order of the branches, then file."""
