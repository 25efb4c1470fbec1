/**
 * Prepares gitignore patterns so that they can be looked up instead of being tried one by one. Every pattern
 * is split into a part for the last name of a path and a part for the folder before it:
 *
 *     src/gen-*.ts      folder `src/`, last part `gen-*.ts`
 *     *.o               any folder, last part `*.o`
 *
 * The last part usually provides a lookup key; the folder has to be compared only once for all its entries.
 */
import { type LetterCase, inLetterCase } from "./bracket.ts";
import { type Glob, STEP, matchesGlob, parseGlob } from "./glob.ts";

/** What all matching names have in common. Texts are byte strings. */
export type Key =
  | { readonly kind: "name"; readonly text: string }
  /** From the last dot on, including the dot. */
  | { readonly kind: "extension"; readonly text: string }
  | { readonly kind: "first_byte"; readonly byte: number }
  | { readonly kind: "last_byte"; readonly byte: number }
  | { readonly kind: "none" };

/** A prepared pattern: it matches if the key, the name and the folder match. */
export interface Shape {
  readonly key: Key;
  /** Whether a name with this key matches; null if all do. */
  readonly fitsName: ((name: string) => boolean) | null;
  /**
   * Whether a folder matches, relative to the pattern's folder, with a `/` at the end, or empty; null if all
   * do.
   */
  readonly fitsFolder: ((folder: string) => boolean) | null;
}

const SLASH = 0x2f;
/**
 * Optional folders at any depth, an optional wildcard at the beginning of the name, and text without special
 * characters.
 */
const PLAIN = /^(?:\*\*\/((?:[\w.@+-]+\/)+))?(\*?)([\w.@+-]+)$/;

/**
 * The shape of a gitignore pattern (a byte string without `!` and trailing `/`); null if it can never match.
 *
 * A pattern with a slash, even an escaped one or one in brackets, is relative to the folder of its file.
 */
export function shapeOf(pattern: string, letterCase: LetterCase = "exact"): Shape | null {
  const plain = PLAIN.exec(inLetterCase(pattern, letterCase));
  if (plain !== null) return plainShape(plain);
  const glob = parseGlob(pattern.startsWith("/") ? pattern.slice(1) : pattern, letterCase);
  if (glob === null) return null;
  const nameAt = glob.steps.findLastIndex((step) => step === SLASH || step === STEP.folders) + 1;
  const name = sliceOf(glob, nameAt, glob.steps.length);
  // A double asterisk at the end matches any number of folders and any name: only the part before it can
  // fail.
  if (name.steps[0] === STEP.rest)
    return { key: { kind: "none" }, fitsName: null, fitsFolder: folderTest(glob) };
  const fitsFolder = pattern.includes("/") ? folderTest(sliceOf(glob, 0, nameAt)) : null;
  const key = keyOf(name.steps);
  return { key, fitsName: nameTest(name, key), fitsFolder };
}

/**
 * Fast path: most built-in patterns look like this, and a short process compiles all of them to judge a few
 * paths.
 */
function plainShape([, folder, wildcard, text = ""]: RegExpExecArray): Shape {
  const fitsFolder =
    folder === undefined ? null : (path: string) => path === folder || path.endsWith(`/${folder}`);
  if (wildcard === "") return { key: { kind: "name", text }, fitsName: null, fitsFolder };
  const key: Key = text.includes(".")
    ? { kind: "extension", text: extensionOf(text) }
    : { kind: "last_byte", byte: text.charCodeAt(text.length - 1) };
  return { key, fitsName: (name) => name.endsWith(text), fitsFolder };
}

/** The most selective key of a pattern for names. */
function keyOf(steps: readonly number[]): Key {
  const text = literalText(steps);
  if (text !== null) return { kind: "name", text };
  const ending = literalText(steps.slice(steps.findLastIndex((step) => !isByte(step)) + 1)) ?? "";
  if (ending.includes(".")) return { kind: "extension", text: extensionOf(ending) };
  const [first] = steps;
  if (first !== undefined && isByte(first)) return { kind: "first_byte", byte: first };
  return ending === "" ? { kind: "none" } : { kind: "last_byte", byte: ending.charCodeAt(ending.length - 1) };
}

/** A name from its last dot on, including the dot; empty if there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot);
}

function nameTest(glob: Glob, key: Key): Shape["fitsName"] {
  if (key.kind === "name") return null;
  const { steps } = glob;
  const suffix = steps[0] === STEP.run ? literalText(steps.slice(1)) : null;
  if (suffix !== null) return (name) => name.endsWith(suffix);
  const prefix = steps.at(-1) === STEP.run ? literalText(steps.slice(0, -1)) : null;
  if (prefix !== null) return (name) => name.startsWith(prefix);
  // Most names lack the longest literal, which is much faster to check.
  const needed = longestLiteral(steps);
  return (name) => name.includes(needed) && matchesGlob(glob, name);
}

/** Remembers the last answer: a walk judges all entries of one folder before it moves on. */
function folderTest(glob: Glob): Shape["fitsFolder"] {
  const [first] = glob.steps;
  if (glob.steps.length === 1 && (first === STEP.folders || first === STEP.rest)) return null;
  let asked: string | null = null;
  let answer = false;
  return (folder) => {
    if (folder !== asked) {
      answer = matchesGlob(glob, folder);
      asked = folder;
    }
    return answer;
  };
}

function sliceOf(glob: Glob, start: number, end: number): Glob {
  return { steps: glob.steps.slice(start, end), brackets: glob.brackets };
}

/** The text that the steps spell; null if there is a wildcard among them. */
function literalText(steps: readonly number[]): string | null {
  // Not `fromCharCode(...steps)`: a hostile pattern could have too many steps for the stack.
  return steps.every(isByte) ? steps.map((step) => String.fromCharCode(step)).join("") : null;
}

function longestLiteral(steps: readonly number[]): string {
  let longest = "";
  let current = "";
  for (const step of steps) {
    current = isByte(step) ? current + String.fromCharCode(step) : "";
    if (current.length > longest.length) longest = current;
  }
  return longest;
}

function isByte(step: number): boolean {
  return step < STEP.any;
}
