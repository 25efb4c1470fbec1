/** Calls that answers propose, by the one tool that each of them calls: so they are made without a cast. */
import type { CoreToolName, ToolCall } from "../tool-names.ts";
import type { CoreInputs } from "./core-inputs.ts";

/** A call of one tool with its arguments. In schemas it is a `ToolCall`. */
export interface CallOf<Tool extends CoreToolName> extends ToolCall {
  readonly tool: Tool;
  readonly args: CoreInputs[Tool] & ToolCall["args"];
}
