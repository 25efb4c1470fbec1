/** The codebases that this process has to do with, and which of them covers a path. */
import { accessSync, constants, lstatSync, opendirSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join, parse, sep } from "node:path";
import { EngineError, isGone, systemCode } from "../../errors.ts";
import { inTurn } from "../../in-turn.ts";
import { normalizeAbsolute } from "../../model/paths.ts";
import { Codebase, type CodebaseOptions } from "../codebase.ts";
import { IndexedRoots } from "./indexed-roots.ts";
import { effectiveRoot, isTracked, trackedRoots } from "./tracking.ts";

/** A path argument, and the codebase that it is about. */
export interface Target {
  /** Absolute and normalised, as asked for. */
  readonly path: string;
  /** Real path behind it: links resolved as far as it exists. */
  readonly realPath: string;
  readonly codebase: Codebase;
}

/** What tools need of the registry. */
export type Codebases = Pick<
  CodebaseRegistry,
  "at" | "tracked" | "covering" | "named" | "listed" | "dropReplaced" | "replacements" | "close"
>;

/** Beyond, those that have no index are forgotten: anything can be asked about. */
const MAX_KNOWN = 1_000;

export class CodebaseRegistry {
  private readonly known = new Map<string, Codebase>();
  private readonly options: CodebaseOptions;
  private readonly roots: IndexedRoots;

  constructor(options: CodebaseOptions) {
    this.options = options;
    this.roots = new IndexedRoots(options.home);
  }

  /** The codebase with exactly this canonical root, tracked or not. */
  at(root: string): Codebase {
    let codebase = this.known.get(root);
    if (!codebase) {
      if (this.known.size >= MAX_KNOWN) this.forgetUntracked();
      this.known.set(root, (codebase = new Codebase(root, this.options, this.roots)));
    }
    return codebase;
  }

  /** Paths that were asked about and lead to no index. */
  private forgetUntracked(): void {
    for (const [root, codebase] of this.known)
      if (!codebase.isTracked && !codebase.activeRun) this.known.delete(root);
  }

  /** All tracked codebases by root. */
  tracked(): Codebase[] {
    return trackedRoots(this.options.home).map((root) => this.at(root));
  }

  /** The codebase that covers a path; one that is not tracked, with the path as its root, where none does. */
  covering(path: string, baseFolder: string): Target {
    const absolute = normalizeAbsolute(path, baseFolder);
    const realPath = realPathOf(absolute);
    return {
      path: absolute,
      realPath,
      codebase: this.at(effectiveRoot(this.options.home, realPath) ?? realPath),
    };
  }

  /**
   * The codebase with exactly this path as its root if there is one, even one that answers for nothing since
   * no run of it has completed; else the one that covers the path.
   */
  named(path: string, baseFolder: string): Target {
    const target = this.covering(path, baseFolder);
    return isTracked(this.options.home, target.realPath)
      ? { ...target, codebase: this.at(target.realPath) }
      : target;
  }

  /**
   * The codebase that listings call by this very path; else the named one. Where the folder has gone and a
   * link has its path, links lead to another codebase, and nothing else would lead to the index that is left.
   */
  listed(path: string, baseFolder: string): Target {
    const absolute = normalizeAbsolute(path, baseFolder);
    return isTracked(this.options.home, absolute)
      ? { path: absolute, realPath: absolute, codebase: this.at(absolute) }
      : this.named(path, baseFolder);
  }

  /** Closes the stores whose indexes another process has removed or replaced. */
  async dropReplaced(): Promise<void> {
    await Promise.all(
      [...this.known.values()].map((codebase) =>
        codebase.activeRun === null ? codebase.closeIfReplaced() : undefined,
      ),
    );
  }

  /** How often an index was found removed or replaced so far. */
  replacements(): number {
    return [...this.known.values()].reduce((count, codebase) => count + codebase.replacements, 0);
  }

  /** Cancels the runs that this process works on, so that they end as failed ones, and closes all stores. */
  async close(): Promise<void> {
    const codebases = [...this.known.values()];
    for (const { activeRun } of codebases) activeRun?.cancel("the process is exiting");
    await Promise.allSettled(codebases.map(({ activeRun }) => activeRun?.ended));
    this.known.clear();
    await inTurn(
      codebases.flatMap((codebase) => [() => codebase.laterNote?.[Symbol.dispose](), () => codebase.close()]),
    );
  }
}

/**
 * Links resolved; of a path that does not exist, those of the part that does. A name that the disk spells
 * with other code points of the same letters (NFD) is found as well: the index knows it by its NFC form.
 */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    return systemCode(error) === null ? path : realPartOf(path);
  }
}

/** From the top, so that what follows a name that does not exist is not looked at, however long it is. */
function realPartOf(path: string): string {
  const { root } = parse(path);
  const names = path
    .slice(root.length)
    .split(sep === "/" ? sep : /[/\\]/)
    .filter((name) => name !== "");
  let real = root;
  for (const [at, name] of names.entries()) {
    const next = realEntry(real, name);
    if (next === null) return normalizeAbsolute(names.slice(at).join("/"), real);
    real = next;
  }
  return real;
}

/**
 * The real path of a folder's entry, whichever way the disk spells it; null if there is none, or none that
 * can be followed.
 *
 * @param folder real
 */
function realEntry(folder: string, name: string): string | null {
  const path = join(folder, name);
  // Only a link leads elsewhere. To follow all of the path for each of its names would take time that grows
  // with its cube.
  const real = isLink(path) === false ? path : realOrNull(path);
  if (real !== null || !NOT_ASCII.test(name)) return real;
  const spelled = spelledOnDisk(folder, name);
  return spelled === null ? null : realOrNull(join(folder, spelled));
}

/** Null where there is no entry, or none that can be looked at. */
function isLink(path: string): boolean | null {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return null;
  }
}

function realOrNull(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

const NOT_ASCII = /[^\0-\x7f]/;

/** The entry of a folder whose name is another form of the same text; null if there is none. */
function spelledOnDisk(folder: string, name: string): string | null {
  try {
    const wanted = name.normalize("NFC");
    return readdirSync(folder).find((entry) => entry !== name && entry.normalize("NFC") === wanted) ?? null;
  } catch {
    return null;
  }
}

/**
 * Makes sure that a path names a folder that can be listed. Throws `PATH_NOT_FOUND`, `PATH_NOT_A_DIRECTORY`
 * or `PATH_UNREADABLE`.
 */
export function requireFolder(path: string): void {
  const details = { path };
  try {
    if (!statSync(path).isDirectory())
      throw new EngineError("PATH_NOT_A_DIRECTORY", `${path} is not a folder`, { details });
    accessSync(path, constants.R_OK | constants.X_OK);
  } catch (error) {
    if (error instanceof EngineError) throw error;
    throw pathError(path, error);
  }
}

/**
 * Makes sure that the folder of a codebase is still the one that was indexed: a link may stand in its place
 * by now, to what is not to be served. Throws as `requireFolder` does.
 *
 * @param root canonical when it was indexed
 */
export function requireOwnFolder(root: string): void {
  requireFolder(root);
  if (realPathOf(root) !== root)
    throw new EngineError(
      "PATH_NOT_FOUND",
      `${root} is no longer the folder that was indexed: it is now a symbolic link to another one`,
      { details: { path: root } },
    );
}

/**
 * Why the folder of a codebase cannot be listed, or is another one by now; null where it is as it was.
 *
 * @param root canonical when it was indexed
 */
export function folderProblem(root: string): string | null {
  try {
    requireOwnFolder(root);
    opendirSync(root).closeSync();
    return null;
  } catch (error) {
    return (error instanceof EngineError ? error : pathError(root, error)).message;
  }
}

/** What is wrong with the folder of an index, and where it is gone, what there is to do about that. */
export function withWayOut(root: string, problem: string): string {
  return isThere(root)
    ? problem
    : `${problem}; if the folder will not come back, remove its index with \`manage_index clear\``;
}

/** Also of what cannot be looked at. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/**
 * Throws `PATH_NOT_FOUND` for a path that does not exist. The root of a codebase need not: its index outlives
 * the folder, and can be looked at and searched.
 */
export function requirePresent({ path, realPath, codebase }: Target): void {
  if (realPath === codebase.root && codebase.isTracked) return;
  try {
    statSync(realPath);
  } catch (error) {
    const failure = pathError(path, error);
    if (failure.code === "PATH_NOT_FOUND") throw failure;
  }
}

/**
 * Throws `PATH_NOT_A_DIRECTORY` for a file: whoever names one does not mean the codebase around it. That a
 * root has become one is no reason to keep its index.
 */
export function refuseFile({ path, realPath, codebase }: Target): void {
  if (realPath === codebase.root && codebase.isTracked) return;
  if (isFile(realPath))
    throw new EngineError("PATH_NOT_A_DIRECTORY", `${path} is not a folder`, { details: { path } });
}

/** Whether there is something that is no folder. */
export function isFile(path: string): boolean {
  try {
    return !statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** A system error about a path as one of ours. */
export function pathError(path: string, error: unknown): EngineError {
  const details = { path };
  const code = systemCode(error);
  // The last one is Node's, for a name with a NUL byte, which no file system knows.
  if (isGone(error) || code === "ERR_INVALID_ARG_VALUE")
    return new EngineError("PATH_NOT_FOUND", `${path} does not exist${unresolvedIn(path)}`, {
      details,
      cause: error,
    });
  if (code === "ENAMETOOLONG")
    return new EngineError("PATH_NOT_FOUND", "The path is longer than the file system allows", {
      details,
      cause: error,
    });
  return new EngineError("PATH_UNREADABLE", `${path} cannot be read`, { details, cause: error });
}

/**
 * What a path has that only a shell or a reader of URLs resolves, and that was taken for a name; empty for
 * nothing.
 */
export function unresolvedIn(path: string): string {
  const [, name] = /(?:^|[\\/])(~|file:)(?:[\\/]|$)/i.exec(path) ?? [];
  return name === undefined ? "" : `: ${name} is not expanded, but taken literally as a folder name`;
}
