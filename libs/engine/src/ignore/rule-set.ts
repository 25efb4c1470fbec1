/**
 * The rules of one source, compiled so that the last rule that matches a path is found quickly: by lookups of
 * the name, its extension, and its first and last byte. Only patterns that determine none of these are tried
 * on every path.
 */
import type { UNKNOWN } from "./control-files.ts";
import type { IgnoreRule } from "./rule.ts";
import type { LetterCase } from "./wildmatch/bracket.ts";
import { type Key, type Shape, shapeOf } from "./wildmatch/shape.ts";

/** Whether a path is ignored, and the deciding rule; null if no rule matches or the rules are unknown. */
export interface IgnoreVerdict {
  readonly ignored: boolean;
  readonly rule: IgnoreRule | null;
}

/** A file or folder to judge. Texts are byte strings (see `toByteString`). */
export interface Entry {
  readonly name: string;
  /** The name from its last dot on, including the dot; empty if there is none. */
  readonly extension: string;
  /** The folder of the entry, relative to the codebase root, with a `/` at the end; empty for the root. */
  readonly folder: string;
  readonly isDirectory: boolean;
  /** The same in lower case, for rules that ignore case; absent if no rules do. */
  readonly folded?: Entry;
}

/** Makes an `Entry.folder` relative to the folder of the rules. */
export type Relativize = (folder: string) => string;

/** Result of loading a control file: null for no rules, `UNKNOWN` if they cannot be determined. */
export type LoadedRules = RuleSet | typeof UNKNOWN | null;

/** One compiled rule. */
interface Candidate {
  /** Position in the source: the highest one that matches decides. */
  readonly index: number;
  readonly directoryOnly: boolean;
  readonly shape: Shape;
  readonly verdict: IgnoreVerdict;
}

/** In all lists, the last rule comes first: the first candidate that matches decides. */
export class RuleSet {
  readonly #byName = new Map<string, Candidate[]>();
  readonly #byExtension = new Map<string, Candidate[]>();
  readonly #byFirstByte = new Map<number, Candidate[]>();
  readonly #byLastByte = new Map<number, Candidate[]>();
  readonly #others: Candidate[] = [];
  readonly #relativize: Relativize;
  readonly #letterCase: LetterCase;

  /** @param rules rules of one source, in its order; all relative to the same folder */
  constructor(rules: readonly IgnoreRule[], relativize: Relativize, letterCase: LetterCase = "exact") {
    this.#relativize = relativize;
    this.#letterCase = letterCase;
    for (let index = rules.length - 1; index >= 0; index--) {
      const rule = rules[index];
      const shape = rule === undefined ? null : shapeOf(rule.glob, letterCase);
      if (rule === undefined || shape === null) continue;
      const verdict: IgnoreVerdict = { ignored: !rule.negated, rule };
      this.#listFor(shape.key).push({ index, directoryOnly: rule.directoryOnly, shape, verdict });
    }
  }

  /** The verdict of the last rule that matches; null if none does. */
  lastMatch(written: Entry): IgnoreVerdict | null {
    const entry = this.#letterCase === "folded" ? (written.folded ?? written) : written;
    const { name } = entry;
    let best = this.#firstFit(this.#byName.get(name), entry, null);
    if (entry.extension !== "") best = this.#firstFit(this.#byExtension.get(entry.extension), entry, best);
    best = this.#firstFit(this.#byFirstByte.get(name.charCodeAt(0)), entry, best);
    best = this.#firstFit(this.#byLastByte.get(name.charCodeAt(name.length - 1)), entry, best);
    best = this.#firstFit(this.#others, entry, best);
    return best === null ? null : best.verdict;
  }

  /** The first candidate that matches and comes after `best` in the source; otherwise `best`. */
  #firstFit(list: readonly Candidate[] | undefined, entry: Entry, best: Candidate | null): Candidate | null {
    if (list === undefined) return best;
    for (const candidate of list) {
      if (best !== null && candidate.index < best.index) return best;
      if (this.#fits(candidate, entry)) return candidate;
    }
    return best;
  }

  #fits({ directoryOnly, shape }: Candidate, entry: Entry): boolean {
    if (directoryOnly && !entry.isDirectory) return false;
    if (shape.fitsFolder !== null && !shape.fitsFolder(this.#relativize(entry.folder))) return false;
    return shape.fitsName === null || shape.fitsName(entry.name);
  }

  #listFor(key: Key): Candidate[] {
    switch (key.kind) {
      case "name":
        return listIn(this.#byName, key.text);
      case "extension":
        return listIn(this.#byExtension, key.text);
      case "first_byte":
        return listIn(this.#byFirstByte, key.byte);
      case "last_byte":
        return listIn(this.#byLastByte, key.byte);
      case "none":
        return this.#others;
    }
  }
}

function listIn<K>(map: Map<K, Candidate[]>, key: K): Candidate[] {
  let list = map.get(key);
  if (list === undefined) map.set(key, (list = []));
  return list;
}
