import fc from "fast-check";
import type { GroupBy } from "@satori/contracts";
import type { SymbolFact } from "@satori/sidecar";
import { describe, expect, it } from "vitest";
import { type Grouping, comparePassages, groupPassages } from "./group.ts";
import type { FilePassages, Passage } from "./passages.ts";
import type { RankedFile } from "../rank/rank.ts";
import type { Signals } from "../rank/signals.ts";

/**
 * Files as `path score: passages`, passages as `line score symbol`. The score is a share of the file's; the
 * symbol is left out if there is none.
 */
function filesOf(text: string): FilePassages[] {
  return text
    .trim()
    .split("\n")
    .map((line, file) => {
      const [, path = "", score = "", passages = ""] = /^\s*(\S+) (\S+): ?(.*)$/.exec(line) ?? [];
      // Grouping uses only the score.
      const ranked: RankedFile = { file, score: Number(score), prior: 1, signals: {} as Signals };
      return filePlaces(
        ranked,
        passages === ""
          ? []
          : passages.split(", ").map((passage) => placeOf(file, path, Number(score), passage)),
      );
    });
}

/** @param unlisted number of further passages of each symbol, by id */
function filePlaces(
  ranked: RankedFile,
  passages: readonly Passage[],
  unlisted: Readonly<Record<string, number>> = {},
): FilePassages {
  const countOf = ({ id }: SymbolFact): number =>
    (unlisted[id] ?? 0) + passages.filter(({ symbol }) => symbol?.id === id).length;
  return {
    ranked,
    passages,
    count: passages.length + Object.values(unlisted).reduce((sum, count) => sum + count, 0),
    countOf,
  };
}

function placeOf(file: number, path: string, fileScore: number, text: string): Passage {
  const [line, share, label] = text.split(" ");
  const symbol = label === undefined ? null : ({ id: `${path}#${label}`, label, name: label } as SymbolFact);
  return {
    file,
    path,
    span: { start: 0, end: 0, startLine: Number(line), endLine: Number(line) + 4 },
    text: "",
    imports: new Set<number>(),
    line: null,
    symbol,
    score: fileScore * Number(share),
  };
}

const wordsInPath = (path: string): number => Number(path.includes("wanted"));

interface Request {
  readonly limit?: number;
  readonly groupBy?: GroupBy;
  readonly leastFiles?: number;
}

function group(
  files: readonly FilePassages[],
  { limit = 10, groupBy = "symbol", leastFiles = 1 }: Request = {},
): Promise<Grouping> {
  const byFile = new Map(files.map((passages) => [passages.ranked.file, passages]));
  const load = ({ file }: RankedFile): Promise<FilePassages | null> =>
    Promise.resolve(byFile.get(file)?.passages.length === 0 ? null : (byFile.get(file) ?? null));
  return groupPassages(
    files.map(({ ranked }) => ranked),
    { groupBy, limit, leastFiles, wordsInPath },
    load,
  );
}

/** @param expected `path:line` of each result, with `×n` if it stands for several passages */
function check(name: string, text: string, request: Request, expected: string): void {
  it(name, async () => {
    const { groups } = await group(filesOf(text), request);
    expect(
      groups
        .map(
          ({ passage, collapsed }) =>
            `${passage.path}:${passage.span.startLine}${collapsed > 1 ? `×${collapsed}` : ""}`,
        )
        .join(" "),
    ).toBe(expected);
  });
}

describe("firsts before seconds", () => {
  const three = `
    a.ts 10: 1 1 f, 9 0.99 g
    b.ts 6: 1 1 f, 9 0.9 g
    c.ts 5: 1 1 f
    d.ts 4: 1 1 f`;

  check(
    "every file that scores half the best has its first before any has its second",
    three,
    { limit: 3 },
    "a.ts:1 b.ts:1 c.ts:1",
  );
  check(
    "then what scores most, second or first of a weaker file",
    three,
    { limit: 4 },
    "a.ts:1 b.ts:1 c.ts:1 a.ts:9",
  );
  check("and so on", three, { limit: 5 }, "a.ts:1 b.ts:1 c.ts:1 a.ts:9 b.ts:9");
  check("all, if there is room", three, { limit: 6 }, "a.ts:1 b.ts:1 c.ts:1 a.ts:9 b.ts:9 d.ts:1");
  check(
    "seconds that waited keep their order",
    "b.ts 10: 1 1 f, 9 0.99 g\na.ts 8: 1 1 f, 9 0.9 g\nc.ts 5: 1 1 f",
    {},
    "b.ts:1 a.ts:1 c.ts:1 b.ts:9 a.ts:9",
  );
  check(
    "a second comes after a first of the same score, wherever its file lies",
    "a.ts 10: 1 1 f, 9 1 g\nb.ts 10: 1 1 f",
    {},
    "a.ts:1 b.ts:1 a.ts:9",
  );
  check(
    "a second that did not have to wait stands where its score puts it",
    "a.ts 10: 1 1 f, 9 0.2 g\nb.ts 6: 1 1 f\nc.ts 3: 1 1 f\nd.ts 1: 1 1 f",
    {},
    "a.ts:1 b.ts:1 c.ts:1 a.ts:9 d.ts:1",
  );
  check(
    "a weak file's first gives way to a strong file's second",
    "a.ts 10: 1 1 f, 9 0.5 g\nb.ts 4: 1 1 f",
    { limit: 2 },
    "a.ts:1 a.ts:9",
  );
  check(
    "but not to a weaker second",
    "a.ts 10: 1 1 f, 9 0.3 g\nb.ts 4: 1 1 f",
    { limit: 2 },
    "a.ts:1 b.ts:1",
  );
});

describe("caps", () => {
  check(
    "a symbol is shown once, and its other passages count",
    "a.ts 10: 1 1 f, 9 0.9 f, 20 0.8 f\nb.ts 9: 1 1 g",
    {},
    "a.ts:1×3 b.ts:1",
  );
  check(
    "a file has two results, and three where results are short",
    "a.ts 10: 1 1 f, 9 0.9 g, 20 0.8 h, 30 0.7 i\nb.ts 1: 1 1 f",
    {},
    "a.ts:1 a.ts:9 a.ts:20 b.ts:1",
  );
  check(
    "a file has two results where they are not short",
    "a.ts 10: 1 1 f, 9 0.9 g, 20 0.8 h\nb.ts 1: 1 1 f",
    { limit: 3 },
    "a.ts:1 a.ts:9 b.ts:1",
  );
  check(
    "passages without a symbol are groups of their own",
    "a.ts 10: 1 1, 9 0.9, 20 0.8",
    {},
    "a.ts:1 a.ts:9 a.ts:20",
  );
  check("the same label in two files is two symbols", "a.ts 10: 1 1 f\nb.ts 9: 1 1 f", {}, "a.ts:1 b.ts:1");

  it("say when they were relaxed", async () => {
    const files = filesOf("a.ts 10: 1 1 f, 9 0.9 g, 20 0.8 h");
    expect([
      (await group(files)).isRelaxed,
      (await group(files, { limit: 2 })).isRelaxed,
      (await group(files, { groupBy: "file" })).isRelaxed,
    ]).toEqual([true, false, false]);
  });
});

describe("copies", () => {
  const WORDS = Array.from({ length: 30 }, (_, at) => `word${at}`);
  interface Copy {
    readonly path: string;
    readonly score: number;
    readonly text?: string;
    readonly label?: string;
    readonly prior?: number;
    readonly imported?: number;
    readonly mentioned?: number;
    readonly quoted?: number;
  }
  const NO_SIGNALS = { imported: 0, mentioned: 0, quoted: 0, definition: 0, exactSymbol: 0 } as Signals;

  async function results(files: readonly Copy[], limit = 10, leastFiles = 1): Promise<string[]> {
    const loaded = files.map(
      (
        {
          path,
          score,
          text = WORDS.join(" "),
          label = "f",
          prior = 1,
          imported = 0,
          mentioned = 0,
          quoted = 0,
        },
        at,
      ) => {
        const signals = { ...NO_SIGNALS, imported, mentioned, quoted };
        const passage = { ...placeOf(at, path, score, `1 1 ${label}`), text };
        return filePlaces({ file: at, score, prior, signals }, [passage]);
      },
    );
    const { groups } = await group(loaded, { limit, leastFiles });
    return groups.map(({ passage, alsoIn }) =>
      [`${passage.path} ${passage.score}`, ...alsoIn].join(", ").trim(),
    );
  }

  it("of one passage are one result, and the next files move up", async () => {
    const files = [
      { path: "a.ts", score: 10 },
      { path: "b.ts", score: 9 },
      { path: "c.ts", score: 8, text: "other" },
    ];
    expect(await results(files, 2)).toEqual(["a.ts 10, b.ts", "c.ts 8"]);
  });

  it("may differ in a tenth of their words, and in no more", async () => {
    const changed = (count: number): string =>
      WORDS.map((word, at) => (at < count ? `new${at}` : word)).join(" ");
    const first = { path: "a.ts", score: 10 };
    expect(await results([first, { path: "b.ts", score: 9, text: changed(3) }])).toEqual(["a.ts 10, b.ts"]);
    expect(await results([first, { path: "b.ts", score: 9, text: changed(4) }])).toEqual([
      "a.ts 10",
      "b.ts 9",
    ]);
    const longer = [...WORDS, "a", "b", "c", "d"].join(" ");
    expect(await results([first, { path: "b.ts", score: 9, text: longer }])).toHaveLength(2);
  });

  it("are about a symbol of the same label, and long enough to tell", async () => {
    const first = { path: "a.ts", score: 10 };
    expect(await results([first, { path: "b.ts", score: 9, label: "g" }])).toHaveLength(2);
    const short = { text: "export from here" };
    expect(
      await results([
        { ...first, ...short },
        { path: "b.ts", score: 9, ...short },
      ]),
    ).toHaveLength(2);
  });

  it.each<[string, Copy, Copy]>([
    [
      "what the question quotes",
      { path: "z.ts", score: 9, quoted: 1, prior: 0.5 },
      { path: "a.ts", score: 10 },
    ],
    [
      "the file that the question names",
      { path: "a/b.ts", score: 9, mentioned: 1, prior: 0.5 },
      { path: "a.ts", score: 10 },
    ],
    ["the program", { path: "b/c.ts", score: 9 }, { path: "vendor/c.ts", score: 10, prior: 0.3 }],
    ["words of the question in the path", { path: "z/wanted/c.ts", score: 9 }, { path: "a/c.ts", score: 10 }],
    [
      "what more files import",
      { path: "z/z/c.ts", score: 9, imported: 1 },
      { path: "a/c.ts", score: 10, imported: 0.5 },
    ],
    ["fewer folders", { path: "z.ts", score: 9 }, { path: "a/a.ts", score: 10 }],
    ["the first by path", { path: "a.ts", score: 9 }, { path: "b.ts", score: 10 }],
  ])("the main version: %s", async (_, main, other) => {
    expect(await results([other, main])).toEqual([`${main.path} 10, ${other.path}`]);
  });

  it("that score far lower take no places either", async () => {
    const copies = Array.from({ length: 9 }, (_, at) => ({ path: `vendor/${at}.ts`, score: 4 }));
    const others = Array.from({ length: 5 }, (_, at) => ({
      path: `o${at}.ts`,
      score: 3,
      text: `other ${at}`,
    }));
    const found = await results([{ path: "a.ts", score: 10 }, ...copies, ...others], 5);
    expect(found.map((line) => line.split(" ")[0])).toEqual(["a.ts", "o0.ts", "o1.ts", "o2.ts", "o3.ts"]);
    expect(found[0]).toContain("vendor/8.ts");
  });

  it("are found for a single result too", async () => {
    const files = [
      { path: "b.ts", score: 10, prior: 0.3 },
      { path: "a.ts", score: 9 },
    ];
    expect(await results(files, 1, 10)).toEqual(["a.ts 10, b.ts"]);
  });

  it("are listed up to a limit", async () => {
    const files = Array.from({ length: 30 }, (_, at) => ({ path: `${10 + at}.ts`, score: 10 }));
    expect((await results(files))[0]?.split(", ")).toHaveLength(11);
  });

  it("do not make a search read every file", async () => {
    let loads = 0;
    const files = Array.from({ length: 500 }, (_, at) => {
      const passage = { ...placeOf(at, `${1_000 + at}.ts`, 10, "1 1 f"), text: WORDS.join(" ") };
      const signals = NO_SIGNALS;
      return filePlaces({ file: at, score: 10, prior: 1, signals }, [passage]);
    });
    const { groups } = await groupPassages(
      files.map(({ ranked }) => ranked),
      { groupBy: "symbol", limit: 5, leastFiles: 1, wordsInPath },
      ({ file }) => {
        loads++;
        return Promise.resolve(files[file] ?? null);
      },
    );
    expect(groups).toHaveLength(1);
    expect(loads).toBeLessThan(60);
  });
});

describe("by file", () => {
  check(
    "each file once, standing for all its passages",
    "a.ts 10: 1 1 f, 9 0.9 g, 20 0.8\nb.ts 2: 1 1 f",
    { groupBy: "file" },
    "a.ts:1×3 b.ts:1",
  );
  it("passages that are not listed count, by file and by symbol", async () => {
    const [file] = filesOf("a.ts 10: 1 1 f, 9 0.9 g, 20 0.8");
    const many = file ? [filePlaces(file.ranked, file.passages, { "a.ts#f": 4, "a.ts#g": 2 })] : [];
    const collapsed = async (groupBy: GroupBy): Promise<number[]> =>
      (await group(many, { groupBy })).groups.map((found) => found.collapsed);
    expect([await collapsed("file"), await collapsed("symbol")]).toEqual([[9], [5, 3, 1]]);
  });
  check(
    "weak files too",
    "a.ts 10: 1 1\nb.ts 2: 1 1\nc.ts 1: 1 1",
    { groupBy: "file", limit: 2 },
    "a.ts:1 b.ts:1",
  );
});

describe("edges", () => {
  check("no files", "", {}, "");
  check("files whose passages were all filtered out", "a.ts 10:\nb.ts 9: 1 1 f\nc.ts 8:", {}, "b.ts:1");
  check("scores of zero", "a.ts 0: 1 1 f\nb.ts 0: 1 1 f", { limit: 1 }, "a.ts:1");
  check("a limit of one", "a.ts 10: 1 1 f, 9 1 g\nb.ts 10: 1 1 f", { limit: 1 }, "a.ts:1");
});

it("asks for passages only as long as they may be shown", async () => {
  const asked: number[] = [];
  const files = filesOf(
    Array.from({ length: 50 }, (_, at) => `${100 + at}.ts ${10 - at * 0.1}: 1 1 f`).join("\n"),
  );
  await groupPassages(
    files.map(({ ranked }) => ranked),
    { groupBy: "symbol", limit: 5, leastFiles: 1, wordsInPath },
    (ranked) => {
      asked.push(ranked.file);
      return Promise.resolve(files[ranked.file] ?? null);
    },
  );
  expect(asked).toEqual([0, 1, 2, 3, 4]);
});

describe("order", () => {
  it("is by score, file, line, symbol before none, label", () => {
    const sorted = ["b.ts 1 1 f", "a.ts 9 1 f", "a.ts 1 1", "a.ts 1 1 g", "a.ts 1 1 f", "z.ts 1 2 f"].map(
      (text) => {
        const [path = "", line, score, label] = text.split(" ");
        return placeOf(
          0,
          path,
          Number(score),
          [line, "1", label].filter((part) => part !== undefined).join(" "),
        );
      },
    );
    sorted.sort(comparePassages);
    expect(
      sorted.map(({ path, span, symbol }) => `${path}:${span.startLine} ${symbol?.label ?? "-"}`),
    ).toEqual(["z.ts:1 f", "a.ts:1 f", "a.ts:1 g", "a.ts:1 -", "a.ts:9 f", "b.ts:1 f"]);
  });
});

describe("for any files", () => {
  const passages = fc.array(
    fc.tuple(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 0, max: 10 }),
      fc.constantFrom("f", "g", "h", null),
    ),
    { maxLength: 6 },
  );
  const sample = fc.record({
    files: fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), passages), { maxLength: 12 }),
    limit: fc.integer({ min: 1, max: 12 }),
    groupBy: fc.constantFrom<GroupBy>("symbol", "file"),
    seed: fc.nat(),
  });

  /** As search passes them: files by score then path, passages by score then line. */
  function ranked(
    files: readonly (readonly [number, readonly (readonly [number, number, string | null])[]])[],
  ): FilePassages[] {
    const lines = files.map(([score, list], at) => {
      const distinct = [...new Map(list.map((passage) => [passage[0], passage])).values()].sort(
        (left, right) => right[1] - left[1] || left[0] - right[0],
      );
      const top = distinct[0]?.[1] || 1;
      return {
        score,
        line:
          `${100 + at}.ts ${score}: ` +
          `${distinct.map(([line, share, label]) => [line, share / top, label].filter((part) => part !== null).join(" ")).join(", ")}`,
      };
    });
    lines.sort((left, right) => right.score - left.score || (left.line < right.line ? -1 : 1));
    return lines.length === 0 ? [] : filesOf(lines.map(({ line }) => line).join("\n"));
  }

  it(
    "there are never more results than asked for, no more of a file than three, of a symbol than one, " +
      "and they are in order",
    async () => {
      await fc.assert(
        fc.asyncProperty(sample, async ({ files, limit, groupBy }) => {
          const { groups } = await group(ranked(files), { limit, groupBy });
          const count = (keys: readonly string[]): number =>
            Math.max(0, ...keys.map((key) => keys.filter((other) => other === key).length));
          expect(groups.length).toBeLessThanOrEqual(limit);
          expect(count(groups.map(({ passage }) => passage.path))).toBeLessThanOrEqual(
            groupBy === "file" ? 1 : 3,
          );
          expect(
            count(
              groups.map(({ passage }) => passage.symbol?.id ?? `${passage.path}:${passage.span.startLine}`),
            ),
          ).toBeLessThanOrEqual(1);
          expect(groups.map(({ passage }) => passage)).toEqual(
            groups.map(({ passage }) => passage).sort(comparePassages),
          );
          expect(groups.every(({ collapsed }) => collapsed >= 1)).toBe(true);
        }),
        { seed: 1, numRuns: 500 },
      );
    },
  );

  it("the same files give the same results", async () => {
    await fc.assert(
      fc.asyncProperty(sample, async ({ files, limit, groupBy }) => {
        expect(await group(ranked(files), { limit, groupBy })).toEqual(
          await group(ranked(files), { limit, groupBy }),
        );
      }),
      { seed: 2, numRuns: 200 },
    );
  });

  it(
    "a file that scores half the best has its result before another's second, and scores fall as they " +
      "are shown",
    async () => {
      await fc.assert(
        fc.asyncProperty(sample, async ({ files, limit }) => {
          const all = ranked(files);
          const { groups } = await group(all, { limit });
          const bar = (all[0]?.ranked.score ?? 0) / 2;
          const strong = all
            .filter(({ ranked: { score }, passages: list }) => score >= bar && list.length > 0)
            .map(({ passages: list }) => list[0]?.path);
          const shown = groups.map(({ passage }) => passage.path);
          const second = shown.findIndex((path, at) => shown.indexOf(path) < at);
          if (second !== -1)
            expect(
              strong.filter(
                (path) => path !== shown[second] && !shown.slice(0, second).includes(path as string),
              ),
            ).toEqual([]);
          // Rounded as in answers.
          const order = groups.map(({ passage }) => ({
            ...passage,
            score: Math.round(passage.score * 1e6) / 1e6,
          }));
          expect([...order].sort(comparePassages)).toEqual(order);
        }),
        { seed: 3, numRuns: 500 },
      );
    },
  );

  it("where there is room for all, the order in which files of equal score come does not matter", async () => {
    await fc.assert(
      fc.asyncProperty(sample, async ({ files, groupBy, seed }) => {
        const all = ranked(files);
        const shuffled = [...all].sort(
          (left, right) =>
            right.ranked.score - left.ranked.score ||
            ((left.ranked.file * 7_919 + seed) % 13) - ((right.ranked.file * 7_919 + seed) % 13),
        );
        expect(await group(shuffled, { limit: 50, groupBy })).toEqual(
          await group(all, { limit: 50, groupBy }),
        );
      }),
      { seed: 4, numRuns: 300 },
    );
  });
});
