/**
 * Definitions of value lists that grow with the product, by name: readers have to accept unknown values
 * (docs/versioning.md).
 */
export const OPEN_LISTS: ReadonlySet<string> = new Set([
  "ErrorCode",
  "WarningCode",
  "SymbolKind",
  "SkipCause",
  "CallGraphHintReason",
  "LanguageCallKind",
  "Via",
]);
