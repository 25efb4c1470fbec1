/**
 * `call_graph`: who calls a symbol and what it calls, with the confidence of each edge and what the graph
 * does not cover. The table of contents of this folder.
 */
import {
  type CallGraphInput,
  type CallGraphOutput,
  isFunctionKind,
  LIMITS,
  type WithPath,
} from "@satori/contracts";
import { Evaluator, isSymbolId, type ScopeRef, traverse } from "@satori/sidecar";
import { gate } from "../codebase/gate.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { throwIfAborted } from "../errors.ts";
import type { EnsureFresh } from "../files/file-outline.ts";
import type { SymbolMatch } from "../files/symbol-lookup/find-symbol.ts";
import { isType } from "../files/symbol-lookup/scopes-of-symbol.ts";
import { indexedPath, isWithin } from "../model/paths.ts";
import { currentClient } from "../scope/session.ts";
import type { Semaphore } from "../semaphore.ts";
import { snapshotProject } from "../store/snapshot-project.ts";
import type { Snapshot } from "../store/store.ts";
import { describeCalls } from "./answer-calls.ts";
import { notFound, uncalled, unsupported } from "./no-graph.ts";
import {
  boundsOf,
  type CallGraphRequest,
  endingOf,
  type GraphQuestion,
  type SnapshotRequest,
} from "./question.ts";
import { cacheGraph, cachedGraph } from "./graph-cache.ts";
import { graphAnswer, type GraphAnswerInput } from "./response/graph-answer.ts";
import { languageCallsIn } from "./response/language-calls.ts";
import { namedElsewhere } from "./response/named-elsewhere.ts";
import { notesOf } from "./response/open-lines.ts";
import { findRoots } from "./roots.ts";
import { testOrExampleIn } from "./test-or-example.ts";
import { describeUses, plainNode } from "./uses/describe-uses.ts";
import { findUses, mayBeUsed, NO_USES } from "./uses/find-uses.ts";
import { usesSummary } from "./uses/uses-summary.ts";

/** Dependencies that all calls in a process share. */
export interface CallGraphDependencies {
  readonly context: EngineContext;
  readonly ensureFresh: EnsureFresh;
  /**
   * Limits how many calls run at once: each keeps everything it has read of the codebase until it is
   * answered.
   */
  readonly slots: Semaphore;
}

/** Answers one `call_graph` request: gate, freshness, then the graph within one snapshot. */
export async function callGraph(
  { context, ensureFresh, slots }: CallGraphDependencies,
  input: WithPath<CallGraphInput>,
  call: CallContext,
): Promise<CallGraphOutput> {
  const target = context.codebases.covering(input.path, call.baseFolder);
  const { path, codebase } = target;
  const { symbolRef, symbol } = input;
  const direction = input.direction === "bidirectional" ? "both" : (input.direction ?? "both");
  const depth = input.depth ?? LIMITS.callGraph.depth.default;
  const limit = input.limit ?? LIMITS.callGraph.defaultLimit;
  const echo = {
    path,
    effectiveRoot: codebase.root,
    ...(symbolRef ? { symbolRef } : {}),
    ...(symbol === undefined ? {} : { symbol }),
    direction,
    depth,
    limit,
  };
  const gated = gate({
    view: await codebase.view(),
    tool: "call_graph",
    echo,
    call,
    isDebug: input.debug === true,
    reindexReads: context.config.reindexReads,
  });
  if (gated.kind === "closed") return gated.envelope;
  const behind = await ensureFresh(target, gated, call);
  return slots.run(
    async () => {
      using snapshot = await codebase.snapshot();
      return await answer(snapshot, {
        target,
        input,
        call,
        echo,
        gated,
        behind,
        name: symbol ?? symbolRef?.symbolLabel ?? symbolRef?.symbolId ?? "",
      });
    },
    { signal: call.signal, by: currentClient() },
  );
}

async function answer(snapshot: Snapshot, asked: CallGraphRequest): Promise<CallGraphOutput> {
  const {
    target: { codebase, realPath },
    input,
    name,
  } = asked;
  const placed = {
    ...asked,
    snapshot,
    folder: indexedPath(codebase.root, realPath) ?? "",
    isOne: input.symbolRef !== undefined || isSymbolId(name),
  };
  const known = cachedGraph(placed);
  if (known) return graphAnswer(placed, known);
  const found = await follow(placed);
  if ("status" in found) return found;
  cacheGraph(placed, found);
  return graphAnswer(placed, found);
}

/** Follows calls and uses from the requested symbol; an envelope if there is no graph. */
async function follow(placed: SnapshotRequest): Promise<GraphAnswerInput | CallGraphOutput> {
  const {
    snapshot,
    input,
    call,
    echo: { direction, depth, limit },
  } = placed;
  let isFollowing = true;
  // The deadline stops following calls, but not building the answer from what is known by then.
  const resolution = new Evaluator(snapshotProject(snapshot), () =>
    isFollowing ? call.deadline.check() : undefined,
  );
  const question: GraphQuestion = { ...placed, resolution };
  const roots = await findRoots(
    { snapshot, resolution, pause: endingOf(placed).pause },
    input,
    question.isOne ? "" : question.folder,
  );
  if (roots.kind === "not_found") return notFound(question);
  if (roots.kind === "unsupported") return unsupported(question, roots);
  if (roots.kind === "uncallable") return usesOf(question, { found: roots.found, namesakes: [], refs: [] });
  const { refs, symbols, namesakes } = roots;
  const isAsked = (file: number): boolean =>
    isWithin(snapshot.files.paths[file] as string, boundsOf(question));
  const traversal = await traverse(resolution, refs, {
    direction,
    depth,
    limit,
    isAsked,
    isAside: testOrExampleIn(snapshot),
    ...endingOf(placed),
  });
  const [first, ...others] = symbols;
  const isEmpty = traversal.edges.length + traversal.unresolved.length === 0;
  const mayHaveUses = direction !== "callees" && symbols.some(mayBeUsed);
  // A symbol that is not a function, and that no call leads to or from: report its uses instead.
  if (
    first &&
    isEmpty &&
    !traversal.isEnded &&
    !symbols.some(({ kind }) => isFunctionKind(kind)) &&
    (roots.uncalled || mayHaveUses)
  )
    return usesOf(question, { found: [first, ...others], namesakes, refs });
  const isUsed = mayHaveUses && !traversal.isEnded && refs.every((ref) => isType(resolution, ref));
  const uses = isUsed
    ? await findUses(snapshot, resolution, symbols, { enough: limit, isAsked, ...endingOf(placed) })
    : NO_USES;
  // If nothing is known, not even which files were not searched, the call fails instead of answering.
  if (isEmpty && traversal.isEnded && traversal.remainingFiles.length === 0) throwIfAborted(call.signal);
  isFollowing = false;
  return describeCalls(question, roots, { traversal, uses });
}

/** Definitions that are not called. */
interface UsedDefinitions {
  readonly found: readonly [SymbolMatch, ...SymbolMatch[]];
  /** Functions of that name, which were not requested. */
  readonly namesakes: readonly SymbolMatch[];
  /** The scopes of the definitions that have one. */
  readonly refs: readonly ScopeRef[];
}

async function usesOf(
  question: GraphQuestion,
  definitions: UsedDefinitions,
): Promise<GraphAnswerInput | CallGraphOutput> {
  const { found } = definitions;
  const mayHaveUses = question.echo.direction !== "callees" && found.some(mayBeUsed);
  return mayHaveUses ? describeUsesOnly(question, definitions) : uncalled(question, found[0]);
}

// What `call_graph` answers about a symbol that is not called: where it is used.

/** `found` has at least one symbol; sorted by file, start line, label, id. */
async function describeUsesOnly(
  question: GraphQuestion,
  { found, namesakes, refs }: UsedDefinitions,
): Promise<GraphAnswerInput> {
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
  return {
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
    languageCalls: await languageCallsIn(snapshot, resolution, { symbols, refs }),
    message: usesSummaryOf(name, counts),
  };
}

/** A function of its own, so that a cached graph does not hold on to the resolution. */
function usesSummaryOf(
  name: string,
  counts: Omit<Parameters<typeof usesSummary>[1], "coverage">,
): GraphAnswerInput["message"] {
  return (coverage) => usesSummary(name, { ...counts, coverage });
}
