/** Turns walks of a hierarchy into the entries of an answer. */
import {
  type HierarchyEntry,
  type HierarchyLink,
  type HierarchyRelation,
  type CallGraphNode,
  LIMITS,
  type SymbolKind,
} from "@satori/contracts";
import {
  type HierarchyDirection,
  type HierarchyWalk,
  NONE,
  type Resolution,
  type ScopeRef,
  definitionAround,
  scopeKey,
} from "@satori/sidecar";
import { linesOf, nodeOf } from "../graph/response/describe-graph.ts";
import type { IndexedContent, Snapshot } from "../store/store.ts";
import { INTERFACES, hasNoBody, relationOf } from "./relation.ts";

export interface DescribedEntries {
  readonly entries: readonly HierarchyEntry[];
  /** Number of entries, including those that are not shown. */
  readonly total: number;
  /** Whether entries are left out because the answer would be too large. */
  readonly isTooLarge: boolean;
}

type WalkEntry = HierarchyWalk["entries"][number];
type WalkLink = WalkEntry["links"][number];

/** An entry of the walk with the definition that shows it; null for one outside the codebase. */
interface PlacedEntry {
  readonly shown: ScopeRef | null;
  readonly external: string;
  readonly distance: number;
  readonly line: number;
  readonly links: (WalkLink & { readonly ref: ScopeRef | null })[];
}

export interface DescribeOptions {
  readonly direction: HierarchyDirection;
  readonly root: ScopeRef;
  readonly limit: number;
  readonly maxBytes: number;
}

/** The nearest entries of a walk, as many as fit. */
export async function describeHierarchy(
  snapshot: Snapshot,
  resolution: Resolution,
  walk: Pick<HierarchyWalk, "entries">,
  { direction, root, limit, maxBytes }: DescribeOptions,
): Promise<DescribedEntries> {
  const placed = placedEntries(resolution, walk, root);
  const listed = placed.slice(0, limit);
  const contents = await contentsOf(snapshot, [
    root.file,
    ...listed.flatMap(({ shown, links }) => [
      ...(shown ? [shown.file] : []),
      ...links.flatMap(({ reason, from }) => [
        from.file,
        ...(reason.kind === "base" ? [reason.part.file] : []),
      ]),
    ]),
  ]);
  const node = (ref: ScopeRef): CallGraphNode =>
    nodeOf(snapshot, definitionAround(resolution, ref), contents);
  const ids = new Set([
    node(root).symbolId,
    ...listed.flatMap(({ shown }) => (shown ? [node(shown).symbolId] : [])),
  ]);
  const described = listed.map((entry): HierarchyEntry => {
    const own = entry.shown && node(entry.shown);
    const links = entry.links
      .map((link): HierarchyLink => ({
        to: node(link.from).symbolId,
        relation: relationIn({ snapshot, resolution, contents }, link, { direction, node }),
        confidence: link.confidence,
      }))
      .filter(({ to }) => ids.has(to) && to !== own?.symbolId);
    return {
      ...(own
        ? {
            symbolLabel: own.symbolLabel,
            file: own.file,
            symbolId: own.symbolId,
            kind: own.kind,
            span: own.span,
          }
        : { symbolLabel: entry.external }),
      distance: entry.distance,
      links: distinctLinks(links),
    };
  });
  const entries = fitting(described, maxBytes);
  return { entries, total: placed.length, isTooLarge: entries.length < described.length };
}

/** By distance; then those of the codebase before those outside, by file, start line, position or name. */
function placedEntries(
  resolution: Resolution,
  walk: Pick<HierarchyWalk, "entries">,
  root: ScopeRef,
): readonly PlacedEntry[] {
  const rootKey = scopeKey(definitionAround(resolution, root));
  const placed = new Map<number | string, PlacedEntry>();
  for (const { end, distance, links } of walk.entries) {
    const shown = end.kind === "definition" ? definitionAround(resolution, end.ref) : null;
    const external = end.kind === "external" ? end.name : "";
    const key = shown ? scopeKey(shown) : external;
    if (key === rootKey) continue;
    const ref = end.kind === "definition" ? end.ref : null;
    const own = links.map((link) => ({ ...link, ref }));
    const known = placed.get(key);
    if (known) known.links.push(...own);
    else placed.set(key, { shown, external, distance, line: lineOf(resolution, shown), links: own });
  }
  return [...placed.values()].sort(
    (left, right) =>
      left.distance - right.distance ||
      Number(left.shown === null) - Number(right.shown === null) ||
      (left.shown?.file ?? 0) - (right.shown?.file ?? 0) ||
      left.line - right.line ||
      (left.shown?.scope ?? 0) - (right.shown?.scope ?? 0) ||
      (left.external < right.external ? -1 : 1),
  );
}

function lineOf(resolution: Resolution, ref: ScopeRef | null): number {
  return (ref && resolution.index(ref.file)?.flow.scopes[ref.scope]?.startLine) ?? 0;
}

async function contentsOf(
  snapshot: Snapshot,
  files: readonly number[],
): Promise<ReadonlyMap<number, IndexedContent>> {
  const distinct = [...new Set(files)].sort((left, right) => left - right);
  return new Map((await snapshot.contents(distinct)).map((content, at) => [distinct[at] as number, content]));
}

interface Described {
  readonly snapshot: Snapshot;
  readonly resolution: Resolution;
  readonly contents: ReadonlyMap<number, IndexedContent>;
}

interface Ends {
  readonly direction: HierarchyDirection;
  readonly node: (ref: ScopeRef) => CallGraphNode;
}

function relationIn(
  { snapshot, resolution, contents }: Described,
  { reason, from, ref }: PlacedEntry["links"][number],
  { direction, node }: Ends,
): HierarchyRelation {
  switch (reason.kind) {
    case "shape":
      return "fits_by_shape";
    case "method": {
      const above = direction === "supertypes" ? ref : from;
      return reason.isAbstract || (above !== null && isOnlyDeclared({ resolution, contents }, above, node))
        ? "implements"
        : "overrides";
    }
    case "base": {
      const { part, written, side } = reason;
      const base = direction === "supertypes" ? ref : from;
      const scope = resolution.index(part.file)?.flow.scopes[part.scope];
      const symbol = contents.get(part.file)?.symbols[scope?.symbol ?? NONE];
      return relationOf({
        signature: symbol?.signature ?? null,
        written,
        isMixin: side !== "both",
        kind: symbol?.kind ?? null,
        baseKind: base && kindOf(snapshot, base, node),
        rules: resolution.rules(part.file),
      });
    }
  }
}

/** Whether an interface declares a method without a body, in languages whose call facts do not say so. */
function isOnlyDeclared(
  { resolution, contents }: Pick<Described, "resolution" | "contents">,
  { file, scope }: ScopeRef,
  node: Ends["node"],
): boolean {
  const own = resolution.index(file)?.flow.scopes[scope];
  if (!own || own.parent === NONE || !INTERFACES.has(node({ file, scope: own.parent }).kind)) return false;
  const { startLine, endLine } = node({ file, scope }).span;
  return hasNoBody(
    linesOf(contents.get(file))
      .slice(startLine - 1, endLine)
      .join("\n"),
  );
}

/** The kind of a base; `class` for one without a symbol of its own. */
function kindOf({ calls }: Snapshot, ref: ScopeRef, node: Ends["node"]): SymbolKind {
  return calls.flow(ref.file)?.scopes[ref.scope]?.symbol === NONE ? "class" : node(ref).kind;
}

/** One link to each entry, the first. */
function distinctLinks(links: readonly HierarchyLink[]): readonly HierarchyLink[] {
  const first = new Map<string, HierarchyLink>();
  for (const link of links) if (!first.has(link.to)) first.set(link.to, link);
  return [...first.values()].slice(0, MAX_LINKS);
}

/** A type that takes over more from other entries of one answer is made by a generator. */
const MAX_LINKS = 20;

function fitting(entries: readonly HierarchyEntry[], maxBytes: number): readonly HierarchyEntry[] {
  let bytes = 0;
  const end = entries.findIndex((entry) => (bytes += Buffer.byteLength(JSON.stringify(entry))) > maxBytes);
  return end === -1 ? entries : entries.slice(0, end);
}

/** The remaining quarter is for candidates, coverage and the requested symbol. */
export const MAX_ENTRY_BYTES = LIMITS.answerMaxBytes * 0.75;
