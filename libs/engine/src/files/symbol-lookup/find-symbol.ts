/** Exact lookup of symbols: by id, qualified name or name; never by similarity. */
import type { SymbolCandidate } from "@satori/contracts";
import { type SymbolFact, isSymbolId, mayHoldId } from "@satori/sidecar";
import { compareText, isWithin } from "../../model/paths.ts";
import type { CodeView } from "../../store/code-view.ts";
import { moduleTest, withoutModule } from "./declared-modules.ts";
import {
  type DeclaringFile,
  type PlacedSymbols,
  dotted,
  isWrittenSo,
  locatedName,
  placedSo,
  possibleNames,
  spellingsOf,
  symbolsAround,
} from "./written-name.ts";
import { takingSo } from "./written-parameters.ts";

/** A matching symbol, as answers list it, with its stored facts. */
export interface SymbolMatch extends SymbolCandidate {
  readonly fact: SymbolFact;
}

/**
 * Symbols of one file that match a text: by id, else by qualified name, else by name, else by the end of the
 * qualified name (in the language's own notation, or without the enclosing namespace), else by the file or
 * folder that the text names.
 *
 * @param check called for each symbol that is examined; may throw
 */
export function symbolsNamed(
  symbols: readonly SymbolFact[],
  asked: string,
  place: DeclaringFile,
  check?: () => void,
): readonly SymbolFact[] {
  for (const spelled of spellingsOf(asked)) {
    const named = namedSo(symbols, spelled, check);
    const found = named.length > 0 ? named : (meantBy(symbols, spelled, place, check)?.symbols ?? []);
    if (found.length > 0)
      return takingSo(
        found.map((fact) => ({ fact })),
        spelled,
        check,
      ).map(({ fact }) => fact);
  }
  return [];
}

function namedSo(symbols: readonly SymbolFact[], asked: string, check?: () => void): readonly SymbolFact[] {
  const exact = spelledSo(symbols, asked, check);
  return exact.length > 0 ? exact : endingSo(symbols, asked, check);
}

/** Symbols of one file that a text names together with the file or a line of it. */
function meantBy(
  symbols: readonly SymbolFact[],
  asked: string,
  place: DeclaringFile,
  check?: () => void,
): PlacedSymbols | null {
  const located = locatedName(asked);
  if (!located || !isWrittenSo(place.path, located.file)) return placedSo(symbols, asked, place, check);
  return {
    symbols:
      located.line === null
        ? namedSo(symbols, located.rest, check)
        : symbolsAround(symbols, located.line, check),
    distance: 0,
  };
}

function spelledSo(symbols: readonly SymbolFact[], asked: string, check?: () => void): SymbolFact[] {
  const [byId, byLabel, byName]: [SymbolFact[], SymbolFact[], SymbolFact[]] = [[], [], []];
  for (const symbol of symbols) {
    check?.();
    if (symbol.id === asked) byId.push(symbol);
    if (symbol.label === asked) byLabel.push(symbol);
    if (symbol.name === asked) byName.push(symbol);
  }
  return [byId, byLabel].find(({ length }) => length > 0) ?? byName;
}

function endingSo(symbols: readonly SymbolFact[], asked: string, check?: () => void): SymbolFact[] {
  const written = dotted(asked);
  const byLabel = symbols.filter(
    ({ label, name }) => (check?.(), label === written || (written !== asked && name === written)),
  );
  return byLabel.length > 0 || !written.includes(".")
    ? byLabel
    : symbols.filter(({ label }) => (check?.(), label.endsWith(`.${written}`)));
}

/** The result of a lookup; both lists are sorted by file, start line, label, id. */
export interface SymbolSearch {
  readonly found: readonly SymbolMatch[];
  /**
   * Symbols of the same name inside a type or namespace. Given only if the name is the whole qualified name
   * of what was found.
   */
  readonly namesakes: readonly SymbolMatch[];
}

/** Where to look for symbols. */
export interface SymbolSearchArea {
  /** A folder or a file, relative to the root; empty for all files. */
  readonly folder: string;
  /** Called for each symbol, file and name that is examined; may throw. */
  readonly check?: (() => void) | undefined;
}

/**
 * Like `symbolsNamed`, over the indexed files at or below a folder; sorted by file, start line, label, id.
 */
export async function findSymbols(
  snapshot: CodeView,
  asked: string,
  place: SymbolSearchArea,
): Promise<readonly SymbolMatch[]> {
  return (await searchSymbols(snapshot, asked, place)).found;
}

/** Like `findSymbols`, but also returns the namesakes. */
export async function searchSymbols(
  snapshot: CodeView,
  asked: string,
  place: SymbolSearchArea,
): Promise<SymbolSearch> {
  for (const spelled of spellingsOf(asked)) {
    const { found, namesakes } = await searchSpelled(snapshot, spelled, place);
    if (found.length > 0) return { found: takingSo(found, spelled, place.check), namesakes };
  }
  return {
    found: takingSo(await symbolsOfModule(snapshot, asked, place), asked, place.check),
    namesakes: [],
  };
}

/** Symbols of a name that starts with a module which only a manifest declares. */
async function symbolsOfModule(
  snapshot: CodeView,
  asked: string,
  place: SymbolSearchArea,
): Promise<readonly SymbolMatch[]> {
  const inner = withoutModule(asked);
  const { found } = inner ? await searchSpelled(snapshot, inner.rest, place) : { found: [] };
  const isOfModule = moduleTest(snapshot, inner?.module ?? "");
  const own: SymbolMatch[] = [];
  for (const symbol of found) {
    place.check?.();
    if (await isOfModule(symbol.file)) own.push(symbol);
  }
  return own;
}

interface AskedFile {
  readonly path: string;
  readonly check: () => void;
}

/** Like `symbolsNamed`, but also accepts a module in front that only the file's manifest declares. */
export async function symbolsOfFile(
  snapshot: CodeView | null,
  symbols: readonly SymbolFact[],
  asked: string,
  file: AskedFile,
): Promise<readonly SymbolFact[]> {
  const { path, check } = file;
  const named = symbolsNamed(symbols, asked, declaringFileOf(snapshot, path), check);
  const inner = named.length > 0 ? null : withoutModule(asked);
  if (!inner || !snapshot) return named;
  const found = symbolsNamed(symbols, inner.rest, declaringFileOf(snapshot, path), check);
  return found.length > 0 && (await moduleTest(snapshot, inner.module)(path))
    ? takingSo(
        found.map((fact) => ({ fact })),
        asked,
        check,
      ).map(({ fact }) => fact)
    : [];
}

async function searchSpelled(
  snapshot: CodeView,
  asked: string,
  place: SymbolSearchArea,
): Promise<SymbolSearch> {
  const { folder, check } = place;
  const { paths } = snapshot.files;
  const isId = isSymbolId(asked);
  const written = dotted(asked);
  const names = new Set([...possibleNames(asked), ...possibleNames(written)]);
  const files = isId ? filesWithId(paths, asked, check) : await filesWithAnyOf(snapshot, names, check);
  const [spelled, ending, named]: [SymbolMatch[], SymbolMatch[], SymbolMatch[]] = [[], [], []];
  for (const file of files) {
    const path = paths[file] as string;
    if (!isWithin(path, folder)) continue;
    const symbols = (await snapshot.contents([file]))[0]?.symbols ?? [];
    addTo(spelled, path, spelledSo(symbols, asked, check));
    if (isId && spelled.length > 0) break;
    addTo(
      named,
      path,
      symbols.filter(
        ({ name, label }) => (check?.(), (name === asked || name === written) && label !== name),
      ),
    );
    if (spelled.length === 0) addTo(ending, path, endingSo(symbols, asked, check));
  }
  // A matching qualified name outweighs a plain name elsewhere, which outweighs a qualified name that only
  // ends with the text.
  const found = spelled.length > 0 ? spelled : ending;
  if (found.length === 0)
    return {
      found: sortCandidates(await placedSymbols(snapshot, asked, place, files), check),
      namesakes: [],
    };
  const whole = new Set([asked, written]);
  const exact = found.filter(({ fact }) => (check?.(), fact.id === asked || whole.has(fact.label)));
  if (exact.length === 0) return { found: sortCandidates(found, check), namesakes: [] };
  return { found: sortCandidates(exact, check), namesakes: sortCandidates(named, check) };
}

/**
 * Adds one by one: spreading into `push` fails beyond some hundred thousand arguments, and a file may have
 * more symbols.
 */
function addTo(list: SymbolMatch[], path: string, symbols: readonly SymbolFact[]): void {
  for (const fact of symbols) list.push(candidateOf(path, fact));
}

/**
 * Symbols that a name identifies by the file or folder in front; all of those that are nearest to it.
 *
 * @param defining files that define a symbol that the last part may name
 */
async function placedSymbols(
  snapshot: CodeView,
  asked: string,
  { folder, check }: SymbolSearchArea,
  defining: Iterable<number>,
): Promise<SymbolMatch[]> {
  const { paths } = snapshot.files;
  const located = locatedName(asked);
  const written = located
    ? [...paths.keys()].filter((file) => (check?.(), isWrittenSo(paths[file] as string, located.file)))
    : [];
  let nearest = Number.POSITIVE_INFINITY;
  let found: SymbolMatch[] = [];
  for (const file of new Set([...written, ...defining])) {
    const path = paths[file] as string;
    if (!isWithin(path, folder)) continue;
    const symbols = (await snapshot.contents([file]))[0]?.symbols ?? [];
    const placed = meantBy(symbols, asked, declaringFileOf(snapshot, path), check);
    if (!placed || placed.symbols.length === 0 || placed.distance > nearest) continue;
    if (placed.distance < nearest) [nearest, found] = [placed.distance, []];
    addTo(found, path, placed.symbols);
  }
  return found;
}

/** The declaring file of a symbol; its package is read from the index on first use. */
export function declaringFileOf(snapshot: CodeView | null, path: string): DeclaringFile {
  const at = snapshot?.fileAt(path) ?? -1;
  return {
    path,
    get package() {
      return at === -1 ? "" : (snapshot?.calls.flow(at)?.package ?? "");
    },
  };
}

function filesWithId(paths: readonly string[], id: string, check?: () => void): number[] {
  const mayHold = mayHoldId(id);
  return [...paths.keys()].filter((file) => (check?.(), mayHold(paths[file] as string)));
}

async function filesWithAnyOf(
  snapshot: CodeView,
  names: Iterable<string>,
  check?: () => void,
): Promise<Set<number>> {
  const files = new Set<number>();
  for (const name of names) {
    for (const file of await snapshot.filesDefining(name)) {
      check?.();
      files.add(file);
    }
  }
  return files;
}

/** A symbol of a file in the form that answers list. */
export function candidateOf(file: string, fact: SymbolFact): SymbolMatch {
  return {
    file,
    symbolId: fact.id,
    symbolLabel: fact.label,
    kind: fact.kind,
    span: { startLine: fact.startLine, endLine: fact.endLine },
    fact,
  };
}

/**
 * Sorts by file, start line, label, id.
 *
 * @param check called for each comparison; may throw
 */
export function sortCandidates<Found extends SymbolCandidate>(
  found: readonly Found[],
  check?: () => void,
): Found[] {
  return [...found].sort((left, right) => (check?.(), compareCandidates(left, right)));
}

/** By file, start line, label, id. */
function compareCandidates(left: SymbolCandidate, right: SymbolCandidate): number {
  const byLine = compareText(left.file, right.file) || left.span.startLine - right.span.startLine;
  return (
    byLine || compareText(left.symbolLabel, right.symbolLabel) || compareText(left.symbolId, right.symbolId)
  );
}
