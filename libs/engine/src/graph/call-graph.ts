/**
 * `call_graph`: who calls a symbol and what it calls, with the confidence of each edge and what the graph
 * does not cover. The table of contents of this folder.
 */
import { type CallGraphInput, type CallGraphOutput, LIMITS, isFunctionKind } from "@satori/contracts";
import { Evaluator, isSymbolId, traverse } from "@satori/sidecar";
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
import { answerCalls } from "./answer-calls.ts";
import { testOrExampleIn } from "./test-or-example.ts";
import { notFound, uncalled, unsupported } from "./no-graph.ts";
import { type CallGraphRequest, type GraphQuestion, boundsOf, endingOf } from "./question.ts";
import { findRoots } from "./roots.ts";
import { answerUses } from "./uses/answer-uses.ts";
import { NO_USES, findUses, mayBeUsed } from "./uses/find-uses.ts";

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
  input: CallGraphInput,
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
    call,
    echo: { direction, depth, limit },
    name,
  } = asked;
  let isFollowing = true;
  // The deadline stops following calls, but not building the answer from what is known by then.
  const resolution = new Evaluator(snapshotProject(snapshot), () =>
    isFollowing ? call.deadline.check() : undefined,
  );
  const question: GraphQuestion = {
    ...asked,
    snapshot,
    resolution,
    folder: indexedPath(codebase.root, realPath) ?? "",
    isOne: input.symbolRef !== undefined || isSymbolId(name),
  };
  const roots = await findRoots(
    { snapshot, resolution, pause: endingOf(asked).pause },
    input,
    question.isOne ? "" : question.folder,
  );
  if (roots.kind === "not_found") return notFound(question);
  if (roots.kind === "unsupported") return unsupported(question, roots);
  if (roots.kind === "uncallable") return usesOf(question, roots.found, []);
  const { refs, symbols, namesakes } = roots;
  const isAsked = (file: number): boolean =>
    isWithin(snapshot.files.paths[file] as string, boundsOf(question));
  const traversal = await traverse(resolution, refs, {
    direction,
    depth,
    limit,
    isAsked,
    isAside: testOrExampleIn(snapshot),
    ...endingOf(asked),
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
    return usesOf(question, [first, ...others], namesakes);
  const isUsed = mayHaveUses && !traversal.isEnded && refs.every((ref) => isType(resolution, ref));
  const uses = isUsed
    ? await findUses(snapshot, resolution, symbols, { enough: limit, isAsked, ...endingOf(asked) })
    : NO_USES;
  // If nothing is known, not even which files were not searched, the call fails instead of answering.
  if (isEmpty && traversal.isEnded && traversal.remainingFiles.length === 0) throwIfAborted(call.signal);
  isFollowing = false;
  return answerCalls(question, roots, { traversal, uses });
}

async function usesOf(
  question: GraphQuestion,
  found: readonly [SymbolMatch, ...SymbolMatch[]],
  namesakes: readonly SymbolMatch[],
): Promise<CallGraphOutput> {
  const mayHaveUses = question.echo.direction !== "callees" && found.some(mayBeUsed);
  return mayHaveUses ? answerUses(question, found, namesakes) : uncalled(question, found[0]);
}
