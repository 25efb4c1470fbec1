import { expect, test } from "vitest";
import { openDatabase } from "../../sqlite/driver.ts";
import { countWords } from "../../testing/count-words.ts";
import type { StorableFile } from "../store.ts";
import { createPoolDigest } from "./checks/digests.ts";
import { createVersionTables } from "./version-tables.ts";
import { WordCounts, readWordCounts } from "./word-counts.ts";

const fileOf = (path: string, ...bodies: string[]): Pick<StorableFile, "words"> => ({
  words: countWords(bodies.map((body) => [body.split(" "), [], [path], ["said"]])),
});

test("a token counts once a chunk in whichever field, and a file takes its own along when it goes", () => {
  const database = openDatabase(":memory:");
  createPoolDigest(database, 1, ["word"]);
  createVersionTables(database, 1);
  const counts = new WordCounts(database, 1);
  const read = (): Record<string, number> =>
    Object.fromEntries(readWordCounts(database, 1, ["load", "save", "src", "said", "none"]));
  counts.begin();
  const kept = counts.count(fileOf("src", "load load save", "load"), "v1");
  counts.count(fileOf("src", "save"), "v2");
  counts.write();
  expect(read()).toEqual({ load: 2, save: 2, src: 3, said: 3 });
  counts.begin();
  expect(() => counts.discount(kept, "v2")).toThrow(expect.objectContaining({ code: "STORE_CORRUPT" }));
  counts.discount(kept, "v1");
  counts.write();
  expect(read()).toEqual({ save: 1, src: 1, said: 1 });
  database.close();
});

test("what a transaction counted that was rolled back is forgotten with it", () => {
  const database = openDatabase(":memory:");
  createPoolDigest(database, 1, ["word"]);
  createVersionTables(database, 1);
  const counts = new WordCounts(database, 1);
  counts.begin();
  counts.count(fileOf("lost", "lost"), "v1");
  counts.begin();
  counts.count(fileOf("src", "load"), "v2");
  counts.write();
  expect(Object.fromEntries(readWordCounts(database, 1, ["lost", "load"]))).toEqual({ load: 1 });
  database.close();
});
