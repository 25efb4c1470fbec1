/** Collects the calls that an answer proposes. */
import { CORE_TOOLS, type CoreToolName, type ToolName, type ToolOutput, rootOf } from "@satori/contracts";

export interface ProposedCall {
  readonly tool: CoreToolName;
  readonly args: Record<string, unknown>;
}

/** Every `{tool, args}` in an answer, and a call for each symbol with a link into the call graph. */
export function proposedCalls(answer: ToolOutput<ToolName>): ProposedCall[] {
  return callsIn(answer, rootOf(answer));
}

function callsIn(value: unknown, root: string | undefined): ProposedCall[] {
  if (typeof value !== "object" || value === null) return [];
  if (isCall(value)) return [value];
  const own: ProposedCall[] =
    "callGraphHint" in value && hasSymbolRef(value.callGraphHint)
      ? [{ tool: "call_graph", args: { path: root, symbolRef: value.callGraphHint.symbolRef } }]
      : [];
  return [...own, ...Object.values(value).flatMap((part) => callsIn(part, root))];
}

function hasSymbolRef(hint: unknown): hint is { readonly symbolRef: unknown } {
  return typeof hint === "object" && hint !== null && "symbolRef" in hint;
}

function isCall(value: object): value is ProposedCall {
  return (
    "tool" in value &&
    "args" in value &&
    typeof value.args === "object" &&
    CORE_TOOLS.some((tool) => tool === value.tool)
  );
}
