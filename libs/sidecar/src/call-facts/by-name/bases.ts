/** Reads the bases of types for languages that are read by name. Pure. */
import type { ReferenceFact, ReferenceKind } from "../../facts.ts";
import type { CallFactsBuilder } from "../builder.ts";
import { NONE } from "../facts.ts";
import type { NamedFacts } from "./named-facts.ts";
import { MAX_TYPE_CHARS, typeOf } from "./named-path.ts";
import { isScope } from "./scopes/scope-heads.ts";

/** References to types whose members the referring type has. */
const BASES: ReadonlySet<ReferenceKind> = new Set(["extends", "implements", "self"]);

/** Adds the bases of each type to its scope. */
export function readBases(
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
