/**
 * One collection in Milvus: how it is created, and the calls on it. All our collections have the same prefix,
 * and no other collection is ever touched.
 */
import { B, K1 } from "../../bm25.ts";
import type { MilvusConnection } from "./connection.ts";
import { ROW_KINDS, type Row } from "../file-rows.ts";
import { isIndexedAlready, isMissingCollection, isNotLoaded } from "./refusals.ts";
import { loadSdk } from "./sdk.ts";

export const NAME_PREFIX = "satori_";

/** Bytes and rows per upsert. By default, servers accept 4 MB per message. */
const UPSERT_BYTES = 2_000_000;
const UPSERT_ROWS = 1_000;
/** Rows per page when rows are listed. */
const PAGE_ROWS = 4_000;
/** Options of Milvus's own iterators: a page has the rows with the lowest ids. */
const IN_PAGES = { iterator: "True", reduce_stop_for_best: "True" };
/** Most rows that Milvus returns for one search. */
export const MAX_SEARCH_ROWS = 16_384;
/**
 * Fewest and most neighbours that a vector index visits per search (`ef` of HNSW). With too few, rows that
 * the filter excludes crowd out those it lets through.
 */
const EXPLORED = { least: 512, most: 32_768 } as const;
const CREATE_MS = 120_000;
const LOAD_MS = 30_000;
const FLUSH_MS = 600_000;
const WRITE_MS = 120_000;

/** A row that a query or search returned, with the requested fields. */
export interface SearchRow {
  readonly id: string;
  /** Score of a search as Milvus returns it. With BM25 only its order is meaningful. */
  readonly score: number;
  readonly [field: string]: unknown;
}

export interface SearchOptions {
  /** A filter expression. */
  readonly filter: string;
  readonly limit: number;
  /** Fields to return besides the id. */
  readonly fields?: readonly string[];
}

export class Collection {
  constructor(
    private readonly connection: MilvusConnection,
    readonly name: string,
  ) {}

  /**
   * Creates the collection with its indexes, and loads it. An existing one stays; whatever its creator did
   * not finish is completed.
   *
   * @param dimension dimension of its vectors; null for none
   * @param isShared whether a partition key separates the rows of several codebases
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
    // Strong consistency: a user who saved a file finds it with the next search, because reads see all
    // earlier writes.
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
      // Another process was faster, or an earlier attempt did succeed.
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

  /** Drops the collection. Does nothing if it does not exist. */
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

  /** Makes the server move its rows into indexed segments. Until then it scans those rows one by one. */
  async flush(): Promise<void> {
    await this.call(
      "flush",
      (client, limit) => client.flush({ collection_names: [this.name], ...limit }),
      FLUSH_MS,
    );
  }

  /** Removes the rows that match an expression. */
  async remove(filter: string): Promise<void> {
    await this.unlessMissing(
      this.call(
        "delete from",
        (client, limit) => client.delete({ collection_name: this.name, filter, ...limit }),
        WRITE_MS,
      ),
    );
  }

  /** Rows by id, in no order; missing ones are left out. */
  async get(ids: readonly string[], fields: readonly string[]): Promise<readonly SearchRow[]> {
    if (ids.length === 0) return [];
    const answer = await this.read("read", (client, limit) =>
      client.get({ collection_name: this.name, ids: [...ids], output_fields: ["id", ...fields], ...limit }),
    );
    return answer.data as unknown as SearchRow[];
  }

  /**
   * All rows that match an expression, in the order of their ids, read page by page. Without the paging
   * options a server may return arbitrary rows first.
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

  /** Searches by BM25, best first. */
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
   * Searches by cosine, closest first. An approximate index may miss rows, and so return fewer than there
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

  /** Searches by both, each with its own best rows, merged by reciprocal rank fusion (k = 60). */
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
 * Rounds a cosine to the digits that stay the same from one query to the next. The order in which a server
 * adds, and so its rounding, depends on neighbouring rows.
 */
export function steady(cosine: number): number {
  return Math.round(cosine * 1e6) / 1e6;
}

/** A string literal of an expression. */
export function quoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

/** An expression that matches rows whose field has any of the values. */
export function oneOf(field: string, values: readonly string[]): string {
  return `${field} in [${values.map(quoted).join(",")}]`;
}

export const RECORDS = `kind == ${ROW_KINDS.record}`;
