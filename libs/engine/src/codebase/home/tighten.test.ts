/**
 * Modes of entries in the home: created for the owner alone, whatever the umask, and tightened if an earlier
 * version created them with another mode.
 */
import { chmodSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { FakeEmbedder } from "../../embed/fake.ts";
import { manage, newPlace } from "../../sync/testing/managed.ts";
import { temporaryFolder } from "../../testing/trees/tree.ts";
import { tightenHome } from "./tighten.ts";

const hasModes = process.platform !== "win32";
const usual = hasModes ? process.umask() : 0;
afterEach(() => void process.umask(usual));

/** Entries that others can access, relative to a folder; the folder itself is `.`. */
function openToOthers(folder: string, below = "."): string[] {
  const path = join(folder, below);
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return [];
  const own = (stats.mode & 0o077) === 0 ? [] : [below];
  return stats.isDirectory()
    ? [...own, ...readdirSync(path).flatMap((name) => openToOthers(folder, join(below, name)))]
    : own;
}

function newFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  return folder.path;
}

function write(path: string, mode: number): void {
  writeFileSync(path, "");
  chmodSync(path, mode);
}

describe.runIf(hasModes)("the home", () => {
  it.each([0o000, 0o022, 0o002])(
    "is for its owner alone with umask %o, and so is every file in it",
    async (umask) => {
      process.umask(umask);
      const place = newPlace();
      const engine = place.engine({
        embedder: new FakeEmbedder({ cacheable: true, host: "embeddings.example.com" }),
      });
      await engine.index();
      place.tree.write("c.txt", "changed");
      await manage(engine, "sync");
      await engine.call("search_codebase", { query: "alpha" });
      expect(readdirSync(engine.codebase.folder)).toEqual(
        expect.arrayContaining([
          "codebase.json",
          "index.db",
          "index.db-shm",
          "index.db-wal",
          "lock.db",
          "upload.json",
        ]),
      );
      expect(readdirSync(place.home)).toContain("cache.db");
      expect(openToOthers(place.home)).toEqual([]);
    },
  );

  it("is tightened with what is in it when an index is opened that an earlier version made", async () => {
    const place = newPlace();
    await place.engine().index();
    const { folder } = place.engine().codebase;
    write(join(place.home, "cache.db"), 0o644);
    write(join(folder, "cancel"), 0o666);
    for (const path of [place.home, join(place.home, "indexes"), folder]) chmodSync(path, 0o775);
    for (const name of ["index.db", "lock.db", "codebase.json"]) chmodSync(join(folder, name), 0o644);
    // Like another process: this one has tightened its home already.
    tightenHome(`${place.home}/`, folder);
    expect(openToOthers(place.home)).toEqual([]);
  });

  it("keeps its mode where it holds something else, and what is not Satori's stays as it is", () => {
    const home = newFolder();
    const index = join(home, "indexes", "a-1");
    mkdirSync(index, { recursive: true });
    mkdirSync(join(home, "photos"));
    for (const path of [home, join(home, "photos"), join(home, "indexes"), index]) chmodSync(path, 0o755);
    write(join(index, "index.db"), 0o644);
    tightenHome(home, index);
    expect(openToOthers(home)).toEqual([".", "photos"]);
  });

  it("is not followed out of by a link", () => {
    const [home, elsewhere] = [newFolder(), newFolder()];
    chmodSync(elsewhere, 0o755);
    write(join(elsewhere, "cache.db"), 0o644);
    symlinkSync(elsewhere, join(home, "indexes"));
    symlinkSync(join(elsewhere, "cache.db"), join(home, "cache.db"));
    tightenHome(home, join(home, "indexes", "a-1"));
    expect(openToOthers(elsewhere)).toEqual([".", "cache.db"]);
  });
});
