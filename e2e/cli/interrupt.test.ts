/** Runs that do not get to their end: the last complete index answers, and the next command works. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { until } from "../../tools/until.ts";
import { cliIn, parseEnvelope } from "../support/cli.ts";
import { isIndexing } from "../support/index-folder.ts";
import { hasTerminal } from "../support/terminal.ts";
import { createWorkspace, writeManyModules } from "../support/workspace.ts";

const shared = createWorkspace();
const FILES = 400;
/** Files of one write. */
const WRITE_FILES = 128;
/** Takes long enough to be interrupted. */
const root = writeManyModules(shared.path("parcels"), FILES);
/** After a first run that was cancelled, before its first write or later. */
const CANCELLED = new RegExp(
  `^cancelled: ${root}: (?:nothing is indexed yet; run satori index ${root} to start again|` +
    `\\d+ files are kept, but nothing can be searched yet; run satori index ${root} to continue)\\n$`,
);
afterAll(() => shared[Symbol.dispose]());

/** A home of its own, and the large tree. */
function setting(folder = root) {
  const workspace = createWorkspace();
  return { satori: cliIn(workspace, folder), workspace, [Symbol.dispose]: () => workspace[Symbol.dispose]() };
}

describe("a first run", () => {
  test("that is interrupted leaves nothing indexed, says so, and can be started again", async () => {
    using own = setting();
    const { satori, workspace } = own;
    const { child, finished } = satori.start(["index"]);
    await until("the run has begun", () => isIndexing(workspace.home));
    child.kill("SIGINT");
    expect(await finished).toMatchObject({
      code: 130,
      stdout: "",
      stderr: expect.stringMatching(CANCELLED),
    });
    expect(await satori.json("manage_index", ["status"])).toMatchObject({
      code: 1,
      envelope: { status: "error", error: { code: "INDEX_FAILED", details: { code: "CANCELLED" } } },
    });
    expect(await satori.json("manage_index", ["index"])).toMatchObject({
      code: 0,
      envelope: { status: "ok", index: { files: FILES, lastFailure: null } },
    });
  });

  test.skipIf(!hasTerminal)("that is interrupted goes on where it stopped", async () => {
    const files = 1_200;
    using own = setting(writeManyModules(shared.path("paused parcels"), files));
    const { satori } = own;
    // Files that were written within the last two seconds would be read again by the second run.
    await sleep(2_100);
    const { child, finished } = satori.start(["index"]);
    await until("some files are written", async () => {
      const { envelope } = await satori.json("manage_index", ["status"]);
      return envelope.status === "not_ready" && (envelope.progress?.filesDone ?? 0) > 2 * WRITE_FILES;
    });
    child.kill("SIGINT");
    const { stderr, code } = await finished;
    expect(code).toBe(130);
    const kept = Number(/(\d+) files are kept/.exec(stderr)?.[1]);
    expect(kept).toBeGreaterThanOrEqual(WRITE_FILES);
    const { output } = await satori.onTerminal(["index", "--no-color"]);
    expect(output).toContain(`/${files - kept} files`);
    expect((await satori.json("manage_index", ["status"])).envelope).toMatchObject({
      status: "ok",
      index: { files, lastFailure: null },
    });
  });

  test("that is killed leaves nothing that looks whole: a search indexes again and answers", async () => {
    using own = setting();
    const { satori, workspace } = own;
    const { child, finished } = satori.start(["search", "load parcel"]);
    await until("the run has begun", () => isIndexing(workspace.home));
    child.kill("SIGKILL");
    expect(await finished).toMatchObject({ signal: "SIGKILL" });
    expect(
      (await satori.json("search_codebase", ["search", "load parcel", "--no-index"])).envelope,
    ).toMatchObject({ status: "not_indexed" });
    expect(await satori.json("search_codebase", ["search", "loadParcel77"])).toMatchObject({
      code: 0,
      envelope: {
        status: "ok",
        coverage: { files: FILES },
        results: [{ file: "depot27/parcel77.ts" }, {}, {}, {}, {}, {}, {}, {}, {}, {}],
      },
    });
  });
});

describe("a rebuild", () => {
  test("that is interrupted leaves the index before it; SIGTERM and --json have their own signs", async () => {
    using own = setting();
    const { satori, workspace } = own;
    await satori(["index"]);
    const before = (await satori.json("manage_index", ["status"])).envelope;
    const { child, finished } = satori.start(["index", "--force", "--json"]);
    await until("the run has begun", () => isIndexing(workspace.home));
    child.kill("SIGTERM");
    const { stdout, stderr, code } = await finished;
    expect({ stderr, code }).toEqual({ stderr: "", code: 143 });
    expect(parseEnvelope("manage_index", stdout)).toMatchObject({
      status: "error",
      error: { code: "CANCELLED", message: expect.stringContaining("the previous index still answers") },
    });
    expect((await satori.json("manage_index", ["status"])).envelope).toMatchObject({
      status: "ok",
      warnings: ["LAST_RUN_FAILED"],
      index: { files: FILES, merkleRoot: before.status === "ok" ? before.index?.merkleRoot : "" },
    });
    // Whoever cancelled it need not be told of it with each answer.
    expect(await satori(["search", "loadParcel77", "--limit", "1"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("depot27/parcel77.ts"),
      stderr: expect.not.stringContaining("LAST_RUN_FAILED"),
    });
  });

  test(
    "that fails where the index does not fit the configuration says that the index is kept, and what " +
      "comes next",
    async () => {
      using workspace = createWorkspace();
      const satori = cliIn(workspace, workspace.tree("code", "//- a.ts\nexport const alpha = 1;"));
      await satori(["index"]);
      const { stdout, stderr, code } = await satori(["reindex"], {
        environment: { SATORI_EMBEDDER: "openai" },
      });
      expect({ stdout, code }).toEqual({ stdout: "", code: 1 });
      const upload = /^warning REMOTE_EMBEDDER_UPLOAD: .+\n/;
      expect(stderr).toMatch(upload);
      expect(stderr.replace(upload, "")).toMatch(
        /^error INDEX_FAILED: .+; the previous index is kept, but does not match this configuration; run satori reindex \S+ to start again\..+\n$/,
      );
      expect(await satori(["search", "alpha"])).toMatchObject({
        code: 0,
        stdout: expect.stringContaining("a.ts"),
      });
    },
  );

  test("is ended at once by a second signal", async () => {
    using own = setting();
    const { satori, workspace } = own;
    const { child, finished } = satori.start(["index"]);
    await until("the run has begun", () => isIndexing(workspace.home));
    child.kill("SIGINT");
    child.kill("SIGTERM");
    expect((await finished).code).toBeGreaterThanOrEqual(130);
  });
});

test.skipIf(!hasTerminal)(
  "Ctrl-C on a terminal takes the progress line away and tells what is there",
  async () => {
    using own = setting();
    const { shown, code } = await own.satori.onTerminal(["index", "--no-color"], {
      press: { when: "indexing", keys: "\x03" },
    });
    expect(code).toBe(130);
    expect(shown).toMatch(CANCELLED);
  },
);

describe("while another process is indexing", () => {
  /** Goes on while other commands start. */
  const LONG_RUN_FILES = 1_200;
  const longRunRoot = writeManyModules(shared.path("many parcels"), LONG_RUN_FILES);

  test("index and search wait for its run and answer from it", async () => {
    using own = setting(longRunRoot);
    const { satori, workspace } = own;
    const first = satori.start(["index", "--json"]);
    await until("the run has begun", () => isIndexing(workspace.home));
    const [search, index] = await Promise.all([
      satori.json("search_codebase", ["search", "loadParcel77"]),
      satori.json("manage_index", ["index"]),
    ]);
    expect(parseEnvelope("manage_index", (await first.finished).stdout)).toMatchObject({ status: "ok" });
    expect(search).toMatchObject({
      code: 0,
      envelope: { status: "ok", coverage: { files: LONG_RUN_FILES } },
    });
    expect(index).toMatchObject({ code: 0, envelope: { status: "ok", action: "create", runId: null } });
  });

  test("reindex waits for its run, does not rebuild a second time, and says why", async () => {
    using own = setting(longRunRoot);
    const { satori, workspace } = own;
    const first = satori.start(["index"]);
    await until("the run has begun", () => isIndexing(workspace.home));
    const [plain, json] = await Promise.all([satori(["reindex"]), satori.json("manage_index", ["reindex"])]);
    expect(await first.finished).toMatchObject({ code: 0 });
    const said = `Another process has just rebuilt the index of ${longRunRoot}, so nothing was done.`;
    expect(plain).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining(`${said}\n`) });
    expect(json).toMatchObject({
      code: 0,
      envelope: {
        status: "ok",
        action: "reindex",
        runId: null,
        message: expect.stringContaining(said),
        index: { files: LONG_RUN_FILES },
      },
    });
  });

  test.skipIf(!hasTerminal)("its progress is shown, and Ctrl-C ends the waiting, not its run", async () => {
    using own = setting(longRunRoot);
    const { satori, workspace } = own;
    const first = satori.start(["index"]);
    await until("the run has begun", () => isIndexing(workspace.home));
    const { output, code } = await satori.onTerminal(["search", "parcel"], {
      press: { when: "another process: [", keys: "\x03" },
    });
    expect(output).toContain("cancelled: the other process continues indexing");
    expect(code).toBe(130);
    expect(await first.finished).toMatchObject({ code: 0 });
  });
});
