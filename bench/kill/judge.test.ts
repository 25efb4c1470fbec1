import { describe, expect, test } from "vitest";
import { type Kill, judge, judgeRepaired } from "./judge.ts";
import { type IndexContent, NOTHING, type Observation } from "./observe.ts";

/** An index with one letter for the content of each file. */
function content(
  files: Readonly<Record<string, string>>,
  merkleRoot: string | null = JSON.stringify(files),
): IndexContent {
  return { digest: JSON.stringify([files, merkleRoot]), merkleRoot, files: new Map(Object.entries(files)) };
}

function index(held: IndexContent, other: Partial<Observation> = {}): Observation {
  return {
    ...NOTHING,
    state: "indexed",
    runId: "r1",
    content: held,
    names: ["codebase.json", "index.db", "lock.db"],
    ...other,
  };
}

const OLD = content({ a: "1", b: "1" });
const FRESH = content({ a: "2", c: "2" });
const FAILED: Partial<Observation> = { failedRunId: "r2" };

function check(
  kill: Pick<Kill, "deed" | "before" | "after"> & Partial<Kill>,
  hit: string,
  violation?: RegExp,
): void {
  const verdict = judge({ fresh: FRESH, hasEnded: false, ...kill });
  expect(verdict).toEqual({
    hit,
    violations: violation ? expect.arrayContaining([expect.stringMatching(violation)]) : [],
  });
}

describe("a killed first run", () => {
  const first = { deed: "start_create", before: NOTHING } as const;

  test("leaves nothing, a failure, or all", () => {
    check({ ...first, after: NOTHING }, "before");
    check({ ...first, after: { ...NOTHING, state: "indexfailed", failedRunId: "r1" } }, "during");
    check({ ...first, after: index(FRESH) }, "after");
  });

  test("leaves no half index, and none of somebody else", () => {
    check(
      { ...first, after: index(content({ a: "2" })) },
      "after",
      /not what the tree holds: 1 files differ \(c\)/,
    );
    check({ ...first, after: index(OLD) }, "after", /not what the tree holds/);
    check(
      { ...first, after: { ...NOTHING, state: "indexing", failedRunId: "r1" } },
      "during",
      /state is indexing, allowed is indexfailed/,
    );
  });
});

describe("a killed rebuild", () => {
  const rebuild = { deed: "start_reindex", before: index(OLD, { state: "sync_completed" }) } as const;

  test("leaves the index before it in its state, or the one after", () => {
    check({ ...rebuild, after: rebuild.before }, "before");
    check({ ...rebuild, after: { ...rebuild.before, ...FAILED } }, "during");
    check({ ...rebuild, after: index(FRESH, { runId: "r2" }) }, "after");
  });

  test("does not touch the index before it, nor lose it", () => {
    check(
      { ...rebuild, after: index(content({ a: "1" }), { ...FAILED, state: "sync_completed" }) },
      "during",
      /answers differently: 1 files differ \(b\)/,
    );
    check(
      { ...rebuild, after: { ...NOTHING, ...FAILED, state: "indexfailed" } },
      "after",
      /state is indexfailed/,
    );
  });

  test("is there when it has ended", () => {
    check({ ...rebuild, after: { ...rebuild.before, ...FAILED }, hasEnded: true }, "during", /had ended/);
  });
});

describe("a killed sync", () => {
  const sync = { deed: "synced", before: index(OLD) } as const;

  test("leaves what was, what is, or each file as one of the two, without saying that it is whole", () => {
    check({ ...sync, after: sync.before }, "before");
    check({ ...sync, after: index(FRESH, { state: "sync_completed" }) }, "after");
    check({ ...sync, after: index(content({ a: "1", b: "1", c: "2" }, null)) }, "during");
  });

  test("does not pass for whole, invent, or lose", () => {
    check({ ...sync, after: index(content({ a: "2", b: "1" })) }, "during", /half a sync passes as whole/);
    check(
      { ...sync, after: index(content({ a: "3", b: "1" }, null)) },
      "during",
      /neither as they were nor as they are: a/,
    );
    check(
      { ...sync, after: index(content({ b: "1" }, null)) },
      "during",
      /were and are there are missing: a/,
    );
    check({ ...sync, after: index(FRESH, { runId: "r2" }) }, "after", /run is another one/);
  });
});

describe("a killed clear", () => {
  const clear = { deed: "cleared", before: index(OLD) } as const;

  test("leaves the index or none", () => {
    check({ ...clear, after: clear.before }, "before");
    check({ ...clear, after: { ...NOTHING, names: ["index.db"] } }, "during");
    check({ ...clear, after: NOTHING }, "after");
    check({ ...clear, after: index(content({ a: "1" })) }, "before", /index is another one/);
  });
});

test("what contradicts itself is a violation, whatever it is", () => {
  check(
    { deed: "cleared", before: index(OLD), after: { ...NOTHING, problems: ["integrity_check says no"] } },
    "after",
    /integrity_check/,
  );
});

describe("what comes next", () => {
  test("leaves what a new index holds, and nothing of what was killed", () => {
    expect(judgeRepaired(index(FRESH), FRESH, "run")).toEqual([]);
    expect(judgeRepaired(index(FRESH, { ...FAILED, deadGenerations: [2] }), FRESH, "sync")).toEqual([]);
    expect(judgeRepaired(index(FRESH, { ...FAILED, deadGenerations: [2] }), FRESH, "run")).toEqual([
      expect.stringContaining("r2 still counts as failed"),
      expect.stringContaining("tables of other runs are left over: 2"),
    ]);
    expect(judgeRepaired(index(OLD), FRESH, "sync")).toEqual([
      expect.stringContaining("3 files differ (a, b, c)"),
    ]);
    expect(judgeRepaired(index(FRESH, { names: ["index.db", "lock-owner.json"] }), FRESH, "sync")).toEqual([
      "files are left over: lock-owner.json",
    ]);
  });
});
