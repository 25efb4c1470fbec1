import { describe, expect, it } from "vitest";
import { matchesGlob, parseGlob } from "./glob.ts";

function check(
  pattern: string,
  { yes = [], no = [] }: { yes?: readonly string[]; no?: readonly string[] },
): void {
  const glob = parseGlob(pattern);
  const matched = [...yes, ...no].filter((text) => glob !== null && matchesGlob(glob, text));
  expect(matched, pattern).toEqual(yes);
}

describe("parseGlob and matchesGlob", () => {
  it("match plain text in full only", () => {
    check("abc", { yes: ["abc"], no: ["", "ab", "abcd", "xabc", "Abc"] });
    check("a/b", { yes: ["a/b"], no: ["a", "a/", "/b", "a/b/c"] });
    check("", { yes: [""], no: ["a"] });
  });

  it("keep ? and * within a folder", () => {
    check("?", { yes: ["a", "*"], no: ["", "/", "ab"] });
    check("*", { yes: ["", "a", ".a"], no: ["a/b", "/"] });
    check("a*b", { yes: ["ab", "axb", "abab"], no: ["a/b", "aba", "b"] });
    check("*/b", { yes: ["a/b", "/b"], no: ["b", "a/c/b"] });
    check("a*/*b", { yes: ["a/b", "ax/xb"], no: ["ab", "a/x/b"] });
    check("*ab*ab", { yes: ["abab", "xabxabab"], no: ["ab", "aab"] });
  });

  it("let a double asterisk stand for folders where slashes or the ends surround it", () => {
    check("**/b", { yes: ["b", "a/b", "a/c/b"], no: ["ab", "b/a", "a/cb"] });
    check("a/**", { yes: ["a/b", "a/b/c"], no: ["a", "b/a"] });
    check("a/**/b", { yes: ["a/b", "a/x/b", "a/x/y/b"], no: ["ab", "a/xb", "ax/b"] });
    check("**", { yes: ["", "a", "a/b"] });
    check("**/**/b", { yes: ["b", "a/b"], no: ["a"] });
    check("**/a/*/**/b", { yes: ["a/x/b", "x/a/y/z/b", "a/a/x/b"], no: ["a/b", "a/x/y"] });
    check("**\\/b", { yes: ["a/b"], no: ["b"] });
  });

  it("take other runs of asterisks for one", () => {
    check("a**b", { yes: ["ab", "axb"], no: ["a/b"] });
    check("a**/b", { yes: ["a/b", "ax/b"], no: ["b", "ab", "a/x/b"] });
    check("***/b", { yes: ["b", "a/b", "a/c/b"] });
    check("**a", { yes: ["a", "ba"], no: ["b/a"] });
  });

  it("read escapes", () => {
    check("\\*", { yes: ["*"], no: ["a", "\\*"] });
    check("\\a\\[", { yes: ["a["], no: ["\\a["] });
    check("a\\", { no: ["a", "a\\", "a\\\\"] });
    check("a\\\\", { yes: ["a\\"], no: ["a"] });
  });

  it("read brackets", () => {
    check("[ab]", { yes: ["a", "b"], no: ["c", "ab", ""] });
    check("[a-c]", { yes: ["a", "b", "c"], no: ["d", "-"] });
    check("[c-a]", { yes: ["c"], no: ["a", "b", "-"] });
    check("[!a]", { yes: ["b", "!"], no: ["a", "/"] });
    check("[^a]", { yes: ["b", "^"], no: ["a"] });
    check("[]a]", { yes: ["]", "a"], no: ["[]a]"] });
    check("[!]a]", { yes: ["b"], no: ["]", "a"] });
    check("[a-]", { yes: ["a", "-"], no: ["b"] });
    check("[-a]", { yes: ["a", "-"], no: ["b"] });
    check("[a-c-e]", { yes: ["b", "-", "e"], no: ["d"] });
    check("[]-a]", { yes: ["]", "^", "a"], no: ["-", "b"] });
    check("[\\]]", { yes: ["]"], no: ["\\"] });
    check("[\\a-\\c]", { yes: ["b"], no: ["\\"] });
    check("[a/b]", { yes: ["a", "b"], no: ["/"] });
    check("x[/]y", { no: ["x/y"] });
  });

  it("read character classes, which are ASCII", () => {
    check("[[:alpha:]]", { yes: ["a", "Z"], no: ["1", "\xe9", ":"] });
    check("[[:digit:][:space:]x]", { yes: ["0", " ", "\t", "x"], no: ["y", "\v"] });
    check("[![:alnum:]]", { yes: ["-", "\xe9"], no: ["a", "1"] });
    check("[[:punct:]]", { yes: ["!", "~", "\\"], no: ["a", " ", "/"] });
    check("[[:xdigit:]-z]", { yes: ["f", "F", "-", "z"], no: ["g", "h"] });
    check("[[:upper:][:lower:]]", { yes: ["A", "b"], no: ["1"] });
    check("[[:cntrl:][:blank:]]", { yes: ["\x07", " "], no: ["a"] });
    check("[[:graph:]]", { yes: ["~"], no: [" ", "\x7f"] });
    check("[[:print:]]", { yes: ["~", " "], no: ["\x7f"] });
    check("[[:alpha]", { yes: [":", "[", "p"], no: ["z"] });
    check("[[:]", { yes: ["[", ":"], no: ["]"] });
  });

  it("match nothing with what is unterminated or unknown", () => {
    for (const pattern of [
      "[a",
      "[",
      "[!",
      "[]",
      "[a-",
      "[\\",
      "[[:alpha:]",
      "[[:nope:]]",
      "[[::]]",
      "x*[a",
    ]) {
      expect(parseGlob(pattern), pattern).toBeNull();
    }
  });

  it("match bytes", () => {
    check("?", { no: ["\xc3\xa9"] });
    check("??", { yes: ["\xc3\xa9"] });
    check("[\x80-\xff]", { yes: ["\xc3"], no: ["a"] });
  });

  it("answer at once to patterns that would take a naive matcher for ever", () => {
    const hostile = [
      { pattern: `${"a*".repeat(2_000)}b`, text: "a".repeat(4_000) },
      { pattern: `${"**/".repeat(10_000)}b`, text: "a/".repeat(2_000) },
      { pattern: `${"**/a/".repeat(1_000)}b`, text: "a/".repeat(2_000) },
      { pattern: `${"**/*a*/".repeat(500)}b`, text: "aaa/".repeat(1_000) },
      { pattern: `${"**/a*a*a*".repeat(200)}b`, text: `${"a".repeat(200)}/`.repeat(20) },
      { pattern: `**${"/*".repeat(900)}/b`, text: "a/".repeat(2_000) },
      { pattern: "[!b]*".repeat(100_000), text: "a".repeat(4_000) },
      { pattern: "[[:alpha:]]".repeat(50_000), text: "a".repeat(4_000) },
    ];
    // A naive matcher would exceed the time limit of a test by years.
    for (const { pattern, text } of hostile) check(pattern, { no: [text] });
  });
});
