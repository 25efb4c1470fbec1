import { expect, test } from "vitest";
import { createStyle, hasColor } from "./style.ts";

test("the flag decides before FORCE_COLOR, that before NO_COLOR, and that before the terminal", () => {
  const check = (
    isTerminal: boolean,
    environment: Record<string, string>,
    expected: boolean,
    isOff = false,
  ): void => expect(hasColor({ isTerminal, isOff, environment })).toBe(expected);
  check(true, {}, true);
  check(false, {}, false);
  check(true, { TERM: "dumb" }, false);
  check(true, { NO_COLOR: "1" }, false);
  check(true, { NO_COLOR: "" }, true);
  check(false, { FORCE_COLOR: "1" }, true);
  check(false, { FORCE_COLOR: "1", NO_COLOR: "1" }, true);
  check(true, { FORCE_COLOR: "0" }, false);
  check(true, { FORCE_COLOR: "1" }, false, true);
});

test("without colours a text stays as it is", () => {
  expect(createStyle(false).file("a.ts")).toBe("a.ts");
  expect(createStyle(true).file("a.ts")).toBe("\x1b[36ma.ts\x1b[0m");
});
