import { describe, expect, it } from "vitest";
import { parseRules, toByteString } from "./rule.ts";

const source = { kind: "gitignore", file: ".gitignore", base: "" } as const;

/** Checks `line:glob` of each rule, with `!` if it is negated and `/` if it matches only folders. */
function check(content: string | Uint8Array, expected: readonly string[]): void {
  const rules = parseRules(content, source);
  const shown = rules.map(({ line, glob, negated, directoryOnly }) =>
    [line, ":", negated ? "!" : "", glob, directoryOnly ? "/" : ""].join(""),
  );
  expect(shown).toEqual(expected);
}

describe("parseRules", () => {
  it("counts lines from 1 and passes over comments, blank lines and what can match nothing", () => {
    check("# comment\n\na\n  \n!\n/\n!/\n#\nb", ["3:a", "9:b"]);
  });

  it("reads negation and trailing slashes, once each", () => {
    check("!a\n!!b\na/\na//\n!a/b/", ["1:!a", "2:!!b", "3:a/", "4:a//", "5:!a/b/"]);
  });

  it("keeps escaped marks in the pattern", () => {
    check("\\!a\n\\#a\n #a", ["1:\\!a", "2:\\#a", "3: #a"]);
  });

  it("drops spaces at the end, but neither escaped ones nor tabs", () => {
    check("a  \na\\ \na\\  \na \\ b \na\t\na b", ["1:a", "2:a\\ ", "3:a\\ ", "4:a \\ b", "5:a\t", "6:a b"]);
  });

  it("keeps the spaces of a line that ends in a lone backslash, as git does", () => {
    check("a  \\", ["1:a  \\"]);
  });

  it("drops one carriage return a line, also from the last one", () => {
    check("a\r\nb \r\n\r\nc\r\r\nd\r", ["1:a", "2:b", "4:c\r", "5:d"]);
  });

  it("skips a byte order mark at the start of the file only", () => {
    check("\ufeff# comment\n\ufeffa", ["2:\xef\xbb\xbfa"]);
  });

  it("ends a line at a NUL", () => {
    check("a \0b\n\0", ["1:a"]);
  });

  it("keeps bytes that are not UTF-8", () => {
    check(Uint8Array.of(0x61, 0xff, 0x0a), ["1:a\xff"]);
  });

  it("shows the pattern as written and compares its bytes", () => {
    const [rule] = parseRules("!é/  ", source);
    expect(rule).toEqual({
      pattern: "!é/",
      line: 1,
      source,
      negated: true,
      directoryOnly: true,
      glob: toByteString("é"),
    });
  });
});
