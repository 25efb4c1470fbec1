/** The page of proofs refers to tests that exist. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasTest, quotedBenchmarks, quotedTests, requirementsIn } from "./proofs.ts";
import { ROOT } from "./steps.ts";

const textOf = (file: string): string => readFileSync(join(ROOT, file), "utf8");

describe("a page", () => {
  it("is read as requirements with the tests that they quote", () => {
    const [section] = requirementsIn(
      "# Page\n\n## Of\n\nWords.\n\n1. First, as `a/b.ts` has it:\n   - `a/b.test.ts`, in small: " +
        '"one\n     test", "two"\n   - `c.suite.ts` "three"\n2. Second. `npm run bench -- kill`\n',
    );
    expect(section?.title).toBe("Of");
    expect(section?.items.map(quotedTests)).toEqual([
      [
        { file: "a/b.test.ts", name: "one test" },
        { file: "a/b.test.ts", name: "two" },
        { file: "c.suite.ts", name: "three" },
      ],
      [],
    ]);
    expect(section?.items.map(quotedBenchmarks)).toEqual([[], ["kill"]]);
  });

  it.each([
    ['it("one", () => {', true],
    ['describe.each(ROWS)("one", (row) => {', true],
    ["test(`one`, {", true],
    ['  ["one", { active }, "passed"],', true],
    ['it(\n  "o" +\n    "ne",\n', true],
    ['it("one and more", () => {', false],
    ['// "one"', false],
    ['it("another one", () => {', false],
    ["", false],
  ])("quotes what is called so in %j: %s", (source, expected) => {
    expect(hasTest(source, "one")).toBe(expected);
  });
});

describe("the requirements in docs/proofs.md", () => {
  const sections = requirementsIn(textOf("docs/proofs.md"));
  const items = sections.flatMap(({ title, items: of }) =>
    of.map((item, at) => [title, at + 1, item] as const),
  );

  it("are all there", () => {
    expect(sections.map(({ title, items: of }) => [title, of.length])).toEqual([
      ["Requirements of indexing state", 9],
      ["Requirements of noise guidance", 10],
      ["Requirements of sessions and scope", 12],
      ["Requirements of serving over HTTP", 4],
      ["Requirements of secrets", 3],
      ["Requirements of the command line", 5],
      ["Requirements of clients", 4],
      ["Experiments and hardship", 18],
    ]);
  });

  it.each(items)("quote a test in its file, each of them: %s %i", (_, _number, item) => {
    const quoted = quotedTests(item);
    expect(quoted.length).toBeGreaterThan(0);
    expect(
      quoted.filter(({ file, name }) => !existsSync(join(ROOT, file)) || !hasTest(textOf(file), name)),
    ).toEqual([]);
    expect(quotedBenchmarks(item).filter((name) => !existsSync(join(ROOT, "bench", name, "run.ts")))).toEqual(
      [],
    );
  });
});
