import { expect, test } from "vitest";
import { renderDiff } from "./diff.ts";

test("the lines that differ stand between three that do not", () => {
  expect(renderDiff("a\nb\nc\nd\ne\nf\ng\nh\n", "a\nb\nc\nd\nE\nx\nf\ng\nh\n")).toEqual(["@@ -2,7 +2,8 @@", " b", " c", " d", "-e", "+E", "+x", " f", " g", " h"]);
  expect(renderDiff("", "a\nb\n")).toEqual(["@@ -0,0 +1,2 @@", "+a", "+b"]);
  expect(renderDiff("a\n", "a\nb\n")).toEqual(["@@ -1,1 +1,2 @@", " a", "+b"]);
  expect(renderDiff("same\n", "same\n")).toEqual([]);
});

test("keys of others that stand around are not shown", () => {
  const before = '"API_KEY": "abc",\nauth_token = "abc"\n"Authorization": "Bearer abc"\n';
  const shown = renderDiff(before, `${before}x\n`).join("\n");
  expect(shown).not.toContain("abc");
  expect(shown).toContain(' "API_KEY": [secret],\n auth_token = [secret]\n "Authorization": [secret]\n+x');
});
