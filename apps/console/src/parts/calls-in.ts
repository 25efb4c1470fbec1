/** The calls among the hints of an answer. Pure. */
import type { ToolCall } from "@satori/contracts";

/** In the order of the hints. */
export function callsIn(hints: object | undefined): ToolCall[] {
  return Object.values(hints ?? {}).filter(
    (hint): hint is ToolCall => typeof hint === "object" && hint !== null && "tool" in hint && "args" in hint,
  );
}
