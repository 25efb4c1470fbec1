import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { itAsOrdinaryUser } from "../testing/trees/ordinary-user.ts";
import { MAX_CONTROL_FILE_BYTES, MAX_RULES_PER_FILE } from "./limits.ts";
import { type IgnorePolicy, type IgnorePolicyOptions, openIgnorePolicy } from "./policy.ts";
import { writtenTree } from "./testing/written-tree.ts";

const nobody = { home: null, variables: { GIT_CONFIG_NOSYSTEM: "1" } };

function open(root: string, options: Partial<IgnorePolicyOptions> = {}): IgnorePolicy {
  return openIgnorePolicy({ root, defaultPatterns: [], environment: nobody, ...options });
}

/** Checks the deciding rule of each path, as `file:pattern`. A `/` at the end of a path means a folder. */
function check(policy: IgnorePolicy, expected: Readonly<Record<string, string | null>>): void {
  const actual = Object.keys(expected).map((path) => {
    const { rule } = policy.ignores(path.replace(/\/$/, ""), path.endsWith("/") ? "directory" : "file");
    return [path, rule === null ? null : `${rule.source.file ?? rule.source.kind}:${rule.pattern}`];
  });
  expect(Object.fromEntries(actual)).toEqual(expected);
}

describe("layers", () => {
  it("win in their order: defaults, global, info/exclude, .gitignore, .satoriignore, own patterns", () => {
    const home = writtenTree("//- .config/git/ignore\nb\nc\nd\ne\nf");
    const root = writtenTree(`
      //- .git/HEAD
      //- .git/objects/
      //- .git/info/exclude
      c\nd\ne\nf
      //- .gitignore
      d\ne\nf
      //- .satoriignore
      e\nf`);
    const policy = open(root, {
      defaultPatterns: ["a", "b", "c", "d", "e", "f"],
      ownPatterns: ["f"],
      environment: { ...nobody, home },
    });
    check(policy, {
      a: "default:a",
      b: "~/.config/git/ignore:b",
      c: ".git/info/exclude:c",
      d: ".gitignore:d",
      e: ".satoriignore:e",
      f: "own:f",
      g: null,
    });
  });

  it("let a deeper file win within a layer, and every .satoriignore over all .gitignore files", () => {
    const root = writtenTree(`
      //- .gitignore
      *.log
      //- .satoriignore
      *.tmp
      //- src/.gitignore
      !*.log
      !*.tmp
      //- src/.satoriignore
      !b.tmp`);
    check(open(root), {
      "a.log": ".gitignore:*.log",
      "src/a.log": "src/.gitignore:!*.log",
      "src/a.tmp": ".satoriignore:*.tmp",
      "src/b.tmp": "src/.satoriignore:!b.tmp",
    });
  });

  it("bring back a folder that a lower layer ignores, but nothing below one that stays ignored", () => {
    const defaultPatterns = ["node_modules/"];
    const root = writtenTree("//- .gitignore\n!node_modules/keep.js");
    check(open(root, { defaultPatterns }), { "node_modules/keep.js": "default:node_modules/" });
    check(open(root, { defaultPatterns, ownPatterns: ["!node_modules/"] }), {
      "node_modules/": "own:!node_modules/",
      "node_modules/keep.js": ".gitignore:!node_modules/keep.js",
      "node_modules/a.js": null,
    });
  });

  it("never index what git keeps, whatever the patterns say", () => {
    const policy = open(writtenTree(""), { ownPatterns: ["!.git", "!.git/", "!*"] });
    check(policy, { ".git": "builtin:.git", "a/.git/config": "builtin:.git", ".gitmodules": "own:!*" });
    expect(policy.ignores("a/.git/config", "file").ignored).toBe(true);
  });

  it("tell cases apart", () => {
    check(open(writtenTree(""), { ownPatterns: ["Build"] }), { Build: "own:Build", build: null });
  });
});

describe("a root below the top level", () => {
  const tree = `
    //- .git/HEAD
    //- .git/objects/
    //- .git/info/exclude
    /apps/web/x
    //- .gitignore
    *.log
    /apps/*/gen
    !/apps/web/keep.log
    //- apps/.gitignore
    web/y
    //- apps/.satoriignore
    z
    //- apps/web/.gitignore
    !gen`;

  it("keeps the rules of the folders above, each relative to its own folder", () => {
    const policy = open(join(writtenTree(tree), "apps/web"));
    check(policy, {
      "a.log": "../../.gitignore:*.log",
      "keep.log": "../../.gitignore:!/apps/web/keep.log",
      "sub/keep.log": "../../.gitignore:*.log",
      gen: ".gitignore:!gen",
      x: "../../.git/info/exclude:/apps/web/x",
      y: "../.gitignore:web/y",
      "sub/y": null,
      z: "../.satoriignore:z",
    });
    expect(policy.ignores("y", "file").rule?.source.base).toBe("..");
  });

  it("is found through a link as well", () => {
    const root = writtenTree(tree);
    symlinkSync(join(root, "apps/web"), join(root, "link"));
    check(open(join(root, "link")), { "a.log": "../../.gitignore:*.log" });
  });

  it("does not ask whether the root itself is ignored", () => {
    const root = writtenTree("//- .git/HEAD\n//- .git/objects/\n//- .gitignore\n/gen/\n//- gen/a");
    check(open(join(root, "gen")), { a: null });
  });
});

describe("control files", () => {
  it("count outside of repositories too, but those above the root do not", () => {
    const root = writtenTree("//- .gitignore\na\n//- sub/.gitignore\nb");
    check(open(join(root, "sub")), { a: null, b: ".gitignore:b" });
  });

  it("are not followed when they are links, and reported", () => {
    const root = writtenTree("//- rules\na");
    symlinkSync("rules", join(root, ".gitignore"));
    const policy = open(root);
    check(policy, { a: null });
    expect(policy.diagnostics()).toMatchObject([
      { kind: "symbolic_link", file: ".gitignore", layer: "gitignore" },
    ]);
  });

  it("that cannot be used are reported, once, and the other rules still count", () => {
    const root = writtenTree("//- .satoriignore\na\n//- big/.gitignore\n//- many/.gitignore");
    mkdirSync(join(root, ".gitignore"));
    writeFileSync(join(root, "big/.gitignore"), "#".repeat(MAX_CONTROL_FILE_BYTES + 1));
    writeFileSync(join(root, "many/.gitignore"), "x\n".repeat(MAX_RULES_PER_FILE + 1));
    const policy = open(root);
    check(policy, {
      a: ".satoriignore:a",
      "big/b": null,
      "big/c": null,
      "many/x": null,
      "many/b": null,
      b: null,
    });
    expect(policy.diagnostics().map(({ kind, file, isUnknown }) => `${kind} ${file} ${isUnknown}`)).toEqual([
      "not_a_file .gitignore false",
      "too_large big/.gitignore true",
      "too_many_rules many/.gitignore true",
    ]);
  });

  it("that cannot be used have nothing in their folder taken for kept", () => {
    const root = writtenTree("//- many/.gitignore\n//- many/deep/a\n//- b");
    writeFileSync(join(root, "many/.gitignore"), "x\n".repeat(MAX_RULES_PER_FILE + 1));
    const policy = open(root);
    const ignored = (path: string): boolean => policy.ignores(path, "file").ignored;
    expect(["b", "many", "many/a", "many/deep/a", "many/absent/a"].map(ignored)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
    expect([policy.scopeAt("many"), policy.scopeAt("many/deep")]).toEqual([null, null]);
    expect(
      ["many", "many/deep", "many/deep/a", "b"].map((path) => [
        policy.explain(path).ignored,
        policy.explain(path).isKnown,
      ]),
    ).toEqual([
      [false, false],
      [false, false],
      [false, false],
      [false, true],
    ]);
    expect(() => policy.rootScope()).not.toThrow();
  });

  it("that count for all of a codebase, and cannot be used, leave no place to start", () => {
    for (const file of [".gitignore", ".satoriignore", ".git/info/exclude"]) {
      const root = writtenTree("//- .git/HEAD\n//- .git/objects/\n//- .git/info/exclude\n");
      writeFileSync(join(root, file), "x\n".repeat(MAX_RULES_PER_FILE + 1));
      expect(() => open(root).rootScope(), file).toThrow(
        `${file} has ${MAX_RULES_PER_FILE + 1} rules, more than ${MAX_RULES_PER_FILE}: its rules are ` +
          "unknown",
      );
    }
  });

  itAsOrdinaryUser(
    "that may not be read leave nobody to tell what is ignored, but a home folder that may not be " +
      "looked into is one without rules",
    () => {
      const home = writtenTree("//- .config/git/ignore\na\n");
      const root = writtenTree("//- src/.gitignore\nb\n");
      chmodSync(join(root, "src/.gitignore"), 0);
      chmodSync(join(home, ".config"), 0);
      const policy = open(root, { environment: { ...nobody, home } });
      expect([policy.ignores("a", "file"), policy.ignores("src/c", "file")]).toEqual([
        { ignored: false, rule: null },
        { ignored: true, rule: null },
      ]);
      chmodSync(join(home, ".config"), 0o700);
      chmodSync(join(home, ".config/git/ignore"), 0);
      expect(() => open(root, { environment: { ...nobody, home } }).rootScope()).toThrow(
        "~/.config/git/ignore cannot be read (EACCES)",
      );
    },
  );

  it("of ignored folders are not read", () => {
    const policy = open(writtenTree("//- .gitignore\na/\n//- a/.gitignore\n!b"));
    check(policy, { "a/b": ".gitignore:a/" });
    expect(
      policy
        .controlFiles()
        .map(({ path }) => path)
        .filter((path) => path.includes("/a/")),
    ).toEqual([]);
  });
});

describe("explain", () => {
  const openExample = (): IgnorePolicy =>
    open(
      writtenTree(`
        //- .gitignore
        *.log
        //- src/.gitignore
        !keep.log
        gen/
        //- src/keep.log
        //- src/gen/deep/a.ts`),
    );

  it("names the rule and, if it is about a folder above, that folder", () => {
    const policy = openExample();
    const { rule, ...rest } = policy.explain("src/gen/deep/a.ts");
    expect(rest).toEqual({ ignored: true, isKnown: true, ignoredFolder: "src/gen", found: "file" });
    expect(rule).toMatchObject({
      pattern: "gen/",
      line: 2,
      source: { kind: "gitignore", file: "src/.gitignore", base: "src" },
    });
  });

  it("looks up what the path is, and goes by its spelling when there is nothing", () => {
    const policy = openExample();
    expect(policy.explain("src/gen")).toMatchObject({
      ignored: true,
      ignoredFolder: null,
      found: "directory",
    });
    expect(policy.explain("gone/gen")).toMatchObject({ ignored: false, rule: null, found: "absent" });
    expect(policy.explain("src/other/gen/")).toMatchObject({ ignored: true, found: "absent" });
  });

  it("tells of a rule that keeps the path in", () => {
    expect(openExample().explain("src/keep.log")).toMatchObject({
      ignored: false,
      rule: { pattern: "!keep.log" },
    });
  });

  it("takes the root for indexed", () => {
    expect(openExample().explain("")).toMatchObject({ ignored: false, rule: null, found: "directory" });
  });
});

describe("a scope", () => {
  it("reads only the control files that are said to be there", () => {
    const root = writtenTree("//- a/.gitignore\nx\n//- a/.satoriignore\ny");
    const policy = open(root);
    const scope = policy.rootScope().enter("a", { gitignore: false, satoriignore: true });
    expect(scope.path).toBe("a");
    expect([scope.verdict("x", "file").ignored, scope.verdict("y", "file").ignored]).toEqual([false, true]);
  });

  it("takes a control file that has just vanished for absent", () => {
    const policy = open(writtenTree(""));
    const scope = policy.rootScope().enter("a", { gitignore: true, satoriignore: true });
    expect(scope.verdict("x", "file").ignored).toBe(false);
    expect(policy.diagnostics()).toEqual([]);
  });
});

it("tells of paths that are deeper than a stack", () => {
  const policy = open(writtenTree("//- .gitignore\n*.log"));
  const folder = "d/".repeat(3_000);
  expect(policy.ignores(`${folder}a.log`, "file").ignored).toBe(true);
  expect(policy.ignores(`${folder}a.ts`, "file").ignored).toBe(false);
  expect(policy.scopeAt(folder.slice(0, -1))?.path).toBe(folder.slice(0, -1));
});
