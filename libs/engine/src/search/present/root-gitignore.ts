/**
 * Caches the `.gitignore` in the root of each codebase, for hints that must not suggest what it already
 * ignores. Reads that one file only, not nested ones or git's other excludes. The file is parsed again when
 * its time or size changes, and after every `RELOAD_EVERY_USES` uses, since a file system with coarse times
 * may hide an edit of the same size.
 */
import { join } from "node:path";
import { type ControlFile, ControlFileReader, UNKNOWN, restat } from "../../ignore/control-files.ts";
import { DirectoryScope } from "../../ignore/directory-scope.ts";
import type { PathMatcher } from "../../ignore/path-matcher.ts";
import { RuleLoader } from "../../ignore/rule-loader.ts";
import type { RuleSet } from "../../ignore/rule-set.ts";
import { keepLatest } from "../../keep-latest.ts";

export type RootGitignore =
  | { readonly state: "ready"; readonly ignores: PathMatcher }
  /** `error`: unreadable, too large, a link, or not a regular file. */
  | { readonly state: "absent" | "error" };

/** Most roots in the cache; the least recently used one is dropped. */
const MAX_ROOTS = 100;
/** Number of uses after which the file is read again, whatever its state. */
export const RELOAD_EVERY_USES = 25;

interface Loaded {
  readonly file: ControlFile;
  readonly gitignore: RootGitignore;
}

export class RootGitignores {
  private readonly known = new Map<string, Loaded & { readonly uses: number }>();

  constructor(private readonly reloadEveryUses = RELOAD_EVERY_USES) {}

  /**
   * Checks the file; each call is one use of that root. Never throws.
   *
   * @param root canonical path, so that each root has one entry
   */
  of(root: string): RootGitignore {
    const known = this.known.get(root);
    const uses = (known?.uses ?? 0) + 1;
    if (known && uses % this.reloadEveryUses !== 0 && !hasChanged(known.file)) {
      return this.keep(root, { ...known, uses });
    }
    const loaded = load(root);
    // A missing or failing file keeps counting, so that it is retried at the same interval.
    return this.keep(root, { ...loaded, uses: loaded.gitignore.state === "ready" ? 0 : uses });
  }

  private keep(root: string, used: Loaded & { readonly uses: number }): RootGitignore {
    keepLatest(this.known, root, used, MAX_ROOTS);
    return used.gitignore;
  }
}

/** Appearing and disappearing are changes too. */
function hasChanged(file: ControlFile): boolean {
  const now = restat(file);
  return now.sizeBytes !== file.sizeBytes || wholeMs(now) !== wholeMs(file);
}

function wholeMs({ mtimeMs }: ControlFile): number | null {
  return mtimeMs === null ? null : Math.trunc(mtimeMs);
}

function load(root: string): Loaded {
  const reader = new ControlFileReader();
  const rules = new RuleLoader({
    root,
    topLevel: null,
    home: null,
    reader,
    letterCase: "exact",
  }).nested("", "gitignore");
  // If the folder listing shows no such file, the reader has no entry for it.
  const [
    file = {
      path: join(root, ".gitignore"),
      layer: "gitignore",
      sizeBytes: null,
      mtimeMs: null,
      ctimeMs: null,
    },
  ] = reader.files();
  if (rules === UNKNOWN || reader.diagnostics().length > 0) return { file, gitignore: { state: "error" } };
  return {
    file,
    gitignore: file.sizeBytes === null ? { state: "absent" } : { state: "ready", ignores: matcherOf(rules) },
  };
}

const NO_CONTROL_FILES = { gitignore: false, satoriignore: false };

/** Decides as git does: everything below an ignored folder is ignored. */
function matcherOf(rules: RuleSet | null): PathMatcher {
  const root = DirectoryScope.ofRoot(
    { own: [], satoriignore: [], gitignore: rules === null ? [] : [rules], below: [], isKnown: true },
    () => null,
  );
  return (path) => {
    const folders = path.split("/");
    const name = folders.pop() as string;
    let scope = root;
    for (const folder of folders) {
      if (scope.verdict(folder, "directory").ignored) return true;
      scope = scope.enter(folder, NO_CONTROL_FILES);
    }
    return scope.verdict(name, "file").ignored;
  };
}
