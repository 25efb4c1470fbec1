import { expect, test } from "vitest";
import { analyze } from "../../analyze.ts";
import { SIDECAR_LIMITS } from "../../limits.ts";

const statements = (count: number, indent: string, write: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${indent}${write(at)}\n`).join("");
const python = (indent: string): string =>
  statements(60, indent, (at) => `value_${at} = compute(value_${at - 1}, ${at})`);
const SMALL = "def small(a):\n    return a\n\n";

/** First and last line of the chunk that contains `said`. */
async function chunkWith(path: string, text: string, said: string): Promise<readonly string[]> {
  const { chunks } = await analyze(path, text);
  const at = text.indexOf(said);
  const chunk = chunks.find(({ start, end }) => start <= at && at < end);
  const lines = chunk ? text.slice(chunk.start, chunk.end).trimEnd().split("\n") : [];
  return [lines[0] ?? "", lines.at(-1) ?? ""];
}

test.each([
  ["a function", "a.py", `${SMALL}def large(a):\n${python("    ")}`, "def large", "def large(a):"],
  [
    "one with a decorator and a comment",
    "a.py",
    `${SMALL}# Says why.\n@cached\n@checked(1)\ndef large(a):\n${python("    ")}`,
    "def large",
    "# Says why.",
  ],
  [
    "one with parameters on lines of their own",
    "a.py",
    `${SMALL}def large(\n    a,\n    b,\n):\n${python("    ")}`,
    "def large",
    "def large(",
  ],
  [
    "a method between others",
    "a.py",
    `class Shop:\n    def open(self):\n        return 1\n\n    def large(self):\n${python("        ")}`,
    "def large",
    "    def large(self):",
  ],
  [
    "one that is exported",
    "a.ts",
    "export const first = 1;\n\nexport function large(a: number): number " +
      `{\n${statements(60, "  ", (at) => `a = compute(a, ${at});`)}  return a;\n}\n`,
    "function large",
    "export function large(a: number): number {",
  ],
  [
    "one in Ruby",
    "a.rb",
    `def small(a)\n  a\nend\n\ndef large(a)\n${statements(60, "  ", (at) => `a = compute(a, ${at})`)}end\n`,
    "def large",
    "def large(a)",
  ],
])(
  "a definition that is too large for a chunk begins one, with as much as fits: %s",
  async (_, path, text, said, first) => {
    const [begins, ends] = await chunkWith(path, text, said);
    expect(begins).toBe(first);
    expect(ends).toMatch(/compute/);
  },
);

test("a beginning that nothing behind it fits to is no chunk of one line", async () => {
  // Its first statement alone fills a chunk.
  const filler = `    text = "${"x".repeat(SIDECAR_LIMITS.chunkChars - 40)}"\n`;
  const { chunks } = await analyze(
    "a.py",
    `${SMALL}class Large:\n    a = 1\n\n    def one(self):\n    ${filler}\n    def two(self):\n    ${filler}`,
  );
  for (const { startLine, endLine } of chunks) expect(endLine - startLine).toBeGreaterThan(0);
});
