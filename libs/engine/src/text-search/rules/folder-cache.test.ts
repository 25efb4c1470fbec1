import { expect, it } from "vitest";
import { type ExclusionLines, Exclusions } from "./folder-cache.ts";

/** Folder names end in `/`. */
function linesOf({
  kept = [],
  ignored,
}: {
  kept?: readonly string[];
  ignored: readonly string[];
}): ExclusionLines {
  const leftOut = new Exclusions();
  const entryOf = (text: string): [path: string, name: string, kind: "file" | "directory"] => {
    const path = text.replace(/\/$/, "");
    return [path, path.slice(path.lastIndexOf("/") + 1), path === text ? "file" : "directory"];
  };
  for (const text of kept) leftOut.keep(...(entryOf(text).slice(1) as [string, "file" | "directory"]));
  for (const text of ignored) leftOut.ignore(...entryOf(text));
  return leftOut.lines();
}

it("takes one line for all that have an extension or a name, where none of them is kept", () => {
  const ignored = ["a.png", "src/b.png", "src/.DS_Store", "src/tags", "a/dist/", "b/dist/"];
  expect(linesOf({ ignored })).toEqual({ lines: ["dist/", "*.png", "*.DS_Store", "tags"], isWhole: true });
  expect(linesOf({ kept: ["x/dist", "x/.png.ts"], ignored }).lines).toEqual([
    "dist/",
    "*.png",
    "*.DS_Store",
    "tags",
  ]);
});

it.each([
  ["a file", ["x/c.png"], ["a.png", "b.png"], ["/a.png", "/b.png"]],
  ["a folder", ["x/c.png/"], ["a.png"], ["/a.png"]],
  ["a folder of a name that a file would have", ["x/tags/"], ["tags"], ["/tags"]],
  ["a folder of the name", ["x/dist/"], ["a/dist/"], ["/a/dist/"]],
])("names each where the line would leave out %s that is kept", (_, kept, ignored, expected) =>
  expect(linesOf({ kept, ignored }).lines).toEqual(expected),
);

it("escapes what means more in a pattern, and says nothing of what no line can say", () => {
  expect(linesOf({ ignored: ["#[a]/", "b c.{d}", "e.f\n", "g/\ufffd/", "h "] }).lines).toEqual([
    "/\\#\\[a\\]/",
    "/b\\ c.\\{d\\}",
  ]);
});

it("names no more files than are soon read, and says so, but every folder", () => {
  const many = Array.from({ length: 400 }, (_, at) => at);
  const { lines, isWhole } = linesOf({
    kept: ["a.json", "out/"],
    ignored: [...many.map((at) => `${at}.json`), ...many.map((at) => `${at}/out/`)],
  });
  expect([lines.filter((line) => line.endsWith("/")).length, lines.length, isWhole]).toEqual([
    400,
    700,
    false,
  ]);
});
