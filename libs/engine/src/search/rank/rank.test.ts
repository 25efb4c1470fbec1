import { describe, expect, it } from "vitest";
import { type FakeFile, fakeSnapshot } from "../../testing/fakes/fake-snapshot.ts";
import { retrieveCandidates } from "../retrieve/candidates.ts";
import { parseQuestion } from "../parse/question.ts";
import { type Ranking, type SignalWeights, rankFiles } from "./rank.ts";
import { COVERAGE_FILES, MESSAGE_QUOTED_WEIGHT, SIGNAL_WEIGHTS } from "./ranking.ts";

async function rank(
  question: string,
  files: readonly FakeFile[],
): Promise<Ranking & { readonly paths: string[]; readonly loaded: readonly number[] }> {
  const snapshot = fakeSnapshot(files);
  const understood = parseQuestion(question);
  const candidates = await retrieveCandidates({
    snapshot,
    question: understood,
    queryVector: null,
    allowed: null,
    maxChunks: 300,
    mustTokens: [],
    exactFiles: [],
  });
  const ranking = await rankFiles({ snapshot, question: understood, candidates });
  return {
    ...ranking,
    paths: ranking.files.map(({ file }) => snapshot.files.paths[file] as string),
    loaded: snapshot.loaded,
  };
}

describe("order", () => {
  it("is by score, and by path where scores are equal", async () => {
    const { paths, files } = await rank("alpha beta", [
      { path: "Z.ts", texts: ["alpha\n"] },
      { path: "a.ts", texts: ["alpha\n"] },
      { path: "b.ts", texts: ["alpha beta\n"] },
      { path: "ß.ts", texts: ["alpha\n"] },
    ]);
    expect(paths).toEqual(["b.ts", "Z.ts", "a.ts", "ß.ts"]);
    expect(files[1]?.score).toBe(files[2]?.score);
  });

  it("puts source before its test", async () => {
    expect(
      (
        await rank("alpha beta", [
          { path: "src/a.test.ts", texts: ["alpha beta\n"] },
          { path: "src/b.ts", texts: ["alpha\n"] },
        ])
      ).paths,
    ).toEqual(["src/b.ts", "src/a.test.ts"]);
  });

  it("puts the test first for those who ask for it", async () => {
    expect(
      (
        await rank("unit tests of alpha beta", [
          { path: "src/a.test.ts", texts: ["alpha beta\n"] },
          { path: "src/b.ts", texts: ["alpha\n"] },
        ])
      ).paths,
    ).toEqual(["src/a.test.ts", "src/b.ts"]);
  });

  it("puts files in known languages first", async () => {
    expect(
      (
        await rank("alpha", [
          { path: "a.tmpl", language: "text", texts: ["alpha\n"] },
          { path: "b.ts", texts: ["alpha\n"] },
        ])
      ).paths,
    ).toEqual(["b.ts", "a.tmpl"]);
  });

  it("puts what commits tell of in the words of the question first", async () => {
    const files = [
      { path: "a.ts", texts: ["alpha beta\n"], commits: ["Gamma"] },
      { path: "b.ts", texts: ["alpha beta\n"], commits: ["Delta of alpha beta"] },
    ];
    expect((await rank("alpha beta", files)).paths).toEqual(["b.ts", "a.ts"]);
  });

  it("puts the line that prints a message first, where much else has the values in it", async () => {
    const files: FakeFile[] = [
      {
        path: "router.ts",
        texts: [
          "class Router {\n",
          "if (!route) throw new Error(`Route [${name}] not defined.`);\nreturn route;\n",
        ],
      },
      { path: "route-login.ts", texts: ["login route login\nroute.login(session)\nis defined\n"] },
    ];
    const { paths, files: ranked } = await rank("Route [session.login] not defined.", files);
    expect(paths).toEqual(["router.ts", "route-login.ts"]);
    expect(ranked.map(({ signals }) => signals.quoted > 0.5)).toEqual([true, false]);
  });

  it("puts an implementation in C before its header", async () => {
    const files = ["list.c", "list.h", "tree.h"].map((path): FakeFile => ({
      path,
      language: "c",
      texts: ["alpha\n"],
    }));
    expect((await rank("alpha", files)).paths).toEqual(["list.c", "tree.h", "list.h"]);
  });

  it("does not depend on the order of the candidates", async () => {
    const snapshot = fakeSnapshot(
      ["c.ts", "a.ts", "b.ts", "d.test.ts"].map((path): FakeFile => ({
        path,
        texts: ["alpha beta\n", "alpha\n"],
      })),
    );
    const question = parseQuestion("alpha beta");
    const candidates = await retrieveCandidates({
      snapshot,
      question,
      queryVector: null,
      allowed: null,
      maxChunks: 300,
      mustTokens: [],
      exactFiles: [],
    });
    const backwards = {
      ...candidates,
      candidateFiles: [...candidates.candidateFiles].reverse(),
      hits: new Map([...candidates.hits].reverse()),
    };
    expect(await rankFiles({ snapshot, question, candidates: backwards })).toEqual(
      await rankFiles({ snapshot, question, candidates }),
    );
  });

  it("is empty without candidates", async () =>
    expect(await rank("alpha", [{ path: "a.ts", texts: ["beta\n"] }])).toMatchObject({
      files: [],
      bestCoverage: 0,
    }));
});

describe("a question of one word", () => {
  const files: readonly FakeFile[] = [
    { path: "a.ts", texts: ["Cache Cache\n"], lineCount: 2_000, inDegree: 3 },
    { path: "b.ts", texts: ["Cache\n"], symbols: ["Cache 1-1"] },
  ];

  it("is for the definition", async () =>
    expect((await rank("Cache", files)).paths).toEqual(["b.ts", "a.ts"]));
  it("weighs definitions more than one of several words", async () => {
    const [one, several] = [await rank("Cache", files), await rank("Cache it", files)];
    expect(
      (one.files[0]?.score ?? 0) - (several.files.find(({ file }) => file === 1)?.score ?? 0),
    ).toBeGreaterThan(0.3);
  });
});

describe("coverage", () => {
  it("is the share of the question's words that the best chunk and the path hold, rare words counting more", async () => {
    const { files, bestCoverage, paths } = await rank("alpha beta", [
      { path: "alpha.ts", texts: ["beta\n"] },
      { path: "b.ts", texts: ["beta\n"] },
      { path: "c.ts", texts: ["beta\n"] },
    ]);
    expect(paths[0]).toBe("alpha.ts");
    expect(files.map(({ signals }) => Number(signals.coverage.toFixed(2)))).toEqual([1, 0.12, 0.12]);
    expect(bestCoverage).toBe(1);
  });

  it("counts words that the index does not know", async () => {
    const { bestCoverage } = await rank("alpha blorp", [
      { path: "a.ts", texts: ["alpha\n"] },
      { path: "b.ts", texts: ["beta\n"] },
    ]);
    expect(bestCoverage).toBeGreaterThan(0);
    expect(bestCoverage).toBeLessThan(0.5);
  });

  it("is looked at for the best candidates only", async () => {
    const files = Array.from({ length: COVERAGE_FILES + 10 }, (_, at): FakeFile => ({
      path: `${100 + at}.ts`,
      texts: ["alpha\n"],
    }));
    const { loaded, files: ranked } = await rank("alpha", files);
    expect(ranked.filter(({ signals }) => signals.coverage > 0)).toHaveLength(COVERAGE_FILES);
    // Texts are only read for questions with quotes.
    expect(loaded).toHaveLength(0);
    expect((await rank('"alpha"', files)).loaded).toHaveLength(COVERAGE_FILES);
    expect(ranked).toHaveLength(COVERAGE_FILES + 10);
  });
});

/** Expects each file's score to be the sum of its signals times its prior. */
function checkScores({ files, weights }: Ranking, expected: SignalWeights): void {
  expect(weights).toEqual(expected);
  for (const { score, prior, signals } of files) {
    const sum = Object.entries(expected).reduce(
      (total, [name, weight]) => total + weight * signals[name as keyof typeof signals],
      0,
    );
    expect(score).toBeCloseTo(sum * prior, 12);
  }
}

it("gives every file the product of its signals' sum and its prior", async () => {
  checkScores(
    await rank("alpha beta", [
      { path: "docs/alpha.md", language: "markdown", texts: ["beta\n"] },
      { path: "beta.ts", texts: ["alpha\n"] },
    ]),
    SIGNAL_WEIGHTS,
  );
});

it("weighs definitions half where some file says all that is quoted, in files too that were not looked at", async () => {
  const said = Array.from({ length: COVERAGE_FILES }, (_, at): FakeFile => ({
    path: `${100 + at}.ts`,
    texts: ["alpha beta gamma\n"],
  }));
  const ranking = await rank('parseAll "alpha beta gamma"', [
    ...said,
    { path: "z.ts", texts: ["x\n"], symbols: ["parseAll 1-1"] },
  ]);
  expect(ranking.files.at(-1)?.signals).toMatchObject({ exactSymbol: 1, quoted: 0 });
  checkScores(ranking, {
    ...SIGNAL_WEIGHTS,
    exactSymbol: SIGNAL_WEIGHTS.exactSymbol / 2,
    quoted: MESSAGE_QUOTED_WEIGHT,
  });
});
