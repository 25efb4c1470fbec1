import { expect, it, onTestFinished } from "vitest";
import { TestPlace } from "../testing/engine.ts";
import { codebaseEntry, indexFacts } from "./facts.ts";

it("tells of the run that has replaced the one that was seen", async () => {
  const place = new TestPlace({ "a.py": "def f(): pass\n" });
  onTestFinished(() => place[Symbol.asyncDispose]());
  const [engine, other] = [place.engine(), place.engine()];
  await engine.index();
  const seen = await other.codebase.view();
  place.tree.write("b.py", "def g(): pass\n");
  await engine.index({ force: true });
  expect(await indexFacts(other.codebase, seen)).toMatchObject({ state: "indexed", files: 2, symbols: 2 });
  expect(await codebaseEntry(other.codebase, seen, place.tree.nowMs)).toMatchObject({
    state: "indexed",
    files: 2,
  });
  // A run that is gone for good is not a later run.
  await engine.call("manage_index", { action: "clear" });
  expect(await indexFacts(other.codebase, await other.codebase.view())).toMatchObject({
    state: "not_found",
    files: 0,
  });
});
