/** What `call_graph` answers about the calls that lead to or from a symbol. */
import { type FullEdge, type CallGraphNote, LIMITS } from "@satori/contracts";
import type { Resolution, ScopeRef, Traversal } from "@satori/sidecar";
import type { GraphQuestion } from "./question.ts";
import type { Gaps } from "./response/coverage.ts";
import { describeGraph } from "./response/describe-graph.ts";
import type { GraphAnswerInput } from "./response/graph-answer.ts";
import { languageCallsIn } from "./response/language-calls.ts";
import { namedElsewhere } from "./response/named-elsewhere.ts";
import { keepNotes } from "./response/notes.ts";
import { notesOf, openLines } from "./response/open-lines.ts";
import { summary } from "./response/summary.ts";
import type { GraphRoots } from "./roots.ts";
import { describeUses, plainNode } from "./uses/describe-uses.ts";
import type { Uses } from "./uses/find-uses.ts";

/** The calls that were followed and, for types, their uses as well. */
export interface Followed {
  readonly traversal: Traversal;
  readonly uses: Uses;
}

/** Nodes, edges and notes of the answer, within the limit. */
export async function describeCalls(
  question: GraphQuestion,
  { refs, namesakes, symbols, uncalled, isInherited, notTaken }: GraphRoots,
  { traversal, uses }: Followed,
): Promise<GraphAnswerInput> {
  const { snapshot, resolution, echo, name, call } = question;
  const isEnded = traversal.isEnded || uses.isEnded;
  const described = await describeGraph(snapshot, resolution, traversal);
  const { roots, notes: allNotes, remainingRoots, ...graph } = described;
  const { nodes, edges: all, left } = await describeUses(snapshot, uses, { ...graph, limit: echo.limit });
  const { kept: edges, left: edgesLeft } = fitEdges(all, roots);
  const files = new Set([...nodes.map(({ file }) => file), ...edges.map(({ site }) => site.file)]);
  const notes = keepNotes(allNotes, { files, symbolIds: new Set(nodes.map(({ symbolId }) => symbolId)) });
  const defining = new Set([...traversal.left, ...left].map(({ file }) => file));
  const filesOfEdges = new Set(edgesLeft.map(({ site }) => snapshot.fileAt(site.file)));
  const unlooked = new Set(
    [...traversal.remainingFiles, ...uses.remainingFiles].filter((file) => !defining.has(file)),
  );
  const remainingFiles = [...new Set([...defining, ...filesOfEdges, ...unlooked])];
  const outside = traversal.outside + uses.filesOutside;
  // A definition that no call creates does not call anything either, as a rule: propose callers only.
  const callsNothing = uncalled && !graph.edges.some(({ from }) => roots.includes(from));
  // A function stored in a variable of the same name is a root together with that variable.
  const unasked = namesakes.filter(({ symbolId }) => !roots.includes(symbolId));
  const isCalled = echo.direction === "callees" || edges.some(({ to }) => roots.includes(to));
  const counts = {
    roots: refs.length,
    followed: roots.length,
    remainingRoots: remainingRoots.length,
    namesakes: unasked,
    nodes: nodes.length,
    calls: edges.filter(({ kind }) => kind === "call").length,
    uses: edges.filter(({ kind }) => kind === "use").length,
    edgesLeft: edgesLeft.length,
    left: traversal.left.length + left.length,
    remainingFiles: unlooked.size,
    narrowedTo: outside > 0 ? echo.path : null,
    skippedNames: namesOf(traversal),
    isExhausted: resolution.isExhausted,
    deadline: isEnded ? call.deadline.name : null,
    notTaken,
    isCalled,
    inheritedFrom: isInherited ? symbols.map(({ symbolLabel }) => symbolLabel) : [],
  };
  return {
    asked: callsNothing ? { ...echo, direction: "callers" } : echo,
    roots,
    remainingRoots,
    namesakes: unasked.map(plainNode),
    nodes,
    edges,
    notes,
    remainingFiles,
    outside,
    isEnded,
    isShort: traversal.skippedNames.length > 0 || uses.isCut || resolution.isExhausted,
    isTooFar:
      remainingFiles.length + remainingRoots.length > 0 ||
      resolution.isExhausted ||
      notes.notes.length < notes.total,
    ...(await gapsOf(question, { refs, symbols, isCalled, edges }, { traversal, uses })),
    message: summaryOf(name, counts),
  };
}

/** A function of its own, so that a cached graph does not hold on to the resolution. */
function summaryOf(
  name: string,
  counts: Omit<Parameters<typeof summary>[1], "coverage" | "partsLeft">,
): GraphAnswerInput["message"] {
  return (coverage, partsLeft) => summary(name, { ...counts, partsLeft, coverage });
}

interface Requested extends Pick<GraphRoots, "refs" | "symbols"> {
  /** Whether callers are known, or were not requested. */
  readonly isCalled: boolean;
  readonly edges: readonly FullEdge[];
}

/** What is missing around the requested definitions. */
async function gapsOf(
  { snapshot, resolution, echo }: GraphQuestion,
  { refs, symbols, isCalled, edges }: Requested,
  { traversal, uses }: Followed,
): Promise<Gaps> {
  const elsewhere = isCalled ? [] : await namedElsewhere(snapshot, plainName(resolution, refs[0]));
  // The uses of a type already include the places where it escapes as a value.
  const handedOn = uses.uses.length > 0 ? [] : traversal.handedOn;
  return {
    unresolved: traversal.unresolved.length + uses.open.length,
    open: [
      ...withoutRepeats(await openLines(snapshot, { ...traversal, handedOn }, elsewhere), edges),
      ...(await notesOf(snapshot, "unresolved_use", uses.open)),
    ],
    languageCalls:
      echo.direction === "callees" ? [] : await languageCallsIn(snapshot, resolution, { symbols, refs }),
  };
}

/** Leaves out lines that an edge shows already, and mentions on lines that hand the function on. */
function withoutRepeats(
  notes: readonly CallGraphNote[],
  edges: readonly FullEdge[],
): readonly CallGraphNote[] {
  const keyOf = (file: string, line: number | undefined): string => `${line} ${file}`;
  const called = new Set(edges.map(({ site }) => keyOf(site.file, site.line)));
  const handed = new Set(
    notes.flatMap(({ type, file, startLine }) => (type === "handed_on" ? [keyOf(file, startLine)] : [])),
  );
  return notes.filter(({ type, file, startLine }) => {
    const key = keyOf(file, startLine);
    return type === "handed_on" ? !called.has(key) : type !== "named" || !handed.has(key);
  });
}

/** The unqualified name of a definition; empty if it has none. */
function plainName(resolution: Resolution, ref: ScopeRef | undefined): string {
  return (ref && resolution.index(ref.file)?.flow.scopes[ref.scope]?.name) ?? "";
}

/** Names whose callers were not all searched, without duplicates, in the order of the traversal. */
function namesOf({ skippedNames }: Traversal): readonly string[] {
  return [...new Set(skippedNames.flatMap(({ names }) => names.map(({ name }) => name)))];
}

// Selects as many edges as fit into one answer, since clients refuse larger answers. Pure.

interface FittingEdges {
  /** Both lists keep the order of the input. */
  readonly kept: readonly FullEdge[];
  readonly left: readonly FullEdge[];
}

/**
 * Keeps edges until they fill the answer, starting with those to or from the roots.
 *
 * @param roots ids of the requested definitions
 */
export function fitEdges(edges: readonly FullEdge[], roots: readonly string[]): FittingEdges {
  const asked = new Set(roots);
  const isOfRoot = ({ from, to }: FullEdge): boolean => asked.has(from) || asked.has(to);
  const kept = new Set<FullEdge>();
  let bytes = 0;
  for (const edge of [...edges.filter(isOfRoot), ...edges.filter((other) => !isOfRoot(other))]) {
    bytes += Buffer.byteLength(JSON.stringify(edge));
    if (bytes > MAX_BYTES) break;
    kept.add(edge);
  }
  return { kept: edges.filter((edge) => kept.has(edge)), left: edges.filter((edge) => !kept.has(edge)) };
}

/** The remaining quarter is for notes and for nodes, of which there are at most fifty. */
const MAX_BYTES = LIMITS.answerMaxBytes * 0.75;
