/**
 * In how many chunks each token occurs, of a generation whose words are kept elsewhere: what makes a token count by BM25, and
 * would else be asked of a server for each token of each question. A file takes its own along when it goes, so they are kept
 * with it. Its methods run inside a transaction of the caller.
 */
import { compress, decompress } from "@satori/sidecar";
import type { Database, Statement } from "../../sqlite/driver.ts";
import type { StorableFile } from "../store.ts";
import { decoded } from "./damaged.ts";

export class WordCounts {
  private readonly add: Statement;
  private readonly sweep: Statement;
  /** Of the transaction at hand: by token, how many chunks more or fewer. */
  private changes = new Map<string, number>();

  constructor(database: Database, private readonly generation: number) {
    this.add = database.prepare(`INSERT INTO word_${generation}(token, chunks) VALUES(?,?) ON CONFLICT(token) DO UPDATE SET chunks = chunks + excluded.chunks`);
    this.sweep = database.prepare(`DELETE FROM word_${generation} WHERE token = ? AND chunks = 0`);
  }

  /** To be called first in each transaction: an earlier one may have been rolled back. */
  begin(): void {
    this.changes = new Map();
  }

  /** What is to be kept with the file. */
  count(file: StorableFile): Uint8Array {
    const counts = chunksByToken(file);
    for (const [token, chunks] of counts) this.note(token, chunks);
    return compress([...counts].map(([token, chunks]) => `${token} ${chunks}`).join("\n"));
  }

  /** @param kept what `count` gave for the file */
  discount(kept: Uint8Array): void {
    if (kept.length === 0) return;
    for (const line of decoded(`version_${this.generation}, words`, () => decompress(kept)).toString("utf8").split("\n").filter(Boolean)) {
      const [token = "", chunks] = line.split(" ");
      this.note(token, -Number(chunks));
    }
  }

  /** To be called last in the transaction. */
  write(): void {
    // In their order in the table: writing goes through it once.
    for (const [token, chunks] of [...this.changes].sort(([left], [right]) => (left < right ? -1 : 1))) {
      if (chunks === 0) continue;
      this.add.run(token, chunks);
      if (chunks < 0) this.sweep.run(token);
    }
    this.changes = new Map();
  }

  private note(token: string, chunks: number): void {
    this.changes.set(token, (this.changes.get(token) ?? 0) + chunks);
  }
}

/** Tokens that occur in no chunk are left out. */
export function readWordCounts(database: Database, generation: number, tokens: readonly string[]): ReadonlyMap<string, number> {
  const find = database.prepare(`SELECT chunks FROM word_${generation} WHERE token = ?`);
  return new Map([...new Set(tokens)].flatMap((token) => find.all(token).map(([chunks]) => [token, Number(chunks)] as const)));
}

/** A chunk counts once for each token, in whichever of its fields; the path's are in all of them. */
function chunksByToken({ lexical, pathWords }: StorableFile): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { body, symbols, doc } of lexical) {
    const tokens = new Set([body, symbols, pathWords, doc].flatMap((words) => words.split(" ")));
    tokens.delete("");
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  return counts;
}
