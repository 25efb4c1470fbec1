/** What a run would send to the embedder, reported before anything is sent. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { FakeEmbedder } from "../embed/fake.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import type { Estimate, EstimateInput } from "./estimate.ts";

function newPlace(): TestPlace {
  const place = new TestPlace({
    "a.txt": "one two",
    "b.txt": "three four",
    "left/out.txt": "five",
    "c.dat": Uint8Array.of(0, 1),
  });
  onTestFinished(() => place[Symbol.asyncDispose]());
  return place;
}

const remote = (): FakeEmbedder => new FakeEmbedder({ cacheable: true, usesPaths: true });
const estimate = (
  place: TestPlace,
  { engine }: TestEngine,
  input: Partial<EstimateInput> = {},
): Promise<Estimate> => engine.estimate({ path: place.tree.root, ...input }, { baseFolder: "/" });

describe("an estimate", () => {
  it("counts what a full run would send, asks nobody and leaves nothing behind", async () => {
    const place = newPlace();
    const embedder = remote();
    const engine = place.engine({ embedder, config: { embedderPrice: 2 } });
    // "a.txt\none two" has 13 bytes, "b.txt\nthree four" 16, "left/out.txt\nfive" 17; the paths 5, 5 and 12.
    const all = { texts: 6, tokens: 5 + 6 + 6 + 2 + 2 + 4 };
    expect(await estimate(place, engine)).toEqual({
      root: place.tree.root,
      files: 3,
      chunks: 3,
      embedder: { provider: "fake", model: "words-1", isLocal: false },
      all,
      cached: { texts: 0, tokens: 0 },
      toSend: all,
      pricePerMillionTokens: 2,
      cost: (25 * 2) / 1_000_000,
    });
    expect([
      embedder.embedded,
      embedder.embeddedPaths,
      existsSync(join(place.home, "cache.db")),
      engine.codebase.isTracked,
    ]).toEqual([[], [], false, false]);
  });

  it("leaves out what is in the cache, and is what the run then sends", async () => {
    const place = newPlace();
    await place.engine({ embedder: remote() }).index();
    place.tree.write("b.txt", "something else");
    const embedder = remote();
    const engine = place.engine({ embedder });
    const told = await estimate(place, engine);
    expect(told).toMatchObject({
      all: { texts: 6 },
      cached: { texts: 5 },
      toSend: { texts: 1 },
      pricePerMillionTokens: null,
      cost: null,
    });
    await engine.call("manage_index", { action: "create", force: true });
    await engine.codebase.activeRun?.ended;
    expect([...embedder.embedded, ...embedder.embeddedPaths]).toEqual(["something else"]);
    expect(await estimate(place, engine)).toMatchObject({ toSend: { texts: 0, tokens: 0 }, cost: 0 });
  });

  it("is made with the patterns that are asked for, else with those that the codebase has", async () => {
    const place = newPlace();
    const engine = place.engine({ embedder: remote() });
    expect(await estimate(place, engine, { ignorePatterns: ["left/"] })).toMatchObject({ files: 2 });
    await engine.index({ ignorePatterns: ["a.txt", "left/"] });
    expect(await estimate(place, engine)).toMatchObject({ files: 1 });
  });

  it.each([
    ["built in", new FakeEmbedder(), { embedder: { provider: "fake", isLocal: true } }],
    ["none", null, { embedder: null }],
  ])("with an embedder that is %s finds nothing to send", async (_, embedder, expected) => {
    const place = newPlace();
    const engine = place.engine({ embedder, config: { embedderPrice: 2 } });
    expect(await estimate(place, engine)).toMatchObject({
      ...expected,
      files: 3,
      all: { texts: 0 },
      toSend: { texts: 0 },
      pricePerMillionTokens: null,
      cost: 0,
    });
  });

  it("is refused where a run would be, and ends when it is cancelled", async () => {
    const place = newPlace();
    const engine = place.engine({ embedder: remote() });
    await expect(estimate(place, engine, { path: "/" })).rejects.toMatchObject({ code: "PATH_REFUSED" });
    await expect(estimate(place, engine, { path: join(place.tree.root, "missing") })).rejects.toMatchObject({
      code: "PATH_NOT_FOUND",
    });
    await expect(
      engine.engine.estimate({ path: place.tree.root }, { baseFolder: "/", signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: "CANCELLED" });
  });
});
