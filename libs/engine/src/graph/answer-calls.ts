/** The answer of `call_graph` about what calls lead to or from. */
import { join } from "node:path";
import { type CallGraphOutput, LIMITS, type WarningCode, buildEnvelope } from "@satori/contracts";
import type { Resolution, ScopeRef, Traversal } from "@satori/sidecar";
import { sortCandidates } from "../files/names/find-symbol.ts";
import { doubting } from "../freshness/behind.ts";
import { coverageOf } from "./telling/coverage.ts";
import { describeGraph } from "./telling/describe-graph.ts";
import { namedElsewhere } from "./telling/named-elsewhere.ts";
import { nextQuestions } from "./telling/next-questions.ts";
import { keepNotes } from "./telling/notes.ts";
import { notesOf, openLines } from "./telling/open-lines.ts";
import { partsToAsk } from "./telling/parts-left.ts";
import type { GraphQuestion } from "./question.ts";
import type { FoundRoots } from "./roots.ts";
import { summary } from "./telling/summary.ts";
import { describeUses, plainNode, refOf } from "./uses/describe-uses.ts";
import type { Uses } from "./uses/find-uses.ts";

/** What was followed; of types, their uses as well. */
export interface Followed {
  readonly traversal: Traversal;
  readonly uses: Uses;
}

export async function answerCalls({ snapshot, resolution, target, call, echo, gated, behind, name, bounds, search }: GraphQuestion, roots: FoundRoots, { traversal, uses }: Followed): Promise<CallGraphOutput> {
  const { root } = target.codebase;
  const { direction, limit } = echo;
  const pathOf = (file: number): string => snapshot.files.paths[file] as string;
  const { roots: asked, notes, rootsLeft, ...graph } = await describeGraph(snapshot, resolution, traversal);
  const { nodes, edges, left } = await describeUses(snapshot, uses, { ...graph, limit });
  const outside = traversal.outside + uses.filesOutside;
  const files = new Set([...nodes.map(({ file }) => file), ...edges.map(({ site }) => site.file)]);
  const kept = keepNotes(notes, { files, symbolIds: new Set(nodes.map(({ symbolId }) => symbolId)) });
  const warnings: WarningCode[] = [...gated.warnings, ...behind.warnings];
  const before = warnings.length;
  if (kept.notes.length < kept.total) warnings.push("CALL_GRAPH_NOTES_TRUNCATED");
  const defining = new Set([...traversal.left, ...left].map(({ file }) => file));
  const filesLeft = [...new Set([...defining, ...traversal.filesLeft, ...uses.filesLeft])];
  const isFull = filesLeft.length + rootsLeft.length > 0;
  if (isFull || traversal.namesLeft.length > 0 || uses.isCut || resolution.isExhausted) warnings.push("OUTPUT_TRUNCATED");
  const parts = partsToAsk(filesLeft.map(pathOf), bounds, { asked: asked.length, limit });
  // What no call makes calls nothing either, as a rule.
  const callsNothing = roots.uncalled && !graph.edges.some(({ from }) => asked.includes(from));
  const hints = nextQuestions(callsNothing ? { ...echo, direction: "callers" } : echo, {
    isCut: warnings.length > before, isFull, isTooFar: isFull || resolution.isExhausted || kept.notes.length < kept.total, search, whole: outside > 0 ? root : undefined,
    definition: refOf(rootsLeft[0] ?? nodes.find(({ symbolId }) => symbolId === asked[0])),
    parts: parts.paths.map((part) => join(root, part)),
  });
  // A function that stands in a variable of its name is asked of with it.
  const unasked = roots.namesakes.filter(({ symbolId }) => !asked.includes(symbolId));
  const others = [...unasked.map(plainNode), ...rootsLeft];
  const namesakes = sortCandidates(others).slice(0, LIMITS.callGraph.maxNamesakes);
  const isCalled = direction === "callees" || edges.some(({ to }) => asked.includes(to));
  const elsewhere = isCalled ? [] : await namedElsewhere(snapshot, plainName(resolution, roots.refs[0]));
  // Where a type is handed on it is used.
  const isUsed = uses.uses.length > 0;
  const open = [...(await openLines(snapshot, isUsed ? { ...traversal, handedOn: [] } : traversal, elsewhere)), ...(await notesOf(snapshot, "unresolved_use", uses.open))];
  const coverage = { ...coverageOf(snapshot), unresolvedSites: traversal.unresolved.length + uses.open.length, open };
  return buildEnvelope(
    "call_graph",
    { status: "ok", message: doubting(summary(name, { roots: roots.refs.length, followed: asked.length, rootsLeft: rootsLeft.length, namesakes: unasked, nodes: nodes.length, calls: graph.edges.length, uses: edges.length - graph.edges.length, left: traversal.left.length + left.length, filesLeft: filesLeft.length - defining.size, partsLeft: hints.paths ? parts.more : 0, narrowedTo: outside > 0 ? echo.path : null, namesLeft: namesOf(traversal), isExhausted: resolution.isExhausted, notTaken: roots.notTaken, coverage }), behind), warnings, hints },
    { ...echo, roots: asked, ...(namesakes.length > 0 ? { namesakes } : {}), nodes, edges, notes: kept.notes, notesTruncated: kept.notes.length < kept.total, totalNoteCount: kept.total, returnedNoteCount: kept.notes.length, coverage },
    call.elapsedMs(),
  );
}

/** A definition's name without what is around it; empty where it has none. */
function plainName(resolution: Resolution, ref: ScopeRef | undefined): string {
  return (ref && resolution.index(ref.file)?.flow.scopes[ref.scope]?.name) ?? "";
}

/** Each once, in the order in which they were met. */
function namesOf({ namesLeft }: Traversal): readonly string[] {
  return [...new Set(namesLeft.flatMap(({ names }) => names.map(({ name }) => name)))];
}
