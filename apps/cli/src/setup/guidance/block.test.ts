import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withBlock, withoutBlock } from "./block.ts";

const BODY = "## Satori\n\nUse it.\n";
const add = (text: string | null, client = "codex", body = BODY): string =>
  withBlock({ text, file: "AGENTS.md", client }, body);
const remove = (text: string, client = "codex"): string | null =>
  withoutBlock({ text, file: "AGENTS.md", client });
const BLOCK = `<!-- satori:begin codex -->\n${BODY}<!-- satori:end -->\n`;

describe("the block", () => {
  test("is a file of its own where there is none, and is deleted with it", () => {
    expect(add(null)).toBe(BLOCK);
    expect(remove(add(null))).toBeNull();
    // An editor may have added a byte order mark.
    expect(remove(`\ufeff${BLOCK}`)).toBeNull();
  });

  test.each([
    ["# Rules\n", `# Rules\n\n${BLOCK}`],
    ["# Rules", `# Rules\n${BLOCK}`],
    ["", `\n${BLOCK}`],
    ["\ufeff", `\ufeff\n${BLOCK}`],
    ["a\r\nb\r\n", `a\r\nb\r\n\r\n${BLOCK.replaceAll("\n", "\r\n")}`],
  ])("is added after %j, which removing it restores", (before, after) => {
    expect(add(before)).toBe(after);
    expect(remove(after)).toBe(before);
  });

  test("is updated in place, with everything around it unchanged", () => {
    const around = (block: string): string => `# Rules\n\n${block}\n# More\n`;
    expect(add(around(BLOCK.replace("Use it.", "Old advice.")))).toBe(around(BLOCK));
    expect(add(around(BLOCK))).toBe(around(BLOCK));
    expect(remove(around(BLOCK))).toBe("# Rules\n\n# More\n");
  });

  test("keeps line breaks of the file when it is updated, and a missing one at its end", () => {
    const windows = add("a\r\n");
    expect(add(windows, "codex", "new\n")).toBe(
      "a\r\n\r\n<!-- satori:begin codex -->\r\nnew\r\n<!-- satori:end -->\r\n",
    );
    expect(add(`a\n\n${BLOCK.trimEnd()}`)).toBe(`a\n\n${BLOCK.trimEnd()}`);
  });

  test("is shared by clients that read the same file, and goes with the last of them", () => {
    const both = add(add("a\n", "opencode"), "codex");
    expect(both).toBe(`a\n\n${BLOCK.replace("codex", "codex opencode")}`);
    expect(remove(both, "cursor")).toBe(both);
    expect(remove(both, "opencode")).toBe(`a\n\n${BLOCK}`);
    expect(remove(remove(both, "codex") ?? "", "opencode")).toBe("a\n");
  });

  test("may have been written by hand, without clients", () => {
    const bare = "a\n\n<!-- satori:begin -->\nx\n<!-- satori:end -->\n";
    expect(add(bare)).toBe(`a\n\n${BLOCK}`);
    expect(remove(bare)).toBe("a\n");
  });

  test("is not mistaken for a mention of its markers", () => {
    const mention = "Setup writes `<!-- satori:begin -->` and <!-- satori:end --> into it.\n";
    expect(remove(add(mention))).toBe(mention);
  });
});

test.each([
  ["<!-- satori:begin codex -->\nx\n", "line 1"],
  ["x\n<!-- satori:end -->\n", "line 2"],
  [`${BLOCK}${BLOCK}`, "lines 1, 5, 6, 10"],
  ["<!-- satori:end -->\n<!-- satori:begin codex -->\n", "lines 1, 2"],
  ["<!-- satori:begin codex -->\n<!-- satori:begin codex -->\n<!-- satori:end -->\n", "lines 1, 2, 3"],
])("damaged markers are refused, with their lines: %j", (text, lines) => {
  for (const edit of [() => add(text), () => remove(text)])
    expect(edit).toThrow(
      expect.objectContaining({
        code: "CLIENT_CONFIG_INVALID",
        message: expect.stringContaining(`damaged markers of Satori on ${lines}: `),
      }),
    );
});

test("whatever a file has, adding and removing the block restores it, and adding twice is adding once", () => {
  const files = fc.string({
    unit: fc.constantFrom("a", "\n", "\r\n", "\r", " ", "\t", "\ufeff", "<!-- x -->", "é"),
  });
  fc.assert(
    fc.property(files, fc.constantFrom("codex", "cursor"), (before, client) => {
      const after = add(before, client);
      expect(add(after, client)).toBe(after);
      expect(remove(after, client)).toBe(before);
      const shared = add(after, "gemini");
      expect(remove(remove(shared, client) ?? "", "gemini")).toBe(before);
    }),
    { numRuns: 2_000 },
  );
});
