/**
 * The part of the benchmark that needs no built product: everything that a store reads of an index with one
 * flipped bit.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { EngineError } from "../../libs/engine/src/errors.ts";
import { openDatabase } from "../../libs/engine/src/sqlite/driver.ts";
import { openSqliteStore } from "../../libs/engine/src/store/sqlite/open-sqlite-store.ts";
import type { Store } from "../../libs/engine/src/store/store.ts";
import {
  batchOf,
  closenessOf,
  endOf,
  folder,
  markerOf,
  opened,
  runOf,
  sync,
} from "../../libs/engine/src/testing/store-content.ts";
import { temporaryFolder } from "../../libs/engine/src/testing/trees/tree.ts";
import { seededRandom } from "../support/random.ts";
import { drawFlips, groupsOf, stratumOf } from "./draw.ts";
import { regionsOf } from "./pages.ts";

/** One flip for most strata; an environment variable sets a larger number. */
const FLIPS = Number(process.env["SATORI_TEST_RUNS"] ?? 100);
const SEED = Number(process.env["SATORI_TEST_SEED"] ?? 5);
const FILES = 60;
const EVERYWHERE = new Float32Array(8).fill(1);

/** Enough files for trees of two levels. */
const TEXTS = Object.fromEntries(
  Array.from({ length: FILES }, (_, at) => [
    `src/part-of-some-length-${at}.ts`,
    `export class Part${at} { run${at % 7}(): number { return next${at}(${at}); } }\nfunction ` +
      `next${at}(n: number): number { return n; }\n`,
  ]),
);

async function fill(store: Store): Promise<void> {
  await store.beginRun(runOf("r1"));
  await store.write(
    "r1",
    await batchOf({
      texts: TEXTS,
      skipped: { "a.bin": "binary" },
      folders: [
        folder("", ["src"]),
        folder(
          "src",
          Object.keys(TEXTS).map((path) => path.slice("src/".length)),
        ),
      ],
    }),
  );
  await store.writeHistory("r1", {
    head: "abc",
    commits: [{ words: ["retries"], paths: ["src/part-of-some-length-1.ts"] }],
  });
  await store.writeInDegrees("r1", new Map([["src/part-of-some-length-1.ts", 2]]));
  await store.completeRun(markerOf("r1"), endOf("r1"));
  await sync(store, "r1", {
    texts: { "src/new.ts": "export const late = 1;\n" },
    removed: ["src/part-of-some-length-3.ts"],
  });
}

const WORDS = ["next5", "export", "part", "src", "nowher"];

/** Everything that the store returns of an index. */
async function everythingIn(store: Store): Promise<string> {
  const head = await store.head();
  const [manifest, statistics, imports, history] = [
    await store.manifest("r1"),
    await store.statistics("r1"),
    await store.importWords("r1"),
    await store.historyHead("r1"),
  ];
  using snapshot = await opened(store);
  const files = [...snapshot.files.paths.keys()];
  const contents = (await snapshot.contents(files)).map(({ text, chunks, symbols }) => ({
    text,
    chunks,
    symbols,
  }));
  const names = [...(await snapshot.symbolNames(1, 100))].sort();
  const byName = await Promise.all([...names, "none", "Part3"].map((name) => snapshot.filesDefining(name)));
  return JSON.stringify({
    head,
    manifest,
    statistics,
    imports: [...imports],
    history,
    files: snapshot.files,
    contents,
    names,
    byName,
    commits: await snapshot.history(),
    inAnyCase: await snapshot.namesInAnyCase("PART12"),
    skipped: await snapshot.skipped(),
    hits: await Promise.all(WORDS.map((word) => snapshot.lexical([word], 99, null))),
    frequencies: [...(await snapshot.frequencies(WORDS))],
    closeness: await closenessOf(snapshot, EVERYWHERE),
    flows: files.map((file) => snapshot.calls.flow(file)),
    users: snapshot.calls.filesUsing("call", "next5"),
    withoutFlow: snapshot.calls.filesWithoutFlow(),
  });
}

/** The contents, or the code of the error instead. */
async function readFrom(path: string): Promise<string> {
  try {
    await using store = openSqliteStore(path, "/code");
    return await everythingIn(store);
  } catch (error) {
    return error instanceof EngineError ? error.code : String(error);
  }
}

it("one flipped bit changes no answer, or is reported", async () => {
  using temporary = temporaryFolder();
  const origin = join(temporary.path, "origin");
  {
    await using store = openSqliteStore(origin, "/code");
    await fill(store);
  }
  const database = openDatabase(join(origin, "index.db"));
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const sound = readFileSync(join(origin, "index.db"));
  const regions = regionsOf(sound, database);
  database.close();
  const before = await readFrom(origin);
  expect(before).toContain("part-of-some-length-1.ts");
  const silent: string[] = [];
  const told = new Set<string>();
  for (const [number, { table, part, at, bit }] of drawFlips(regions, FLIPS, seededRandom(SEED)).entries()) {
    const copy = join(temporary.path, String(number));
    mkdirSync(copy);
    const bytes = Buffer.from(sound);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
    writeFileSync(join(copy, "index.db"), bytes);
    const after = await readFrom(copy);
    if (after !== before && !after.startsWith("STORE_"))
      silent.push(`${table}, ${part}, bit ${bit} of byte ${at}: ${after.slice(0, 200)}`);
    if (after !== before) told.add(table);
    // The driver releases file descriptors between two turns of the event loop.
    await nextTurn();
  }
  expect(silent).toEqual([]);
  expect([...told]).toEqual(expect.arrayContaining(["file", "content", "folder", "run"]));
}, 1_200_000);

it("every byte of a file belongs to a table or to space, and strata are drawn evenly", () => {
  using temporary = temporaryFolder();
  const path = join(temporary.path, "a.db");
  const database = openDatabase(path);
  database.exec(
    "PRAGMA auto_vacuum=INCREMENTAL; CREATE TABLE wide_1(id INTEGER PRIMARY KEY, name TEXT UNIQUE, " +
      "bytes BLOB)",
  );
  for (let row = 0; row < 200; row++)
    database
      .prepare("INSERT INTO wide_1 VALUES(?,?,?)")
      .run(row, `name ${row}`.repeat(9), Buffer.alloc(row === 7 ? 20_000 : 90));
  const bytes = readFileSync(path);
  const regions = regionsOf(bytes, database);
  database.close();
  const covered = new Uint8Array(bytes.length);
  for (const { from, to } of regions) covered.fill(1, from, to);
  expect(covered.filter((is) => is === 0).length).toBe(0);
  const strata = [...groupsOf(regions, stratumOf).keys()];
  expect(strata).toEqual(
    expect.arrayContaining([
      "sqlite_master, file header",
      "wide, page header",
      "wide, inner cells",
      "wide, cell pointers",
      "wide, rows",
      "wide, overflow",
      "index of wide, rows",
      "space, pointer map",
    ]),
  );
  const flips = drawFlips(regions, strata.length * 3, seededRandom(1));
  expect([...groupsOf(flips, stratumOf).values()].map(({ length }) => length)).toEqual(strata.map(() => 3));
  for (const flip of flips)
    expect(
      regions.some(
        (region) => stratumOf(region) === stratumOf(flip) && flip.at >= region.from && flip.at < region.to,
      ),
    ).toBe(true);
});
