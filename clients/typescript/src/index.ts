/** Public surface of the client. Adding a line here is the act of making API. */
export { connect, type CommandTarget, type Target, type UrlTarget } from "./connect.ts";
export { SatoriClient, type CallOptions, type Progress } from "./client.ts";
export { ClientError, type ClientErrorKind } from "./errors.ts";
export type { ToolOutput } from "./answer.ts";
export type { WaitOptions, WaitResult } from "./wait.ts";
export {
  exitCodeOfResult,
  mayRetry,
  parseEnvelope,
  parseManageStatus,
  pollStepOf,
  type ToolInput,
  type ToolName,
  type ToolResult,
} from "@satori/contracts";
