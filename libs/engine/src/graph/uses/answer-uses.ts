/** Builds the answer of `call_graph` about a symbol that is not called: where it is used. */
import type { CallGraphOutput } from "@satori/contracts";
import type { SymbolMatch } from "../../files/symbol-lookup/find-symbol.ts";
import { throwIfAborted } from "../../errors.ts";
import { isWithin } from "../../model/paths.ts";
import { type GraphQuestion, boundsOf, endingOf } from "../question.ts";
import { graphAnswer } from "../response/graph-answer.ts";
import { namedElsewhere } from "../response/named-elsewhere.ts";
import { notesOf } from "../response/open-lines.ts";
import { describeUses, plainNode } from "./describe-uses.ts";
import { findUses } from "./find-uses.ts";
import { usesSummary } from "./uses-summary.ts";

/**
 * @param found at least one symbol; sorted by file, start line, label, id
 * @param namesakes functions of that name, which were not requested
 */
export async function answerUses(
  question: GraphQuestion,
  found: readonly SymbolMatch[],
  namesakes: readonly SymbolMatch[],
): Promise<CallGraphOutput> {
  const { snapshot, resolution, call, echo, name } = question;
  const symbols = found.slice(0, Math.ceil(echo.limit / 2));
  const isAsked = (file: number): boolean =>
    isWithin(snapshot.files.paths[file] as string, boundsOf(question));
  const uses = await findUses(snapshot, resolution, symbols, {
    enough: echo.limit,
    isAsked,
    ...endingOf(question),
  });
  if (uses.isEnded && uses.uses.length === 0) throwIfAborted(call.signal);
  const { nodes, edges, left } = await describeUses(snapshot, uses, {
    nodes: symbols.map(plainNode),
    edges: [],
    limit: echo.limit,
  });
  const remainingRoots = found.slice(symbols.length).map(plainNode);
  const elsewhere = edges.length > 0 ? [] : await namedElsewhere(snapshot, found[0]?.fact.name ?? "");
  const users = new Set(edges.map(({ from }) => from)).size;
  const counts = {
    asked: found,
    remainingRoots: remainingRoots.length,
    namesakes,
    users,
    uses: edges.length,
    left: left.length,
    remainingFiles: uses.remainingFiles.length,
    isCut: uses.isCut,
    deadline: uses.isEnded ? call.deadline.name : null,
    narrowedTo: uses.filesOutside > 0 ? echo.path : null,
    depth: echo.depth,
  };
  return graphAnswer(question, {
    // Uses are followed only one step.
    asked: { ...echo, direction: "callers", depth: 1 },
    roots: symbols.map(({ symbolId }) => symbolId),
    remainingRoots,
    namesakes: namesakes.map(plainNode),
    nodes,
    edges,
    notes: { notes: [], total: 0 },
    remainingFiles: [...new Set([...left.map(({ file }) => file), ...uses.remainingFiles])],
    outside: uses.filesOutside,
    isEnded: uses.isEnded,
    isShort: uses.isCut || resolution.isExhausted,
    isTooFar: false,
    unresolved: uses.open.length,
    open: [
      ...(await notesOf(snapshot, "named", elsewhere)),
      ...(await notesOf(snapshot, "unresolved_use", uses.open)),
    ],
    message: (coverage) => usesSummary(name, { ...counts, coverage }),
  });
}
