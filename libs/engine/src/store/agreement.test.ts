import fc from "fast-check";
import { expect, it } from "vitest";
import { FakeEmbedder } from "../embed/fake.ts";
import { tokenize } from "../lexical/tokens.ts";
import { batchOf, closenessOf, completeRun, endOf, markerOf, runOf, sync } from "../testing/store-content.ts";
import { temporaryFolder } from "../testing/trees/tree.ts";
import { Bm25 } from "./bm25.ts";
import { MemoryDisk } from "./memory/memory-store.ts";
import { openSqliteStore } from "./sqlite/open-sqlite-store.ts";
import type { Snapshot, Store } from "./store.ts";

const WORDS = [
  "apple",
  "pear",
  "parseHttpBody",
  "http",
  "body",
  "fig",
  "\u691c\u7d22\u7d22\u5f15",
  "na\u00efve",
  "snake_case",
  "x2",
];
const QUESTIONS = [
  ["appl"],
  ["http", "bodi", "parsehttpbodi"],
  ["\u691c\u7d22", "fig", "appl"],
  ["na\u00efv", "snake_case", "nowher"],
  ["pear", "2"],
];
const PATHS = [
  "a.txt",
  "src/apple.py",
  "src/http/index.py",
  "docs/pear tree.md",
  "\u{1f98a}/fig.txt",
  "\uff5e.txt",
  "z.py",
];

const textArbitrary = fc.oneof(
  fc.constant(""),
  fc.array(fc.constantFrom(...WORDS), { maxLength: 30 }).map((words) => words.join(" ")),
  fc.constantFrom("# apple comment\ndef fig(): pass\n", "class http:\n    def body(self): return pear\n"),
  // A file of several chunks.
  fc
    .tuple(fc.constantFrom(...WORDS), fc.integer({ min: 100, max: 200 }))
    .map(([word, lines]) => Array.from({ length: lines }, (_, at) => `${word} fig${at}`).join("\n")),
);
const batchArbitrary = fc.record({
  texts: fc.dictionary(fc.constantFrom(...PATHS), textArbitrary, { maxKeys: 5, noNullPrototype: true }),
  removed: fc.subarray(PATHS, { maxLength: 3 }),
  skipped: fc.constantFrom({}, {}, { "a.txt": "binary" as const }, { "src/apple.py": "too_large" as const }),
});

/**
 * Everything that search reads from a snapshot. Scores of chunks are by row: where stores round differently,
 * they order equal scores differently.
 */
async function answers(snapshot: Snapshot, query: Float32Array): Promise<unknown> {
  const allowed = Uint8Array.from(snapshot.files.paths, (_, file) => file % 2);
  const best = async (tokens: readonly string[], mask: Uint8Array | null): Promise<number[]> =>
    (await snapshot.lexical(tokens, 2, mask)).map(({ score }) => round(score));
  const lexical = async (tokens: readonly string[], mask: Uint8Array | null): Promise<number[][]> =>
    (await snapshot.lexical(tokens, 1_000, mask))
      .map(({ row, score, docScore }) => [row, round(score), round(docScore)])
      .sort(([left = 0], [right = 0]) => left - right);
  const dense = await closenessOf(snapshot, query);
  const contents = await snapshot.contents([...snapshot.files.paths.keys()]);
  return {
    files: snapshot.files,
    skipped: snapshot.skippedFiles,
    frequencies: await snapshot.frequencies(QUESTIONS.flat()),
    best: await Promise.all(QUESTIONS.flatMap((tokens) => [best(tokens, null), best(tokens, allowed)])),
    hits: await Promise.all(QUESTIONS.flatMap((tokens) => [lexical(tokens, null), lexical(tokens, allowed)])),
    held: (
      await snapshot.matchedTokens(
        [...Array.from({ length: snapshot.files.firstRows[snapshot.files.count] ?? 0 }).keys()],
        QUESTIONS.flat(),
      )
    ).map((tokens) => [...tokens].sort()),
    dense: dense && [dense.files, dense.paths, dense.chunks].map((scores) => [...scores].map(round)),
    defining: await Promise.all(["fig", "http", "body"].map((name) => snapshot.filesDefining(name))),
    contents: contents.map(({ text, chunks, symbols }) => ({ text, chunks, symbols })),
    encodings: await snapshot.encodings([...snapshot.files.paths.keys()]),
  };
}

const round = (score: number): number => Number(score.toFixed(6));

it("gives the same answers from every store, after the same writes", async () => {
  const query = await new FakeEmbedder().embedQuery("apple fig");
  await fc.assert(
    fc.asyncProperty(fc.array(batchArbitrary, { minLength: 1, maxLength: 5 }), async (batches) => {
      using folder = temporaryFolder();
      const stores: readonly Store[] = [
        openSqliteStore(folder.path, "/code"),
        new MemoryDisk().open("index", "/code"),
      ];
      const seen: unknown[] = [];
      for (const store of stores) {
        await completeRun(store, "r1", { "a.txt": "apple", "z.py": "def fig(): pass\n" });
        // Open during the writes, as by a running search: its cached data must not leak into later snapshots.
        using held = await store.snapshot();
        for (const batch of batches) {
          await store.write("r1", await batchOf(batch));
          using between = await store.snapshot();
          if (between) await answers(between, query);
        }
        using last = await store.snapshot();
        seen.push([
          held && (await answers(held, query)),
          last && (await answers(last, query)),
          await store.statistics("r1"),
          (await store.head()).sequence,
        ]);
        await store[Symbol.asyncDispose]();
      }
      expect(seen[0]).toEqual(seen[1]);
    }),
    { numRuns: 25, seed: 1 },
  );
});

it(
  "says which tokens the text of a chunk holds, however long it is, and not what its path, names and " +
    "neighbours hold",
  async () => {
    const long = `begin ${"1".repeat(99)} `.repeat(400);
    using folder = temporaryFolder();
    for (const store of [openSqliteStore(folder.path, "/code"), new MemoryDisk().open("index", "/code")]) {
      const texts = {
        "zebra/a.py": "apples = 1\n",
        "b.txt": "na\u00efve \u691c\u7d22\u7d22\u5f15 apple",
        "c.txt": `${long} needle\nthread ${"1".repeat(30_000)}\n`,
        "d.txt": "one\n".repeat(300),
      };
      await completeRun(store, "r1", texts);
      await sync(store, "r1", { texts: { "d.txt": `pear\n${"one\n".repeat(300)}fig\n` } });
      using snapshot = await store.snapshot();
      if (!snapshot) throw new Error("There is no complete run");
      const rows = [...Array.from({ length: snapshot.files.firstRows[snapshot.files.count] ?? 0 }).keys()];
      const tokens = [
        "zebra",
        "appl",
        "na\u00efv",
        "\u691c\u7d22",
        "needl",
        "thread",
        "begin",
        "pear",
        "fig",
        "nowher",
      ];
      const contents = await snapshot.contents([...snapshot.files.paths.keys()]);
      const chunks = contents.flatMap(({ text, chunks: spans }) =>
        spans.map(({ start, end }) => text.slice(start, end)),
      );
      // A file whose last words are not indexed.
      expect(chunks.some((text) => text.length > 30_000 && text.includes("needle"))).toBe(true);
      const held = await snapshot.matchedTokens(rows, tokens);
      expect(held.map((some) => [...some].sort())).toEqual(
        chunks.map((text) => tokens.filter((token) => tokenize(text).includes(token)).sort()),
      );
      expect(await snapshot.matchedTokens(rows.slice(-1), tokens)).toEqual(held.slice(-1));
      await store[Symbol.asyncDispose]();
    }
  },
);

it("ranks by the formula of FTS5", () => {
  const index = new Bm25([
    [["a", "b"], ["c"]],
    [["a"], []],
    [["d"], ["a", "a"]],
    [["d"], ["d"]],
  ]);
  const idf = (found: number): number => Math.max(1e-6, Math.log((4 - found + 0.5) / (found + 0.5)));
  const term = (frequency: number, length: number): number =>
    (frequency * 2.2) / (frequency + 1.2 * (0.25 + (0.75 * length) / (9 / 4)));
  expect([index.frequency("a"), index.frequency("d"), index.frequency("z")]).toEqual([3, 2, 0]);
  expect(index.matching(["c", "d", "z"])).toEqual([0, 2, 3]);
  // More than half of the documents contain an `a`, so it has the lowest weight, which is still not negative.
  expect(index.score(2, ["a"], [1, 0.5])).toBeCloseTo(1e-6 * term(1, 3), 12);
  expect(index.score(0, ["b", "c"], [1, 0.5])).toBeCloseTo(idf(1) * term(1, 3) + idf(1) * term(0.5, 3), 12);
  expect(index.score(1, ["z"], [1, 1])).toBe(0);
});

it("keeps runs apart whose files have the same paths", async () => {
  const store = new MemoryDisk().open("index", "/code");
  await completeRun(store, "r1", { "a.txt": "apple" });
  await store.beginRun(runOf("r2"));
  await store.write("r2", await batchOf({ texts: { "a.txt": "pear" } }));
  await store.write("r1", await batchOf({ texts: { "b.txt": "fig" } }));
  await store.completeRun(markerOf("r2"), endOf("r2"));
  using snapshot = await store.snapshot();
  expect(snapshot?.files.paths).toEqual(["a.txt"]);
});
