import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyze } from "../../analyze.ts";
import { SIDECAR_LIMITS } from "../../limits.ts";

const filled = (count: number, write: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${write(at)}\n`).join("");

/** A definition that does not fit into a chunk, behind one that fills most of a chunk. */
const FILES: readonly (readonly [path: string, header: string, text: string])[] = [
  [
    "a.py",
    "# Says why.\n@dataclass\nclass Rule(Model):\n",
    `class First:\n${filled(22, (at) => `    first_value_of_the_class_${at} = ${at}`)}\n\n# Says why.\n@dataclass\nclass Rule(Model):\n    class Action(Choices):\n${filled(60, (at) => `        ACTION_NUMBER_${at} = ${at}, "action"`)}`,
  ],
  [
    "a.go",
    "// Entry is one entry.\ntype Entry struct {\n",
    `package a\n\nfunc first() {\n${filled(28, (at) => `\tfirst(${at}, "some words")`)}}\n\n// Entry is one entry.\ntype Entry struct {\n\tID int\n}\n\n${filled(20, (at) => `var value${at} = "some words ${at}"`)}`,
  ],
  [
    "A.java",
    "/** Reads and writes. */\n@Stable\npublic final class A {\n",
    `package a;\n\n${filled(30, (at) => `import some.package.of.names.Name${at};`)}\n/** Reads and writes. */\n@Stable\npublic final class A {\n\n${filled(60, (at) => `  private final int value${at} = compute(${at});`)}}\n`,
  ],
  [
    "a.swift",
    "/// What can go wrong.\npublic enum AFError: Error {\n",
    `import Foundation\n\n${filled(20, (at) => `let value${at} = "some more words ${at}"`)}\n/// What can go wrong.\npublic enum AFError: Error {\n    public enum Reason {\n${filled(60, (at) => `        case reason${at}(error: Error)`)}    }\n}\n`,
  ],
  [
    "a.hs",
    "-- | Parses a day.\nday :: Parser Day\nday = do\n",
    `module A where\n\n${filled(26, (at) => `value${at} = "some more words ${at}"`)}\n-- | Parses a day.\nday :: Parser Day\nday = do\n${filled(40, (at) => `  part${at} <- decimal <* char '-'`)}  return ()\n`,
  ],
  [
    "a.rs",
    "/// How it ends.\n#[derive(Debug)]\npub enum ExitCode {\n",
    `${filled(28, (at) => `const VALUE_${at}: usize = ${at} * 1000;`)}\n/// How it ends.\n#[derive(Debug)]\npub enum ExitCode {\n${filled(60, (at) => `    Code${at},`)}}\n`,
  ],
];

describe("a declaration's comment, decorators and header are in one chunk with what follows", () => {
  it.each(FILES)("%s: %j", async (path, header, text) => {
    const { chunks } = await analyze(path, text);
    const at = text.indexOf(header);
    const chunk = chunks.find(({ start, end }) => start <= at && at < end);
    expect(chunk && text.slice(at, chunk.end).trimEnd().split("\n").length).toBeGreaterThan(
      header.trimEnd().split("\n").length,
    );
  });

  it("of whatever length its parts are", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            comment: fc.integer({ min: 0, max: 12 }),
            decorators: fc.integer({ min: 0, max: 4 }),
            body: fc.integer({ min: 1, max: 60 }),
            isClass: fc.boolean(),
          }),
          { minLength: 1, maxLength: 12 },
        ),
        async (definitions) => {
          const text = definitions
            .map(
              ({ comment, decorators, body, isClass }, at) =>
                `${filled(comment, (line) => `# ${line} says why`)}${filled(decorators, (line) => `@wrap_${line}`)}${
                  isClass ? `class Name${at}:` : `def name_${at}(value):`
                }\n${filled(body, (line) => `    value_${line} = ${line}`)}\n`,
            )
            .join("\n");
          const { chunks, symbols } = await analyze("a.py", text);
          const lines = text.split("\n");
          for (const { name, nameLine, endLine } of symbols) {
            if (!/^name_?\d+$/i.test(name) || endLine === nameLine) continue;
            let first = nameLine;
            while (/^[#@]/.test(lines[first - 2] ?? "")) first--;
            const isShort = lines.slice(first - 1, nameLine).join("\n").length < SIDECAR_LIMITS.headerChars;
            const chunk = chunks.find(
              ({ startLine: from, endLine: to }) => from <= nameLine && nameLine <= to,
            );
            expect(chunk?.endLine).toBeGreaterThan(nameLine);
            if (isShort) expect(chunk?.startLine).toBeLessThanOrEqual(first);
          }
          expect(chunks.every(({ start, end }) => end - start < 3 * SIDECAR_LIMITS.chunkChars)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});
