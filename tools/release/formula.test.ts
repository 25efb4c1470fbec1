import { readFileSync } from "node:fs";
import { join } from "node:path";
import { analyze } from "@satori/sidecar";
import { describe, expect, it } from "vitest";
import { formulaOf } from "./formula.ts";
import { ROOT } from "./packages.ts";

const template = readFileSync(join(ROOT, "packaging/homebrew/satori.rb"), "utf8");
const url = "https://registry.example/satori-code/-/satori-code-0.1.0.tgz";
const sha256 = "0123456789abcdef".repeat(4);

describe("the formula", () => {
  it("has the address and the checksum, and no other blanks", () => {
    const formula = formulaOf(template, { url, sha256 });
    expect(formula.split("\n").slice(0, 6)).toEqual([
      "class Satori < Formula",
      expect.stringMatching(/^ {2}desc "(?:.{1,79})"$/),
      '  homepage "https://satori.dev"',
      `  url "${url}"`,
      `  sha256 "${sha256}"`,
      '  license "Apache-2.0"',
    ]);
    expect(formula).not.toMatch(/@[A-Z0-9]+@/);
  });

  it("is Ruby without syntax errors", async () => {
    const diagnosticsOf = async (text: string): Promise<readonly unknown[]> =>
      (await analyze("satori.rb", text)).diagnostics;
    const formula = formulaOf(template, { url, sha256 });
    expect(await diagnosticsOf(formula)).toEqual([]);
    expect(await diagnosticsOf(formula.replace("def install", "def install("))).not.toEqual([]);
  });

  it.each([
    ["http://registry.example/satori-code/-/satori-code-0.1.0.tgz", "is not the address"],
    ["https://registry.example/other-0.1.0.tgz", "is not the address"],
    ['https://registry.example/"; system("x"); "/satori-code-0.1.0.tgz', "is not the address"],
  ])("is not made for %s", (address, message) => {
    expect(() => formulaOf(template, { url: address, sha256 })).toThrow(message);
  });

  it("is made neither with a wrong checksum nor from a template with unknown blanks", () => {
    expect(() => formulaOf(template, { url, sha256: "abc" })).toThrow("abc is not a SHA-256 digest");
    expect(() => formulaOf(`${template}@BOTTLE@`, { url, sha256 })).toThrow("fill in for @BOTTLE@");
  });
});
