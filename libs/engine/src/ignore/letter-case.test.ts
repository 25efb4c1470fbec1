/** `core.ignorecase`: rules that ignore case, compared with git itself. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_SETTINGS } from "../model/run.ts";
import { openRules } from "../scan/rules.ts";
import "../testing/trees/no-git-settings.ts";
import { committed, git } from "../testing/trees/git.ts";
import { findGitLocations } from "./git/locations.ts";
import { type IgnorePolicy, openIgnorePolicy } from "./policy.ts";
import { askGit } from "./testing/git-oracle.ts";
import { randomTreeArbitrary, writeRandomTree } from "./testing/random-tree.ts";
import { temporaryFolder, writtenTree } from "./testing/written-tree.ts";

const CONFIG = "[core]\n\tignorecase = true\n";
const REPOSITORY = "//- .git/HEAD\nref: refs/heads/main\n//- .git/objects/\n//- .git/refs/\n";

function policyOf(root: string, home: string | null): IgnorePolicy {
  return openIgnorePolicy({ root, defaultPatterns: [], environment: { home, variables: {} } });
}

it.runIf(process.platform === "linux")(
  "names the same rule as git for every path of random repositories",
  () => {
    const flip = (text: string, at: number): string =>
      at % 3 === 0 ? text.toUpperCase() : at % 3 === 1 ? text : text.toLowerCase();
    fc.assert(
      fc.property(randomTreeArbitrary, fc.nat(2), (tree, shift) => {
        const folder = temporaryFolder();
        const [topLevel, home] = [join(folder, "repository"), join(folder, "home")];
        const controlFiles = new Map(
          [...tree.controlFiles].map(([path, content], at) => [path, flip(content, at + shift)] as const),
        );
        writeRandomTree(
          { ...tree, controlFiles, globalExcludes: flip(tree.globalExcludes, shift) },
          topLevel,
          home,
        );
        writeFileSync(join(topLevel, ".git/config"), CONFIG);
        const policy = policyOf(topLevel, home);
        for (const { path, rule } of askGit({ topLevel, home, paths: [...tree.entries.keys()] })) {
          const { rule: own } = policy.ignores(path, tree.entries.get(path) ?? "file");
          const shown = own && `${own.source.file}:${own.line}:${own.pattern}`;
          expect({ path, rule: shown }).toEqual({ path, rule });
        }
      }),
      { seed: 20_261_129, numRuns: 80 },
    );
  },
);

const PATTERNS = [
  "BUILD/",
  "/Src/Gen",
  "*.TMP",
  "docs/**/Draft*",
  "**/CACHE",
  "lib/*/Out",
  "[A]x",
  "[a]y",
  "[A-C]z",
  "[a-c]w",
  "[!A]v",
  "[!A-C]u",
  "[[:upper:]]t",
  "[[:lower:]]s",
  "\\Ar",
  "\\aq",
  "Ärger",
  "ß*",
  "*.LOG",
  "!Keep.log",
  "?O",
  "É*.TXT",
];
const PATHS = [
  ["build", "Build", "BUILD", "src/gen", "SRC/GEN", "Src/Gen", "a/src/gen", "a.tmp", "a.TMP", "A.Tmp"],
  ["docs/draft", "docs/a/DRAFTS", "Docs/a/b/Draft1", "cache", "x/Cache", "lib/a/out", "LIB/B/OUT"],
  [
    "ax",
    "Ax",
    "ay",
    "Ay",
    "az",
    "Bz",
    "dz",
    "aw",
    "Bw",
    "av",
    "Av",
    "bv",
    "au",
    "Bu",
    "du",
    "at",
    "At",
    "1t",
  ],
  ["as", "As", "1s", "ar", "Ar", "aq", "Aq", "ärger", "Ärger", "ÄRGER", "ßa", "SSa", "ẞa"],
  ["keep.log", "KEEP.LOG", "other.Log", "io", "IO", "éa.txt", "Éa.txt", "éa.TXT"],
].flat();

describe("each sort of pattern", () => {
  it.each([".gitignore", ".git/info/exclude", "home"] as const)("in %s is read as git reads it", (place) => {
    for (const pattern of PATTERNS) {
      const root = writtenTree(`${REPOSITORY}//- .git/info/\n`);
      const home = temporaryFolder();
      writeFileSync(join(root, ".git/config"), CONFIG);
      mkdirSync(join(home, ".config/git"), { recursive: true });
      const rules = pattern.startsWith("!") ? `*.LOG\n${pattern}\n` : `${pattern}\n`;
      writeFileSync(place === "home" ? join(home, ".config/git/ignore") : join(root, place), rules);
      const policy = policyOf(root, home);
      for (const { path, rule } of askGit({ topLevel: root, home, paths: PATHS })) {
        const { ignored, rule: own } = policy.ignores(path, "file");
        expect({ pattern, path, rule: own?.pattern ?? null, ignored }).toEqual({
          pattern,
          path,
          rule: rule?.split(":").slice(2).join(":") ?? null,
          ignored: rule !== null && !rule.includes(":!"),
        });
      }
    }
  });

  it("leaves the files that git lists", () => {
    const root = writtenTree(
      PATHS.filter((path) => !/^(?:build|src\/gen|docs\/draft|lib\/a\/out|cache)$/i.test(path))
        .map((path) => `//- ${path}/file.ts\n`)
        .join("") + "//- Gen/g.ts\n//- secret.ts\n",
    );
    writeFileSync(join(root, ".gitignore"), `${PATTERNS.join("\n")}\nSECRET.TS\n`);
    committed(root);
    git(root, "config", "core.ignorecase", "true");
    writeFileSync(join(root, ".git/info/exclude"), "gen/\n");
    git(root, "rm", "-q", "-r", "--cached", ".");
    const listed = git(root, "-c", "core.quotepath=false", "ls-files", "-co", "--exclude-standard", "-z");
    const all = spawnSync("git", ["ls-files", "-co", "-z"], { cwd: root, encoding: "utf8" }).stdout;
    const policy = openIgnorePolicy({ root, defaultPatterns: [] });
    const paths = (text: string): string[] =>
      text
        .split("\0")
        .filter((path) => path !== "")
        .sort();
    expect(paths(all).filter((path) => !policy.ignores(path, "file").ignored)).toEqual(paths(listed));
    expect(paths(all).length).toBeGreaterThan(paths(listed).length);
  });
});

describe("the setting", () => {
  const of = (
    config: string,
    { home = "", tree = "" }: { readonly home?: string; readonly tree?: string } = {},
  ): string => {
    const root = writtenTree(`${REPOSITORY}${tree}`);
    writeFileSync(join(root, ".git/config"), config);
    const environment = { home: writtenTree(home), variables: { GIT_CONFIG_NOSYSTEM: "1" } };
    return findGitLocations(root, environment).letterCase;
  };
  const user = { home: "//- .gitconfig\n[core]\nignorecase = true\n" };

  it.each([
    ["", "exact"],
    [CONFIG, "folded"],
    ["[core]\nignoreCase", "folded"],
    ["[core]\nignorecase = YES", "folded"],
    ["[core]\nignorecase = 1", "folded"],
    ["[core]\nignorecase = 0", "exact"],
    ["[core]\nignorecase =", "exact"],
    ["[core]\nignorecase = off", "exact"],
    [`${CONFIG}[core]\nignorecase = false`, "exact"],
  ])("%j means %s", (config, expected) => expect(of(config)).toBe(expected));

  it("comes from the repository before the user, and from included files", () => {
    expect(of("", user)).toBe("folded");
    expect(of("[core]\nignorecase = false", user)).toBe("exact");
    expect(of("[include]\npath = more", { tree: `//- .git/more\n${CONFIG}` })).toBe("folded");
  });

  it("comes from the work tree's own file, if the repository says so", () => {
    const tree = `//- .git/config.worktree\n${CONFIG}`;
    expect(of("", { tree })).toBe("exact");
    expect(of("[extensions]\nworktreeConfig = true", { tree })).toBe("folded");
    expect(of("", { tree, home: "//- .gitconfig\n[extensions]\nworktreeConfig = true\n" })).toBe("exact");
  });
});

it("changes the signature of the rules", () => {
  const root = committed(writtenTree("//- a.ts\n"));
  const before = openRules(root, NO_SETTINGS).signature;
  git(root, "config", "core.ignorecase", "true");
  expect(openRules(root, NO_SETTINGS).signature).not.toBe(before);
  git(root, "config", "core.ignorecase", "false");
  expect(openRules(root, NO_SETTINGS).signature).toBe(before);
});

it("applies to rules of people, and not to the defaults", () => {
  const root = writtenTree(`${REPOSITORY}//- .satoriignore\nMINE\n`);
  writeFileSync(join(root, ".git/config"), CONFIG);
  const policy = openIgnorePolicy({
    root,
    ownPatterns: ["GIVEN"],
    environment: { home: null, variables: {} },
  });
  const ignores = (path: string): boolean => policy.ignores(path, "directory").ignored;
  expect(["mine", "given", ".GIT", "node_modules", "Node_Modules"].map(ignores)).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
});
