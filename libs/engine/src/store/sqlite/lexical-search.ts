/**
 * The lexical arm: the best chunks by FTS5's BM25. To score a chunk costs twenty times as much as to see that it matches, and
 * a question's commonest word alone may match half of all: so chunks are taken in the order of what they can score at most,
 * and no more of them are scored than it takes to know the best. The result is that of scoring them all.
 */
import type { LexicalHit } from "../store.ts";
import type { Database } from "../../sqlite/driver.ts";
import type { SnapshotTables } from "./snapshot-tables.ts";

/** Weights of body, symbols, path and doc in the two sums that are read off one scan. */
const SCORE_WEIGHTS = "1, 0.5, 1, 0";
const DOC_WEIGHTS = "0, 0, 0, 1";
/** How many more chunks than are wanted are scored at first, and again each time that this does not do. */
const FIRST_FACTOR = 2;
const NEXT_FACTOR = 2;
/** BM25 of FTS5: the most that one word's frequency can multiply its weight by, rounded up. */
const MOST_OF_ONE_WORD = 2.25;
const LEAST_WEIGHT = 1e-6;
/** A chunk's words are told by the bits of one number; the words from here on share the last bit. */
const LAST_BIT = 31;
/** Chunks of words that are remembered for one state of the index, all words together. */
const MAX_REMEMBERED = 2_000_000;

export class LexicalSearch {
  private readonly table: string;

  constructor(private readonly database: Database, private readonly tables: SnapshotTables) {
    this.table = `lexical_${tables.generation}`;
  }

  /** In how many chunks a token occurs. */
  frequency(token: string): number {
    return this.chunksWith(token).length;
  }

  /** As `Snapshot.lexical`; equal scores at the cut are settled by row id, which is stable for an index. */
  best(tokens: readonly string[], limit: number, allowed: Uint8Array | null): LexicalHit[] {
    const distinct = [...new Set(tokens)];
    if (distinct.length === 0 || limit <= 0) return [];
    const { groups, groupOf } = this.groups(distinct, allowed);
    const match = distinct.map(quoteToken).join(" OR ");
    const scored: ScoredChunk[] = [];
    let wanted = FIRST_FACTOR * limit;
    for (let from = 0; from < groups.length; wanted *= NEXT_FACTOR) {
      let to = from;
      for (let size = 0; to < groups.length && size < wanted; to++) size += (groups[to] as Group).size;
      scored.push(...this.score(match, within(groupOf, from, to), limit));
      scored.sort((left, right) => right.score - left.score || left.chunk - right.chunk);
      scored.length = Math.min(scored.length, limit);
      const least = scored[limit - 1]?.score ?? 0;
      if (scored.length === limit && least > (groups[to]?.most ?? 0)) break;
      from = to;
    }
    const hits = scored.map(({ chunk, score, docScore }): LexicalHit => ({ row: this.rowOf(chunk), score, docScore }));
    return hits.sort((left, right) => right.score - left.score || left.row - right.row);
  }

  /** Chunks that hold the same tokens, by what they can score at most, and for each chunk 1 + the position of its group, or 0. */
  private groups(tokens: readonly string[], allowed: Uint8Array | null): { groups: Group[]; groupOf: Uint32Array } {
    const { fileOfChunk, files } = this.tables;
    const masks = new Uint32Array(fileOfChunk.length);
    const most = new Float64Array(LAST_BIT + 1);
    for (const [at, token] of tokens.entries()) {
      const bit = Math.min(at, LAST_BIT);
      const chunks = this.chunksWith(token);
      most[bit] = (most[bit] as number) + MOST_OF_ONE_WORD * weightOf(files.firstRows[files.count] as number, chunks.length);
      for (const chunk of chunks) if (allowed === null || allowed[fileOfChunk[chunk] as number] === 1) masks[chunk] = ((masks[chunk] as number) | (1 << bit)) >>> 0;
    }
    const sizes = new Map<number, number>();
    for (let chunk = 0; chunk < masks.length; chunk++) {
      const mask = masks[chunk] as number;
      if (mask !== 0) sizes.set(mask, (sizes.get(mask) ?? 0) + 1);
    }
    const groups = [...sizes].map(([mask, size]): Group => ({ mask, size, most: most.reduce((sum, part, bit) => ((mask >>> bit) & 1 ? sum + part : sum), 0) }));
    groups.sort((left, right) => right.most - left.most || left.mask - right.mask);
    const positions = new Map(groups.map(({ mask }, at) => [mask, at + 1]));
    for (let chunk = 0; chunk < masks.length; chunk++) if (masks[chunk] !== 0) masks[chunk] = positions.get(masks[chunk] as number) as number;
    return { groups, groupOf: masks };
  }

  /** @param chosen one for each chunk, 1 for those to score */
  private score(match: string, chosen: Uint8Array, limit: number): ScoredChunk[] {
    const { table } = this;
    const sql = `SELECT rowid, bm25(${table}, ${SCORE_WEIGHTS}) AS score, bm25(${table}, ${DOC_WEIGHTS}) FROM ${table} WHERE ${table} MATCH ? AND substr(?, rowid + 1, 1) = x'01' ORDER BY score, rowid LIMIT ?`;
    const rows = this.database.prepare(sql).all(match, chosen, limit);
    return rows.map(([chunk, score, docScore]) => ({ chunk: Number(chunk), score: -Number(score), docScore: -Number(docScore) }));
  }

  /** Row ids of the chunks that hold a token, ascending. */
  private chunksWith(token: string): Uint32Array {
    const { postings } = this.tables;
    const known = postings.byToken.get(token);
    if (known) return known;
    const list = this.database.prepare(`SELECT group_concat(rowid) FROM ${this.table} WHERE ${this.table} MATCH ?`).get(quoteToken(token))?.[0];
    const chunks = parseNumbers(typeof list === "string" ? list : "");
    if (postings.size + chunks.length > MAX_REMEMBERED) {
      postings.byToken.clear();
      postings.size = 0;
    }
    postings.byToken.set(token, chunks);
    postings.size += chunks.length;
    return chunks;
  }

  private rowOf(chunk: number): number {
    const { fileOfChunk, firstChunks, files } = this.tables;
    const file = fileOfChunk[chunk] as number;
    return (files.firstRows[file] as number) + chunk - (firstChunks[file] as number);
  }
}

interface ScoredChunk {
  readonly chunk: number;
  readonly score: number;
  readonly docScore: number;
}

interface Group {
  readonly mask: number;
  readonly size: number;
  readonly most: number;
}

/** 1 for each chunk of the groups from position `from` up to, but without, position `to`. */
function within(groupOf: Uint32Array, from: number, to: number): Uint8Array {
  const chosen = new Uint8Array(groupOf.length);
  for (let chunk = 0; chunk < groupOf.length; chunk++) {
    const group = groupOf[chunk] as number;
    if (group > from && group <= to) chosen[chunk] = 1;
  }
  return chosen;
}

/** Inverse document frequency as FTS5 has it. */
function weightOf(chunks: number, containing: number): number {
  return Math.max(LEAST_WEIGHT, Math.log((chunks - containing + 0.5) / (containing + 0.5)));
}

function quoteToken(token: string): string {
  return `"${token.replaceAll('"', '""')}"`;
}

/** `1,22,333`; many thousands of them, for which splitting takes four times as long. */
function parseNumbers(list: string): Uint32Array {
  const numbers: number[] = [];
  let number = 0;
  for (let at = 0; at < list.length; at++) {
    const digit = list.charCodeAt(at) - 48;
    if (digit >= 0) number = number * 10 + digit;
    else {
      numbers.push(number);
      number = 0;
    }
  }
  if (list.length > 0) numbers.push(number);
  return Uint32Array.from(numbers);
}
