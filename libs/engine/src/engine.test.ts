import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { FakeEmbedder } from "./embed/fake.ts";
import { ENGINE_LIMITS } from "./limits.ts";
import type { Store } from "./store/store.ts";
import { TestPlace } from "./testing/engine.ts";

it("has no problems with as many sessions as are bearable, and one with more", async () => {
  await using place = new TestPlace();
  const { engine, context } = place.engine();
  for (let at = 0; at < ENGINE_LIMITS.sessions.ready; at++) context.sessions.set(`session ${at}`, {});
  expect(engine.problems()).toEqual([]);
  context.sessions.set("one more", {});
  expect(engine.problems()).toEqual([expect.stringMatching(/^10001 sessions .*not pruned$/)]);
});

it("has a problem where the folder of indexes cannot be looked at, and names no path", async () => {
  await using place = new TestPlace();
  const { engine } = place.engine();
  mkdirSync(place.home, { recursive: true });
  symlinkSync("indexes", join(place.home, "indexes"));
  expect(engine.problems()).toEqual([expect.stringContaining("SATORI_HOME")]);
  expect(engine.problems()[0]).not.toContain(place.home);
});

it(
  "has a problem where its home is a file, which listings tell with its path, but not to callers that " +
    "are confined",
  async () => {
    await using place = new TestPlace();
    const { engine, call } = place.engine();
    writeFileSync(place.home, "");
    expect(engine.problems()).toEqual([
      expect.stringMatching(/SATORI_HOME, or a folder in or above it, is a file/),
    ]);
    expect(engine.problems()[0]).not.toContain(place.home);
    for (const tool of ["list_codebases", "search_codebase"] as const) {
      const args = tool === "search_codebase" ? { path: place.tree.root, query: "x" } : {};
      expect(await call(tool, args), tool).toMatchObject({
        status: "error",
        error: {
          code: "STORE_UNAVAILABLE",
          message: expect.stringContaining(`SATORI_HOME is ${place.home}.`),
        },
      });
      const confined = await call(tool, args, { confinedTo: [place.tree.root] });
      expect(confined, tool).toMatchObject({ status: "error", error: { code: "STORE_UNAVAILABLE" } });
      expect(JSON.stringify(confined), tool).not.toContain(place.home);
    }
  },
);

it("closes everything at its end, whatever of it fails, and says what did", async () => {
  await using place = new TestPlace({ "a/x.py": "", "b/x.py": "" });
  const embedder = new FakeEmbedder();
  let isEmbedderClosed = false;
  const { engine, context, call, log } = place.engine({
    embedder: Object.assign(embedder, { [Symbol.asyncDispose]: async () => void (isEmbedderClosed = true) }),
  });
  for (const path of ["a", "b"]) {
    await call("manage_index", { action: "create", path });
    await engine.waitForRun(path, place.tree.root);
  }
  const [first, second] = ["a", "b"].map((path) => context.codebases.at(place.tree.at(path)).store()) as [
    Store,
    Store,
  ];
  const closed = vi.spyOn(second, Symbol.asyncDispose);
  vi.spyOn(first, Symbol.asyncDispose).mockRejectedValueOnce(new Error("no disk"));
  await expect(engine[Symbol.asyncDispose]()).rejects.toThrow("no disk");
  expect([closed.mock.calls.length, isEmbedderClosed]).toEqual([1, true]);
  expect(log.filter(({ event }) => event === "close_failed")).toMatchObject([
    { fields: { cause: "Error: no disk" } },
  ]);
});
