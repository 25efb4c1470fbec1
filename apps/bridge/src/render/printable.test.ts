import { expect, it } from "vitest";
import { printable, printableLine } from "./printable.ts";

it("text keeps its lines, has blanks for tabs, and nothing that moves the cursor", () => {
  expect(printable("a\tb\n\x1b[31mred\x07")).toBe("a  b\n<U+001B>[31mred<U+0007>");
});

it("what has to stay on one line has a blank for each line end", () => {
  expect(printableLine(" a \n\n b\x1b]0;title\x07 ")).toBe("a b<U+001B>]0;title<U+0007>");
});
