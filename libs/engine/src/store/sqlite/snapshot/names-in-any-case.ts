/** Names of symbols that differ by their capitals alone, out of a table that is ordered by names as they are written. */
import type { Database } from "../../../sqlite/driver.ts";
import { blob } from "../rows.ts";
import { textOf } from "../texts.ts";

/** So many letters are tried with and without a capital, each way a range of the table: all of it would take 150 ms of 150,000 names. */
const TRIED_LETTERS = 5;
/** Signs that only what is the same in lower case begins with as well. */
const PLAIN_BEGINNING = new RegExp(String.raw`^[\w$]{0,${TRIED_LETTERS}}`);

/** In no order, each once. */
export function namesInAnyCase(database: Database, table: string, name: string): string[] {
  const lower = name.toLowerCase();
  // As bytes: libsql ends the process at a text that is not UTF-8.
  const select = database.prepare(`SELECT DISTINCT CAST(name AS BLOB) FROM ${table} WHERE name >= ? AND name < ?`);
  const [beginning = ""] = PLAIN_BEGINNING.exec(lower) ?? [];
  return inAnyCase(beginning)
    .flatMap((start) => select.all(start, `${start}\u{10ffff}`))
    .map(([bytes]) => textOf(blob(bytes), `${table}, name`))
    .filter((other) => other.toLowerCase() === lower);
}

function inAnyCase(letters: string): string[] {
  let ways = [""];
  for (const letter of letters) ways = ways.flatMap((way) => [...new Set([letter, letter.toUpperCase()])].map((either) => way + either));
  return ways;
}
