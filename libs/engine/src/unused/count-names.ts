/**
 * Counts in one pass over the texts of a codebase where code and strings have the names of its symbols, so
 * that only few symbols have to be resolved one by one.
 */
import {
  type SymbolFact,
  ECMA_IDS,
  LineIndex,
  languageById,
  mayCall,
  resolvesCalls,
  textParts,
  visibilityRuleOf,
} from "@satori/sidecar";
import { hasClass } from "../lexical/path-class.ts";
import type { Deadline } from "../deadline.ts";
import type { IndexedContent, Snapshot } from "../store/store.ts";
import { type ExaminedSymbol, isExamined, reachOf } from "./candidates.ts";

/** A place where a text names a symbol. */
export interface NamingText {
  readonly file: number;
  readonly line: number;
}

/** Occurrences of names. */
export interface NameCounts {
  readonly candidates: readonly ExaminedSymbol[];
  /** In code of the languages that may call a language, outside of definitions. */
  inCode(language: string, name: string): number;
  /** The same, in the files of a folder. */
  inFolder(file: number, name: string): number;
  /**
   * Whether a file that imports the module of a candidate has its name in code; `unknown` if too many files
   * have it.
   */
  isSeen(candidate: ExaminedSymbol): boolean | "unknown";
  /** The first string, configuration or markup with a name. */
  firstText(name: string): NamingText | undefined;
}

export interface CountRequest {
  readonly snapshot: Snapshot;
  readonly deadline: Pick<Deadline, "check" | "pause">;
  /** Whether symbols of a file are examined. */
  readonly isAsked: (file: number) => boolean;
}

/** Files that are read together. */
const BATCH = 32;
/** Longer names than any language's style has are data. */
const MAX_NAME_CHARS = 100;
const ASCII_WORD = /[A-Za-z_$][A-Za-z0-9_$]*/g;
const ANY_WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const NOT_ASCII = /[^\0-\x7f]/;

/** Throws `DEADLINE_REACHED`: a count of a part of the files says nothing. */
export async function countNames({ snapshot, deadline, isAsked }: CountRequest): Promise<NameCounts> {
  const names = new Set(await snapshot.symbolNames(1, MAX_NAME_CHARS, () => deadline.check()));
  const counting = new Counting(snapshot, names);
  for (let from = 0; from < snapshot.files.count; from += BATCH) {
    const files = Array.from({ length: Math.min(BATCH, snapshot.files.count - from) }, (_, at) => from + at);
    const contents = await snapshot.contents(files);
    for (const [at, file] of files.entries()) {
      const due = deadline.pause();
      if (due) await due;
      const content = contents[at];
      if (content) counting.add(file, content, { isAsked: isAsked(file), check: () => deadline.check() });
    }
  }
  return counting;
}

/** Files with a name that are remembered. */
const MAX_NAMING_FILES = 300;
/** Larger data files are no configuration. */
const MAX_CONFIGURATION_CHARS = 100_000;

interface FileOptions {
  readonly isAsked: boolean;
  readonly check: () => void;
}

/** Offsets of a name in a file that are neither definitions nor in comments. */
interface Occurrences {
  readonly code: number[];
  readonly texts: number[];
  /** In strings, whether they look like references or not. */
  readonly strings: number[];
}

class Counting implements NameCounts {
  readonly candidates: ExaminedSymbol[] = [];
  /** By the language that represents those that may call each other, then name. */
  private readonly byFamily = new Map<string, Map<string, number>>();
  private readonly byFolder = new Map<string, number>();
  private readonly texts = new Map<string, NamingText>();
  /** By the same, the first files whose code has the name. */
  private readonly naming = new Map<string, number[]>();
  /** For each file, the last parts of the modules that it imports. */
  private readonly imports = new Map<number, ReadonlySet<string>>();
  private readonly families = new Map<string, string>();

  constructor(
    private readonly snapshot: Snapshot,
    private readonly names: ReadonlySet<string>,
  ) {}

  inCode(language: string, name: string): number {
    return this.byFamily.get(this.familyOf(language))?.get(name) ?? 0;
  }

  inFolder(file: number, name: string): number {
    return this.byFolder.get(`${this.folderOf(file)}\n${name}`) ?? 0;
  }

  isSeen({ file, fact, language, usesInFile }: ExaminedSymbol): boolean | "unknown" {
    if (usesInFile > 0) return true;
    const { paths } = this.snapshot.files;
    const modules = moduleNames(paths[file] as string);
    const isFolder = visibilityRuleOf(language)?.module === "folder";
    const files = this.naming.get(`${this.familyOf(language)}\n${fact.name}`) ?? [];
    for (const other of files) {
      if (other === file) continue;
      if (isFolder && this.folderOf(other) === this.folderOf(file)) return true;
      if (modules.some((module) => this.imports.get(other)?.has(module))) return true;
    }
    return files.length >= MAX_NAMING_FILES ? "unknown" : false;
  }

  firstText(name: string): NamingText | undefined {
    return this.texts.get(name);
  }

  add(file: number, content: IndexedContent, { isAsked, check }: FileOptions): void {
    const { languages, pathClasses } = this.snapshot.files;
    const language = languages[file] ?? "text";
    const { text, symbols } = content;
    const places = this.placesIn(text, check);
    if (places.size === 0) return;
    const lexis = languageById(language)?.lexicalRules;
    const parts = lexis ? textParts(text, lexis, check) : null;
    if (!parts && hasClass(pathClasses[file] ?? 0, "text")) return;
    if (!parts && text.length > MAX_CONFIGURATION_CHARS) return;
    const code = parts?.code ?? "";
    if (parts) this.imports.set(file, importedModules(text));
    const lines = new LineIndex(text);
    const defining = definitionsIn(symbols, places, lines);
    const isComment = commentTest(parts?.comments ?? []);
    const found = new Map<string, Occurrences>();
    for (const [name, offsets] of places) {
      check();
      const own: Occurrences = { code: [], texts: [], strings: [] };
      for (const at of offsets) {
        if (defining.has(at) || isComment(at)) continue;
        if (code[at] === text[at]) own.code.push(at);
        else {
          own.strings.push(at);
          if (!parts || isReference(text, at, name)) own.texts.push(at);
        }
      }
      found.set(name, own);
      this.count(file, name, { own, language, line: (at) => lines.lineAt(at) });
    }
    if (isAsked && parts && resolvesCalls(language) && this.snapshot.calls.flow(file))
      this.addCandidates(file, { language, text, code, symbols, found, lines, check });
  }

  private placesIn(text: string, check: () => void): Map<string, number[]> {
    const places = new Map<string, number[]>();
    for (const { 0: word, index } of text.matchAll(NOT_ASCII.test(text) ? ANY_WORD : ASCII_WORD)) {
      check();
      if (!this.names.has(word)) continue;
      const others = places.get(word);
      if (others) others.push(index);
      else places.set(word, [index]);
    }
    return places;
  }

  private count(
    file: number,
    name: string,
    {
      own,
      language,
      line,
    }: { readonly own: Occurrences; readonly language: string; readonly line: (at: number) => number },
  ): void {
    const [text] = own.texts;
    if (text !== undefined && !this.texts.has(name)) this.texts.set(name, { file, line: line(text) });
    if (own.code.length === 0) return;
    const family = this.familyOf(language);
    const counts = this.byFamily.get(family) ?? new Map<string, number>();
    this.byFamily.set(family, counts);
    counts.set(name, (counts.get(name) ?? 0) + own.code.length);
    const files = this.naming.get(`${family}\n${name}`);
    if (!files) this.naming.set(`${family}\n${name}`, [file]);
    else if (files.length < MAX_NAMING_FILES) files.push(file);
    const key = `${this.folderOf(file)}\n${name}`;
    this.byFolder.set(key, (this.byFolder.get(key) ?? 0) + own.code.length);
  }

  private addCandidates(
    file: number,
    {
      language,
      text,
      code,
      symbols,
      found,
      lines,
      check,
    }: {
      readonly language: string;
      readonly text: string;
      readonly code: string;
      readonly symbols: readonly SymbolFact[];
      readonly found: ReadonlyMap<string, Occurrences>;
      readonly lines: LineIndex;
      readonly check: () => void;
    },
  ): void {
    const path = this.snapshot.files.paths[file] as string;
    const place = { path, text, code, symbols, language };
    const listed = exportLists(code);
    for (const fact of symbols) {
      check();
      if (!isExamined(fact, symbols)) continue;
      const own = found.get(fact.name) ?? { code: [], texts: [], strings: [] };
      const isInside = (at: number): boolean => at >= fact.start && at < fact.end;
      const inside = own.code.filter((at) => isInside(at)).length;
      const isListed = own.code.filter((at) => !isInside(at) && listed(at)).length;
      const reach = reachOf(fact, place);
      this.candidates.push({
        file,
        fact,
        language,
        within: isListed > 0 ? "codebase" : reach.within,
        byText: reach.byText || reach.within === "codebase",
        usesInFile: own.code.length - inside - isListed,
        inside: inside + isListed,
        hasOtherName: ECMA_IDS.has(language) && isExportedAsOther(code, fact, own.code.filter(listed)),
        doubtfulLine:
          ECMA_IDS.has(language) && own.strings[0] !== undefined ? lines.lineAt(own.strings[0]) : null,
      });
    }
  }

  private familyOf(language: string): string {
    let family = this.families.get(language);
    if (family === undefined) {
      family = [...new Set(this.families.values())].find((other) => mayCall(language, other)) ?? language;
      this.families.set(language, family);
    }
    return family;
  }

  private folderOf(file: number): string {
    const path = this.snapshot.files.paths[file] as string;
    return path.slice(0, path.lastIndexOf("/") + 1);
  }
}

const QUOTED_MODULE = /["'`]([\w@./-]*?)([\w-]+)(?:\.\w+)?["'`]/g;
const NAMED_MODULE = /^[ \t]*(?:from|import|use|using)\s+(?:static\s+)?([\w.:{}, ]+)/gm;

/** The last parts of the modules that a file imports, and other words that may be such. */
function importedModules(text: string): ReadonlySet<string> {
  const modules = new Set<string>();
  for (const [, before = "", last = ""] of text.matchAll(QUOTED_MODULE)) {
    modules.add(last);
    const folder = /([\w-]+)\/$/.exec(before)?.[1];
    if (folder !== undefined && last === "index") modules.add(folder);
  }
  for (const [, words = ""] of text.matchAll(NAMED_MODULE))
    for (const word of words.match(/\w+/g) ?? []) modules.add(word);
  return modules;
}

/** How other files name a module: by its file, or its folder. */
function moduleNames(path: string): readonly string[] {
  const parts = path.split("/");
  const stem = (parts.at(-1) ?? "").replace(/(?:\.d)?\.\w+$/, "");
  return stem === "index" || stem === "__init__" || stem === "mod" || path.endsWith(".go")
    ? [parts.at(-2) ?? stem]
    : [stem];
}

/** Offsets at which symbols of a file are defined. */
function definitionsIn(
  symbols: readonly SymbolFact[],
  places: ReadonlyMap<string, readonly number[]>,
  lines: LineIndex,
): ReadonlySet<number> {
  const defining = new Set<number>();
  for (const { name, start, end, nameLine } of symbols) {
    const offsets = places.get(name) ?? [];
    // Offsets are ascending; those of a common name are thousands.
    for (let at = firstFrom(offsets, start); at < offsets.length; at++) {
      const offset = offsets[at] as number;
      if (offset >= end || lines.lineAt(offset) > nameLine) break;
      if (lines.lineAt(offset) < nameLine || defining.has(offset)) continue;
      defining.add(offset);
      break;
    }
  }
  return defining;
}

function firstFrom(sorted: readonly number[], least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param comments sorted by start, not overlapping */
function commentTest(
  comments: readonly { readonly start: number; readonly end: number }[],
): (at: number) => boolean {
  const starts = comments.map(({ start }) => start);
  return (at) => {
    const comment = comments[firstFrom(starts, at + 1) - 1];
    return comment !== undefined && at < comment.end;
  };
}

/** Whether a string has a name as a reference, alone or at the end of a path, rather than in a sentence. */
function isReference(text: string, at: number, name: string): boolean {
  return /["'`.:/#@[(]/.test(text[at - 1] ?? "") && /["'`:()[\],]/.test(text[at + name.length] ?? "");
}

const EXPORT_LIST =
  /\bexport\s*(?:type\s*)?\{[^}]*\}(?!\s*from)|\bexport\s+default\s+[\w$]+\s*;?\s*$|\bmodule\s*\.\s*exports\s*=\s*\{[^{}]*\}/gm;

/** @param listed offsets of its name in lists of exports */
function isExportedAsOther(code: string, { start, end }: SymbolFact, listed: readonly number[]): boolean {
  const isDefaultAt = (at: number): boolean =>
    /\bexport\s+default\s+(?:abstract\s+|async\s+)*$/.test(code.slice(Math.max(0, at - EXPORT_CHARS), at));
  return (
    isDefaultAt(start) ||
    /^export\s+default\b/.test(code.slice(start, Math.min(end, start + EXPORT_CHARS))) ||
    listed.some(
      (at) => isDefaultAt(at) || /^[\w$]+\s+as\b/.test(code.slice(at, at + MAX_NAME_CHARS + EXPORT_CHARS)),
    )
  );
}

/** More than `export default abstract` takes. */
const EXPORT_CHARS = 40;

/** A test for offsets in lists of exports, which use nothing. */
function exportLists(code: string): (at: number) => boolean {
  const lists = [...code.matchAll(EXPORT_LIST)].map(({ index, 0: list }) => ({
    start: index,
    end: index + list.length,
  }));
  return commentTest(lists);
}
