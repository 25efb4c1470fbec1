/** Listing and reading commits of real repositories. */
import { existsSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { committed, git } from "../testing/trees/git.ts";
import { temporaryFolder, writeFile } from "../testing/trees/tree.ts";
import { listTree, prefixInRepository, commitEntries } from "./list-tree.ts";
import { type Blob, readBlobs } from "./read-blobs.ts";

beforeEach(() => void vi.stubEnv("GIT_CONFIG_GLOBAL", "/dev/null").stubEnv("GIT_CONFIG_NOSYSTEM", "1"));
afterEach(() => void vi.unstubAllEnvs());

function newFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  return join(folder.path, "repo");
}

function repository(files: Readonly<Record<string, string | Buffer>>, ...init: string[]): string {
  const root = newFolder();
  writeFile(join(root, ".keep"), "");
  rmSync(join(root, ".keep"));
  git(root, "init", "--quiet", ...init);
  for (const [path, content] of Object.entries(files)) {
    writeFile(join(root, path), "");
    writeFileSync(join(root, path), content);
  }
  return committed(root);
}

const idOf = (root: string, name: string): string => git(root, "rev-parse", name).trim();
const commitOf = (root: string): { commit: string } => ({ commit: idOf(root, "HEAD") });

async function blobs(root: string, ids: readonly string[], maxBytes = 1_000_000): Promise<Blob[]> {
  const read: Blob[] = [];
  for await (const blob of readBlobs(root, ids, { maxBytes })) read.push(blob);
  return read;
}

/** Contents as text, or what else there is. */
const shown = (read: readonly Blob[]): string[] =>
  read.map((blob) => (blob.kind === "content" ? blob.bytes.toString() : blob.kind));

describe("the list of a commit", () => {
  it("has every file with its size, also those with odd names, and nothing of the work tree", async () => {
    const names = ["a.ts", "b/c d.ts", "b/new\nline.ts", "-v", "ünï.ts", "deep/er/and/er.txt", 'q"t.ts'];
    const root = repository(Object.fromEntries(names.map((name) => [name, `content of ${name}`])));
    writeFile(join(root, "later.ts"), "uncommitted");
    rmSync(join(root, "a.ts"));
    const listed = await listTree(root, commitOf(root));
    expect(listed.map(({ path }) => path).sort()).toEqual([...names].sort());
    for (const { path, id, sizeBytes, kind } of listed) {
      expect([path, kind, id]).toEqual([path, "file", idOf(root, `HEAD:${path}`)]);
      expect(sizeBytes).toBe(Buffer.byteLength(`content of ${path}`));
    }
  });

  it("tells links and submodules from files", async () => {
    const root = repository({ "a.ts": "x" });
    symlinkSync("a.ts", join(root, "link"));
    git(root, "add", "link");
    git(root, "update-index", "--add", "--cacheinfo", `160000,${idOf(root, "HEAD")},lib`);
    git(root, "commit", "--quiet", "--message", "more");
    expect(
      (await listTree(root, commitOf(root))).map(({ path, kind, sizeBytes }) => [path, kind, sizeBytes]),
    ).toEqual([
      ["a.ts", "file", 1],
      ["lib", "submodule", null],
      ["link", "link", 4],
    ]);
  });

  it("can be of some folders and files alone, missing ones among them", async () => {
    const root = repository({ "a.ts": "", "sub/b.ts": "", "sub/c/d.ts": "", "subway.ts": "" });
    const paths = async (...wanted: string[]): Promise<(string | null)[]> =>
      (await listTree(root, { ...commitOf(root), paths: wanted })).map(({ path }) => path);
    expect(await paths("sub/")).toEqual(["sub/b.ts", "sub/c/d.ts"]);
    expect(await paths("sub/c/", "a.ts", "none.ts", "none/")).toEqual(["a.ts", "sub/c/d.ts"]);
    // Paths start at the top level, whichever folder the call names.
    expect(await listTree(join(root, "sub"), { ...commitOf(root), paths: ["sub/c/"] })).toHaveLength(1);
    expect([await prefixInRepository(root), await prefixInRepository(join(root, "sub/c"))]).toEqual([
      "",
      "sub/c/",
    ]);
  });

  it("has ids of 64 digits in a repository with SHA-256", async () => {
    const root = repository({ "a.ts": "x\n" }, "--object-format=sha256");
    const [entry] = await listTree(root, commitOf(root));
    expect(entry?.id).toMatch(/^[0-9a-f]{64}$/);
    expect(shown(await blobs(root, [entry?.id ?? ""]))).toEqual(["x\n"]);
  });

  it("shows a name that is not UTF-8, which has no path", () => {
    const entry = Buffer.concat([
      Buffer.from(`100644 blob ${"a".repeat(40)}       7\tb`),
      Buffer.from([0xff]),
      Buffer.from(".ts\0"),
    ]);
    expect(commitEntries(entry)).toEqual([
      { kind: "file", id: "a".repeat(40), sizeBytes: 7, path: null, shownPath: "b\u{fffd}.ts" },
    ]);
    expect(commitEntries(entry.subarray(0, -1))).toEqual([]);
  });
});

describe("contents", () => {
  it("are those of the commit, byte for byte, in the order of the ids, repeated ones too", async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7) % 256));
    const root = repository({ "a.bin": bytes, "b.txt": "", "c.txt": "no line end" });
    writeFile(join(root, "a.bin"), "changed");
    const ids = ["c.txt", "a.bin", "b.txt", "c.txt"].map((path) => idOf(root, `HEAD:${path}`));
    const read = await blobs(root, ids);
    expect(read.map(({ id }) => id)).toEqual(ids);
    expect(shown(read).filter((_, at) => at !== 1)).toEqual(["no line end", "", "no line end"]);
    expect(read[1]?.kind === "content" && read[1].bytes.equals(bytes)).toBe(true);
  });

  it("of a thousand files come from one process", async () => {
    const files = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`f${at}.ts`, `text ${at}\n`]));
    const root = repository(files);
    const listed = await listTree(root, commitOf(root));
    const read = await blobs(
      root,
      listed.map(({ id }) => id),
    );
    expect(shown(read)).toEqual(listed.map(({ path }) => files[path ?? ""]));
  });

  it("are left out beyond the limit, and those after them are read", async () => {
    const root = repository({ "a.txt": "x".repeat(100_000), "b.txt": "small" });
    const ids = ["a.txt", "b.txt"].map((path) => idOf(root, `HEAD:${path}`));
    const read = await blobs(root, ids, 99_999);
    expect(read).toMatchObject([{ kind: "too_large", sizeBytes: 100_000 }, { kind: "content" }]);
    expect(shown(await blobs(root, ids, 100_000))).toEqual(["x".repeat(100_000), "small"]);
  });

  it("of Git LFS are elsewhere", async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"4".repeat(64)}\nsize 12345\n`;
    const root = repository({
      "a.bin": pointer,
      "b.md": `See ${pointer}`,
      "c.txt": `${pointer}${"x".repeat(2_000)}`,
    });
    const ids = ["a.bin", "b.md", "c.txt"].map((path) => idOf(root, `HEAD:${path}`));
    expect((await blobs(root, ids)).map(({ kind }) => kind)).toEqual(["lfs_pointer", "content", "content"]);
  });

  it("are not those of a folder, a commit, or an id that the repository does not have", async () => {
    const root = repository({ "sub/a.txt": "x" });
    const ids = ["HEAD", "HEAD:sub", "HEAD:sub/a.txt"].map((name) => idOf(root, name));
    expect(shown(await blobs(root, [ids[0] ?? "", "0".repeat(40), ids[1] ?? "", ids[2] ?? ""]))).toEqual([
      "unreadable",
      "unreadable",
      "unreadable",
      "x",
    ]);
  });

  it("that are damaged cost only themselves", async () => {
    const root = repository({ "a.txt": "one\n", "b.txt": "two\n", "c.txt": "three\n" });
    const ids = ["a.txt", "b.txt", "c.txt"].map((path) => idOf(root, `HEAD:${path}`));
    const [, damaged = ""] = ids;
    const object = join(root, ".git/objects", damaged.slice(0, 2), damaged.slice(2));
    rmSync(object);
    writeFileSync(object, "not an object");
    expect(shown(await blobs(root, ids))).toEqual(["one\n", "unreadable", "three\n"]);
  });

  it("are not fetched by a partial clone", async () => {
    const source = repository({ "a.txt": "one\n", "b.txt": "two\n" });
    git(source, "config", "uploadpack.allowFilter", "true");
    const clone = newFolder();
    git(source, "clone", "--quiet", "--no-checkout", "--filter=blob:none", `file://${source}`, clone);
    // Git fetches this one itself.
    git(clone, "cat-file", "blob", idOf(source, "HEAD:b.txt"));
    const listed = await listTree(clone, commitOf(clone));
    expect(listed.map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual([
      ["a.txt", null],
      ["b.txt", 4],
    ]);
    const read = await blobs(
      clone,
      listed.map(({ id }) => id),
    );
    expect(shown(read)).toEqual(["unreadable", "two\n"]);
    expect(git(clone, "rev-list", "--objects", "--missing=print", "HEAD")).toMatch(/^\?/m);
  });

  it("are as stored: nothing that the repository configures runs", async () => {
    const root = repository({
      ".gitattributes": "*.txt filter=evil diff=evil text eol=crlf\n",
      "a.txt": "line\n",
    });
    const mark = join(root, "mark");
    const program = `touch ${mark}; cat`;
    for (const [name, value] of [
      ["filter.evil.smudge", program],
      ["filter.evil.process", program],
      ["diff.evil.textconv", program],
      ["diff.evil.command", program],
      ["diff.external", program],
      ["core.fsmonitor", program],
      ["core.hooksPath", root],
      ["core.sshCommand", program],
      ["core.pager", program],
    ] as const)
      git(root, "config", name, value);
    expect(shown(await blobs(root, [idOf(root, "HEAD:a.txt")]))).toEqual(["line\n"]);
    await listTree(root, commitOf(root));
    expect(existsSync(mark)).toBe(false);
  });

  it("are those of the id, whatever replaces it", async () => {
    const root = repository({ "a.txt": "real\n", "b.txt": "other\n" });
    const [real = "", other = ""] = ["a.txt", "b.txt"].map((path) => idOf(root, `HEAD:${path}`));
    git(root, "replace", real, other);
    expect(shown(await blobs(root, [real]))).toEqual(["real\n"]);
  });
});

describe.skipIf(process.platform !== "linux")("the process that reads", () => {
  /** Ids of the running git processes that read objects in a folder. */
  const readers = (root: string): string[] =>
    readdirSync("/proc").filter((pid) => {
      try {
        const line = /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/cmdline`, "utf8") : "";
        return line.includes("cat-file") && line.includes(root);
      } catch {
        return false;
      }
    });
  const ids = (root: string): string[] => Array.from({ length: 200 }, () => idOf(root, "HEAD:a.txt"));

  it("ends when its reader stops, or is cancelled", async () => {
    const root = repository({ "a.txt": "x".repeat(200_000) });
    const wanted = ids(root);
    for await (const blob of readBlobs(root, wanted, { maxBytes: 1_000_000 })) {
      expect(blob.kind).toBe("content");
      expect(readers(root)).not.toEqual([]);
      break;
    }
    expect(readers(root)).toEqual([]);
    const caller = new AbortController();
    const reading = (async () => {
      for await (const _ of readBlobs(root, wanted, { maxBytes: 1_000_000, signal: caller.signal }))
        caller.abort();
    })();
    await expect(reading).rejects.toMatchObject({ code: "CANCELLED" });
    expect(readers(root)).toEqual([]);
  });
});
