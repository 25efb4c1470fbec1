/** An index folder without its identity file, as a process leaves it that dies during `clear`. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { EngineError } from "../errors.ts";
import { createInlinePreparer } from "../prepare/preparer.ts";
import { TestPlace } from "../testing/engine.ts";
import { failingPreparer } from "../testing/fakes/fake-preparers.ts";
import { INDEX_FILES } from "./home/home.ts";

async function halfCleared(): Promise<TestPlace> {
  const place = new TestPlace({ "a.txt": "alpha" });
  onTestFinished(() => place[Symbol.asyncDispose]());
  const engine = place.engine();
  await engine.index({ ignorePatterns: ["*.own"] });
  await engine[Symbol.asyncDispose]();
  rmSync(join(engine.codebase.folder, INDEX_FILES.identity));
  return place;
}

it("does not answer again when the run after it fails", async () => {
  const place = await halfCleared();
  const preparer = failingPreparer(
    createInlinePreparer(1_000),
    new EngineError("EMBEDDER_FAILED", "no answer"),
  );
  preparer.remainingFiles = 0;
  const engine = place.engine({ preparer });
  await engine.index();
  expect(await engine.codebase.view()).toMatchObject({
    state: "indexfailed",
    head: { complete: null, settings: { ignorePatterns: [] } },
  });
  expect(await engine.call("search_codebase", { query: "alpha" })).toMatchObject({ status: "not_indexed" });
});

it("goes with the next clear", async () => {
  const place = await halfCleared();
  expect(await place.engine().call("manage_index", { action: "clear" })).toMatchObject({
    status: "not_indexed",
  });
  expect(readdirSync(join(place.home, "indexes"))).toEqual([]);
});

it("is left to whoever is about to make an index of it", async () => {
  const place = await halfCleared();
  const { codebase } = place.engine();
  using _lock = codebase.tryLock(0);
  expect(await place.engine().call("manage_index", { action: "clear" })).toMatchObject({
    status: "not_indexed",
  });
  expect(existsSync(codebase.folder)).toBe(true);
});
