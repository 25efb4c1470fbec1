import { chmodSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { noDeadline } from "../deadline.ts";
import { randomTreeArbitrary, writeRandomTree } from "../ignore/testing/random-tree.ts";
import { entryKind, entryPath } from "../model/manifest.ts";
import { NO_SETTINGS } from "../model/run.ts";
import { git } from "../testing/trees/git.ts";
import "../testing/trees/no-git-settings.ts";
import { temporaryFolder, writeFile } from "../testing/trees/tree.ts";
import { type CommitRequest, filesOfCommit } from "./files-of-commit.ts";
import { keptFolders } from "./kept-folders.ts";

const MAX_FILE_BYTES = 1_000;

function newFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  return join(folder.path, "repo");
}

/** Commits everything there is, whatever ignores it. */
function commitAll(root: string): string {
  git(root, "add", "--all", "--force", ".");
  git(root, "commit", "--quiet", "--allow-empty", "--message", "all");
  return git(root, "rev-parse", "HEAD").trim();
}

function repository(files: Readonly<Record<string, string>>): string {
  const root = newFolder();
  mkdirSync(root, { recursive: true });
  git(root, "init", "--quiet");
  for (const [path, content] of Object.entries(files)) writeFile(join(root, path), content);
  return root;
}

const request = (root: string, commit: string, more: Partial<CommitRequest> = {}): CommitRequest => ({
  root,
  commit,
  settings: NO_SETTINGS,
  home: "/nowhere",
  maxFileBytes: MAX_FILE_BYTES,
  ...more,
});

/** What a scan of the disk keeps. */
async function onDisk(root: string): Promise<string[]> {
  const paths: string[] = [];
  const scan = {
    root,
    settings: NO_SETTINGS,
    home: "/nowhere",
    maxFileBytes: MAX_FILE_BYTES,
    nowMs: 0,
    enters: () => true,
    deadline: noDeadline(),
  };
  for await (const { manifest } of keptFolders(scan))
    for (const [at, name] of (manifest?.names ?? []).entries())
      if (manifest && entryKind(manifest, at) === "file") paths.push(entryPath(manifest.path, name));
  return paths.sort();
}

async function inCommit(root: string, commit: string, more: Partial<CommitRequest> = {}): Promise<string[]> {
  return (await filesOfCommit(request(root, commit, more))).files.map(({ path }) => path);
}

async function leftOut(root: string, commit: string): Promise<string[][]> {
  return (await filesOfCommit(request(root, commit))).leftOut.map(({ path, cause }) => [path, cause]);
}

describe("the files of a commit", () => {
  // Odd names need a file system that allows them.
  it.runIf(process.platform === "linux")(
    "are those that a scan of its checkout keeps, in random trees and their folders",
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(randomTreeArbitrary, async (tree) => {
          const root = newFolder();
          writeRandomTree(tree, root, join(root, "../home"));
          const commit = commitAll(root);
          // What git does not list (empty folders) has no files either.
          expect(await inCommit(root, commit)).toEqual(await onDisk(root));
          const folder = [...tree.entries].find(([, kind]) => kind === "directory")?.[0];
          const hasFiles =
            folder !== undefined && git(root, "ls-files", "-z", "--", `:(literal)${folder}`) !== "";
          if (hasFiles)
            expect(await inCommit(join(root, folder), commit)).toEqual(await onDisk(join(root, folder)));
        }),
        { seed: 20_261_129, numRuns: 25 },
      );
    },
  );

  it("depend on the ignore files of the commit, and not on those of today", async () => {
    const root = repository({ ".gitignore": "*.gen.ts\n", "a.gen.ts": "", "b.ts": "", "sub/c.ts": "" });
    const first = commitAll(root);
    writeFile(join(root, ".gitignore"), "b.ts\n");
    writeFile(join(root, "sub/.satoriignore"), "c.ts\n");
    const second = commitAll(root);
    writeFile(join(root, ".gitignore"), "*\n");
    expect(await inCommit(root, first)).toEqual([".gitignore", "b.ts", "sub/c.ts"]);
    expect(await inCommit(root, second)).toEqual([".gitignore", "a.gen.ts", "sub/.satoriignore"]);
    expect(await leftOut(root, second)).toEqual([
      ["b.ts", "ignored"],
      ["sub/c.ts", "ignored"],
    ]);
  });

  it("are without secrets by today's names, and follow the codebase's own patterns", async () => {
    const root = repository({ ".env": "KEY=1", id_rsa: "x", "a.ts": "", "b.py": "" });
    const commit = commitAll(root);
    writeFile(join(root, ".git/info/exclude"), "b.py\n");
    expect(await inCommit(root, commit)).toEqual(["a.ts"]);
    const settings = { ...NO_SETTINGS, ignorePatterns: ["*.ts", "!b.py"] };
    expect(await inCommit(root, commit, { settings })).toEqual(["b.py"]);
  });

  it("obey ignore files above the codebase, if they are in its repository", async () => {
    const root = repository({
      ".gitignore": "/app/lib/x.ts\n*.tmp.ts\n",
      "app/.satoriignore": "y.ts\n",
      "app/lib/x.ts": "",
      "app/lib/y.ts": "",
      "app/lib/z.ts": "",
      "app/lib/w.tmp.ts": "",
      "other.ts": "",
    });
    const commit = commitAll(root);
    rmSync(join(root, ".gitignore"));
    rmSync(join(root, "app/.satoriignore"));
    expect(await inCommit(join(root, "app/lib"), commit)).toEqual(["z.ts"]);
  });

  it("are listed with sizes and ids, and those left out with the cause", async () => {
    const root = repository({
      "a.ts": "abc",
      "big.ts": "x".repeat(MAX_FILE_BYTES + 1),
      "node_modules/b.ts": "",
    });
    symlinkSync("a.ts", join(root, "link.ts"));
    symlinkSync("a.ts", join(root, "node_modules/link.ts"));
    commitAll(root);
    git(root, "update-index", "--add", "--cacheinfo", `160000,${git(root, "rev-parse", "HEAD").trim()},lib`);
    git(root, "commit", "--quiet", "--message", "submodule");
    const commit = git(root, "rev-parse", "HEAD").trim();
    const { files } = await filesOfCommit(request(root, commit));
    expect(files).toEqual([{ path: "a.ts", id: git(root, "rev-parse", "HEAD:a.ts").trim(), sizeBytes: 3 }]);
    expect(await leftOut(root, commit)).toEqual([
      ["big.ts", "too_large"],
      ["lib", "submodule"],
      ["link.ts", "link"],
      ["node_modules/b.ts", "ignored"],
      ["node_modules/link.ts", "ignored"],
    ]);
  });

  it("of two names with one composed form are one", async () => {
    const root = repository({});
    writeFile(join(root, "x"), "1");
    const id = git(root, "hash-object", "-w", "x").trim();
    rmSync(join(root, "x"));
    for (const name of ["caf\u00e9.ts", "cafe\u0301.ts"])
      git(root, "update-index", "--add", "--cacheinfo", `100644,${id},${name}`);
    git(root, "commit", "--quiet", "--message", "names");
    const commit = git(root, "rev-parse", "HEAD").trim();
    expect(await inCommit(root, commit)).toEqual(["caf\u00e9.ts"]);
    expect(await leftOut(root, commit)).toEqual([["cafe\u0301.ts", "invalid_name"]]);
  });

  it("are unknown where an ignore file cannot be read", async () => {
    const root = repository({ "a.ts": "", "sub/.gitignore": "*.log\n", "sub/b.ts": "" });
    const commit = commitAll(root);
    const id = git(root, "rev-parse", "HEAD:sub/.gitignore").trim();
    const object = join(root, ".git/objects", id.slice(0, 2), id.slice(2));
    chmodSync(object, 0o600);
    writeFile(object, "damaged");
    const read = await leftOut(root, commit).catch((error: { code: string }) => error.code);
    expect(read).toEqual([
      ["sub/.gitignore", "unreadable"],
      ["sub/b.ts", "unreadable"],
    ]);
  });
});
