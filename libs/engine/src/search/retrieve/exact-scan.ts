/**
 * Finds the files that contain given texts by reading the stored text of every file: for `must:`, and for
 * texts that the index of words cannot look up. A text counts wherever `TextFilter` finds it: in the path, in
 * the content, or in the label of a symbol.
 */
import { isPastDeadline } from "../../deadline.ts";
import { wordsOf } from "../../lexical/tokens.ts";
import { unicodeForms } from "../../model/unicode-forms.ts";
import { fileOfRow } from "../../store/file-of-row.ts";
import type { Snapshot } from "../../store/store.ts";

export interface ExactScan {
  /** Files that contain all texts, ascending. */
  readonly files: readonly number[];
  /** Number of files that were read. */
  readonly scannedFiles: number;
  /** Number of files that were to be read. */
  readonly wantedFiles: number;
  /** Why not all were read; null if they were. */
  readonly stoppedBy: "enough" | "bytes" | "deadline" | null;
}

export interface ExactScanInput {
  readonly snapshot: Snapshot;
  /** Texts that a file must contain, ignoring case; at least one. */
  readonly texts: readonly string[];
  /** Tokens of the texts: files that contain any of them are read first. */
  readonly tokens: readonly string[];
  /** One entry per file, 0 excludes it; null allows all. */
  readonly allowed: Uint8Array | null;
  /** Files that need not be read. */
  readonly skipped: ReadonlySet<number>;
  /** Number of files after which the scan ends, because more are not of use. */
  readonly enough: number;
  /** Bytes of text after which the scan ends. */
  readonly maxBytes: number;
  /** Called between files; lets other work run, and may reject. */
  readonly pause: () => Promise<void> | undefined;
  /** Called every few milliseconds of work in memory; may throw. */
  readonly check: () => void;
}

/** Chunks that are looked up by the words of the texts. */
const MAX_CHUNKS = 20_000;
const NOT_ASCII = /[^\0-\x7f]/;

/**
 * Reads files until `enough` of them contain the texts, `maxBytes` are read, or the deadline passes. First
 * come the files that contain words of the texts, then all others, both by path. Throws whatever `pause` and
 * `check` throw, except `DEADLINE_REACHED`.
 */
export async function scanForTexts(input: ExactScanInput): Promise<ExactScan> {
  const scanned = { files: [] as number[], scannedFiles: 0, wantedFiles: 0 };
  try {
    const stoppedBy = await scanInto(scanned, input);
    return { ...scanned, files: ascending(scanned.files), stoppedBy };
  } catch (error) {
    if (!isPastDeadline(error)) throw error;
    return { ...scanned, files: ascending(scanned.files), stoppedBy: "deadline" };
  }
}

async function scanInto(
  scanned: { files: number[]; scannedFiles: number; wantedFiles: number },
  input: ExactScanInput,
): Promise<ExactScan["stoppedBy"]> {
  const { snapshot, texts, skipped, enough, maxBytes, pause } = input;
  const order = (await filesInOrder(input)).filter((file) => !skipped.has(file));
  scanned.wantedFiles = order.length;
  const needles = texts.map(needleOf);
  let bytes = 0;
  for (const file of order) {
    if (scanned.files.length >= enough) return "enough";
    if (bytes > maxBytes) return "bytes";
    await pause();
    const utf8 = snapshot.utf8Text(file);
    bytes += utf8.length;
    scanned.scannedFiles++;
    if (await containsAll(snapshot, file, utf8, needles)) scanned.files.push(file);
  }
  return null;
}

function ascending(files: readonly number[]): number[] {
  return [...files].sort((left, right) => left - right);
}

async function filesInOrder({ snapshot, tokens, allowed, check }: ExactScanInput): Promise<number[]> {
  const { files } = snapshot;
  const hits = tokens.length > 0 ? await snapshot.lexical(tokens, MAX_CHUNKS, allowed, check) : [];
  const first = new Set(hits.map(({ row }) => fileOfRow(files, row)));
  const all = Array.from({ length: files.count }, (_, file) => file);
  return [
    ...[...first].sort((left, right) => left - right),
    ...all.filter((file) => (check(), !first.has(file) && (allowed === null || allowed[file] === 1))),
  ];
}

/** A text to find, prepared for comparing it with many files. */
interface Needle {
  /** In lower case, in the forms that it may have. */
  readonly forms: readonly string[];
  /** Forms of the longest word of a text that may be part of a qualified name; null if it cannot be. */
  readonly labelWords: readonly string[] | null;
}

function needleOf(wanted: string): Needle {
  const text = wanted.toLowerCase();
  const words = wordsOf(text).sort((left, right) => right.length - left.length);
  // A name by itself is in the content where it is declared; a qualified one need not be.
  const isQualified = /[^\p{L}\p{N}\p{M}_$]/u.test(text) && words.length > 0;
  return {
    forms: unicodeForms(text),
    labelWords: isQualified ? unicodeForms(words[0] as string) : null,
  };
}

async function containsAll(
  snapshot: Snapshot,
  file: number,
  utf8: Buffer,
  needles: readonly Needle[],
): Promise<boolean> {
  const path = (snapshot.files.paths[file] as string).toLowerCase();
  // Decoding Latin-1 takes a third of the time of UTF-8, and leaves every ASCII character as it is.
  let latin1: string | null = null;
  let decoded: string | null = null;
  const contains = (text: string): boolean =>
    NOT_ASCII.test(text)
      ? (decoded ??= utf8.toString("utf8").toLowerCase()).includes(text)
      : (latin1 ??= utf8.toString("latin1").toLowerCase()).includes(text);
  for (const { forms, labelWords } of needles) {
    if (forms.some((form) => path.includes(form) || contains(form))) continue;
    if (labelWords === null || !labelWords.some(contains)) return false;
    const [content] = await snapshot.contents([file]);
    const isLabel = (label: string): boolean => forms.some((form) => label.toLowerCase().includes(form));
    if (!content?.symbols.some(({ label }) => isLabel(label))) return false;
  }
  return true;
}
