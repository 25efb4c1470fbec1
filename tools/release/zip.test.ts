import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { expect, it, onTestFinished, vi } from "vitest";
import { zipFolder } from "./zip.ts";

function newFolder(names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "satori-zip-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "a/b"), { recursive: true });
  for (const name of names) writeFileSync(join(folder, name), `text of ${name}\n`.repeat(100));
  return folder;
}

const NAMES = ["z.txt", "a/b/c.txt", "a/d.txt"];

it("holds every file, by path", () => {
  const entries = unzipSync(zipFolder(newFolder(NAMES)));
  expect(Object.keys(entries)).toEqual(["a/b/c.txt", "a/d.txt", "z.txt"]);
  expect(strFromU8(entries["a/d.txt"] ?? new Uint8Array())).toBe("text of a/d.txt\n".repeat(100));
});

it("has the same bytes whenever, wherever and in whatever order the files were written", () => {
  const [one, other] = [newFolder(NAMES), newFolder([...NAMES].reverse())];
  utimesSync(join(other, "z.txt"), 1, 1);
  chmodSync(join(other, "z.txt"), 0o600);
  vi.stubEnv("TZ", "Pacific/Auckland");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(Buffer.from(zipFolder(other)).equals(Buffer.from(zipFolder(one)))).toBe(true);
});

it("says which files are programs", () => {
  const folder = newFolder(NAMES);
  chmodSync(join(folder, "z.txt"), 0o700);
  expect(statSync(join(folder, "z.txt")).mode & 0o777).toBe(0o700);
  const bytes = Buffer.from(zipFolder(folder));
  // From the central directory: "made by", and the upper half of the external attributes.
  const modes: Record<string, string> = {};
  for (let at = bytes.indexOf("PK\u0001\u0002"); at >= 0; at = bytes.indexOf("PK\u0001\u0002", at + 1)) {
    const name = bytes.toString("utf8", at + 46, at + 46 + bytes.readUInt16LE(at + 28));
    modes[name] = `${bytes[at + 5]}:${bytes.readUInt16LE(at + 40).toString(8)}`;
  }
  expect(modes).toEqual({ "a/b/c.txt": "3:100644", "a/d.txt": "3:100644", "z.txt": "3:100755" });
});
