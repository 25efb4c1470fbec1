/**
 * The ignore rules that count inside one folder. The walker takes a scope along as it descends: `verdict` for every
 * entry, `enter` for every folder that is not ignored.
 */
import { pathIn } from "../model/paths.ts";
import type { IgnoreVerdict, RuleSet } from "./rule-set.ts";
import type { IgnoreRule } from "./rule.ts";
import { toByteString } from "./rule.ts";
import { extensionOf } from "./wildmatch/shape.ts";

/** A symbolic link counts as a file, as in git. */
export type EntryKind = "file" | "directory";

/** Which control files a folder holds, as its listing tells. */
export interface PresentControlFiles {
  readonly gitignore: boolean;
  readonly satoriignore: boolean;
}

/** Gives the rules of a control file inside the codebase; null when it has none that count. */
export type NestedRules = (folder: string, layer: "gitignore" | "satoriignore") => RuleSet | null;

/** Rules by layer, each list strongest first: the deepest file leads. */
export interface LayeredRules {
  readonly own: readonly RuleSet[];
  readonly satoriignore: readonly RuleSet[];
  readonly gitignore: readonly RuleSet[];
  /** Excludes of the repository and the person, and the defaults. */
  readonly below: readonly RuleSet[];
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

/** What scopes share with those of their folders, as far as no control file adds to it. */
interface SharedRules {
  readonly layers: LayeredRules;
  /** All layers, strongest first. */
  readonly ordered: readonly RuleSet[];
  readonly nestedRules: NestedRules;
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
  static ofRoot(layers: LayeredRules, nestedRules: NestedRules): DirectoryScope {
    return new DirectoryScope("", { layers, ordered: inOrder(layers), nestedRules });
  }

  /** Whether an entry of this folder is ignored. Takes the folder itself to be indexed. */
  verdict(name: string, kind: EntryKind): IgnoreVerdict {
    if (name === ".git") return GIT_FOLDER;
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
   * The scope of a folder in this one, which is taken to be indexed. Reads the control files that are said to be
   * present, once a policy; without any it costs next to nothing.
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
  { gitignore, satoriignore }: { readonly gitignore: RuleSet | null; readonly satoriignore: RuleSet | null },
): LayeredRules {
  return {
    ...layers,
    gitignore: gitignore === null ? layers.gitignore : [gitignore, ...layers.gitignore],
    satoriignore: satoriignore === null ? layers.satoriignore : [satoriignore, ...layers.satoriignore],
  };
}

function inOrder({ own, satoriignore, gitignore, below }: LayeredRules): readonly RuleSet[] {
  return [...own, ...satoriignore, ...gitignore, ...below];
}
