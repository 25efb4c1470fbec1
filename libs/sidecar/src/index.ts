/** Public surface of the sidecar. */
export { analyze, analyzePlain } from "./analyze.ts";
export { UNKNOWN_LANGUAGE, detectLanguage, languageById, languageIdOf, languageIds } from "./detect-language.ts";
export type { CallFact, ChunkFact, Diagnostic, FileFacts, ImportFact, ImportedName, ReferenceFact, SymbolFact, TextRange } from "./facts.ts";
export type { LanguageDefinition } from "./language.ts";
export { LineIndex } from "./chunk/lines.ts";
export { SIDECAR_LIMITS } from "./limits.ts";
export { SymbolIds } from "./symbol-id.ts";
