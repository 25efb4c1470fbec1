/**
 * Reads calls, with callees found from the text before the name, for languages that are read by name. Pure.
 */
import type { CallFact } from "../../../facts.ts";
import { SIDECAR_LIMITS } from "../../../limits.ts";
import type { CallFactsBuilder } from "../../builder.ts";
import type { ExprId } from "../../facts.ts";
import { HandedClosures } from "./closures.ts";
import { calleeOfThis, callForm } from "../companions.ts";
import { LocalVariables } from "../declared-types.ts";
import { type Modules, calleeOfModule } from "./modules.ts";
import type { NamedFacts } from "../named-facts.ts";
import { pathOf } from "../named-path.ts";
import type { Results } from "./results.ts";
import { MACRO_MARK, type SymbolScopes } from "../scopes/symbol-scopes.ts";

export interface Around {
  readonly scopes: SymbolScopes;
  /** Null for languages whose imports do not name modules. */
  readonly modules: Modules | null;
  /** Receives the expression of each call. */
  readonly results: Results;
}

/** Records the calls of a file, in the order of the text. */
export function readCalls(
  flow: CallFactsBuilder,
  facts: NamedFacts,
  { scopes, modules, results }: Around,
): void {
  const { calls, symbols, holders, support, text } = facts;
  const hasCompanions = support.hasCompanions === true;
  const closures = new HandedClosures(text, calls, {
    blocks: holders.blocks,
    isLabelled: support.labelsOf !== undefined,
  });
  const locals = new LocalVariables(flow, { symbols, holders, scopeAt: (place) => scopes.of(place) });
  const argumentsOf = (call: CallFact): ReturnType<HandedClosures["argumentsOf"]> =>
    closures.argumentsOf(flow, call, ({ start }) => scopes.closureAt(start));
  const calleeIn = (call: CallFact): ExprId => {
    const macro =
      support.marksMacros === true && text[call.start - 1] === MACRO_MARK
        ? flow.name(MACRO_MARK + call.name)
        : null;
    return (
      macro ??
      (modules && calleeOfModule(flow, call, modules)) ??
      (hasCompanions ? calleeOfThis(flow, call, symbols) : null) ??
      calleeOf(flow, call, { results, locals })
    );
  };
  const valueOf = (call: CallFact): ExprId => {
    const { name, line, start } = call;
    const made = support.makesByNew === true ? typeMade(flow, call) : null;
    if (made) return flow.call(made.type, argumentsOf(call), { name: made.name, line, start }, "new");
    const callee = calleeIn(call);
    const args = argumentsOf(call);
    return hasCompanions
      ? callForm(flow, call, { callee, args }, { text, symbols })
      : flow.call(
          callee,
          args,
          name === "this" ? { line, start } : { name, line, start },
          call.isNew ? "new" : "call",
        );
  };
  for (const call of calls) flow.within(scopes.of(call), () => results.set(flow, call, valueOf(call)));
}

/** The type whose `new` is called; null for any other call. */
function typeMade(
  flow: CallFactsBuilder,
  { name, receiver }: CallFact,
): { readonly type: ExprId; readonly name: string } | null {
  const type =
    receiver !== null && /^\p{L}/u.test(receiver) && name.toLowerCase() === "new"
      ? pathOf(flow, receiver)
      : null;
  return type === null || receiver === null
    ? null
    : { type, name: receiver.slice(receiver.lastIndexOf(".") + 1) };
}

/**
 * The callee. Receivers that consist of dotted names and calls are followed; any other receiver is unknown.
 */
function calleeOf(
  flow: CallFactsBuilder,
  call: CallFact,
  { results, locals }: { readonly results: Results; readonly locals: LocalVariables },
): ExprId {
  const { name, receiver } = call;
  if (receiver === null && name === "super") return flow.super();
  if (receiver === null) {
    const scope = locals.scopeOf(call, flow.current);
    return scope === flow.current
      ? flow.name(name)
      : flow.within(scope, () => flow.standing(flow.name(name)));
  }
  if (receiver === "super") return flow.member(flow.super(), name);
  const expected = receiver === "" ? results.expected(flow, call.start) : null;
  if (expected !== null) return flow.member(expected, name);
  const end = call.receiverEnd ?? 0;
  const object =
    receiver.length < SIDECAR_LIMITS.receiverChars
      ? results.objectOf(flow, { start: end - receiver.length, end }, call.start)
      : results.before(flow, end);
  return flow.member(object ?? pathOf(flow, receiver) ?? flow.unknown(), name);
}
