import { expect, it } from "vitest";
import { isPlainFile, isPlainGlob, rewritten } from "./plain-rules.ts";

it.each(["a", "*.ts", "/dist", "a/**", "**/a", "a/**/b", "*.py[cod]", "[Bb]in", "a b", "-a", "~*"])(
  "reads %j as git does",
  (glob) => expect(isPlainGlob(glob)).toBe(true),
);

it.each([
  "",
  "{a,b}",
  "a?",
  "[!a]",
  "[[:alpha:]]",
  "a**b",
  "***",
  "a//b",
  "\\a",
  "[a",
  "é",
  "./a",
  "a/../b",
  "a\tb",
  "//a",
  "/",
])("may read %j otherwise than git", (glob) => expect(isPlainGlob(glob)).toBe(false));

it("takes a file for plain only if every line is", () => {
  const isPlain = (text: string): boolean => isPlainFile(Buffer.from(text));
  expect(["", "# a {b}\n\n*.o\r\n!keep.o\n/x/\n", "a  \n  \n"].map(isPlain)).toEqual([true, true, true]);
  expect(["a\n{b}\n", "\ufeffa\n", "a\rb", "a\t\n", "!!a\n", "/\n", "a\0b"].map(isPlain)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});

it("says a rule of another folder as one of the root", () => {
  const rule = (glob: string, base: string, below: string[] = []): unknown => {
    const line = rewritten({ glob, negated: false, directoryOnly: true }, base, below);
    return line.kind === "line" ? line.line : line.kind;
  };
  expect([rule("a", ""), rule("a", "src/[x]"), rule("/a", "src"), rule("a/b", "src")]).toEqual([
    "a/",
    "/src/\\[x\\]/**/a/",
    "/src/a/",
    "/src/a/b/",
  ]);
  expect([
    rule("a", "", ["app"]),
    rule("/app/a", "", ["app"]),
    rule("/lib/a", "", ["app"]),
    rule("*/a", "", ["app"]),
    rule("{a}", ""),
  ]).toEqual(["a/", "/a/", "never", "special", "special"]);
});
