/** Public API of the engine. */
export { readConfig, type ConfigSources, type EngineConfig } from "./config.ts";
export type { CallContext } from "./engine-context.ts";
export type { Metrics } from "./metrics.ts";
export type { Engine, Why } from "./engine.ts";
export type { TransferredIndex } from "./transfer/export-index.ts";
export type { Estimate, TextEstimate } from "./sync/estimate.ts";
export { EngineError } from "./errors.ts";
export { commonAncestor } from "./git/common-ancestor.ts";
export { callTool, type ToolCallOptions } from "./call-tool.ts";
export {
  applyLanguageFilter,
  applyPathFilters,
  getEffectiveScope,
  mergeScopeFilters,
} from "./scope/effective-scope.ts";
export { type ChunkFilters, queryByFilters } from "./search/parse/query-by-filters.ts";
export { type LinkTarget, linkTarget } from "./contents/links.ts";
export { type Setback, setbacksOf } from "./search/rank/setbacks.ts";
export { createLogger } from "./log.ts";
export { currentLogFields } from "./log.ts";
export { openEngine, type OpenOptions } from "./open-engine.ts";
export { diagnose, type DiagnoseOptions } from "./doctor/diagnose.ts";
export { languageIds } from "@satori/sidecar";
export type { LogEvent, ProgressListener } from "./ports.ts";
