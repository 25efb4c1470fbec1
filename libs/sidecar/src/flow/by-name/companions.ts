/** Scala's classes and their companions, in flow facts that are read by name: which of both a call makes or calls. Pure. */
import type { CallFact, SymbolFact } from "../../facts.ts";
import type { FlowBuilder } from "../builder.ts";
import { type ExprId, NONE, SCOPE_FLAGS } from "../facts.ts";

interface Scoped {
  readonly symbols: readonly SymbolFact[];
  /** Scope of each symbol. */
  readonly scopes: readonly number[];
}

/** Marks objects and classes, and gives classes with several constructors the one that stands behind their name. */
export function readCompanions(flow: FlowBuilder, { symbols, scopes }: Scoped): void {
  const constructed = new Set(symbols.filter(({ kind }) => kind === "constructor").map(({ parent }) => parent));
  const applied = new Set(symbols.filter(({ name }) => name === "apply").map(({ parent }) => parent));
  const classes = new Map<string, number>();
  for (const [at, { kind, name, parent }] of symbols.entries()) if (kind === "class" || kind === "trait") classes.set(`${parent} ${name}`, at);
  for (const [at, { kind, name, parent, startLine }] of symbols.entries()) {
    const scope = scopes[at] as number;
    if (kind === "class" && constructed.has(at)) {
      flow.within(scope, () => {
        flow.enter({ kind: "function", name: "this", nameStart: NONE, startLine, flags: SCOPE_FLAGS.constructor });
        flow.leave();
      });
    }
    if (kind !== "object") continue;
    const made = classes.get(`${parent} ${name}`);
    const isMade = made !== undefined && /\bcase class\b/.test(symbols[made]?.signature ?? "");
    flow.flag(SCOPE_FLAGS.object | (isMade ? SCOPE_FLAGS.made : 0), scope);
    if (made !== undefined && applied.has(at)) flow.flag(SCOPE_FLAGS.applied | (isMade ? SCOPE_FLAGS.made : 0), scopes[made] as number);
  }
}

/** Whether a call says `new`; `this(…)` in a constructor is one of another constructor. */
export function isMaking({ name, start }: CallFact, text: string): boolean {
  return name === "this" || /\bnew\s+(?:\w+\.)*$/.test(text.slice(Math.max(0, start - 80), start));
}

/** The class that `this(…)` makes; null for any other call. */
export function ownClass(flow: FlowBuilder, { name, receiver, within }: CallFact, symbols: readonly SymbolFact[]): ExprId | null {
  const around = symbols[symbols[within]?.parent ?? NONE];
  return name === "this" && receiver === null && around?.kind === "class" ? flow.name(around.name) : null;
}
