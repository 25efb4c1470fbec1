import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { NO_SETTINGS } from "../model/run.ts";
import { contentHash } from "../prepare/prepare-file.ts";
import { type FilePreparer, createInlinePreparer } from "../prepare/preparer.ts";
import { git } from "../testing/trees/git.ts";
import { temporaryFolder, writeFile } from "../testing/trees/tree.ts";
import { commitSource } from "./commit-source.ts";
import type { ScannedFile, TreeSource } from "./tree-source.ts";

const MAX_FILE_BYTES = 100;
const LFS_POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n";

/** The source of a commit with these files, after its scan. */
async function scannedCommit(
  texts: Readonly<Record<string, string>>,
  preparer: FilePreparer,
): Promise<TreeSource> {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const root = join(folder.path, "code");
  for (const [path, text] of Object.entries(texts)) writeFile(join(root, path), text);
  git(root, "init", "--quiet");
  git(root, "add", "--all");
  git(root, "commit", "--quiet", "--message", "all");
  const commit = git(root, "rev-parse", "HEAD").trim();
  const home = join(folder.path, "home");
  const source = commitSource(
    { root, commit, settings: NO_SETTINGS, home, maxFileBytes: MAX_FILE_BYTES },
    preparer,
  );
  await source.walk({
    root,
    rules: () => {
      throw new Error("a commit has its own rules");
    },
    previous: new Map(),
    trustsVerdicts: false,
    maxFileBytes: MAX_FILE_BYTES,
    nowMs: 0,
  });
  return source;
}

const scanned = (path: string, of: Partial<ScannedFile> = {}): ScannedFile => ({
  path,
  diskPath: path,
  sizeBytes: 10,
  known: null,
  ...of,
});

describe("the files of a commit", () => {
  it("are prepared, stored already, or left out, in their order", async () => {
    const texts = { "a.txt": "one", "b.txt": LFS_POINTER, "c.txt": "three", "d.txt": "four" };
    const source = await scannedCommit(texts, createInlinePreparer(MAX_FILE_BYTES));
    const files = [
      scanned("a.txt"),
      scanned("b.txt"),
      scanned("c.txt", { stored: [contentHash(Buffer.from("three"))] }),
      scanned("d.txt", { stored: [contentHash(Buffer.from("three"))] }),
    ];
    const fates: string[] = [];
    for await (const outcome of source.prepare(files))
      fates.push(`${outcome.path}: ${outcome.kind === "skipped" ? outcome.cause : outcome.kind}`);
    expect(fates).toEqual(["a.txt: indexed", "b.txt: lfs_pointer", "c.txt: stored", "d.txt: indexed"]);
  });

  it("are given up by workers when nobody takes them any more, as after a failed write", async () => {
    const inner = createInlinePreparer(MAX_FILE_BYTES);
    let isEnded = false;
    const source = await scannedCommit(
      { "a.txt": "one", "b.txt": "two" },
      {
        async *prepare(...args) {
          try {
            yield* inner.prepare(...args);
          } finally {
            isEnded = true;
          }
        },
        [Symbol.asyncDispose]: () => Promise.resolve(),
      },
    );
    const writing = async (): Promise<void> => {
      for await (const { path } of source.prepare([scanned("a.txt"), scanned("b.txt")]))
        throw new Error(`${path} cannot be written`);
    };
    await expect(writing()).rejects.toThrow("a.txt cannot be written");
    expect(isEnded).toBe(true);
  });
});
