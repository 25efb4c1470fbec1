/** Types of the functions that answer tools. */
import type { DefaultPathTool, ToolInput, ToolName, ToolOutput, WithPath } from "@satori/contracts";
import type { CallContext } from "./engine-context.ts";

/** Arguments as a handler gets them: those of tools with a default always have a `path`. */
export type HandlerInput<Tool extends ToolName> = Tool extends DefaultPathTool
  ? WithPath<ToolInput<Tool>>
  : ToolInput<Tool>;

export type ToolHandlers = {
  readonly [Tool in ToolName]: (input: HandlerInput<Tool>, call: CallContext) => Promise<ToolOutput<Tool>>;
};
