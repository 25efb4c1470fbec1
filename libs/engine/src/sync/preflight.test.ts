import { chmodSync, symlinkSync, utimesSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ManageIndexInput, ManageIndexOutput, Preflight } from "@satori/contracts";
import { FakeEmbedder } from "../embed/fake.ts";
import { MAX_CONTROL_FILE_BYTES } from "../ignore/limits.ts";
import { type TestEngine, type TestEngineOptions, TestPlace, indexedPaths } from "../testing/engine.ts";
import { withRoot } from "../testing/with-root.ts";
import { heldPreparer } from "../testing/fakes/fake-preparers.ts";
import { git } from "../testing/trees/git.ts";
import { itAsOrdinaryUser } from "../testing/trees/ordinary-user.ts";
import { decidePreflight, type Probe, type ReindexCauses } from "./preflight.ts";
import { createInlinePreparer } from "../prepare/preparer.ts";

describe("the decision", () => {
  const PROBES: Readonly<Record<Probe, Preflight>> = {
    ignore_only: { outcome: "reindex_unnecessary_ignore_only", confidence: "high" },
    other: { outcome: "unknown", confidence: "low" },
    failed: { outcome: "probe_failed", confidence: "low", probeFailed: true },
  };
  const EITHER = [false, true];
  const CAUSES: ReindexCauses[] = EITHER.flatMap((fingerprintDiffers) =>
    EITHER.flatMap((markerInvalid) =>
      EITHER.map((lastRunFailed) => ({ fingerprintDiffers, markerInvalid, lastRunFailed })),
    ),
  );

  it.each(CAUSES)("with %o is that of the probe only where there is no cause", (causes) => {
    const hasCause = Object.values(causes).some((cause) => cause);
    for (const [probe, finding] of Object.entries(PROBES)) {
      expect(decidePreflight({ ...causes, probe: probe as Probe })).toEqual(
        hasCause ? { outcome: "reindex_required", confidence: "high" } : finding,
      );
    }
  });
});

const TREE = {
  "a.py": "def alpha(): pass\n",
  "src/b.py": "def beta(): pass\n",
  "src/gen/c.py": "def gamma(): pass\n",
  "src/.gitignore": "*.log\n",
  "src/d.log": "delta",
};

async function indexed(
  texts: Readonly<Record<string, string>> = TREE,
  options: TestEngineOptions = {},
): Promise<{ place: TestPlace; engine: TestEngine }> {
  const place = new TestPlace(texts);
  onTestFinished(() => place[Symbol.asyncDispose]());
  const engine = place.engine(options);
  await engine.index();
  place.tree.wait();
  return { place, engine };
}

const manage = (
  engine: TestEngine,
  action: ManageIndexInput["action"],
  args: Partial<ManageIndexInput> = {},
): Promise<ManageIndexOutput> => engine.call("manage_index", { action, ...args });

/** Requests a rebuild, and waits for its end if it goes ahead. */
async function reindex(engine: TestEngine, args: Partial<ManageIndexInput> = {}): Promise<ManageIndexOutput> {
  const answer = await manage(engine, "reindex", args);
  await engine.engine.waitForRun(engine.codebase.root, "/");
  return answer;
}

const REQUIRED = {
  status: "ok",
  runId: expect.any(String),
  preflight: { outcome: "reindex_required", confidence: "high" },
};
const BLOCKED = {
  status: "blocked",
  reason: "unnecessary_reindex_ignore_only",
  warnings: ["REINDEX_UNNECESSARY_IGNORE_ONLY"],
  preflight: { outcome: "reindex_unnecessary_ignore_only", confidence: "high" },
};
const UNKNOWN = {
  status: "ok",
  reason: "preflight_unknown",
  runId: expect.any(String),
  warnings: ["REINDEX_PREFLIGHT_UNKNOWN"],
  preflight: { outcome: "unknown", confidence: "low" },
};
const FAILED = {
  status: "ok",
  runId: expect.any(String),
  warnings: ["IGNORE_POLICY_PROBE_FAILED"],
  preflight: { outcome: "probe_failed", confidence: "low", probeFailed: true },
  hints: { preflight: { probeFailed: true }, status: { tool: "manage_index", args: { action: "status" } } },
};

describe("a rebuild is refused", () => {
  const EDITS: Readonly<Record<string, (place: TestPlace) => void>> = {
    "the root's .gitignore appeared": ({ tree }) => tree.write(".gitignore", "gen/\n"),
    "a nested .gitignore changed": ({ tree }) => tree.write("src/.gitignore", "gen/\n*.log\n"),
    "a nested .gitignore vanished": ({ tree }) => tree.remove("src/.gitignore"),
    "a .satoriignore appeared": ({ tree }) => tree.write(".satoriignore", "a.py\n"),
    "a nested .satoriignore appeared": ({ tree }) => tree.write("src/gen/.satoriignore", "*\n"),
    "rules ignore the ignore file itself": ({ tree }) => tree.write("src/.gitignore", ".gitignore\n"),
    "two ignore files changed": ({ tree }) =>
      tree.writeAll({ ".satoriignore": "!*.log\n", "src/.gitignore": "b.py\n" }),
    "what was ignored came and went besides": ({ tree }) => {
      tree.remove("src/d.log");
      tree.writeAll({ "src/e.log": "epsilon", "src/.gitignore": "*.log\ngen/\n" });
    },
  };

  it.each(Object.entries(EDITS))(
    "when %s, and nothing is lost by it: a sync does the rest",
    async (_, edit) => {
      const { place, engine } = await indexed();
      edit(place);
      const before = await engine.codebase.store().head();
      const { root } = place.tree;
      expect(withRoot(await reindex(engine))).toMatchObject({
        ...BLOCKED,
        action: "reindex",
        path: root,
        effectiveRoot: root,
        message: expect.stringContaining("Ignore-only edits should use sync, not reindex"),
        hints: {
          sync: { tool: "manage_index", args: { action: "sync", path: root } },
          overrideReindex: {
            tool: "manage_index",
            args: { action: "reindex", path: root, allowUnnecessaryReindex: true },
          },
        },
      });
      expect(await engine.codebase.store().head()).toEqual(before);
      await manage(engine, "sync");
      const synced = await engine.codebase.store().head();
      expect(await reindex(engine), "the sync has applied it").toMatchObject(UNKNOWN);
      expect((await engine.codebase.store().head()).merkleRoot, "a rebuild makes the same index").toBe(
        synced.merkleRoot,
      );
    },
  );

  it("when only .git/info/exclude changed", async () => {
    const place = new TestPlace(TREE);
    onTestFinished(() => place[Symbol.asyncDispose]());
    git(place.tree.root, "init", "--quiet");
    const engine = place.engine();
    await engine.index();
    place.tree.write(".git/info/exclude", "gen/\n");
    expect(await reindex(engine)).toMatchObject(BLOCKED);
    await manage(engine, "sync");
    expect(await indexedPaths(engine)).not.toContain("src/gen/c.py");
  });

  it("when a folder full of files is ignored now, and when it no longer is", async () => {
    const full = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`gen/${at % 5}/f${at}.py`, `def f${at}(): pass\n`]),
    );
    const { place, engine } = await indexed({ "a.py": "def alpha(): pass\n", ...full });
    place.tree.write(".gitignore", "gen/\n");
    expect(await reindex(engine)).toMatchObject(BLOCKED);
    await manage(engine, "sync");
    expect(await indexedPaths(engine)).toEqual([".gitignore", "a.py"]);
    place.tree.wait();
    place.tree.remove(".gitignore");
    expect(await reindex(engine)).toMatchObject(BLOCKED);
    await manage(engine, "sync");
    expect(await indexedPaths(engine)).toHaveLength(51);
  });

  it("of files that were too young at the last scan to be sure of, since their content is the same", async () => {
    const place = new TestPlace();
    onTestFinished(() => place[Symbol.asyncDispose]());
    place.tree.writeAll(TREE);
    const engine = place.engine();
    await engine.index();
    place.tree.wait();
    place.tree.write("src/.gitignore", "gen/\n");
    expect(await reindex(engine)).toMatchObject(BLOCKED);
  });

  it("asked for by a subfolder as well, with calls for the codebase's root that keep the caller's settings", async () => {
    const { place, engine } = await indexed();
    await reindex(engine, { ignorePatterns: ["a.*"] });
    place.tree.write(".satoriignore", "gen/\n");
    const { root } = place.tree;
    const answer = await reindex(engine, {
      path: place.tree.at("src"),
      ignorePatterns: ["a.*"],
      customExtensions: [],
    });
    const args = {
      action: "reindex",
      path: root,
      allowUnnecessaryReindex: true,
      customExtensions: [],
      ignorePatterns: ["a.*"],
    };
    expect(answer).toMatchObject({
      ...BLOCKED,
      path: place.tree.at("src"),
      effectiveRoot: root,
      hints: { overrideReindex: { args } },
    });
    expect(await reindex(engine, args as Partial<ManageIndexInput>)).toMatchObject({
      status: "ok",
      preflight: BLOCKED.preflight,
    });
  });
});

describe("a rebuild goes ahead", () => {
  it("although only ignore rules changed, if the caller insists, and says what it found", async () => {
    const { place, engine } = await indexed();
    place.tree.write("src/.gitignore", "gen/\n");
    const answer = await reindex(engine, { allowUnnecessaryReindex: true });
    expect(answer).toMatchObject({
      status: "ok",
      runId: expect.any(String),
      preflight: BLOCKED.preflight,
      hints: { status: { args: { action: "status" } } },
    });
    expect(Object.keys(answer)).not.toContain("reason");
    expect(Object.keys(answer)).not.toContain("warnings");
    expect(await indexedPaths(engine)).toEqual(["a.py", "src/.gitignore", "src/b.py", "src/d.log"]);
  });

  const OTHERS: Readonly<Record<string, (place: TestPlace) => void>> = {
    "nothing changed": () => undefined,
    "a source file changed as well": ({ tree }) =>
      tree.writeAll({ "src/.gitignore": "gen/\n", "a.py": "def omega(): pass\n" }),
    "a source file appeared as well": ({ tree }) =>
      tree.writeAll({ "src/.gitignore": "gen/\n", "src/new.py": "def nu(): pass\n" }),
    "a folder appeared as well": ({ tree }) =>
      tree.writeAll({ "src/.gitignore": "gen/\n", "lib/new.py": "def nu(): pass\n" }),
    "a source file vanished as well": ({ tree }) => {
      tree.write("src/.gitignore", "gen/\n");
      tree.remove("a.py");
    },
    "a source file was moved as well": ({ tree }) => {
      tree.write("src/.gitignore", "gen/\n");
      tree.rename("a.py", "z.py");
    },
    "a source file has the same size and time, but other bytes": ({ tree }) => {
      tree.write(".satoriignore", "gen/\n");
      tree.write("a.py", "def aleph(): pass\n");
      utimesSync(tree.at("a.py"), (tree.nowMs - 20_000) / 1_000, (tree.nowMs - 20_000) / 1_000);
    },
  };

  it.each(Object.entries(OTHERS))("with a warning when %s", async (_, edit) => {
    const { place, engine } = await indexed();
    edit(place);
    expect(await reindex(engine)).toMatchObject(UNKNOWN);
  });

  it("with a warning when it is to apply other settings, be it that ignore rules changed too", async () => {
    const { place, engine } = await indexed();
    place.tree.write("src/.gitignore", "gen/\n");
    expect(await reindex(engine, { ignorePatterns: ["a.py"] })).toMatchObject(UNKNOWN);
    expect(await indexedPaths(engine)).not.toContain("a.py");
    place.tree.write("src/.gitignore", "\n");
    expect(await reindex(engine, { customExtensions: [".png"] })).toMatchObject(UNKNOWN);
  });

  it("with a warning after a sync that was cut short", async () => {
    const { place, engine } = await indexed();
    place.tree.write("src/.gitignore", "gen/\n");
    const store = engine.codebase.store();
    const { complete } = await store.head();
    await store.write(complete?.run.id ?? "", {
      files: [],
      removed: ["a.py"],
      skipped: [],
      folders: [],
      removedFolders: [],
    });
    expect((await store.head()).merkleRoot).toBe(null);
    expect(await reindex(engine)).toMatchObject(UNKNOWN);
    expect(await indexedPaths(engine)).toContain("a.py");
  });

  it("without a preflight where there is no index", async () => {
    const place = new TestPlace(TREE);
    onTestFinished(() => place[Symbol.asyncDispose]());
    const answer = await reindex(place.engine());
    expect(answer).toMatchObject({ status: "ok", runId: expect.any(String) });
    for (const key of ["preflight", "reason", "warnings"]) expect(answer).not.toHaveProperty(key);
  });
});

describe("a rebuild is required, though ignore rules alone changed,", () => {
  const check = async (engine: TestEngine): Promise<void> => {
    const answer = await reindex(engine);
    expect(answer).toMatchObject(REQUIRED);
    for (const key of ["reason", "warnings"]) expect(answer).not.toHaveProperty(key);
  };

  it("by another fingerprint", async () => {
    const { place } = await indexed();
    place.tree.write("src/.gitignore", "gen/\n");
    await check(place.engine({ embedder: new FakeEmbedder({ model: "words-2" }) }));
  });

  it("by a last run that failed, with an earlier index and without", async () => {
    const embedder = new FakeEmbedder();
    const { place, engine } = await indexed(TREE, { embedder });
    const other = new TestPlace(TREE);
    onTestFinished(() => other[Symbol.asyncDispose]());
    const first = other.engine({ embedder });
    embedder.failure = "no answer";
    await reindex(engine);
    await first.index();
    embedder.failure = null;
    for (const { tree } of [place, other]) tree.write("src/.gitignore", "gen/\n");
    await check(engine);
    await check(first);
  });
});

describe("a probe that fails", () => {
  itAsOrdinaryUser("for an ignore file that cannot be read lets the rebuild go ahead", async () => {
    const { place, engine } = await indexed();
    chmodSync(place.tree.at("src/.gitignore"), 0);
    const answer = await reindex(engine);
    expect(answer).toMatchObject(FAILED);
    expect(answer).not.toHaveProperty("reason");
  });

  itAsOrdinaryUser(
    "fails whatever else changed, and also for one that could not be read before",
    async () => {
      const { place, engine } = await indexed();
      chmodSync(place.tree.at("src/.gitignore"), 0);
      await manage(engine, "sync");
      place.tree.writeAll({ ".satoriignore": "gen/\n", "a.py": "def omega(): pass\n" });
      expect(await reindex(engine)).toMatchObject(FAILED);
    },
  );

  it("for an ignore file that is too large lets the rebuild go ahead", async () => {
    const { place, engine } = await indexed();
    place.tree.write(".gitignore", "x\n".repeat(MAX_CONTROL_FILE_BYTES));
    expect(await reindex(engine)).toMatchObject(FAILED);
  });

  itAsOrdinaryUser("for a tree that cannot be scanned says so in the log", async () => {
    const { place, engine } = await indexed();
    chmodSync(place.tree.root, 0o300);
    expect(await reindex(engine)).toMatchObject(FAILED);
    chmodSync(place.tree.root, 0o700);
    expect(engine.log.map(({ event }) => event)).toEqual([
      "run_started",
      "run_completed",
      "preflight_probe_failed",
      "run_started",
      "run_failed",
    ]);
    expect(await manage(engine, "status")).toMatchObject({ status: "ok", warnings: ["LAST_RUN_FAILED"] });
  });

  it("is none for an ignore file that git does not read either", async () => {
    const { place, engine } = await indexed();
    place.tree.remove("src/.gitignore");
    symlinkSync("../a.py", place.tree.at("src/.gitignore"));
    expect(await reindex(engine)).toMatchObject(BLOCKED);
  });
});

describe("the gates come first:", () => {
  it("during a run a rebuild is not ready, and nobody looks at the disk", async () => {
    const place = new TestPlace(TREE);
    onTestFinished(() => place[Symbol.asyncDispose]());
    const preparer = heldPreparer(createInlinePreparer(1_000));
    const engine = place.engine({ preparer });
    await manage(engine, "create");
    await preparer.reached;
    const answer = await manage(engine, "reindex");
    expect(answer).toMatchObject({ status: "not_ready", reason: "indexing", retryAfterMs: 1_000 });
    expect(answer).not.toHaveProperty("preflight");
    preparer.release();
    await engine.engine.waitForRun(place.tree.root, "/");
  });
});
