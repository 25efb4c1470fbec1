/**
 * The symbols that a change changes, from both versions of its files. Pure.
 *
 * A symbol is changed by its own code only: a type is not changed by the body of a method, a function is by
 * that of a function in it. Code outside of all symbols belongs to the module, which is the file.
 */
import { IMPACT_CHANGES, type ImpactChange } from "@satori/contracts";
import type { SymbolFact } from "@satori/sidecar";
import { isWord } from "../lexical/symbol-similarity.ts";
import { sameTokens } from "../lexical/code-tokens.ts";
import { compareText } from "../model/paths.ts";
import { hasDeclarations } from "../prepare/declare-file.ts";
import { changedImports } from "./changed-imports.ts";
import type { FileVersion } from "./file-version.ts";
import { type VersionFiles, matchSymbols } from "./match-symbols.ts";
import { isModule, ownedParts } from "./own-text.ts";
import type { VersionPair } from "./read-file-versions.ts";
import { type VersionFile, type VersionSymbol, versionFile } from "./version-symbols.ts";

export { isModule };

/** A symbol in one version of its file. A module (`isModule`) has the name of the file. */
export interface SymbolInVersion {
  readonly file: FileVersion;
  readonly symbol: SymbolFact;
}

/** A symbol that a change changes; null where a version does not have it. */
export interface SymbolChange {
  readonly change: ImpactChange;
  readonly base: SymbolInVersion | null;
  readonly head: SymbolInVersion | null;
  /** Whether what users depend on differs, whatever `change` says. */
  readonly signatureChanged: boolean;
  /** Whether its own code differs apart from the signature, or what its imported names stand for. */
  readonly bodyChanged: boolean;
}

/** Whether a file can have symbols that are compared: headings and keys of data are none. */
export function declaresSymbols({ language, symbols }: Pick<FileVersion, "language" | "symbols">): boolean {
  if (!hasDeclarations(language)) return false;
  return symbols.length === 0 || !symbols.every(({ kind }) => kind === "section");
}

export interface ChangedSymbols {
  /** In the order of `IMPACT_CHANGES`, then by file, line of the name, start, qualified name. */
  readonly changes: readonly SymbolChange[];
  /** Files that were not compared, because it was late. */
  readonly unread: readonly VersionPair[];
}

/**
 * Files in which nothing can be declared are left out.
 *
 * @param check called for each step; may throw
 * @param isLate whether to leave out the files that are not read yet
 */
export function changedSymbols(
  pairs: readonly VersionPair[],
  check: () => void,
  isLate: () => boolean = () => false,
): ChangedSymbols {
  const { files, unread } = readSymbols(pairs, check, isLate);
  matchSymbols(files, check);
  const changes: SymbolChange[] = [];
  const replaced = replacedNames(files);
  for (const pair of files) {
    const own: SymbolChange[] = [];
    const imported = changedImports(pair, replaced);
    for (const symbol of pair.base?.symbols ?? [])
      if (symbol.match === null) own.push(changeOf("removed", symbol, null));
    for (const symbol of pair.head?.symbols ?? []) {
      check();
      const change = headChange(symbol, imported.names);
      if (change) own.push(change);
    }
    const ofModule = moduleChange(pair, { imported, hasOthers: own.length > 0 });
    changes.push(...own, ...(ofModule ? [ofModule] : []));
  }
  return { changes: changes.sort(inOrder), unread };
}

function readSymbols(
  pairs: readonly VersionPair[],
  check: () => void,
  isLate: () => boolean,
): { readonly files: readonly VersionFiles[]; readonly unread: readonly VersionPair[] } {
  const next = { base: 0, head: 0 };
  const read = (file: FileVersion | null, side: keyof typeof next, pair: number): VersionFile | null => {
    if (file === null) return null;
    const found = versionFile(file, ownedParts(file, check), { pair, next: next[side] });
    next[side] += found.symbols.length;
    return found;
  };
  const files: VersionFiles[] = [];
  for (const [at, { base, head }] of pairs.entries()) {
    if (isLate()) return { files, unread: pairs.slice(at) };
    if ([base, head].some((file) => file !== null && declaresSymbols(file)))
      files.push({ base: read(base, "base", files.length), head: read(head, "head", files.length) });
  }
  return { files, unread: [] };
}

/** Names of symbols in the base that stand for the same symbol as others in the head, as `old new`. */
function replacedNames(pairs: readonly VersionFiles[]): ReadonlySet<string> {
  const replaced = new Set<string>();
  for (const { head } of pairs)
    for (const { fact, match, file } of head?.symbols ?? [])
      if (match && (match.fact.name !== fact.name || match.file.path !== file.path))
        replaced.add(`${match.fact.name} ${fact.name}`);
  return replaced;
}

function headChange(symbol: VersionSymbol, importedNames: ReadonlySet<string>): SymbolChange | null {
  const { match } = symbol;
  if (match === null) return changeOf("added", null, symbol);
  const isSame = match.written === symbol.written || sameTokens(match.tokens, symbol.tokens);
  const signatureChanged = !isSame && (match.shape !== symbol.shape || match.modifiers !== symbol.modifiers);
  const bodyChanged =
    (!isSame && (!signatureChanged || !sameTokens(match.bodyTokens, symbol.bodyTokens))) ||
    usesAny(symbol, importedNames);
  const change = kindOfChange(match, symbol, { signatureChanged, bodyChanged });
  return change && changeOf(change, match, symbol, { signatureChanged, bodyChanged });
}

interface CodeChange {
  readonly signatureChanged: boolean;
  readonly bodyChanged: boolean;
}

/** The first that applies; null if nothing has changed. */
function kindOfChange(
  base: VersionSymbol,
  head: VersionSymbol,
  { signatureChanged, bodyChanged }: CodeChange,
): ImpactChange | null {
  const isWithParent = base.parent !== null && base.parent.match === head.parent;
  // A constructor may have the name of its type.
  const keepsName =
    base.fact.name === head.fact.name ||
    (isWithParent && base.fact.kind === "constructor" && head.fact.kind === "constructor");
  if (!keepsName) return "renamed";
  if (signatureChanged) return "signature_changed";
  const isElsewhere = base.file.path !== head.file.path || base.fact.label !== head.fact.label;
  if (isElsewhere && !isWithParent) return "moved";
  if (bodyChanged) return "body_changed";
  return base.written === head.written ? null : "cosmetic";
}

function usesAny({ tokens }: VersionSymbol, names: ReadonlySet<string>): boolean {
  return names.size > 0 && tokens.some((token) => names.has(token));
}

interface ModuleCircumstances {
  readonly imported: ReturnType<typeof changedImports>;
  /** Whether other changes of the file are reported. */
  readonly hasOthers: boolean;
}

/** The change of the code outside of symbols. A module without such code is not reported. */
function moduleChange(
  { base, head }: VersionFiles,
  { imported, hasOthers }: ModuleCircumstances,
): SymbolChange | null {
  if (base === null || head === null) {
    const only = base ?? head;
    if (only === null || !hasCode(only.module)) return null;
    return base ? changeOf("removed", base.module, null) : changeOf("added", null, only.module);
  }
  const { module: old } = base;
  const { module } = head;
  const isSame = old.written === module.written || sameTokens(old.tokens, module.tokens);
  const bodyChanged = !isSame || imported.ofModule || usesAny(module, imported.names);
  const code = { signatureChanged: false, bodyChanged };
  if (old.file.path !== module.file.path && hasCode(module)) return changeOf("moved", old, module, code);
  if (bodyChanged) return changeOf("body_changed", old, module, code);
  if (hasOthers || imported.hasChanged || old.file.text === module.file.text) return null;
  return changeOf("cosmetic", old, module);
}

/** Whether there is code outside of symbols, besides the name of the package. */
function hasCode({ tokens, file }: VersionSymbol): boolean {
  const names = file.flow?.package.split(/[^\p{L}\p{N}_]+/u) ?? [];
  // A file may start with the name of its language.
  const declared = new Set([...names, "package", "namespace", file.language]);
  return tokens.some((token) => isWord(token) && !declared.has(token));
}

function changeOf(
  change: ImpactChange,
  base: VersionSymbol | null,
  head: VersionSymbol | null,
  code: CodeChange = { signatureChanged: false, bodyChanged: false },
): SymbolChange {
  const inVersion = (symbol: VersionSymbol | null): SymbolInVersion | null =>
    symbol && { file: symbol.file, symbol: symbol.fact };
  return { change, base: inVersion(base), head: inVersion(head), ...code };
}

function inOrder(left: SymbolChange, right: SymbolChange): number {
  const [one, other] = [shown(left), shown(right)];
  return (
    IMPACT_CHANGES.indexOf(left.change) - IMPACT_CHANGES.indexOf(right.change) ||
    compareText(one.file.path, other.file.path) ||
    one.symbol.nameLine - other.symbol.nameLine ||
    one.symbol.start - other.symbol.start ||
    compareText(one.symbol.label, other.symbol.label) ||
    compareText(one.symbol.id, other.symbol.id)
  );
}

/** The symbol as an answer shows it: after the change, else before it. */
function shown({ base, head }: SymbolChange): SymbolInVersion {
  // One of them is not null.
  return (head ?? base) as SymbolInVersion;
}
