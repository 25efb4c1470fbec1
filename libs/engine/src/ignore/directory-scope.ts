/**
 * The ignore rules that count inside one folder. The walker takes a scope along as it descends: `verdict` for
 * every entry, `enter` for every folder that is not ignored.
 */
import { pathIn } from "../model/paths.ts";
import { UNKNOWN } from "./control-files.ts";
import type { IgnoreVerdict, LoadedRules, RuleSet } from "./rule-set.ts";
import type { IgnoreRule } from "./rule.ts";
import { toByteString } from "./rule.ts";
import { extensionOf } from "./wildmatch/shape.ts";

/** A symbolic link counts as a file, as in git. */
export type RuleSubject = "file" | "directory";

/** Which control files a folder holds, as its listing tells. */
export interface PresentControlFiles {
  readonly gitignore: boolean;
  readonly satoriignore: boolean;
}

/** Gives the rules of a control file inside the codebase. */
export type NestedRuleLoader = (folder: string, layer: "gitignore" | "satoriignore") => LoadedRules;

/** Rules by layer, each list strongest first: the deepest file leads. */
export interface LayeredRules {
  readonly own: readonly RuleSet[];
  readonly satoriignore: readonly RuleSet[];
  readonly gitignore: readonly RuleSet[];
  /** Excludes of the repository and the person, and the defaults. */
  readonly below: readonly RuleSet[];
  /** False where a control file that counts here cannot be used. */
  readonly isKnown: boolean;
}

/** The hard rule: what git itself keeps is never indexed, whatever the patterns say. */
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
/** Of everything where the rules are not known: what may be meant to be left out is not shown. */
const UNTOLD: IgnoreVerdict = { ignored: true, rule: null };

/** What scopes share with those of their folders, as far as no control file adds to it. */
interface SharedRules {
  readonly layers: LayeredRules;
  /** All layers, strongest first. */
  readonly ordered: readonly RuleSet[];
  readonly nestedRules: NestedRuleLoader;
}

export class DirectoryScope {
  /** The folder, from the root with `/`; empty for the root. */
  readonly path: string;
  readonly #shared: SharedRules;
  /** As in `Entry.folder`. */
  readonly #folder: string;

  private constructor(path: string, shared: SharedRules) {
    this.path = path;
    this.#shared = shared;
    this.#folder = path === "" ? "" : `${toByteString(path)}/`;
  }

  /** The scope of the root, whose own control files are among the layers. */
  static ofRoot(layers: LayeredRules, nestedRules: NestedRuleLoader): DirectoryScope {
    return new DirectoryScope("", { layers, ordered: inOrder(layers), nestedRules });
  }

  /**
   * False where an ignore file that counts here cannot be used, so that nobody can tell what is ignored: the
   * folder is not to be looked into.
   */
  get isKnown(): boolean {
    return this.#shared.layers.isKnown;
  }

  /**
   * Whether an entry of this folder is ignored; everything is where the rules are not known. Takes the folder
   * itself to be indexed.
   */
  verdict(name: string, kind: RuleSubject): IgnoreVerdict {
    if (name === ".git") return GIT_FOLDER;
    if (!this.isKnown) return UNTOLD;
    const bytes = toByteString(name);
    const entry = {
      name: bytes,
      extension: extensionOf(bytes),
      folder: this.#folder,
      isDirectory: kind === "directory",
    };
    for (const rules of this.#shared.ordered) {
      const verdict = rules.lastMatch(entry);
      if (verdict !== null) return verdict;
    }
    return UNDECIDED;
  }

  /**
   * The scope of a folder in this one, which is taken to be indexed. Reads the control files that are said to
   * be present, once a policy; without any it costs next to nothing.
   */
  enter(name: string, present: PresentControlFiles): DirectoryScope {
    const path = pathIn(this.path, name);
    const { layers, nestedRules } = this.#shared;
    const gitignore = present.gitignore ? nestedRules(path, "gitignore") : null;
    const satoriignore = present.satoriignore ? nestedRules(path, "satoriignore") : null;
    if (gitignore === null && satoriignore === null) return new DirectoryScope(path, this.#shared);
    const stronger = withStronger(layers, { gitignore, satoriignore });
    return new DirectoryScope(path, { layers: stronger, ordered: inOrder(stronger), nestedRules });
  }
}

/** The layers with the rules of a deeper folder put before those of its parents. */
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

/** Those that there are. */
export function ruleSets(loaded: readonly LoadedRules[]): RuleSet[] {
  return loaded.filter((rules) => rules !== null && rules !== UNKNOWN);
}

function inOrder({ own, satoriignore, gitignore, below }: LayeredRules): readonly RuleSet[] {
  return [...own, ...satoriignore, ...gitignore, ...below];
}
