/**
 * Lists of values that grow with the product: readers have to expect ones that they do not know
 * (docs/versioning.md). By name of definition.
 */
export const OPEN_LISTS: ReadonlySet<string> = new Set([
  "ErrorCode",
  "WarningCode",
  "SymbolKind",
  "SkipCause",
  "CallGraphHintReason",
]);
