/**
 * Reads calls, with callees found from the text before the name, for languages that are read by name. Pure.
 */
import type { CallFact, TextRange } from "../../../facts.ts";
import { SIDECAR_LIMITS } from "../../../limits.ts";
import type { Holders } from "../../../symbols/holders.ts";
import { innermost } from "../../../symbols/innermost.ts";
import type { CallFactsBuilder } from "../../builder.ts";
import type { Argument } from "../../expression-writer.ts";
import type { ExprId } from "../../facts.ts";
import { TRAILING } from "../../labels.ts";
import { calleeOfThis, callForm } from "../companions.ts";
import { LocalVariables } from "../declared-types.ts";
import type { NamedFacts } from "../named-facts.ts";
import { pathOf } from "../named-path.ts";
import { nested } from "../scopes/blocks.ts";
import { MACRO_MARK, type SymbolScopes } from "../scopes/symbol-scopes.ts";
import { calleeOfModule, moduleAround, type Modules } from "./modules.ts";
import type { Results } from "./results.ts";

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
      (modules &&
        calleeOfModule(flow, call, { modules, around: () => moduleAround(symbols, call.within) })) ??
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

// Closures passed to calls, and names of arguments, for languages that are read by name. Pure.

/** The label before an argument. */
const NAMED = /^([\p{L}_]\w*)\s*:(?!:)/u;
/** The label before a closure that is an argument. */
const LABEL = /^(?:([\p{L}_]\w*)\s*:\s*)?$/u;
const MAX_LABEL_CHARS = 200;

/** Arguments of one call. */
interface Handing {
  readonly positions: ReadonlyMap<number, number>;
  readonly closures: Map<number, { readonly name: string | null; readonly closure: TextRange }>;
  /** End of the last argument, and its position. */
  end: number;
  last: number;
}

/** Assigns closures to the calls that they are passed to. */
class HandedClosures {
  /** Keyed by the start of the call's name. */
  private readonly byCall = new Map<number, Handing>();

  private readonly isLabelled: boolean;

  constructor(
    private readonly text: string,
    calls: readonly CallFact[],
    { blocks, isLabelled }: Pick<Holders, "blocks"> & { readonly isLabelled: boolean },
  ) {
    this.isLabelled = isLabelled;
    const callAround = innermost(nested(calls));
    for (const closure of blocks.filter(({ isClosure }) => isClosure)) {
      const call = calls[callAround(closure.start)];
      if (call) this.hand(call, closure);
    }
  }

  /**
   * Assigns a closure to a call if it is an argument itself, or follows the argument list. Closures inside an
   * argument don't count.
   */
  private hand(call: CallFact, closure: TextRange): void {
    const args = call.args ?? [];
    const known: Handing = this.byCall.get(call.start) ?? {
      positions: new Map(args.map(({ end }, at) => [end, at])),
      closures: new Map(),
      end: args.at(-1)?.end ?? 0,
      last: args.length - 1,
    };
    this.byCall.set(call.start, known);
    const position = known.positions.get(closure.end);
    const from = position === undefined ? closure.start : (args[position]?.start ?? 0);
    const isInside =
      from > closure.start ||
      closure.start - from > MAX_LABEL_CHARS ||
      (position === undefined && (closure.start < known.end || closure.end > call.end));
    const label = isInside ? null : LABEL.exec(this.text.slice(from, closure.start));
    if (!label) return;
    known.closures.set(position ?? known.last + 1, {
      name: label[1] ?? (position === undefined && this.isLabelled ? TRAILING : null),
      closure,
    });
    if (position === undefined) Object.assign(known, { end: closure.end, last: known.last + 1 });
  }

  /**
   * Arguments of a call; a spread unknown if their number is not known. Only closures have values, namely
   * their scopes; names are set if the language has labels.
   */
  argumentsOf(
    flow: CallFactsBuilder,
    { start, args }: CallFact,
    scopeOf: (closure: TextRange) => number | null,
  ): readonly Argument[] {
    const handed = this.byCall.get(start);
    if (args === null && !handed) return [{ name: "*", value: flow.unknown() }];
    return Array.from({ length: (handed?.last ?? (args?.length ?? 0) - 1) + 1 }, (_, at): Argument => {
      const own = handed?.closures.get(at);
      const scope = own ? scopeOf(own.closure) : null;
      const value = scope === null ? flow.unknown() : flow.scopeValue(scope);
      if (this.isLabelled) return { name: own?.name ?? this.nameOf(args?.[at]), value };
      return own === undefined || scope === null ? { value } : { name: own.name, value };
    });
  }

  private nameOf(argument: TextRange | undefined): string | null {
    return argument === undefined
      ? null
      : (NAMED.exec(
          this.text.slice(argument.start, Math.min(argument.end, argument.start + MAX_LABEL_CHARS)),
        )?.[1] ?? null);
  }
}
