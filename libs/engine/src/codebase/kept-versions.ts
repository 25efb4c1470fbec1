/** The versions of a codebase whose indexes are kept, as listings show them. */
import { lastUsedMs } from "./home/last-use.ts";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { CodebaseVersion } from "@satori/contracts";
import type { CallContext } from "../engine-context.ts";
import { EngineError } from "../errors.ts";
import { compareText } from "../model/paths.ts";
import type { Codebase } from "./codebase.ts";

/** Versions by their last use, the latest first; those of one time by their ids. */
export function lastUsedFirst(versions: readonly Codebase[]): Codebase[] {
  return [...versions].sort(
    (left, right) =>
      lastUsedMs(right.folder) - lastUsedMs(left.folder) ||
      compareText(left.commit ?? "", right.commit ?? ""),
  );
}

/**
 * Facts about versions, in the order of `lastUsedFirst`, and the number of those that the deadline left. A
 * version that cannot be opened counts as failed.
 */
export async function versionFacts(
  versions: readonly Codebase[],
  deadline: Pick<CallContext["deadline"], "isReached">,
): Promise<{ readonly facts: readonly CodebaseVersion[]; readonly left: number }> {
  const facts: CodebaseVersion[] = [];
  for (const version of lastUsedFirst(versions)) {
    if (deadline.isReached) break;
    // The garbage collector releases the descriptors of earlier stores, and only between two turns.
    await nextTurn();
    const usedMs = lastUsedMs(version.folder);
    facts.push({
      commit: version.commit ?? "",
      state: await stateOf(version),
      sizeBytes: version.storeFile.sizeBytes(),
      lastUsedAt: usedMs === 0 ? null : new Date(usedMs).toISOString(),
    });
  }
  return { facts, left: versions.length - facts.length };
}

async function stateOf(version: Codebase): Promise<CodebaseVersion["state"]> {
  try {
    return await version.withTemporaryStore(async (opened) => (await opened.view()).state);
  } catch (error) {
    if (error instanceof EngineError) return "indexfailed";
    throw error;
  }
}
