import { expect, test } from "vitest";
import { renderDiff } from "./diff.ts";

test("the lines that differ stand between three that do not", () => {
  expect(renderDiff("a\nb\nc\nd\ne\nf\ng\nh\n", "a\nb\nc\nd\nE\nx\nf\ng\nh\n")).toEqual([
    "@@ -2,7 +2,8 @@",
    " b",
    " c",
    " d",
    "-e",
    "+E",
    "+x",
    " f",
    " g",
    " h",
  ]);
  expect(renderDiff("", "a\nb\n")).toEqual(["@@ -0,0 +1,2 @@", "+a", "+b"]);
  expect(renderDiff("a\n", "a\nb\n")).toEqual(["@@ -1,1 +1,2 @@", " a", "+b"]);
  expect(renderDiff("same\n", "same\n")).toEqual([]);
});

test("keys of others are not shown, be it in lines around or in those that change", () => {
  const before = '"API_KEY": "abc",\nauth_token = "abc"\n"Authorization": "Bearer abc"\n';
  const shown = renderDiff(before, `${before}x\n`).join("\n");
  expect(shown).not.toContain("abc");
  expect(shown).toContain(' "API_KEY": [secret],\n auth_token = [secret]\n "Authorization": [secret]\n+x');
  const servers = (rest: string): string =>
    `"satori": { "command": "old" },\n"other": { "env": { "API_KEY": "abc" } }${rest}\n`;
  expect(renderDiff(servers(""), servers(', "mine": {}'))).toEqual([
    "@@ -1,2 +1,2 @@",
    ' "satori": { "command": "old" },',
    '-"other": { "env": { "API_KEY": [secret] } }',
    '+"other": { "env": { "API_KEY": [secret] } }, "mine": {}',
  ]);
  const own = (name: string): string =>
    `"command": "${name}",\n"env": {\n  "API_KEY": "abc"\n},\n"args": ["${name}"]\n`;
  expect(renderDiff(own("old"), own("new"))).toEqual([
    "@@ -1,5 +1,5 @@",
    ...["old", "new"].flatMap((name) =>
      [`"command": "${name}",`, '"env": {', '  "API_KEY": [secret]', "},", `"args": ["${name}"]`].map(
        (line) => (name === "old" ? "-" : "+") + line,
      ),
    ),
  ]);
});

test("a key that is changed is a line that changes, and is not shown", () => {
  expect(
    renderDiff('"args": [\n  "--token",\n  "abc"\n]\n', '"args": [\n  "--token",\n  "def"\n]\n'),
  ).toEqual(["@@ -1,4 +1,4 @@", ' "args": [', '   "--token",', "-  [secret]", "+  [secret]", " ]"]);
});
