/** Exact look-up of symbols: by id, qualified name or name; never by similarity. */
import type { SymbolCandidate } from "@satori/contracts";
import { type SymbolFact, isSymbolId, mayHoldId } from "@satori/sidecar";
import { compareText, isWithin } from "../../model/paths.ts";
import type { Snapshot } from "../../store/store.ts";
import { moduleTest, withoutModule } from "./declared-modules.ts";
import { type FilePlace, type PlacedSymbols, dotted, isWrittenSo, locatedName, placedSo, possibleNames, spellingsOf, symbolsAround } from "./written-name.ts";
import { takingSo } from "./written-parameters.ts";

export interface FoundSymbol extends SymbolCandidate {
  readonly fact: SymbolFact;
}

/**
 * Symbols of one file that a text names: those with this id, else with this qualified name, else with this name, else those whose
 * qualified name ends so: in the language's own notation, or without the namespace around it; else those that it means by where they are.
 */
export function symbolsNamed(symbols: readonly SymbolFact[], asked: string, place: FilePlace): readonly SymbolFact[] {
  for (const spelled of spellingsOf(asked)) {
    const named = namedSo(symbols, spelled);
    const found = named.length > 0 ? named : (meantBy(symbols, spelled, place)?.symbols ?? []);
    if (found.length > 0) return takingSo(found.map((fact) => ({ fact })), spelled).map(({ fact }) => fact);
  }
  return [];
}

function namedSo(symbols: readonly SymbolFact[], asked: string): readonly SymbolFact[] {
  const exact = spelledSo(symbols, asked);
  return exact.length > 0 ? exact : endingSo(symbols, asked);
}

/** Symbols of one file that a text names together with the file, or a line of it. */
function meantBy(symbols: readonly SymbolFact[], asked: string, place: FilePlace): PlacedSymbols | null {
  const located = locatedName(asked);
  if (!located || !isWrittenSo(place.path, located.file)) return placedSo(symbols, asked, place);
  return { symbols: located.line === null ? namedSo(symbols, located.rest) : symbolsAround(symbols, located.line), distance: 0 };
}

function spelledSo(symbols: readonly SymbolFact[], asked: string): SymbolFact[] {
  const byId = symbols.filter(({ id }) => id === asked);
  if (byId.length > 0) return byId;
  const byLabel = symbols.filter(({ label }) => label === asked);
  return byLabel.length > 0 ? byLabel : symbols.filter(({ name }) => name === asked);
}

function endingSo(symbols: readonly SymbolFact[], asked: string): SymbolFact[] {
  const written = dotted(asked);
  const byLabel = symbols.filter(({ label, name }) => label === written || (written !== asked && name === written));
  return byLabel.length > 0 || !written.includes(".") ? byLabel : symbols.filter(({ label }) => label.endsWith(`.${written}`));
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
  for (const spelled of spellingsOf(asked)) {
    const { found, namesakes } = await searchSpelled(snapshot, spelled, folder);
    if (found.length > 0) return { found: takingSo(found, spelled), namesakes };
  }
  return { found: takingSo(await symbolsOfModule(snapshot, asked, folder), asked), namesakes: [] };
}

/** Symbols behind the name of a module that is told by its manifest alone. */
async function symbolsOfModule(snapshot: Snapshot, asked: string, folder: string): Promise<readonly FoundSymbol[]> {
  const inner = withoutModule(asked);
  const { found } = inner ? await searchSpelled(snapshot, inner.rest, folder) : { found: [] };
  const isOfModule = moduleTest(snapshot, inner?.module ?? "");
  const own: FoundSymbol[] = [];
  for (const symbol of found) if (await isOfModule(symbol.file)) own.push(symbol);
  return own;
}

/** As `symbolsNamed`, where the name may have the module of the file in front that only its manifest tells. */
export async function symbolsOfFile(snapshot: Snapshot | null, symbols: readonly SymbolFact[], asked: string, path: string): Promise<readonly SymbolFact[]> {
  const named = symbolsNamed(symbols, asked, placeOf(snapshot, path));
  const inner = named.length > 0 ? null : withoutModule(asked);
  if (!inner || !snapshot) return named;
  const found = symbolsNamed(symbols, inner.rest, placeOf(snapshot, path));
  return found.length > 0 && (await moduleTest(snapshot, inner.module)(path)) ? takingSo(found.map((fact) => ({ fact })), asked).map(({ fact }) => fact) : [];
}

async function searchSpelled(snapshot: Snapshot, asked: string, folder: string): Promise<SymbolSearch> {
  const { paths } = snapshot.files;
  const isId = isSymbolId(asked);
  const written = dotted(asked);
  const names = new Set([...possibleNames(asked), ...possibleNames(written)]);
  const files = isId ? filesWithId(paths, asked) : await filesWithAnyOf(snapshot, names);
  const [spelled, ending, named]: [FoundSymbol[], FoundSymbol[], FoundSymbol[]] = [[], [], []];
  for (const file of files) {
    const path = paths[file] as string;
    if (!isWithin(path, folder)) continue;
    const symbols = (await snapshot.contents([file]))[0]?.symbols ?? [];
    spelled.push(...spelledSo(symbols, asked).map((fact) => candidateOf(path, fact)));
    if (isId && spelled.length > 0) break;
    named.push(...symbols.filter(({ name, label }) => (name === asked || name === written) && label !== name).map((fact) => candidateOf(path, fact)));
    if (spelled.length === 0) ending.push(...endingSo(symbols, asked).map((fact) => candidateOf(path, fact)));
  }
  // A qualified name that fits outweighs the same text as a plain name elsewhere, and that what only ends so.
  const found = spelled.length > 0 ? spelled : ending;
  if (found.length === 0) return { found: sortCandidates(await placedSymbols(snapshot, asked, folder, files)), namesakes: [] };
  const whole = new Set([asked, written]);
  const exact = found.filter(({ fact }) => fact.id === asked || whole.has(fact.label));
  return exact.length > 0 ? { found: sortCandidates(exact), namesakes: sortCandidates(named) } : { found: sortCandidates(found), namesakes: [] };
}

/**
 * What a name means by its place: of what is nearest to the place that it gives, all.
 *
 * @param defining files that define something whose name the last part may be
 */
async function placedSymbols(snapshot: Snapshot, asked: string, folder: string, defining: Iterable<number>): Promise<FoundSymbol[]> {
  const { paths } = snapshot.files;
  const located = locatedName(asked);
  const written = located ? [...paths.keys()].filter((file) => isWrittenSo(paths[file] as string, located.file)) : [];
  let nearest = Number.POSITIVE_INFINITY;
  let found: FoundSymbol[] = [];
  for (const file of new Set([...written, ...defining])) {
    const path = paths[file] as string;
    if (!isWithin(path, folder)) continue;
    const placed = meantBy((await snapshot.contents([file]))[0]?.symbols ?? [], asked, placeOf(snapshot, path));
    if (!placed || placed.symbols.length === 0 || placed.distance > nearest) continue;
    if (placed.distance < nearest) [nearest, found] = [placed.distance, []];
    found.push(...placed.symbols.map((fact) => candidateOf(path, fact)));
  }
  return found;
}

/** The place of a file; what it says of its package is read when it is asked for, of what the index has. */
export function placeOf(snapshot: Snapshot | null, path: string): FilePlace {
  const at = snapshot?.fileAt(path) ?? -1;
  return { path, get package() { return at === -1 ? "" : (snapshot?.calls.flow(at)?.package ?? ""); } };
}

function filesWithId(paths: readonly string[], id: string): number[] {
  const mayHold = mayHoldId(id);
  return [...paths.keys()].filter((file) => mayHold(paths[file] as string));
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
