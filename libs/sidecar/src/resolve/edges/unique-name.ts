/** The last resort: the only function of a name in files of the same language. */
import { SCOPE_FLAGS } from "../../flow/facts.ts";
import { isMethod } from "../expressions/this.ts";
import type { FileId } from "../project.ts";
import { mainPart } from "../types/parts.ts";
import type { Resolution } from "../resolution.ts";
import { type ScopeRef, isSameScope } from "../values.ts";

/** Names that so many types of every library have that a single definition says nothing. */
const TOO_COMMON: ReadonlySet<string> = new Set([
  "add", "all", "any", "append", "apply", "bind", "call", "catch", "clear", "close", "concat", "contains", "copy", "delete", "each", "endsWith", "entries", "equals", "every", "exec", "extend", "fill",
  "filter", "find", "finally", "flush", "forEach", "format", "get", "has", "hash", "includes", "indexOf", "insert", "isEmpty", "items", "iterator", "join", "keys", "length", "list", "log", "lower", "map",
  "match", "next", "on", "open", "parse", "pop", "print", "push", "put", "read", "reduce", "remove", "replace", "resolve", "reverse", "run", "send", "set", "shift", "size", "slice", "some", "sort",
  "splice", "split", "startsWith", "start", "stop", "strip", "sub", "substring", "test", "then", "toArray", "toList", "toString", "trim", "update", "upper", "values", "wait", "write",
  // Of Ruby's own classes, and of the JVM's.
  "any?", "dig", "dup", "empty?", "flatten", "has_key?", "include?", "is_a?", "key?", "map!", "merge", "message", "nil?", "path", "respond_to?", "to_a", "to_h", "to_s", "charAt",
]);

export function uniquelyNamed(resolution: Resolution, from: FileId, name: string, use: "member" | "plain"): ScopeRef | "several" | "common" | null {
  if (TOO_COMMON.has(name)) return "common";
  const rules = resolution.rules(from);
  const all = resolution.once(`unique ${resolution.project.language(from)} ${use} ${name}`, () => {
    const found: ScopeRef[] = [];
    for (const file of resolution.project.filesDefining(name)) {
      if (resolution.rules(file) !== rules || (!rules.followsModules && resolution.project.language(file) !== resolution.project.language(from))) continue;
      for (const [scope, { name: own, kind, flags }] of (resolution.index(file)?.flow.scopes ?? []).entries()) {
        // What is read like a field is not what is called; variables are found where they are bound.
        if (own !== name || (flags & (SCOPE_FLAGS.constructor | SCOPE_FLAGS.getter | SCOPE_FLAGS.variable)) !== 0) continue;
        const fits = use === "member" ? kind === "function" && isMethod(resolution, { file, scope }) : (kind === "function" && !isMethod(resolution, { file, scope })) || kind === "class";
        // A companion is called by the name of its class.
        if ((flags & SCOPE_FLAGS.object) !== 0 && hasCompanion(resolution, { file, scope })) continue;
        const isFound = fits && (kind !== "class" || isSameScope(mainPart(resolution, { file, scope }), { file, scope }));
        if (isFound) found.push({ file, scope });
      }
    }
    const defined = found.filter((ref) => (flagsOf(resolution, ref) & SCOPE_FLAGS.abstract) === 0);
    return defined.length > 0 ? defined : found;
  });
  const [first, second] = all.filter((ref) => ref.file === from || !isHidden(resolution, ref, use));
  return first === undefined ? null : second === undefined ? first : "several";
}

/** Whether other files cannot see it: it is private, or stands in a function. */
function isHidden(resolution: Resolution, ref: ScopeRef, use: "member" | "plain"): boolean {
  const scopes = resolution.index(ref.file)?.flow.scopes;
  return (flagsOf(resolution, ref) & SCOPE_FLAGS.private) !== 0 || (use === "plain" && scopes?.[scopes[ref.scope]?.parent ?? 0]?.kind === "function");
}

function flagsOf(resolution: Resolution, { file, scope }: ScopeRef): number {
  return resolution.index(file)?.flow.scopes[scope]?.flags ?? 0;
}

/** Whether a class of the name of an object stands beside it. */
function hasCompanion(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  const index = resolution.index(file);
  const own = index?.flow.scopes[scope];
  return (index?.scopesNamed(own?.name ?? "") ?? []).some((at) => {
    const other = index?.flow.scopes[at];
    return at !== scope && other?.parent === own?.parent && other?.kind === "class";
  });
}
