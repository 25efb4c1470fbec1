/** Parsers of answers, and what a client does with an answer: small, without schemas and validators. */
export {
  envelopeIn,
  parseEnvelope,
  textAnswerIn,
  textsOf,
  type AnyEnvelope,
  type TextAnswer,
  type TextHeader,
  type ToolResult,
} from "./parse/envelope.ts";
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
