/**
 * Tables that contain functions, and modules that return one, for languages that are read by name (Lua).
 * Pure.
 */
import type { ImportFact, SymbolFact } from "../../../facts.ts";
import type { CallFactsBuilder, ScopeHead } from "../../builder.ts";
import { type ExprId, NONE } from "../../facts.ts";

interface TableText {
  readonly symbols: readonly SymbolFact[];
  readonly text: string;
}

/** How far a table literal was read, and how many braces are open there. */
interface Reading {
  readonly at: number;
  readonly depth: number;
}

/**
 * Tables to which a file adds functions: `function M.run()`, `H.error = function(text)`, `H.by = { near =
 * function(a) }`.
 */
export class Tables {
  private readonly known = new Set<string>();
  private readonly readings = new Map<number, Reading>();

  constructor(
    private readonly flow: CallFactsBuilder,
    private readonly written: TableText,
  ) {}

  /**
   * Path of the table that contains a function; empty if the table has no name, or none that is visible in
   * the whole file.
   */
  pathOf(symbol: number): string {
    const { symbols } = this.written;
    const { label, name, parent } = symbols[symbol] as SymbolFact;
    const around = symbols[parent];
    const path = tableOf(label, around?.label ?? "", name);
    if (path !== "" || !around || around.parent !== NONE || !["field", "variable"].includes(around.kind))
      return path;
    return this.depthAt(symbol, parent) === 1 && PATH.test(around.label) ? around.label : "";
  }

  /**
   * Defines a function that is only called through its table. @param table empty for a table without a name
   */
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
   * Exports what the file returns: a named table, or a table literal.
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

  /**
   * Number of table literals around a symbol within another one. Must be called in the order of the text for
   * each enclosing symbol.
   */
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

/** The path before the name in a label; empty for a plain name, and if a part of the path is not a name. */
export function tableOf(label: string, around: string, name: string): string {
  const start = around === "" ? 0 : around.length + 1;
  const table = label.slice(start, Math.max(start, label.length - name.length - 1));
  return PATH.test(table) ? table : "";
}

/** Binds variables that modules are assigned to. */
export function readTableModules(flow: CallFactsBuilder, imports: readonly ImportFact[]): void {
  for (const { module, names } of imports)
    for (const { name, alias } of names) flow.bind(alias, flow.import(module, name));
}
