import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { normalizeOrigin, originOf, originUrl } from "../../git/origin.ts";
import { viewName } from "../../model/view-name.ts";
import { readIdentity } from "./identity.ts";

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

describe("the URL of origin", () => {
  test.each([
    ['[remote "origin"]\n\turl = https://a/b\n', "https://a/b"],
    ['[remote "origin"]\r\n\turl = "https://a/b"\r\n'.replaceAll("\r", ""), "https://a/b"],
    [
      '[core]\n\tbare = false\n[remote "fork"]\n\turl = https://a/fork\n[remote "origin"]\n\tfetch = ' +
        "+refs/heads/*\n\turl=https://a/b",
      "https://a/b",
    ],
    ['[remote "fork"]\n\turl = https://a/fork\n', null],
    ['[remote "origin"]\n\tfetch = x\n[branch "main"]\n\turl = https://a/b\n', null],
    ["", null],
  ])("in %j is %s", (config, expected) => expect(originUrl(config)).toBe(expected));
});

function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "satori-identity-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function git(folder: string, ...args: string[]): void {
  execFileSync(
    "git",
    ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always", ...args],
    { cwd: folder, stdio: "ignore" },
  );
}

function repository(folder: string, origin: string): string {
  mkdirSync(folder, { recursive: true });
  git(folder, "init", "--quiet");
  git(folder, "remote", "add", "origin", origin);
  writeFileSync(join(folder, "a"), "");
  git(folder, "add", ".");
  git(folder, "commit", "--quiet", "-m", "a");
  return folder;
}

describe("a codebase", () => {
  test("in a work tree is that of the repository", () => {
    const folder = newFolder();
    const main = repository(join(folder, "main"), "https://example.com/team/shop.git");
    git(main, "worktree", "add", "--quiet", "../tree");
    expect([originOf(main), originOf(join(folder, "tree"))]).toEqual([
      "example.com/team/shop",
      "example.com/team/shop",
    ]);
    const [one, other] = [
      readIdentity(main, "/home", "host"),
      readIdentity(join(folder, "tree"), "/home", "host"),
    ];
    expect(other).toMatchObject({ id: one.id, label: one.label });
    expect(other.checkout).not.toBe(one.checkout);
  });

  test("in a submodule is that of the submodule", () => {
    const folder = newFolder();
    const inner = repository(join(folder, "inner"), "https://example.com/team/inner.git");
    const outer = repository(join(folder, "outer"), "https://example.com/team/outer.git");
    git(outer, "submodule", "add", "--quiet", inner, "parts/inner");
    git(join(outer, "parts/inner"), "remote", "set-url", "origin", "https://example.com/team/inner.git");
    expect(originOf(join(outer, "parts/inner"))).toBe("example.com/team/inner");
    mkdirSync(join(outer, "parts/own"));
    expect(originOf(join(outer, "parts/own"))).toBe("example.com/team/outer//parts/own");
  });

  test("without an origin is its folder, and two homes are two checkouts", () => {
    const folder = newFolder();
    mkdirSync(join(folder, "a"));
    mkdirSync(join(folder, "b"));
    expect(originOf(join(folder, "a"))).toBeNull();
    expect(readIdentity(join(folder, "a"), "/home", "host").id).not.toBe(
      readIdentity(join(folder, "b"), "/home", "host").id,
    );
    const [one, other] = [
      readIdentity(join(folder, "a"), "/home1", "host"),
      readIdentity(join(folder, "a"), "/home2", "host"),
    ];
    expect([one.id === other.id, one.checkout === other.checkout]).toEqual([true, false]);
  });

  test("of a commit is that of its folder, as a checkout of its own", () => {
    const main = repository(join(newFolder(), "main"), "https://example.com/team/app.git");
    const [disk, commit] = [main, viewName(main, "0123abc")].map((view) =>
      readIdentity(view, "/home", "host"),
    );
    expect([commit?.id, commit?.label]).toEqual([disk?.id, disk?.label]);
    expect(commit?.checkout).not.toBe(disk?.checkout);
  });

  test("has a label that collections can be named by", () => {
    const folder = newFolder();
    for (const name of ["Ünïcode näme", "---", "a".repeat(200), "9 lives.d"]) {
      mkdirSync(join(folder, name));
      expect(readIdentity(join(folder, name), "/home", "host")).toMatchObject({
        id: expect.stringMatching(/^[0-9a-f]{16}$/),
        label: expect.stringMatching(/^[a-z0-9_]{1,40}$/),
        checkout: expect.stringMatching(/^[0-9a-f]{12}$/),
      });
    }
  });
});
