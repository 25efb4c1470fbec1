/**
 * Finds which tokens the texts of chunks contain. For nearly all chunks the lexical index knows, without
 * reading or splitting their texts. A chunk that is too long to be indexed in full has to be read.
 */
import { TokenFinder } from "../../../lexical/token-finder.ts";
import { MAX_LEXICAL_CHARS } from "../../../model/indexed-file.ts";
import { moreLinesOf } from "../../../model/structure-codec.ts";
import type { Database } from "../../../sqlite/driver.ts";
import { chunkText } from "../../chunk-text.ts";
import { fileOfRow } from "../../file-of-row.ts";
import type { IndexedContent } from "../../store.ts";
import { readContent } from "../checked-blobs.ts";
import { decoded } from "../corruption-error.ts";
import type { SnapshotTables } from "../snapshot/snapshot-tables.ts";

export class MatchedTokens {
  constructor(
    private readonly database: Database,
    private readonly tables: SnapshotTables,
    private readonly content: (file: number) => IndexedContent,
  ) {}

  /** As `Snapshot.matchedTokens`. */
  of(rows: readonly number[], tokens: readonly string[]): Set<string>[] {
    const { files } = this.tables;
    const finder = new TokenFinder(tokens);
    const held = this.indexed(rows, tokens);
    return rows.map((row, at) => {
      const file = fileOfRow(files, row);
      return this.isWhollyIndexed(file)
        ? (held[at] as Set<string>)
        : finder.heldBy(chunkText(this.content(file), row - (files.firstRows[file] as number)));
    });
  }

  private indexed(rows: readonly number[], tokens: readonly string[]): Set<string>[] {
    const held = rows.map(() => new Set<string>());
    // 1-based positions among the requested rows; 0 for other rows.
    const positions = new Uint32Array(this.tables.fileOfChunk.length);
    for (const [at, row] of rows.entries()) positions[row] = at + 1;
    for (const token of tokens) {
      const list = this.tables.lexical.postings(this.database, token);
      for (let at = 0; at < list.rows.length; at++) {
        const position = positions[list.rows[at] as number] as number;
        if (position > 0 && list.inBody[at] === 1) (held[position - 1] as Set<string>).add(token);
      }
    }
    return held;
  }

  /**
   * Whether all chunks of the file are indexed in full. Cached for files large enough to have a longer chunk.
   */
  private isWhollyIndexed(file: number): boolean {
    const { sizes, wholeFiles, fileIds } = this.tables;
    if ((sizes[file] as number) <= MAX_LEXICAL_CHARS) return true;
    const id = fileIds[file] as number;
    let isWhole = wholeFiles.get(id);
    if (isWhole === undefined)
      wholeFiles.set(
        id,
        (isWhole =
          this.hasNoLineOfItsOwn(id) ||
          this.content(file).chunks.every(({ start, end }) => end - start <= MAX_LEXICAL_CHARS)),
      );
    return isWhole;
  }

  /**
   * Whether each chunk has more than one line. Such a chunk is never much larger than intended, so its text
   * need not be read. Reading means decompressing it, up to a megabyte for a new question.
   */
  private hasNoLineOfItsOwn(id: number): boolean {
    const [lines = new Uint8Array()] = readContent(this.database, this.tables.generation, id, [
      "chunk_lines",
    ]);
    const encoded = Buffer.from(lines).toString("latin1");
    return decoded(`content_${this.tables.generation} of file ${id}, chunk_lines`, () =>
      moreLinesOf(encoded),
    ).every((more) => more > 0);
  }
}
