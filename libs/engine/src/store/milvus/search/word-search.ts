/**
 * The lexical retriever: Milvus finds chunks by BM25 over all words alike. The found chunks are then scored
 * by field, as in every other store.
 */
import { fileOfRow } from "../../file-of-row.ts";
import type { FileTable, LexicalHit } from "../../store.ts";
import { Bm25Scale, DOC_WEIGHTS, type FieldCounts, SCORE_WEIGHTS } from "../../bm25.ts";
import { type Collection, MAX_SEARCH_ROWS } from "../connection/collection.ts";
import { type FilterExpression, chunkFilter } from "./file-filter.ts";
import { type Row, chunkTermsOf, encodeToken, parseRowId } from "../file-rows.ts";

/** One state of this checkout's index. */
export interface MilvusIndexState {
  readonly collection: Collection;
  readonly codebase: string;
  readonly files: FileTable;
  /** Version of each file. */
  readonly versions: readonly string[];
  readonly fileOfVersion: ReadonlyMap<string, number>;
  /** Versions in Milvus that belong to no file. */
  readonly stale: readonly string[];
  /** Tokens of all chunks and fields together. */
  readonly tokens: number;
}

/**
 * Milvus gives symbols full weight, so more rows are requested, to include those that are best by our
 * weights.
 */
const SPARE = 1.25;
const SPARE_ROWS = 20;

export interface WordWish {
  readonly tokens: readonly string[];
  readonly limit: number;
  /** One entry per file, 0 excludes it; null allows all. */
  readonly allowed: Uint8Array | null;
  /** Number of chunks that contain each token; tokens in no chunk are left out. */
  readonly frequencies: ReadonlyMap<string, number>;
  /** Called for each file and each found chunk; may throw. */
  readonly check?: (() => void) | undefined;
}

/** Hits as `Snapshot.lexical` returns them. Throws `STORE_UNAVAILABLE`. */
export async function searchWords(
  held: MilvusIndexState,
  { tokens, limit, allowed, frequencies, check }: WordWish,
): Promise<readonly LexicalHit[]> {
  const { files, versions, stale, codebase } = held;
  const { firstRows } = files;
  const distinct = [...new Set(tokens)];
  const filter = chunkFilter({ codebase, files, versions, allowed, stale, check });
  if (!filter || frequencies.size === 0 || firstRows[files.count] === 0 || limit === 0) return [];
  const found = await find(held, { tokens: distinct, limit, allowed, filter, check });
  const scale = new Bm25Scale({
    documents: firstRows[files.count] as number,
    tokens: held.tokens,
    frequency: (token) => frequencies.get(token) ?? 0,
  });
  const hits = found.map(
    ({ row, counts, length }): LexicalHit => (
      check?.(),
      {
        row,
        score: scale.score(distinct, counts, length, SCORE_WEIGHTS),
        docScore: scale.score(distinct, counts, length, DOC_WEIGHTS),
      }
    ),
  );
  return hits.sort((left, right) => right.score - left.score || left.row - right.row).slice(0, limit);
}

interface FindWish {
  readonly tokens: readonly string[];
  readonly limit: number;
  readonly allowed: Uint8Array | null;
  readonly filter: FilterExpression;
  readonly check: (() => void) | undefined;
}

/**
 * Chunks of this checkout's allowed files that contain any of the tokens: at least `limit`, if there are that
 * many.
 */
async function find(
  held: MilvusIndexState,
  { tokens, limit, allowed, check, filter: { expression, share } }: FindWish,
): Promise<FoundChunk[]> {
  const terms = tokens.map(encodeToken);
  const tokenOf = new Map(terms.map((term, at) => [term, tokens[at] as string]));
  for (let wanted = Math.ceil((limit * SPARE + SPARE_ROWS) / Math.max(0.1, share)); ; wanted *= 4) {
    const rows = await held.collection.searchWords(terms.join(" "), {
      filter: expression,
      limit: Math.min(wanted, MAX_SEARCH_ROWS),
      fields: ["terms", "parts", "doc"],
    });
    const chunks = rows
      .map((row) => (check?.(), chunkOf(held, row as unknown as Row, allowed, tokenOf)))
      .filter((chunk) => chunk !== null);
    if (
      chunks.length >= limit ||
      rows.length < Math.min(wanted, MAX_SEARCH_ROWS) ||
      wanted >= MAX_SEARCH_ROWS
    )
      return chunks;
  }
}

function chunkOf(
  held: MilvusIndexState,
  found: Row,
  allowed: Uint8Array | null,
  tokenOf: ReadonlyMap<string, string>,
): FoundChunk | null {
  const row = rowOf(held, found.id);
  if (row === null || allowed?.[fileOfRow(held.files, row)] === 0) return null;
  const { body, symbols, path, doc } = chunkTermsOf(found);
  const counts = new Map<string, number[]>();
  for (const [field, words] of [body, symbols, path, doc].entries()) {
    for (const word of words) {
      const token = tokenOf.get(word);
      if (token === undefined) continue;
      const of = counts.get(token) ?? [0, 0, 0, 0];
      of[field] = (of[field] as number) + 1;
      counts.set(token, of);
    }
  }
  return counts.size === 0
    ? null
    : { row, counts, length: body.length + symbols.length + path.length + doc.length };
}

interface FoundChunk {
  readonly row: number;
  readonly counts: FieldCounts;
  /** In tokens. */
  readonly length: number;
}

/** Row of a chunk by its id; null if this checkout does not list its version. */
export function rowOf(
  { files, fileOfVersion }: Pick<MilvusIndexState, "files" | "fileOfVersion">,
  id: string,
): number | null {
  const { version, part } = parseRowId(id);
  const file = fileOfVersion.get(version);
  if (file === undefined || part < 0) return null;
  const row = (files.firstRows[file] as number) + part;
  return row < (files.firstRows[file + 1] as number) ? row : null;
}
