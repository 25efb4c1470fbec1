/** Public surface of the sidecar. */
export { analyze, analyzePlain } from "./analyze.ts";
export { compress, decompress, seal, unseal } from "./compress.ts";
export { declaresLines } from "./symbols/declared/declared-lines.ts";
export { hasKeys, omittedKeys } from "./symbols/keys/key-symbols.ts";
export {
  UNKNOWN_LANGUAGE,
  detectLanguage,
  languageById,
  languageIdOf,
  languageIds,
} from "./detect-language.ts";
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
export { type CallSite, type FlowFacts, type FlowScope, NONE, SCOPE_FLAGS } from "./flow/facts.ts";
export { parserMemoryBytes } from "./grammar.ts";
export { languagesWithoutCalls, resolvesCalls } from "./call-languages.ts";
export { decodeFlow, encodeFlow } from "./flow/codec.ts";
export { printFlow } from "./flow/print.ts";
export { LEFT_OUT } from "./flow/facts.ts";
export { SEARCH_LIMITS } from "./resolve/memo.ts";
export {
  type CallTarget,
  type Confidence,
  type OpenReason,
  type ResolvedSite,
  definitionAround,
  resolveSite,
} from "./resolve/edges/call-sites.ts";
export { exportedAs } from "./resolve/expressions/exported-as.ts";
export { functionsOfType } from "./resolve/members/inherited.ts";
export type { Via } from "./resolve/edges/via.ts";
export { type AnalyzedFile, factsProject } from "./resolve/facts-project.ts";
export { definitionsOf } from "./resolve/edges/stand-ins/implementations.ts";
export { calledBy } from "./resolve/expressions/called-by.ts";
export { isVariable } from "./resolve/expressions/variables.ts";
export { type NameListener, eachNameUsed } from "./resolve/names-used.ts";
export type { FileId, NameUse, Project } from "./resolve/project.ts";
export { Resolution } from "./resolve/resolution.ts";
export type { CallEdge, NamesLeft, Traversal } from "./resolve/edges/graph.ts";
export { type TraversalOptions, traverse } from "./resolve/edges/traverse.ts";
export type { UnresolvedSite } from "./resolve/edges/callers.ts";
export type { HandedOn } from "./resolve/edges/handed-on.ts";
export { type ScopeRef, scopeKey } from "./resolve/values.ts";
export type { LanguageDefinition } from "./language.ts";
export { LineIndex } from "./chunk/lines.ts";
export { SIDECAR_LIMITS } from "./limits.ts";
export { codeOnly } from "./lexis/code-only.ts";
export { importingLines, statementLines } from "./lexis/importing-lines.ts";
export { type WrittenName, isPlainName, usedNames } from "./lexis/written-names.ts";
export { writtenModules } from "./lexis/elixir/written-modules.ts";
export { namesFor } from "./resolve/uses/bound-name.ts";
export type { Meant } from "./resolve/uses/meant.ts";
export { meantBy } from "./resolve/uses/uses.ts";
export { scopeAround } from "./resolve/uses/scope-around.ts";
export { type UsedThing, usedThing } from "./resolve/uses/used-thing.ts";
export { isCommonName } from "./resolve/edges/by-name/common-names.ts";
export { mayCall } from "./resolve/rules/index.ts";
export { SymbolIds, isSymbolId, mayHoldId } from "./symbols/symbol-id.ts";
