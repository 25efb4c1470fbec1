/** Public API of the client. Adding a line here makes it API. */
export { connect, type CommandTarget, type Target, type UrlTarget } from "./connect.ts";
export { SatoriClient, type CallOptions, type Progress } from "./client.ts";
export { ClientError, type ClientErrorKind } from "./errors.ts";
export type { SearchContextOutput, SearchResultsOutput, ToolOutput } from "./answer.ts";
export type { WaitOptions, WaitResult } from "./wait.ts";
export {
  envelopeIn,
  exitCodeOfResult,
  mayRetry,
  parseEnvelope,
  parseManageStatus,
  pollStepOf,
  type ToolInput,
  type ToolName,
  type ToolResult,
} from "@satori/contracts";
