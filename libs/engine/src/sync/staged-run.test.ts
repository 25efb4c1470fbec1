/**
 * First runs in two stages: a search answers from words and symbols as soon as those of all files are stored,
 * and says so; nothing else does. The finished index is that of a run in one stage.
 */
import { describe, expect, it, onTestFinished } from "vitest";
import type { ToolName } from "@satori/contracts";
import { join } from "node:path";
import { requireAllRows } from "../store/sqlite/checks/verify-index.ts";
import { openDatabase } from "../sqlite/driver.ts";
import { type TestEngine, type TestEngineOptions, TestPlace } from "../testing/engine.ts";
import { HeldEmbedder } from "../testing/fakes/held-embedder.ts";
import { git } from "../testing/trees/git.ts";
import { ended, manage } from "./testing/managed.ts";

const FILES = 300;
const TEXTS = {
  ...Object.fromEntries(
    Array.from({ length: FILES }, (_, at) => [
      `src/part${at % 7}/f${at}.py`,
      `"""Parcels of depot ${at % 11}."""\n\ndef parcel_${at}(weight):\n    return weigh(weight) + ${at}\n`,
    ]),
  ),
  "src/weigh.py": "def weigh(value):\n    return value\n",
  "src/empty.py": "",
};
const STAGED = { config: { firstReads: "staged" } } as const;

function newPlace(texts: Readonly<Record<string, string>> = TEXTS): TestPlace {
  const place = new TestPlace(texts);
  onTestFinished(() => place[Symbol.asyncDispose]());
  return place;
}

/** An engine whose run has all words, and waits for its first vectors, or later ones. */
async function withWords(
  place: TestPlace,
  {
    free = 0,
    action = "create",
    ...options
  }: TestEngineOptions & { readonly free?: number; readonly action?: "create" | "reindex" } = {},
): Promise<{ engine: TestEngine; embedder: HeldEmbedder }> {
  const embedder = new HeldEmbedder({ free });
  const engine = place.engine({ ...STAGED, ...options, embedder });
  await manage(engine, action);
  await embedder.reached;
  return { engine, embedder };
}

const QUESTIONS: readonly (readonly [ToolName, object])[] = [
  ["search_codebase", { query: "parcel_7" }],
  ["search_codebase", { query: "weigh a parcel of depot 3" }],
  ["search_codebase", { query: "depot", resultMode: "context" }],
  ["file_outline", { file: "src/part3/f3.py" }],
  ["call_graph", { symbol: "weigh", direction: "callers" }],
];

/** All that a finished index answers, without what differs between two of the same tree. */
async function answersOf(engine: TestEngine): Promise<string[]> {
  const answers: string[] = [];
  for (const [tool, args] of QUESTIONS) {
    const { meta: _, ...answer } = (await engine.call(tool, args)) as { meta: unknown };
    answers.push(JSON.stringify(answer).replaceAll(engine.codebase.root, "ROOT"));
  }
  return answers;
}

async function gatedAnswers(): Promise<string[]> {
  const engine = newPlace().engine();
  await engine.index();
  return answersOf(engine);
}

function requireSound(engine: TestEngine): void {
  const { folder } = engine.codebase.storeFile.location();
  const database = openDatabase(join(folder, "index.db"));
  try {
    requireAllRows(database);
  } finally {
    database.close();
  }
}

describe("while a first run computes vectors", () => {
  it("a search answers from all words, says that vectors are pending, and asks the embedder nothing", async () => {
    const { engine, embedder } = await withWords(newPlace());
    const answer = await engine.call("search_codebase", { query: "parcel_7" });
    expect(answer).toMatchObject({
      status: "ok",
      warnings: ["VECTORS_PENDING"],
      freshnessDecision: { mode: "fresh" },
      coverage: { files: FILES + 2 },
      results: expect.arrayContaining([expect.objectContaining({ file: "src/part0/f7.py" })]),
    });
    expect(embedder.embedded).toEqual([]);
    // The same question on the same words: the same bytes.
    const again = await engine.call("search_codebase", { query: "parcel_7" });
    expect({ ...again, meta: null }).toEqual({ ...answer, meta: null });
    embedder.release();
    await ended(engine);
  });

  it("nothing but search answers, and the state is that of any run", async () => {
    const place = newPlace();
    const { engine, embedder } = await withWords(place);
    for (const [tool, args] of QUESTIONS.slice(3))
      expect(await engine.call(tool, args), tool).toMatchObject({ status: "not_ready", reason: "indexing" });
    const status = await manage(engine, "status");
    expect(status).toMatchObject({
      status: "not_ready",
      progress: { phase: "embedding", filesDone: 0, filesTotal: FILES + 1, etaMs: null },
    });
    expect((await engine.codebase.view()).state).toBe("indexing");
    expect((await engine.codebase.store().head()).complete).toBeNull();
    embedder.release();
    await ended(engine);
  });

  it("an old scan is said to be one", async () => {
    const place = newPlace();
    const { engine, embedder } = await withWords(place);
    place.tree.wait(engine.context.config.freshnessMs + 1);
    expect(await engine.call("search_codebase", { query: "parcel_7" })).toMatchObject({
      status: "ok",
      warnings: ["INDEX_MAY_BE_BEHIND", "VECTORS_PENDING"],
      freshnessDecision: { mode: "skipped_indexing", reason: expect.stringContaining("still active") },
    });
    embedder.release();
    await ended(engine);
  });

  it("the stored rows are sound, and no vector is claimed", async () => {
    const { engine, embedder } = await withWords(newPlace(), { free: 1 });
    requireSound(engine);
    using snapshot = await engine.codebase.wordsSnapshot();
    expect(await snapshot.dense(new Float32Array(8).fill(1), DENSE)).toBeNull();
    embedder.release();
    await ended(engine);
    requireSound(engine);
  });
});

const DENSE = { candidates: [], closest: 5, allowed: null } as const;

describe("a run in two stages", () => {
  it("ends with the index of a run in one stage", async () => {
    const { engine, embedder } = await withWords(newPlace());
    embedder.release();
    await ended(engine);
    expect(await answersOf(engine)).toEqual(await gatedAnswers());
    using snapshot = await engine.codebase.snapshot();
    expect(await snapshot.dense(new Float32Array(8).fill(1), DENSE)).not.toBeNull();
    expect(await manage(engine, "status")).toMatchObject({ status: "ok", index: { files: FILES + 2 } });
  });

  it.each([0, 1])(
    "can be cancelled after %i batches of vectors: nothing answers, and the next run computes only the rest",
    async (free) => {
      const place = newPlace();
      const first = await withWords(place, { free });
      await first.engine.engine.cancelRun(place.tree.root, "/");
      await ended(first.engine);
      expect(await first.engine.call("search_codebase", { query: "parcel_7" })).toMatchObject({
        status: "not_indexed",
      });
      const { engine, embedder } = await withWords(place);
      expect(await engine.call("search_codebase", { query: "parcel_7" })).toMatchObject({
        status: "ok",
        warnings: ["VECTORS_PENDING"],
      });
      embedder.release();
      await ended(engine);
      expect(first.embedder.embedded.length + embedder.embedded.length).toBe(FILES + 1);
      expect(await answersOf(engine)).toEqual(await gatedAnswers());
    },
  );

  it("that was cancelled is continued in one stage just as well", async () => {
    const place = newPlace();
    const first = await withWords(place, { free: 1 });
    await first.engine.engine.cancelRun(place.tree.root, "/");
    await ended(first.engine);
    const engine = place.engine();
    await engine.index();
    expect(await answersOf(engine)).toEqual(await gatedAnswers());
  });

  it("whose embedder fails leaves nothing that answers", async () => {
    const place = newPlace();
    const { engine, embedder } = await withWords(place);
    embedder.failure = "the quota is used up";
    embedder.release();
    await ended(engine);
    expect(await engine.call("search_codebase", { query: "parcel_7" })).toMatchObject({
      status: "not_indexed",
    });
    expect(await manage(engine, "status")).toMatchObject({
      status: "error",
      error: { details: { code: "EMBEDDER_FAILED" } },
    });
    const later = place.engine();
    await later.index();
    expect(await answersOf(later)).toEqual(await gatedAnswers());
  });

  it("is not made if an index answers meanwhile, or nothing computes vectors", async () => {
    const place = newPlace();
    const engine = place.engine({ ...STAGED });
    await engine.index();
    const again = await withWords(place, { action: "reindex" });
    expect((await again.engine.codebase.store().head()).words).toBeNull();
    again.embedder.release();
    await ended(again.engine);
    const without = newPlace().engine({ ...STAGED, embedder: null });
    await without.index();
    expect(without.log.map(({ event }) => event)).not.toContain("words_completed");
  });
});

describe("two work trees of one index file", () => {
  /** A repository with a work tree; the files of each, besides the same ones, are its own. */
  function newTrees(): { readonly place: TestPlace; readonly main: string; readonly second: string } {
    const place = newPlace({});
    for (const [path, text] of Object.entries(TEXTS)) place.tree.write(`main/${path}`, text);
    const [main, second] = [join(place.tree.root, "main"), join(place.tree.root, "second")];
    git(main, "init", "-q", "-b", "main");
    git(main, "add", ".");
    git(main, "commit", "-q", "-m", "first");
    git(main, "worktree", "add", "-q", "-b", "second", second);
    place.tree.wait();
    return { place, main, second };
  }

  async function answerAbout(engine: TestEngine, path: string): Promise<string> {
    const { meta: _, ...answer } = (await engine.call("search_codebase", {
      path,
      query: "weigh a parcel of depot 3",
    })) as { meta: unknown };
    return JSON.stringify(answer).replaceAll(path, "ROOT");
  }

  const built = (engine: TestEngine, path: string): Promise<void> => engine.engine.waitForRun(path, path);

  it("prepare what the other one has no vectors of yet, and both end whole", async () => {
    const { place, main, second } = newTrees();
    const embedder = new HeldEmbedder({ free: 1 });
    const engine = place.engine({ ...STAGED, embedder });
    await engine.call("manage_index", { action: "create", path: main });
    await embedder.reached;
    const other = place.engine();
    await other.call("manage_index", { action: "create", path: second });
    await built(other, second);
    expect(JSON.parse(await answerAbout(other, second))).toMatchObject({ status: "ok" });
    embedder.release();
    await built(engine, main);
    expect(await answerAbout(other, main)).toBe(await answerAbout(other, second));
  });

  it.each(["is going on", "was cancelled"])(
    "answer from whole indexes while a run of the other one %s, whatever it stored between their files",
    async (state) => {
      const { place, main, second } = newTrees();
      const first = place.engine();
      await first.call("manage_index", { action: "create", path: main });
      await built(first, main);
      for (let at = 0; at < 40; at++)
        place.tree.write(`second/own/s${at}.py`, `def own_${at}():\n    pass\n`);
      place.tree.wait();
      const embedder = new HeldEmbedder();
      const engine = place.engine({ ...STAGED, embedder });
      await engine.call("manage_index", { action: "create", path: second });
      await embedder.reached;
      if (state === "was cancelled") await engine.engine.cancelRun(second, second);
      // Gets a higher number than the files of the other work tree.
      place.tree.write("main/src/later.py", "def later():\n    return weigh(3)\n");
      place.tree.wait();
      expect(await first.call("manage_index", { action: "sync", path: main })).toMatchObject({
        status: "ok",
        stats: { added: 1 },
      });
      const fresh = place.engine();
      expect(JSON.parse(await answerAbout(fresh, main))).toMatchObject({
        status: "ok",
        coverage: { files: FILES + 3 },
      });
      embedder.release();
      await built(engine, second);
    },
  );
});
