/**
 * The ignore policy: decides for every file and folder of a codebase whether it is indexed, in the way git
 * would read the same rules, and names the deciding rule.
 *
 * Later layers win: defaults < other work trees of the repository < global excludes < info/exclude <
 * .gitignore < .satoriignore < the codebase's own patterns. Within a layer, the deeper file wins; within a
 * file, the last match. Everything below an ignored folder stays ignored. The root itself is never ignored,
 * even if its repository excludes it, because the user named it. Another repository inside the codebase is
 * treated like any other folder: rules from above apply in it, but its own info/exclude does not. A second
 * work tree of such a repository is a copy and left out, like those of the codebase's own repository.
 *
 * With `core.ignorecase`, capitals count as small letters, in the rules of people and not in the defaults.
 *
 * A policy is a snapshot: it reads each control file once. If the `signature` of the files differs, the rules
 * around and in the root have changed. The policy watches no file system events, and nothing is cached
 * between policies.
 */
import { join, relative } from "node:path";
import { realPathOr } from "../disk/real-path.ts";
import { EngineError } from "../errors.ts";
import { nameOf, parentOf } from "../model/paths.ts";
import { statsOf } from "../stats-of.ts";
import {
  type CommittedFiles,
  type ControlFile,
  ControlFileReader,
  type IgnoreDiagnostic,
  UNKNOWN,
} from "./control-files.ts";
import { DEFAULT_PATTERNS } from "./defaults.ts";
import {
  DirectoryScope,
  type LayeredRules,
  ruleSets,
  type RuleSubject,
  withStronger,
} from "./directory-scope.ts";
import {
  findGitLocations,
  type GitLocations,
  type HostEnvironment,
  hostEnvironment,
} from "./git/locations.ts";
import { copiedWorkTree, workTreesBelow } from "./git/work-trees.ts";
import { MAX_REMEMBERED_FOLDERS } from "./limits.ts";
import { literalPattern } from "./path-matcher.ts";
import { type Base, baseBelow, RuleLoader, slashed } from "./rule-loader.ts";
import { type IgnoreVerdict, RuleSet } from "./rule-set.ts";
import type { LetterCase } from "./wildmatch/bracket.ts";
import { type IgnoreRule, parseRules, type RuleLayer, type RuleSource, toByteString } from "./rule.ts";

export interface IgnorePolicyOptions {
  /** Absolute path of the codebase's folder. */
  readonly root: string;
  /** The codebase's own patterns, one per string; later ones are stronger. Default: none. */
  readonly ownPatterns?: readonly string[];
  /** The weakest layer. Default: `DEFAULT_PATTERNS`. */
  readonly defaultPatterns?: readonly string[];
  /** Home folder and variables that locate git's configuration. Default: those of this process. */
  readonly environment?: HostEnvironment;
  /**
   * The ignore files of a commit, which replace those of the tree. Rules around the tree apply as they are
   * today; other work trees on the disk do not matter. Default: the tree on the disk.
   */
  readonly committed?: CommittedFiles | undefined;
}

/** Why a path is indexed or not. */
export interface IgnoreExplanation {
  /** Whether a rule ignores the path. */
  readonly ignored: boolean;
  /** False if the rules are unknown; for a folder, also if those inside it are. Such a path is not read. */
  readonly isKnown: boolean;
  /** The deciding rule; null if no rule matches or the rules are unknown. */
  readonly rule: IgnoreRule | null;
  /** The folder above the path that the rule ignores; null if the rule matches the path itself. */
  readonly ignoredFolder: string | null;
  /** What exists at the path. A missing path is judged as a file, or as a folder if it ends with `/`. */
  readonly found: RuleSubject | "absent";
}

/**
 * A folder on the way to a path: its scope, or why it is ignored. Below a folder with unknown rules,
 * everything is unknown.
 */
type Folder =
  | { readonly kind: "open"; readonly scope: DirectoryScope }
  | { readonly kind: "ignored"; readonly verdict: IgnoreVerdict; readonly folder: string };

/**
 * Opens the policy of a codebase. Reads a few small files. Never throws: `diagnostics()` lists control files
 * that cannot be used.
 */
export function openIgnorePolicy(options: IgnorePolicyOptions): IgnorePolicy {
  // Git, too, uses the real folder, not a link to it.
  const root = realPathOr(options.root);
  const environment = options.environment ?? hostEnvironment();
  const places = findGitLocations(root, environment);
  const reader = new ControlFileReader(options.committed);
  const { topLevel, letterCase } = places;
  const loader = new RuleLoader({ root, topLevel, home: environment.home, reader, letterCase });
  const layers = loadRootLayers({ ...options, root }, places, loader, reader);
  const rootScope = DirectoryScope.ofRoot(
    layers,
    (folder, layer) => loader.nested(folder, layer),
    (folder) => {
      if (options.committed !== undefined) return false;
      const main = copiedWorkTree(root, folder);
      // Where the main work tree is ignored, a linked one is no second copy.
      return main !== null && !policy.ignores(main, "directory").ignored;
    },
  );
  const policy = new IgnorePolicy(root, { rootScope, reader, letterCase });
  return policy;
}

interface PolicyParts {
  readonly rootScope: DirectoryScope;
  readonly reader: ControlFileReader;
  readonly letterCase: LetterCase;
}

/** See `openIgnorePolicy`. */
export class IgnorePolicy {
  /** Whether rules of people distinguish capitals, as `core.ignorecase` says. */
  readonly letterCase: LetterCase;
  readonly #root: string;
  readonly #rootScope: DirectoryScope;
  readonly #reader: ControlFileReader;
  readonly #folders = new Map<string, Folder>();

  constructor(root: string, { rootScope, reader, letterCase }: PolicyParts) {
    this.#root = root;
    this.letterCase = letterCase;
    this.#rootScope = rootScope;
    this.#reader = reader;
  }

  /**
   * The scope where a walk starts. Throws `PATH_UNREADABLE` if an ignore file that applies to the whole
   * codebase cannot be used.
   */
  rootScope(): DirectoryScope {
    const problem = this.rootProblem();
    if (problem !== null) throw new EngineError("PATH_UNREADABLE", problem);
    return this.#rootScope;
  }

  /** Why the rules of the root are unknown, for a message; null if they are known. */
  rootProblem(): string | null {
    if (this.#rootScope.isKnown) return null;
    // The control files around and in the root are the first that were read.
    return (
      this.diagnostics()
        .find(({ isUnknown, layer }) => isUnknown && layer !== "work_tree")
        ?.message.replace(/\.$/, "") ?? null
    );
  }

  /** The scope where a walk of a folder starts; null if the folder is ignored or its rules are unknown. */
  scopeAt(path: string): DirectoryScope | null {
    const folder = this.#folder(path);
    return folder.kind === "open" && folder.scope.isKnown ? folder.scope : null;
  }

  /**
   * The verdict on a single path, which need not exist; the same verdict that a walk would reach. Reads each
   * folder on the way once per policy.
   *
   * @param path relative to the root, with `/`; empty for the root, which is never ignored
   */
  ignores(path: string, kind: RuleSubject): IgnoreVerdict {
    return this.#judge(path, kind).verdict;
  }

  /** Explains which rule decides about a path, for `satori why`. */
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
   * All control files read so far, including missing ones, sorted by path. Nested ones are read when a walk
   * or a call reaches them.
   */
  controlFiles(): ControlFile[] {
    return this.#reader.files();
  }

  /** The control files whose rules are not applied, in the order in which they were read. */
  diagnostics(): IgnoreDiagnostic[] {
    return this.#reader.diagnostics();
  }

  #judge(path: string, kind: RuleSubject): { verdict: IgnoreVerdict; ignoredFolder: string | null } {
    if (path === "") return { verdict: { ignored: false, rule: null }, ignoredFolder: null };
    const folder = this.#folder(parentOf(path));
    if (folder.kind === "ignored") return { verdict: folder.verdict, ignoredFolder: folder.folder };
    return { verdict: folder.scope.verdict(nameOf(path), kind), ignoredFolder: null };
  }

  /** Whether a folder is not ignored but has unknown rules. */
  #isClosed(path: string): boolean {
    const folder = this.#folder(path);
    return folder.kind === "open" && !folder.scope.isKnown;
  }

  /**
   * Starts at the nearest cached folder above and goes down level by level: a tree may be deeper than the
   * call stack.
   */
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

// Collects the rules that apply in the root folder of a codebase, from all layers.

interface RootLayersOptions {
  /** Absolute path of the codebase's folder. */
  readonly root: string;
  readonly ownPatterns?: readonly string[];
  readonly defaultPatterns?: readonly string[];
  readonly committed?: CommittedFiles | undefined;
}

/** A folder whose control files apply in the root: the root itself, or one above it in the same work tree. */
interface Level {
  /** Absolute. */
  readonly folder: string;
  readonly base: Base;
}

const ROOT_BASE = baseBelow("");

/**
 * Reads the control files around and in the root. Control files below it are read when their scopes are
 * entered.
 */
function loadRootLayers(
  options: RootLayersOptions,
  places: GitLocations,
  loader: RuleLoader,
  reader: ControlFileReader,
): LayeredRules {
  const levels = levelsDownTo(options.root, places.topLevel ?? options.root);
  // Git treats the excludes of the repository and of the user as relative to the top level.
  const topBase = levels[0]?.base ?? ROOT_BASE;
  const { commonDir, excludesFile } = places;
  const workTrees =
    commonDir === null || options.committed ? [] : workTreesBelow(options.root, commonDir, reader);
  const outsideTree = [
    commonDir === null ? null : loader.load(join(commonDir, "info", "exclude"), "info_exclude", topBase),
    excludesFile === null ? null : loader.load(excludesFile, "global", topBase),
  ];
  const own = options.ownPatterns ?? [];
  let layers: LayeredRules = {
    own: own.length === 0 ? [] : [compile("own", own, places.letterCase)],
    letterCase: places.letterCase,
    satoriignore: [],
    gitignore: [],
    below: [
      ...ruleSets(outsideTree),
      ...listedRules(
        "work_tree",
        workTrees.map((tree) => `/${literalPattern(tree)}/`),
      ),
      ...listedRules("default", options.defaultPatterns ?? DEFAULT_PATTERNS),
    ],
    isKnown: !outsideTree.includes(UNKNOWN),
  };
  for (const { folder, base } of levels) {
    layers = withStronger(layers, {
      gitignore: loader.load(join(folder, ".gitignore"), "gitignore", base),
      satoriignore: loader.load(join(folder, ".satoriignore"), "satoriignore", base),
    });
  }
  return layers;
}

/** The folders from the top level down to the root. */
function levelsDownTo(root: string, topLevel: string): Level[] {
  const parts = slashed(relative(topLevel, root))
    .split("/")
    .filter((part) => part !== "");
  const above = parts.map((_, depth): Level => {
    const below = parts.slice(depth);
    const prefix = toByteString(`${below.join("/")}/`);
    return {
      folder: join(topLevel, ...parts.slice(0, depth)),
      base: { name: below.map(() => "..").join("/"), relativize: (path) => prefix + path },
    };
  });
  return [...above, { folder: root, base: ROOT_BASE }];
}

/** Cached by list: every search opens a policy, with the same defaults each time. */
const compiled = new WeakMap<readonly string[], RuleSet[]>();

type ListedLayer = Extract<RuleLayer, "own" | "default" | "work_tree">;

/** Rules of our own, which always distinguish capitals. */

function listedRules(kind: ListedLayer, patterns: readonly string[]): RuleSet[] {
  const known = kind === "default" ? compiled.get(patterns) : undefined;
  if (known) return known;
  const sets = patterns.length === 0 ? [] : [compile(kind, patterns)];
  if (kind === "default") compiled.set(patterns, sets);
  return sets;
}

function compile(kind: ListedLayer, patterns: readonly string[], letterCase: LetterCase = "exact"): RuleSet {
  const source: RuleSource = { kind, file: null, base: "" };
  const rules = patterns.flatMap((pattern, index) =>
    parseRules(pattern, source).map((rule) => ({ ...rule, line: index + 1 })),
  );
  return new RuleSet(rules, ROOT_BASE.relativize, letterCase);
}
