/**
 * One collection: how it is made, and the few calls that are made on it. All names of ours begin alike, and
 * nothing is done to any other.
 */
import { B, K1 } from "../../bm25.ts";
import type { MilvusConnection } from "./connection.ts";
import { ROW_KINDS, type Row } from "../file-rows.ts";
import { isIndexedAlready, isMissingCollection, isNotLoaded } from "./refusals.ts";
import { loadSdk } from "./sdk.ts";

export const NAME_PREFIX = "satori_";

/** Bytes and rows of one upsert: servers take 4 MB in a message unless they are told otherwise. */
const UPSERT_BYTES = 2_000_000;
const UPSERT_ROWS = 1_000;
/** Of a page of rows that are listed. */
const PAGE_ROWS = 4_000;
/** As Milvus's own iterators ask: the rows of a page are those with the lowest ids. */
const IN_PAGES = { iterator: "True", reduce_stop_for_best: "True" };
/** The most rows that Milvus gives for one search. */
export const MAX_SEARCH_ROWS = 16_384;
/**
 * Neighbours that an index of vectors goes through at least, and at most, for one search (`ef` of HNSW): too
 * few, and what a filter leaves out takes the place of what it lets through.
 */
const EXPLORED = { least: 512, most: 32_768 } as const;
const CREATE_MS = 120_000;
const LOAD_MS = 30_000;
const FLUSH_MS = 600_000;
const WRITE_MS = 120_000;

export interface SearchRow {
  readonly id: string;
  /** Of a search: as Milvus gives it, which for BM25 is good for nothing but the order. */
  readonly score: number;
  readonly [field: string]: unknown;
}

export interface SearchOptions {
  /** An expression. */
  readonly filter: string;
  readonly limit: number;
  /** Besides the id. */
  readonly fields?: readonly string[];
}

export class Collection {
  constructor(
    private readonly connection: MilvusConnection,
    readonly name: string,
  ) {}

  /**
   * Makes it, with its indexes, and loads it. One that is there stays as it is, but that what whoever made it
   * did not come to is made good.
   *
   * @param dimension of its vectors; null for none
   * @param isShared whether its rows are told apart by a partition key
   */
  async create(dimension: number | null, isShared: boolean): Promise<void> {
    const collection_name = this.name;
    const { DataType, FunctionType } = await loadSdk();
    const text = (name: string, max_length: number) => ({ name, data_type: DataType.VarChar, max_length });
    const fields = [
      { ...text("id", 128), is_primary_key: true },
      { ...text("codebase", 64), ...(isShared ? { is_partition_key: true } : {}) },
      { name: "kind", data_type: DataType.Int8 },
      text("file", 32),
      text("path", 4_096),
      text("language", 64),
      text("category", 32),
      { name: "sample", data_type: DataType.Int32 },
      { ...text("terms", 65_535), enable_analyzer: true, analyzer_params: { tokenizer: "standard" } },
      text("parts", 32),
      text("doc", 65_535),
      text("document", 65_535),
      { name: "words", data_type: DataType.SparseFloatVector },
      ...(dimension === null ? [] : [{ name: "dense", data_type: DataType.FloatVector, dim: dimension }]),
    ];
    const functions = [
      {
        name: "bm25",
        type: FunctionType.BM25,
        input_field_names: ["terms"],
        output_field_names: ["words"],
        params: {},
      },
    ];
    const indexes = [
      {
        collection_name,
        field_name: "words",
        index_type: "SPARSE_INVERTED_INDEX",
        metric_type: "BM25",
        params: { bm25_k1: K1, bm25_b: B },
      },
      ...(dimension === null
        ? []
        : [{ collection_name, field_name: "dense", index_type: "AUTOINDEX", metric_type: "IP" }]),
    ];
    // Whoever has saved a file finds it with the next search: reads see all writes before them.
    try {
      if (!(await this.exists()))
        await this.connection.attempt(
          (client, limit) =>
            client.createCollection({
              collection_name,
              fields,
              functions,
              consistency_level: "Strong",
              ...limit,
            }),
          { timeoutMs: CREATE_MS },
        );
    } catch (error) {
      // Another process was faster, or the first of several tries did work.
      if (!(await this.exists())) throw error;
    }
    for (const index of indexes) {
      await this.call(
        "index",
        (client, limit) => client.createIndex({ ...index, ...limit }),
        CREATE_MS,
      ).catch((error: unknown) => {
        if (!isIndexedAlready(error)) throw error;
      });
    }
    await this.load();
  }

  async exists(): Promise<boolean> {
    return (
      (
        await this.call("find", (client, limit) =>
          client.hasCollection({ collection_name: this.name, ...limit }),
        )
      ).value === true
    );
  }

  /** One that is not there is none. */
  async drop(): Promise<void> {
    await this.unlessMissing(
      this.call("drop", (client, limit) => client.dropCollection({ collection_name: this.name, ...limit })),
    );
  }

  async upsert(rows: readonly Row[]): Promise<void> {
    for (const data of batches(rows))
      await this.call(
        "write to",
        (client, limit) => client.upsert({ collection_name: this.name, data: [...data], ...limit } as never),
        WRITE_MS,
      );
  }

  /**
   * Has the server put what it has into segments that it indexes: until then it looks through those rows one
   * by one.
   */
  async flush(): Promise<void> {
    await this.call(
      "flush",
      (client, limit) => client.flush({ collection_names: [this.name], ...limit }),
      FLUSH_MS,
    );
  }

  /** Removes the rows that an expression names. */
  async remove(filter: string): Promise<void> {
    await this.unlessMissing(
      this.call(
        "delete from",
        (client, limit) => client.delete({ collection_name: this.name, filter, ...limit }),
        WRITE_MS,
      ),
    );
  }

  /** Rows by id, in no order; those that are not there are left out. */
  async get(ids: readonly string[], fields: readonly string[]): Promise<readonly SearchRow[]> {
    if (ids.length === 0) return [];
    const answer = await this.read("read", (client, limit) =>
      client.get({ collection_name: this.name, ids: [...ids], output_fields: ["id", ...fields], ...limit }),
    );
    return answer.data as unknown as SearchRow[];
  }

  /**
   * All rows that an expression names, page by page; by id. Without being told that it is asked for pages, a
   * server may give any rows first.
   */
  async list(filter: string, fields: readonly string[]): Promise<SearchRow[]> {
    const rows: SearchRow[] = [];
    for (let after = ""; ; after = rows.at(-1)?.id ?? "") {
      const page = after === "" ? filter : `(${filter}) and id > "${after}"`;
      const answer = await this.read("list", (client, limit) =>
        client.query({
          collection_name: this.name,
          filter: page,
          output_fields: ["id", ...fields],
          limit: PAGE_ROWS,
          params: IN_PAGES,
          ...limit,
        }),
      );
      const found = [...(answer.data as unknown as SearchRow[])].sort(byId);
      rows.push(...found);
      if (found.length < PAGE_ROWS) return rows;
    }
  }

  async count(filter: string): Promise<number> {
    const answer = await this.read("count in", (client, limit) =>
      client.query({ collection_name: this.name, filter, output_fields: ["count(*)"], ...limit }),
    );
    return Number((answer.data[0] as Record<string, unknown> | undefined)?.["count(*)"] ?? 0);
  }

  /** By BM25, the best first. */
  async searchWords(
    terms: string,
    { filter, limit, fields = [] }: SearchOptions,
  ): Promise<readonly SearchRow[]> {
    const search = {
      collection_name: this.name,
      data: terms,
      anns_field: "words",
      metric_type: "BM25",
      filter,
      limit,
      output_fields: ["id", ...fields],
    };
    return foundRows(
      await this.read("search", (client, timeLimit) => client.search({ ...search, ...timeLimit } as never)),
    );
  }

  /**
   * By cosine, the closest first. An index that is not exact may leave out some, and so give fewer than there
   * are.
   */
  async searchVectors(
    vector: readonly number[],
    { filter, limit, fields = [] }: SearchOptions,
  ): Promise<readonly SearchRow[]> {
    const params = { ef: Math.min(EXPLORED.most, Math.max(EXPLORED.least, limit * 2)) };
    const search = {
      collection_name: this.name,
      data: vector,
      anns_field: "dense",
      metric_type: "IP",
      params,
      filter,
      limit,
      output_fields: ["id", ...fields],
    };
    const rows = foundRows(
      await this.read("search", (client, timeLimit) => client.search({ ...search, ...timeLimit } as never)),
    );
    return rows.map((row) => ({ ...row, score: steady(row.score) }));
  }

  /** By both, each with its own best, put together by their ranks (reciprocal rank fusion, k = 60). */
  async searchBoth(
    terms: string,
    vector: readonly number[],
    { filter, limit, fields = [] }: SearchOptions,
  ): Promise<readonly SearchRow[]> {
    const arms = [
      { data: terms, anns_field: "words", metric_type: "BM25", limit, expr: filter },
      { data: vector, anns_field: "dense", metric_type: "IP", limit, expr: filter },
    ];
    const search = {
      collection_name: this.name,
      data: arms,
      rerank: { strategy: "rrf", params: { k: 60 } },
      limit,
      output_fields: ["id", ...fields],
    };
    return foundRows(
      await this.read("search", (client, timeLimit) => client.search({ ...search, ...timeLimit } as never)),
    );
  }

  private load(): Promise<unknown> {
    return this.call(
      "load",
      (client, limit) => client.loadCollection({ collection_name: this.name, ...limit }),
      LOAD_MS,
    );
  }

  private async read<Answer>(
    verb: string,
    operation: Parameters<typeof this.connection.call<Answer>>[1],
  ): Promise<Answer> {
    try {
      return await this.call(verb, operation);
    } catch (error) {
      if (!isNotLoaded(error)) throw error;
      await this.load();
      return this.call(verb, operation);
    }
  }

  private call<Answer>(
    verb: string,
    operation: Parameters<typeof this.connection.call<Answer>>[1],
    timeoutMs?: number,
  ): Promise<Answer> {
    return this.connection.call(
      `${verb} the collection ${this.name}`,
      operation,
      timeoutMs === undefined ? {} : { timeoutMs },
    );
  }

  private async unlessMissing(work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (!isMissingCollection(error)) throw error;
    }
  }
}

function byId(left: SearchRow, right: SearchRow): number {
  return left.id < right.id ? -1 : left.id > right.id ? 1 : 0;
}

function foundRows(answer: { readonly results: unknown }): readonly SearchRow[] {
  return answer.results as SearchRow[];
}

function* batches(rows: readonly Row[]): Generator<readonly Row[]> {
  let batch: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size =
      500 +
      row.terms.length +
      row.doc.length +
      row.document.length +
      row.path.length * 3 +
      (row.dense?.length ?? 0) * 4;
    if (batch.length > 0 && (bytes + size > UPSERT_BYTES || batch.length >= UPSERT_ROWS)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(row);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/**
 * How far cosines are the same from one question to the next: in which order a server adds up, and so how it
 * rounds, depends on what lies beside.
 */
export function steady(cosine: number): number {
  return Math.round(cosine * 1e6) / 1e6;
}

/** A text of an expression. */
export function quoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

export function oneOf(field: string, values: readonly string[]): string {
  return `${field} in [${values.map(quoted).join(",")}]`;
}

export const RECORDS = `kind == ${ROW_KINDS.record}`;
