/**
 * The ignore rules that apply inside one folder. A walk passes scopes down the tree: it calls `verdict` for
 * every entry and `enter` for every folder that is not ignored.
 */
import { pathIn } from "../model/paths.ts";
import { UNKNOWN } from "./control-files.ts";
import type { Entry, IgnoreVerdict, LoadedRules, RuleSet } from "./rule-set.ts";
import { literalPattern } from "./path-matcher.ts";
import { type IgnoreRule, parseRules, toByteString } from "./rule.ts";
import { type LetterCase, inLetterCase } from "./wildmatch/bracket.ts";
import { extensionOf } from "./wildmatch/shape.ts";

/** A symbolic link counts as a file, as in git. */
export type RuleSubject = "file" | "directory";

/** Which control files a folder contains, according to its listing. */
export interface PresentControlFiles {
  readonly gitignore: boolean;
  readonly satoriignore: boolean;
}

/** Loads the rules of a control file inside the codebase. */
export type NestedRuleLoader = (folder: string, layer: "gitignore" | "satoriignore") => LoadedRules;

/** Whether a folder inside the codebase is a second work tree of a repository inside it. */
export type WorkTreeTest = (folder: string) => boolean;

/** Rules by layer. Each list is sorted strongest first, so the deepest file comes first. */
export interface LayeredRules {
  readonly own: readonly RuleSet[];
  readonly satoriignore: readonly RuleSet[];
  readonly gitignore: readonly RuleSet[];
  /** Excludes of the repository and of the user, and the defaults. */
  readonly below: readonly RuleSet[];
  /** False if a control file that applies here cannot be used. */
  readonly isKnown: boolean;
  /** Whether rules of people distinguish capitals. Default: they do. */
  readonly letterCase?: LetterCase;
}

/** A fixed rule: git's own folder is never indexed, whatever the patterns say. */
const GIT_FOLDER_RULE: IgnoreRule = {
  pattern: ".git",
  line: 1,
  source: { kind: "builtin", file: null, base: "" },
  negated: false,
  directoryOnly: false,
  glob: ".git",
};
const GIT_FOLDER: IgnoreVerdict = { ignored: true, rule: GIT_FOLDER_RULE };
const UNDECIDED: IgnoreVerdict = { ignored: false, rule: null };
/** Verdict while the rules are unknown: the entry might be meant to be ignored. */
const UNTOLD: IgnoreVerdict = { ignored: true, rule: null };

/** Data that a scope shares with the scopes of its subfolders, as long as no control file adds rules. */
interface SharedRules {
  readonly layers: LayeredRules;
  /** All layers, strongest first. */
  readonly ordered: readonly RuleSet[];
  readonly nestedRules: NestedRuleLoader;
  readonly isWorkTree: WorkTreeTest;
}

export class DirectoryScope {
  /** The folder, relative to the root, with `/`; empty for the root. */
  readonly path: string;
  readonly #shared: SharedRules;
  /** See `Entry.folder`. */
  readonly #folder: string;
  #foldedFolder: string | undefined;

  private constructor(path: string, shared: SharedRules) {
    this.path = path;
    this.#shared = shared;
    this.#folder = path === "" ? "" : `${toByteString(path)}/`;
  }

  /** The scope of the root. Its own control files are among the layers. */
  static ofRoot(
    layers: LayeredRules,
    nestedRules: NestedRuleLoader,
    isWorkTree: WorkTreeTest = () => false,
  ): DirectoryScope {
    return new DirectoryScope("", { layers, ordered: inOrder(layers), nestedRules, isWorkTree });
  }

  /**
   * False if an ignore file that applies here cannot be used. Nobody can tell then what is ignored, and the
   * folder must not be read.
   */
  get isKnown(): boolean {
    return this.#shared.layers.isKnown;
  }

  /**
   * Whether an entry of this folder is ignored. True for all entries if the rules are unknown. Assumes that
   * the folder itself is not ignored.
   */
  verdict(name: string, kind: RuleSubject): IgnoreVerdict {
    const { letterCase = "exact" } = this.#shared.layers;
    if (inLetterCase(name, letterCase) === ".git") return GIT_FOLDER;
    if (!this.isKnown) return UNTOLD;
    const bytes = toByteString(name);
    const isDirectory = kind === "directory";
    const exact = { name: bytes, extension: extensionOf(bytes), folder: this.#folder, isDirectory };
    const entry = letterCase === "exact" ? exact : { ...exact, folded: this.#folded(exact) };
    const verdict = this.#lastMatch(entry) ?? UNDECIDED;
    const isDecided = verdict.ignored || (verdict.rule !== null && verdict.rule.source.kind !== "default");
    return isDirectory && !isDecided ? (this.#workTreeVerdict(name) ?? verdict) : verdict;
  }

  #lastMatch(entry: Entry): IgnoreVerdict | null {
    for (const rules of this.#shared.ordered) {
      const verdict = rules.lastMatch(entry);
      if (verdict !== null) return verdict;
    }
    return null;
  }

  /** Outweighs the defaults only, as the rules for other work trees of the codebase's own repository. */
  #workTreeVerdict(name: string): IgnoreVerdict | null {
    const path = pathIn(this.path, name);
    if (!this.#shared.isWorkTree(path)) return null;
    const pattern = `/${literalPattern(path)}/`;
    const source = { kind: "work_tree", file: null, base: "" } as const;
    const [rule = null] = parseRules(pattern, source);
    return { ignored: true, rule };
  }

  #folded({ name, extension, folder, isDirectory }: Entry): Entry {
    const fold = (text: string): string => inLetterCase(text, "folded");
    return {
      name: fold(name),
      extension: fold(extension),
      folder: (this.#foldedFolder ??= fold(folder)),
      isDirectory,
    };
  }

  /**
   * The scope of a subfolder, which is assumed not to be ignored. Reads the control files that `present`
   * names, once per policy. Without control files, it costs almost nothing.
   */
  enter(name: string, present: PresentControlFiles): DirectoryScope {
    const path = pathIn(this.path, name);
    const { layers, nestedRules, isWorkTree } = this.#shared;
    const gitignore = present.gitignore ? nestedRules(path, "gitignore") : null;
    const satoriignore = present.satoriignore ? nestedRules(path, "satoriignore") : null;
    if (gitignore === null && satoriignore === null) return new DirectoryScope(path, this.#shared);
    const stronger = withStronger(layers, { gitignore, satoriignore });
    return new DirectoryScope(path, {
      layers: stronger,
      ordered: inOrder(stronger),
      nestedRules,
      isWorkTree,
    });
  }
}

/** Puts the rules of a deeper folder before those of its parents. */
export function withStronger(
  layers: LayeredRules,
  { gitignore, satoriignore }: { readonly gitignore: LoadedRules; readonly satoriignore: LoadedRules },
): LayeredRules {
  return {
    ...layers,
    gitignore: [...ruleSets([gitignore]), ...layers.gitignore],
    satoriignore: [...ruleSets([satoriignore]), ...layers.satoriignore],
    isKnown: layers.isKnown && gitignore !== UNKNOWN && satoriignore !== UNKNOWN,
  };
}

/** The rule sets among the results, without missing and unknown ones. */
export function ruleSets(loaded: readonly LoadedRules[]): RuleSet[] {
  return loaded.filter((rules) => rules !== null && rules !== UNKNOWN);
}

function inOrder({ own, satoriignore, gitignore, below }: LayeredRules): readonly RuleSet[] {
  return [...own, ...satoriignore, ...gitignore, ...below];
}
