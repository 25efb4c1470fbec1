/** `list_codebases`: every codebase with an index folder, grouped by what can be done with it. */
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  type CodebaseEntry,
  type CodebaseState,
  type ListCodebasesOutput,
  buildEnvelope,
  counted,
} from "@satori/contracts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError } from "../errors.ts";
import type { Codebase } from "./codebase.ts";
import { codebaseEntry } from "./facts.ts";
import { versionFacts } from "./kept-versions.ts";
import { realPathOf } from "../disk/real-path.ts";

const BUCKETS: { readonly [State in CodebaseState]: "ready" | "indexing" | "requiresReindex" | "failed" } = {
  indexed: "ready",
  sync_completed: "ready",
  indexing: "indexing",
  requires_reindex: "requiresReindex",
  indexfailed: "failed",
  not_found: "failed",
};

/** @param repos roots to list; empty for all */
export async function listCodebases(
  context: EngineContext,
  repos: readonly string[],
  call: CallContext,
): Promise<ListCodebasesOutput> {
  const codebases = {
    ready: [] as CodebaseEntry[],
    indexing: [] as CodebaseEntry[],
    requiresReindex: [] as CodebaseEntry[],
    failed: [] as CodebaseEntry[],
  };
  const left: string[] = [];
  const chosenRepos = new Set(repos);
  let listed = 0;
  for (const codebase of context.codebases.tracked()) {
    if (repos.length > 0 && !chosenRepos.has(codebase.root)) continue;
    if (listed > 0 && call.deadline.isReached) {
      left.push(codebase.root);
      continue;
    }
    listed++;
    // The garbage collector releases the descriptors of earlier stores, and only between two turns.
    await nextTurn();
    const entry = await entryOf(codebase, context.clock.nowMs());
    const versions = await versionFacts(context.codebases.commitsOf(codebase.root), call.deadline);
    codebases[BUCKETS[entry.state]].push(
      versions.facts.length === 0 ? entry : { ...entry, versions: versions.facts },
    );
    if (versions.left > 0) left.push(`${counted(versions.left, "version")} of ${codebase.root}`);
  }
  const late =
    left.length === 0 ? null : `The answer reached ${call.deadline.name}; not included: ${left.join(", ")}.`;
  const told = describe(codebases, repos.length > 0);
  const humanText = late === null ? told : `${told}\n${late}`;
  const allowed = call.confinedTo === undefined ? {} : { allowedRoots: resolved(call.confinedTo) };
  const chosen = repos.length > 0 ? { sessionScope: { repos: [...repos] } } : {};
  return buildEnvelope(
    "list_codebases",
    { status: "ok", ...(late === null ? {} : { message: late, warnings: ["DEADLINE_REACHED"] as const }) },
    { codebases, humanText, ...allowed, ...chosen },
    call.elapsedMs(),
  );
}

/** Folders as roots of codebases are spelled, so that the two can be compared. */
function resolved(folders: readonly string[]): readonly string[] {
  return [...new Set(folders.map((folder) => realPathOf(folder)))];
}

/**
 * Entry of a codebase. If its store cannot be opened, the codebase is listed as failed and the list goes on.
 */
async function entryOf(codebase: Codebase, nowMs: number): Promise<CodebaseEntry> {
  try {
    return await codebase.withTemporaryStore(async (looked) =>
      codebaseEntry(looked, await looked.view(), nowMs),
    );
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return {
      path: codebase.root,
      state: "indexfailed",
      files: 0,
      chunks: 0,
      languages: [],
      lastIndexedAt: null,
      sizeBytes: codebase.storeFile.sizeBytes(),
      fingerprint: null,
      reason: error.message,
    };
  }
}

function describe(codebases: Readonly<Record<string, readonly CodebaseEntry[]>>, isChosen: boolean): string {
  const entries = Object.values(codebases).flat();
  if (entries.length === 0)
    return isChosen
      ? "No codebase of the session's scope is indexed; change the scope with set_scope."
      : "No codebase is indexed yet. Index one with manage_index create.";
  const lines = entries.map(
    ({ path, state, files, chunks, reason }) =>
      `${path}: ${state}, ${counted(files, "file")}, ` +
      `${counted(chunks, "chunk")}${reason === undefined ? "" : ` (${reason})`}`,
  );
  return lines.join("\n");
}
