import { describe, expect, it } from "vitest";
import { type FakeFile, fakeSnapshot } from "../../testing/fakes/fake-snapshot.ts";
import { type Candidates, type RetrievalInput, retrieveCandidates } from "./candidates.ts";
import { parseQuestion } from "../parse/question.ts";
import { RETRIEVER_LIMITS, DECLARED_SHARE, OWN_WORDS_SHARE } from "../rank/ranking.ts";

const FILES: readonly FakeFile[] = [
  { path: "src/cache.ts", texts: ["keeps entries\n", "evicts entries\n"], symbols: ["Cache 1-2"] },
  { path: "src/cache.test.ts", texts: ["checks the cache\n"], symbols: ["Cache 1-1"] },
  { path: "src/far.ts", texts: ["zebra\n"], closeness: [0.9] },
  { path: "src/near.ts", texts: ["yak\n", "gnu\n"], closeness: [0.2, 0.5] },
  { path: "src/opposite.ts", texts: ["emu\n"], closeness: [-0.4] },
];

function gather(question: string, input: Partial<RetrievalInput> = {}, files = FILES): Promise<Candidates> {
  return retrieveCandidates({
    snapshot: fakeSnapshot(files),
    question: parseQuestion(question),
    queryVector: null,
    allowed: null,
    maxChunks: 300,
    mustTokens: [],
    exactFiles: [],
    ...input,
  });
}
const names = ({ files, candidateFiles }: Candidates): string[] =>
  candidateFiles.map((file) => files.paths[file] as string);
const allow = (...files: number[]): Uint8Array =>
  Uint8Array.from(FILES.keys(), (file) => (files.includes(file) ? 1 : 0));

describe("candidates", () => {
  it("are files with words of the question", async () =>
    expect(names(await gather("entries"))).toEqual(["src/cache.ts"]));
  it("are files whose name shares a word with it", async () =>
    expect(names(await gather("the far side"))).toEqual(["src/far.ts"]));
  it("are none for an empty question", async () => expect(names(await gather(""))).toEqual([]));

  it("are files that define an identifier of it, exactly as written", async () => {
    const { exact } = await gather("Cache", {}, [
      { path: "a.ts", texts: ["x\n"], symbols: ["Cache 1-1"] },
      { path: "b.ts", texts: ["x\n"], symbols: ["cache 1-1"] },
    ]);
    expect([...exact]).toEqual([[0, 1]]);
  });

  it("are half as sure where they are headers of what another file defines", async () => {
    const defining = (...paths: string[]): readonly FakeFile[] =>
      paths.map((path) => ({ path, texts: ["x\n"], symbols: ["makeUnit 1-1"] }));
    const certainties = async (...paths: string[]): Promise<readonly number[]> => [
      ...(await gather("makeUnit", {}, defining(...paths))).exact.values(),
    ];
    expect(await certainties("unit.c", "unit.h")).toEqual([1, DECLARED_SHARE]);
    expect(await certainties("unit.h", "unit.ts")).toEqual([1, 1]);
    expect(await certainties("unit.h", "unit_test.c")).toEqual([1, 1]);
  });

  it("are close files, but none that lies in the opposite direction", async () => {
    const candidates = await gather("unheard", { queryVector: new Float32Array(2) });
    expect(names(candidates)).toEqual(["src/far.ts", "src/near.ts"]);
    expect(candidates.arms).toEqual({
      lexicalChunks: 0,
      dense: 2,
      defining: 0,
      named: 0,
      mentioned: 0,
      history: 0,
    });
  });

  it("are files whose commits say most of it, at most twenty", async () => {
    const told = Array.from({ length: 30 }, (_, at): FakeFile => ({
      path: `f${String(at).padStart(2, "0")}.ts`,
      texts: ["x\n"],
      commits: [at < 25 ? "Speed up" : "Speed up uploads"],
    }));
    const candidates = await gather("uploads speed", {}, told);
    expect(names(candidates)).toEqual([...told.slice(0, 15), ...told.slice(25)].map(({ path }) => path));
    expect([candidates.arms.history, candidates.history.size]).toEqual([20, 30]);
  });

  it("are files with words that results must hold, which give no score", async () => {
    const candidates = await gather("entries", { mustTokens: ["zebra"] });
    expect(names(candidates)).toEqual(["src/cache.ts", "src/far.ts"]);
    expect(candidates.hits.get(2)).toEqual([]);
  });

  it.each([
    ["by word", "entries zebra", [2], ["src/far.ts"]],
    ["by name", "near far", [3], ["src/near.ts"]],
    ["by definition", "Cache", [1], ["src/cache.test.ts"]],
    ["by closeness", "unheard", [3], ["src/near.ts"]],
  ])("are allowed files only: %s", async (_, question, allowed, expected) => {
    expect(
      names(await gather(question, { allowed: allow(...allowed), queryVector: new Float32Array(2) })),
    ).toEqual(expected);
  });
});

it.each([
  ["where is makeUnit", true],
  ["where is otherUnit", false],
  ["Unit tests of it", false],
])("of %j a name is missed that files which are left out define: %s", async (question, expected) => {
  const files: readonly FakeFile[] = [
    { path: "a.ts", texts: ["x\n"], symbols: ["otherUnit 1-1"] },
    { path: "b.ts", texts: ["x\n"], symbols: ["makeUnit 1-1", "otherUnit 1-1", "Unit 1-1"] },
  ];
  expect((await gather(question, { allowed: Uint8Array.of(1, 0) }, files)).isDefinedOutsideFilters).toBe(
    expected,
  );
});

describe("hits", () => {
  it("are by file, in the order of their rows", async () => {
    const { hits } = await gather("cache keeps entries");
    expect([...hits].map(([file, list]) => [file, list.map(({ row }) => row)])).toEqual([
      [0, [0, 1]],
      [1, [2]],
    ]);
  });
});

it("a message's own words count for a share of all of its words, however few they are", async () => {
  const { hits } = await gather("Route [session.login] not defined.", {}, [
    { path: "a.ts", texts: ["route session login session_login defined\n"] },
    { path: "b.ts", texts: ["route not defined\n"] },
  ]);
  const [all, own] = [hits.get(0)?.[0]?.score ?? 0, hits.get(1)?.[0]?.score ?? 0];
  expect(own).toBeCloseTo(OWN_WORDS_SHARE * all, 12);
});

describe("names", () => {
  const files = ["src/retry/index.ts", "src/retry/scheduler.ts", "src/retryScheduler.ts"].map(
    (path): FakeFile => ({ path, texts: ["x\n"] }),
  );

  it.each([
    ["where is the retry", [0]],
    ["retry scheduler", [0, 1, 2]],
    ["retrying schedulers", [0, 1, 2]],
    ["scheduler", [1]],
    ["nothing", []],
  ])("%s names %j in full", async (question, expected) =>
    expect([...(await gather(question, {}, files)).named]).toEqual(expected),
  );

  it("propose nothing when they are too common", async () => {
    const many = Array.from({ length: RETRIEVER_LIMITS.namedFiles + 1 }, (_, at): FakeFile => ({
      path: `${1000 + at}/user.ts`,
      texts: ["x\n"],
    }));
    const candidates = await gather("user name", { maxChunks: 0 }, many);
    expect([candidates.candidateFiles.length, candidates.named.size, candidates.arms.named]).toEqual([
      0,
      many.length,
      many.length,
    ]);
  });
});

describe("limits", () => {
  const definers = Array.from({ length: 30 }, (_, at): FakeFile => ({
    path: `src/${10 + at}.${at < 25 ? "test.ts" : "ts"}`,
    texts: ["x\n"],
    symbols: ["makeUser 1-1"],
  }));

  it("leave out tests before other files", async () => {
    const { exact } = await gather("makeUser", {}, definers);
    expect([...exact.keys()]).toEqual([25, 26, 27, 28, 29, ...Array.from({ length: 15 }, (_, at) => at)]);
  });

  it("hold for each retriever", async () => {
    const close = Array.from({ length: 100 }, (_, at): FakeFile => ({
      path: `${100 + at}.ts`,
      texts: ["x\n"],
      closeness: [1 - at / 200],
    }));
    expect((await gather("unheard", { queryVector: new Float32Array(2) }, close)).candidateFiles).toEqual([
      ...Array(RETRIEVER_LIMITS.denseFiles).keys(),
    ]);
    expect((await gather("x", { maxChunks: 10 }, close)).hits.size).toBe(10);
  });

  it("do not hold for files that a scan of the texts has found, unless the filters exclude them", async () => {
    const others = Array.from({ length: 4 }, (_, at): FakeFile => ({ path: `${at}.ts`, texts: ["x\n"] }));
    const { candidateFiles, exactFiles } = await gather(
      "unheard",
      { exactFiles: [1, 3], allowed: Uint8Array.of(1, 1, 1, 0) },
      others,
    );
    expect([candidateFiles, [...exactFiles]]).toEqual([[1], [1]]);
  });
});
