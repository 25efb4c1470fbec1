import { expect, it } from "vitest";
import type { CodebaseEntry } from "@satori/contracts";
import { refusalOf, servedFolders } from "./served-folders.ts";

const entry = (path: string): CodebaseEntry => ({
  path,
  state: "indexed",
  files: 1,
  chunks: 1,
  languages: [],
  lastIndexedAt: null,
  fingerprint: null,
});
const codebases = {
  ready: [entry("/b"), entry("/c/d")],
  indexing: [],
  requiresReindex: [],
  failed: [entry("/a")],
};

it("a served folder has no index unless it is a codebase, part of one, or has some inside", () =>
  expect(servedFolders({ codebases, allowedRoots: ["/e", "/b/inner", "/c", "/a"] })).toEqual({
    indexed: ["/b", "/c/d", "/a"],
    unindexed: ["/e"],
    parents: ["/c"],
    allowed: ["/e", "/b/inner", "/c", "/a"],
  }));

it("a server that is not confined serves any folder", () => {
  const { unindexed, allowed } = servedFolders({ codebases });
  expect([unindexed, allowed, refusalOf("/etc", allowed), refusalOf("src", allowed)]).toEqual([
    [],
    null,
    null,
    null,
  ]);
});

it.each([
  ["/home/shop", null],
  ["/home/shop/", null],
  ["/home/shop/src", null],
  ["C:\\work\\x", null],
  ["/home/shopping", "/home/shopping is not served. Served: /home/shop, C:\\work, and the folders inside."],
  ["/home/shop/../depot", "/home/shop/../depot is not served."],
  ["/", "/ is not served."],
  ["src", "src is not a whole path, such as /home/shop."],
])("%s", (folder, refusal) => {
  const told = refusalOf(folder, ["/home/shop", "C:\\work"]);
  if (refusal === null) expect(told).toBeNull();
  else expect(told).toContain(refusal);
});
