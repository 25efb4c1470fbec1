import { temporaryFolder } from "../testing/trees/tree.ts";
import { MemoryDisk } from "./memory/memory-store.ts";
import { openSqliteStore } from "./sqlite/open-sqlite-store.ts";
import { describeStore } from "./store.suite.ts";

describeStore("memory", () => {
  const disk = new MemoryDisk();
  return { open: () => disk.open("index", "/code"), [Symbol.dispose]: () => undefined };
});

describeStore("sqlite", () => {
  const folder = temporaryFolder();
  return {
    open: () => openSqliteStore(folder.path, "/code"),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
});
