/**
 * Finds every occurrence of a name in the files that its reach covers, and tells whether it may be a use. A
 * name that occurs nowhere else cannot be used there: no resolution of calls is involved.
 */
import type { LifeEvidence, LifeReason } from "@satori/contracts";
import {
  type NameReach,
  type NameReachRule,
  type SymbolFact,
  type TextRange,
  LineIndex,
  detectLanguage,
  languageById,
  nameReachRuleOf,
  textParts,
} from "@satori/sidecar";
import { hasClass } from "../lexical/path-class.ts";
import { MAX_WORD_CHARS, wordTokens } from "../lexical/tokens.ts";
import { isWithin } from "../model/paths.ts";
import { fileOfRow } from "../store/file-of-row.ts";
import type { IndexedContent, SkippedFile } from "../store/store.ts";
import type { CodeView } from "../store/code-view.ts";
import type { AbsenceRequest } from "./absence-request.ts";

/** The definition whose name is looked for. */
export interface SoughtSymbol {
  readonly file: number;
  readonly fact: SymbolFact;
  /** All symbols of the file. */
  readonly symbols: readonly SymbolFact[];
  readonly reach: Extract<NameReach, { readonly kind: "named" }>;
}

/** What the occurrences of a name say. */
export interface OccurrenceReport {
  /** Occurrences that may be uses, and files that may have some; by path, then line. */
  readonly evidence: readonly LifeEvidence[];
  /** Files that the reach covers. */
  readonly files: number;
  /** Occurrences that were looked at. */
  readonly occurrences: number;
}

/** Chunks that are looked up; a name that more of them have is not proven to be unused. */
const MAX_CHUNKS = 2_000;
/** Evidence that is listed: one is enough to prove nothing. */
const MAX_EVIDENCE = 5;
/** Names of other characters may be written in several ways. */
const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Looks at all occurrences of a symbol's name. */
export async function occurrencesOf(
  { view, deadline }: AbsenceRequest,
  sought: SoughtSymbol,
): Promise<OccurrenceReport> {
  const { fact, reach } = sought;
  const allowed = filesInReach(view, sought, deadline.check.bind(deadline));
  const covered = allowed.reduce((sum, each) => sum + each, 0);
  const unprovable = (reason: LifeReason, detail: string): OccurrenceReport => ({
    evidence: [{ reason, detail }],
    files: covered,
    occurrences: 0,
  });
  const token = wordTokens(fact.name).at(-1);
  if (token === undefined || fact.name.length > MAX_WORD_CHARS || !PLAIN.test(fact.name))
    return unprovable("unsupported", "The index cannot look up this name as a word.");
  const hits = await view.lexical([token], MAX_CHUNKS + 1, allowed, () => deadline.check());
  if (hits.length > MAX_CHUNKS) return unprovable("named_in_code", "Too many texts have the name.");
  const files = [...new Set([sought.file, ...hits.map(({ row }) => fileOfRow(view.files, row))])];
  const evidence: LifeEvidence[] = [...(await unreadFiles(view, sought))];
  let occurrences = 0;
  for (const file of files.sort((left, right) => left - right)) {
    const due = deadline.pause();
    if (due) await due;
    deadline.check();
    const [content] = await view.contents([file]);
    const here = content ? occurrencesIn({ view, sought, file, content }, () => deadline.check()) : null;
    occurrences += here?.count ?? 0;
    evidence.push(...(here?.evidence ?? []).slice(0, Math.max(0, MAX_EVIDENCE - evidence.length)));
  }
  return {
    evidence: evidence.slice(0, MAX_EVIDENCE),
    files: reach.byText ? view.files.count : covered,
    occurrences,
  };
}

/** One entry per file: 1 if code in it can name the symbol, or text in it can reach it. */
function filesInReach(view: CodeView, { file, reach }: SoughtSymbol, check: () => void): Uint8Array {
  const { paths } = view.files;
  const folder = folderOf(paths[file] as string);
  const isInReach = (path: string, at: number): boolean => {
    check();
    if (reach.within === "codebase" || reach.byText) return true;
    return reach.within === "folder" ? folderOf(path) === folder : at === file;
  };
  return Uint8Array.from(paths, (path, at) => Number(isInReach(path, at)));
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

interface SearchedFile {
  readonly view: CodeView;
  readonly sought: SoughtSymbol;
  readonly file: number;
  readonly content: IndexedContent;
}

/** What an occurrence is. */
type Occurrence = "definition" | "comment" | "code" | "text";

function occurrencesIn(
  searched: SearchedFile,
  check: () => void,
): { readonly evidence: readonly LifeEvidence[]; readonly count: number } {
  const { view, sought, file, content } = searched;
  const { text } = content;
  const places = wordsIn(text, sought.fact.name, check);
  if (places.length === 0) return { evidence: [], count: 0 };
  const path = view.files.paths[file] as string;
  const lines = new LineIndex(text);
  const kindAt = occurrenceKinds(searched, places, check);
  const isCodeInReach = reaches(view, sought, file);
  const evidence = places.flatMap((at): LifeEvidence[] => {
    const kind = kindAt(at);
    if (kind === "definition" || kind === "comment" || (kind === "code" && !isCodeInReach)) return [];
    return [
      kind === "code"
        ? { reason: "named_in_code", detail: "Code has the name.", file: path, line: lines.lineAt(at) }
        : { reason: "named_in_text", detail: "A text has the name.", file: path, line: lines.lineAt(at) },
    ];
  });
  return { evidence, count: places.length };
}

/** Whether code of a file can name the symbol. */
function reaches({ files: { paths } }: CodeView, { file, reach }: SoughtSymbol, other: number): boolean {
  switch (reach.within) {
    case "file":
      return other === file;
    case "folder":
      return folderOf(paths[other] as string) === folderOf(paths[file] as string);
    case "codebase":
      return true;
  }
}

/** Offsets of a name as a whole word. */
function wordsIn(text: string, name: string, check: () => void): number[] {
  const isPart = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}_$]/u.test(char);
  const found: number[] = [];
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    check();
    if (!isPart(text[at - 1]) && !isPart(text[at + name.length])) found.push(at);
  }
  return found;
}

function occurrenceKinds(
  searched: SearchedFile,
  places: readonly number[],
  check: () => void,
): (at: number) => Occurrence {
  const { view, sought, file, content } = searched;
  const { languages, pathClasses, paths, withSyntaxErrors, unparsed } = view.files;
  const language = languages[file] ?? "text";
  const lexis = languageById(language)?.lexicalRules;
  if (!lexis) {
    const isDocs = hasClass(pathClasses[file] ?? 0, "text") && !MIXED_DOCS.test(paths[file] as string);
    return () => (isDocs && !content.text.includes("<script") ? "comment" : "text");
  }
  const { code, comments } = textParts(content.text, lexis, check);
  const rule = nameReachRuleOf(language);
  const isWhole = withSyntaxErrors[file] !== 1 && unparsed[file] !== 1;
  const defining = file === sought.file ? definitionsAt(sought, content, places) : () => false;
  return (at) => {
    if (defining(at)) return "definition";
    if (code[at] === content.text[at]) return "code";
    const comment = commentAt(comments, at);
    if (comment === undefined) return "text";
    const before = content.text.slice(comment.start, at);
    return isWhole && rule !== undefined && isPlainComment(content.text, comment.start, before, rule)
      ? "comment"
      : "text";
  };
}

/** Documentation with code that is run. */
const MIXED_DOCS = /\.mdx$/i;
/** What may be before a comment: elsewhere, its sign may be part of a pattern or of markup. */
const BEFORE_COMMENT = /(?:^|[\s;,(){}[\]])$/;

function isPlainComment(text: string, start: number, before: string, rule: NameReachRule): boolean {
  return BEFORE_COMMENT.test(text.slice(Math.max(0, start - 1), start)) && !rule.speakingComment.test(before);
}

/** The comment that contains an offset. @param comments sorted by start, not overlapping */
function commentAt(comments: readonly TextRange[], at: number): TextRange | undefined {
  let [low, high] = [0, comments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((comments[middle] as TextRange).start <= at) low = middle + 1;
    else high = middle;
  }
  const last = comments[low - 1];
  return last && at < last.end ? last : undefined;
}

/**
 * A test for the occurrences that define the symbol, that define it again (overloads), or that are inside of
 * it, if it is a function: a call of itself is no call by something else.
 */
function definitionsAt(
  { fact, symbols }: SoughtSymbol,
  { text }: IndexedContent,
  places: readonly number[],
): (at: number) => boolean {
  const lines = new LineIndex(text);
  const byLine = new Map<number, number[]>();
  for (const at of places) {
    const line = lines.lineAt(at);
    const others = byLine.get(line);
    if (others) others.push(at);
    else byLine.set(line, [at]);
  }
  const placeOf = ({ start, end, nameLine }: SymbolFact): number | undefined =>
    byLine.get(nameLine)?.find((at) => at >= start && at < end);
  const defining = new Set(
    symbols
      .filter(({ label, kind }) => label === fact.label && kind === fact.kind)
      .flatMap((symbol) => placeOf(symbol) ?? []),
  );
  const own = placeOf(fact) ?? fact.end;
  const isFunction = fact.kind === "function" || fact.kind === "method";
  const holdsItself = isFunction && !ASSIGNED.test(fact.signature ?? "");
  return (at) => defining.has(at) || (holdsItself && at > own && at < fact.end);
}

/** A function that is the value of a variable may be given to the code that makes the variable. */
const ASSIGNED = /^(?:export\s+)?(?:const|let|var)\b/;

/** Files that may name the symbol, but whose text is not in the index. */
async function unreadFiles(view: CodeView, { file, reach }: SoughtSymbol): Promise<readonly LifeEvidence[]> {
  if (view.skippedFiles === 0 || reach.within === "file") return [];
  const folder = folderOf(view.files.paths[file] as string);
  const inReach = (path: string): boolean =>
    reach.within === "codebase" || isWithin(path, folder.replace(/\/$/, ""));
  return (await view.skipped())
    .filter((skipped) => inReach(skipped.path) && mayNameCode(skipped))
    .slice(0, MAX_EVIDENCE)
    .map(({ path, cause }) => ({
      reason: "unread",
      detail: `The file is not in the index (${cause}).`,
      file: path,
    }));
}

/** Whether a file that was skipped may be code. Files without a known language may be. */
function mayNameCode({ path, cause }: SkippedFile): boolean {
  if (cause === "special" || cause === "lfs_pointer") return false;
  if (cause === "submodule") return true;
  const language = detectLanguage(path, "");
  if (language === null) return cause !== "binary";
  return languageById(language.id)?.lexicalRules !== undefined;
}
