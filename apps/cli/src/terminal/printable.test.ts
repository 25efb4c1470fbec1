import { expect, test } from "vitest";
import { printableCode, printableLine } from "./printable.ts";

test("names stay on one line, with their line ends visible", () => {
  expect(printableLine("a\nb\tc\r.ts")).toBe("a␊b␉c␍.ts");
  expect(printableLine("\x1b[31mred\n")).toBe("red␊");
});

test("a line of a file keeps its tabs, and nothing else that moves the cursor", () => {
  expect(printableCode("\tif a {\r\n\x1b[31mred")).toBe("\tif a {␍␊red");
});
