/**
 * Finds the files that contain given texts by reading the stored text of every file: for `must:`, and for
 * texts that the index of words cannot look up. A text counts wherever `TextFilter` finds it: in the path, in
 * the content, or in the label of a symbol.
 */
import { wordsOf } from "../../lexical/tokens.ts";
import { fileOfRow } from "../../store/file-of-row.ts";
import type { Snapshot } from "../../store/store.ts";

export interface ExactScan {
  /** Files that contain all texts, ascending. */
  readonly files: readonly number[];
  /** Number of files that were read. */
  readonly scannedFiles: number;
  /** Number of files that were to be read. */
  readonly wantedFiles: number;
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
  /** Called between files; lets other work run, and may reject. */
  readonly pause: () => Promise<void> | undefined;
}

/**
 * Most bytes of text that one scan reads: some two seconds. A limit in bytes gives the same answer whenever
 * the question is asked, other than a deadline.
 */
export const MAX_SCANNED_BYTES = 256 * 1024 * 1024;
/** Chunks that are looked up by the words of the texts. */
const MAX_CHUNKS = 20_000;
const NOT_ASCII = /[^\0-\x7f]/;

/**
 * Reads files until `enough` of them contain the texts, or `MAX_SCANNED_BYTES` are read. First come the files
 * that contain words of the texts, then all others, both by path. Throws whatever `pause` throws.
 */
export async function scanForTexts(input: ExactScanInput): Promise<ExactScan> {
  const { snapshot, texts, skipped, enough, pause } = input;
  const order = (await filesInOrder(input)).filter((file) => !skipped.has(file));
  const needles = texts.map(needleOf);
  const files: number[] = [];
  let [scannedFiles, bytes] = [0, 0];
  for (const file of order) {
    if (files.length >= enough || bytes > MAX_SCANNED_BYTES) break;
    await pause();
    const utf8 = snapshot.utf8Text(file);
    scannedFiles++;
    bytes += utf8.length;
    if (await containsAll(snapshot, file, utf8, needles)) files.push(file);
  }
  return {
    files: files.sort((left, right) => left - right),
    scannedFiles,
    wantedFiles: order.length,
  };
}

async function filesInOrder({ snapshot, tokens, allowed }: ExactScanInput): Promise<number[]> {
  const { files } = snapshot;
  const hits = tokens.length > 0 ? await snapshot.lexical(tokens, MAX_CHUNKS, allowed) : [];
  const first = new Set(hits.map(({ row }) => fileOfRow(files, row)));
  const all = Array.from({ length: files.count }, (_, file) => file);
  return [
    ...[...first].sort((left, right) => left - right),
    ...all.filter((file) => !first.has(file) && (allowed === null || allowed[file] === 1)),
  ];
}

/** A text to find, prepared for comparing it with many files. */
interface Needle {
  /** In lower case. */
  readonly text: string;
  readonly isAscii: boolean;
  /** The longest word of a text that may be part of a qualified name; null if it cannot be. */
  readonly labelWord: string | null;
}

function needleOf(wanted: string): Needle {
  const text = wanted.toLowerCase();
  const words = wordsOf(text).sort((left, right) => right.length - left.length);
  // A name by itself is in the content where it is declared; a qualified one need not be.
  const isQualified = /[^\p{L}\p{N}_$]/u.test(text) && words.length > 0;
  return { text, isAscii: !NOT_ASCII.test(text), labelWord: isQualified ? (words[0] ?? null) : null };
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
  const contains = (text: string, isAscii: boolean): boolean =>
    isAscii
      ? (latin1 ??= utf8.toString("latin1").toLowerCase()).includes(text)
      : (decoded ??= utf8.toString("utf8").toLowerCase()).includes(text);
  for (const { text, isAscii, labelWord } of needles) {
    if (path.includes(text) || contains(text, isAscii)) continue;
    if (labelWord === null || !contains(labelWord, !NOT_ASCII.test(labelWord))) return false;
    const [content] = await snapshot.contents([file]);
    if (!content?.symbols.some(({ label }) => label.toLowerCase().includes(text))) return false;
  }
  return true;
}
