import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FakeFile, fakeSnapshot } from "../../testing/fakes/fake-snapshot.ts";
import { tokenize } from "../../lexical/tokens.ts";
import { scoreByCommitHistory } from "./commit-history.ts";

type Commits = Readonly<Record<string, readonly string[]>>;

function filesOf(commits: Commits): FakeFile[] {
  return Object.entries(commits)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([path, subjects]) => ({ path, texts: ["x\n"], commits: subjects }));
}

/** Scores by path, highest first. */
async function told(
  commits: Commits,
  question: string,
  accepted: readonly string[] = Object.keys(commits),
): Promise<Record<string, number>> {
  const snapshot = fakeSnapshot(filesOf(commits));
  const shares = await scoreByCommitHistory(snapshot, [...new Set(tokenize(question))], (file) =>
    accepted.includes(snapshot.files.paths[file] as string),
  );
  return Object.fromEntries(
    [...shares]
      .sort(([, left], [, right]) => right - left)
      .map(([file, share]) => [snapshot.files.paths[file] as string, share]),
  );
}

describe("a file is told of", () => {
  it("by the commits that changed it, most by those with the rare words of the question", async () => {
    const shares = await told(
      { "a.ts": ["Retry failed uploads"], "b.ts": ["Retry logins"], "c.ts": ["Rename things"] },
      "retry uploads",
    );
    expect(Object.keys(shares)).toEqual(["a.ts", "b.ts"]);
    expect(shares["a.ts"]).toBe(1);
    expect(shares["b.ts"]).toBeLessThan(0.5);
  });

  it("less by a commit of many files, and less where a hundred others have been about something else", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [`many${at}.ts`, ["Cache headers everywhere"]]),
    );
    const shares = await told(
      {
        "own.ts": ["Cache headers"],
        "busy.ts": [
          "Cache headers of it",
          ...Array.from({ length: 100 }, (_, at) => `Something else ${"abcdefghij"[at % 10]}`),
        ],
        ...many,
      },
      "cache headers",
    );
    expect(shares["own.ts"]).toBe(1);
    expect(shares["many0.ts"]).toBeLessThan(0.9);
    expect(shares["busy.ts"]).toBeLessThan(shares["many0.ts"] as number);
  });

  it("wherever it stands among the files of the index at hand", async () => {
    const before = fakeSnapshot(filesOf({ "b.ts": ["Retry uploads"], "c.ts": ["Rename things"] }));
    const after = fakeSnapshot(filesOf({ "a.ts": [], "b.ts": [], "c.ts": [] }));
    const later: typeof after = Object.assign(Object.create(after), { history: () => before.history() });
    const shares = async (snapshot: typeof after): Promise<readonly number[]> => [
      ...(await scoreByCommitHistory(snapshot, tokenize("uploads"), () => true)).keys(),
    ];
    expect([await shares(before), await shares(later)]).toEqual([[0], [1]]);
  });

  it("relative to the best that may answer", async () => {
    const commits = {
      "a.ts": ["Retry uploads", "Retry uploads again"],
      "b.ts": ["Retry uploads of large files"],
    };
    expect((await told(commits, "retry uploads"))["b.ts"]).toBeLessThan(1);
    expect(await told(commits, "retry uploads", ["b.ts"])).toEqual({ "b.ts": 1 });
  });

  it("little where no commit says much of the question", async () => {
    const shares = await told(
      { "a.ts": ["Say words"], "b.ts": ["Other subject"] },
      "words about quantum chromodynamics lattice gauge theory",
    );
    expect(shares["a.ts"]).toBeGreaterThan(0);
    expect(shares["a.ts"]).toBeLessThan(0.5);
  });
});

describe("nothing is told", () => {
  it("without a history, by other words, and by commits of files that are gone", async () => {
    expect(await told({ "a.ts": [] }, "anything")).toEqual({});
    expect(await told({ "a.ts": ["One thing"] }, "another")).toEqual({});
    expect(await told({ "a.ts": ["One thing"] }, "")).toEqual({});
  });
});

it("shares lie above 0 and at most at 1, whatever was committed and is asked", async () => {
  const words = fc
    .array(fc.constantFrom("cache", "retry", "the", "ü", "fix", "parse"), { maxLength: 4 })
    .map((list) => list.join(" "));
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom("a.ts", "b.ts", "c.ts"), fc.array(words, { maxLength: 5 })),
      words,
      async (commits, question) => {
        for (const share of Object.values(await told(commits, question)))
          expect(share > 0 && share <= 1).toBe(true);
      },
    ),
  );
});
