/** Public API of the sidecar: reading source text, and resolving calls and uses from what was read. */
export { analyze, analyzePlain } from "./analyze.ts";
export { isNotebookPath, notebookText } from "./languages/notebook/cells.ts";
export { compress, decompress, seal, unseal } from "./compress.ts";
export { declaresLines } from "./symbols/declared/declared-lines.ts";
export { hasKeys, omittedKeys } from "./symbols/keys/key-symbols.ts";
export {
  UNKNOWN_LANGUAGE,
  detectLanguage,
  languageById,
  languageIdOf,
  languageIds,
} from "./languages/detect-language.ts";
export type {
  CallFact,
  ChunkFact,
  Diagnostic,
  FileFacts,
  ImportFact,
  ImportedName,
  ReferenceFact,
  SymbolFact,
  TextRange,
} from "./facts.ts";
export {
  NONE,
  SCOPE_FLAGS,
  TRUNCATED,
  type CallSite,
  type CallFacts,
  type ScopeFact,
} from "./call-facts/facts.ts";
export { parserMemoryBytes } from "./grammar.ts";
export { languagesWithoutCalls, resolvesCalls } from "./languages/call-languages.ts";
export { decodeCallFacts, encodeCallFacts } from "./call-facts/codec.ts";
export { printCallFacts } from "./call-facts/print.ts";
export { SEARCH_LIMITS } from "./call-graph/memo.ts";
export {
  type CallTarget,
  type Confidence,
  type OpenReason,
  type ResolvedSite,
  definitionAround,
  resolveSite,
} from "./call-graph/edges/call-sites.ts";
export { exportedAs } from "./call-graph/facts-project.ts";
export { functionsOfType } from "./call-graph/members/pointed.ts";
export { type AnalyzedFile, factsProject } from "./call-graph/facts-project.ts";
export { definitionsOf, implementationsOf } from "./call-graph/dispatch/implementations.ts";
export { type ArgumentMisfit, argumentMisfit } from "./call-graph/edges/argument-fit.ts";
export { subtypesOf } from "./call-graph/types/subtypes.ts";
export { type Calling, callingEdges } from "./call-graph/edges/calling-edges.ts";
export {
  type HierarchyEnd,
  type HierarchyLink,
  type UnresolvedBase,
  declaredType,
} from "./call-graph/hierarchy/links.ts";
export { isOverridable } from "./call-graph/hierarchy/method-overrides.ts";
export {
  type HierarchyDirection,
  type HierarchyEntry,
  type HierarchyWalk,
  walkHierarchy,
} from "./call-graph/hierarchy/walk.ts";
export { type MembersAbove, membersAbove } from "./call-graph/types/members-above.ts";
export { calledBy } from "./call-graph/expressions/called-by.ts";
export { isVariable } from "./call-graph/expressions/variables.ts";
export { type NameListener, eachNameUsed } from "./call-graph/names-used.ts";
export type { FileId, NameUse, Project } from "./call-graph/project.ts";
export { Evaluator } from "./call-graph/evaluator.ts";
export type { Resolution, ResolutionRules } from "./call-graph/resolution.ts";
export type { CallEdge, SkippedNames, Traversal } from "./call-graph/edges/graph.ts";
export { type TraversalOptions, traverse } from "./call-graph/edges/traverse.ts";
export type { UnresolvedSite } from "./call-graph/edges/callers.ts";
export type { EscapingReference } from "./call-graph/edges/escaping-references.ts";
export { type ScopeRef, scopeKey } from "./call-graph/values.ts";
export type { LanguageDefinition } from "./language.ts";
export { LineIndex } from "./syntax/chunk/lines.ts";
export { SIDECAR_LIMITS } from "./limits.ts";
export { type TextParts, codeOnly, textParts } from "./lexical/code-only.ts";
export { importingLines, statementLines } from "./lexical/importing-lines.ts";
export { type WrittenName, isPlainName, usedNames } from "./lexical/written-names.ts";
export { writtenModules } from "./languages/elixir/lexical/written-modules.ts";
export { boundName, namesFor } from "./call-graph/uses/bound-name.ts";
export type { UseResolution } from "./call-graph/uses/use-resolution.ts";
export { resolveUse } from "./call-graph/uses/uses.ts";
export { scopeAround } from "./call-graph/uses/uses.ts";
export { type UseTarget, useTarget } from "./call-graph/uses/use-target.ts";
export { isCommonName } from "./call-graph/edges/by-name/common-names.ts";
export { type DeclaringFile, localSymbols, passedOnNames, publicSymbols } from "./visibility.ts";
export type { NameReach, NameReachRule, ReachFile } from "./name-reach.ts";
export { nameReachRuleOf } from "./languages/name-reach-rules.ts";
export { visibilityRuleOf } from "./languages/visibility-rules.ts";
export { ECMA_IDS } from "./languages/ecma/profile.ts";
export { profileOf } from "./languages/profiles.ts";
export type { LanguageProfile } from "./language-profile.ts";
export { mayCall } from "./languages/resolution-rules.ts";
export { languageCallsOf } from "./symbols/language-calls.ts";
export { isTestCode } from "./symbols/test-code.ts";
export { SymbolIds, isSymbolId, mayHoldId } from "./symbols/symbol-id.ts";
