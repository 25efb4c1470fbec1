/** The answer of `call_graph` about what is not called: who uses it. */
import { join } from "node:path";
import { type CallGraphOutput, LIMITS, buildEnvelope } from "@satori/contracts";
import { type FoundSymbol, sortCandidates } from "../../files/names/find-symbol.ts";
import { doubting } from "../../freshness/behind.ts";
import { isWithin } from "../../model/paths.ts";
import { turns } from "../../turns.ts";
import { coverageOf } from "../telling/coverage.ts";
import { namedElsewhere } from "../telling/named-elsewhere.ts";
import { nextQuestions } from "../telling/next-questions.ts";
import { notesOf } from "../telling/open-lines.ts";
import { partsToAsk } from "../telling/parts-left.ts";
import type { GraphQuestion } from "../question.ts";
import { describeUses, plainNode, refOf } from "./describe-uses.ts";
import { findUses } from "./find-uses.ts";
import { usesSummary } from "./uses-summary.ts";

/**
 * @param found not empty, by file, start line, label, id
 * @param namesakes functions of that name, which were not asked of
 */
export async function answerUses({ snapshot, resolution, target, call, echo, gated, behind, name, bounds, search }: GraphQuestion, found: readonly FoundSymbol[], namesakes: readonly FoundSymbol[]): Promise<CallGraphOutput> {
  const { root } = target.codebase;
  const pathOf = (file: number): string => snapshot.files.paths[file] as string;
  const symbols = found.slice(0, Math.ceil(echo.limit / 2));
  const uses = await findUses(snapshot, resolution, symbols, { enough: echo.limit, isAsked: (file) => isWithin(pathOf(file), bounds), pause: turns(call.signal) });
  const { nodes, edges, left } = await describeUses(snapshot, uses, { nodes: symbols.map(plainNode), edges: [], limit: echo.limit });
  const roots = symbols.map(({ symbolId }) => symbolId);
  const rootsLeft = found.slice(symbols.length).map(plainNode);
  const filesLeft = [...new Set([...left.map(({ file }) => file), ...uses.filesLeft])];
  const isFull = filesLeft.length + rootsLeft.length > 0;
  const parts = partsToAsk(filesLeft.map(pathOf), bounds, { asked: symbols.length, limit: echo.limit });
  const isCut = isFull || uses.isCut || resolution.isExhausted;
  const definition = rootsLeft[0] ?? nodes.find(({ symbolId }) => symbolId === roots[0]);
  const hints = nextQuestions({ ...echo, direction: "callers", depth: 1 }, {
    isCut, isFull, isTooFar: false, search, whole: uses.filesOutside > 0 ? root : undefined, definition: refOf(definition), parts: parts.paths.map((part) => join(root, part)),
  });
  const others = sortCandidates([...namesakes.map(plainNode), ...rootsLeft]).slice(0, LIMITS.callGraph.maxNamesakes);
  const elsewhere = edges.length > 0 ? [] : await namedElsewhere(snapshot, found[0]?.fact.name ?? "");
  const open = [...(await notesOf(snapshot, "named", elsewhere)), ...(await notesOf(snapshot, "unresolved_use", uses.open))];
  const coverage = { ...coverageOf(snapshot), unresolvedSites: uses.open.length, open };
  const users = new Set(edges.map(({ from }) => from)).size;
  const message = usesSummary(name, { asked: found, rootsLeft: rootsLeft.length, namesakes, users, uses: edges.length, left: left.length, filesLeft: uses.filesLeft.length, isCut: uses.isCut, narrowedTo: uses.filesOutside > 0 ? echo.path : null, depth: echo.depth, coverage });
  return buildEnvelope(
    "call_graph",
    { status: "ok", message: doubting(message, behind), warnings: [...gated.warnings, ...behind.warnings, ...(isCut ? (["OUTPUT_TRUNCATED"] as const) : [])], hints },
    { ...echo, roots, ...(others.length > 0 ? { namesakes: others } : {}), nodes, edges, notes: [], notesTruncated: false, totalNoteCount: 0, returnedNoteCount: 0, coverage },
    call.elapsedMs(),
  );
}
