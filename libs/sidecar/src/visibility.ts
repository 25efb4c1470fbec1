/**
 * Which declarations of a file other modules can use. `languages/visibility-rules.ts` has a rule for each
 * language; this file has what rules share. Pure.
 */
import { isFunctionKind } from "@satori/contracts";
import type { ImportFact, SymbolFact } from "./facts.ts";

/** What a rule may look at. */
export interface DeclaringFile {
  readonly path: string;
  readonly text: string;
  /** The text without comments and strings, of the same length; the text itself without lexical rules. */
  readonly code: string;
  readonly symbols: readonly SymbolFact[];
  readonly imports: readonly ImportFact[];
  /** Text of each file that `VisibilityRule.companions` names, if it exists. */
  readonly companions: ReadonlyMap<string, string>;
}

export interface VisibilityRule {
  /** What a module is: a file, or all files of a folder. */
  readonly module: "file" | "folder";
  /** Other files that decide about the declarations of a file, by path. Default: none. */
  readonly companions?: (path: string) => readonly string[];
  /**
   * Reads a file and returns a test for its symbols, which are tested by their own declaration: what encloses
   * a symbol is tested on its own.
   *
   * `parent` is the enclosing symbol; null at the top level.
   */
  readonly open: (file: DeclaringFile) => (symbol: SymbolFact, parent: SymbolFact | null) => boolean;
  /** The part of a signature that users depend on. Default: all of it. */
  readonly plainSignature?: (signature: string) => string;
  /** Names that the file passes on from other modules. Default: those of re-exports. */
  readonly passedOn?: (file: DeclaringFile) => readonly PassedOnName[];
}

/** A name that a module passes on. */
export interface PassedOnName {
  /** Under which other modules find it; `* from MODULE` for all names of a module. */
  readonly name: string;
  readonly line: number;
}

/**
 * For each symbol of a file, whether it is local to a function. A constructor's parameter that declares a
 * member is not.
 */
export function localSymbols(symbols: readonly SymbolFact[]): boolean[] {
  const isLocal: boolean[] = [];
  // Symbols are sorted by start: what encloses a symbol comes before it.
  for (const { parent, kind } of symbols) {
    const around = symbols[parent];
    const isMember = around?.kind === "constructor" && (kind === "field" || kind === "property");
    isLocal.push(
      around !== undefined && (isLocal[parent] === true || (isFunctionKind(around.kind) && !isMember)),
    );
  }
  return isLocal;
}

/** For each symbol of a file, whether it and all that encloses it are visible to other modules. */
export function publicSymbols(rule: VisibilityRule, file: DeclaringFile): boolean[] {
  const isVisible = rule.open(file);
  const isLocal = localSymbols(file.symbols);
  const visible: boolean[] = [];
  for (const [at, symbol] of file.symbols.entries()) {
    const parent = file.symbols[symbol.parent] ?? null;
    const around = parent?.kind === "constructor" ? parent.parent : symbol.parent;
    const isAroundVisible = around === -1 || visible[around] === true;
    visible.push(isAroundVisible && isLocal[at] === false && isVisible(symbol, parent));
  }
  return visible;
}

/**
 * Matches of an expression in the code, by the innermost of some symbols around each, in the order of the
 * text.
 *
 * @param expression global; its first group is the word
 */
export function wordsWithin(
  { code, symbols }: Pick<DeclaringFile, "code" | "symbols">,
  expression: RegExp,
  counts: (symbol: SymbolFact) => boolean,
): ReadonlyMap<SymbolFact | null, readonly PlacedWord[]> {
  const words = new Map<SymbolFact | null, PlacedWord[]>();
  const open: SymbolFact[] = [];
  let next = 0;
  for (const { index, 1: word = "" } of code.matchAll(expression)) {
    for (let symbol = symbols[next]; symbol && symbol.start <= index; symbol = symbols[++next])
      if (counts(symbol)) {
        while (open.length > 0 && (open.at(-1) as SymbolFact).end <= symbol.start) open.pop();
        open.push(symbol);
      }
    while (open.length > 0 && (open.at(-1) as SymbolFact).end <= index) open.pop();
    const owner = open.at(-1) ?? null;
    const known = words.get(owner);
    if (known) known.push({ at: index, word });
    else words.set(owner, [{ at: index, word }]);
  }
  return words;
}

export interface PlacedWord {
  readonly at: number;
  readonly word: string;
}

/** The last of the words before an offset; undefined if there is none. Takes logarithmic time. */
export function lastBefore(words: readonly PlacedWord[], offset: number): string | undefined {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle] as PlacedWord).at < offset) low = middle + 1;
    else high = middle;
  }
  return words[low - 1]?.word;
}

/** Names that re-exports pass on. */
export function reexportedNames({ imports }: Pick<DeclaringFile, "imports">): PassedOnName[] {
  return imports
    .filter(({ kind }) => kind === "reexport")
    .flatMap(({ module, names, line }) =>
      names.map(({ alias }) => ({ name: alias === "*" ? `* from ${module}` : alias, line })),
    );
}

/** Names that a file passes on. */
export function passedOnNames(rule: VisibilityRule, file: DeclaringFile): readonly PassedOnName[] {
  return (rule.passedOn ?? reexportedNames)(file);
}

/** The declaration of a symbol, up to its name. */
export function modifiersOf({ signature, name }: Pick<SymbolFact, "signature" | "name">): string {
  const text = signature ?? "";
  const isPart = (char: string | undefined): boolean => char !== undefined && /[\w$]/.test(char);
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1))
    if (!isPart(text[at - 1]) && !isPart(text[at + name.length])) return text.slice(0, at);
  return text;
}

/**
 * A rule for languages that say it by a word before the name.
 *
 * @param hidden matches the modifiers of what is not public
 */
export function unlessHidden(hidden: RegExp, module: VisibilityRule["module"] = "file"): VisibilityRule {
  return { module, open: () => (symbol) => !hidden.test(modifiersOf(symbol)) };
}
