/** Calls that answers propose, by the one tool that each of them calls: so they are made without a cast. */
import type { CoreToolName, ToolCall } from "../tool-names.ts";
import type { CoreInputs } from "./core-inputs.ts";

/** A call of one tool, with arguments that it takes. Schemas have `ToolCall` in its place. */
export interface CallOf<Tool extends CoreToolName> extends ToolCall {
  readonly tool: Tool;
  readonly args: CoreInputs[Tool] & ToolCall["args"];
}
