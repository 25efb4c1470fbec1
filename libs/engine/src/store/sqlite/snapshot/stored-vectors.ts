/**
 * The vectors of one state of a view, read when a question first needs them. Outlines, reads and call graphs
 * never do.
 */
import type { Database } from "../../../sqlite/driver.ts";
import type { VectorRows } from "../../../vectors/vector-rows.ts";
import { damaged } from "../corruption-error.ts";
import type { PoolVectors, VectorFiles } from "./pool-vectors.ts";

export class StoredVectors {
  /**
   * @param of files of the state; the dimension is null without an embedder
   * @param pool vectors of all views
   */
  constructor(
    private readonly of: VectorFiles & { readonly dimension: number | null },
    private readonly pool: PoolVectors,
  ) {}

  /**
   * Rows: one per file, one per path, then one per chunk. Valid until the next call of any view. Null without
   * an embedder. Throws `STORE_CORRUPT`.
   *
   * @param database a connection that shows the state of these vectors
   */
  table(database: Database): VectorRows | null {
    const { dimension } = this.of;
    if (dimension === null || dimension === 0) return null;
    // The dimension comes from a JSON document that is not validated.
    if (!Number.isSafeInteger(dimension) || dimension < 0)
      throw damaged("marker, document: a dimension that is no whole number");
    return this.pool.rowsOf(database, this.of, dimension);
  }
}
