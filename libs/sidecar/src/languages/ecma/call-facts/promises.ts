/** Results of promises that are awaited together: `Promise.all([one, other])`, `Promise.race(all)`. */
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import type { ExprId } from "../../../call-facts/facts.ts";

const TOGETHER = /^Promise\.(?:(all)|race|any)$/;
const MAX_CHARS = 12;

/**
 * A list of the results, or one of them; null for any other call.
 *
 * @param given the call's first argument
 */
export function awaitedTogether(
  callee: string,
  given: ExprId | undefined,
  flow: CallFactsBuilder,
): ExprId | null {
  const [together, isAll] = callee.length <= MAX_CHARS ? (TOGETHER.exec(callee) ?? []) : [];
  if (together === undefined || given === undefined) return null;
  const items = flow.itemsOf(given);
  if (isAll === undefined)
    return items ? flow.either(items.map((item) => flow.await(item))) : flow.await(flow.element(given));
  if (items) return flow.list(items.map((item) => flow.await(item)));
  return flow.instance(flow.generic(flow.name("Array"), [flow.typeOf(flow.await(flow.element(given)))]));
}
