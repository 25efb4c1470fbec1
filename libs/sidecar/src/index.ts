/** Public surface of the sidecar. */
export { analyze, analyzePlain } from "./analyze.ts";
export { UNKNOWN_LANGUAGE, detectLanguage, languageById, languageIdOf, languageIds } from "./detect-language.ts";
export type { CallFact, ChunkFact, Diagnostic, FileFacts, ImportFact, ImportedName, ReferenceFact, SymbolFact, TextRange } from "./facts.ts";
export { type CallSite, type FlowFacts, NONE, SCOPE_FLAGS } from "./flow/facts.ts";
export { decodeFlow, encodeFlow } from "./flow/codec.ts";
export { printFlow } from "./flow/print.ts";
export { type CallTarget, type Confidence, type ResolvedSite, type UnresolvedReason, type Via, definitionAround, resolveSite } from "./resolve/call-sites.ts";
export { type AnalyzedFile, factsProject } from "./resolve/facts-project.ts";
export { type NameUsed, namesUsed } from "./resolve/names-used.ts";
export type { FileId, NameUse, Project } from "./resolve/project.ts";
export { Resolution } from "./resolve/resolution.ts";
export type { ScopeRef } from "./resolve/values.ts";
export type { LanguageDefinition } from "./language.ts";
export { LineIndex } from "./chunk/lines.ts";
export { SIDECAR_LIMITS } from "./limits.ts";
export { SymbolIds } from "./symbol-id.ts";
