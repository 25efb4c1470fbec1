/**
 * Scopes of the symbols of a file, for languages that are read by name: each function and type has one. Pure.
 */
import type { SymbolFact } from "../../../facts.ts";
import type { UnnamedFact, VariableFact } from "../../../symbols/holders.ts";
import { innermost } from "../../../symbols/innermost.ts";
import type { CallFactsBuilder, ScopeHead } from "../../builder.ts";
import { NONE, type ScopeKind } from "../../facts.ts";
import { LABELS } from "../../labels.ts";
import { readTypeParameters, typeParametersOf } from "../declared-types.ts";
import type { NamedFacts } from "../named-facts.ts";
import { typeOf } from "../named-path.ts";
import { Blocks, type NamePosition, nested } from "./blocks.ts";
import { flagsOf, isSetter, scopeKindOf } from "./scope-heads.ts";
import { tableOf, type Tables } from "./tables.ts";

/** Prefix of macro names, in languages whose macros are not functions. */
export const MACRO_MARK = "#";

/** Opens the scopes of a file's symbols in the order of the text, and finds the scope at a position. */
export class SymbolScopes {
  private readonly known: number[] = [];
  private readonly blocks: Blocks;
  private readonly unnamedTypes: UnnamedTypes;
  private readonly symbolAt: (offset: number) => number;
  private readonly symbolAtLine: (line: number) => number;
  /** Scopes of returned types, keyed by the function that returns them. */
  private readonly returnedTypes = new Map<number, number>();

  /**
   * @param tables set if the language stores functions in tables
   */
  constructor(
    private readonly flow: CallFactsBuilder,
    private readonly facts: NamedFacts,
    private readonly tables: Tables | null,
  ) {
    const { symbols, holders, support, text } = facts;
    this.blocks = new Blocks(flow, symbols, holders);
    this.unnamedTypes = new UnnamedTypes(flow, holders.unnamed, {
      text,
      symbols,
      readType: support.readType ?? String,
    });
    this.symbolAt = innermost(symbols);
    this.symbolAtLine = innermost(
      symbols.map(({ startLine, endLine, parent }) => ({ start: startLine, end: endLine + 1, parent })),
    );
    const typeParameters = typeParametersOf(symbols, holders);
    for (const at of symbols.keys()) this.read(at, typeParameters.get(at) ?? []);
  }

  /** Scope of each symbol, or of the nearest enclosing symbol that has one. */
  get ofSymbols(): readonly number[] {
    return this.known;
  }

  /** Scope at an offset. */
  at(start: number): number {
    return this.of({ start, within: this.symbolAt(start) });
  }

  of(place: NamePosition): number {
    return this.blocks.scopeAt(place, this.known);
  }

  /** Scope of the closure at an offset; null if there is none. */
  closureAt(start: number): number | null {
    return this.blocks.closureAt({ start, within: this.symbolAt(start) }, this.known);
  }

  /**
   * Scope of the function around a line, or of the file: an import inside a type does not add a member to it.
   */
  functionAround(line: number): number {
    let at = this.known[this.symbolAtLine(line)] ?? 0;
    while (at > 0 && this.flow.kindOf(at) !== "function") at = this.flow.parentOf(at);
    return Math.max(at, 0);
  }

  private read(at: number, typeParameters: readonly VariableFact[]): void {
    const {
      flow,
      facts: { support },
    } = this;
    const symbol = this.facts.symbols[at] as SymbolFact;
    const scopeKind = scopeKindOf(symbol.kind, support);
    const outer = this.outerOf(symbol);
    if (scopeKind === undefined) return void this.known.push(outer);
    const scope = flow.within(this.around(symbol, outer), () => this.define(at, this.headOf(at, scopeKind)));
    this.known.push(scope);
    readTypeParameters(flow, typeParameters, scope);
    if (scopeKind !== "function") return;
    if (symbol.kind !== "property") this.readLabels(symbol, scope);
    const extended = extendedBy(symbol.parent, this.facts);
    if (extended !== null)
      flow.within(outer, () => flow.owner(typeOf(flow, extended) ?? flow.unknown(), scope));
  }

  /** The scope in which a symbol is written. */
  private outerOf({ kind, start, parent }: SymbolFact): number {
    const { support } = this.facts;
    const inBlock =
      support.liftsConstructors === true && kind === "constructor" ? 0 : this.of({ start, within: parent });
    return scopeKindOf(kind, support) === "function"
      ? this.unnamedTypes.scopeAt({ start, parent }, inBlock)
      : inBlock;
  }

  /**
   * The scope in which a symbol is defined. A function inside a function may belong to the type that this
   * returns (`return struct { fn next() … }`).
   */
  private around({ kind, startLine }: SymbolFact, outer: number): number {
    const {
      flow,
      facts: { support },
    } = this;
    if (
      support.returnsTypes !== true ||
      scopeKindOf(kind, support) !== "function" ||
      flow.kindOf(outer) !== "function"
    )
      return outer;
    const type =
      this.returnedTypes.get(outer) ??
      flow.within(outer, () => this.enter({ kind: "class", name: "", nameStart: NONE, startLine }));
    this.returnedTypes.set(outer, type);
    return type;
  }

  private headOf(at: number, kind: Exclude<ScopeKind, "file">): ScopeHead {
    const { symbols, support, text } = this.facts;
    const symbol = symbols[at] as SymbolFact;
    const { label, name, parent, startLine } = symbol;
    // A protocol implementation for a type is not nested in that type.
    const ofType =
      symbol.kind === "impl"
        ? label.slice(parent === NONE ? 0 : (symbols[parent]?.label.length ?? -1) + 1)
        : null;
    const own = ofType ?? (symbol.kind === "extension" && extendedBy(at, this.facts) === name ? "" : name);
    return { kind, name: own, nameStart: at, startLine, flags: flagsOf(symbol, support, text) };
  }

  private define(at: number, head: ScopeHead): number {
    const {
      flow,
      tables,
      facts: { symbols, support },
    } = this;
    const { kind, label, name, parent } = symbols[at] as SymbolFact;
    const isTabled =
      head.kind === "function" &&
      (kind === "method" || tableOf(label, symbols[parent]?.label ?? "", name) !== "");
    if (tables && isTabled) return tables.define(tables.pathOf(at), head);
    const scope = this.enter(head);
    const isUnbound =
      support.liftsConstructors === true
        ? kind === "struct" || kind === "impl"
        : kind === "constructor" && name === symbols[parent]?.name;
    const mark = kind === "macro" && support.marksMacros === true ? MACRO_MARK : "";
    if (!isUnbound && !isSetter(head) && head.name !== "")
      flow.bind(mark + head.name, flow.scopeValue(scope));
    return scope;
  }

  private enter(head: ScopeHead): number {
    const scope = this.flow.enter(head);
    this.flow.leave();
    return scope;
  }

  /** Records the argument labels of a function. */
  private readLabels({ start, end }: SymbolFact, scope: number): void {
    const {
      flow,
      facts: { support, text },
    } = this;
    const labels = support.labelsOf?.(text.slice(start, end)) ?? null;
    if (labels !== null)
      flow.within(scope, () => flow.bind(LABELS, flow.list(labels.map((label) => flow.text(label)))));
  }
}

/** The type that an extension extends, with a name of its own or without one; null for any other symbol. */
function extendedBy(
  at: number,
  { symbols, holders, support }: Pick<NamedFacts, "symbols" | "holders" | "support">,
): string | null {
  const symbol = symbols[at];
  if (support.namesHolders !== true || support.hasExtensions === true) return null;
  return symbol?.kind === "extension"
    ? (holders.types.get(at) ?? symbol.name)
    : symbol?.kind === "class"
      ? (holders.types.get(at) ?? null)
      : null;
}

// Anonymous types that are instantiated in place (`new Base(1) with Other { def run() = 1 }`), for languages
// that are read by name. Pure.

interface Source {
  readonly text: string;
  readonly symbols: readonly SymbolFact[];
  readonly readType: (text: string) => string;
}

/** Opens a scope for each anonymous type that has methods. */
class UnnamedTypes {
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
