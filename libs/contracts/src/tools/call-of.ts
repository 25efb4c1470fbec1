/** Calls that answers propose, by the one tool that each of them calls: so they are made without a cast. */
import type { CoreToolName, ToolCall } from "../tool-names.ts";
import type { CoreInputs, WithPath } from "./core-inputs.ts";

/** A call of one tool with its arguments, which name their `path`. In schemas it is a `ToolCall`. */
export interface CallOf<Tool extends CoreToolName> extends ToolCall {
  readonly tool: Tool;
  readonly args: WithPath<CoreInputs[Tool]> & ToolCall["args"];
}
