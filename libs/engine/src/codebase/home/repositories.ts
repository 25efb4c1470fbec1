/**
 * Which codebases share an index file: the work trees and clones of one repository, if they have the same
 * path in it, belong to the same user, and share a first commit. Work trees are recognized by their common
 * git folder. Clones are recognized by the URL they come from, which anyone can write into a configuration,
 * so that their first commits are compared as well.
 *
 *     repositories/NAME-HASH/repository.json   which repository it is of
 *     repositories/NAME-HASH/index.db          the index file
 *     indexes/NAME-HASH/codebase.json          names the folder above
 */
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { writePrivateFile } from "../../disk/private-files.ts";
import { EngineError } from "../../errors.ts";
import { type RepositoryFolder, repositoryFolder } from "../../git/origin.ts";
import { rootCommits } from "../../git/root-commits.ts";
import { ENGINE_LIMITS } from "../../limits.ts";
import { compareText } from "../../model/paths.ts";
import { indexFolder, indexesFolder, makeHomeFolder, repositoriesFolder } from "./home.ts";
import { awaitLock, releaseAndThrow, tryLock } from "./lock.ts";
import { removeLocked } from "./remove-locked.ts";
import { indexNames, mayUseShared, readIdentity } from "./tracking.ts";

const RECORD_FILE = "repository.json";

/** Content of the record file. */
interface RepositoryRecord {
  /** Normalized URL of the repository; null if it has none. */
  readonly origin: string | null;
  /** Path of the codebases in the repository, with `/`; empty for the top level. */
  readonly inside: string;
  /** User id of the codebases' owner. */
  readonly ownerId: number;
  /** Git folders of the clones, ascending. Those that no longer existed at the last claim are left out. */
  readonly commonDirs: readonly string[];
  /**
   * First commits of the clones, ascending. Read once, because that takes seconds for a long history. Empty
   * without an origin, by which clones are recognized, and if git could not tell.
   */
  readonly firstCommits: readonly string[];
}

/** A folder with a shared index file. */
interface SharedFolder extends RepositoryRecord {
  readonly name: string;
}

/** The folder of a codebase in its repository. */
interface OwnRepository extends RepositoryFolder {
  /** User id of its owner. */
  readonly ownerId: number;
}

/** Folder of the shared index file of that name. */
export function sharedFolder(home: string, name: string): string {
  return join(repositoriesFolder(home), name);
}

export interface Claim {
  readonly home: string;
  readonly root: string;
  /** A shared file to leave, because it is corrupt: another one is used. */
  readonly instead?: string | null;
  /**
   * Records the name in the codebase's identity; null for a file of its own. Nobody removes the file
   * meanwhile.
   */
  readonly record: (name: string | null) => void;
}

/** Chooses the index file of a codebase. Throws `STORE_UNAVAILABLE`. */
export async function claimStore({ home, root, instead = null, record }: Claim): Promise<void> {
  const own = describe(root);
  if (!own) return record(null);
  const { name, firstCommits } = await chooseFile(home, root, own, instead);
  const folder = sharedFolder(home, name);
  makeHomeFolder(folder);
  using lock = await awaitLock(
    { tryLock: (nowMs) => tryLock(folder, nowMs) },
    { clock: { nowMs: Date.now }, mostMs: ENGINE_LIMITS.waitForSyncMs, signal: undefined },
  );
  if (!lock)
    throw new EngineError(
      "STORE_UNAVAILABLE",
      "Another process is changing the index file of the repository",
      {
        retryAfterMs: ENGINE_LIMITS.lockPollMs,
      },
    );
  const before = readRecord(folder);
  const { origin, inside, ownerId, commonDir } = own;
  const next: RepositoryRecord = {
    origin,
    inside,
    ownerId,
    commonDirs: union(before?.commonDirs ?? [], [commonDir]).filter(mayExist),
    firstCommits: union(before?.firstCommits ?? [], firstCommits),
  };
  writePrivateFile(join(folder, RECORD_FILE), `${JSON.stringify(next)}\n`);
  record(name);
  counted = null;
}

/** Whether any codebase uses a shared file. Throws `STORE_UNAVAILABLE`. */
export function isUsed(home: string, name: string): boolean {
  return indexNames(home).some((index) => mayUseShared(join(indexesFolder(home), index), name));
}

/** Whether a view uses a shared file. */
export function isUsedBy(home: string, name: string, view: string): boolean {
  return mayUseShared(indexFolder(home, view), name);
}

/** Number of views by shared file, as of some moment; forgotten when this process changes one. */
interface Counted {
  readonly home: string;
  readonly atMs: number;
  readonly views: ReadonlyMap<string, number>;
}
let counted: Counted | null = null;
/** A listing asks for hundreds of work trees in a row; without this, each would read all their identities. */
const COUNTED_MS = 1_000;

/** Number of views that use a shared file, at least one. Another process's change counts within a second. */
export function countUsers(home: string, name: string): number {
  const nowMs = performance.now();
  if (counted?.home !== home || nowMs - counted.atMs > COUNTED_MS) {
    const views = new Map<string, number>();
    for (const index of indexNames(home)) {
      const store = readIdentity(join(indexesFolder(home), index))?.store ?? null;
      if (store !== null) views.set(store, (views.get(store) ?? 0) + 1);
    }
    counted = { home, atMs: nowMs, views };
  }
  return counted.views.get(name) ?? 1;
}

export interface Removal {
  readonly home: string;
  /** Name of the shared file. */
  readonly name: string;
  /** Removes the index file from a folder. */
  readonly removeFiles: (folder: string) => void;
  readonly takeLock?: typeof tryLock;
  readonly platform?: NodeJS.Platform;
}

/**
 * Removes a shared file that no codebase uses any more. Does nothing if another process is about to use it.
 * Throws `STORE_UNAVAILABLE`, also as `removeFiles` does.
 */
export function removeUnused({
  home,
  name,
  removeFiles,
  takeLock = tryLock,
  platform = process.platform,
}: Removal): void {
  counted = null;
  const folder = sharedFolder(home, name);
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return;
  const lock = takeLock(folder, Date.now());
  if (!lock) return;
  try {
    if (isUsed(home, name)) return lock[Symbol.dispose]();
  } catch (error) {
    releaseAndThrow(lock, error);
  }
  removeLocked(folder, lock, {
    first: () => removeFiles(folder),
    problem: "The index file of the repository cannot be removed",
    platform,
  });
}

/** Names of all folders with shared files, ascending. */
export function sharedNames(home: string): readonly string[] {
  try {
    return readdirSync(repositoriesFolder(home)).sort(compareText);
  } catch {
    return [];
  }
}

function union(left: readonly string[], right: readonly string[]): string[] {
  return [...new Set([...left, ...right])].sort(compareText);
}

/** False if a folder is gone; one on a disk that fails is not. */
function mayExist(folder: string): boolean {
  try {
    return statSync(folder, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** The repository around a codebase; null if there is none. */
function describe(root: string): OwnRepository | null {
  const folder = repositoryFolder(root);
  return folder && { ...folder, ownerId: statSync(root).uid };
}

interface ChosenFile {
  /** Name of the shared folder to use. */
  readonly name: string;
  /** First commits of the codebase's repository; empty if they do not matter, or if git cannot tell. */
  readonly firstCommits: readonly string[];
}

async function chooseFile(
  home: string,
  root: string,
  own: OwnRepository,
  instead: string | null,
): Promise<ChosenFile> {
  const left = instead === null ? null : parseName(instead);
  const fitting = fittingFolders(home, own, left);
  const ofWorkTrees = fitting.find(({ commonDirs }) => commonDirs.includes(own.commonDir));
  if (ofWorkTrees && (own.origin === null || ofWorkTrees.firstCommits.length > 0))
    return { name: ofWorkTrees.name, firstCommits: [] };
  const firstCommits = own.origin === null ? [] : await rootCommits(root);
  if (ofWorkTrees) return { name: ofWorkTrees.name, firstCommits };
  if (left) return { name: `${left.base}.${left.turn + 1}`, firstCommits };
  const ofClone = fitting.find(
    (candidate) =>
      candidate.origin === own.origin &&
      candidate.firstCommits.some((commit) => firstCommits.includes(commit)),
  );
  return { name: ofClone?.name ?? newName(own), firstCommits };
}

/** Shared folders for the same path of a repository and the same owner, those after corrupt files first. */
function fittingFolders(home: string, own: OwnRepository, left: ParsedName | null): readonly SharedFolder[] {
  return (
    sharedNames(home)
      .flatMap((name) => {
        const record = readRecord(sharedFolder(home, name));
        return record ? [{ name, ...record }] : [];
      })
      .filter(({ inside, ownerId }) => inside === own.inside && ownerId === own.ownerId)
      // A file that was left stays for those who still use it.
      .filter(
        ({ name }) => left === null || parseName(name).base !== left.base || parseName(name).turn > left.turn,
      )
      .sort(
        (first, second) =>
          parseName(second.name).turn - parseName(first.name).turn || compareText(first.name, second.name),
      )
  );
}

/** The name is for people; the hash distinguishes repositories of the same name. */
function newName({ origin, inside, ownerId, commonDir }: OwnRepository): string {
  const ofRepository = basename(origin ?? (basename(commonDir) === ".git" ? dirname(commonDir) : commonDir));
  const label = ofRepository.replaceAll(/[^A-Za-z0-9_-]+/g, "-").slice(0, 40) || "repository";
  const hash = createHash("sha256").update(`${commonDir}\0${inside}\0${ownerId}`).digest("hex").slice(0, 12);
  return `${label}-${hash}`;
}

/** A name with the number of corrupt files before it: `app-0123456789ab.2` comes after two. */
interface ParsedName {
  readonly base: string;
  readonly turn: number;
}

function parseName(name: string): ParsedName {
  const [, base = name, turn = "0"] = /^(.*?)(?:\.(\d+))?$/.exec(name) ?? [];
  return { base, turn: Number(turn) };
}

function readRecord(folder: string): RepositoryRecord | null {
  try {
    const record = JSON.parse(readFileSync(join(folder, RECORD_FILE), "utf8")) as {
      readonly [Name in keyof RepositoryRecord]?: unknown;
    };
    const { origin, inside, ownerId, commonDirs, firstCommits } = record;
    if (typeof inside !== "string" || typeof ownerId !== "number") return null;
    if (!isTexts(commonDirs) || !isTexts(firstCommits)) return null;
    return { origin: typeof origin === "string" ? origin : null, inside, ownerId, commonDirs, firstCommits };
  } catch {
    return null;
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
