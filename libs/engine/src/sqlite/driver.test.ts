import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../testing/trees/tree.ts";
import { openDatabase } from "./driver.ts";

it("keeps statements that are prepared again and again, but not all that ever were", () => {
  const database = openDatabase(":memory:");
  const first = database.prepare("SELECT 0");
  expect(database.prepare("SELECT 0")).toBe(first);
  for (let at = 1; at <= 1_000; at++) expect(database.prepare(`SELECT ${at}`).get()).toEqual([at]);
  expect(database.prepare("SELECT 0")).not.toBe(first);
  // Whoever still has one uses it as before.
  expect([first.get(), database.prepare("SELECT 1000").get()]).toEqual([[0], [1_000]]);
  database.close();
});

it("says of damage which table a statement was about, however long that is", () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "a.db");
  const whole = openDatabase(path);
  whole.exec("CREATE TABLE wide(text TEXT)");
  for (let row = 0; row < 200; row++) whole.prepare("INSERT INTO wide VALUES(?)").run("x".repeat(1_000));
  whole.close();
  const bytes = readFileSync(path);
  // The pages behind the first, which has the list of tables.
  writeFileSync(path, bytes.fill(0xff, 4_096));
  const damaged = openDatabase(path);
  const columns = Array.from({ length: 60 }, (_, at) => `max(length(text)) AS c${at}`).join(", ");
  expect(() => damaged.prepare(`SELECT ${columns} FROM wide`).get()).toThrow(expect.objectContaining({ code: "STORE_CORRUPT", cause: expect.objectContaining({ message: expect.stringMatching(/SELECT max.+ … .+ FROM wide$/) }) }));
  damaged.close();
});
