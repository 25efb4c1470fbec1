import { expect, test } from "vitest";
import { fileAt } from "./tree.ts";

test("the tree is the same each time, and no two files share a path or a text", () => {
  const files = Array.from({ length: 20_000 }, (_, at) => fileAt(at));
  expect(new Set(files.map(({ path }) => path)).size).toBe(files.length);
  expect(new Set(files.map(({ text }) => text)).size).toBe(files.length);
  expect(fileAt(12_345)).toEqual({
    path: "area1/area2/area3/publish_token_12345.ts",
    text:
      "/** Will publish the token number 12345. */\nexport function publish_token_12345(token: number): " +
      "number {\n  return token + 12345;\n}\n",
  });
});

test("no folder holds more than a person's would", () => {
  const sizes = new Map<string, number>();
  for (let at = 0; at < 20_000; at++) {
    const folder = fileAt(at).path.replace(/\/[^/]+$/, "");
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
  }
  expect(Math.max(...sizes.values())).toBe(100);
  expect(sizes.size).toBe(200);
});
