import { chmodSync, copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { itAsOrdinaryUser } from "../../testing/trees/ordinary-user.ts";
import { completeRun, runOf, sync } from "../../testing/store-content.ts";
import { temporaryFolder } from "../../testing/trees/tree.ts";
import type { Store } from "../store.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

function newFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  // A name with characters that have a meaning in URLs.
  const inner = join(folder.path, "50% of a?b#c");
  mkdirSync(inner);
  return inner;
}

/** Makes a folder read-only until the test ends or calls the result. */
function protect(folder: string): () => void {
  const allow = (): void => chmodSync(folder, 0o700);
  chmodSync(folder, 0o500);
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o400);
  onTestFinished(allow);
  return () => {
    allow();
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o600);
  };
}

async function textOf(store: Store, path: string): Promise<string | undefined> {
  using snapshot = await store.snapshot();
  const at = snapshot?.fileAt(path) ?? -1;
  return at === -1 ? undefined : (await snapshot?.contents([at]))?.[0]?.text;
}

itAsOrdinaryUser(
  "an index in a folder that is read-only can be read, and says why it cannot be written",
  async () => {
    const folder = newFolder();
    const origin = newFolder();
    await using first = openSqliteStore(origin, "/code");
    await completeRun(first, "r1", { "a.txt": "one" });
    // The files that a process leaves when it ends normally.
    copyFileSync(join(origin, "index.db"), join(folder, "index.db"));
    const allow = protect(folder);

    await using frozen = openSqliteStore(folder, "/code");
    expect(frozen.isFrozen).toBe(true);
    expect(await frozen.head()).toMatchObject({ complete: { run: { id: "r1" } }, latest: null });
    expect(await frozen.statistics("r1")).toMatchObject({ files: 1 });
    expect(await frozen.sizeBytes()).toBeGreaterThan(0);
    expect(await textOf(frozen, "a.txt")).toBe("one");
    for (const write of [
      () => frozen.beginRun(runOf("r2")),
      () => sync(frozen, "r1", { texts: { "a.txt": "two" } }),
    ])
      await expect(write()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });

    allow();
    await using writable = openSqliteStore(folder, "/code");
    await sync(writable, "r1", { texts: { "a.txt": "two" } });
    expect([writable.isFrozen, await textOf(writable, "a.txt"), await textOf(frozen, "a.txt")]).toEqual([
      false,
      "two",
      "one",
    ]);
  },
);

itAsOrdinaryUser("an index whose log holds more than its file is not read without it", async () => {
  const folder = newFolder();
  const copy = newFolder();
  await using store = openSqliteStore(folder, "/code");
  await completeRun(store, "r1", { "a.txt": "one" });
  await sync(store, "r1", { texts: { "a.txt": "two" } });
  // The files that a killed process leaves.
  for (const name of ["index.db", "index.db-wal"]) copyFileSync(join(folder, name), join(copy, name));
  const allow = protect(copy);
  expect(() => openSqliteStore(copy, "/code")).toThrow(
    expect.objectContaining({ code: "STORE_UNAVAILABLE" }),
  );
  allow();
  await using mended = openSqliteStore(copy, "/code");
  expect(await textOf(mended, "a.txt")).toBe("two");
});

itAsOrdinaryUser("where there is no index yet, none is made up", () => {
  const folder = newFolder();
  protect(folder);
  expect(() => openSqliteStore(folder, "/code")).toThrow(
    expect.objectContaining({ code: "STORE_UNAVAILABLE" }),
  );
});
