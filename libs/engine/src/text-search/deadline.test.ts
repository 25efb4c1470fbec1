/** Expressions and trees that keep ripgrep busy, or use much memory: rejected, or answered in part. */
import { chmodSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { noDeadline } from "../deadline.ts";
import { ManualDeadline } from "../testing/manual-deadline.ts";
import "../testing/trees/no-git-settings.ts";
import { temporaryFolder, writeFile, writeTree } from "../testing/trees/tree.ts";
import { cutNote } from "./cut-note.ts";
import { FolderCache } from "./rules/folder-cache.ts";
import { found } from "./testing/found.ts";

function tree(text: string): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  return writeTree(folder.path, text);
}

/** A ripgrep that finds all matches, and then runs a script. */
async function ripgrepThen(script: string): Promise<() => Promise<string[]>> {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const { rgPath } = await import("@vscode/ripgrep");
  const path = join(folder.path, "rg");
  writeFile(path, `#!/bin/sh\n'${rgPath}' "$@"\n${script}\n`);
  chmodSync(path, 0o755);
  return async () => [path];
}

const words = (count: number, wordOf: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => wordOf(at)).join("|");

describe("an expression", () => {
  it.each([
    "\\w+",
    "\\w{1,100}",
    "\\p{L}{1,50}\\(",
    "[\\w.+-]+@[\\w-]+\\.[\\w.-]+",
    "\\b[0-9a-fA-F]{40}\\b",
    "^.{80,}$",
    "^.{200,500}$",
    "[A-Za-z0-9+/=]{100,1000}",
    "\\p{Han}+",
    "\\p{Cyrillic}{3,20}",
    "[^\\x00-\\x7F]+",
    "(\\w+\\s+){1,50}",
    "foo.{0,200}bar.{0,200}baz",
    "\\s{4,1000}",
    "(?x) fn \\s+ [a-z_]+ \\s* \\(",
    words(200, (at) => `word${at}`),
    words(100, (at) => `name${at}\\s*\\(`),
  ])("that somebody may ask is taken: %s", async (query) => {
    const root = tree("//- a.ts\nfoo\n");
    expect(await found(root, query, { isRegex: true })).toMatchObject({ cut: null });
  });

  it.each([
    "((((a{10}){10}){10}){10}){10}",
    "\\w{1000}{100}",
    "\\p{L}{1,1000}",
    "(\\w+\\s+){1,500}",
    "(a|b|c{1000}){1000}",
    "[\\p{L}\\p{N}]{5000}",
  ])("that is too large when it is compiled is refused, with what to do: %s", async (query) => {
    const root = tree("//- a.ts\nfoo\n");
    await expect(found(root, query, { isRegex: true })).rejects.toMatchObject({
      code: "INVALID_ARGUMENTS",
      message: expect.stringMatching(/too large.*smaller counts/),
      details: [{ path: "query" }],
    });
  });

  it("that comes to no end does not hold up other searches, however often it is asked", async () => {
    const root = tree("//- b/b.ts\nfoo\n");
    writeFile(join(root, "a/a.txt"), `${"a".repeat(900_000)}\n`);
    const leaving = new AbortController();
    const options = { deadline: noDeadline(leaving.signal) };
    const busy = Array.from({ length: availableParallelism() + 2 }, () =>
      found(root, `${"(".repeat(4)}a${"{10})".repeat(4)}{8}b`, { isRegex: true, within: ["a"] }, options),
    );
    const ends = Promise.allSettled(busy);
    expect(await found(root, "foo")).toMatchObject({ total: 1, cut: null });
    leaving.abort();
    expect((await ends).map(({ status }) => status)).toEqual(busy.map(() => "rejected"));
  });
});

describe("a search that comes to its deadline", () => {
  const TREE = "//- a.ts\nfoo\n//- b/b.ts\nfoo\n//- c.ts\nbar\n";

  it.skipIf(process.platform === "win32")(
    "gives what it has found, and says that there may be more",
    async () => {
      const root = tree(TREE);
      const deadline = new ManualDeadline();
      let files = 0;
      const accepts = (): boolean => {
        if (++files === 2) setImmediate(() => deadline.reach());
        return true;
      };
      const result = await found(
        root,
        "foo",
        { accepts },
        { deadline, ripgrep: await ripgrepThen("exec sleep 600") },
      );
      expect(result).toMatchObject({
        matches: [{ path: "a.ts" }, { path: "b/b.ts" }],
        total: 2,
        isTruncated: true,
        cut: { by: "deadline", files: 3, filesWithMatches: 2 },
      });
    },
  );

  it("before the folders are known gives what it has found, and calls nothing searched", async () => {
    const root = tree(TREE);
    const deadline = new ManualDeadline();
    class SlowFolders extends FolderCache {
      override async factsOf(...of: Parameters<FolderCache["factsOf"]>): ReturnType<FolderCache["factsOf"]> {
        deadline.reach();
        return super.factsOf(...of);
      }
    }
    expect(await found(root, "foo", {}, { deadline, folders: new SlowFolders() })).toMatchObject({
      matches: [],
      isTruncated: true,
      cut: { by: "deadline", files: null, filesWithMatches: 0 },
    });
  });

  it.skipIf(process.platform === "win32")(
    "where there are too many matches to count, shows the first of those that it has found",
    async () => {
      const root = tree(
        Array.from({ length: 30 }, (_, at) => `//- f${at}/a.txt\n${"line\n".repeat(100)}`).join(""),
      );
      const deadline = new ManualDeadline();
      let files = 0;
      const accepts = (): boolean => {
        if (++files === 25) setImmediate(() => deadline.reach());
        return true;
      };
      const result = await found(
        root,
        "line",
        { accepts, maxResults: 5 },
        { deadline, ripgrep: await ripgrepThen("exec sleep 600") },
      );
      expect(result).toMatchObject({ isTruncated: true });
      expect(result.matches).toHaveLength(5);
    },
  );

  it.skipIf(process.platform === "win32")(
    "or to the limit of ripgrep's memory, says which it was",
    async () => {
      const root = tree(TREE);
      const ripgrep = await ripgrepThen("echo 'memory allocation of 4096 bytes failed' >&2\nkill -ABRT $$");
      const result = await found(root, "foo", {}, { ripgrep });
      expect(result).toMatchObject({
        total: 2,
        isTruncated: true,
        cut: { by: "memory", files: 3, filesWithMatches: 2 },
      });
    },
  );

  it("says what is known of the rest", () => {
    const name = "the deadline of 20 s (SATORI_TEXT_SEARCH_DEADLINE_MS)";
    expect(cutNote({ by: "deadline", files: 3_400, filesWithMatches: 1 }, name)).toBe(
      "The search ended at the deadline of 20 s (SATORI_TEXT_SEARCH_DEADLINE_MS). By then 1 file had " +
        "matches; it is unknown which of the other 3399 files were searched.",
    );
    expect(cutNote({ by: "memory", files: null, filesWithMatches: 0 }, name)).toMatch(
      /memory.*By then 0 files had matches; the folders had not been listed/,
    );
  });
});

describe("a line with very many matches", () => {
  it("costs no more memory than the file, and is shown around its first match", async () => {
    const root = tree("//- b.txt\nx\na b\n");
    writeFile(join(root, "a.txt"), `"submatches":[{"start":7 ${"x".repeat(1_000)}${"a".repeat(100_000)}\n`);
    const { matches, total } = await found(root, "a", { contextLines: 1 });
    expect(total).toBe(2);
    expect(matches).toMatchObject([
      { path: "a.txt", line: 1, column: 6 },
      { path: "b.txt", line: 2, column: 1, before: ["x"] },
    ]);
    expect(matches[0]?.text.length).toBeLessThanOrEqual(502);
  });

  it("is read as far as the first match, wherever that is", async () => {
    const root = tree("");
    writeFile(join(root, "a.txt"), `${"é".repeat(200_000)}a${"ba".repeat(50_000)}`);
    writeFile(join(root, "latin.txt"), Buffer.from(`é${"b".repeat(1_000)}${"a".repeat(100_000)}`, "latin1"));
    expect((await found(root, "a")).matches).toMatchObject([
      { path: "a.txt", column: 200_001 },
      { path: "latin.txt", column: 1_002 },
    ]);
  });
});
