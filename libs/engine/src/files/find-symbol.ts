/** Exact look-up of symbols: by id, qualified name or name; never by similarity. */
import type { SymbolCandidate } from "@satori/contracts";
import type { SymbolFact } from "@satori/sidecar";
import { compareText } from "../model/paths.ts";
import type { Snapshot } from "../store/store.ts";

export interface FoundSymbol extends SymbolCandidate {
  readonly fact: SymbolFact;
}

/** Symbols of one file that a text names: those with this id, else with this qualified name, else with this name. */
export function symbolsNamed(symbols: readonly SymbolFact[], asked: string): SymbolFact[] {
  const byId = symbols.filter(({ id }) => id === asked);
  if (byId.length > 0) return byId;
  const byLabel = symbols.filter(({ label }) => label === asked);
  return byLabel.length > 0 ? byLabel : symbols.filter(({ name }) => name === asked);
}

/** The same over all files of an index; by file, start line, label, id. */
export async function findSymbols(snapshot: Snapshot, asked: string): Promise<FoundSymbol[]> {
  const isId = /^sym_[0-9a-f]{16}$/.test(asked);
  const name = asked.slice(asked.lastIndexOf(".") + 1);
  const files = isId ? [...snapshot.files.paths.keys()] : [...new Set([...(await snapshot.filesDefining(asked)), ...(await snapshot.filesDefining(name))])];
  const found: FoundSymbol[] = [];
  for (const file of files) {
    const [content] = await snapshot.contents([file]);
    const symbols = content?.symbols ?? [];
    found.push(...symbolsNamed(symbols, asked).map((fact) => candidateOf(snapshot.files.paths[file] as string, fact)));
    if (isId && found.length > 0) break;
  }
  // A qualified name that fits outweighs the same text as a plain name elsewhere.
  const exact = found.filter(({ fact }) => fact.id === asked || fact.label === asked);
  return sortCandidates(exact.length > 0 ? exact : found);
}

export function candidateOf(file: string, fact: SymbolFact): FoundSymbol {
  return { file, symbolId: fact.id, symbolLabel: fact.label, kind: fact.kind, span: { startLine: fact.startLine, endLine: fact.endLine }, fact };
}

export function sortCandidates(found: readonly FoundSymbol[]): FoundSymbol[] {
  return [...found].sort(
    (left, right) => compareText(left.file, right.file) || left.span.startLine - right.span.startLine || compareText(left.symbolLabel, right.symbolLabel) || compareText(left.symbolId, right.symbolId),
  );
}
