import { expect, it, onTestFinished } from "vitest";
import { tokenize } from "../../libs/engine/src/lexical/tokens.ts";
import { WordCounter } from "../../libs/engine/src/prepare/count-words.ts";
import { inspectSqliteStore, openSqliteStore } from "../../libs/engine/src/store/sqlite/open-sqlite-store.ts";
import { endOf, markerOf, opened, runOf } from "../../libs/engine/src/testing/store-content.ts";
import { temporaryFolder } from "../../libs/engine/src/testing/trees/tree.ts";
import { CHUNKS_PER_FILE, SyntheticCodebase } from "./codebase.ts";
import { storableFile } from "./storable-file.ts";
import { SyntheticVectors } from "./vectors.ts";

const WORDS = Array.from(
  { length: 500 },
  (_, at) =>
    `w${"abcdefghij"[at % 10]}${"klmnopqrst"[Math.floor(at / 10) % 10]}${"uvxyz"[Math.floor(at / 100)]}`,
);

it("an index of such files is sound, and has their texts, words, functions and vectors", async () => {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const codebase = new SyntheticCodebase(WORDS);
  const centre = Float32Array.from({ length: 8 }, (_, d) => (d === 0 ? 1 : 0));
  const vectors = new SyntheticVectors(Array.from({ length: 4_096 }, () => centre));
  const counter = new WordCounter();
  const files = [0, 1, 2].map((at) => codebase.file(at));
  const store = openSqliteStore(folder.path, "/code");
  await store.beginRun(runOf("r1"));
  await store.write("r1", {
    files: files.map((file, at) =>
      storableFile(file, {
        vectors: vectors.ofFile(at, file.topic, CHUNKS_PER_FILE),
        counter,
        indexedAtMs: 1,
      }),
    ),
    removed: [],
    skipped: [],
    folders: [],
    removedFolders: [],
    dimension: 8,
  });
  await store.completeRun(markerOf("r1"), endOf("r1"));
  const [file] = files as [(typeof files)[number]];
  const symbol = file.chunks[0]?.symbol ?? "";
  {
    using snapshot = await opened(store);
    const at = snapshot.fileAt(file.path);
    const [content] = await snapshot.contents([at]);
    expect(content?.text).toBe(file.chunks.map(({ text }) => text).join(""));
    expect(content?.chunks.map(({ start, end }) => content.text.slice(start, end).trimEnd())).toEqual(
      file.chunks.map(({ text }) => text.trimEnd()),
    );
    expect(content?.symbols.map(({ name }) => name)).toEqual(
      file.chunks.flatMap((chunk) => chunk.symbol ?? []),
    );
    expect(await snapshot.filesDefining(symbol)).toContain(at);
    const rows = (await snapshot.lexical(tokenize(symbol).slice(-1), 99, null)).map(({ row }) => row);
    expect(rows).toContain(snapshot.files.firstRows[at]);
    const dense = await snapshot.dense(centre, { candidates: [at], closest: 3, allowed: null });
    expect(dense?.files[at]).toBeGreaterThan(0.5);
  }
  await store[Symbol.asyncDispose]();
  expect(inspectSqliteStore(folder.path)).toEqual({ kind: "sound" });
});
