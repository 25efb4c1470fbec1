/** `change_impact`: what a change breaks. The table of contents of this folder. */
import type { ChangeImpactInput, ChangeImpactOutput, WithPath } from "@satori/contracts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import type { EnsureFresh } from "../files/file-outline.ts";

/** Answers one `change_impact` request. */
export async function changeImpact(
  _context: EngineContext,
  _ensureFresh: EnsureFresh,
  _input: WithPath<ChangeImpactInput>,
  _call: CallContext,
): Promise<ChangeImpactOutput> {
  return Promise.reject(new Error("change_impact is being built"));
}
