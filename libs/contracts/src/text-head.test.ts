import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeInvisible, formatHead, parseHead, quoted } from "./text-head.ts";
import { TOOL_NAMES } from "./tool-names.ts";

describe("a head", () => {
  it("names the tool, then its fields in their order; undefined ones are left out", () => {
    expect(
      formatHead("search_codebase", {
        confidence: "medium",
        results: 3,
        warnings: "FILES_SKIPPED,OUTPUT_TRUNCATED",
        session: undefined,
        root: "/src/shop",
      }),
    ).toBe(
      "satori/1 search_codebase ok confidence=medium results=3 warnings=FILES_SKIPPED,OUTPUT_TRUNCATED " +
        "root=/src/shop",
    );
    expect(formatHead("list_dir", {})).toBe("satori/1 list_dir ok");
  });

  it("quotes values that are not plain, with everything escaped that is not seen", () => {
    const written = (root: string): string => formatHead("read_file", { root }).split("root=")[1] ?? "";
    expect(written("/src/my shop")).toBe('"/src/my shop"');
    expect(written('/a"b')).toBe(String.raw`"/a\"b"`);
    expect(written("/a\nsatori/1 read_file ok")).toBe(String.raw`"/a\nsatori/1 read_file ok"`);
    expect(written("/a\u202eb\u2028\u007f\u0085\ufeff")).toBe(
      String.raw`"/a\u202eb\u2028\u007f\u0085\ufeff"`,
    );
    expect(written(String.raw`C:\src`)).toBe(String.raw`"C:\\src"`);
    expect(written("/日本")).toBe('"/日本"');
    expect(written("")).toBe('""');
    expect(written("\ud800")).toBe(String.raw`"\ud800"`);
  });

  it("is read back whatever its values contain, on one line without control characters", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TOOL_NAMES),
        fc.dictionary(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/), fc.string({ unit: "binary" })),
        (tool, fields) => {
          const line = formatHead(tool, fields);
          expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202e]/);
          expect(parseHead(line)).toEqual({ tool, fields });
        },
      ),
      { seed: 1, numRuns: 1_000 },
    );
  });

  it.each([
    "",
    "satori/1",
    "satori/1 search_codebase",
    "satori/1 search_codebase error",
    "satori/1 search_codebase okay",
    "satori/2 search_codebase ok",
    " satori/1 search_codebase ok",
    "satori/1 grep ok",
    "satori/1 toString ok",
    "satori/1 search_codebase ok ",
    "satori/1 search_codebase ok root",
    "satori/1 search_codebase ok root=",
    'satori/1 search_codebase ok root="/a',
    String.raw`satori/1 search_codebase ok root="\x"`,
    "satori/1 search_codebase ok root=/a b",
    "satori/1 search_codebase ok  root=/a",
    'satori/1 search_codebase ok root="a"b',
    "satori/1 search_codebase ok root=/a\r",
  ])("is not %j", (line) => expect(parseHead(line)).toBeNull());

  it("has the first of two values of a field", () =>
    expect(parseHead("satori/1 list_dir ok root=/a root=/b")?.fields).toEqual({ root: "/a" }));
});

it("JSON keeps its value when its invisible characters are escaped", () => {
  expect(quoted("a\u200bb😀")).toBe(String.raw`"a\u200bb😀"`);
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value);
      expect(JSON.stringify(JSON.parse(escapeInvisible(json)))).toBe(json);
    }),
    { seed: 1, numRuns: 300 },
  );
});
