/** Origins of repositories: as they are written, and from repositories that somebody else has prepared. */
import { execFileSync } from "node:child_process";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { findRepository } from "../ignore/git/locations.ts";
import { committed, git } from "../testing/trees/git.ts";
import { temporaryFolder, writeTree } from "../testing/trees/tree.ts";
import { normalizeOrigin, originOf } from "./origin.ts";

describe("an origin", () => {
  test.each([
    ["https://github.com/Owner/Name.git", "github.com/Owner/Name"],
    ["https://user:token@GitHub.com/Owner/Name", "github.com/Owner/Name"],
    ["git@github.com:Owner/Name.git", "github.com/Owner/Name"],
    ["github.com:Owner/Name/", "github.com/Owner/Name"],
    ["ssh://git@github.com:22/Owner//Name.git/", "github.com/Owner/Name"],
    ["git://host/deep/er/name.git", "host/deep/er/name"],
    ["/srv/git/name.git", null],
    ["../name", null],
    ["file:///srv/git/name.git", null],
    ["C:\\git\\name", null],
    ["C:/git/name", null],
    ["https://github.com/", null],
    ["", null],
  ])("%s is %s", (url, expected) => expect(normalizeOrigin(url)).toBe(expected));

  test("is the same however it is spelled, and tells repositories apart", () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
    fc.assert(
      fc.property(word, word, word, word, (host, owner, name, other) => {
        const spellings = [
          `https://${host}.org/${owner}/${name}`,
          `https://me@${host}.org:8443/${owner}/${name}.git`,
          `git@${host}.org:${owner}/${name}.git`,
          `ssh://git@${host}.org/${owner}/${name}/`,
        ];
        expect(new Set(spellings.map(normalizeOrigin))).toEqual(new Set([`${host}.org/${owner}/${name}`]));
        if (other !== name)
          expect(normalizeOrigin(`git@${host}.org:${owner}/${other}`)).not.toBe(
            normalizeOrigin(spellings[0] ?? ""),
          );
      }),
    );
  });

  test("shows no secret that its URL holds", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9]{12}$/), (token) => {
        expect(normalizeOrigin(`https://oauth2:${token}@example.com/a/b.git`)).not.toContain(token);
      }),
    );
  });
});

/** A common folder with this configuration. */
function configured(config: string): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  writeFileSync(join(folder.path, "config"), config);
  return folder.path;
}

describe("the origin of a repository", () => {
  test.each([
    ['[remote "origin"]\n\turl = https://a/b\n', "a/b"],
    ['[remote "origin"]\r\n\turl = "https://a/b"\r\n', "a/b"],
    ['[remote "origin"] url = https://a/b # ours\n', "a/b"],
    ['[core]\n\tbare = false\n[remote "fork"]\n\turl = https://a/fork\n', null],
    ['[remote "fork"]\nurl = https://a/f\n[remote "origin"]\n\tfetch = +refs/*\n\turl=https://a/b', "a/b"],
    ['[remote "origin"]\nurl = https://a/b\nurl = https://a/mirror\n', "a/b"],
    ['[remote "origin"]\n\tfetch = x\n[branch "main"]\n\turl = https://a/b\n', null],
    ['[remote "origin"]\n\turl\n', null],
    ["", null],
  ])("with the configuration %j is %s", (config, expected) =>
    expect(originOf(configured(config))).toBe(expected),
  );

  test("is that of its work trees and not that of its submodules", () => {
    const folder = temporaryFolder();
    onTestFinished(() => folder[Symbol.dispose]());
    const [main, inner] = ["main", "inner"].map((name) => {
      const root = committed(writeTree(join(folder.path, name), "//- a.ts\na\n"));
      git(root, "remote", "add", "origin", `https://example.org/${name}`);
      return root;
    }) as [string, string];
    git(main, "worktree", "add", "-q", "../tree");
    git(main, "-c", "protocol.file.allow=always", "submodule", "add", "-q", inner, "parts/inner");
    git(join(main, "parts/inner"), "remote", "set-url", "origin", "https://example.org/inner");
    const origins = [main, join(folder.path, "tree"), join(main, "parts/inner")].map((root) =>
      originOf(findRepository(root).commonDir as string),
    );
    expect(origins).toEqual(["example.org/main", "example.org/main", "example.org/inner"]);
  });

  test.skipIf(process.platform === "win32").each([
    ["a pipe", (path: string) => void execFileSync("mkfifo", [path])],
    ["a link to a device", (path: string) => symlinkSync("/dev/zero", path)],
    ["a link to itself", (path: string) => symlinkSync(path, path)],
  ])("is unknown with %s in the place of its configuration", (_, put) => {
    const commonDir = configured("");
    rmSync(join(commonDir, "config"));
    put(join(commonDir, "config"));
    expect(originOf(commonDir)).toBeNull();
  });
});
