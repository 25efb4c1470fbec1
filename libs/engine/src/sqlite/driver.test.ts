import { expect, it } from "vitest";
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
