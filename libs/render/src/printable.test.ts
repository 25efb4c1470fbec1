import { expect, test } from "vitest";
import { printableCode, printableLine } from "./printable.ts";

test("names stay on one line, with their line ends visible", () => {
  expect(printableLine("a\nb\tc\r.ts")).toBe("a␊b␉c␍.ts");
  expect(printableLine("\x1b[31mred\n")).toBe("<U+001B>[31mred␊");
  expect(printableLine("src/\u202est.exe\u200b")).toBe("src/<U+202E>st.exe<U+200B>");
});

test("a line of a file keeps its tabs, and nothing else that moves the cursor", () => {
  expect(printableCode("\tif a {\r\n\x1b[31mred")).toBe("\tif a {␍␊<U+001B>[31mred");
});
