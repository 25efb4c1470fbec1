/**
 * Flow facts of languages that have no reader of their own, from what their query captures: each function and type is a scope,
 * each call names what it calls. Values and types are not followed. Pure.
 */
import type { SymbolKind } from "@satori/contracts";
import type { CallFact, FileFacts } from "../facts.ts";
import { FlowBuilder } from "./builder.ts";
import type { GrammarSupport } from "../language.ts";
import { type ExprId, type FlowFacts, NONE, SCOPE_FLAGS, type ScopeKind } from "./facts.ts";

const SCOPES: Readonly<Partial<Record<SymbolKind, Exclude<ScopeKind, "file">>>> = {
  function: "function", method: "function", constructor: "function", macro: "function", class: "class", struct: "class", object: "class", enum: "class", extension: "class", impl: "class",
  interface: "interface", trait: "interface", protocol: "interface", module: "namespace", namespace: "namespace",
};
/** What the own object is called. */
const SELF: ReadonlySet<string> = new Set(["self", "this", "Self", "@"]);

interface NamedFacts extends Pick<FileFacts, "symbols" | "calls" | "references"> {
  readonly support: GrammarSupport;
}

export function flowByName({ symbols, calls, references, support }: NamedFacts): FlowFacts {
  const flow = new FlowBuilder();
  /** Scope of each symbol, or of the nearest one around it that has any. */
  const scopes: number[] = [];
  for (const [at, { kind, name, parent, startLine }] of symbols.entries()) {
    const around = scopes[parent] ?? 0;
    const scopeKind = SCOPES[kind];
    scopes.push(scopeKind === undefined ? around : flow.within(around, () => define(flow, { kind: scopeKind, name, nameStart: at, startLine, flags: flagsOf(kind, support) })));
  }
  for (const { name, kind, within } of references) {
    if ((kind !== "extends" && kind !== "implements") || within === NONE || !SCOPES[symbols[within]?.kind ?? "field"]) continue;
    const scope = scopes[within] as number;
    if (flow.kindOf(scope) !== "function") flow.addBase(flow.name(name), scope);
  }
  for (const call of calls) flow.within(scopes[call.within] ?? 0, () => flow.call(calleeOf(flow, call), Array.from({ length: call.arity ?? 0 }, () => ({ value: flow.unknown() })), call));
  return flow.finish((nameStart) => nameStart);
}

function flagsOf(kind: SymbolKind, { hasExtensions = false }: GrammarSupport): number {
  if (kind === "constructor") return SCOPE_FLAGS.constructor;
  if (!hasExtensions || SCOPES[kind] === "function") return 0;
  return kind === "extension" ? SCOPE_FLAGS.partial | SCOPE_FLAGS.extension : SCOPE_FLAGS.partial;
}

function define(flow: FlowBuilder, head: Parameters<FlowBuilder["enter"]>[0]): number {
  const scope = flow.enter(head);
  flow.leave();
  flow.bind(head.name, flow.scopeValue(scope));
  return scope;
}

/** Dotted names in front of a call are followed; any other receiver is unknown. */
function calleeOf(flow: FlowBuilder, { name, receiver }: CallFact): ExprId {
  if (receiver === null) return flow.name(name);
  if (SELF.has(receiver)) return flow.member(flow.this(), name);
  if (receiver === "super") return flow.member(flow.super(), name);
  const parts = receiver.split(/::|\.|:/);
  const isPath = parts.every((part) => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(part));
  const object = isPath ? parts.slice(1).reduce((inner, part) => flow.member(inner, part), SELF.has(parts[0] as string) ? flow.this() : flow.name(parts[0] as string)) : flow.unknown();
  return flow.member(object, name);
}
