import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder, writeFile } from "../testing/trees/tree.ts";
import { ListFolder } from "./tree-search.ts";

it("lists are gone with their folder", () => {
  using parent = temporaryFolder();
  const lists = new ListFolder(parent.path);
  const path = lists.write("ignored", ["a/", "b"]);
  expect([dirname(dirname(path)), readFileSync(path, "utf8")]).toEqual([parent.path, "a/\nb\n"]);
  lists[Symbol.dispose]();
  expect(existsSync(dirname(path))).toBe(false);
});

it("a place where nothing can be written is named, with the cause", () => {
  using parent = temporaryFolder();
  writeFile(join(parent.path, "file"), "");
  for (const [name, cause] of [
    ["nowhere", "ENOENT"],
    ["file", "ENOTDIR"],
  ] as const) {
    const path = join(parent.path, name);
    expect(() => new ListFolder(path)).toThrow(
      expect.objectContaining({
        code: "TEMPORARY_FOLDER_UNUSABLE",
        message: expect.stringContaining(`${path}, which is not writable (${cause})`),
        details: { path },
      }),
    );
  }
  using lists = new ListFolder(parent.path);
  expect(() => lists.write("no/such/folder", [])).toThrow(
    expect.objectContaining({ code: "TEMPORARY_FOLDER_UNUSABLE" }),
  );
});
