/**
 * Call facts of languages without a reader of their own, built from what their query captures: each function
 * and type is a scope, each call names its callee. Values and types are followed as far as the query captures
 * them. Pure.
 */
import type { ReferenceFact, ReferenceKind, SymbolFact } from "../../facts.ts";
import { SIDECAR_LIMITS } from "../../limits.ts";
import type { Holders, NameAccess } from "../../symbols/holders.ts";
import { plainName } from "../../symbols/plain-name.ts";
import { CallFactsBuilder } from "../builder.ts";
import { type CallFacts, type ExprId, NONE } from "../facts.ts";
import { CONVERTED } from "../import-marks.ts";
import { readHandedValues } from "./calls/handed-values.ts";
import { calleeOfModule, moduleAround, readModules } from "./calls/modules.ts";
import { readCalls } from "./calls/read-calls.ts";
import { isTypeNamed, Results } from "./calls/results.ts";
import { readCompanions } from "./companions.ts";
import { readAttached, readDeclaredTypes, readVariables } from "./declared-types.ts";
import type { NamedFacts } from "./named-facts.ts";
import { MAX_TYPE_CHARS, OWN_NAMES, pathOf, typeOf } from "./named-path.ts";
import { isScope } from "./scopes/scope-heads.ts";
import { SymbolScopes } from "./scopes/symbol-scopes.ts";
import { readTableModules, Tables } from "./scopes/tables.ts";

/** Builds the call facts of a file. */
export function callFactsByName(facts: NamedFacts): CallFacts {
  const { symbols, calls, references, imports, holders, support, text } = facts;
  const flow = new CallFactsBuilder(support.ownNames ?? OWN_NAMES);
  const tables = support.hasTables === true ? new Tables(flow, { symbols, text }) : null;
  const scopes = new SymbolScopes(flow, facts, tables);
  const scoped = { symbols, scopes: scopes.ofSymbols, holders };
  readBases(flow, facts, scopes.ofSymbols);
  if (tables) readTableModules(flow, imports);
  tables?.giveBack(scopes.ofSymbols);
  support.takeImports?.(flow, imports, { text, scopeAt: (line) => scopes.functionAround(line) });
  if (support.namesHolders === true) readDeclaredTypes(flow, scoped);
  readAttached(flow, { ...scoped, text });
  const modules = support.namesModules === true ? readModules(flow, imports, scoped) : null;
  const hasCompanions = support.hasCompanions === true;
  if (hasCompanions) {
    readCompanions(flow, { symbols, scopes: scopes.ofSymbols, text, readType: support.readType ?? String });
    markConversions(flow, symbols, holders);
  }
  const results = new Results(text, {
    brackets: hasCompanions ? "types" : "keys",
    expectsMembers: support.expectsMembers === true,
  });
  readCalls(flow, facts, { scopes, modules, results });
  const scopeOf = (start: number): number => scopes.at(start);
  const meaning = (receiver: string | null, { name, within }: ReferenceFact): ExprId | null => {
    if (receiver === null) return flow.name(name);
    const path = pathOf(flow, receiver);
    return (
      (modules &&
        calleeOfModule(flow, { name, receiver }, { modules, around: () => moduleAround(symbols, within) })) ??
      (path === null ? null : flow.member(path, name))
    );
  };
  readHandedValues(flow, { references, symbols }, holders, { text, scopeOf, meaning });
  // The query captures no calls beyond this limit.
  if (calls.length >= SIDECAR_LIMITS.factsPerFile) flow.leaveOut();
  readAccesses(flow, holders.accesses, { text, results, scopeOf });
  readVariables(flow, {
    ...scoped,
    results,
    scopeAt: (place) => scopes.of(place),
    closureAt: ({ start }) => scopes.closureAt(start),
  });
  return flow.finish((nameStart) => nameStart);
}

// Reads accesses of members for languages that are read by name. Pure.

interface Places {
  readonly text: string;
  readonly results: Results;
  /** Scope at an offset. */
  readonly scopeOf: (start: number) => number;
}

const MAX_GAP = 20;

/** Records reads and writes of members. */
function readAccesses(
  flow: CallFactsBuilder,
  accesses: readonly NameAccess[],
  { text, results, scopeOf }: Places,
): void {
  for (const access of accesses) {
    const { start, end, line } = access;
    flow.within(scopeOf(start), () => {
      const isStored = /^\s*=(?![=>~])/.test(text.slice(end, end + MAX_GAP));
      const accessed = placeOf(flow, access, { text, results }, isStored);
      if (accessed === null) return;
      if (isStored) flow.write(accessed, { line, start });
      else flow.read(accessed, { line, start });
    });
  }
}

/**
 * The accessed expression. Null for types, which are members neither of a named object nor of an expected
 * type.
 */
function placeOf(
  flow: CallFactsBuilder,
  { start, end }: NameAccess,
  { text, results }: Pick<Places, "text" | "results">,
  isStored: boolean,
): ExprId | null {
  const name = plainName(text.slice(start, end));
  const before = text.slice(Math.max(0, start - MAX_GAP), start).replace(/\s+$/, "");
  const applied =
    results.brackets === "types" && text[end] === "[" && isTypeNamed(text, end)
      ? results.before(flow, end)
      : null;
  if (applied !== null) return flow.member(applied, "apply");
  if (!before.endsWith(".")) {
    if (/^\p{Lu}/u.test(name)) return null;
    return isStored ? flow.member(flow.this(), name) : flow.name(name);
  }
  const expected = results.expected(flow, start);
  if (expected !== null) return flow.member(expected, name);
  return /[\p{L}\p{N}_$)\]}?!"'`.]\s*\.$/u.test(before)
    ? (results.before(flow, end) ?? flow.member(flow.unknown(), name))
    : null;
}

// Reads the bases of types for languages that are read by name. Pure.

/** References to types whose members the referring type has. */
const BASES: ReadonlySet<ReferenceKind> = new Set(["extends", "implements", "self"]);

/** Adds the bases of each type to its scope. */
function readBases(
  flow: CallFactsBuilder,
  { symbols, references, support, text }: NamedFacts,
  scopes: readonly number[],
): void {
  for (const { name, kind, start, within } of support.lastBaseFirst === true
    ? lastFirst(references)
    : references) {
    if (!BASES.has(kind) || within === NONE || !isScope(symbols[within]?.kind ?? "field")) continue;
    const scope = scopes[within] as number;
    if (flow.kindOf(scope) === "function") continue;
    const type =
      support.namesHolders === true
        ? typeOf(flow, (support.readType ?? String)(withArguments(text, start, name)))
        : null;
    flow.addBase(type ?? flow.name(name), scope);
  }
}

/** Bases from last to first, self types (`self: Base =>`) after all others. */
function lastFirst(references: readonly ReferenceFact[]): readonly ReferenceFact[] {
  const reversed = references.toReversed();
  return [
    ...reversed.filter(({ kind }) => kind !== "self"),
    ...reversed.filter(({ kind }) => kind === "self"),
  ];
}

/** The type whose path ends with a name, with its arguments: `Box<Server>`, `http.Box[Server]`. */
function withArguments(text: string, start: number, name: string): string {
  const from = start + name.length + (text[start] === "`" ? 2 : 0);
  let first = start;
  while (start - first < MAX_TYPE_CHARS && /[\p{L}\p{N}_$.]/u.test(text[first - 1] ?? "")) first--;
  const path = text.slice(first, from);
  if (!/[<[]/.test(text[from] ?? "")) return path;
  let depth = 0;
  for (let at = from; at < Math.min(text.length, from + MAX_TYPE_CHARS); at++) {
    depth += /[<[]/.test(text[at] as string) ? 1 : /[>\]]/.test(text[at] as string) ? -1 : 0;
    if (depth === 0) return `${path}${text.slice(from, at + 1)}`;
  }
  return path;
}

// Implicit conversions of Scala, for languages that are read by name. Pure.

const LAST_NAME = /([\p{L}_$][\p{L}\p{N}_$]*)(?:<[^]*)?$/u;

/**
 * Records the names of implicit classes (`implicit class Ops`) and the result types of implicit functions
 * (`implicit def ops(x: Text): Ops`).
 */
function markConversions(
  flow: CallFactsBuilder,
  symbols: readonly SymbolFact[],
  { types }: Pick<Holders, "types">,
): void {
  for (const [at, { kind, name, signature }] of symbols.entries()) {
    if (signature === null || !/\bimplicit\b[^(=:]*\b(?:class|def)\b/.test(signature)) continue;
    const type =
      kind === "class"
        ? name
        : takesOne(signature, name)
          ? LAST_NAME.exec(types.get(at) ?? "")?.[1]
          : undefined;
    if (type !== undefined) flow.mark(CONVERTED + type);
  }
}

/** Whether a function has an explicit parameter. */
function takesOne(signature: string, name: string): boolean {
  return /^[^(]*\(\s*(?!implicit\b|using\b)[\p{L}_$]/u.test(
    signature.slice(signature.indexOf(`def ${name}`)),
  );
}
