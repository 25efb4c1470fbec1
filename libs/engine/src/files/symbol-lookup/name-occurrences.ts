/**
 * Finds where the text of a name occurs although no symbol has it: the name may be of a kind that outlines do
 * not list, or be declared near a syntax error.
 */
import type { WarningCode } from "@satori/contracts";
import { wordTokens } from "../../lexical/tokens.ts";
import { compareText, isWithin } from "../../model/paths.ts";
import { fileOfRow } from "../../store/file-of-row.ts";
import type { CodeView } from "../../store/code-view.ts";
import { isTestOrExample } from "../../lexical/path-class.ts";
import type { SymbolSearchArea } from "./find-symbol.ts";
import { distinctivePart } from "./written-name.ts";

export interface NameOccurrences {
  /** `FILE:LINE` of the first occurrences, those in files with syntax errors first. */
  readonly places: readonly string[];
  /** Whether there may be more. */
  readonly isCut: boolean;
  /** Files with syntax errors that contain the name, program code first, then by path. */
  readonly partlyParsed: readonly string[];
}

const NO_OCCURRENCES: NameOccurrences = { places: [], isCut: false, partlyParsed: [] };

/** Limits: chunks that are looked up, files that are read, occurrences that are listed. */
const MAX_CHUNKS = 500;
const MAX_FILES = 20;
const MAX_PLACES = 5;
/** The last part of a qualified name, if it is a word of code. */
const LAST_NAME = /(?<![\p{L}\p{N}_$])[\p{L}_$][\p{L}\p{N}_$]*(?=[?!=]?$)/u;

/** Occurrences of the last part of a name as a whole word, in its case, in the files below a folder. */
export async function nameOccurrences(
  snapshot: CodeView,
  asked: string,
  { folder, check }: SymbolSearchArea,
): Promise<NameOccurrences> {
  const { files } = snapshot;
  const name = LAST_NAME.exec(distinctivePart(asked))?.[0];
  // The last token of a compound is the whole of it.
  const token = name === undefined ? undefined : wordTokens(name).at(-1);
  if (name === undefined || token === undefined) return NO_OCCURRENCES;
  const allowed =
    folder === ""
      ? null
      : Uint8Array.from(files.paths, (path) => (check?.(), Number(isWithin(path, folder))));
  const hits = await snapshot.lexical([token], MAX_CHUNKS, allowed, check);
  const pathOf = (file: number): string => files.paths[file] as string;
  const rank = (file: number): number =>
    2 * (1 - (files.withSyntaxErrors[file] as number)) +
    Number(isTestOrExample(files.pathClasses[file] ?? 0));
  const candidates = [...new Set(hits.map(({ row }) => fileOfRow(files, row)))].sort(
    (left, right) => rank(left) - rank(right) || compareText(pathOf(left), pathOf(right)),
  );
  const read = candidates.slice(0, MAX_FILES);
  const contents = await snapshot.contents(read);
  const linesIn = read.map((file, at) => ({ file, lines: linesWith(name, contents[at]?.text ?? "", check) }));
  const containing = linesIn.filter(({ lines }) => lines.length > 0);
  const places = containing.flatMap(({ file, lines }) => lines.map((line) => `${pathOf(file)}:${line}`));
  return {
    places: places.slice(0, MAX_PLACES),
    isCut: places.length > MAX_PLACES || candidates.length > read.length || hits.length >= MAX_CHUNKS,
    partlyParsed: containing
      .map(({ file }) => file)
      .filter((file) => files.withSyntaxErrors[file] === 1)
      .map(pathOf),
  };
}

/** Lines with the name as a whole word, from 1, at most one more than are listed. */
function linesWith(name: string, text: string, check: SymbolSearchArea["check"]): number[] {
  const word = new RegExp(`(?<![\\p{L}\\p{N}_$])${name.replaceAll("$", "\\$")}(?![\\p{L}\\p{N}_$])`, "gu");
  const lines: number[] = [];
  let [line, from] = [1, 0];
  for (const { index } of text.matchAll(word)) {
    check?.();
    for (let end = text.indexOf("\n", from); end !== -1 && end < index; end = text.indexOf("\n", from)) {
      line++;
      from = end + 1;
    }
    if (lines.at(-1) !== line) lines.push(line);
    if (lines.length > MAX_PLACES) break;
  }
  return lines;
}

/** Like `nameOccurrences`, in the text of one file. */
export function occurrencesInFile(
  asked: string,
  { file, text, hasSyntaxErrors, check }: OpenedFile,
): NameOccurrences {
  const name = LAST_NAME.exec(distinctivePart(asked))?.[0];
  const lines = name === undefined ? [] : linesWith(name, text, check);
  return {
    places: lines.slice(0, MAX_PLACES).map((line) => `${file}:${line}`),
    isCut: lines.length > MAX_PLACES,
    partlyParsed: hasSyntaxErrors && lines.length > 0 ? [file] : [],
  };
}

interface OpenedFile {
  readonly file: string;
  readonly text: string;
  readonly hasSyntaxErrors: boolean;
  readonly check: SymbolSearchArea["check"];
}

/** Whether a suggested symbol has that last name, in another class or file: then its occurrences say less. */
export function hasName(labels: readonly string[], asked: string): boolean {
  const name = LAST_NAME.exec(distinctivePart(asked))?.[0];
  return labels.some((label) => LAST_NAME.exec(label)?.[0] === name);
}

/** What an answer without the symbol says about them, and its warnings. */
export interface OccurrenceNote {
  /** Sentences; null if there is nothing to say. */
  readonly note: string | null;
  readonly warnings: readonly WarningCode[];
}

/** @param about whether to list places, or only what syntax errors may hide, because the answer has better */
export function occurrenceNote(
  asked: string,
  { places, isCut, partlyParsed }: NameOccurrences,
  about: "places" | "syntax errors",
): OccurrenceNote {
  const name = LAST_NAME.exec(distinctivePart(asked))?.[0] ?? asked;
  const sentences: string[] = [];
  if (places.length > 0 && about === "places")
    sentences.push(
      `The text ${name} occurs at ${places.join(", ")}${isCut ? " and in more places" : ""}; it may be a ` +
        "kind of name that outlines do not list.",
    );
  const [first, ...others] = partlyParsed;
  if (first !== undefined)
    sentences.push(
      others.length === 0
        ? `${first} contains it and has syntax errors: a definition may not have been parsed.`
        : `${isCut ? "At least " : ""}${partlyParsed.length} files that contain it, including ${first}, have ` +
            "syntax errors: a definition may not have been parsed.",
    );
  return {
    note: sentences.length === 0 ? null : sentences.join(" "),
    warnings: first === undefined ? [] : ["FILE_HAS_SYNTAX_ERRORS"],
  };
}
