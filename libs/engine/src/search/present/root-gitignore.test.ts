import { chmodSync, symlinkSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { MAX_CONTROL_FILE_BYTES, MAX_RULES_PER_FILE } from "../../ignore/limits.ts";
import { itAsOrdinaryUser } from "../../testing/trees/ordinary-user.ts";
import { TimedTree } from "../../testing/trees/timed-tree.ts";
import { temporaryFolder } from "../../testing/trees/tree.ts";
import { RELOAD_EVERY_USES, type RootGitignore, RootGitignores } from "./root-gitignore.ts";

/** A root with files, removed after the test. */
function tree(texts: Readonly<Record<string, string | Uint8Array>> = {}): TimedTree {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const root = new TimedTree(folder.path);
  root.writeAll(texts);
  return root;
}

/** What a use returns: the state, or for a ready file which of the names `a` and `b` are ignored. */
function shown(gitignore: RootGitignore): string {
  return gitignore.state === "ready"
    ? `ignores ${["a", "b"].filter((name) => gitignore.ignores(name)).join(" ")}`.trim()
    : gitignore.state;
}
/** Results of that many uses in a row. */
const uses = (gitignores: RootGitignores, { root }: TimedTree, count: number): string[] =>
  Array.from({ length: count }, () => shown(gitignores.of(root)));
const repeated = (what: string, count: number): string[] => Array.from({ length: count }, () => what);

describe("the rules are git's", () => {
  function check(lines: string, yes: string, no: string): void {
    it(lines.replaceAll("\n", " ") || "nothing", () => {
      const gitignore = new RootGitignores().of(tree({ ".gitignore": lines }).root);
      if (gitignore.state !== "ready") throw new Error(gitignore.state);
      const told = (paths: string): string[] =>
        paths.split(" ").filter((path) => path !== "" && gitignore.ignores(path));
      expect([told(yes).join(" "), told(no).join(" ")]).toEqual([yes, ""]);
    });
  }
  check("", "", "a a/b");
  check("# nothing\n\n", "", "a #");
  check("*.test.ts", "a.test.ts x/y/b.test.ts", "a.ts");
  check("/docs", "docs/a.md", "x/docs/a.md");
  check("fixtures/\n!fixtures/keep.ts", "fixtures/keep.ts x/fixtures/b.ts", "fixtures");
  check("*.ts\n!keep.ts", "a.ts x/b.ts", "keep.ts x/keep.ts");
  check("größe", "größe/a.ts", "grösse");
});

it("counts in the root alone: no nested .gitignore, none above, none of git's other excludes", () => {
  const folder = tree({
    ".gitignore": "b",
    "root/x/.gitignore": "a",
    "root/.git/info/exclude": "a",
    "root/.git/HEAD": "ref: refs/heads/main",
    "root/.satoriignore": "a",
  });
  const gitignores = new RootGitignores();
  expect(shown(gitignores.of(folder.at("root")))).toBe("absent");
  folder.write("root/.gitignore", "b");
  const gitignore = gitignores.of(folder.at("root"));
  expect([shown(gitignore), gitignore.state === "ready" && gitignore.ignores("x/a")]).toEqual([
    "ignores b",
    false,
  ]);
});

describe("states", () => {
  it("absent: there is no file", () => expect(uses(new RootGitignores(), tree(), 1)).toEqual(["absent"]));
  it("ready: an empty file is one", () =>
    expect(uses(new RootGitignores(), tree({ ".gitignore": "" }), 1)).toEqual(["ignores"]));
  it("ready: bytes that are no text are rules that match nothing", () =>
    expect(
      uses(new RootGitignores(), tree({ ".gitignore": Uint8Array.of(0xff, 0xfe, 0, 10, 97, 10) }), 1),
    ).toEqual(["ignores a"]));
  it("error: more rules than are applied", () =>
    expect(
      uses(new RootGitignores(), tree({ ".gitignore": `a\n${"x\n".repeat(MAX_RULES_PER_FILE)}` }), 1),
    ).toEqual(["error"]));
  it("error: a folder", () =>
    expect(uses(new RootGitignores(), tree({ ".gitignore/a": "" }), 1)).toEqual(["error"]));
  it("error: a file larger than is read", () =>
    expect(
      uses(new RootGitignores(), tree({ ".gitignore": "a\n".padEnd(MAX_CONTROL_FILE_BYTES + 1, "#") }), 1),
    ).toEqual(["error"]));
  it("error: a link, which git does not follow", () => {
    const root = tree({ rules: "a" });
    symlinkSync(root.at("rules"), root.at(".gitignore"));
    expect(uses(new RootGitignores(), root, 1)).toEqual(["error"]);
  });
  it("absent: the root itself is gone", () =>
    expect(shown(new RootGitignores().of(tree().at("nowhere")))).toBe("absent"));
  itAsOrdinaryUser("error: a root that may not be looked into; once it may, the file appears", () => {
    const folder = tree({ "root/.gitignore": "a" });
    chmodSync(folder.at("root"), 0o000);
    const gitignores = new RootGitignores();
    const state = shown(gitignores.of(folder.at("root")));
    chmodSync(folder.at("root"), 0o755);
    expect([state, shown(gitignores.of(folder.at("root")))]).toEqual(["error", "ignores a"]);
  });
  itAsOrdinaryUser(
    "error: a file that may not be read; that it may be read again is found by the next forced reload",
    () => {
      const root = tree({ ".gitignore": "a" });
      chmodSync(root.at(".gitignore"), 0o000);
      const gitignores = new RootGitignores(3);
      expect(uses(gitignores, root, 1)).toEqual(["error"]);
      chmodSync(root.at(".gitignore"), 0o644);
      expect(uses(gitignores, root, 2)).toEqual(["error", "ignores a"]);
    },
  );
});

describe("an edit is seen at the next use when", () => {
  function check(what: string, before: string | null, edit: (root: TimedTree) => void, after: string): void {
    it(what, () => {
      const root = tree(before === null ? {} : { ".gitignore": before });
      const gitignores = new RootGitignores();
      uses(gitignores, root, 2);
      edit(root);
      expect(uses(gitignores, root, 2)).toEqual([after, after]);
    });
  }
  check("the time differs", "a", (root) => (root.wait(), root.write(".gitignore", "b")), "ignores b");
  check("the size differs", "a", (root) => root.write(".gitignore", "a\nb"), "ignores a b");
  check("the file appears", null, (root) => root.write(".gitignore", "a"), "ignores a");
  check("the file vanishes", "a", (root) => root.remove(".gitignore"), "absent");
  check(
    "a folder takes its passage",
    "a",
    (root) => (root.remove(".gitignore"), root.wait(), root.folder(".gitignore")),
    "error",
  );

  it("a file takes the passage of a folder", () => {
    const root = tree({ ".gitignore/x": "" });
    const gitignores = new RootGitignores();
    expect(uses(gitignores, root, 1)).toEqual(["error"]);
    root.remove(".gitignore");
    root.write(".gitignore", "a");
    expect(uses(gitignores, root, 1)).toEqual(["ignores a"]);
  });
});

it("a part of a millisecond is no change of time: not every file system keeps it", () => {
  const root = tree({ ".gitignore": "a" });
  const gitignores = new RootGitignores();
  uses(gitignores, root, 1);
  root.wait(0.5);
  root.write(".gitignore", "b");
  expect(uses(gitignores, root, 1)).toEqual(["ignores a"]);
});

describe("an edit that keeps time and size", () => {
  const edited = (interval: number) => {
    const root = tree({ ".gitignore": "a" });
    const gitignores = interval === RELOAD_EVERY_USES ? new RootGitignores() : new RootGitignores(interval);
    uses(gitignores, root, 1);
    root.write(".gitignore", "b");
    return { root, gitignores };
  };

  it.each([2, 3, 25])("is seen at the use number %d after the last reading", (interval) => {
    const { root, gitignores } = edited(interval);
    expect(uses(gitignores, root, interval + 1)).toEqual([
      ...repeated("ignores a", interval - 1),
      "ignores b",
      "ignores b",
    ]);
  });

  it("starts a new count whenever the file was read again for a change", () => {
    const { root, gitignores } = edited(3);
    expect(uses(gitignores, root, 1)).toEqual(["ignores a"]);
    root.wait();
    root.write(".gitignore", "a");
    expect(uses(gitignores, root, 1)).toEqual(["ignores a"]);
    root.write(".gitignore", "b");
    expect(uses(gitignores, root, 3)).toEqual(["ignores a", "ignores a", "ignores b"]);
  });
});

it("starts to count when the file has appeared, however often it was missed before", () => {
  const root = tree();
  const gitignores = new RootGitignores(4);
  expect(uses(gitignores, root, 3)).toEqual(repeated("absent", 3));
  root.write(".gitignore", "a");
  expect(uses(gitignores, root, 1)).toEqual(["ignores a"]);
  root.write(".gitignore", "b");
  expect(uses(gitignores, root, 4)).toEqual([...repeated("ignores a", 3), "ignores b"]);
});

itAsOrdinaryUser("goes on counting while the file cannot be read, so that it is tried again as often", () => {
  const root = tree({ ".gitignore": "a" });
  chmodSync(root.at(".gitignore"), 0o000);
  const gitignores = new RootGitignores(3);
  // Reloads at uses 3 and 6 fail as well.
  expect(uses(gitignores, root, 7)).toEqual(repeated("error", 7));
  chmodSync(root.at(".gitignore"), 0o644);
  expect(uses(gitignores, root, 3)).toEqual(["error", "ignores a", "ignores a"]);
});

it("keeps roots apart, with a count of their own", () => {
  const [one, other] = [tree({ ".gitignore": "a" }), tree({ ".gitignore": "b" })];
  const gitignores = new RootGitignores(3);
  expect([...uses(gitignores, one, 1), ...uses(gitignores, other, 1)]).toEqual(["ignores a", "ignores b"]);
  one.write(".gitignore", "b");
  expect(uses(gitignores, other, 5)).toEqual(repeated("ignores b", 5));
  expect(uses(gitignores, one, 3)).toEqual(["ignores a", "ignores a", "ignores b"]);
});

it("a root is forgotten when a hundred others have been used since", () => {
  const folder = tree({ ".gitignore": "a" });
  const gitignores = new RootGitignores();
  const others = (count: number): void => {
    for (let at = 0; at < count; at++) gitignores.of(folder.at(`${at}`));
  };
  expect(shown(gitignores.of(folder.root))).toBe("ignores a");
  // With the same size and time.
  folder.write(".gitignore", "b");
  others(99);
  expect(shown(gitignores.of(folder.root))).toBe("ignores a");
  others(100);
  expect(shown(gitignores.of(folder.root))).toBe("ignores b");
});
