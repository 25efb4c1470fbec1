/** Searches with a reranker: when it is called, what it receives, and how its answer is used. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SearchCodebaseInput, SearchCodebaseOk } from "@satori/contracts";
import type { EmbedderPace } from "../../embed/embedder.ts";
import { FakeEmbedder } from "../../embed/fake.ts";
import { FakeReranker } from "../../rerank/fake.ts";
import { type TestEngine, TestPlace } from "../../testing/engine.ts";
import { committed } from "../../testing/trees/git.ts";
import { reordered } from "./rerank.ts";

const QUESTION = "evict parcel";
const FILES: Readonly<Record<string, string>> = {
  "src/a.py": "def evict_parcel(parcel):\n    return parcel.evict()\n",
  "src/b.py": "def evict(parcel):\n    return parcel.keep()\n",
  "src/c.py": "def keep(parcel):\n    return parcel\n",
  "src/test_a.py": "def test_evict_parcel():\n    assert evict_parcel(parcel)\n",
  "docs/parcels.md": "# Parcels\n\nHow to evict a parcel.\n",
};

let passage: TestPlace;
beforeAll(async () => {
  passage = new TestPlace(FILES);
  await passage.engine().index();
});
afterAll(() => passage[Symbol.asyncDispose]());

/** The path is the first line of each text sent. */
const pathOf = (text: string): string => text.slice(0, text.indexOf("\n"));
const preferring = (...paths: readonly string[]): FakeReranker =>
  new FakeReranker((_, text) =>
    paths.includes(pathOf(text)) ? paths.length - paths.indexOf(pathOf(text)) : 0,
  );
const engineWith = (reranker: FakeReranker | null, pace: EmbedderPace = "fast"): TestEngine =>
  passage.engine({ embedder: new FakeEmbedder({ pace }), ...(reranker ? { reranker } : {}) });

async function search(
  engine: TestEngine,
  args: Partial<SearchCodebaseInput> = {},
): Promise<SearchCodebaseOk> {
  const answer = await engine.call("search_codebase", {
    query: QUESTION,
    groupBy: "file",
    debug: true,
    ...args,
  });
  if (!("results" in answer)) throw new Error(`no answer: ${JSON.stringify(answer)}`);
  return answer;
}
const filesOf = ({ results }: SearchCodebaseOk): string[] => results.map(({ file }) => file);
const rerankOf = ({ hints }: SearchCodebaseOk): unknown => hints?.debugSearch?.["rerank"];
const sentPaths = ({ asked }: FakeReranker): string[][] => asked.map(({ texts }) => texts.map(pathOf));

describe("an order by the reranker", () => {
  it("is that of the results, and their scores agree with it", async () => {
    const before = await search(engineWith(null));
    expect(filesOf(before)).toEqual(["src/a.py", "src/b.py", "src/c.py"]);
    const reranker = preferring("src/c.py", "src/b.py");
    const answer = await search(engineWith(reranker));
    expect(filesOf(answer)).toEqual(["src/c.py", "src/b.py", "src/a.py"]);
    const scores = answer.results.map(({ score = Number.NaN }) => score);
    expect(scores).toEqual([...new Set(scores)].sort((left, right) => right - left));
    expect(answer.warnings).toBeUndefined();
    expect([rerankOf(before), rerankOf(answer)]).toEqual([
      { attempted: false },
      { attempted: true, applied: true, candidates: 3 },
    ]);
    expect(answer.hints?.debugSearch?.["scores"]).toMatchObject([
      { file: "src/c.py", rerank: 2 },
      { file: "src/b.py", rerank: 1 },
      { file: "src/a.py", rerank: 0 },
    ]);
    expect(answer.confidence).toBe(before.confidence);
  });

  it("comes of the question without its operators, and of the path and the shown text of each file", async () => {
    const reranker = new FakeReranker();
    const { results } = await search(engineWith(reranker), {
      query: `lang:python ${QUESTION}`,
      resultMode: "raw",
    });
    const sent = results.map((result) => `${result.file}\n${"content" in result ? result.content : ""}\n`);
    expect(reranker.asked.map(({ question }) => question)).toEqual([QUESTION]);
    expect([...(reranker.asked[0]?.texts ?? [])].sort()).toEqual(sent.sort());
  });

  it("leaves what it scores the same in its order before", async () => {
    const before = filesOf(await search(engineWith(null)));
    expect(filesOf(await search(engineWith(new FakeReranker(() => 0.5))))).toEqual(before);
  });

  it("comes before the boost of changed files, which may still lift one that is close", async () => {
    await using twins = new TestPlace(
      Object.fromEntries(["a", "b", "c"].map((name) => [`${name}.py`, FILES["src/a.py"] as string])),
    );
    committed(twins.tree.root);
    const [plain, reranking] = [
      twins.engine({ embedder: null }),
      twins.engine({ embedder: null, reranker: preferring("b.py") }),
    ];
    await plain.index();
    twins.tree.write("c.py", `${FILES["src/a.py"]}\n`);
    expect(filesOf(await search(reranking, { rankingMode: "default" }))[0]).toBe("b.py");
    expect(filesOf(await search(reranking)).slice(0, 2)).toEqual(["c.py", "b.py"]);
  });

  it("is asked for once, about those alone that pass what the question requires", async () => {
    const reranker = preferring("src/b.py");
    const answer = await search(engineWith(reranker), {
      query: `must:def exclude:keep() ${QUESTION}`,
      limit: 5,
    });
    expect(sentPaths(reranker)).toEqual([["src/a.py", "src/c.py"]]);
    expect(filesOf(answer)).toEqual(["src/a.py", "src/c.py"]);
  });
});

describe("the reranker is not asked", () => {
  it.each<[string, Partial<SearchCodebaseInput>, EmbedderPace, object]>([
    ["in the scope of docs", { scope: "docs" }, "fast", { attempted: false, reason: "docs_scope" }],
    ["beside a slow embedder", {}, "slow", { attempted: false, reason: "slow_embedder" }],
    [
      "about a single file",
      { query: `path:src/a.py ${QUESTION}` },
      "fast",
      { attempted: false, reason: "too_few" },
    ],
  ])("%s, and nothing is wrong with that", async (_, args, pace, told) => {
    const reranker = preferring("docs/parcels.md", "src/c.py");
    const answer = await search(engineWith(reranker, pace), args);
    expect([reranker.asked, rerankOf(answer), answer.warnings]).toEqual([[], told, undefined]);
    expect(filesOf(answer)).toEqual(filesOf(await search(engineWith(null, pace), args)));
  });

  it("but in the mixed scope, which holds more than docs", async () => {
    const reranker = preferring("docs/parcels.md");
    expect(filesOf(await search(engineWith(reranker), { scope: "mixed" }))[0]).toBe("docs/parcels.md");
  });
});

describe("a reranker that fails", () => {
  it.each([
    [
      "failed",
      { kind: "failed", reason: "timeout", message: "Cohere cannot be reached" },
      { attempted: true, applied: false, candidates: 3, reason: "timeout" },
      1,
    ],
    [
      "resting",
      { kind: "resting" },
      { attempted: false, applied: false, candidates: 3, reason: "resting" },
      0,
    ],
  ] as const)("costs its order alone, and that is told: %s", async (_, outcome, told, lines) => {
    const engine = engineWith(Object.assign(new FakeReranker(), { outcome }));
    const answer = await search(engine);
    expect([answer.warnings, rerankOf(answer)]).toEqual([["RERANKER_FAILED"], told]);
    expect(answer.results).toEqual((await search(engineWith(null))).results);
    expect(engine.log.filter(({ event }) => event === "rerank_failed")).toHaveLength(lines);
  });

  it("does not keep a search from being cancelled", async () => {
    const abort = new AbortController();
    const reranker = new FakeReranker();
    reranker.rerank = (question, texts, { signal } = {}) => {
      abort.abort();
      return FakeReranker.prototype.rerank.call(reranker, question, texts, { signal });
    };
    const answer = await engineWith(reranker).call(
      "search_codebase",
      { query: QUESTION },
      { signal: abort.signal },
    );
    expect(answer).toMatchObject({ status: "error", error: { code: "CANCELLED" } });
  });
});

describe("what is sent", () => {
  it.each<[EmbedderPace, number]>([
    ["fast", 50],
    ["standard", 30],
  ])(
    "are the first files of as many as an answer may have at a %s pace, which is also its limit",
    async (pace, most) => {
      await using many = new TestPlace(
        Object.fromEntries(
          Array.from({ length: 70 }, (_, at) => [
            `src/f${at}.py`,
            `def evict${at}(parcel):\n    return parcel.evict\n`,
          ]),
        ),
      );
      const reranker = new FakeReranker();
      const engine = many.engine({ embedder: new FakeEmbedder({ pace }), reranker });
      await engine.index();
      const before = await search(many.engine({ embedder: new FakeEmbedder({ pace }) }), { limit: 50 });
      expect(before.results).toHaveLength(most);
      expect(before.limit).toBe(most === 50 ? undefined : most);
      expect((await search(engine, { limit: 3 })).results).toHaveLength(3);
      expect(sentPaths(reranker)).toEqual([filesOf(before)]);
    },
  );

  it("beside a slow embedder would be too much: an answer has no more than 15 results", async () => {
    expect(await search(engineWith(null, "slow"), { limit: 50 })).toMatchObject({ limit: 15 });
    expect(await search(engineWith(null, "slow"))).not.toHaveProperty("limit");
  });

  it("of a chunk is no more than its beginning, and no half of a character", async () => {
    await using long = new TestPlace({
      "a.py": `parcel = "${"🚚".repeat(5_000)}"\n`,
      "b.py": "def evict(parcel): pass\n",
    });
    const reranker = new FakeReranker();
    const engine = long.engine({ reranker });
    await engine.index();
    await search(engine);
    const sent = reranker.asked[0]?.texts.find((text) => pathOf(text) === "a.py") ?? "";
    expect(sent.length).toBeGreaterThan(3_900);
    expect(sent.length).toBeLessThanOrEqual(4_000);
    expect(sent).not.toMatch(/[\uD800-\uDBFF]$/);
  });
});

it("a reranker that is chosen, or another one, asks for no reindex", async () => {
  await using own = new TestPlace(FILES);
  await own.engine().index();
  for (const engine of [own.engine({ reranker: new FakeReranker() }), own.engine()]) {
    expect(await engine.call("manage_index", { action: "status" })).toMatchObject({ status: "ok" });
    expect(await search(engine)).toMatchObject({ status: "ok" });
  }
});

it("a new order keeps every file once, has scores that fall, and is the same for the same scores", () => {
  const files = fc
    .array(fc.double({ min: 0, max: 3, noNaN: true }), { maxLength: 30 })
    .map((scores) =>
      scores
        .sort((left, right) => right - left)
        .map((score, file) => ({ file, score, prior: 1, signals: {} as never })),
    );
  fc.assert(
    fc.property(files, fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 30 }), (ranked, scores) => {
      const read = new Map(scores.slice(0, ranked.length).map((score, file) => [file, score]));
      const result = reordered(ranked, read);
      expect(result.map(({ file }) => file).sort((left, right) => left - right)).toEqual(
        ranked.map(({ file }) => file),
      );
      for (const [at, { score }] of result.entries())
        if (at > 0) expect(score).toBeLessThan((result[at - 1] as { score: number }).score);
      const order = result.map(({ file }) => file);
      expect(order.slice(read.size)).toEqual(ranked.map(({ file }) => file).slice(read.size));
      for (let at = 1; at < read.size; at++) {
        const [left, right] = [order[at - 1] as number, order[at] as number];
        expect((read.get(left) as number) - (read.get(right) as number) || right - left).toBeGreaterThan(0);
      }
    }),
  );
});
