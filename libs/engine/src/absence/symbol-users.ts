/** The users of a symbol as the resolver knows them: calls, uses, and code that hands it to libraries. */
import { type SymbolUsers, type UserGroup, type UserSite, isRegistration } from "@satori/contracts";
import {
  type OpenReason,
  type ScopeRef,
  type SymbolFact,
  definitionAround,
  definitionsOf,
  scopeKey,
  traverse,
} from "@satori/sidecar";
import type { SymbolMatch } from "../files/symbol-lookup/find-symbol.ts";
import { isType, scopesOf } from "../files/symbol-lookup/scopes-of-symbol.ts";
import { findUses, mayBeUsed } from "../graph/uses/find-uses.ts";
import { compareText } from "../model/paths.ts";
import type { AbsenceRequest } from "./absence-request.ts";

/** Users, and the call sites of the name that may be further ones. */
export interface UserReport {
  readonly users: SymbolUsers;
  /** By file and line. */
  readonly unresolved: readonly {
    readonly file: string;
    readonly line: number;
    readonly reason: OpenReason;
  }[];
  /** Whether it is used as a value whose calls are not followed. */
  readonly isHandedOn: boolean;
  /** The scopes that define the symbol. */
  readonly refs: readonly ScopeRef[];
}

/** Definitions that call or use a symbol; beyond them, users are not counted. */
const MAX_USERS = 50;
/** Sites that are listed of each kind. */
const MAX_SITES = 3;
const NO_GROUP: UserGroup = { count: 0, sites: [] };
export const NO_USERS: SymbolUsers = {
  calls: NO_GROUP,
  uses: NO_GROUP,
  registrations: NO_GROUP,
  isCut: false,
};

/**
 * @param symbols all symbols of the file
 * @param enough definitions with a use after which others are not looked for
 */
export async function usersOf(
  request: AbsenceRequest,
  symbol: SymbolMatch,
  symbols: readonly SymbolFact[],
  enough = MAX_USERS,
): Promise<UserReport> {
  const { view, resolution, deadline } = request;
  const at = view.fileAt(symbol.file);
  const refs = distinct(
    scopesOf(resolution, symbol, { at, symbols }).flatMap((ref) => definitionsOf(resolution, ref)),
  );
  const ending = { isAsked: () => true, pause: () => deadline.pause() };
  const graph =
    refs.length === 0
      ? null
      : await traverse(resolution, refs, {
          direction: "callers",
          depth: 1,
          limit: refs.length + enough,
          ...ending,
        });
  const own = new Set(refs.map(scopeKey));
  const edges = (graph?.edges ?? []).filter(({ from }) => !own.has(scopeKey(from)));
  const isUsed = mayBeUsed(symbol) && refs.every((ref) => isType(resolution, ref));
  const uses = isUsed ? await findUses(view, resolution, [symbol], { enough, ...ending }) : null;
  const siteOf = (
    place: { from: ScopeRef; file: number; line: number } & Pick<UserSite, "confidence" | "via">,
  ): UserSite => ({
    file: view.files.paths[place.file] as string,
    line: place.line,
    ...labelOf(request, place.from),
    confidence: place.confidence,
    via: place.via,
  });
  const calls = edges.map((edge) => siteOf({ ...edge, line: edge.site.line }));
  return {
    refs,
    isHandedOn: (graph?.handedOn.length ?? 0) > 0,
    users: {
      calls: groupOf(calls.filter(({ via }) => !isRegistration(via))),
      registrations: groupOf(calls.filter(({ via }) => isRegistration(via))),
      uses: groupOf((uses?.uses ?? []).filter(({ from }) => !own.has(scopeKey(from))).map(siteOf)),
      isCut:
        (graph !== null && graph.left.length + graph.remainingFiles.length > 0) ||
        uses?.isCut === true ||
        (uses?.remainingFiles.length ?? 0) > 0,
    },
    unresolved: (graph?.unresolved ?? []).map(({ file, site, reason }) => ({
      file: view.files.paths[file] as string,
      line: site.line,
      reason,
    })),
  };
}

function distinct(refs: readonly ScopeRef[]): ScopeRef[] {
  return [...new Map(refs.map((ref) => [scopeKey(ref), ref])).values()];
}

function groupOf(sites: readonly UserSite[]): UserGroup {
  const sorted = [...sites].sort(
    (left, right) => compareText(left.file, right.file) || left.line - right.line,
  );
  return { count: sorted.length, sites: sorted.slice(0, MAX_SITES) };
}

function labelOf({ resolution }: AbsenceRequest, ref: ScopeRef): { readonly symbolLabel?: string } {
  const { file, scope } = definitionAround(resolution, ref);
  const scopes = resolution.index(file)?.flow.scopes ?? [];
  const names: string[] = [];
  for (let at = scope; at > 0; at = scopes[at]?.parent ?? -1) {
    const { name = "" } = scopes[at] ?? {};
    if (name !== "") names.unshift(name);
  }
  return names.length === 0 ? {} : { symbolLabel: names.join(".") };
}
