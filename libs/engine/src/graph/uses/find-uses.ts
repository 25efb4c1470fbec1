/**
 * Where something that is not called is used: a type, a variable, a field. The words of the index tell which
 * files have its name, and the facts of calls, what a name means there; nothing more is stored for it.
 */
import type { CallGraphEdge, SymbolKind } from "@satori/contracts";
import {
  type FileId,
  type Resolution,
  type ScopeRef,
  type UseTarget,
  type WrittenName,
  codeOnly,
  definitionAround,
  importingLines,
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
import { importLines } from "../../lexical/import-lines.ts";
import { fileOfRow } from "../../store/file-of-row.ts";
import type { IndexedContent, Snapshot } from "../../store/store.ts";
import { testOrExampleIn } from "../test-or-example.ts";
import type { OpenSite } from "../response/open-lines.ts";

export interface Use {
  readonly file: FileId;
  readonly line: number;
  /** The definition that it stands in. */
  readonly from: ScopeRef;
  readonly to: SymbolMatch;
  readonly confidence: CallGraphEdge["confidence"];
  readonly via: string;
}

export interface Uses {
  /** By file, those beside the program behind all others, and place; each line of a definition once. */
  readonly uses: readonly Use[];
  /** Where the name stands and nothing tells what it means there. In the same order. */
  readonly open: readonly OpenSite[];
  /** Files with the name that were not looked at, since enough definitions were found before; ascending. */
  readonly remainingFiles: readonly FileId[];
  /** Files with the name in which uses were not asked for. */
  readonly filesOutside: number;
  /** More places have the words of the name than were looked at. */
  readonly isCut: boolean;
  /** Whether the time was up before all of that was known. */
  readonly isEnded: boolean;
}

export const NO_USES: Uses = {
  uses: [],
  open: [],
  remainingFiles: [],
  filesOutside: 0,
  isCut: false,
  isEnded: false,
};

export interface UsesOptions {
  /** How many definitions with a use are enough: the files behind are left out. */
  readonly enough: number;
  /** Whether uses in a file are asked for. */
  readonly isAsked: (file: FileId) => boolean;
  /** See `Deadline.pause`. */
  readonly pause: () => Promise<void> | undefined;
  /**
   * Whether an error that `pause` or the resolution's `check` throws ends the search with what it has.
   * Default: none does.
   */
  readonly isEnd?: (error: unknown) => boolean;
}

/** Chunks that are looked at for a name. */
const MAX_CHUNKS = 4000;

/** A symbol that is asked for, with what the facts of its file say of it. */
interface Asked {
  readonly symbol: SymbolMatch;
  readonly thing: UseTarget;
  /** That declares it. */
  readonly file: FileId;
  readonly language: string;
}

/** Whether a symbol can be looked for so. */
export function mayBeUsed({ fact: { name, kind } }: Pick<SymbolMatch, "fact">): boolean {
  return (isPlainName(name) || isDottedModule(name, kind)) && tokenize(name).length > 0;
}

/**
 * A module whose name says where it stands among others: elsewhere an alias may leave the last part of it.
 */
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

/** @param found what is asked for; of several names each is looked for */
export async function findUses(
  snapshot: Snapshot,
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
  readonly snapshot: Snapshot;
  readonly resolution: Resolution;
  readonly found: readonly SymbolMatch[];
}

async function addUses(
  soFar: UsesSoFar,
  { snapshot, resolution, found }: SoughtUses,
  { enough, isAsked, pause }: UsesOptions,
): Promise<void> {
  const definitions = new Set<number>();
  for (const name of new Set(found.map(({ fact }) => fact.name))) {
    const asked = await askedOf(
      snapshot,
      resolution,
      found.filter(({ fact }) => fact.name === name),
    );
    const writing = await filesWriting(snapshot, name, new Set(asked.map(({ language }) => language)));
    soFar.isCut ||= writing.isCut;
    for (const file of programFirst(snapshot, writing.files)) {
      const due = pause();
      if (due) await due;
      const [content] = await snapshot.contents([file]);
      if (!content?.text.includes(lastPart(name))) continue;
      if (!isAsked(file)) soFar.filesOutside++;
      else if (definitions.size >= enough) soFar.remainingFiles.add(file);
      else {
        const here = usesIn(resolution, { file, content, name }, asked);
        for (const use of here.uses) soFar.uses.push(use);
        for (const place of here.open) soFar.open.push(place);
        for (const { from } of here.uses) definitions.add(scopeKey(from));
      }
    }
  }
}

async function askedOf(
  snapshot: Snapshot,
  resolution: Resolution,
  found: readonly SymbolMatch[],
): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  for (const symbol of found) {
    const file = snapshot.fileAt(symbol.file);
    const [content] = await snapshot.contents([file]);
    const own = content?.symbols.find(({ id }) => id === symbol.fact.id);
    const thing = content && own ? useTarget(resolution, file, content.symbols, own) : null;
    if (thing) asked.push({ symbol, thing, file, language: snapshot.files.languages[file] ?? "text" });
  }
  return asked;
}

/** Files that may have a name in code of some languages or of what these may call, ascending. */
async function filesWriting(
  snapshot: Snapshot,
  name: string,
  languages: ReadonlySet<string>,
): Promise<{ readonly files: readonly FileId[]; readonly isCut: boolean }> {
  const { files } = snapshot;
  const tokens = tokenize(name);
  const whole = tokens.length > 1 ? tokens.filter((token) => token === name.toLowerCase()) : tokens;
  const allowed = Uint8Array.from(files.languages, (language) =>
    Number(
      [...languages].some((other) => mayCall(language, other)) &&
        languageById(language)?.lexicalRules !== undefined,
    ),
  );
  const hits = await snapshot.lexical(whole.length > 0 ? whole : tokens, MAX_CHUNKS, allowed);
  return {
    files: [...new Set(hits.map(({ row }) => fileOfRow(files, row)))].sort((left, right) => left - right),
    isCut: hits.length === MAX_CHUNKS,
  };
}

/** Tests, examples and what a build made take the room that the program leaves. */
function programFirst(snapshot: Snapshot, files: readonly FileId[]): readonly FileId[] {
  const isAside = testOrExampleIn(snapshot);
  return [...files.filter((file) => !isAside(file)), ...files.filter(isAside)];
}

interface WritingFile {
  readonly file: FileId;
  readonly content: IndexedContent;
  readonly name: string;
}

function usesIn(
  resolution: Resolution,
  writing: WritingFile,
  asked: readonly Asked[],
): Pick<Uses, "uses" | "open"> {
  const {
    file,
    content: { text, symbols },
    name,
  } = writing;
  const lexis = languageById(resolution.project.language(file))?.lexicalRules;
  const code = lexis ? codeOnly(text, lexis, () => resolution.check()) : "";
  const { uses, open } = isPlainName(name)
    ? usesOfName(resolution, { ...writing, code }, asked)
    : usesOfModule(resolution, { ...writing, code }, asked);
  // Whoever imports a name uses it further down.
  const imports = new Set([
    ...importLines(text, symbols),
    ...importingLines(code, resolution.project.language(file)),
  ]);
  const inCode = uses.filter(({ line }) => !imports.has(line));
  return {
    uses: inCode.length > 0 ? inCode : uses,
    open: open.filter(({ line }) => line === null || !imports.has(line)),
  };
}

interface WritingCode extends WritingFile {
  readonly code: string;
}

/** What its dotted name means depends on nothing but aliases of the file. */
function usesOfModule(
  resolution: Resolution,
  { file, content: { symbols }, name, code }: WritingCode,
  asked: readonly Asked[],
): Pick<Uses, "uses" | "open"> {
  const [only] = asked;
  const around = (offset: number): string | null =>
    symbols.findLast(({ kind, start, end }) => kind === "module" && start <= offset && offset < end)?.label ??
    null;
  const uses = new Map<string, Use>();
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
): Pick<Uses, "uses" | "open"> {
  const written = [...namesFor(resolution, file, name)].flatMap((each) =>
    usedNames(code, each, { symbols, check: () => resolution.check() }),
  );
  const [uses, open]: [Map<string, Use>, OpenSite[]] = [new Map(), []];
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
  const isNamed = isOpen && only !== undefined && asked.length === 1 && isOnlyOne(resolution, only, written);
  return {
    target: isNamed ? { to: only.symbol, confidence: "name_match", via: "unique_name" } : null,
    isOpen,
  };
}

/** Whether nothing else that could be meant has the name, and not every library has it. */
function isOnlyOne(
  resolution: Resolution,
  { thing, file, language }: Asked,
  { object }: WrittenName,
): boolean {
  const { project } = resolution;
  if (object?.length !== 0 && isCommonName(thing.name, language)) return false;
  const others = project
    .filesDefining(thing.name)
    .filter((file) => mayCall(project.language(file), language));
  return (
    others.length === 1 &&
    others[0] === file &&
    (resolution
      .index(file)
      ?.flow.scopes.filter(({ bindings }) => bindings.some(({ name }) => name === thing.name)).length ?? 0) <=
      1
  );
}
