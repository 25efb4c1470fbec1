/** Closures passed to calls, and names of arguments, for languages that are read by name. Pure. */
import type { CallFact, TextRange } from "../../../facts.ts";
import { innermost } from "../../../symbols/innermost.ts";
import type { Holders } from "../../../symbols/holders.ts";
import { TRAILING } from "../../labels.ts";
import { nested } from "../scopes/blocks.ts";
import type { CallFactsBuilder } from "../../builder.ts";
import type { Argument } from "../../expression-writer.ts";

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
export class HandedClosures {
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
