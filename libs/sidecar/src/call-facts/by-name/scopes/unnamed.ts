/**
 * Anonymous types that are instantiated in place (`new Base(1) with Other { def run() = 1 }`), for languages
 * that are read by name. Pure.
 */
import type { SymbolFact } from "../../../facts.ts";
import { innermost } from "../../../symbols/innermost.ts";
import type { UnnamedFact } from "../../../symbols/holders.ts";
import { nested } from "./blocks.ts";
import type { CallFactsBuilder } from "../../builder.ts";
import { NONE } from "../../facts.ts";
import { typeOf } from "../named-path.ts";

interface Source {
  readonly text: string;
  readonly symbols: readonly SymbolFact[];
  readonly readType: (text: string) => string;
}

/** Opens a scope for each anonymous type that has methods. */
export class UnnamedTypes {
  private readonly around: (offset: number) => number;
  private readonly scopes = new Map<number, number>();

  constructor(
    private readonly flow: CallFactsBuilder,
    private readonly types: readonly UnnamedFact[],
    private readonly source: Source,
  ) {
    this.around = innermost(nested(types));
  }

  /** Scope of the anonymous type that a function is a method of; `outer` if it is a method of none. */
  scopeAt({ start, parent }: Pick<SymbolFact, "start" | "parent">, outer: number): number {
    const at = this.around(start);
    const type = this.types[at];
    // A function nested in a method of the type is not a method.
    if (!type || (this.source.symbols[parent]?.start ?? NONE) > type.start) return outer;
    const known = this.scopes.get(at);
    if (known !== undefined) return known;
    const scope = this.enter(type, outer);
    this.scopes.set(at, scope);
    return scope;
  }

  private enter({ start, startLine, headStart }: UnnamedFact, outer: number): number {
    const { flow, source } = this;
    return flow.within(outer, () => {
      const scope = flow.enter({ kind: "class", name: "", nameStart: NONE, startLine });
      flow.leave();
      for (const base of basesIn(source.text.slice(headStart, start)))
        flow.addBase(typeOf(flow, source.readType(base)) ?? flow.unknown(), scope);
      return scope;
    });
  }
}

/** The bases in a head: `Base[Int]` and `Other` in `new Base[Int](1) with Other`. */
function basesIn(head: string): readonly string[] {
  return head
    .replace(/^new\s/, "")
    .split(/\swith\s/)
    .map((base) => base.slice(0, argumentsIn(base)).trim())
    .filter((base) => base !== "");
}

/** Start of the arguments after a type; its length if there are none. */
function argumentsIn(base: string): number {
  let depth = 0;
  for (let at = 0; at < base.length; at++) {
    if (base[at] === "(" && depth === 0) return at;
    depth += base[at] === "[" ? 1 : base[at] === "]" ? -1 : 0;
  }
  return base.length;
}
