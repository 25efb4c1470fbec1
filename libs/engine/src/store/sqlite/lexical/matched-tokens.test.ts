import { join } from "node:path";
import { expect, it } from "vitest";
import { openDatabase } from "../../../sqlite/driver.ts";
import { completeRun } from "../../../testing/store-content.ts";
import { temporaryFolder } from "../../../testing/trees/tree.ts";
import { openSqliteStore } from "../open-sqlite-store.ts";

it("of a large file whose chunks all have several lines no text is read", async () => {
  using folder = temporaryFolder();
  const lines = Array.from({ length: 2_000 }, (_, at) => `apple pear${at} fig\n`).join("");
  await using store = openSqliteStore(folder.path, "/code");
  await completeRun(store, "r1", { "large.txt": lines });
  const database = openDatabase(join(folder.path, "index.db"));
  database.exec("UPDATE content_1 SET text = x'00'");
  database.close();
  using snapshot = await store.snapshot();
  const [held] = (await snapshot?.matchedTokens([0], ["appl", "fig", "nowher"])) ?? [];
  expect([...(held ?? [])].sort()).toEqual(["appl", "fig"]);
});
