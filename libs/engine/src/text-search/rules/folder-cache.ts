/**
 * Caches what the ignore policy excludes from a tree, and whether ripgrep reads the remaining ignore files as
 * the policy does. Filled by listing every folder that is not ignored. An entry stays valid while the times
 * of all folders and ignore files are unchanged; checking them takes a tenth of the time of listing.
 */
import type { Dirent, Stats } from "node:fs";
import { join } from "node:path";
import { isNotebookPath } from "@satori/sidecar";
import type { Deadline } from "../../deadline.ts";
import { openFolder } from "../../disk/opened-folder.ts";
import { ControlFileReader, NESTED_CONTROL_FILES, UNKNOWN } from "../../ignore/control-files.ts";
import type { DirectoryScope } from "../../ignore/directory-scope.ts";
import { literalPattern } from "../../ignore/path-matcher.ts";
import type { IgnorePolicy } from "../../ignore/policy.ts";
import { keepLatest } from "../../keep-latest.ts";
import { pathIn } from "../../model/paths.ts";
import { isTooDeep } from "../../scan/depth.ts";
import { statsOf } from "../../stats-of.ts";
import { isPlainFile, rulesOf } from "./plain-rules.ts";

// Expresses what the ignore policy excludes from a tree as a few gitignore lines that exclude exactly that.
// Few lines matter: ripgrep takes a hundredth of a millisecond to read a line and tests each path against all
// of them. If every file with an extension is excluded, one line says so. Pure.

/** Limit on lines for files: reading more lines takes longer than searching most files. */
const MAX_FILE_LINES = 300;

export interface ExclusionLines {
  readonly lines: readonly string[];
  /** False if `lines` does not cover all ignored files. */
  readonly isWhole: boolean;
}

/** Ignored entries of one kind that share a name or an extension. */
interface Alike {
  /** Paths of the first of them. */
  readonly paths: string[];
  readonly kind: EntryKind;
}

type EntryKind = "file" | "directory";

/** Collects every entry of the folders that are not ignored. Paths are relative to the root, with `/`. */
export class Exclusions {
  /** Lines that would exclude an entry that is kept. */
  readonly #kept = new Set<string>();
  readonly #ignored = new Map<string, Alike>();

  keep(name: string, kind: EntryKind): void {
    this.#kept.add(lineOf(name, "file"));
    // A line for files matches folders too.
    if (kind === "directory") this.#kept.add(lineOf(name, kind));
  }

  ignore(path: string, name: string, kind: EntryKind): void {
    const line = lineOf(name, kind);
    const alike = this.#ignored.get(line);
    if (alike === undefined) this.#ignored.set(line, { paths: [path], kind });
    else if (kind === "directory" || alike.paths.length <= MAX_FILE_LINES) alike.paths.push(path);
  }

  /** All folders are always covered, since otherwise everything in them would be searched. */
  lines(): ExclusionLines {
    const folders: string[] = [];
    const files: string[] = [];
    for (const [line, { paths, kind }] of this.#ignored) {
      const lines = kind === "directory" ? folders : files;
      const isOne = IS_SIMPLE.test(line) && !this.#kept.has(line);
      if (isOne) lines.push(line);
      else
        for (const path of paths)
          if (canBeSaid(path)) lines.push(`/${literalPattern(path)}${kind === "directory" ? "/" : ""}`);
    }
    const isWhole = files.length <= MAX_FILE_LINES;
    return { lines: [...folders, ...files.slice(0, MAX_FILE_LINES)], isWhole };
  }
}

/**
 * A line for all folders of a name, or all files with an extension (or with the name, if it has no
 * extension).
 */
function lineOf(name: string, kind: EntryKind): string {
  if (kind === "directory") return `${name}/`;
  const dot = name.lastIndexOf(".");
  return dot === -1 ? name : `*${name.slice(dot)}`;
}

/** Lines that need no escaping. */
const IS_SIMPLE = /^\*?[\w.@+-]+\/?$/;

/**
 * Whether a path can be written as a line. Files without a line are searched, but their matches do not count.
 */
function canBeSaid(path: string): boolean {
  return !/[\n\r\ufffd]|\s$/.test(path);
}

/** Cached trees; the least recently used one is dropped. */
const MAX_TREES = 16;
/** A verdict takes a few microseconds. */
const ENTRIES_PER_PAUSE = 500;
/** A file that changed more recently may change again without a new time. */
const SETTLING_MS = 2_000;

export interface TreeInput {
  readonly root: string;
  readonly policy: IgnorePolicy;
  /** Changes with the rules from outside the tree. */
  readonly signature: string;
  /** Folders to begin in, relative to the root; empty for the root. */
  readonly starts: readonly string[];
}

/** What a listing of a tree found. */
export interface FolderFacts {
  /** What is ignored, as gitignore lines: all folders, and files. */
  readonly ignored: readonly string[];
  /** Whether `ignored` covers all ignored files. */
  readonly isWhole: boolean;
  /** The policy with the ignore files as they were at that time. */
  readonly policy: IgnorePolicy;
  /** False if ripgrep interprets an ignore file differently from git. */
  readonly isWellRead: boolean;
  /**
   * Folders, in the spelling of the disk, that a scan does not enter: they are too deep, or their rules are
   * unknown.
   */
  readonly closed: readonly string[];
  /** How many files are not ignored. */
  readonly fileCount: number;
  /** Symbolic links, and notebooks, that are not ignored; in the spelling of the disk. */
  readonly links: readonly string[];
  readonly notebooks: readonly string[];
}

/** Folders and ignore files by path, with what `stat` said about them. */
type Looks = ReadonlyMap<string, Look>;

type Look = Pick<Stats, "ino" | "size" | "mtimeMs" | "ctimeMs">;

interface CachedTree {
  readonly key: string;
  readonly looks: Looks;
  readonly facts: FolderFacts;
}

/** One cache for all searches in a process, keyed by the tree's root. */
export class FolderCache {
  readonly #trees = new Map<string, CachedTree>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  /**
   * The facts as of the last search; null for an unknown tree. `factsOf` returns the same object if they are
   * still valid.
   */
  knownOf(input: TreeInput): FolderFacts | null {
    return this.#knownTree(input)?.facts ?? null;
  }

  /** The current facts, cached or new. Throws `CANCELLED` and `DEADLINE_REACHED`. */
  async factsOf(input: TreeInput, deadline: Deadline): Promise<FolderFacts> {
    const known = this.#knownTree(input);
    const tree =
      known && (await looksSame(known.looks, deadline))
        ? known
        : await new FolderWalk(input, keyOf(input), this.#nowMs() - SETTLING_MS).tree(deadline);
    if (tree.looks.size > 0) keepLatest(this.#trees, input.root, tree, MAX_TREES);
    else this.#trees.delete(input.root);
    return tree.facts;
  }

  #knownTree(input: TreeInput): CachedTree | null {
    const tree = this.#trees.get(input.root);
    return tree?.key === keyOf(input) ? tree : null;
  }
}

function keyOf({ signature, starts }: TreeInput): string {
  return JSON.stringify([signature, starts]);
}

async function looksSame(looks: Looks, deadline: Deadline): Promise<boolean> {
  for (const [path, { ino, size, mtimeMs, ctimeMs }] of looks) {
    await deadline.pause();
    const now = statsOf(path);
    if (now?.ino !== ino || now.size !== size || now.mtimeMs !== mtimeMs || now.ctimeMs !== ctimeMs)
      return false;
  }
  return true;
}

/** A folder that is not ignored and still has to be listed. */
interface Pending {
  readonly path: string;
  /** Its rules, given a test for whether it contains an ignore file of a name. */
  readonly scopeOf: (has: (name: string) => boolean) => DirectoryScope;
}

class FolderWalk {
  readonly #looks = new Map<string, Look>();
  readonly #leftOut = new Exclusions();
  readonly #closed: string[] = [];
  readonly #links: string[] = [];
  readonly #notebooks: string[] = [];
  #fileCount = 0;
  #isWellRead = true;
  #isSettled = true;

  constructor(
    private readonly input: TreeInput,
    private readonly key: string,
    private readonly settledMs: number,
  ) {}

  async tree(deadline: Deadline): Promise<CachedTree> {
    const pending = this.input.starts.flatMap((start): Pending[] => {
      const scope = this.input.policy.scopeAt(start);
      return scope === null ? [] : [{ path: start, scopeOf: () => scope }];
    });
    for (let folder = pending.pop(); folder; folder = pending.pop()) {
      await deadline.pause();
      for (const open of await this.#openFolders(folder, deadline)) pending.push(open);
    }
    const { lines, isWhole } = this.#leftOut.lines();
    return {
      key: this.key,
      looks: this.#isSettled ? this.#looks : new Map(),
      facts: {
        ignored: lines,
        isWhole,
        policy: this.input.policy,
        isWellRead: this.#isWellRead,
        closed: this.#closed,
        fileCount: this.#fileCount,
        links: this.#links,
        notebooks: this.#notebooks,
      },
    };
  }

  async #openFolders({ path, scopeOf }: Pending, deadline: Deadline): Promise<Pending[]> {
    if (isTooDeep(path)) {
      this.#closed.push(path);
      return [];
    }
    const folder = join(this.input.root, path);
    // Recorded before listing, so that a change during the listing invalidates the entry.
    this.#note(folder);
    const entries = entriesOf(this.input.root, path);
    for (const { name } of entries)
      if (NESTED_CONTROL_FILES.has(name)) this.#readControlFile(join(folder, name), name);
    const scope = scopeOf((name) => entries.some((entry) => entry.name === name));
    if (!scope.isKnown) {
      this.#closed.push(path);
      return [];
    }
    const open: Pending[] = [];
    for (const [at, entry] of entries.entries()) {
      if (at % ENTRIES_PER_PAUSE === ENTRIES_PER_PAUSE - 1) await deadline.pause();
      const { name } = entry;
      const kind = entry.isDirectory() ? "directory" : "file";
      const below = pathIn(path, name);
      if (scope.verdict(name, kind).ignored) {
        this.#leftOut.ignore(below, name, kind);
        continue;
      }
      this.#leftOut.keep(name, kind);
      if (entry.isFile()) this.#fileCount++;
      if (entry.isFile() && isNotebookPath(name)) this.#notebooks.push(below);
      else if (entry.isSymbolicLink()) this.#links.push(below);
      if (kind === "directory")
        open.push({
          path: below,
          scopeOf: (has) =>
            scope.enter(name, { gitignore: has(".gitignore"), satoriignore: has(".satoriignore") }),
        });
    }
    return open;
  }

  #readControlFile(path: string, name: string): void {
    this.#note(path);
    const layer = NESTED_CONTROL_FILES.get(name) ?? "gitignore";
    const content = new ControlFileReader().read({ path, label: path, layer });
    // Ripgrep's matches in a folder with unknown rules do not count.
    if (content === UNKNOWN) return;
    if (layer === "satoriignore")
      this.#isWellRead &&= content === null || rulesOf(content)?.every(({ negated }) => !negated) === true;
    else this.#isWellRead &&= content !== null && isPlainFile(content);
  }

  #note(path: string): void {
    const stats = statsOf(path);
    if (stats === undefined || Math.max(stats.mtimeMs, stats.ctimeMs) > this.settledMs)
      this.#isSettled = false;
    else
      this.#looks.set(path, {
        ino: stats.ino,
        size: stats.size,
        mtimeMs: stats.mtimeMs,
        ctimeMs: stats.ctimeMs,
      });
  }
}

/**
 * Entries of a folder; empty if it has moved in the meantime, since then its entries would be reported under
 * the wrong path.
 */
function entriesOf(root: string, path: string): Dirent[] {
  try {
    using folder = openFolder(root, path);
    const entries = folder?.entries() ?? [];
    return folder?.isSame() ? entries : [];
  } catch {
    return [];
  }
}
