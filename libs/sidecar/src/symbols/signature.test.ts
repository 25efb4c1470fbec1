import { expect, test } from "vitest";
import { analyze } from "../analyze.ts";

const NAMES = Array.from({ length: 60_000 }, (_, at) => `a${at}`);

test.each([
  ["a.c", `int ${NAMES.join(", ")};`, "int a0, a1,"],
  ["A.java", `class A {\n${"@A ".repeat(NAMES.length)}\nint ${NAMES.join(", ")};\n}`, "int a0, a1,"],
])(
  "each of the many names that one declaration gives has its beginning for a signature: %s",
  async (path, text, beginning) => {
    // Scanning to the end of the declaration for each of them, or through all its annotations, would take
    // minutes.
    const { symbols } = await analyze(path, text, "outline");
    expect(symbols.length).toBe(20_000);
    expect(symbols.at(-1)?.signature?.slice(0, beginning.length)).toBe(beginning);
  },
);
