/** `change_impact`: what a change breaks. The table of contents of this folder. */
import { type ChangeImpactInput, type ChangeImpactOutput, LIMITS, type WithPath } from "@satori/contracts";
import { gate } from "../codebase/gate.ts";
import type { Codebase } from "../codebase/codebase.ts";
import { type Deadline, untilDeadline } from "../deadline.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError, refuseProblems } from "../errors.ts";
import type { EnsureFresh } from "../files/file-outline.ts";
import { scopeFolder } from "../scope/scope-folder.ts";
import { requestVersion } from "../sync/versions.ts";
import type { ChangeSet, FileInBoth } from "./change-set.ts";
import { type ChangedSymbols, changedSymbols } from "./changed-symbols.ts";
import { findImpact } from "./find-impact.ts";
import { impactAnswer } from "./impact-answer.ts";
import type { ImpactRequest } from "./impact-request.ts";
import { plannedImpact } from "./planned-changes.ts";
import { pathsInHead, readGraphs } from "./read-graphs.ts";
import { readChangeSet } from "./read-change-set.ts";
import { type VersionPair, readVersionPairs } from "./read-file-versions.ts";

/** The rest of the time is for the description of what was found until then. */
const SEARCH_SHARE = 0.9;

/** Of the remaining time, for reading the changed files, and then for comparing them. */
const READING_SHARE = 0.5;

/** Answers one `change_impact` request: gate, freshness, the change, its symbols, and what they affect. */
export async function changeImpact(
  context: EngineContext,
  ensureFresh: EnsureFresh,
  input: WithPath<ChangeImpactInput>,
  call: CallContext,
): Promise<ChangeImpactOutput> {
  const target = context.codebases.covering(input.path, call.baseFolder);
  const { path, codebase } = target;
  const { base, head, symbols } = input;
  const echo = {
    path,
    effectiveRoot: codebase.root,
    ...(base === undefined ? {} : { base }),
    ...(head === undefined ? {} : { head }),
    ...(symbols === undefined ? {} : { symbols }),
    depth: input.depth ?? LIMITS.changeImpact.depth.default,
    limit: input.limit ?? LIMITS.changeImpact.limit.default,
    maxTokens: input.maxTokens ?? LIMITS.changeImpact.maxTokens.default,
  };
  const open = { tool: "change_impact", echo, call, isDebug: input.debug === true } as const;
  const { reindexReads } = context.config;
  const gated = gate({ ...open, view: await codebase.view(), reindexReads });
  if (gated.kind === "closed") return gated.envelope;
  const behind = await ensureFresh(target, gated, call);
  using deadline = call.deadline.portion(SEARCH_SHARE);
  const searching = { ...call, deadline, signal: deadline.signal };
  const request: ImpactRequest = { context, target, input, call: searching, echo, gated, behind };
  if (symbols !== undefined) {
    refuseProblems(
      (["base", "head", "diff"] as const)
        .filter((name) => input[name] !== undefined)
        .map((name) => ({ path: name, message: "cannot be combined with symbols: pass one of them" })),
    );
    return await plannedImpact(request, symbols);
  }
  const place = await scopeFolder(context, input.path, call);
  const set = await readChangeSet(context, { ...input, place }, searching);
  if (set.isComplete.head) return await impactOver(request, codebase, set);
  const version = await indexOfHead(request, set);
  const gatedVersion = gate({ ...open, view: await version.view(), reindexReads });
  return gatedVersion.kind === "closed" ? gatedVersion.envelope : await impactOver(request, version, set);
}

/** Makes an index of the commit after the change, if it differs from the files on disk in too many files. */
async function indexOfHead(
  { context, target: { codebase }, call }: ImpactRequest,
  { headCommit }: ChangeSet,
): Promise<Codebase> {
  const ref = { codebase, ref: headCommit ?? "HEAD", argument: "head", onProgress: call.onProgress };
  const version = await requestVersion(context, ref, call.signal);
  if (version !== null) return version;
  throw new EngineError("STORE_UNAVAILABLE", "The index has changed during the call", { retryAfterMs: 0 });
}

/** @param indexed the codebase on disk, or a commit of it */
async function impactOver(
  request: ImpactRequest,
  indexed: Codebase,
  set: ChangeSet,
): Promise<ChangeImpactOutput> {
  const { context, call } = request;
  using snapshot = await indexed.snapshot();
  using reading = call.deadline.portion(READING_SHARE);
  const { pairs, uncompared } = await readVersionPairs(context, set.files, reading);
  const { changes, unread } = await comparedUntil(call.deadline, pairs);
  const graphs = await readGraphs(request, { indexed: snapshot, set, pairs });
  const change = { changes, pathInHead: pathsInHead(pairs), ...graphs };
  const found = await findImpact(request, change, await snapshot.history());
  const late = unread.map((pair) => ({ file: pathOf(pair), cause: "deadline" }) as const);
  const left = new Set([...uncompared, ...late].map(({ file }) => file));
  const compared = {
    ...set,
    files: set.files.filter((file) => !left.has(pathOf(file))),
    uncompared: [...set.uncompared, ...uncompared, ...late],
  };
  return await impactAnswer(request, compared, found);
}

/** The changed symbols that can be found in half of the time; none if it does not suffice to match them. */
async function comparedUntil(deadline: Deadline, pairs: readonly VersionPair[]): Promise<ChangedSymbols> {
  using comparing = deadline.portion(READING_SHARE);
  using reading = comparing.portion(READING_SHARE);
  const check = (): void => comparing.check();
  const isLate = (): boolean => reading.isReached;
  const found = await untilDeadline(() => Promise.resolve(changedSymbols(pairs, check, isLate)));
  return found ?? { changes: [], unread: pairs };
}

/** The path of a changed file in an answer. */
function pathOf({ base, head }: FileInBoth | VersionPair): string {
  return (head ?? base)?.path ?? "";
}
