/** What tools say about an index that could not be brought up to date before they answered. */
import { writeFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import type { ToolName } from "@satori/contracts";
import { TestPlace } from "../testing/engine.ts";

const CALLS: readonly (readonly [ToolName, object, "found" | "missed"])[] = [
  ["file_outline", { file: "a.py" }, "found"],
  ["file_outline", { file: "b.py" }, "missed"],
  ["call_graph", { symbol: "alpha" }, "found"],
  ["call_graph", { symbol: "beta" }, "missed"],
  ["read_file", { open_symbol: "alpha" }, "found"],
  ["read_file", { open_symbol: "beta" }, "missed"],
];

/** There is a file that is not in the index. */
async function outdated(): Promise<TestPlace> {
  const place = new TestPlace({ "a.py": "def alpha(): pass\n" });
  onTestFinished(() => place[Symbol.asyncDispose]());
  await place.engine().index();
  place.tree.write("b.py", "def beta(): pass\n");
  return place;
}

it("another process is writing it", async () => {
  const place = await outdated();
  const engine = place.engine({ config: { freshnessPolicy: "always" } });
  using _lock = place.engine().codebase.tryLock(place.tree.nowMs);
  for (const [tool, args, found] of CALLS) {
    const status = found === "found" ? "ok" : "not_found";
    expect(await engine.call(tool, args), JSON.stringify(args)).toMatchObject({
      status,
      warnings: ["INDEX_MAY_BE_BEHIND"],
    });
    expect(await engine.call(tool, args)).toMatchObject({
      message: expect.stringContaining("may lack recent changes: another process is writing the index"),
    });
  }
});

it("no watch tells of changes, and it was compared a while ago", async () => {
  const place = await outdated();
  const engine = place.engine({ config: { freshnessMs: 60_000 } });
  await engine.call("search_codebase", { query: "alpha" });
  place.tree.write("c.py", "def gamma(): pass\n");
  const checkedAt = new Date(place.tree.nowMs).toISOString();
  place.tree.wait(10_000);
  const doubt =
    `changes are not watched (SATORI_WATCH is 0), and it was last compared at ${checkedAt}; ` +
    `\`manage_index sync\` compares now`;
  for (const [tool, args] of [
    ...CALLS,
    ["search_codebase", { query: "gamma" }],
    ["semantic_search", { query: "gamma" }],
  ] as const) {
    expect(await engine.call(tool, args), tool).toMatchObject({
      status: "ok",
      warnings: expect.arrayContaining(["INDEX_MAY_BE_BEHIND"]),
    });
    if (tool !== "semantic_search")
      expect(await engine.call(tool, args), tool).toMatchObject({ message: expect.stringContaining(doubt) });
  }
  expect(await engine.call("search_codebase", { query: "gamma" })).toMatchObject({
    freshnessDecision: {
      mode: "fresh",
      checkedAt,
      reason: expect.stringContaining("changes are not watched"),
    },
  });
  expect(await engine.call("file_outline", { file: "c.py" })).toMatchObject({
    status: "not_found",
    warnings: ["INDEX_MAY_BE_BEHIND"],
  });
});

it("its folder is gone", async () => {
  const place = await outdated();
  const engine = place.engine({ config: { freshnessPolicy: "always" } });
  place.tree.rename(".", "../elsewhere");
  for (const [tool, args] of CALLS.slice(0, 4))
    expect(await engine.call(tool, args)).toMatchObject({
      warnings: ["INDEX_MAY_BE_BEHIND"],
      message: expect.stringMatching(
        /does not exist; if the folder will not come back, remove its index with `manage_index clear`/,
      ),
    });
  expect(await engine.call("manage_index", { action: "sync" })).toMatchObject({
    status: "error",
    error: {
      code: "PATH_NOT_FOUND",
      message: expect.stringMatching(
        /does not exist; if the folder will not come back, remove its index with `manage_index clear`/,
      ),
    },
  });
});

it("its folder is gone or something else, and its status is asked for", async () => {
  const place = await outdated();
  const engine = place.engine();
  expect(await engine.call("manage_index", { action: "status" })).not.toHaveProperty("warnings");
  place.tree.rename(".", "../elsewhere");
  expect(await engine.call("manage_index", { action: "status" })).toMatchObject({
    status: "ok",
    warnings: ["INDEX_MAY_BE_BEHIND"],
    message: expect.stringContaining(
      `may lack recent changes: ${place.tree.root} does not exist; if the folder will not come back, ` +
        "remove its index with `manage_index clear`",
    ),
    humanText: expect.stringContaining("does not exist"),
  });
  writeFileSync(place.tree.root, "a file");
  expect(await engine.call("manage_index", { action: "status" })).toMatchObject({
    status: "ok",
    warnings: ["INDEX_MAY_BE_BEHIND"],
    message: expect.stringContaining("is not a folder"),
  });
});

it("nothing is wrong", async () => {
  const engine = (await outdated()).engine({ config: { freshnessPolicy: "always" } });
  for (const [tool, args] of CALLS) {
    const answer = await engine.call(tool, args);
    expect(answer).toMatchObject({ status: "ok" });
    expect(answer).not.toHaveProperty("warnings");
  }
});
