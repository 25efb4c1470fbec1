/**
 * What is given by several promises that are awaited together: `Promise.all([one, other])`,
 * `Promise.race(all)`.
 */
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import type { ExprId } from "../../../call-facts/facts.ts";

const TOGETHER = /^Promise\.(?:(all)|race|any)$/;
const MAX_CHARS = 12;

/**
 * A list of what they give, or what one of them does; null for what is no such call.
 *
 * @param given to the call first
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
