/** Finds members that a type inherits from its base types. */
import { NONE, type Resolution, type ScopeRef, functionsOfType, scopeKey } from "@satori/sidecar";
import type { CodeView } from "../../store/code-view.ts";
import {
  type SymbolMatch,
  type SymbolSearchArea,
  candidateOf,
  searchSymbols,
  sortCandidates,
} from "./find-symbol.ts";
import { isType, scopesOf } from "./scopes-of-symbol.ts";
import { dotted, locatedName } from "./written-name.ts";

export interface InheritedMember {
  readonly refs: readonly ScopeRef[];
  /** The symbols of `refs`; sorted by file, start line, label, id. */
  readonly symbols: readonly SymbolMatch[];
}

const NO_MEMBER: InheritedMember = { refs: [], symbols: [] };

/**
 * Resolves `Flask.route`, for example, to `Scaffold.route`, which `Flask` inherits. Returns empty lists if no
 * type of that name has such a member.
 */
export async function inheritedMember(
  snapshot: CodeView,
  resolution: Resolution,
  asked: string,
  place: SymbolSearchArea,
): Promise<InheritedMember> {
  const located = locatedName(asked);
  const written = dotted(located?.rest ?? asked);
  const dot = written.lastIndexOf(".");
  if (dot <= 0 || typeof located?.line === "number") return NO_MEMBER;
  const type = written.slice(0, dot);
  const { found: types } = await searchSymbols(snapshot, located ? `${located.file}:${type}` : type, place);
  const refs = new Map<number, ScopeRef>();
  for (const candidate of types) {
    place.check?.();
    const at = snapshot.fileAt(candidate.file);
    const [content] = await snapshot.contents([at]);
    const own = scopesOf(resolution, candidate, { at, symbols: content?.symbols ?? [] }).filter((ref) =>
      isType(resolution, ref),
    );
    for (const ref of own.flatMap((scope) => functionsOfType(resolution, scope, written.slice(dot + 1))))
      refs.set(scopeKey(ref), ref);
  }
  const symbols: SymbolMatch[] = [];
  for (const { file, scope } of refs.values()) {
    const [content] = await snapshot.contents([file]);
    const fact = content?.symbols[resolution.index(file)?.flow.scopes[scope]?.symbol ?? NONE];
    if (fact) symbols.push(candidateOf(snapshot.files.paths[file] as string, fact));
  }
  return symbols.length === 0
    ? NO_MEMBER
    : { refs: [...refs.values()], symbols: sortCandidates(symbols, place.check) };
}
