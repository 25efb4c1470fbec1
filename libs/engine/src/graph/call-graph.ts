/** call_graph. No language is resolved yet, and the answer says so instead of looking like an empty graph. */
import { type CallGraphInput, type CallGraphOutput, LIMITS, buildEnvelope } from "@satori/contracts";
import { gate } from "../codebase/gate.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";

export async function callGraph(context: EngineContext, input: CallGraphInput, call: CallContext): Promise<CallGraphOutput> {
  const { path, codebase } = context.codebases.covering(input.path, call.baseFolder);
  const { symbolRef, symbol } = input;
  const direction = input.direction === "bidirectional" ? "both" : (input.direction ?? "both");
  const echo = {
    path, effectiveRoot: codebase.root, ...(symbolRef ? { symbolRef } : {}), ...(symbol === undefined ? {} : { symbol }), direction,
    depth: input.depth ?? LIMITS.callGraph.depth.default, limit: input.limit ?? LIMITS.callGraph.defaultLimit,
  };
  const gated = gate({ view: await codebase.view(), tool: "call_graph", echo, call, isDebug: input.debug === true, reindexReads: context.config.reindexReads });
  if (gated.kind === "stopped") return gated.envelope;
  const name = symbol ?? symbolRef?.symbolLabel ?? symbolRef?.symbolId ?? "";
  const query = name.slice(name.lastIndexOf(".") + 1);
  const hints = { searchCodebase: { tool: "search_codebase", args: { path: codebase.root, query, scope: "mixed" } } };
  const message = "Calls are not resolved for any language yet. Search for the name to find where it is used.";
  return buildEnvelope("call_graph", { status: "unsupported", message, hints, warnings: gated.warnings }, echo, call.elapsedMs());
}
