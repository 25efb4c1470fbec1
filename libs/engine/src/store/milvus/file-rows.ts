/** Converts a file version to rows of a collection and back. Pure. */
import { createHash } from "node:crypto";
import { noiseCategory } from "../../lexical/path-class.ts";
import { fieldWords } from "../../model/file-words.ts";
import type { FieldWords } from "../bm25.ts";
import type { StorableFile } from "../store.ts";
import { versionKey } from "../version-key.ts";

/** Kinds of rows. A search is for one of the first three; records are never found. */
export const ROW_KINDS = { chunk: 0, file: 1, path: 2, record: 9 } as const;

/** One row. Unused texts are empty. */
export interface Row {
  readonly id: string;
  /** The generation of a codebase that the row belongs to. */
  readonly codebase: string;
  readonly kind: number;
  /** Version of the file. */
  readonly file: string;
  readonly path: string;
  readonly language: string;
  /** Category that search scopes filter by; see `noiseCategory`. */
  readonly category: string;
  /** Evenly distributed from 0 to `SAMPLES`; the rows below a bound are a sample of all. */
  readonly sample: number;
  /** Encoded tokens of body, symbols and path, separated by spaces, for BM25. */
  readonly terms: string;
  /** How many of `terms` belong to the body and to the symbols: `3 1`. */
  readonly parts: string;
  /** Encoded tokens of comments and docstrings. */
  readonly doc: string;
  /** JSON of a record. */
  readonly document: string;
  /** Absent if the collection has no vectors. */
  readonly dense?: readonly number[];
}

export const SAMPLES = 65_536;
/** Most bytes of `terms` and `doc`; Milvus accepts at most 65,535 in a text field. */
const MAX_TEXT_BYTES = 60_000;
const MAX_PATH_BYTES = 4_096;

/** Id of one of a version's rows: part `-2` for its path, `-1` for the file, from 0 on for its chunks. */
export function rowId(codebase: string, version: string, part: number): string {
  return `${codebase}:${version}:${part}`;
}

/** Version and part of a row's id. */
export function parseRowId(id: string): { readonly version: string; readonly part: number } {
  const [, version = "", part] = id.split(":");
  return { version, part: Number(part) };
}

/**
 * Rows of a file that has chunks, the path's row last: if that one exists, all do. A file of one chunk has no
 * row for the file.
 *
 * @param dimension dimension of the collection's vectors; null if it has none
 */
export function fileRows(file: StorableFile, codebase: string, dimension: number | null): Row[] {
  const chunks = fieldWords(file.words);
  if (chunks.length === 0) return [];
  const version = versionKey(file);
  const vectorAt = vectorReader(file, dimension);
  const common = {
    codebase,
    file: version,
    path: cutBytes(file.path, MAX_PATH_BYTES),
    language: file.language,
    category: noiseCategory(file.pathClass),
    terms: "",
    parts: "",
    doc: "",
    document: "",
  };
  const row = (kind: number, part: number, vector: number, texts: Partial<Row> = {}): Row => {
    const id = rowId(codebase, version, part);
    return { ...common, id, kind, sample: sampleOf(version, part), ...texts, ...vectorAt(vector) };
  };
  const ownRows = chunks.length > 1 ? 1 : 0;
  return [
    ...chunks.map((fields, at) => row(ROW_KINDS.chunk, at, 1 + ownRows + at, chunkTexts(fields))),
    ...(ownRows === 1 ? [row(ROW_KINDS.file, -1, 1)] : []),
    row(ROW_KINDS.path, -2, 0),
  ];
}

export function zeros(dimension: number): number[] {
  return Array.from({ length: dimension }, () => 0);
}

function vectorReader(
  { vectors }: StorableFile,
  dimension: number | null,
): (at: number) => { readonly dense?: readonly number[] } {
  if (dimension === null) return () => ({});
  return (at) => {
    if (!vectors) return { dense: zeros(dimension) };
    const scale = vectors.scales[at] as number;
    return {
      dense: Array.from(
        vectors.values.subarray(at * dimension, (at + 1) * dimension),
        (value) => value * scale,
      ),
    };
  };
}

function sampleOf(version: string, part: number): number {
  return createHash("sha256").update(`${version}:${part}`).digest().readUInt16BE(0);
}

function chunkTexts([body = [], symbols = [], pathTokens = [], doc = []]: FieldWords): Partial<Row> {
  const path = pathTokens.map(encodeToken);
  const names = cutBytes(encodeTokens(symbols), MAX_TEXT_BYTES / 4)
    .split(" ")
    .filter((term) => term !== "");
  const room = MAX_TEXT_BYTES - [...path, ...names].reduce((sum, term) => sum + term.length + 1, 0);
  const words = cutBytes(encodeTokens(body), room)
    .split(" ")
    .filter((term) => term !== "");
  return {
    terms: [...words, ...names, ...path].join(" "),
    parts: `${words.length} ${names.length}`,
    doc: cutBytes(encodeTokens(doc), MAX_TEXT_BYTES),
  };
}

const PLAIN = /^[a-z0-9]+$/;

/**
 * A token as letters and digits only, which every analyzer keeps whole. Other tokens are written in
 * hexadecimal after a prefix that no word starts with.
 */
export function encodeToken(token: string): string {
  return PLAIN.test(token) ? token : `zq${Buffer.from(token, "utf8").toString("hex")}`;
}

function encodeTokens(tokens: readonly string[]): string {
  return tokens.map(encodeToken).join(" ");
}

/** As many whole words as fit, or characters if there is no space. */
function cutBytes(text: string, limit: number): string {
  if (Buffer.byteLength(text) <= limit) return text;
  const cut = Buffer.from(text)
    .subarray(0, limit)
    .toString("utf8")
    .replace(/\ufffd+$/, "");
  const blank = cut.lastIndexOf(" ");
  return blank === -1 ? cut : cut.slice(0, blank);
}

/** Encoded tokens by field, which scores are computed from. */
export interface ChunkTerms {
  readonly body: readonly string[];
  readonly symbols: readonly string[];
  readonly path: readonly string[];
  readonly doc: readonly string[];
}

/** Splits the terms of a chunk's row by field. */
export function chunkTermsOf({ terms, parts, doc }: Pick<Row, "terms" | "parts" | "doc">): ChunkTerms {
  const all = terms === "" ? [] : terms.split(" ");
  const [body = 0, symbols = 0] = parts.split(" ").map(Number);
  return {
    body: all.slice(0, body),
    symbols: all.slice(body, body + symbols),
    path: all.slice(body + symbols),
    doc: doc === "" ? [] : doc.split(" "),
  };
}
