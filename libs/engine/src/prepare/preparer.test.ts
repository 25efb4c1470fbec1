import { execFileSync } from "node:child_process";
import { renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder, writeFile } from "../testing/trees/tree.ts";
import { contentHash } from "./prepare-file.ts";
import { createInlinePreparer } from "./preparer.ts";

const MAX_FILE_BYTES = 100;

/** The outcome for one name below a folder that the scan took for a small file. */
async function fateOf(root: string, name: string, knownHash?: string): Promise<string> {
  const preparer = createInlinePreparer(MAX_FILE_BYTES);
  for await (const outcome of preparer.prepare([
    {
      kind: "index",
      path: name,
      source: { kind: "disk", root, diskPath: name },
      sizeBytes: 10,
      known: knownHash === undefined ? null : { hash: knownHash },
    },
  ]))
    return outcome.kind === "skipped" ? outcome.cause : outcome.kind;
  throw new Error("There is an outcome for each task");
}

function newTree(): { readonly root: string; readonly outside: string } {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const [root, outside] = [join(folder.path, "code"), join(folder.path, "secret.txt")];
  writeFile(join(root, "a.txt"), "text");
  writeFile(outside, "secret");
  return { root, outside };
}

describe("a file that is something else since the scan", () => {
  it("is gone, a folder, or larger than files may be", async () => {
    const { root } = newTree();
    expect(await fateOf(root, "a.txt")).toBe("indexed");
    expect(await fateOf(root, "gone.txt")).toBe("vanished");
    expect(await fateOf(root, "a.txt/under-a-file.txt")).toBe("vanished");
    writeFile(join(root, "folder/b.txt"), "");
    expect(await fateOf(root, "folder")).toBe("special");
    writeFile(join(root, "grown.txt"), "x".repeat(MAX_FILE_BYTES + 1));
    expect(await fateOf(root, "grown.txt")).toBe("too_large");
    expect(await fateOf(root, "n".repeat(5_000))).toBe("invalid_name");
  });

  it("is a link, which is not followed", async () => {
    const { root, outside } = newTree();
    symlinkSync(outside, join(root, "link.txt"));
    expect(await fateOf(root, "link.txt")).toBe("unreadable");
  });

  it("lies behind a link that has taken the place of its folder, and is not read there", async () => {
    const { root } = newTree();
    writeFile(join(root, "src/b.txt"), "ours");
    writeFile(join(root, "../elsewhere/b.txt"), "secret");
    renameSync(join(root, "src"), join(root, "moved"));
    symlinkSync("../elsewhere", join(root, "src"));
    expect(await fateOf(root, "src/b.txt")).toBe("vanished");
  });

  it("is none of the tree where a link has taken the place of that", async () => {
    const { root } = newTree();
    symlinkSync(root, `${root}-link`);
    expect(await fateOf(`${root}-link`, "a.txt")).toBe("vanished");
  });

  it.skipIf(process.platform === "win32")("is a pipe, which nobody waits for", async () => {
    const { root } = newTree();
    execFileSync("mkfifo", [join(root, "pipe.txt")]);
    expect(await fateOf(root, "pipe.txt")).toBe("special");
  });
});

describe("a file of which something is known", () => {
  it("is the same while its content is, whether that is indexed or left out", async () => {
    const { root } = newTree();
    writeFile(join(root, "b.bin"), "\0binary");
    expect(await fateOf(root, "a.txt", contentHash(Buffer.from("text")))).toBe("same");
    expect(await fateOf(root, "b.bin", contentHash(Buffer.from("\0binary")))).toBe("same");
  });

  it("is prepared when it has other content, or when nothing of it could be read", async () => {
    const { root } = newTree();
    writeFile(join(root, "b.bin"), "\0binary");
    expect(await fateOf(root, "a.txt", contentHash(Buffer.from("other")))).toBe("indexed");
    expect(await fateOf(root, "b.bin", contentHash(Buffer.from("text")))).toBe("binary");
    expect(await fateOf(root, "a.txt", "0".repeat(32))).toBe("indexed");
    expect(await fateOf(root, "gone.txt", contentHash(Buffer.from("text")))).toBe("vanished");
  });
});
