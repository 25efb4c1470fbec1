import { expect, test } from "vitest";
import { COMMON_NAME, textOf, versionOf } from "./versions.ts";

test("a version is the same each time, and every line of it names it", () => {
  expect(versionOf(17, 3)).toEqual(versionOf(17, 3));
  for (const file of [0, 1, 34, 35]) {
    for (let edition = 0; edition < 30; edition++) {
      const { tag, lines } = versionOf(file, edition);
      expect(lines.filter((line) => line !== "" && !new RegExp(`\\b${tag}\\b`).test(line))).toEqual([]);
    }
  }
});

test("editions differ in where their functions stand, so that lines at the wrong place show", () => {
  const places = Array.from({ length: 10 }, (_, edition) =>
    versionOf(8, edition).lines.findIndex((line) => line.includes(`function ${COMMON_NAME}(`)),
  );
  expect(new Set(places).size).toBeGreaterThan(7);
  expect(
    new Set(Array.from({ length: 10 }, (_, edition) => versionOf(8, edition).lines.length)).size,
  ).toBeGreaterThan(5);
});

test("each function is declared once, in the language of its file", () => {
  for (const [file, keyword] of [
    [4, "export function"],
    [5, "def"],
  ] as const) {
    const version = versionOf(file, 2);
    expect(new Set(version.names).size).toBe(version.names.length);
    expect(version.names.at(-1)).toBe(COMMON_NAME);
    for (const name of version.names) expect(textOf(version).split(`${keyword} ${name}(`)).toHaveLength(2);
  }
});
