/**
 * Finds the uses of a symbol that is not called: a type, a variable, a field. The lexical index tells which
 * files contain the name, and call facts tell what the name refers to there; nothing else is stored for it.
 */
import type { CallGraphEdge, SymbolKind, Via } from "@satori/contracts";
import {
  type FileId,
  type Resolution,
  type ScopeRef,
  type UseTarget,
  type WrittenName,
  definitionAround,
  isCommonName,
  isPlainName,
  languageById,
  mayCall,
  resolveUse,
  namesFor,
  scopeAround,
  scopeKey,
  usedNames,
  useTarget,
  writtenModules,
} from "@satori/sidecar";
import type { SymbolMatch } from "../../files/symbol-lookup/find-symbol.ts";
import { tokenize } from "../../lexical/tokens.ts";
import { fileOfRow } from "../../store/file-of-row.ts";
import type { CodeView } from "../../store/code-view.ts";
import type { IndexedContent } from "../../store/store.ts";
import { testOrExampleIn } from "../test-or-example.ts";
import type { OpenSite } from "../response/open-lines.ts";
import { WrittenCodes } from "./written-code.ts";

/** A line that uses a symbol. */
export interface Use {
  readonly file: FileId;
  readonly line: number;
  /** The definition that contains the use. */
  readonly from: ScopeRef;
  readonly to: SymbolMatch;
  readonly confidence: CallGraphEdge["confidence"];
  readonly via: Via;
  /** Whether the line imports or exports the name. */
  readonly isImport: boolean;
}

/** The result of a search for uses. */
export interface Uses {
  /**
   * Program files before tests and generated files, then by file and position; each line of a definition
   * appears once.
   */
  readonly uses: readonly Use[];
  /** Lines with the name where it is unknown what the name refers to; in the same order. */
  readonly open: readonly OpenSite[];
  /**
   * Files that contain the name but were not searched, because enough definitions had been found before;
   * ascending.
   */
  readonly remainingFiles: readonly FileId[];
  /** How many files outside the request contain the name. */
  readonly filesOutside: number;
  /** Whether more chunks match the name than were searched. */
  readonly isCut: boolean;
  /** Whether the deadline passed before the search was complete. */
  readonly isEnded: boolean;
}

/** The result for symbols whose uses are not searched. */
export const NO_USES: Uses = {
  uses: [],
  open: [],
  remainingFiles: [],
  filesOutside: 0,
  isCut: false,
  isEnded: false,
};

export interface UsesOptions {
  /** How many definitions with a use are enough; files after that are not searched. */
  readonly enough: number;
  /** Whether the request covers a file. */
  readonly isAsked: (file: FileId) => boolean;
  /** Lets other calls run, as `Deadline.pause` does. */
  readonly pause: () => Promise<void> | undefined;
  /**
   * Whether an error that `pause` or the resolution's `check` throws ends the search with the uses found so
   * far. Default: no error does.
   */
  readonly isEnd?: (error: unknown) => boolean;
  /** Whether lines that import the name count in files that use it further down. Default: no. */
  readonly withImports?: boolean;
  /** Code of the files of this state of the codebase; shared by several searches. Default: a new one. */
  readonly codes?: WrittenCodes;
}

/** Chunks that are searched for a name. */
const MAX_CHUNKS = 4000;

/** A requested symbol, with what the call facts of its file say about it. */
interface Asked {
  readonly symbol: SymbolMatch;
  readonly thing: UseTarget;
  readonly language: string;
  /** Whether nothing else has its name. Found out on first use. */
  readonly isOnlyOne: () => boolean;
}

/** Whether uses of a symbol can be found by its name. */
export function mayBeUsed({ fact: { name, kind } }: Pick<SymbolMatch, "fact">): boolean {
  return (isPlainName(name) || isDottedModule(name, kind)) && tokenize(name).length > 0;
}

/** Whether a module's name is a dotted path. With an alias, other files write only the last part. */
function isDottedModule(name: string, kind: SymbolKind): boolean {
  return kind === "module" && name.split(".").every(isPlainName);
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

interface UsesSoFar {
  readonly uses: Use[];
  readonly open: OpenSite[];
  readonly remainingFiles: Set<FileId>;
  filesOutside: number;
  isCut: boolean;
}

/**
 * Finds uses of symbols, name by name.
 *
 * @param found the requested symbols; each distinct name is searched
 */
export async function findUses(
  snapshot: CodeView,
  resolution: Resolution,
  found: readonly SymbolMatch[],
  options: UsesOptions,
): Promise<Uses> {
  const { isEnd = () => false } = options;
  const soFar: UsesSoFar = { uses: [], open: [], remainingFiles: new Set(), filesOutside: 0, isCut: false };
  let isEnded = false;
  try {
    await addUses(soFar, { snapshot, resolution, found }, options);
  } catch (error) {
    if (!isEnd(error)) throw error;
    isEnded = true;
  }
  return { ...soFar, remainingFiles: [...soFar.remainingFiles].sort((left, right) => left - right), isEnded };
}

interface SoughtUses {
  readonly snapshot: CodeView;
  readonly resolution: Resolution;
  readonly found: readonly SymbolMatch[];
}

async function addUses(
  soFar: UsesSoFar,
  { snapshot, resolution, found }: SoughtUses,
  { enough, isAsked, pause, withImports = false, codes = new WrittenCodes() }: UsesOptions,
): Promise<void> {
  const definitions = new Set<number>();
  for (const name of new Set(found.map(({ fact }) => fact.name))) {
    const asked = await askedOf(
      snapshot,
      resolution,
      found.filter(({ fact }) => fact.name === name),
    );
    const writing = await filesWriting(snapshot, name, asked);
    soFar.isCut ||= writing.isCut;
    for (const file of programFirst(snapshot, writing.files)) {
      const due = pause();
      if (due) await due;
      const [content] = await snapshot.contents([file]);
      if (!content || !hasWord(content.text, lastPart(name))) continue;
      if (!isAsked(file)) soFar.filesOutside++;
      else if (definitions.size >= enough) soFar.remainingFiles.add(file);
      else {
        const here = usesIn(resolution, { file, content, name, withImports, codes }, asked);
        for (const use of here.uses) soFar.uses.push(use);
        for (const place of here.open) soFar.open.push(place);
        for (const { from } of here.uses) definitions.add(scopeKey(from));
      }
    }
  }
}

async function askedOf(
  snapshot: CodeView,
  resolution: Resolution,
  found: readonly SymbolMatch[],
): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  for (const symbol of found) {
    const file = snapshot.fileAt(symbol.file);
    const [content] = await snapshot.contents([file]);
    const own = content?.symbols.find(({ id }) => id === symbol.fact.id);
    const thing = content && own ? useTarget(resolution, file, content.symbols, own) : null;
    if (!thing) continue;
    const language = snapshot.files.languages[file] ?? "text";
    let isOnly: boolean | undefined;
    const isOnlyOne = (): boolean =>
      (isOnly ??= definesAlone(resolution, { name: thing.name, file, language }));
    asked.push({ symbol, thing, language, isOnlyOne });
  }
  return asked;
}

/** Whether a name occurs as a whole word; for names without signs. */
function hasWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length))
    if (!isWordChar(text, at - 1) && !isWordChar(text, at + name.length)) return true;
  return false;
}

/** ASCII letters, digits and underscores; other letters are left to the reader of names. */
function isWordChar(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95
  );
}

/**
 * Files that may contain a name in code, in the languages of the symbols or in languages that may call these;
 * ascending.
 */
async function filesWriting(
  snapshot: CodeView,
  name: string,
  asked: readonly Asked[],
): Promise<{ readonly files: readonly FileId[]; readonly isCut: boolean }> {
  const { files } = snapshot;
  const languages = new Set(asked.map(({ language }) => language));
  const tokens = tokenize(name);
  const whole = tokens.length > 1 ? tokens.filter((token) => token === name.toLowerCase()) : tokens;
  const accessing = asked.length > 0 && asked.every(isMethod) ? filesAccessing(snapshot, name) : null;
  const calling = new Set(
    [...new Set(files.languages)].filter(
      (language) =>
        languageById(language)?.lexicalRules !== undefined &&
        [...languages].some((other) => mayCall(language, other)),
    ),
  );
  const allowed = Uint8Array.from(files.languages, (language, file) =>
    Number(accessing?.has(file) !== false && calling.has(language)),
  );
  const hits = await snapshot.lexical(whole.length > 0 ? whole : tokens, MAX_CHUNKS, allowed);
  return {
    files: [...new Set(hits.map(({ row }) => fileOfRow(files, row)))].sort((left, right) => left - right),
    isCut: hits.length === MAX_CHUNKS,
  };
}

function isMethod({ symbol: { kind }, thing }: Asked): boolean {
  return kind === "method" && thing.isMember;
}

/** Ways to use a method, all of which call facts record. */
const ACCESSES = ["call", "mention", "read", "write", "entry", "export", "property"] as const;

/** Files that use a method of this name, and those without call facts. */
function filesAccessing({ calls }: CodeView, name: string): ReadonlySet<FileId> {
  return new Set([
    ...calls.filesWithoutFlow(),
    ...ACCESSES.flatMap((access) => calls.filesUsing(access, name)),
    ...calls.filesDefining(name),
  ]);
}

/** Tests, examples and generated files come last, so that they use only the room that the program leaves. */
function programFirst(snapshot: CodeView, files: readonly FileId[]): readonly FileId[] {
  const isAside = testOrExampleIn(snapshot);
  return [...files.filter((file) => !isAside(file)), ...files.filter(isAside)];
}

interface WritingFile {
  readonly file: FileId;
  readonly content: IndexedContent;
  readonly name: string;
  readonly withImports: boolean;
  readonly codes: WrittenCodes;
}

const NONE_HERE: Pick<Uses, "uses" | "open"> = { uses: [], open: [] };

function usesIn(
  resolution: Resolution,
  writing: WritingFile,
  asked: readonly Asked[],
): Pick<Uses, "uses" | "open"> {
  const { file, content, name, withImports, codes } = writing;
  const { code, imports: readImports } = codes.of(file, resolution.project.language(file), content, () =>
    resolution.check(),
  );
  if (!hasWord(code, lastPart(name))) return NONE_HERE;
  const { uses, open } = isPlainName(name)
    ? usesOfName(resolution, { ...writing, code }, asked)
    : usesOfModule(resolution, { ...writing, code }, asked);
  if (uses.length + open.length === 0) return NONE_HERE;
  // A file that imports a name uses it further down, so its import lines count only if nothing else does.
  const imports = readImports();
  const known = uses.map((use): Use => ({ ...use, isImport: imports.has(use.line) }));
  const inCode = known.filter(({ isImport }) => !isImport);
  return {
    uses: inCode.length > 0 && !withImports ? inCode : known,
    open: open.filter(({ line }) => line === null || !imports.has(line)),
  };
}

interface WritingCode extends WritingFile {
  readonly code: string;
}

type WrittenUse = Omit<Use, "isImport">;

interface WrittenUses {
  readonly uses: readonly WrittenUse[];
  readonly open: readonly OpenSite[];
}

/** Uses of a module with a dotted name, which only depends on the file's aliases. */
function usesOfModule(
  resolution: Resolution,
  { file, content: { symbols }, name, code }: WritingCode,
  asked: readonly Asked[],
): WrittenUses {
  const [only] = asked;
  const around = (offset: number): string | null =>
    symbols.findLast(({ kind, start, end }) => kind === "module" && start <= offset && offset < end)?.label ??
    null;
  const uses = new Map<string, WrittenUse>();
  for (const place of only ? writtenModules(code, name, around) : []) {
    const from = definitionAround(resolution, { file, scope: scopeAround(resolution, file, symbols, place) });
    uses.set(`${place.line} ${scopeKey(from)}`, {
      file,
      line: place.line,
      from,
      to: (only as Asked).symbol,
      confidence: "resolved",
      via: "module",
    });
  }
  return { uses: [...uses.values()], open: [] };
}

function usesOfName(
  resolution: Resolution,
  { file, content: { symbols }, name, code }: WritingCode,
  asked: readonly Asked[],
): WrittenUses {
  const written = [...namesFor(resolution, file, name)].flatMap((each) =>
    usedNames(code, each, { symbols, check: () => resolution.check() }),
  );
  const [uses, open]: [Map<string, WrittenUse>, OpenSite[]] = [new Map(), []];
  for (const place of written.sort((left, right) => left.start - right.start)) {
    resolution.check();
    const scope = scopeAround(resolution, file, symbols, place);
    const from = definitionAround(resolution, { file, scope });
    const { target, isOpen } = targetOf(resolution, { file, scope }, place, asked);
    const key = `${place.line} ${scopeKey(from)} ${target?.to.symbolId}`;
    if (target && uses.get(key)?.confidence !== "resolved")
      uses.set(key, { file, line: place.line, from, ...target });
    if (!target && isOpen) open.push({ file, line: place.line, name: place.name });
  }
  return { uses: [...uses.values()], open };
}

type Target = Pick<Use, "to" | "confidence" | "via">;

/**
 * Which requested symbol a written name refers to; `isOpen` if it may be one of them but that is not certain.
 */
function targetOf(
  resolution: Resolution,
  place: ScopeRef,
  written: WrittenName,
  asked: readonly Asked[],
): { readonly target: Target | null; readonly isOpen: boolean } {
  let isOpen = false;
  for (const { thing, symbol } of asked) {
    const meant = resolveUse(resolution, place, written, thing);
    if (meant.kind === "it")
      return { target: { to: symbol, confidence: meant.confidence, via: meant.via }, isOpen: false };
    isOpen ||= meant.kind === "open";
  }
  const [only] = asked;
  const isNamed =
    isOpen && only !== undefined && asked.length === 1 && isTelling(only, written) && only.isOnlyOne();
  return {
    target: isNamed ? { to: only.symbol, confidence: "name_match", via: "unique_name" } : null,
    isOpen,
  };
}

/** Whether a name without a known object is not one that many libraries use. */
function isTelling({ thing, language }: Asked, { object }: WrittenName): boolean {
  return object?.length === 0 || !isCommonName(thing.name, language);
}

interface NamedFile {
  readonly name: string;
  readonly file: FileId;
  readonly language: string;
}

/** Whether a file is the only one with a definition of a name, and has one only. */
function definesAlone(resolution: Resolution, { name, file, language }: NamedFile): boolean {
  const { project } = resolution;
  const others = project.filesDefining(name).filter((other) => mayCall(project.language(other), language));
  return (
    others.length === 1 &&
    others[0] === file &&
    (resolution
      .index(file)
      ?.flow.scopes.filter(({ bindings }) => bindings.some((bound) => bound.name === name)).length ?? 0) <= 1
  );
}
