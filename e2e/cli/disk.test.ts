/**
 * Homes that cannot be written, from the start or in the middle of a run: clear errors, exit code 1, and the
 * index before is still there.
 */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { until } from "../../tools/until.ts";
import { type Cli, cliIn, parseEnvelope } from "../support/cli.ts";
import { BOUND, makeReadOnly, mountSmallDisk, unboundBecause, withLargestFile } from "../support/hardship.ts";
import { isIndexing } from "../support/index-folder.ts";
import { type Workspace, createWorkspace, writeFile, writeManyModules } from "../support/workspace.ts";

const FILES = 250;
const shared = createWorkspace();
const root = writeManyModules(shared.path("parcels"), FILES);
afterAll(() => shared[Symbol.dispose]());

function newWorkspace(): Workspace {
  const workspace = createWorkspace();
  onTestFinished(() => workspace[Symbol.dispose]());
  return workspace;
}

/** What an index that is complete says, whatever happened after it was. */
async function expectWhole(satori: Cli, files = FILES): Promise<void> {
  expect(await satori.json("manage_index", ["status"])).toMatchObject({
    code: 0,
    envelope: { status: "ok", index: { state: expect.stringMatching(/^indexed|sync_completed$/), files } },
  });
  expect(await satori.json("search_codebase", ["search", "loadParcel77", "--limit", "1"])).toMatchObject({
    code: 0,
    envelope: { status: "ok", coverage: { files }, results: [{ file: "depot27/parcel77.ts" }] },
  });
}

describe("on a disk without space for the index", () => {
  // A file that cannot grow is refused as on a full disk; so much of an index fits, and no more.
  const under = withLargestFile(250);

  test("a first run fails, says why, and works as soon as there is space", async () => {
    const satori = cliIn(newWorkspace(), root);
    expect(await satori(["index"], { under })).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^error INDEX_FAILED: .+disk.+nothing is indexed yet.+\n$/),
    });
    expect(
      (await satori.json("search_codebase", ["search", "loadParcel77", "--no-index"])).envelope,
    ).toMatchObject({ status: "not_indexed" });
    expect(await satori.json("manage_index", ["index"])).toMatchObject({
      code: 0,
      envelope: { status: "ok", index: { lastFailure: null } },
    });
    await expectWhole(satori);
  });

  test("a rebuild fails, and the index before it answers, during the shortage and after it", async () => {
    const satori = cliIn(newWorkspace(), root);
    await satori(["index"]);
    const { code, envelope } = await satori.json("manage_index", ["reindex"], { under });
    expect({ code, envelope }).toMatchObject({
      code: 1,
      envelope: {
        status: "error",
        error: {
          code: "INDEX_FAILED",
          message: expect.stringMatching(/disk.+the previous index still answers/),
          details: { code: "STORE_UNAVAILABLE" },
        },
      },
    });
    expect(
      (await satori.json("search_codebase", ["search", "loadParcel77", "--limit", "1"], { under })).envelope,
    ).toMatchObject({
      status: "ok",
      warnings: expect.arrayContaining(["LAST_RUN_FAILED"]),
      results: [{ file: "depot27/parcel77.ts" }],
    });
    await expectWhole(satori);
    expect(await satori.json("manage_index", ["reindex"])).toMatchObject({
      code: 0,
      envelope: { status: "ok", index: { files: FILES, lastFailure: null } },
    });
  });

  test(
    "a rebuild that runs out of space early, late or at its very end fails or completes, and nothing in " +
      "between",
    async () => {
      const workspace = newWorkspace();
      const own = writeManyModules(workspace.path("own"), 120);
      const satori = cliIn(workspace, own);
      await satori(["index"]);
      const codes: (number | null)[] = [];
      for (const limit of [100, 300, 2_000]) {
        const { code, envelope } = await satori.json("manage_index", ["index", "--force"], {
          under: withLargestFile(limit),
        });
        codes.push(code);
        // With the least space not even the beginning of a run can be noted.
        const failed = {
          status: "error",
          error: {
            code: expect.stringMatching(/^(?:INDEX_FAILED|STORE_UNAVAILABLE)$/),
            message: expect.stringContaining("disk"),
          },
        };
        expect(envelope, `${limit}`).toMatchObject(
          code === 0 ? { status: "ok", index: { files: 120, lastFailure: null } } : failed,
        );
        await expectWhole(satori, 120);
        expect((await satori.json("manage_index", ["sync"])).envelope, `${limit}`).toMatchObject({
          status: "ok",
          stats: { added: 0, removed: 0, modified: 0 },
        });
      }
      expect([codes[0], codes.at(-1)]).toEqual([1, 0]);
    },
  );

  test("an index can be cleared where not a byte can be written", async () => {
    const satori = cliIn(newWorkspace(), root);
    await satori(["index"]);
    expect(await satori.json("manage_index", ["clear"], { under: withLargestFile(0) })).toMatchObject({
      code: 0,
      envelope: { status: "ok", action: "clear", path: root },
    });
    expect(await satori.json("manage_index", ["status"])).toMatchObject({
      code: 1,
      envelope: {
        status: "not_indexed",
        reason: "not_indexed",
        hints: { create: { tool: "manage_index", args: { action: "create", path: root } } },
      },
    });
  });

  test("a sync fails, searches answer from what is there, and the next sync with space catches up", async () => {
    const workspace = newWorkspace();
    const own = writeManyModules(workspace.path("own"), 80);
    const satori = cliIn(workspace, own);
    await satori(["index"]);
    writeManyModules(own, FILES);
    expect(await satori(["sync"], { under })).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^error STORE_UNAVAILABLE: .*disk/),
    });
    expect(
      (await satori.json("search_codebase", ["search", "loadParcel77", "--limit", "1"], { under })).envelope,
    ).toMatchObject({
      status: "ok",
      freshnessDecision: { mode: "failed", reason: expect.stringContaining("disk") },
      results: [{ file: "depot27/parcel77.ts" }],
    });
    expect(await satori(["sync"])).toMatchObject({ code: 0 });
    await expectWhole(satori);
  });

  test("not even a lock can be made: every command says so, or does without", async () => {
    const satori = cliIn(newWorkspace(), root);
    for (const args of [["index"], ["search", "parcel"], ["outline", "depot1/parcel1.ts"]])
      expect(await satori(args, { under: withLargestFile(0) }), args[0]).toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringMatching(/^error STORE_UNAVAILABLE: .+\n$/),
      });
    expect(await satori(["read", "depot1/parcel1.ts:1-1"], { under: withLargestFile(0) })).toMatchObject({
      code: 0,
      stdout: "/** Will load the parcel of depot 1. */\n",
    });
  });
});

test(
  "a disk that is full of an index can be cleared, and an index on a disk that is full otherwise can be " +
    "searched",
  async ({ skip }) => {
    const workspace = newWorkspace();
    using disk = mountSmallDisk(workspace.home, 400);
    if (!disk) skip("only the superuser of a Linux system may mount a disk; the tests above do without");
    const own = workspace.tree("own", "//- a.ts\nexport const alpha = 1;\n");
    const [large, small] = [cliIn(workspace, root), cliIn(workspace, own)];
    expect(await large(["index"])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error INDEX_FAILED: .+disk/),
    });
    expect(await large(["clear"])).toMatchObject({ code: 0 });
    expect(await small(["index"])).toMatchObject({ code: 0 });
    fill(join(workspace.home, "full"));
    writeFile(join(own, "b.ts"), "export const beta = 1;\n");
    expect((await small.json("search_codebase", ["search", "alpha", "--limit", "1"])).envelope).toMatchObject(
      {
        status: "ok",
        freshnessDecision: { mode: "failed" },
        results: [{ file: "a.ts" }],
      },
    );
    for (const args of [["sync"], ["index", "--force"]])
      expect(await small(args)).toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringMatching(/^error STORE_UNAVAILABLE: /),
      });
    rmSync(join(workspace.home, "full"));
    expect((await small.json("search_codebase", ["search", "beta", "--limit", "1"])).envelope).toMatchObject({
      status: "ok",
      freshnessDecision: { mode: "synced" },
      results: [{ file: "b.ts" }],
    });
  },
);

/** Takes all the space that is left. */
function fill(path: string): void {
  for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) writeFileSync(path, "x".repeat(size), { flag: "a" });
    } catch {
      // Smaller pieces may still fit.
    }
  }
}

describe.skipIf(unboundBecause !== "")(`in a home that is read-only${unboundBecause}`, () => {
  const under = BOUND;

  test("what reads works, what writes says why it cannot, and nothing is lost", async () => {
    const workspace = newWorkspace();
    const own = workspace.tree("own", "//- a.ts\nexport const alpha = 1;\n");
    const satori = cliIn(workspace, own);
    await satori(["index"]);
    const allow = makeReadOnly(workspace.home);
    onTestFinished(allow);
    writeFile(join(own, "b.ts"), "export const beta = 1;\n");
    expect(
      (await satori.json("search_codebase", ["search", "alpha", "--limit", "1"], { under })).envelope,
    ).toMatchObject({
      status: "ok",
      freshnessDecision: { mode: "failed", reason: expect.stringContaining("not writable") },
      results: [{ file: "a.ts" }],
    });
    expect(await satori(["outline", "a.ts"], { under })).toMatchObject({
      code: 0,
      stdout: "variable alpha  1-1\n",
    });
    expect(await satori.json("list_codebases", ["list"], { under })).toMatchObject({
      code: 0,
      envelope: { codebases: { ready: [{ path: own, files: 1 }], failed: [] } },
    });
    expect((await satori.json("manage_index", ["status"], { under })).envelope).toMatchObject({
      status: "ok",
      index: { files: 1, state: "indexed" },
    });
    for (const args of [["sync"], ["index", "--force"], ["reindex"], ["clear"], ["index", root]])
      expect(await satori(args, { under }), args.join(" ")).toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringMatching(/^error STORE_UNAVAILABLE: .+\n$/),
      });
    allow();
    const { envelope } = await satori.json("search_codebase", ["search", "beta", "--limit", "1"]);
    expect(envelope).toMatchObject({
      status: "ok",
      freshnessDecision: { mode: "synced" },
      results: [{ file: "b.ts" }],
    });
    expect(envelope).not.toHaveProperty("warnings");
  });

  test("a run that was under way ends with an answer, and leaves an index that is whole", async () => {
    const workspace = newWorkspace();
    const satori = cliIn(workspace, root);
    await satori(["index"]);
    const { finished } = satori.start(["index", "--force", "--json"], { under });
    await until("the run has begun", () => isIndexing(workspace.home));
    const allow = makeReadOnly(workspace.home);
    onTestFinished(allow);
    const { stdout, stderr, code } = await finished;
    // What was open stays open to write, so that the run may well come to its end.
    expect([stderr, [0, 1].includes(code ?? -1)]).toEqual(["", true]);
    expect(parseEnvelope("manage_index", stdout).status).toBe(code === 0 ? "ok" : "error");
    allow();
    await expectWhole(satori);
    expect(await satori(["sync"])).toMatchObject({ code: 0 });
  });
});
