/**
 * Flow facts of languages that have no reader of their own, from what their query captures: each function and type is a scope,
 * each call names what it calls. Values and types are followed as far as the query tells them. Pure.
 */
import type { SymbolKind } from "@satori/contracts";
import type { CallFact, FileFacts, ImportFact, ReferenceFact, ReferenceKind, SymbolFact } from "../../facts.ts";
import { readAccesses } from "./accesses.ts";
import { calleeOfThis, callMeant, readCompanions } from "./companions.ts";
import { markConversions } from "./conversions.ts";
import { Blocks, type NamePlace } from "./blocks.ts";
import { FlowBuilder, type ScopeHead } from "../builder.ts";
import { HandedClosures } from "./closures.ts";
import { SIDECAR_LIMITS } from "../../limits.ts";
import type { Accessors, GrammarSupport } from "../../language.ts";
import { UnnamedTypes } from "./unnamed.ts";
import { USED, USING } from "../import-marks.ts";
import { LABELS } from "../labels.ts";
import { readHandedValues } from "./handed-values.ts";
import { innermost } from "../../symbols/innermost.ts";
import type { Holders } from "../../symbols/holders.ts";
import { LocalVariables, readAttached, readHeld, readTypeParameters, readVariables, typeParametersOf } from "./held.ts";
import { MAX_TYPE_CHARS, OWN_NAMES, endOfBrackets, pathOf, typeOf } from "./named-path.ts";
import { Results } from "./results.ts";
import { Tables, readTableModules, tableOf } from "./tables.ts";
import { type ExprId, type FlowFacts, NONE, SCOPE_FLAGS, type ScopeKind } from "../facts.ts";

const SCOPES: Readonly<Partial<Record<SymbolKind, Exclude<ScopeKind, "file">>>> = {
  function: "function", method: "function", constructor: "function", macro: "function", class: "class", struct: "class", object: "class", enum: "class", extension: "class", impl: "class",
  interface: "interface", trait: "interface", protocol: "interface", module: "namespace", namespace: "namespace",
};
/** What types are mentioned as whose members a type has. */
const BASES: ReadonlySet<ReferenceKind> = new Set(["extends", "implements", "self"]);
interface NamedFacts extends Pick<FileFacts, "symbols" | "calls" | "references" | "imports"> {
  readonly holders: Holders;
  readonly support: GrammarSupport;
  readonly text: string;
}

/** In front of names of macros, where these are no functions. */
const MACRO_MARK = "#";

export function flowByName({ symbols, calls, references, imports, holders, support, text }: NamedFacts): FlowFacts {
  const flow = new FlowBuilder(support.ownNames ?? OWN_NAMES);
  /** Scope of each symbol, or of the nearest one around it that has any. */
  const scopes: number[] = [];
  const blocks = new Blocks(flow, symbols, holders);
  const unnamed = new Map<number, number>();
  const unnamedTypes = new UnnamedTypes(flow, holders.unnamed, { text, symbols, readType: support.readType ?? String });
  const typeParameters = typeParametersOf(symbols, holders);
  const tables = support.hasTables === true ? new Tables(flow, { symbols, text }) : null;
  for (const [at, { kind, name, label, parent, start, startLine }] of symbols.entries()) {
    const isLifted = support.liftsConstructors === true && kind === "constructor";
    const scopeKind = scopeKindOf(kind, support);
    const inBlock = isLifted ? 0 : blocks.scopeAt({ start, within: parent }, scopes);
    const outer = scopeKind === "function" ? unnamedTypes.scopeAt({ start, parent }, inBlock) : inBlock;
    const around = support.returnsTypes === true && scopeKind === "function" && flow.kindOf(outer) === "function" ? unnamedType(flow, { around: outer, startLine }, unnamed) : outer;
    const isTabled = tables !== null && scopeKind === "function" && (kind === "method" || tableOf(label, symbols[parent]?.label ?? "", name) !== "");
    // An implementation of a protocol for a type is no part of the type.
    const own = kind === "impl" ? label.slice(parent === NONE ? 0 : (symbols[parent]?.label.length ?? -1) + 1) : kind === "extension" && extendedBy(at, { symbols, holders, support }) === name ? "" : name;
    const isUnbound = support.liftsConstructors === true ? kind === "struct" || kind === "impl" : kind === "constructor" && name === symbols[parent]?.name;
    const head = { kind: scopeKind ?? "function", name: own, nameStart: at, startLine, flags: flagsOf(kind, support) | accessFlags(symbols[at] as SymbolFact, support, text) | hiddenFlag(symbols[at] as SymbolFact, support, text) };
    const extended = scopeKind === "function" ? extendedBy(parent, { symbols, holders, support }) : null;
    scopes.push(scopeKind === undefined ? around : flow.within(around, () => (tables && isTabled ? tables.define(tables.pathOf(at), head) : isUnbound || isSetter(head) ? enter(flow, head) : define(flow, head, isMarked(kind, support) ? MACRO_MARK : ""))));
    if (scopeKind !== undefined) readTypeParameters(flow, typeParameters.get(at) ?? [], scopes[at] as number);
    if (scopeKind === "function" && kind !== "property") readLabels(flow, support.labelsOf?.(text.slice(start, symbols[at]?.end)) ?? null, scopes[at] as number);
    if (extended !== null) flow.within(outer, () => flow.owner(typeOf(flow, extended) ?? flow.unknown(), scopes[at]));
  }
  for (const { name, kind, start, within } of support.lastBaseFirst === true ? lastFirst(references) : references) {
    if (!BASES.has(kind) || within === NONE || !SCOPES[symbols[within]?.kind ?? "field"]) continue;
    const scope = scopes[within] as number;
    if (flow.kindOf(scope) !== "function") flow.addBase((support.namesHolders === true ? typeOf(flow, (support.readType ?? String)(withArguments(text, start, name))) : null) ?? flow.name(name), scope);
  }
  if (tables) readTableModules(flow, imports);
  tables?.giveBack(scopes);
  const symbolAtLine = innermost(symbols.map(({ startLine, endLine, parent }) => ({ start: startLine, end: endLine + 1, parent })));
  support.takeImports?.(flow, imports, { text, scopeAt: (line) => functionAround(flow, scopes[symbolAtLine(line)] ?? 0) });
  if (support.namesHolders === true) readHeld(flow, { symbols, scopes, holders });
  readAttached(flow, { symbols, scopes, holders, text });
  const modules = support.namesModules === true ? readModules(flow, imports, { symbols, scopes }) : null;
  const hasCompanions = support.hasCompanions === true;
  if (hasCompanions) {
    readCompanions(flow, { symbols, scopes, text, readType: support.readType ?? String });
    markConversions(flow, symbols, holders);
  }
  const results = new Results(text, { brackets: hasCompanions ? "types" : "keys", expectsMembers: support.expectsMembers === true });
  const closures = new HandedClosures(text, calls, { blocks: holders.blocks, isLabelled: support.labelsOf !== undefined });
  const scopeAt = (place: NamePlace): number => blocks.scopeAt(place, scopes);
  const symbolOf = innermost(symbols);
  const closureAt = ({ start }: { readonly start: number }): number | null => blocks.closureAt({ start, within: symbolOf(start) }, scopes);
  const locals = new LocalVariables(flow, { symbols, holders, scopeAt });
  for (const call of calls) {
    const { name, line, start, within } = call;
    flow.within(blocks.scopeAt({ start, within }, scopes), () => {
      const made = support.makesByNew === true ? typeMade(flow, call) : null;
      if (made) return results.set(flow, call, flow.call(made.type, closures.argumentsOf(flow, call, closureAt), { name: made.name, line, start }, "new"));
      const isMacro = support.marksMacros === true && text[start - 1] === MACRO_MARK;
      const callee = (isMacro ? flow.name(MACRO_MARK + name) : null) ?? (modules && calleeOfModule(flow, call, modules)) ?? (hasCompanions ? calleeOfThis(flow, call, symbols) : null) ?? calleeOf(flow, call, { results, locals });
      const args = closures.argumentsOf(flow, call, closureAt);
      results.set(flow, call, hasCompanions ? callMeant(flow, call, { callee, args }, { text, symbols }) : flow.call(callee, args, name === "this" ? { line, start } : { name, line, start }, call.isNew ? "new" : "call"));
    });
  }
  const meaning = (receiver: string | null, name: string): ExprId | null => {
    if (receiver === null) return flow.name(name);
    const path = pathOf(flow, receiver);
    return (modules && calleeOfModule(flow, { name, receiver }, modules)) ?? (path === null ? null : flow.member(path, name));
  };
  readHandedValues(flow, { references, symbols }, holders, { text, scopeOf: (start) => blocks.scopeAt({ start, within: symbolOf(start) }, scopes), meaning });
  // Of more than these none came here.
  if (calls.length >= SIDECAR_LIMITS.factsPerFile) flow.leaveOut();
  readAccesses(flow, holders.accesses, { text, results, scopeOf: (start) => blocks.scopeAt({ start, within: symbolOf(start) }, scopes) });
  readVariables(flow, { symbols, scopes, holders, results, scopeAt, closureAt });
  return flow.finish((nameStart) => nameStart);
}

/** What a type only says that its objects are of (`self: Base =>`) comes behind what it has itself. */
function lastFirst(references: readonly ReferenceFact[]): readonly ReferenceFact[] {
  const reversed = references.toReversed();
  return [...reversed.filter(({ kind }) => kind !== "self"), ...reversed.filter(({ kind }) => kind === "self")];
}

/** The type whose `new` is called; null for any other call. */
function typeMade(flow: FlowBuilder, { name, receiver }: CallFact): { readonly type: ExprId; readonly name: string } | null {
  const type = receiver !== null && /^\p{L}/u.test(receiver) && name.toLowerCase() === "new" ? pathOf(flow, receiver) : null;
  return type === null || receiver === null ? null : { type, name: receiver.slice(receiver.lastIndexOf(".") + 1) };
}

/** What callers write in front of the arguments of a function. */
function readLabels(flow: FlowBuilder, labels: readonly string[] | null, scope: number): void {
  if (labels !== null) flow.within(scope, () => flow.bind(LABELS, flow.list(labels.map((label) => flow.text(label)))));
}

/** The type of which a name is the last: `Box<Server>`, `http.Box[Server]`. */
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

/** What a symbol extends under a name of its own, or under none; null for anything else. */
function extendedBy(at: number, { symbols, holders, support }: Pick<NamedFacts, "symbols" | "holders" | "support">): string | null {
  const symbol = symbols[at];
  if (support.namesHolders !== true || support.hasExtensions === true) return null;
  return symbol?.kind === "extension" ? (holders.types.get(at) ?? symbol.name) : symbol?.kind === "class" ? (holders.types.get(at) ?? null) : null;
}

function isMarked(kind: SymbolKind, { marksMacros }: GrammarSupport): boolean {
  return kind === "macro" && marksMacros === true;
}

function scopeKindOf(kind: SymbolKind, { namesHolders = false, calledKinds }: GrammarSupport): Exclude<ScopeKind, "file"> | undefined {
  return (namesHolders && kind === "property") || calledKinds?.includes(kind) ? "function" : SCOPES[kind];
}

function flagsOf(kind: SymbolKind, support: GrammarSupport): number {
  if (kind === "constructor") return support.liftsConstructors === true ? 0 : SCOPE_FLAGS.constructor;
  if (scopeKindOf(kind, support) === "function") return 0;
  if (support.convertsTypes === true && (kind === "class" || kind === "interface")) return SCOPE_FLAGS.applied;
  if (support.hasExtensions !== true) return 0;
  return kind === "extension" ? SCOPE_FLAGS.partial | SCOPE_FLAGS.extension : SCOPE_FLAGS.partial;
}

const ACCESSORS: Readonly<Record<Accessors, number>> = {
  none: SCOPE_FLAGS.getter | SCOPE_FLAGS.field, get: SCOPE_FLAGS.getter, set: SCOPE_FLAGS.setter, both: SCOPE_FLAGS.getter | SCOPE_FLAGS.setter,
};

function accessFlags(symbol: SymbolFact, support: GrammarSupport, text: string): number {
  if (isRead(symbol, support)) return SCOPE_FLAGS.getter;
  if (symbol.kind !== "property" || scopeKindOf("property", support) !== "function") return 0;
  return ACCESSORS[support.accessorsOf?.(text.slice(symbol.start, symbol.end), symbol.name) ?? "get"];
}

/** The word stands in the signature, or in front of what is assigned (`local f = function () end`). */
function hiddenFlag({ kind, signature, start }: SymbolFact, support: GrammarSupport, text: string): number {
  if (support.hides === undefined || scopeKindOf(kind, support) !== "function") return 0;
  return support.hides.test(signature ?? "") || support.hides.test(text.slice(start, start + MAX_WORD)) ? SCOPE_FLAGS.private : 0;
}

/** Chars of the word that hides a function, with what stands behind it. */
const MAX_WORD = 16;

/** What only sets a property is called without being named. */
function isSetter({ flags = 0 }: Pick<ScopeHead, "flags">): boolean {
  return (flags & (SCOPE_FLAGS.setter | SCOPE_FLAGS.getter)) === SCOPE_FLAGS.setter;
}

/** Whether a function without a list of parameters that callers write is read like a field. */
function isRead({ kind, name, signature }: SymbolFact, { readsFunctions }: GrammarSupport): boolean {
  if (readsFunctions !== true || (kind !== "function" && kind !== "method") || signature === null) return false;
  const [head] = [`def ${name}`, `def \`${name}\``].filter((written) => signature.includes(written));
  if (head === undefined) return false;
  const behind = signature.slice(signature.indexOf(head) + head.length).trimStart();
  const parameters = behind.slice(endOfBrackets(behind, "[]")).trimStart();
  // What is given by itself is not written: `def session(implicit request: Request)`.
  return !parameters.startsWith("(") || /^\(\s*(?:implicit|using)\b/.test(parameters);
}

/** The type that a function gives back, in which others stand: `return struct { fn next() … }`. */
function unnamedType(flow: FlowBuilder, { around, startLine }: { readonly around: number; readonly startLine: number }, known: Map<number, number>): number {
  let type = known.get(around);
  if (type === undefined) {
    type = flow.within(around, () => {
      const scope = flow.enter({ kind: "class", name: "", nameStart: NONE, startLine });
      flow.leave();
      return scope;
    });
    known.set(around, type);
  }
  return type;
}

function enter(flow: FlowBuilder, head: ScopeHead): number {
  const scope = flow.enter(head);
  flow.leave();
  return scope;
}

/** @param mark in front of the name that it is bound to */
function define(flow: FlowBuilder, head: ScopeHead, mark = ""): number {
  const scope = enter(flow, head);
  if (head.name !== "") flow.bind(mark + head.name, flow.scopeValue(scope));
  return scope;
}

/** Modules by the names that imports give them; those whose names become names of the file, or of whoever uses it, are noted with it. */
function readModules(flow: FlowBuilder, imports: readonly ImportFact[], { symbols, scopes }: { readonly symbols: readonly SymbolFact[]; readonly scopes: readonly number[] }): ReadonlyMap<string, readonly string[]> {
  const modules = new Map<string, string[]>();
  const macros = symbols.flatMap((symbol, at) => (symbol.name === USING ? [{ ...symbol, scope: scopes[at] as number }] : []));
  for (const { module, names, line } of imports) {
    for (const { name, alias } of names) if (name === "*" && alias !== "*") modules.set(alias, [...(modules.get(alias) ?? []), module]);
    const isTakenOver = names.some(({ name, alias }) => name !== "*" || alias === "*");
    const scope = macros.find(({ startLine, endLine }) => startLine <= line && line <= endLine)?.scope ?? 0;
    if (isTakenOver || names.length === 0) flow.within(scope, () => flow.wildcard(isTakenOver ? module : USED + module));
  }
  return modules;
}

/** What a call of a module's function calls; null for any other call. */
function calleeOfModule(flow: FlowBuilder, { name, receiver }: Pick<CallFact, "name" | "receiver">, modules: ReadonlyMap<string, readonly string[]>): ExprId | null {
  if (receiver === "__MODULE__") return flow.name(name);
  // A module of Erlang.
  if (receiver !== null && /^:[\p{L}_][\p{L}\p{N}_@]*$/u.test(receiver)) return flow.member(flow.builtin(receiver), name);
  if (receiver === null || !/^\p{Lu}[\p{L}\p{N}_']*(?:\.\p{Lu}[\p{L}\p{N}_']*)*$/u.test(receiver)) return null;
  const [first = "", ...below] = receiver.split(".");
  const named = modules.get(receiver) ?? modules.get(first)?.map((module) => [module, ...below].join("."));
  return flow.member(named ? flow.either(named.map((module) => flow.import(module, "*"))) : flow.name(receiver), name);
}

/** What is imported inside of a type is no member of it. */
function functionAround(flow: FlowBuilder, scope: number): number {
  let at = scope;
  while (at > 0 && flow.kindOf(at) !== "function") at = flow.parentOf(at);
  return Math.max(at, 0);
}

/** Dotted names in front of a call are followed, and calls; any other receiver is unknown. */
function calleeOf(flow: FlowBuilder, call: CallFact, { results, locals }: { readonly results: Results; readonly locals: LocalVariables }): ExprId {
  const { name, receiver } = call;
  if (receiver === null && name === "super") return flow.super();
  if (receiver === null) {
    const scope = locals.scopeOf(call, flow.current);
    return scope === flow.current ? flow.name(name) : flow.within(scope, () => flow.standing(flow.name(name)));
  }
  if (receiver === "super") return flow.member(flow.super(), name);
  const expected = receiver === "" ? results.expected(flow, call.start) : null;
  if (expected !== null) return flow.member(expected, name);
  const end = call.receiverEnd ?? 0;
  const object = receiver.length < SIDECAR_LIMITS.receiverChars ? results.objectOf(flow, { start: end - receiver.length, end }, call.start) : results.before(flow, end);
  return flow.member(object ?? pathOf(flow, receiver) ?? flow.unknown(), name);
}
