/**
 * What is called by exception, and used as a rule: properties without code, and types that are made without a
 * call.
 */
import type { SymbolKind } from "@satori/contracts";
import { type Resolution, SCOPE_FLAGS, type ScopeRef } from "@satori/sidecar";
import type { SymbolMatch } from "../files/symbol-lookup/find-symbol.ts";
import type { Snapshot } from "../store/store.ts";

/** What is no function, and nothing whose objects a call makes as a rule. */
const UNMADE: ReadonlySet<SymbolKind> = new Set([
  "enum",
  "extension",
  "impl",
  "interface",
  "module",
  "namespace",
  "object",
  "protocol",
  "trait",
  "type",
]);
/** Elsewhere a struct is made by a literal. */
const CALLS_MAKE_STRUCTS: ReadonlySet<string> = new Set(["cpp", "csharp", "solidity", "swift"]);

/** What was asked for, and the definitions that stand behind it. */
interface Definitions {
  readonly found: readonly SymbolMatch[];
  readonly refs: readonly ScopeRef[];
}

/** Whether all definitions of a symbol, of which there is one at least, are of that kind. */
export function isUncalled(
  snapshot: Snapshot,
  resolution: Resolution,
  { found, refs }: Definitions,
): boolean {
  if (refs.every((ref) => isField(resolution, ref))) return true;
  const isType = ({ file, scope }: ScopeRef): boolean =>
    resolution.index(file)?.flow.scopes[scope]?.kind !== "function";
  return (
    found.every(({ file, kind }) =>
      isUnmade(kind, snapshot.files.languages[snapshot.fileAt(file)] ?? "text"),
    ) && refs.every(isType)
  );
}

/** A property without code: what it holds may be called. */
function isField(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  return ((resolution.index(file)?.flow.scopes[scope]?.flags ?? 0) & SCOPE_FLAGS.field) !== 0;
}

/** Whether a kind of symbol is nothing that a call makes objects of in a language. */
export function isUnmade(kind: SymbolKind, language: string): boolean {
  // What Haskell calls a class is an interface.
  return kind === "class"
    ? language === "haskell"
    : kind === "struct"
      ? !CALLS_MAKE_STRUCTS.has(language)
      : UNMADE.has(kind);
}
