/** Parses a file without the lines that do not parse, if more of it is understood this way. */
import type { Tree } from "web-tree-sitter";
import { hideRanges } from "../blank.ts";
import type { TextRange } from "../facts.ts";
import type { LoadedGrammar } from "../grammar.ts";
import type { Collected } from "../symbols/collect.ts";
import type { SyntaxTree } from "../syntax/tree/syntax-tree.ts";
import type { ParsedParts } from "./parsed-parts.ts";
import { brokenRanges, isConflictMarker } from "./repair.ts";

export interface DamagedFile {
  readonly text: string;
  /** The text as the parser saw it, of the same length. */
  readonly seen: string;
  /** Text that each part of the file needs before it; may be empty. */
  readonly opening: string;
  readonly grammar: Pick<LoadedGrammar, "parse" | "read" | "recycle">;
  /** If other versions of the file are analyzed, too. */
  readonly parsedParts?: ParsedParts | undefined;
}

export interface RepairedTree {
  readonly tree: Tree;
  readonly syntax: SyntaxTree;
  readonly collected: Collected;
}

/**
 * The tree of a damaged file without its mistakes, and what is collected from it; symbols that were not found
 * before are marked. Null if that is no better. The caller owns the trees.
 *
 * @param original what was collected from the damaged tree
 */
export function repairedTree(
  { text, seen, opening, grammar, parsedParts }: DamagedFile,
  original: Collected,
  collect: (tree: SyntaxTree) => Collected,
): RepairedTree | null {
  const parse = (part: string): boolean | null => {
    const tree = grammar.parse(part);
    const isSound = tree && !tree.rootNode.hasError;
    tree?.delete();
    return isSound;
  };
  const parses = (part: string): boolean =>
    parsedParts ? parsedParts.parses(part, () => parse(part)) : (parse(part) ?? false);
  const hidden = brokenRanges({ text: seen, opening, parses });
  if (hidden.length === 0) return null;
  const tree = grammar.parse(hideRanges(seen, hidden));
  if (!tree) return null;
  const syntax = grammar.read(tree, text);
  const collected = collect(syntax);
  const lines = hidden.filter(({ start }) => !isConflictMarker(seen, start));
  if (lines.length === 0 || isBetter(collected, original, lines))
    return { tree, syntax, collected: withRecovered(collected, original) };
  grammar.recycle(syntax);
  tree.delete();
  return null;
}

/** Kinds that local declarations of broken code may have by mistake. */
const VALUES: ReadonlySet<string> = new Set(["variable", "constant", "field", "property"]);

/**
 * Whether a repaired file says more: more symbols are found, or found in another symbol, than are lost with
 * the lines that are hidden, and no fewer functions and types. Variables that are gone elsewhere were none:
 * without the repair, local variables look like those of the file; so those that are new prove nothing.
 */
function isBetter(repaired: Collected, original: Collected, hidden: readonly TextRange[]): boolean {
  const isValue = ({ facts }: Collected, at: number): boolean =>
    VALUES.has(facts.symbols[at]?.kind ?? "variable");
  let [gained, gainedCode] = [0, 0];
  for (const [nameStart, at] of repaired.symbolNamedAt) {
    const before = original.symbolNamedAt.get(nameStart);
    const label = before === undefined ? null : original.facts.symbols[before]?.label;
    if (label === repaired.facts.symbols[at]?.label) continue;
    gained++;
    if (before === undefined && !isValue(repaired, at)) gainedCode++;
  }
  let [lost, lostCode, range] = [0, 0, 0];
  for (const [nameStart, at] of [...original.symbolNamedAt].sort(([left], [right]) => left - right)) {
    while ((hidden[range]?.end ?? nameStart + 1) <= nameStart) range++;
    if ((hidden[range]?.start ?? nameStart + 1) <= nameStart) lost++;
    if (!repaired.symbolNamedAt.has(nameStart) && !isValue(original, at)) lostCode++;
  }
  return gained > lost && gainedCode >= lostCode;
}

/** Marks symbols that were not found before the repair. */
function withRecovered(repaired: Collected, original: Collected): Collected {
  const recovered = new Set<number>();
  for (const [nameStart, symbol] of repaired.symbolNamedAt)
    if (!original.symbolNamedAt.has(nameStart)) recovered.add(symbol);
  if (recovered.size === 0) return repaired;
  const symbols = repaired.facts.symbols.map((symbol, at) =>
    recovered.has(at) ? { ...symbol, isRecovered: true } : symbol,
  );
  return { ...repaired, facts: { ...repaired.facts, symbols } };
}
