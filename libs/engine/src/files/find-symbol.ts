/** Exact look-up of symbols: by id, qualified name or name; never by similarity. */
import type { SymbolCandidate } from "@satori/contracts";
import { type SymbolFact, mayHoldId } from "@satori/sidecar";
import { compareText, isWithin } from "../model/paths.ts";
import type { Snapshot } from "../store/store.ts";

/** Dots that the name of one symbol may have, as headings do: `v1.2.3 fixes`. */
const MAX_DOTS_IN_NAME = 32;

export interface FoundSymbol extends SymbolCandidate {
  readonly fact: SymbolFact;
}

/** What stands between the parts of a qualified name in C++, Rust, PHP and Ruby, where labels have a dot. */
const SEPARATORS = /::|#|->|\\/g;

/**
 * Symbols of one file that a text names: those with this id, else with this qualified name, else with this name, else those whose
 * qualified name ends so: in the language's own notation, or without the namespace around it.
 */
export function symbolsNamed(symbols: readonly SymbolFact[], asked: string): SymbolFact[] {
  const exact = spelledSo(symbols, asked);
  return exact.length > 0 ? exact : endingSo(symbols, asked);
}

function spelledSo(symbols: readonly SymbolFact[], asked: string): SymbolFact[] {
  const byId = symbols.filter(({ id }) => id === asked);
  if (byId.length > 0) return byId;
  const byLabel = symbols.filter(({ label }) => label === asked);
  return byLabel.length > 0 ? byLabel : symbols.filter(({ name }) => name === asked);
}

function endingSo(symbols: readonly SymbolFact[], asked: string): SymbolFact[] {
  const dotted = asked.replace(SEPARATORS, ".");
  const byLabel = symbols.filter(({ label }) => label === dotted);
  return byLabel.length > 0 || !dotted.includes(".") ? byLabel : symbols.filter(({ label }) => label.endsWith(`.${dotted}`));
}

export interface SymbolSearch {
  readonly found: readonly FoundSymbol[];
  /** What has the same name in a type or a namespace, where it is the whole qualified name of what was found. */
  readonly namesakes: readonly FoundSymbol[];
}

/** The same over the files of an index at or below a folder; by file, start line, label, id. */
export async function findSymbols(snapshot: Snapshot, asked: string, folder: string): Promise<readonly FoundSymbol[]> {
  return (await searchSymbols(snapshot, asked, folder)).found;
}

/** @param folder relative to the root; empty for all files */
export async function searchSymbols(snapshot: Snapshot, asked: string, folder: string): Promise<SymbolSearch> {
  const { paths } = snapshot.files;
  const isId = isSymbolId(asked);
  const names = new Set([...possibleNames(asked), ...possibleNames(asked.replace(SEPARATORS, "."))]);
  const files = isId ? filesWithId(paths, asked) : await filesWithAnyOf(snapshot, names);
  const [spelled, ending, named]: [FoundSymbol[], FoundSymbol[], FoundSymbol[]] = [[], [], []];
  for (const file of files) {
    const path = paths[file] as string;
    if (!isWithin(path, folder)) continue;
    const symbols = (await snapshot.contents([file]))[0]?.symbols ?? [];
    spelled.push(...spelledSo(symbols, asked).map((fact) => candidateOf(path, fact)));
    if (isId && spelled.length > 0) break;
    named.push(...symbols.filter(({ name, label }) => name === asked && label !== asked).map((fact) => candidateOf(path, fact)));
    if (spelled.length === 0) ending.push(...endingSo(symbols, asked).map((fact) => candidateOf(path, fact)));
  }
  // A qualified name that fits outweighs the same text as a plain name elsewhere, and that what only ends so.
  const found = spelled.length > 0 ? spelled : ending;
  const whole = new Set([asked, asked.replace(SEPARATORS, ".")]);
  const exact = found.filter(({ fact }) => fact.id === asked || whole.has(fact.label));
  return exact.length > 0 ? { found: sortCandidates(exact), namesakes: sortCandidates(named) } : { found: sortCandidates(found), namesakes: [] };
}

export function isSymbolId(text: string): boolean {
  return /^sym_[0-9a-f]{16}$/.test(text);
}

function filesWithId(paths: readonly string[], id: string): number[] {
  const mayHold = mayHoldId(id);
  return [...paths.keys()].filter((file) => mayHold(paths[file] as string));
}

/** What the last part of a label may be: a name can hold the dot that else divides a label. */
function possibleNames(label: string): string[] {
  const names = [label];
  let dot = label.length;
  while (names.length <= MAX_DOTS_IN_NAME + 1 && dot > 0) {
    dot = label.lastIndexOf(".", dot - 1);
    if (dot === -1) break;
    names.push(label.slice(dot + 1));
  }
  return names;
}

async function filesWithAnyOf(snapshot: Snapshot, names: Iterable<string>): Promise<Set<number>> {
  const files = new Set<number>();
  for (const name of names) for (const file of await snapshot.filesDefining(name)) files.add(file);
  return files;
}

export function candidateOf(file: string, fact: SymbolFact): FoundSymbol {
  return { file, symbolId: fact.id, symbolLabel: fact.label, kind: fact.kind, span: { startLine: fact.startLine, endLine: fact.endLine }, fact };
}

export function sortCandidates<Found extends SymbolCandidate>(found: readonly Found[]): Found[] {
  return [...found].sort(
    (left, right) => compareText(left.file, right.file) || left.span.startLine - right.span.startLine || compareText(left.symbolLabel, right.symbolLabel) || compareText(left.symbolId, right.symbolId),
  );
}
