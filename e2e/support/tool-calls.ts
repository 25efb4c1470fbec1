/** Collects the calls that an answer proposes. */
import { CORE_TOOLS, type CoreToolName, type ToolName, type ToolOutput } from "@satori/contracts";

export interface ProposedCall {
  readonly tool: CoreToolName;
  readonly args: Record<string, unknown>;
}

/** Every `{tool, args}` in an answer, and a call for each symbol with a link into the call graph. */
export function proposedCalls(answer: ToolOutput<ToolName>): ProposedCall[] {
  const root = "effectiveRoot" in answer ? answer.effectiveRoot : undefined;
  return callsIn(answer, root);
}

function callsIn(value: unknown, root: string | undefined): ProposedCall[] {
  if (typeof value !== "object" || value === null) return [];
  if (isCall(value)) return [value];
  const own: ProposedCall[] =
    "symbolRef" in value && "supported" in value
      ? [{ tool: "call_graph", args: { path: root, symbolRef: value.symbolRef } }]
      : [];
  return [...own, ...Object.values(value).flatMap((part) => callsIn(part, root))];
}

function isCall(value: object): value is ProposedCall {
  return (
    "tool" in value &&
    "args" in value &&
    typeof value.args === "object" &&
    CORE_TOOLS.some((tool) => tool === value.tool)
  );
}
