/** Gathers the evidence for an answer within a number of characters: excerpts, calls between them, types. */
import type { ContextEdge, ContextSection, SectionRole } from "@satori/contracts";
import { Evaluator } from "@satori/sidecar";
import { TokenFinder } from "../../lexical/token-finder.ts";
import { snapshotProject } from "../../store/snapshot-project.ts";
import { type AnswerParts, shownOf } from "../present/answer.ts";
import { bestLinesOf } from "../present/preview.ts";
import { Allocation } from "./allocate.ts";
import { type CallPath, type CallPaths, edgeOf, findCallPaths } from "./call-paths.ts";
import type { FileReader } from "./context-files.ts";
import { MAX_ADDED_CALLEES, MAX_TYPED_EXCERPTS, MAX_TYPES, SHARES } from "./context-limits.ts";
import { definitionExcerpt, type Excerpt, passageExcerpt, typeExcerpt } from "./excerpt.ts";
import { byFile, draftSections, sectionOf } from "./sections.ts";
import { typesOfSignatures } from "./signature-types.ts";

/** What an answer shows. */
export interface Evidence {
  /** The entry, its callees, other excerpts, types; by rank in each. */
  readonly sections: readonly ContextSection[];
  /** By file and line of the call, then caller, then callee. */
  readonly edges: readonly ContextEdge[];
  /** Ranked excerpts that are not shown as a whole, or not at all; best first. */
  readonly cut: readonly Excerpt[];
  /** Number of ranked excerpts without any line. */
  readonly hidden: number;
  /** Whether the deadline passed before all calls and types were looked up. */
  readonly isEnded: boolean;
}

/** Excerpts of the passages of a search, best first. */
export async function rankedExcerpts(parts: AnswerParts, read: FileReader): Promise<readonly Excerpt[]> {
  const excerpts: Excerpt[] = [];
  const shown = shownOf(parts);
  for (const { passage, alsoIn } of parts.grouping.groups) {
    const file = await read(passage.file);
    if (!file) continue;
    const { span, symbol } = passage;
    const bestLines = bestLinesOf(passage, shown);
    excerpts.push(passageExcerpt(file, { span, symbol, alsoIn, bestLines }));
  }
  return excerpts;
}

/** Chooses what to show. @param maxChars characters of sections and edges as JSON */
export async function gatherEvidence(
  parts: AnswerParts,
  ranked: readonly Excerpt[],
  { maxChars, read }: { readonly maxChars: number; readonly read: FileReader },
): Promise<Evidence> {
  const { snapshot, call } = parts;
  const allocation = new Allocation(maxChars);
  allocation.fill(ranked, SHARES.ranked);
  const shown = ranked.filter((excerpt) => allocation.has(excerpt));
  const finder = new TokenFinder(parts.question.distinctTokens);
  const isWanted = (name: string): boolean => finder.heldBy(name).size > 0;
  const resolution = new Evaluator(snapshotProject(snapshot), () => call.deadline.check());
  const calls = await findCallPaths(snapshot, shown, { read, call, resolution, isWanted });
  const callees = addedCallees(calls, shown, finder);
  allocation.addCompact(callees, SHARES.callees);
  const paths = affordablePaths(calls.paths, allocation, maxChars * SHARES.edges);
  const typed = [...shown.slice(0, MAX_TYPED_EXCERPTS), ...callees.filter((one) => allocation.has(one))];
  const found = await typesOfSignatures(
    snapshot,
    typed.flatMap(({ in: file, symbol }) => (symbol ? [{ in: file, symbol }] : [])),
    { read, call, resolution },
  );
  const types = found.types.slice(0, MAX_TYPES).map(({ in: file, symbol }) => typeExcerpt(file, symbol));
  allocation.addCompact(types, SHARES.types);
  allocation.fill([...ranked, ...callees], 1);
  return {
    ...shownEvidence(allocation, paths, shown[0]),
    cut: ranked.filter((excerpt) => !allocation.isWhole(excerpt)),
    hidden: ranked.filter((excerpt) => !allocation.has(excerpt)).length,
    isEnded: calls.isEnded || found.isEnded,
  };
}

/** Callees of the entry that share words with the question and are not shown yet; most words first. */
function addedCallees(
  { paths }: CallPaths,
  shown: readonly Excerpt[],
  finder: TokenFinder,
): readonly Excerpt[] {
  const entry = shown[0]?.symbol;
  if (!entry) return [];
  const known = new Set(shown.flatMap(({ symbol }) => symbol?.id ?? []));
  const wordsOf = ({ to: { symbol } }: CallPath): number =>
    finder.heldBy(`${symbol.label} ${symbol.signature ?? ""} ${symbol.doc ?? ""}`).size;
  return paths
    .filter(
      ({ from, to, confidence }) =>
        from.symbol.id === entry.id && confidence === "resolved" && !known.has(to.symbol.id),
    )
    .map((path, at) => ({ path, at, words: wordsOf(path) }))
    .filter(({ words }) => words > 0)
    .sort((left, right) => right.words - left.words || left.at - right.at)
    .slice(0, MAX_ADDED_CALLEES)
    .map(({ path: { to } }) => definitionExcerpt(to.in, to.symbol, "callee"));
}

/**
 * The calls between shown symbols that fit; those from and to the best symbols first, in the order of
 * `paths`.
 */
function affordablePaths(
  paths: readonly CallPath[],
  allocation: Allocation,
  maxChars: number,
): readonly CallPath[] {
  const ranks = new Map(
    allocation
      .chosen()
      .flatMap(({ excerpt: { symbol }, rank }) => (symbol ? [[symbol.id, rank] as const] : [])),
  );
  const rankOf = ({ from, to }: CallPath): number => {
    const [caller, callee] = [ranks.get(from.symbol.id), ranks.get(to.symbol.id)];
    return caller === undefined || callee === undefined ? Number.POSITIVE_INFINITY : caller + callee;
  };
  let spent = 0;
  const kept = new Set<CallPath>();
  const byUse = paths
    .map((path, at) => ({ path, at, rank: rankOf(path) }))
    .filter(({ rank }) => Number.isFinite(rank))
    .sort((left, right) => left.rank - right.rank || left.at - right.at);
  for (const { path } of byUse) {
    const chars = JSON.stringify(edgeOf(path, () => false)).length + 1;
    if (spent + chars > maxChars || !allocation.spend(chars)) break;
    spent += chars;
    kept.add(path);
  }
  return paths.filter((path) => kept.has(path));
}

/** The chosen sections in the order of use, and the edges. */
function shownEvidence(
  allocation: Allocation,
  paths: readonly CallPath[],
  entry: Excerpt | undefined,
): Pick<Evidence, "sections" | "edges"> {
  const roleOf = rolesOf(paths, entry);
  const drafts = byFile(allocation.chosen())
    .flatMap(draftSections)
    .map((draft) => ({ draft, role: roleOf(draft.excerpt) }))
    .sort((left, right) => ORDER[left.role] - ORDER[right.role] || left.draft.rank - right.draft.rank);
  const shown = new Set(
    drafts.flatMap(({ draft: { excerpt, lines } }) => lines.map((line) => `${line} ${excerpt.in.path}`)),
  );
  return {
    sections: drafts.map(({ draft, role }) => sectionOf(draft, role)),
    edges: paths.map((path) => edgeOf(path, (file, line) => shown.has(`${line} ${file}`))),
  };
}

/** Order of use. Callers and other excerpts stay in the order of their rank. */
const ORDER: Readonly<Record<SectionRole, number>> = { entry: 0, callee: 1, caller: 2, related: 2, type: 3 };

function rolesOf(paths: readonly CallPath[], entry: Excerpt | undefined): (excerpt: Excerpt) => SectionRole {
  const entryId = entry?.symbol?.id;
  const callees = new Set(
    paths.flatMap(({ from, to }) => (from.symbol.id === entryId ? [to.symbol.id] : [])),
  );
  const callers = new Set(
    paths.flatMap(({ from, to }) => (to.symbol.id === entryId ? [from.symbol.id] : [])),
  );
  return (excerpt) => {
    const id = excerpt.symbol?.id ?? "";
    if (excerpt === entry) return "entry";
    if (excerpt.role !== "related") return excerpt.role;
    return callees.has(id) ? "callee" : callers.has(id) ? "caller" : "related";
  };
}
