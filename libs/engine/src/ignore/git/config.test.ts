import { describe, expect, it } from "vitest";
import { parseGitConfig } from "./config.ts";

function check(text: string, expected: Readonly<Record<string, string | null>>): void {
  expect(Object.fromEntries(parseGitConfig(text).map(({ name, value }) => [name, value]))).toEqual(expected);
}

describe("parseGitConfig", () => {
  it("lowers the case of sections and keys, not of subsections", () => {
    check('[Core]\n\texcludesFile = a\n[remote "Origin \\"x\\""]\nURL=b\n', {
      "core.excludesfile": "a",
      'remote.Origin "x".url': "b",
    });
  });

  it("drops comments and the space around values, and keeps the space inside", () => {
    check("# c\n; c\n[a]\n  b =  x  y \t# c\n  c = z;c\n", { "a.b": "x  y", "a.c": "z" });
  });

  it("reads quotes and escapes", () => {
    check('[a]\nb = "x # y " z\nc = \\"q\\" \\\\ \\t|\nd = " "\n', {
      "a.b": "x # y  z",
      "a.c": '"q" \\ \t|',
      "a.d": " ",
    });
  });

  it("joins lines after a backslash", () => {
    check("[a]\nb = x\\\n  y\\\r\nz\n", { "a.b": "x  yz" });
  });

  it("takes a key on the line of its section, and one without a value", () => {
    check("[a] b = x\n[c]\nd\ne =\n", { "a.b": "x", "c.d": null, "c.e": "" });
  });

  it("takes a key without a section, as git does", () => {
    check("b = x\n[a]\nb = y\n", { b: "x", "a.b": "y" });
  });

  it("passes over lines that make no sense", () => {
    check("[a\n= x\n[a]\n?\nb = y", { "a.b": "y" });
  });

  it("reads files with a byte order mark and carriage returns", () => {
    check("\ufeff[a]\r\nb = x\r\n", { "a.b": "x" });
  });
});
