import { expect, test } from "vitest";
import { callees, callers } from "./calls.ts";

test("what is said of those who use a type is said of callers alone", () => {
  expect(callers.details).toMatch(/ it shows their uses\.$/);
  expect(callees.details).toMatch(/ what may be missing\.$/);
});
