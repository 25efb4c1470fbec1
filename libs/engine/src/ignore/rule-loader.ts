/** Loads the rules of control files, each file once, with the folder that they are relative to. */
import { isAbsolute, join, relative, sep } from "node:path";
import {
  type ControlFileLocation,
  type ControlFileReader,
  type ControlLayer,
  UNKNOWN,
} from "./control-files.ts";
import { pathIn } from "../model/paths.ts";
import { MAX_RULES_PER_FILE } from "./limits.ts";
import { type LoadedRules, type Relativize, RuleSet } from "./rule-set.ts";
import { parseRules, toByteString } from "./rule.ts";
import type { LetterCase } from "./wildmatch/bracket.ts";

/** A folder that rules are relative to. */
export interface Base {
  /** See `RuleSource.base`. */
  readonly name: string;
  readonly relativize: Relativize;
}

export interface RuleLoaderOptions {
  /** Absolute. */
  readonly root: string;
  /** Absolute top level of the work tree that contains the root; null outside a work tree. */
  readonly topLevel: string | null;
  /** Absolute home folder, written as `~` in messages; null if there is none. */
  readonly home: string | null;
  readonly reader: ControlFileReader;
  readonly letterCase: LetterCase;
}

export class RuleLoader {
  readonly #options: RuleLoaderOptions;
  readonly #loaded = new Map<string, LoadedRules>();

  constructor(options: RuleLoaderOptions) {
    this.#options = options;
  }

  /**
   * The rules of a folder's `.gitignore` or `.satoriignore`.
   *
   * @param folder relative to the root
   */
  nested(folder: string, layer: "gitignore" | "satoriignore"): LoadedRules {
    const { root } = this.#options;
    const diskPath = pathIn(folder, `.${layer}`);
    return this.load(join(root, diskPath), layer, baseBelow(folder), { root, diskPath });
  }

  /** The rules of one control file. */
  load(path: string, layer: ControlLayer, base: Base, tree?: ControlFileLocation["tree"]): LoadedRules {
    let rules = this.#loaded.get(path);
    if (rules === undefined) {
      rules = this.#read({ path, label: this.#labelOf(path), layer, ...(tree ? { tree } : {}) }, base);
      this.#loaded.set(path, rules);
    }
    return rules;
  }

  #read(place: ControlFileLocation, base: Base): LoadedRules {
    const { reader, letterCase } = this.#options;
    const content = reader.read(place);
    if (content === null || content === UNKNOWN) return content;
    const rules = parseRules(content, { kind: place.layer, file: place.label, base: base.name });
    if (rules.length > MAX_RULES_PER_FILE) {
      return reader.reject(
        place,
        "too_many_rules",
        `has ${rules.length} rules, more than ${MAX_RULES_PER_FILE}`,
      );
    }
    return rules.length === 0 ? null : new RuleSet(rules, base.relativize, letterCase);
  }

  #labelOf(path: string): string {
    const { root, topLevel, home } = this.#options;
    if (isOnDiskWithin(path, topLevel ?? root)) return slashed(relative(root, path));
    return home !== null && isOnDiskWithin(path, home) ? `~/${slashed(relative(home, path))}` : path;
  }
}

/** The root for an empty `folder`, otherwise a folder below it. */
export function baseBelow(folder: string): Base {
  const skipped = folder === "" ? 0 : toByteString(folder).length + 1;
  return { name: folder, relativize: skipped === 0 ? (path) => path : (path) => path.slice(skipped) };
}

function isOnDiskWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Replaces the separators of a path with `/`. */
export function slashed(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
