/** `manage_index` of paths without a folder. */
import { existsSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { TestPlace } from "../testing/engine.ts";

function newPlace(): TestPlace {
  const place = new TestPlace({ "a.txt": "alpha" });
  onTestFinished(() => place[Symbol.asyncDispose]());
  return place;
}

it(
  "a path that does not exist is an error with an index and without, in a codebase and as one, except to " +
    "clear",
  async () => {
    const place = newPlace();
    const engine = place.engine();
    const check = async (): Promise<void> => {
      for (const path of ["missing", "a.txt/below"]) {
        for (const action of ["status", "sync", "reindex"] as const)
          expect(await engine.call("manage_index", { action, path })).toMatchObject({
            status: "error",
            error: { code: "PATH_NOT_FOUND", details: { path: place.tree.at(path) } },
          });
        expect(await engine.call("manage_index", { action: "clear", path })).toMatchObject({
          status: "not_indexed",
        });
      }
    };
    await check();
    expect(existsSync(place.home)).toBe(false);
    await engine.index();
    await check();
  },
);

it("a file is an error, and no way to name the codebase around it", async () => {
  const place = newPlace();
  const engine = place.engine();
  const check = async (): Promise<void> => {
    for (const action of ["create", "status", "sync", "reindex", "clear"] as const) {
      expect(await engine.call("manage_index", { action, path: "a.txt" }), action).toMatchObject({
        status: "error",
        error: { code: "PATH_NOT_A_DIRECTORY", details: { path: place.tree.at("a.txt") } },
      });
    }
  };
  await check();
  await engine.index();
  await check();
});
