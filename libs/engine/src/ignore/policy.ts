/**
 * The one ignore policy: decides for every file and folder of a codebase whether it is indexed, as git would
 * read the same rules, and names the rule that decided.
 *
 * Later layers win: defaults < other work trees of the repository < global excludes < info/exclude <
 * .gitignore < .satoriignore < the codebase's own patterns. In a layer the deeper file wins, in a file the
 * last match. What is below an ignored folder stays ignored. The root itself was named by a person, so it is
 * never asked about, even where its repository excludes it. Another repository inside the codebase is a
 * folder like any other: rules from above count in it, its own info/exclude does not.
 *
 * A policy is a snapshot: it reads each control file once. That of another time has other rules around and in
 * its root where the `signature` of its files is another. No file system event is watched here, and nothing
 * is cached between policies.
 */
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { EngineError } from "../errors.ts";
import { nameOf, parentOf } from "../model/paths.ts";
import { statsOf } from "../stats-of.ts";
import type { ControlFile, IgnoreDiagnostic } from "./control-files.ts";
import { ControlFileReader } from "./control-files.ts";
import type { RuleSubject } from "./directory-scope.ts";
import { DirectoryScope } from "./directory-scope.ts";
import type { HostEnvironment } from "./git/locations.ts";
import { findGitLocations, hostEnvironment } from "./git/locations.ts";
import { MAX_REMEMBERED_FOLDERS } from "./limits.ts";
import { loadRootLayers } from "./root-layers.ts";
import { RuleLoader } from "./rule-loader.ts";
import type { IgnoreVerdict } from "./rule-set.ts";
import type { IgnoreRule } from "./rule.ts";

export interface IgnorePolicyOptions {
  /** Absolute path of the codebase's folder. */
  readonly root: string;
  /** The codebase's own patterns, one a string, later ones stronger. Default: none. */
  readonly ownPatterns?: readonly string[];
  /** The weakest layer. Default: `DEFAULT_PATTERNS`. */
  readonly defaultPatterns?: readonly string[];
  /** Home folder and variables that lead to git's configuration. Default: those of this process. */
  readonly environment?: HostEnvironment;
}

/** Why a path is indexed or not. */
export interface IgnoreExplanation {
  /** By a rule. */
  readonly ignored: boolean;
  /** False where the rules are not known, of a folder those in it: it is not looked at then. */
  readonly isKnown: boolean;
  /** The rule that decided; null when none says anything, or none is known. */
  readonly rule: IgnoreRule | null;
  /** The folder above the path that the rule ignores; null when the rule is about the path itself. */
  readonly ignoredFolder: string | null;
  /**
   * What was found there. What is absent is judged as a file, or as a folder when asked for with a `/` at the
   * end.
   */
  readonly found: RuleSubject | "absent";
}

/**
 * A folder on the way to a path: its scope, or how it came to be ignored. Below one whose rules are not known
 * all is as unknown.
 */
type Folder =
  | { readonly kind: "open"; readonly scope: DirectoryScope }
  | { readonly kind: "ignored"; readonly verdict: IgnoreVerdict; readonly folder: string };

/**
 * Opens the policy of a codebase; reads a handful of small files. Never throws: a control file that cannot be
 * used is among `diagnostics()`.
 */
export function openIgnorePolicy(options: IgnorePolicyOptions): IgnorePolicy {
  // Git looks around the real folder too, not around a link to it.
  const root = realPathOr(options.root);
  const environment = options.environment ?? hostEnvironment();
  const places = findGitLocations(root, environment);
  const reader = new ControlFileReader();
  const loader = new RuleLoader({ root, topLevel: places.topLevel, home: environment.home, reader });
  const layers = loadRootLayers({ ...options, root }, places, loader, reader);
  const rootScope = DirectoryScope.ofRoot(layers, (folder, layer) => loader.nested(folder, layer));
  return new IgnorePolicy(root, rootScope, reader);
}

/** See `openIgnorePolicy`. */
export class IgnorePolicy {
  readonly #root: string;
  readonly #rootScope: DirectoryScope;
  readonly #reader: ControlFileReader;
  readonly #folders = new Map<string, Folder>();

  constructor(root: string, rootScope: DirectoryScope, reader: ControlFileReader) {
    this.#root = root;
    this.#rootScope = rootScope;
    this.#reader = reader;
  }

  /**
   * Where a walk starts. Throws `PATH_UNREADABLE` where an ignore file cannot be used that counts for all of
   * the codebase.
   */
  rootScope(): DirectoryScope {
    const problem = this.rootProblem();
    if (problem !== null) throw new EngineError("PATH_UNREADABLE", problem);
    return this.#rootScope;
  }

  /** Why nobody can tell what is ignored in the root, for a message; null where the rules are known. */
  rootProblem(): string | null {
    if (this.#rootScope.isKnown) return null;
    // The files around the root and in it are the first to be read.
    return (
      this.diagnostics()
        .find(({ isUnknown, layer }) => isUnknown && layer !== "work_tree")
        ?.message.replace(/\.$/, "") ?? null
    );
  }

  /** Where a walk of a folder starts; null when the folder is ignored, or its rules are not known. */
  scopeAt(path: string): DirectoryScope | null {
    const folder = this.#folder(path);
    return folder.kind === "open" && folder.scope.isKnown ? folder.scope : null;
  }

  /**
   * The verdict on a single path, which need not exist; the same as a walk would give. Folders on the way are
   * looked at once a policy.
   *
   * @param path relative to the root, with `/`; empty for the root, which is never ignored
   */
  ignores(path: string, kind: RuleSubject): IgnoreVerdict {
    return this.#judge(path, kind).verdict;
  }

  /** Tells people which rule decided about a path, as `satori why` does. */
  explain(path: string): IgnoreExplanation {
    const asked = path.replace(/\/+$/, "");
    const found = foundAt(join(this.#root, asked));
    const assumed = path.endsWith("/") ? "directory" : "file";
    const { verdict, ignoredFolder } = this.#judge(asked, found === "absent" ? assumed : found);
    const isKnown =
      (!verdict.ignored || verdict.rule !== null) && !(found === "directory" && this.#isClosed(asked));
    return {
      ignored: verdict.ignored && verdict.rule !== null,
      isKnown,
      rule: verdict.rule,
      ignoredFolder,
      found,
    };
  }

  /**
   * Every control file looked at so far, absent ones too, by path: nested ones as walks and questions came to
   * them.
   */
  controlFiles(): ControlFile[] {
    return this.#reader.files();
  }

  /** The control files whose rules do not count, in the order in which they were read. */
  diagnostics(): IgnoreDiagnostic[] {
    return this.#reader.diagnostics();
  }

  #judge(path: string, kind: RuleSubject): { verdict: IgnoreVerdict; ignoredFolder: string | null } {
    if (path === "") return { verdict: { ignored: false, rule: null }, ignoredFolder: null };
    const folder = this.#folder(parentOf(path));
    if (folder.kind === "ignored") return { verdict: folder.verdict, ignoredFolder: folder.folder };
    return { verdict: folder.scope.verdict(nameOf(path), kind), ignoredFolder: null };
  }

  /** Whether a folder that is not ignored has rules that are not known. */
  #isClosed(path: string): boolean {
    const folder = this.#folder(path);
    return folder.kind === "open" && !folder.scope.isKnown;
  }

  /** From the nearest folder above that is remembered, level by level: a tree may be deeper than a stack. */
  #folder(path: string): Folder {
    const unknown: string[] = [];
    let at = path;
    let folder: Folder | undefined;
    for (; at !== "" && (folder = this.#folders.get(at)) === undefined; at = parentOf(at)) unknown.push(at);
    folder ??= { kind: "open", scope: this.#rootScope };
    for (const below of unknown.reverse()) {
      folder = this.#look(folder, below);
      if (this.#folders.size >= MAX_REMEMBERED_FOLDERS) this.#folders.clear();
      this.#folders.set(below, folder);
    }
    return folder;
  }

  #look(above: Folder, path: string): Folder {
    const name = nameOf(path);
    if (above.kind === "ignored") return above;
    if (!above.scope.isKnown) return above;
    const verdict = above.scope.verdict(name, "directory");
    if (verdict.ignored) return { kind: "ignored", verdict, folder: path };
    const holds = (file: string): boolean => foundAt(join(this.#root, path, file)) !== "absent";
    const present = { gitignore: holds(".gitignore"), satoriignore: holds(".satoriignore") };
    return { kind: "open", scope: above.scope.enter(name, present) };
  }
}

function foundAt(path: string): RuleSubject | "absent" {
  const stats = statsOf(path);
  return stats === undefined ? "absent" : stats.isDirectory() ? "directory" : "file";
}

function realPathOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
