/** Every folder among the indexes: the state of its codebase, or that it belongs to none. Changes nothing. */
import { readdirSync, statSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { join } from "node:path";
import type { Codebase } from "../../codebase/codebase.ts";
import type { CodebaseView } from "../../codebase/view.ts";
import { indexFacts } from "../../codebase/facts.ts";
import { failureWarnings } from "../../codebase/gate.ts";
import { indexFolder, indexesFolder } from "../../codebase/home/home.ts";
import { notedOwner } from "../../codebase/home/lock.ts";
import { isAlive } from "../../codebase/home/process-identity.ts";
import { isUsed, sharedFolder, sharedNames } from "../../codebase/home/repositories.ts";
import type { CodebaseRegistry } from "../../codebase/home/registry.ts";
import { type CodebaseIdentity, readIdentity } from "../../codebase/home/tracking.ts";
import { folderSizeBytes } from "../../disk/folder-size.ts";
import { realPathOf } from "../../disk/real-path.ts";
import { EngineError, isGone, systemCode } from "../../errors.ts";
import { compareText } from "../../model/paths.ts";
import { hasCause } from "../../model/run.ts";
import { viewName } from "../../model/view-name.ts";
import type { Inspection } from "../../store/store.ts";
import type { IndexFact, IndexFacts, OrphanFact } from "../facts.ts";
import { isWritable } from "./home.ts";

/** Indexes sorted by root, that of its files before those of its commits; orphans by folder. */
export async function gatherIndexes(
  home: string,
  codebases: Pick<CodebaseRegistry, "at" | "atCommit">,
): Promise<IndexFacts> {
  const folder = indexesFolder(home);
  let names: readonly string[];
  try {
    names = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch (error) {
    return {
      indexes: [],
      orphans: [],
      problem: isGone(error) ? null : `${folder} cannot be listed (${systemCode(error) ?? "unknown error"})`,
    };
  }
  const indexes: IndexFact[] = [];
  const inspections = new Map<string, Inspection>();
  const orphans: OrphanFact[] = [];
  for (const name of [...names].sort(compareText)) {
    // The garbage collector releases the descriptors of earlier stores, and only between two turns.
    await nextTurn();
    const path = join(folder, name);
    const identity = readIdentity(path);
    if (identity && indexFolder(home, viewName(identity.path, identity.commit)) === path)
      indexes.push(await indexFact(codebaseOf(identity, codebases), inspections));
    else if (!isBeingMade(path))
      orphans.push({
        folder: path,
        sizeBytes: folderSizeBytes(path),
        claimedRoot: identity?.path ?? null,
      });
  }
  orphans.push(...unusedShared(home));
  return {
    indexes: indexes.sort(
      (left, right) =>
        compareText(left.root, right.root) || compareText(left.commit ?? "", right.commit ?? ""),
    ),
    orphans,
    problem: null,
  };
}

function codebaseOf(
  { path, commit }: CodebaseIdentity,
  codebases: Pick<CodebaseRegistry, "at" | "atCommit">,
): Codebase {
  return commit === null ? codebases.at(path) : codebases.atCommit(path, commit);
}

/** Shared index files that no codebase uses. */
function unusedShared(home: string): readonly OrphanFact[] {
  return sharedNames(home)
    .filter((name) => !isUsed(home, name))
    .map((name) => sharedFolder(home, name))
    .filter((folder) => !isBeingMade(folder))
    .map((folder) => ({ folder, sizeBytes: folderSizeBytes(folder), claimedRoot: null }));
}

/** @param inspections results by folder, since codebases share files */
async function indexFact(codebase: Codebase, inspections: Map<string, Inspection>): Promise<IndexFact> {
  const owner = notedOwner(codebase.folder);
  const { folder } = codebase.storeFile.location();
  const inspection = inspections.get(folder) ?? codebase.inspect();
  inspections.set(folder, inspection);
  const common = {
    root: codebase.root,
    commit: codebase.commit,
    folder: codebase.folder,
    rootState: rootState(codebase.root),
    isWritable: isWritable(codebase.folder),
    damage: inspection.kind === "damaged" ? inspection.found : null,
    unchecked: inspection.kind === "unchecked" ? inspection.reason : null,
    lock: owner && { pid: owner.pid, since: owner.since, isAlive: isAlive(owner) },
  };
  try {
    return { ...common, ...(await codebase.withTemporaryStore(lookInto)) };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return {
      ...common,
      state: "unopenable",
      files: 0,
      chunks: 0,
      sizeBytes: codebase.storeFile.sizeBytes(),
      folders: 0,
      failure: error.message,
      hasCause: true,
      mismatched: [],
    };
  }
}

async function lookInto(
  codebase: Codebase,
): Promise<
  Omit<IndexFact, "root" | "commit" | "folder" | "rootState" | "isWritable" | "damage" | "unchecked" | "lock">
> {
  const view = await codebase.view();
  const { files, chunks } = await indexFacts(codebase, view);
  const runId = view.head?.complete?.run.id;
  return {
    state: view.failure?.code === "STORE_NEWER" ? "newer" : view.state,
    files,
    chunks,
    sizeBytes: codebase.storeFile.sizeBytes(),
    // No server watches a commit.
    folders: runId === undefined || codebase.commit !== null ? 0 : await foldersOf(codebase, runId),
    failure: isWorthTelling(view) ? (view.failure?.message ?? null) : null,
    hasCause: view.failure !== null && hasCause(view.failure.code),
    mismatched: view.compatibility?.mismatched ?? [],
  };
}

/** Number of folders in a manifest; 0 if the store does not report it. */
async function foldersOf(codebase: Codebase, runId: string): Promise<number> {
  try {
    return (await codebase.store().manifest(runId)).length;
  } catch (error) {
    if (error instanceof EngineError) return 0;
    throw error;
  }
}

/** Whether an index is being created or removed: the lock exists before the identity file and after it. */
function isBeingMade(folder: string): boolean {
  const owner = notedOwner(folder);
  return owner !== null && isAlive(owner);
}

/** State of a root folder. An inaccessible one is a finding and does not stop the other checks. */
function rootState(root: string): IndexFact["rootState"] {
  try {
    if (!statSync(root).isDirectory()) return "gone";
    const leadsTo = realPathOf(root);
    return leadsTo === root ? "folder" : { leadsTo };
  } catch (error) {
    return isGone(error) ? "gone" : { code: systemCode(error) ?? "unknown error" };
  }
}

/** A cancelled rebuild matters only if no index answers. */
function isWorthTelling(view: CodebaseView): boolean {
  return view.state === "indexfailed" || failureWarnings(view).length > 0;
}
