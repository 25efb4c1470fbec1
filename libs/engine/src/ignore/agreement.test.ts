/** Compares the policy with git itself. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_PATTERNS } from "./defaults.ts";
import type { DirectoryScope, RuleSubject } from "./directory-scope.ts";
import { findGitLocations } from "./git/locations.ts";
import { type IgnorePolicy, openIgnorePolicy } from "./policy.ts";
import type { IgnoreVerdict } from "./rule-set.ts";
import { askGit } from "./testing/git-oracle.ts";
import { type RandomTree, randomTreeArbitrary, writeRandomTree } from "./testing/random-tree.ts";
import { temporaryFolder, writtenTree } from "./testing/written-tree.ts";

/** Odd names (`*`, a newline, `a` next to `A`) need a file system that allows them. */
const takesOddNames = process.platform === "linux";
const runs = { seed: 20_260_801, numRuns: 80 };

function openWithoutDefaults(root: string, home: string): IgnorePolicy {
  return openIgnorePolicy({ root, defaultPatterns: [], environment: { home, variables: {} } });
}

function shown({ rule }: IgnoreVerdict): string | null {
  return rule === null ? null : `${rule.source.file}:${rule.line}:${rule.pattern}`;
}

/** Writes the tree and passes its folders on. */
function inRepository(tree: RandomTree, judge: (topLevel: string, home: string) => void): void {
  const folder = temporaryFolder();
  writeRandomTree(tree, join(folder, "repository"), join(folder, "home"));
  judge(join(folder, "repository"), join(folder, "home"));
}

describe("the policy", () => {
  it.runIf(takesOddNames)("names the same rule as git for every path of random repositories", () => {
    fc.assert(
      fc.property(randomTreeArbitrary, (tree) =>
        inRepository(tree, (topLevel, home) => {
          const policy = openWithoutDefaults(topLevel, home);
          for (const { path, rule } of askGit({ topLevel, home, paths: [...tree.entries.keys()] })) {
            const verdict = policy.ignores(path, tree.entries.get(path) ?? "file");
            expect({ path, rule: shown(verdict) }).toEqual({ path, rule });
            expect(verdict.ignored).toBe(rule !== null && !verdict.rule?.negated);
          }
        }),
      ),
      runs,
    );
  });

  it.runIf(takesOddNames)("says the same about a folder of a repository as about the whole", () => {
    fc.assert(
      fc.property(randomTreeArbitrary, (tree) =>
        inRepository(tree, (topLevel, home) => {
          const whole = openWithoutDefaults(topLevel, home);
          const folders = [...tree.entries].filter(
            ([path, kind]) => kind === "directory" && !whole.ignores(path, kind).ignored,
          );
          for (const [folder] of folders) {
            const part = openWithoutDefaults(join(topLevel, folder), home);
            const inside = [...tree.entries].filter(([path]) => path.startsWith(`${folder}/`));
            for (const [path, kind] of inside) {
              const verdict = part.ignores(path.slice(folder.length + 1), kind);
              expect(verdict.rule?.pattern, path).toBe(whole.ignores(path, kind).rule?.pattern);
            }
          }
        }),
      ),
      runs,
    );
  });

  it.runIf(takesOddNames)("reads a .satoriignore as git reads a .gitignore", () => {
    fc.assert(
      fc.property(randomTreeArbitrary, (tree) =>
        inRepository(tree, (topLevel, home) => {
          const renamed = [...tree.controlFiles].map(
            ([path, content]) => [path.replace(/\.gitignore$/, ".satoriignore"), content] as const,
          );
          inRepository({ ...tree, controlFiles: new Map(renamed) }, (otherTopLevel, otherHome) => {
            const policy = openWithoutDefaults(topLevel, home);
            const other = openWithoutDefaults(otherTopLevel, otherHome);
            for (const [path, kind] of tree.entries) {
              expect(other.ignores(path, kind).ignored, path).toBe(policy.ignores(path, kind).ignored);
            }
          });
        }),
      ),
      { ...runs, numRuns: 30 },
    );
  });

  it("names the same rule as git in files of megabytes and of a hundred thousand rules", () => {
    const rules = Array.from(
      { length: 100_000 },
      (_, at) =>
        [
          `name-${at}`,
          `/src/part-${at % 97}/file-${at}.ts`,
          `*.ext${at}`,
          `gen-${at}-*`,
          `!*-${at}`,
          `**/x${at}/*.o`,
        ][at % 6],
    );
    const padding = `# ${"-".repeat(100)}\n`.repeat(20_000);
    const topLevel = writtenTree("//- .git/HEAD\nref: refs/heads/main\n//- .git/objects/\n//- .git/refs/");
    writeFileSync(join(topLevel, ".gitignore"), `${padding}${rules.join("\n")}\nsecret/\n`);
    const home = temporaryFolder();
    const policy = openWithoutDefaults(topLevel, home);
    const paths = [
      "name-60000",
      "name-99996",
      "src/part-1/file-97000.ts",
      "src/part-0/file-99991.ts",
      "a.ext2",
      "a.ext99998",
      "gen-99999-a",
      "gen-3-x-4",
      "y-99994",
      "a/x99995/b.o",
      "a/x5/c.o",
      "secret/a",
      "kept.ts",
      "src/kept.ts",
    ];
    for (const { path, rule } of askGit({ topLevel, home, paths }))
      expect({ path, rule: shown(policy.ignores(path, "file")) }).toEqual({ path, rule });
    expect(policy.diagnostics()).toEqual([]);
  });

  const ownTopLevel = findGitLocations(import.meta.dirname, { home: null, variables: {} }).topLevel;

  it.runIf(ownTopLevel !== null)(
    "agrees with git on this repository, the defaults being the global excludes",
    () => {
      const topLevel = ownTopLevel ?? "";
      const home = writtenTree(`//- .config/git/ignore\n${DEFAULT_PATTERNS.join("\n")}\n`);
      const verdicts = walk(openWithoutDefaults(topLevel, home).rootScope(), topLevel);
      expect(verdicts.size).toBeGreaterThan(20);
      for (const { path, rule } of askGit({ topLevel, home, paths: [...verdicts.keys()] })) {
        expect({ path, rule: verdicts.get(path) }).toEqual({ path, rule });
      }
    },
  );
});

/** The rule for every entry of a walk that skips ignored folders and `.git`. */
function walk(scope: DirectoryScope, topLevel: string): Map<string, string | null> {
  const verdicts = new Map<string, string | null>();
  for (const entry of readdirSync(join(topLevel, scope.path), { withFileTypes: true })) {
    if (entry.name === ".git") continue;
    const kind: RuleSubject = entry.isDirectory() ? "directory" : "file";
    const verdict = scope.verdict(entry.name, kind);
    const path = scope.path === "" ? entry.name : `${scope.path}/${entry.name}`;
    verdicts.set(path, shown(verdict));
    if (kind === "file" || verdict.ignored) continue;
    const names = new Set(readdirSync(join(topLevel, path)));
    const present = { gitignore: names.has(".gitignore"), satoriignore: names.has(".satoriignore") };
    for (const [below, rule] of walk(scope.enter(entry.name, present), topLevel)) verdicts.set(below, rule);
  }
  return verdicts;
}
