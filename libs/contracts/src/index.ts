/** Public API of the contracts. Every line added here becomes API. */
export {
  STATUSES,
  GATING_STATUSES,
  MANAGE_STATUSES,
  type Status,
  type GatingStatus,
  type ManageStatus,
} from "./codes/statuses.ts";
export {
  REASONS,
  MANAGE_REASONS,
  NON_OK_REASONS,
  type ManageReason,
  type NonOkReason,
} from "./codes/reasons.ts";
export { WARNINGS, WARNING_CODES, type WarningCode } from "./codes/warnings.ts";
export { ERRORS, ERROR_CODES, type ErrorCode } from "./codes/errors.ts";
export type { CodeEntry } from "./codes/code-entry.ts";
export {
  DOCTOR_CHECKS,
  DOCTOR_CHECK_IDS,
  DOCTOR_LEVELS,
  type DoctorCheckId,
  type DoctorFinding,
  type DoctorLevel,
  type DoctorReport,
} from "./doctor.ts";
export { SYMBOL_KINDS, type Span, type SymbolKind, type SymbolRef, isFunctionKind } from "./location.ts";
export { DEADLINE_SETTINGS, deadlineSetting, type DeadlineSetting } from "./deadlines.ts";
export { LIMITS } from "./limits.ts";
export {
  METRICS,
  type CounterName,
  type GaugeName,
  type HistogramName,
  type MetricContract,
  type MetricLabels,
  type MetricName,
} from "./metrics.ts";
export {
  LANGUAGE_CALL_KINDS,
  type LanguageCallKind,
  type LanguageCalls,
  describeLanguageCalls,
} from "./language-calls.ts";
export {
  LIFE_REASONS,
  type ExaminedCode,
  type LifeEvidence,
  type LifeReason,
  type SymbolUsers,
  type UserGroup,
  type UserSite,
} from "./absence.ts";
export { type CallEdge, type FullEdge, callEdges, withoutCommonFields } from "./call-edges.ts";
export { VIAS, type RegistrationVia, type Via, isRegistration } from "./via.ts";
export { counted, listed } from "./counted.ts";
export { withHome } from "./home-path.ts";
export {
  CONFIG_FILE,
  FREE_PREFIXES,
  SETTINGS,
  SWITCH_WORDS,
  choiceProblem,
  choicesIn,
  fileNameProblem,
  switchState,
  type SettingContract,
  type SettingName,
  type StoreName,
} from "./settings.ts";
export type { Compatibility, Fingerprint } from "./fingerprint.ts";
export {
  CLIENT_ARGUMENTS,
  CORE_TOOLS,
  DEFAULT_PATH_TOOLS,
  REVIEW_TOOLS,
  SCOPE_TOOLS,
  TOOL_NAMES,
  WORKSPACE_TOOLS,
  hasDefaultPath,
  isWorkspaceTool,
  type CoreToolName,
  type DefaultPathTool,
  type EnvelopeToolName,
  type ToolCall,
  type ToolName,
  type WorkspaceToolName,
} from "./tool-names.ts";
export {
  ENVELOPE_VERSION,
  type ArgumentProblem,
  type EnvelopeHead,
  type Failure,
  type Fault,
  type Gated,
  type IndexingDebug,
  type IndexingProgress,
  type Meta,
  type NotIndexed,
  type NotReady,
  type CodebasePath,
  type PathEcho,
  type VersionEcho,
  type UsedArguments,
  type RequiresReindex,
} from "./envelope.ts";
export {
  TOOLS,
  TOOL_SETS,
  isToolName,
  type ToolAnnotations,
  type ToolContract,
  type ToolInput,
  type ToolOutput,
  type ToolSet,
  type ToolTypes,
} from "./tools/index.ts";
export {
  SYMBOL_CHANGES,
  UNCOMPARED_CAUSES,
  type ChangeCounts,
  type CompareCoverage,
  type ComparedKind,
  type CompareVersionsArguments,
  type CompareVersionsHints,
  type CompareVersionsInput,
  type CompareVersionsOk,
  type CompareVersionsOutput,
  type ModuleChanges,
  type SymbolBefore,
  type SymbolChange,
  type SymbolChangeKind,
  type UncomparedCause,
  type UncomparedFile,
} from "./tools/compare-versions.ts";
export {
  IMPACT_CHANGES,
  IMPACT_RELATIONS,
  IMPACT_SOURCES,
  IMPACT_UNKNOWNS,
  MISFITS,
  PLANNED_CHANGES,
  TEST_REASONS,
  TEST_RUNNERS,
  type AffectedFile,
  type AffectedSymbol,
  type ChangeImpactArguments,
  type ChangeImpactHints,
  type ChangeImpactInput,
  type ChangeImpactOk,
  type ChangeImpactOutput,
  type ChangedSymbol,
  type ImpactBefore,
  type ImpactChange,
  type ImpactCounts,
  type ImpactCoverage,
  type ImpactRelation,
  type ImpactSite,
  type ImpactSource,
  type ImpactUnknown,
  type ImpactUnknownType,
  type Misfit,
  type PlannedChange,
  type PlannedChangeKind,
  type TestCommand,
  type TestFile,
  type TestReason,
  type TestRunner,
  type TestsToRun,
} from "./tools/change-impact.ts";
export {
  HISTORY_CHANGES,
  HISTORY_ENDS,
  SUSPECT_REASONS,
  type ChangedTogether,
  type HistoryChange,
  type HistoryCommit,
  type HistoryCoverage,
  type HistoryEnd,
  type Suspect,
  type SuspectReason,
  type SymbolCommit,
  type SymbolHistoryArguments,
  type SymbolHistoryHints,
  type SymbolHistoryInput,
  type SymbolHistoryOk,
  type SymbolHistoryOutput,
  type TraceFrame,
  type UncommittedChange,
} from "./tools/symbol-history.ts";
export {
  HIERARCHY_DIRECTIONS,
  HIERARCHY_RELATIONS,
  type HierarchyCoverage,
  type HierarchyEntry,
  type HierarchyLink,
  type HierarchyRelation,
  type HierarchySide,
  type TypeHierarchyArguments,
  type TypeHierarchyInput,
  type TypeHierarchyOk,
  type TypeHierarchyOutput,
  type UnresolvedBase,
} from "./tools/type-hierarchy.ts";
export {
  UNUSED_KINDS,
  type PossiblyUnused,
  type ReasonCount,
  type UnusedCounts,
  type UnusedCoverage,
  type UnusedKind,
  type UnusedSymbolsArguments,
  type UnusedSymbolsHints,
  type UnusedSymbolsInput,
  type UnusedSymbolsOk,
  type UnusedSymbolsOutput,
} from "./tools/unused-symbols.ts";
export type { CallOf } from "./tools/call-of.ts";
export type {
  CodebaseEntry,
  CodebaseVersion,
  CodebaseState,
  LanguageCount,
  ListCodebasesOk,
  ListCodebasesOutput,
} from "./tools/list-codebases.ts";
export {
  RUN_PHASES,
  SKIP_CAUSES,
  type EmbeddingFacts,
  type IndexFacts,
  type ManageHints,
  type ManageIndexOk,
  type ManageIndexOutput,
  type Preflight,
  type RefNames,
  type RunPhase,
  type RunProgress,
  type SkipCause,
  type ExcludedSecrets,
  type SkippedCount,
  type SyncStats,
  type UploadNotice,
  type WatchFacts,
} from "./tools/manage-index.ts";
export {
  FILE_FILTERS,
  type CallGraphHint,
  type CallGraphHintReason,
  type ChunkResult,
  type Confidence,
  type FileFilterName,
  type FreshnessDecision,
  type FreshnessMode,
  type GroupResult,
  type FilteredOutHint,
  type NoiseMitigationHint,
  type SearchCodebaseOk,
  type SearchCoverage,
  type SearchArguments,
  type SearchEcho,
  type SearchHit,
  type SearchedVersion,
  isChunkResult,
  type SearchHints,
  type StalenessBucket,
} from "./tools/search-codebase.ts";
export {
  SECTION_ROLES,
  type ContextEdge,
  type ContextSection,
  type OmittedCall,
  type SearchCodebaseOutput,
  type SearchContextOk,
  type SectionRole,
} from "./tools/search-context.ts";
export {
  type FileOutlineOk,
  type FileOutlineOutput,
  type Outline,
  type OutlineArguments,
  type OutlineEcho,
  type OutlineSymbol,
} from "./tools/file-outline.ts";
export {
  type CallGraphCoverage,
  type CallGraphArguments,
  type CallGraphEcho,
  type CallGraphEdge,
  type CallGraphHints,
  type CallGraphNode,
  type CallGraphNote,
  type CallGraphOk,
  type CallGraphOutput,
} from "./tools/call-graph.ts";
export {
  type ReadFileArguments,
  type ReadFileEcho,
  type ReadFileOk,
  type ReadFileOutput,
  type SymbolCandidate,
} from "./tools/read-file.ts";
export type {
  ListPathsArguments,
  ListPathsEcho,
  ListPathsInput,
  ListPathsOk,
  ListPathsOutput,
  ListedPath,
} from "./tools/list-paths.ts";
export type {
  SearchTextArguments,
  SearchTextEcho,
  SearchTextInput,
  SearchTextOk,
  SearchTextOutput,
  TextMatch,
} from "./tools/search-text.ts";
export type { SetScopeInput, SetScopeOk, SetScopeOutput } from "./tools/set-scope.ts";
export type {
  Finding,
  SearchedCodebase,
  SemanticSearchArguments,
  SemanticSearchEcho,
  SemanticSearchInput,
  SemanticSearchOk,
  SemanticSearchOutput,
} from "./tools/semantic-search.ts";
export type {
  EffectiveScope,
  RepoScope,
  RetryHint,
  ScopeFilters,
  ScopeIn,
  SearchedScope,
  SessionArgument,
} from "./scope.ts";
export {
  DIR_ENTRY_KINDS,
  type DirEntry,
  type DirEntryKind,
  type ListDirInput,
  type ListDirOutput,
  type ListDirResult,
} from "./tools/list-dir.ts";
export {
  ROUTE_KINDS,
  SMART_ENGINES,
  type RouteKind,
  type SmartEngine,
  type SmartItem,
  type SmartRoute,
  type SmartSearchInput,
  type SmartSearchOutput,
  type SmartSearchResult,
} from "./tools/smart-search.ts";
export type { WorkspaceReadInput, WorkspaceReadOutput, WorkspaceReadResult } from "./tools/workspace-read.ts";
export type {
  WorkspaceMatch,
  WorkspaceSearchInput,
  WorkspaceSearchOutput,
  WorkspaceSearchResult,
} from "./tools/workspace-search.ts";
export {
  REPOS,
  type Repo,
  type RepoChoice,
  type WorkspaceAnswer,
  type WorkspaceFailure,
  type WorkspaceMeta,
  type WorkspaceNotes,
  type WorkspaceLocation,
} from "./workspace.ts";
export { outcomeOf, rootOf, type Outcome } from "./outcome.ts";
export {
  ARGUMENT_DEFAULTS,
  withArguments,
  withoutSentArguments,
  type OmittedArguments,
  type WithArguments,
} from "./used-arguments.ts";
export { type VisiblePart, codePointName, printable, visibleParts } from "./printable.ts";
export { callTrees, type CallTree, type Growth } from "./presentation/call-trees.ts";
export { shortCommit } from "./presentation/short-commit.ts";
export { sizeText } from "./presentation/size-text.ts";
export { classAndMember } from "./presentation/symbol-names.ts";
export { describeUpload } from "./presentation/upload.ts";
export {
  firstMatch,
  highlight,
  linesNamed,
  questionMatches,
  questionPattern,
  wordsIn,
} from "./presentation/question-words.ts";
export {
  amendEnvelope,
  buildEnvelope,
  failure,
  notIndexed,
  notReady,
  requiresReindex,
  statusCall,
  workspaceAnswer,
  type Amendments,
  type FailureFields,
  type GateContext,
  type HeadFields,
} from "./builders.ts";
export { validateInput, type Validation } from "./validate/validate-input.ts";
export { validateOutput } from "./validate/validate-output.ts";
export { SCHEMAS, SCHEMA_IDS, schemaById } from "./schemas.ts";
export { INPUT_SCHEMAS, type JsonSchema } from "./generated/input-schemas.ts";
export { LISTING_SCHEMAS, listedInput } from "./listing-schemas.ts";
export {
  envelopeIn,
  parseEnvelope,
  resemblesAnswer,
  textAnswerIn,
  textsOf,
  unknownStatusOf,
  type AnyEnvelope,
  type TextAnswer,
  type TextHeader,
  type ToolResult,
} from "./parse/envelope.ts";
export {
  ANSWER_FORMS,
  ANSWERS_HEADER,
  ANSWERS_META_KEY,
  TEXT_ANSWER_PROBLEM,
  isAnswerForm,
  type AnswerForm,
} from "./answer-forms.ts";
export {
  escapeInvisible,
  formatHead,
  parseHead,
  quoted,
  type HeadFieldValues,
  type TextHead,
} from "./text-head.ts";
export { manageStateOf, parseManageStatus, type ParsedManageStatus } from "./parse/manage-status.ts";
export { parseWorkspaceAnswer, type AnyWorkspaceAnswer } from "./parse/workspace-answer.ts";
export {
  EXIT_CODES,
  exitCodeOf,
  exitCodeOfResult,
  mayRetry,
  pollStepOf,
  type Attempt,
  type ExitCode,
  type PollStep,
} from "./decisions.ts";
export { MANAGE_STATES, type ManageState } from "./parse/manage-state.ts";
export {
  READ_MODES,
  DIRECTIONS,
  RESOLVE_MODES,
  SEARCH_SCOPES,
  RESULT_MODES,
  GROUP_BY,
  RANKING_MODES,
  MANAGE_ACTIONS,
  MANAGE_FLAG_ACTIONS,
  type ListCodebasesInput,
  type ManageIndexInput,
  type SearchCodebaseInput,
  type FileOutlineInput,
  type CallGraphInput,
  type ReadFileInput,
  type ReadMode,
  type Direction,
  type ResolveMode,
  type SearchScope,
  type ResultMode,
  type GroupBy,
  type RankingMode,
  type ManageAction,
  type VersionArgument,
  type WithPath,
} from "./tools/core-inputs.ts";
