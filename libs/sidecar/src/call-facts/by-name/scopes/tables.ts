/**
 * Tables that functions are put into, and modules that give one back, in flow facts that are read by name.
 * Pure.
 */
import type { ImportFact, SymbolFact } from "../../../facts.ts";
import type { CallFactsBuilder, ScopeHead } from "../../builder.ts";
import { type ExprId, NONE } from "../../facts.ts";

interface TableText {
  readonly symbols: readonly SymbolFact[];
  readonly text: string;
}

/** Of a table that is written down, how far it was read, and how many braces are open there. */
interface Reading {
  readonly at: number;
  readonly depth: number;
}

/**
 * Tables that a file puts functions into: `function M.run()`, `H.error = function(text)`, `H.by = { near =
 * function(a) }`.
 */
export class Tables {
  private readonly known = new Set<string>();
  private readonly readings = new Map<number, Reading>();

  constructor(
    private readonly flow: CallFactsBuilder,
    private readonly written: TableText,
  ) {}

  /** Path of the table that a function stands in; empty where that has no name, or not in all of the file. */
  pathOf(symbol: number): string {
    const { symbols } = this.written;
    const { label, name, parent } = symbols[symbol] as SymbolFact;
    const around = symbols[parent];
    const path = tableOf(label, around?.label ?? "", name);
    if (path !== "" || !around || around.parent !== NONE || !["field", "variable"].includes(around.kind))
      return path;
    return this.depthAt(symbol, parent) === 1 && PATH.test(around.label) ? around.label : "";
  }

  /** A function that is called by its table alone. @param table empty for one that has no name */
  define(table: string, head: ScopeHead): number {
    const { flow } = this;
    const scope = flow.enter(head);
    flow.leave();
    const value = flow.scopeValue(scope);
    if (table === "") flow.record([{ name: head.name, value }]);
    else flow.within(0, () => flow.store(flow.member(this.table(table), head.name), value));
    return scope;
  }

  /**
   * What a file gives back: a table of a name, or one that is written down there.
   *
   * @param scopes of the symbols
   */
  giveBack(scopes: readonly number[]): void {
    const {
      flow,
      written: { symbols, text },
    } = this;
    const returned = [...text.matchAll(RETURNED)].at(-1);
    if (returned?.[1] !== undefined) return flow.export("*", flow.name(returned[1]));
    if (!returned) return;
    let reading: Reading = { at: returned.index, depth: 0 };
    const own = [...symbols.entries()].filter(([, { kind, parent, start }]) => {
      if (kind !== "method" || parent !== NONE || start < returned.index) return false;
      reading = this.readTo(start, reading);
      return reading.depth === 1;
    });
    flow.export(
      "*",
      flow.record(own.map(([at, { name }]) => ({ name, value: flow.scopeValue(scopes[at] as number) }))),
    );
  }

  private table(path: string): ExprId {
    const { flow } = this;
    const dot = path.lastIndexOf(".");
    const expr =
      dot === -1 ? flow.name(path) : flow.member(this.table(path.slice(0, dot)), path.slice(dot + 1));
    if (!this.known.has(path)) {
      if (dot === -1) flow.bind(path, flow.record([]));
      else flow.store(expr, flow.record([]));
    }
    this.known.add(path);
    return expr;
  }

  /** In how many tables of a symbol another one stands. Those of one symbol are asked for in their order. */
  private depthAt(symbol: number, around: number): number {
    const { symbols } = this.written;
    const reading = this.readTo(
      (symbols[symbol] as SymbolFact).start,
      this.readings.get(around) ?? { at: (symbols[around] as SymbolFact).start, depth: 0 },
    );
    this.readings.set(around, reading);
    return reading.depth;
  }

  private readTo(end: number, { at, depth }: Reading): Reading {
    const { text } = this.written;
    let open = depth;
    for (let next = at; next < end; next++) open += text[next] === "{" ? 1 : text[next] === "}" ? -1 : 0;
    return { at: Math.max(at, end), depth: open };
  }
}

const PATH = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*$/u;

const RETURNED = /^return\s+(?:([\p{L}_][\p{L}\p{N}_]*)\s*;?\s*$|\{)/gmu;

/** What stands before the name in the text; empty for a plain name, and for a path that is none of names. */
export function tableOf(label: string, around: string, name: string): string {
  const start = around === "" ? 0 : around.length + 1;
  const table = label.slice(start, Math.max(start, label.length - name.length - 1));
  return PATH.test(table) ? table : "";
}

/** Variables that modules are assigned to. */
export function readTableModules(flow: CallFactsBuilder, imports: readonly ImportFact[]): void {
  for (const { module, names } of imports)
    for (const { name, alias } of names) flow.bind(alias, flow.import(module, name));
}
