import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { temporaryFolder, writtenTree } from "../testing/written-tree.ts";
import { findGitLocations, hostEnvironment } from "./locations.ts";

const nobody = { home: null, variables: { GIT_CONFIG_NOSYSTEM: "1" } };
const repository = "//- .git/HEAD\n//- .git/objects/\n";

describe("the repository", () => {
  function check(
    tree: string,
    from: string,
    expected: { topLevel: string | null; commonDir: string | null },
  ): void {
    const folder = writtenTree(tree);
    const absolute = (path: string | null): string | null => (path === null ? null : join(folder, path));
    const { topLevel, commonDir } = findGitLocations(join(folder, from), nobody);
    expect({ topLevel, commonDir }).toEqual({
      topLevel: absolute(expected.topLevel),
      commonDir: absolute(expected.commonDir),
    });
  }

  it("is the nearest one from the folder upwards", () => {
    check(`${repository}//- a/b/`, "a/b", { topLevel: ".", commonDir: ".git" });
    check(`${repository}//- a/.git/HEAD\n//- a/.git/objects/\n//- a/b/`, "a/b", {
      topLevel: "a",
      commonDir: "a/.git",
    });
    check("//- a/", "a", { topLevel: null, commonDir: null });
  });

  // Quadratic time would mean hours here.
  it("is where a .git file is, though it were a megabyte of line ends", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, ".git"), `gitdir: ${"\r".repeat(1_000_000)}x\n`);
    expect(findGitLocations(folder, nobody)).toMatchObject({ topLevel: folder, commonDir: null });
  });

  it("is not an empty .git folder", () => {
    check(`${repository}//- a/.git/`, "a", { topLevel: ".", commonDir: ".git" });
  });

  it("of a linked work tree shares the folder of the main one", () => {
    const gitDir = "//- main/.git/worktrees/w/HEAD\n//- main/.git/worktrees/w/commondir\n../..\n";
    const main = "//- main/.git/HEAD\n//- main/.git/objects/\n";
    check(`${main}${gitDir}//- w/.git\ngitdir: ../main/.git/worktrees/w\n`, "w", {
      topLevel: "w",
      commonDir: "main/.git",
    });
  });

  it("of a submodule is the folder that its .git file names", () => {
    const gitDir = "//- .git/modules/s/HEAD\n//- .git/modules/s/objects/\n";
    check(`${repository}${gitDir}//- s/.git\ngitdir: ../.git/modules/s\n`, "s", {
      topLevel: "s",
      commonDir: ".git/modules/s",
    });
  });

  it("may be out of reach, and the work tree still ends there", () => {
    check(`${repository}//- w/.git\ngitdir: /nowhere/.git/worktrees/w\n`, "w", {
      topLevel: "w",
      commonDir: null,
    });
  });
});

describe("the global excludes file", () => {
  /** Files of the home folder and of the repository, and variables; `~` in them is the home folder. */
  function check(
    setup: { home?: string; config?: string; variables?: Readonly<Record<string, string>> },
    expected: string | null,
  ): void {
    const home = writtenTree(setup.home ?? "");
    const root = writtenTree(repository);
    if (setup.config !== undefined) writeFileSync(join(root, ".git/config"), setup.config);
    const variables = Object.entries(setup.variables ?? {}).map(([name, value]) => [
      name,
      value.replace("~", home),
    ]);
    const environment = { home, variables: { GIT_CONFIG_NOSYSTEM: "1", ...Object.fromEntries(variables) } };
    const found = findGitLocations(root, environment).excludesFile;
    expect(found?.replace(home, "~").replace(root, ".") ?? null).toBe(expected);
  }

  it("is git/ignore in the configuration folder by default", () => {
    check({}, "~/.config/git/ignore");
    check({ variables: { XDG_CONFIG_HOME: "~/xdg" } }, "~/xdg/git/ignore");
    check({ variables: { XDG_CONFIG_HOME: "" } }, "~/.config/git/ignore");
  });

  it("is what core.excludesFile says, the later file winning", () => {
    check({ home: "//- .gitconfig\n[core]\nexcludesFile = ~/a b" }, "~/a b");
    check(
      {
        home: "//- .config/git/config\n[core]\nexcludesfile = ~/x\n//- .gitconfig\n[core]\nexcludesfile = ~/y",
      },
      "~/y",
    );
    check({ home: "//- .gitconfig\n[core]\nexcludesFile = ~/a", config: "[core]\nexcludesFile = b" }, "./b");
    check({ home: "//- c\n[core]\nexcludesFile = /c", variables: { GIT_CONFIG_GLOBAL: "~/c" } }, "/c");
    check(
      {
        home: "//- s\n[core]\nexcludesFile = /s",
        variables: { GIT_CONFIG_NOSYSTEM: "0", GIT_CONFIG_SYSTEM: "~/s" },
      },
      "/s",
    );
  });

  it("may be set in an included file, even one that includes itself", () => {
    const home =
      "//- .gitconfig\n[include]\npath = more\n//- more\n[include]\npath = " +
      "~/more\n[core]\nexcludesFile = ~/i";
    check({ home }, "~/i");
  });

  it("is switched off by an empty value, and unknown in another person's home", () => {
    check({ home: "//- .gitconfig\n[core]\nexcludesFile =" }, null);
    check({ home: "//- .gitconfig\n[core]\nexcludesFile = ~other/x" }, null);
  });

  it("falls back to the default when it is optional and missing", () => {
    check({ home: "//- .gitconfig\n[core]\nexcludesFile = :(optional)~/x" }, "~/.config/git/ignore");
    check({ home: "//- x\n//- .gitconfig\n[core]\nexcludesFile = :(optional)~/x" }, "~/x");
  });

  it("is not known without a home folder", () => {
    expect(findGitLocations(temporaryFolder(), nobody).excludesFile).toBeNull();
  });

  it("is no file of the working directory, where `HOME` is empty or relative", () => {
    for (const [home, expected] of [
      ["", null],
      [".", null],
      ["/home/me", "/home/me"],
    ] as const) {
      vi.stubEnv("HOME", home);
      expect(hostEnvironment().home, home).toBe(expected);
    }
    vi.unstubAllEnvs();
  });
});
