import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Child, startChild } from "../../testing/child-script.ts";
import { itAsOrdinaryUser } from "../../testing/trees/ordinary-user.ts";
import { temporaryFolder } from "../../testing/trees/tree.ts";
import { lockOwner, tryLock } from "./lock.ts";
import { currentProcess } from "./process-identity.ts";

const NOW_MS = Date.UTC(2026, 0, 1);

function newFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  return folder.path;
}

/** Takes the lock, reports it, and releases it on request. */
const HOLDER = `
  import { tryLock } from "./lock.ts";
  const lock = tryLock(process.argv[2], Date.UTC(2026, 0, 1));
  console.log(lock ? "taken" : "refused");
  process.stdin.once("data", () => {
    lock?.[Symbol.dispose]();
    console.log("released");
  });
`;

async function startHolder(folder: string): Promise<Child> {
  const child = await startChild(HOLDER, import.meta.url, newFolder(), [folder]);
  onTestFinished(() => child.kill());
  return child;
}

describe("a lock", () => {
  it("is one holder's at a time, and free when it is let go", () => {
    const folder = join(newFolder(), "not", "there", "yet");
    {
      using lock = tryLock(folder, NOW_MS);
      expect(lock).not.toBeNull();
      expect(tryLock(folder, NOW_MS)).toBeNull();
    }
    using again = tryLock(folder, NOW_MS);
    expect(again).not.toBeNull();
  });

  itAsOrdinaryUser("is let go of even where nothing can be written any more", () => {
    const folder = newFolder();
    const lock = tryLock(folder, NOW_MS);
    chmodSync(folder, 0o500);
    expect(() => lock?.[Symbol.dispose]()).not.toThrow();
    chmodSync(folder, 0o700);
    using again = tryLock(folder, NOW_MS);
    expect(again).not.toBeNull();
  });

  it("of one folder has nothing to do with that of another", () => {
    const folder = newFolder();
    using one = tryLock(join(folder, "one"), NOW_MS);
    using other = tryLock(join(folder, "other"), NOW_MS);
    expect([one, other].every(Boolean)).toBe(true);
  });

  it("stays with a process that asks for it once more in vain", async () => {
    const folder = newFolder();
    using lock = tryLock(folder, NOW_MS);
    expect([lock === null, tryLock(folder, NOW_MS)]).toEqual([false, null]);
    expect(await (await startHolder(folder)).nextLine()).toBe("refused");
  });

  it("holds against other processes, until they let go or die", async () => {
    const folder = newFolder();
    const first = await startHolder(folder);
    expect(await first.nextLine()).toBe("taken");
    expect(tryLock(folder, NOW_MS)).toBeNull();
    first.tell("release");
    expect(await first.nextLine()).toBe("released");
    const own = tryLock(folder, NOW_MS);
    expect(own).not.toBeNull();
    expect(await (await startHolder(folder)).nextLine()).toBe("refused");
    own?.[Symbol.dispose]();
    const second = await startHolder(folder);
    expect(await second.nextLine()).toBe("taken");
    await second.kill();
    using afterwards = tryLock(folder, NOW_MS);
    expect(afterwards).not.toBeNull();
  });

  it.each<[string, (path: string) => void]>([
    ["a file of something else", (path) => writeFileSync(path, "no database at all ".repeat(500))],
    ["a file of zeros", (path) => writeFileSync(path, Buffer.alloc(8_192))],
    ["a few bytes", (path) => writeFileSync(path, "lock")],
    ["an empty folder", (path) => mkdirSync(path)],
  ])("is taken where %s stands in its place, by one", async (_, put) => {
    const folder = newFolder();
    put(join(folder, "lock.db"));
    using lock = tryLock(folder, NOW_MS);
    expect(lock).not.toBeNull();
    expect(await (await startHolder(folder)).nextLine()).toBe("refused");
  });

  it("says that it cannot be taken where a folder that holds something stands in its place", () => {
    const folder = newFolder();
    mkdirSync(join(folder, "lock.db", "inside"), { recursive: true });
    expect(() => tryLock(folder, NOW_MS)).toThrow(
      expect.objectContaining({
        code: "STORE_UNAVAILABLE",
        message:
          "The lock of the index (lock.db) cannot be taken: a non-empty folder has its path: move it " +
          "away, and try again.",
        aboutOthers: `It is ${join(folder, "lock.db")}.`,
      }),
    );
  });

  it("cannot be taken where no folder can be made", () => {
    const folder = newFolder();
    writeFileSync(join(folder, "file"), "");
    expect(() => tryLock(join(folder, "file", "index"), NOW_MS)).toThrow(
      expect.objectContaining({ code: "STORE_UNAVAILABLE" }),
    );
  });
});

/**
 * Removes a folder again and again, like the last step of `clear`. Between two removals, the lock can be
 * taken.
 */
const REMOVER = `
  import { rmSync } from "node:fs";
  console.log("removing");
  const word = new Int32Array(new SharedArrayBuffer(4));
  for (;; Atomics.wait(word, 0, 0, 1)) {
    try {
      rmSync(process.argv[2], { recursive: true, force: true });
    } catch {
      // Something was put there meanwhile: the next time.
    }
  }
`;

it("a folder that goes while its lock is asked for is no failure of the disk", async () => {
  const folder = join(newFolder(), "index");
  const child = await startChild(REMOVER, import.meta.url, newFolder(), [folder]);
  onTestFinished(() => child.kill());
  await child.nextLine();
  let taken = 0;
  for (let asked = 0; asked < 300; asked++) {
    using lock = tryLock(folder, NOW_MS);
    if (lock) taken++;
  }
  expect(taken).toBeGreaterThan(0);
});

describe("the owner of a lock", () => {
  it("is named while it holds", () => {
    const folder = newFolder();
    expect(lockOwner(folder)).toBeNull();
    {
      using _lock = tryLock(folder, NOW_MS);
      expect(lockOwner(folder)).toEqual({ ...currentProcess(), since: "2026-01-01T00:00:00.000Z" });
    }
    expect(lockOwner(folder)).toBeNull();
  });

  it("stays the one who has it when somebody else asks in vain", async () => {
    const folder = newFolder();
    const child = await startHolder(folder);
    await child.nextLine();
    expect(tryLock(folder, NOW_MS)).toBeNull();
    expect(lockOwner(folder)?.pid).toBe(child.pid);
  });

  it("is nobody when it died, though its note is still there", async () => {
    const folder = newFolder();
    const child = await startHolder(folder);
    await child.nextLine();
    await child.kill();
    expect([readdirSync(folder).includes("lock-owner.json"), lockOwner(folder)]).toEqual([true, null]);
  });

  it.each([
    "",
    "{",
    "null",
    "[]",
    JSON.stringify({ pid: process.pid, startedAt: "another time", since: "" }),
  ])("is nobody by the note %j", (note) => {
    const folder = newFolder();
    writeFileSync(join(folder, "lock-owner.json"), note);
    expect(lockOwner(folder)).toBeNull();
    using lock = tryLock(folder, NOW_MS);
    expect(lock).not.toBeNull();
    expect(existsSync(join(folder, "lock-owner.json"))).toBe(true);
  });
});
