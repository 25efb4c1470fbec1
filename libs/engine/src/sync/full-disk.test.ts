/**
 * A disk that is full from any write on, including that of the marker: the writer reports it, readers have
 * the index from before or after, and once there is space again, the next call repairs everything.
 */
import { expect, it, onTestFinished } from "vitest";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import { type WriteBudget, boundedStore, writeBudget } from "../testing/fakes/bounded-store.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import { type Said, foundFiles, said } from "../testing/said.ts";

const REFUSED: Said = { status: "error", code: "STORE_UNAVAILABLE" };

interface Codebase {
  readonly place: TestPlace;
  readonly engine: TestEngine;
  readonly disk: WriteBudget;
}

function newCodebase(): Codebase {
  const place = new TestPlace({ "a.py": "import b\n\ndef alpha(): pass\n", "b.py": "def beta(): pass\n" });
  onTestFinished(() => place[Symbol.asyncDispose]());
  const disk = writeBudget();
  return {
    place,
    disk,
    engine: place.engine({
      openStore: (folder, root) => boundedStore(openSqliteStore(folder, root), disk),
      config: { freshnessPolicy: "always" },
    }),
  };
}

/** An index, and a tree that has changed since. */
async function changedCodebase(): Promise<Codebase> {
  const codebase = newCodebase();
  await codebase.engine.index();
  codebase.place.tree.writeAll({
    "a.py": "import c\n\ndef alpha(): return 1\n",
    "c.py": "def alpha(): return 2\n",
  });
  codebase.place.tree.remove("b.py");
  codebase.place.tree.wait();
  return codebase;
}

/** Calls an action, waits for the run that it may have started, and returns its answer. */
async function manage({ engine, place }: Codebase, args: object): Promise<Said> {
  const answer = said(await engine.call("manage_index", args));
  await engine.engine.waitForRun(place.tree.root, "/");
  return answer;
}

async function search({ engine }: Codebase): Promise<Said & { readonly files: readonly string[] }> {
  const answer = await engine.call("search_codebase", { query: "must:alpha alpha" });
  return { ...said(answer), files: foundFiles(answer) };
}

const status = (codebase: Codebase): Promise<Said> => manage(codebase, { action: "status" });

/**
 * Runs work on disks that are full at its first write, its second write, and so on. The check receives the
 * name of the failed write.
 */
async function atEachWrite(
  make: () => Codebase | Promise<Codebase>,
  args: object,
  check: (codebase: Codebase, answer: Said, failed: string) => Promise<void>,
): Promise<string[]> {
  const whole = await make();
  whole.disk.asked.length = 0;
  await manage(whole, args);
  const writes = [...whole.disk.asked];
  for (const [at, failed] of writes.entries()) {
    const codebase = await make();
    codebase.disk.left = at;
    const answer = await manage(codebase, args);
    await check(codebase, answer, `${failed}, write ${at}`);
    codebase.disk.left = Number.POSITIVE_INFINITY;
    expect(await manage(codebase, args), failed).toMatchObject({ status: "ok" });
    expect(await status(codebase), failed).toEqual({ status: "ok" });
    expect(await search(codebase), failed).toEqual({
      status: "ok",
      mode: "fresh",
      files: foundFiles(await whole.engine.call("search_codebase", { query: "must:alpha alpha" })),
    });
    expect((await codebase.engine.codebase.store().head()).merkleRoot).toBe(
      (await whole.engine.codebase.store().head()).merkleRoot,
    );
  }
  return writes;
}

it("a first run fails with its reason, and nothing passes for an index", async () => {
  const writes = await atEachWrite(newCodebase, { action: "create" }, async (codebase, answer, failed) => {
    const hints = {
      create: { tool: "manage_index", args: { action: "create", path: codebase.place.tree.root } },
    };
    const absent = { status: "not_indexed", reason: "not_indexed", hints };
    const hasBegun = !/^(?:beginRun|saveSettings)/.test(failed);
    expect(answer, failed).toEqual(
      hasBegun ? { status: "ok", hints: { status: expect.anything() } } : REFUSED,
    );
    expect(await status(codebase), failed).toEqual(
      hasBegun ? { status: "error", code: "INDEX_FAILED", hints } : absent,
    );
    expect(await search(codebase), failed).toEqual({ ...absent, files: [] });
    // Another process sees the same.
    expect((await codebase.place.engine().codebase.view()).head?.complete ?? null, failed).toBeNull();
  });
  expect(writes).toEqual(expect.arrayContaining(["beginRun", "write", "writeInDegrees", "completeRun"]));
});

it.each([
  ["create", { force: true }],
  ["reindex", {}],
])("a rebuild by %s %o fails with its reason, and the index before it answers", async (action, args) => {
  await atEachWrite(changedCodebase, { action, ...args }, async (codebase, answer, failed) => {
    const hasBegun = !failed.startsWith("beginRun");
    expect(answer, failed).toEqual(hasBegun ? expect.objectContaining({ status: "ok" }) : REFUSED);
    expect(await status(codebase), failed).toEqual({
      status: "ok",
      ...(hasBegun ? { warnings: ["LAST_RUN_FAILED"] } : {}),
    });
    expect(await search(codebase), failed).toEqual({
      status: "ok",
      mode: "failed",
      files: ["a.py"],
      warnings: ["INDEX_MAY_BE_BEHIND", ...(hasBegun ? ["LAST_RUN_FAILED"] : [])],
    });
  });
});

it("a sync is an error, and searches answer from what it has written so far, saying that it failed", async () => {
  const writes = await atEachWrite(changedCodebase, { action: "sync" }, async (codebase, answer, failed) => {
    expect(answer, failed).toEqual(REFUSED);
    expect(await status(codebase), failed).toEqual({ status: "ok" });
    const files = failed.startsWith("write, ") ? ["a.py"] : ["a.py", "c.py"];
    expect(await search(codebase), failed).toEqual({
      status: "ok",
      mode: "failed",
      files,
      warnings: ["INDEX_MAY_BE_BEHIND"],
    });
  });
  expect(writes).toEqual(["write", "writeInDegrees", "endSync"]);
});

it("an index can be cleared, and be asked until then", async () => {
  const codebase = await changedCodebase();
  codebase.disk.left = 0;
  expect(await search(codebase)).toEqual({
    status: "ok",
    mode: "failed",
    files: ["a.py"],
    warnings: ["INDEX_MAY_BE_BEHIND"],
  });
  expect(await manage(codebase, { action: "clear" })).toEqual({ status: "ok" });
  expect(await status(codebase)).toMatchObject({ status: "not_indexed" });
});
