import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { viewName } from "../../model/view-name.ts";
import { readIdentity } from "./identity.ts";

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
    const [one, other] = [
      readIdentity(main, "/home", "host"),
      readIdentity(join(folder, "tree"), "/home", "host"),
    ];
    expect(one.label).toBe("team_shop");
    expect(other).toMatchObject({ id: one.id, label: one.label });
    expect(other.checkout).not.toBe(one.checkout);
  });

  test("in a submodule is that of the submodule", () => {
    const folder = newFolder();
    const inner = repository(join(folder, "inner"), "https://example.com/team/inner.git");
    const outer = repository(join(folder, "outer"), "https://example.com/team/outer.git");
    git(outer, "submodule", "add", "--quiet", inner, "parts/inner");
    git(join(outer, "parts/inner"), "remote", "set-url", "origin", "https://example.com/team/inner.git");
    mkdirSync(join(outer, "parts/own"));
    const labels = ["parts/inner", "parts/own"].map(
      (path) => readIdentity(join(outer, path), "/home", "host").label,
    );
    expect(labels).toEqual(["team_inner", "parts_own"]);
    expect(readIdentity(join(outer, "parts"), "/home", "host").id).not.toBe(
      readIdentity(outer, "/home", "host").id,
    );
  });

  test("without an origin is its folder, and two homes are two checkouts", () => {
    const folder = newFolder();
    mkdirSync(join(folder, "a"));
    mkdirSync(join(folder, "b"));
    expect(readIdentity(join(folder, "a"), "/home", "host").id).not.toBe(
      readIdentity(join(folder, "b"), "/home", "host").id,
    );
    const [one, other] = [
      readIdentity(join(folder, "a"), "/home1", "host"),
      readIdentity(join(folder, "a"), "/home2", "host"),
    ];
    expect([one.id === other.id, one.checkout === other.checkout]).toEqual([true, false]);
  });

  test("is that of the repository around it, past an empty .git folder", () => {
    const main = repository(join(newFolder(), "main"), "https://example.com/team/app.git");
    mkdirSync(join(main, "lib", ".git"), { recursive: true });
    expect(readIdentity(join(main, "lib"), "/home", "host").label).toBe("app_lib");
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
