/** Types and values of fields, parameters and variables, for languages that are read by name. Pure. */
import type { CallFact, SymbolFact, TextRange } from "../../facts.ts";
import { innermost } from "../../symbols/innermost.ts";
import type { Holders, VariableFact } from "../../symbols/holders.ts";
import type { NamePosition } from "./scopes/blocks.ts";
import type { CallFactsBuilder } from "../builder.ts";
import { ATTACHED, type ExprId, NONE } from "../facts.ts";
import { pathOf, typeOf } from "./named-path.ts";
import type { Results } from "./calls/results.ts";

interface Scoped {
  readonly symbols: readonly SymbolFact[];
  /** Scope of each symbol, or of the nearest enclosing symbol that has one. */
  readonly scopes: readonly number[];
  readonly holders: Holders;
}

/** Reads the types of fields and the result types of functions. */
export function readDeclaredTypes(flow: CallFactsBuilder, { symbols, scopes, holders }: Scoped): void {
  for (const [at, { kind, name, parent }] of symbols.entries()) {
    const scope = scopes[at] as number;
    const around = scopes[parent] ?? 0;
    const path =
      kind === "constructor" || kind === "enum_member" ? symbols[parent]?.name : holders.types.get(at);
    const type = path === undefined ? null : flow.within(around, () => typeOf(flow, path));
    if (type !== null && flow.kindOf(scope) === "function" && scope !== around) flow.returnType(type, scope);
    if (kind === "type" && type !== null) flow.within(around, () => flow.bind(name, type, around));
    if (!isField({ kind }) && kind !== "enum_member") continue;
    flow.within(around, () => flow.bind(name, type === null ? flow.unknown() : flow.instance(type), around));
  }
}

function isField({ kind }: Pick<SymbolFact, "kind">): boolean {
  return kind === "field" || kind === "variable" || kind === "constant";
}

/** Binds type parameters in their scope, before everything else there. */
export function readTypeParameters(
  flow: CallFactsBuilder,
  own: readonly VariableFact[],
  scope: number,
): void {
  flow.within(scope, () => {
    for (const { name, type } of own)
      flow.bind(name, flow.generic((type === null ? null : typeOf(flow, type)) ?? flow.unknown(), []));
  });
}

/** Type parameters, keyed by the position of the innermost symbol around them. */
export function typeParametersOf(
  symbols: readonly SymbolFact[],
  { variables }: Holders,
): ReadonlyMap<number, readonly VariableFact[]> {
  const symbolOf = innermost(symbols);
  const found = new Map<number, VariableFact[]>();
  for (const variable of variables) {
    if (variable.kind !== "type_parameter") continue;
    const inner = symbolOf(variable.start);
    // A protocol's associated type is a type parameter and also a definition of its own.
    const at = symbols[inner]?.kind === "type" ? (symbols[inner]?.parent ?? NONE) : inner;
    addTo(found, at, variable);
  }
  return found;
}

function addTo<Key>(groups: Map<Key, VariableFact[]>, key: Key, variable: VariableFact): void {
  const group = groups.get(key);
  if (group) group.push(variable);
  else groups.set(key, [variable]);
}

/** Binds attached functions and libraries under `ATTACHED`, which is not a valid name. */
export function readAttached(
  flow: CallFactsBuilder,
  { symbols, scopes, holders, text }: Scoped & { readonly text: string },
): void {
  const symbolOf = innermost(symbols);
  for (const { start, end } of holders.attached) {
    const scope = scopes[symbolOf(start)] ?? 0;
    flow.within(scope, () => flow.bind(ATTACHED, pathOf(flow, text.slice(start, end)) ?? flow.unknown()));
  }
}

/** Local variables that a plain call may refer to, by scope and name. */
export class LocalVariables {
  private readonly byPlace = new Map<string, VariableFact[]>();

  constructor(
    private readonly flow: CallFactsBuilder,
    { symbols, holders, scopeAt }: Pick<Variables, "symbols" | "holders" | "scopeAt">,
  ) {
    const symbolOf = innermost(symbols);
    for (const variable of holders.variables) {
      const own = symbols[symbolOf(variable.start)];
      if (variable.kind !== "variable" || (own && isGiven(own, variable))) continue;
      addTo(
        this.byPlace,
        `${scopeAt({ start: variable.start, within: symbolOf(variable.start) })} ${variable.name}`,
        variable,
      );
    }
  }

  /**
   * The scope from which a called name is looked up. Skips variables that are declared later, and variables
   * that the call initializes (`let url = url()`).
   */
  scopeOf({ name, start }: CallFact, from: number): number {
    let at = from;
    for (let around = from; this.flow.kindOf(around) === "function"; around = this.flow.parentOf(around)) {
      const own = this.byPlace.get(`${around} ${name}`) ?? [];
      if (own.some((variable) => variable.start < start && !isGivenBy(variable, name))) return at;
      if (own.length > 0) at = this.flow.parentOf(around);
    }
    return at;
  }
}

/** Whether a variable is initialized by something of the same name. */
function isGivenBy({ valueText }: VariableFact, name: string): boolean {
  return valueText !== null && /^(?:(?:try[?!]?|await)\s+)*([^\s(]*)/.exec(valueText)?.[1] === name;
}

interface Variables extends Scoped {
  readonly results: Results;
  readonly scopeAt: (place: NamePosition) => number;
  /** Scope of the closure at a position; null if there is none. */
  readonly closureAt: (place: NamePosition) => number | null;
}

/** Reads parameters and local variables. */
export function readVariables(
  flow: CallFactsBuilder,
  { symbols, scopes, holders, results, scopeAt, closureAt }: Variables,
): void {
  const symbolOf = innermost(symbols);
  const implied = new Set<string>();
  for (const {
    kind,
    name,
    start,
    type: declared,
    value,
    items,
    pairs,
    isOptional,
    isRest,
  } of holders.variables) {
    if (kind === "type_parameter") continue;
    const within = symbolOf(start);
    if (kind === "own") {
      const type = scopes[within] ?? 0;
      // Objects nested in the type refer to it too.
      if (flow.kindOf(type) !== "function" && name !== "this")
        flow.within(type, () => flow.bind(name, flow.instance(flow.scopeValue(type))));
      continue;
    }
    const closure = kind === "parameter" ? closureAt({ start, within }) : null;
    const scope = closure ?? scopeAt({ start, within });
    /** Reads a range in its own scope, which may be a block of the function. */
    const standing = (range: TextRange, read: () => ExprId | null): ExprId | null => {
      const at = scopeAt({ start: range.start, within: symbolOf(range.start) });
      return flow.within(at, () => {
        const expr = read();
        return expr === null || at === scope ? expr : flow.standing(expr);
      });
    };
    flow.within(scope, () => {
      const type = declared === null ? null : typeOf(flow, declared);
      const isNumbered = closure !== null && IMPLIED.test(name);
      for (const each of isNumbered ? impliedUpTo(name) : [])
        if (implied.size < implied.add(`${scope} ${each}`).size) flow.param(each);
      if (isNumbered) return;
      // A wildcard in a pattern is not a parameter of the enclosing function.
      if (kind === "parameter" && closure === null && name === "_" && declared === null) return;
      if (
        kind === "parameter" &&
        (closure !== null || scope === scopes[within]) &&
        flow.kindOf(scope) === "function"
      )
        return flow.param(name, {
          kind: isRest ? "rest" : "positional",
          type: type ?? NONE,
          default: isOptional ? flow.unknown() : NONE,
        });
      const own = symbols[within];
      // A field's declared type was read with the field.
      if (type !== null && own && isField(own) && own.name === name) return;
      const given = value && standing(value, () => results.of(flow, value));
      const range = items ?? pairs;
      const held =
        range &&
        standing(range, () => (items ? results.elementOf(flow, items) : results.secondOf(flow, range)));
      // A field with a scope of its own returns its initial value.
      if (own && isGiven(own, { name, start }) && scope === scopes[within])
        return flow.returns(given ?? flow.unknown());
      if (name !== "")
        flow.bind(name, type === null ? (given ?? held ?? flow.unknown()) : flow.instance(type));
    });
  }
}

/** Whether a captured variable is a definition with a scope of its own. */
function isGiven(own: SymbolFact, { name, start }: Pick<VariableFact, "name" | "start">): boolean {
  return (
    own.name === name &&
    (own.kind === "property" || ((own.kind === "function" || own.kind === "method") && own.start === start))
  );
}

/** Implicit closure parameters (Swift's `$0`). */
const IMPLIED = /^\$\d$/;

/** An implicit parameter with those before it, which the closure may not use. */
function impliedUpTo(name: string): readonly string[] {
  return Array.from({ length: Number(name.slice(1)) + 1 }, (_, at) => `$${at}`);
}
