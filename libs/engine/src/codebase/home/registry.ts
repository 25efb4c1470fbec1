/** The codebases that this process uses, and which of them covers a path. */
import { accessSync, constants, opendirSync, statSync } from "node:fs";
import type { PlatformPath } from "node:path";
import { EngineError, isGone, systemCode } from "../../errors.ts";
import { inTurn } from "../../in-turn.ts";
import { realPathOf } from "../../disk/real-path.ts";
import { normalizeAbsolute } from "../../model/paths.ts";
import { viewName } from "../../model/view-name.ts";
import { nameProblem } from "../../model/windows-paths.ts";
import { Codebase, type CodebaseOptions } from "../codebase.ts";
import { IndexedRoots } from "./indexed-roots.ts";
import { effectiveRoot, isTracked, trackedCommits, trackedRoots } from "./tracking.ts";

/** A path argument and the codebase that covers it. */
export interface Target {
  /** Absolute and normalized, as in the call. */
  readonly path: string;
  /** Real path: links are resolved as far as the path exists. */
  readonly realPath: string;
  readonly codebase: Codebase;
}

/** The part of the registry that tools need. */
export type Codebases = Pick<
  CodebaseRegistry,
  | "at"
  | "atCommit"
  | "commitsOf"
  | "tracked"
  | "covering"
  | "named"
  | "listed"
  | "dropReplaced"
  | "replacements"
  | "isRunning"
  | "close"
>;

/** Beyond this, codebases without an index are forgotten: calls can name any path. */
const MAX_KNOWN = 1_000;

export class CodebaseRegistry {
  /** By name of the view. */
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

  /** A commit of the codebase with this canonical root, tracked or not. */
  atCommit(root: string, commit: string): Codebase {
    const name = viewName(root, commit);
    let codebase = this.known.get(name);
    if (!codebase) {
      if (this.known.size >= MAX_KNOWN) this.forgetUntracked();
      this.known.set(name, (codebase = new Codebase(root, this.options, this.roots, commit)));
    }
    return codebase;
  }

  /** Commits of a codebase that are kept, sorted by their ids. */
  commitsOf(root: string): Codebase[] {
    return trackedCommits(this.options.home, root).map((commit) => this.atCommit(root, commit));
  }

  /** Forgets codebases without an index. */
  private forgetUntracked(): void {
    for (const [root, codebase] of this.known)
      if (!codebase.isTracked && !codebase.activeRun) this.known.delete(root);
  }

  /** All tracked codebases, sorted by root. */
  tracked(): Codebase[] {
    return trackedRoots(this.options.home).map((root) => this.at(root));
  }

  /** The codebase that covers a path. If there is none, an untracked codebase with the path as its root. */
  covering(path: string, baseFolder: string): Target {
    const absolute = normalizeAbsolute(path, baseFolder);
    requireFileName(absolute);
    const realPath = realPathOf(absolute);
    return {
      path: absolute,
      realPath,
      codebase: this.at(effectiveRoot(this.options.home, realPath) ?? realPath),
    };
  }

  /**
   * The codebase with exactly this path as its root if there is one, even if none of its runs has completed.
   * Otherwise the one that covers the path.
   */
  named(path: string, baseFolder: string): Target {
    const target = this.covering(path, baseFolder);
    return isTracked(this.options.home, target.realPath)
      ? { ...target, codebase: this.at(target.realPath) }
      : target;
  }

  /**
   * The codebase that listings show under exactly this path; otherwise the named one. If the folder is gone
   * and a link has its path, resolving the link leads to another codebase, and only the listed path leads to
   * the remaining index.
   */
  listed(path: string, baseFolder: string): Target {
    const absolute = normalizeAbsolute(path, baseFolder);
    return isTracked(this.options.home, absolute)
      ? { path: absolute, realPath: absolute, codebase: this.at(absolute) }
      : this.named(path, baseFolder);
  }

  /** Closes the stores of indexes that another process has removed or replaced. */
  async dropReplaced(): Promise<void> {
    await Promise.all(
      [...this.known.values()].map((codebase) =>
        codebase.activeRun === null ? codebase.closeIfReplaced() : undefined,
      ),
    );
  }

  /** Whether this process works on a run of any codebase. */
  isRunning(): boolean {
    return [...this.known.values()].some(({ activeRun }) => activeRun !== null);
  }

  /** Number of times that an index was found removed or replaced so far. */
  replacements(): number {
    return [...this.known.values()].reduce((count, codebase) => count + codebase.replacements, 0);
  }

  /** Cancels the runs of this process, so that they end as failed, and closes all stores. */
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
 * Throws `INVALID_ARGUMENTS` for a path that would open something other than the file of that name, as some
 * names do on Windows.
 */
export function requireFileName(path: string, flavor?: PlatformPath): void {
  const problem = nameProblem(path, flavor);
  if (problem === null) return;
  const message = `${path} ${problem}, which Windows does not open as a file of that name`;
  throw new EngineError("INVALID_ARGUMENTS", message, { details: [{ path: "path", message }] });
}

/**
 * Checks that a path is a folder that can be listed. Throws `PATH_NOT_FOUND`, `PATH_NOT_A_DIRECTORY` or
 * `PATH_UNREADABLE`.
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
 * Checks that the folder of a codebase is still the one that was indexed: a link in its place could lead to
 * files that must not be served. Throws the same errors as `requireFolder`, with `PATH_NOT_FOUND` for a link.
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
 * Why the folder of a codebase cannot be listed or is no longer the same folder; null if it is unchanged.
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

/** A problem with the folder of an index. If the folder is gone, the text adds how to remove the index. */
export function withWayOut(root: string, problem: string): string {
  return isThere(root)
    ? problem
    : `${problem}; if the folder will not come back, remove its index with \`manage_index clear\``;
}

/** True also for a path that is not accessible. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/**
 * Throws `PATH_NOT_FOUND` for a path that does not exist. The root of a codebase may be missing: its index
 * remains and can be searched.
 */
export function requirePresent({ path, realPath, codebase }: Target): void {
  // A commit may have folders that the disk lacks.
  if (codebase.commit !== null) return;
  if (realPath === codebase.root && codebase.isTracked) return;
  try {
    statSync(realPath);
  } catch (error) {
    const failure = pathError(path, error);
    if (failure.code === "PATH_NOT_FOUND") throw failure;
  }
}

/**
 * Throws `PATH_NOT_A_DIRECTORY` for a file: a call that names a file does not mean the codebase around it. A
 * root that has become a file is accepted, so that its index can be removed.
 */
export function refuseFile({ path, realPath, codebase }: Target): void {
  if (realPath === codebase.root && codebase.isTracked) return;
  if (isFile(realPath))
    throw new EngineError("PATH_NOT_A_DIRECTORY", `${path} is not a folder`, { details: { path } });
}

/** Whether something exists that is not a folder. */
export function isFile(path: string): boolean {
  try {
    return !statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Converts a system error about a path to an `EngineError`. */
export function pathError(path: string, error: unknown): EngineError {
  const details = { path };
  const code = systemCode(error);
  // Node.js throws ERR_INVALID_ARG_VALUE for a name with a NUL byte, which no file system allows.
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
 * Text about a part of a path that only a shell or a URL parser resolves and that was taken for a name; empty
 * if there is none.
 */
export function unresolvedIn(path: string): string {
  const [, name] = /(?:^|[\\/])(~|file:)(?:[\\/]|$)/i.exec(path) ?? [];
  return name === undefined ? "" : `: ${name} is not expanded, but taken literally as a folder name`;
}
