import { expect, it } from "vitest";
import { completeRun, opened } from "../../../testing/store-content.ts";
import { temporaryFolder } from "../../../testing/trees/tree.ts";
import { openSqliteStore } from "../open-sqlite-store.ts";

const TEXTS = {
  "a.py": "def _getUser2(): pass\ndef _getuser2(): pass\ndef _get(): pass\n",
  "b.py": "class Éclair: pass\ndef éclair(): pass\n",
  "c.py": "def _getUser2(): pass\ndef _GETUSER20(): pass\nclass xÉ: pass\n",
};

it.each([
  ["_GETuser2", ["_getUser2", "_getuser2"]],
  ["_getuser20", ["_GETUSER20"]],
  ["ÉCLAIR", ["Éclair", "éclair"]],
  ["Xé", ["xÉ"]],
  ["Get", []],
])("%s", async (name, expected) => {
  using folder = temporaryFolder();
  await using store = openSqliteStore(folder.path, "/code");
  await completeRun(store, "r1", TEXTS);
  using snapshot = await opened(store);
  expect((await snapshot.namesInAnyCase(name)).toSorted()).toEqual(expected);
});
