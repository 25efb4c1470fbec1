import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { committed, git } from "../testing/trees/git.ts";
import { type TemporaryFolder, temporaryFolder, writeFile, writeTree } from "../testing/trees/tree.ts";
import { type Changed, ChangedFiles } from "./changed-files.ts";
import { historyReader } from "./read-history.ts";

const TREE = `
  //- a.ts
  a
  //- b.ts
  b
  //- app/c.ts
  c
  //- app/deep/d.ts
  d
  //- lib/e.ts
  e
`;

/** A repository in a folder of its own; `name` is the folder's. */
function repository(folder: TemporaryFolder, name = "repo"): string {
  return committed(writeTree(join(folder.path, name), TREE));
}
const listed = (files: Changed): string[] => (typeof files === "string" ? [files] : [...files].sort());
const changed = async (root: string): Promise<string[]> =>
  listed(await new ChangedFiles().of(root, { indexState: "", nowMs: 0 }));
const touch = (root: string, ...paths: string[]): void =>
  paths.forEach((path) => appendFileSync(join(root, path), "more\n"));

// Git settings of the user who runs the tests, such as `status.renames`, would change the results.
beforeEach(() => void vi.stubEnv("GIT_CONFIG_GLOBAL", "/dev/null").stubEnv("GIT_CONFIG_NOSYSTEM", "1"));
afterEach(() => void vi.unstubAllEnvs());

describe("counts as changed", () => {
  it("nothing right after a commit", async () => {
    using folder = temporaryFolder();
    expect(await changed(repository(folder))).toEqual([]);
  });

  it("what is modified, staged, both, or added; not what is untracked", async () => {
    using folder = temporaryFolder();
    const root = repository(folder);
    touch(root, "a.ts", "b.ts", "app/c.ts");
    git(root, "add", "b.ts", "app/c.ts");
    touch(root, "app/c.ts", "untracked.ts");
    writeFile(join(root, "added.ts"), "x");
    git(root, "add", "added.ts");
    expect(await changed(root)).toEqual(["a.ts", "added.ts", "app/c.ts", "b.ts"]);
  });

  it("a renamed file under its new name, and what comes after it", async () => {
    using folder = temporaryFolder();
    const root = repository(folder);
    git(root, "mv", "a.ts", "moved.ts");
    touch(root, "lib/e.ts");
    expect(await changed(root)).toEqual(["lib/e.ts", "moved.ts"]);
  });

  it("a removed file, which no search will find", async () => {
    using folder = temporaryFolder();
    const root = repository(folder);
    rmSync(join(root, "a.ts"));
    renameSync(join(root, "b.ts"), join(root, "untracked.ts"));
    expect(await changed(root)).toEqual(["a.ts", "b.ts"]);
  });

  it("what a first commit would hold", async () => {
    using folder = temporaryFolder();
    git(folder.path, "init", "--quiet");
    writeFile(join(folder.path, "a.ts"), "a");
    git(folder.path, "add", ".");
    expect(await changed(folder.path)).toEqual(["a.ts"]);
  });
});

describe("names", () => {
  const NAMES = [
    "with blank.ts",
    " leading.ts",
    'quo"te.ts',
    "apos'trophe.ts",
    "tab\tname.ts",
    "new\nline.ts",
    "größe.ts",
    "日本.ts",
    "-dash.ts",
    "R.ts",
    "a -> b.ts",
    "back\\slash.ts",
  ];

  it.each(NAMES)("%j is given as it is", async (name) => {
    using folder = temporaryFolder();
    const root = join(folder.path, "repo");
    writeFile(join(root, "some folder", name), "x");
    committed(root);
    touch(root, join("some folder", name));
    expect(await changed(root)).toEqual([`some folder/${name}`]);
  });

  it("are in the form of the index, however the disk spells their accents", async () => {
    using folder = temporaryFolder();
    writeFile(join(folder.path, "cafe\u0301.ts"), "x");
    committed(folder.path);
    touch(folder.path, "cafe\u0301.ts");
    expect(await changed(folder.path)).toEqual(["caf\u00e9.ts"]);
  });

  it.each(["repo ", "re po", "größe", "[a]*", "-x"])(
    "of a repository in a folder called %j are found",
    async (name) => {
      using folder = temporaryFolder();
      const root = repository(folder, name);
      touch(root, "app/c.ts");
      expect(await changed(root)).toEqual(["app/c.ts"]);
    },
  );
});

describe("a folder inside a repository", () => {
  it("has only its own files, relative to itself", async () => {
    using folder = temporaryFolder();
    const root = repository(folder);
    touch(root, "a.ts", "app/c.ts", "app/deep/d.ts", "lib/e.ts");
    expect(await changed(join(root, "app"))).toEqual(["c.ts", "deep/d.ts"]);
    expect(await changed(join(root, "app", "deep"))).toEqual(["d.ts"]);
  });

  it("has a file that was moved into it, and none that was moved out", async () => {
    using folder = temporaryFolder();
    const root = repository(folder);
    git(root, "mv", "a.ts", "app/a.ts");
    expect(await changed(join(root, "app"))).toEqual(["a.ts"]);
    expect(await changed(join(root, "lib"))).toEqual([]);
  });

  it("that is a repository itself has its own", async () => {
    using folder = temporaryFolder();
    const root = repository(folder);
    const inner = committed(writeTree(join(root, "inner"), TREE));
    touch(inner, "b.ts");
    touch(root, "a.ts");
    expect([await changed(inner), await changed(root)]).toEqual([["b.ts"], ["a.ts"]]);
  });
});

describe("elsewhere nothing is changed, or it is not known", () => {
  it("outside repositories", async () => {
    using folder = temporaryFolder();
    expect(await changed(writeTree(folder.path, TREE))).toEqual([]);
  });

  it("in a folder that does not exist", async () => expect(await changed("/no/such/folder")).toEqual([]));

  it("without git", async () => {
    using folder = temporaryFolder();
    const root = repository(folder);
    touch(root, "a.ts");
    vi.stubEnv("PATH", folder.path);
    expect(await changed(root)).toEqual(["failed"]);
  });
});

it("looks at the folder's repository, not at the one that a git hook around it names", async () => {
  using folder = temporaryFolder();
  const [root, other] = [repository(folder, "repo"), repository(folder, "other")];
  touch(root, "a.ts");
  touch(other, "b.ts");
  vi.stubEnv("GIT_DIR", join(other, ".git"));
  vi.stubEnv("GIT_WORK_TREE", other);
  vi.stubEnv("GIT_INDEX_FILE", join(other, ".git", "index"));
  expect(await changed(root)).toEqual(["a.ts"]);
});

describe("nothing that a repository's configuration names is run", () => {
  const FILTERS = ["x", "A.b"];

  it.each(["clean", "process"])("no filter by %s, to tell whether a file has changed", async (kind) => {
    using folder = temporaryFolder();
    const root = repository(folder);
    const ran = join(folder.path, "ran");
    for (const [at, filter] of FILTERS.entries()) {
      git(root, "config", `filter.${filter}.${kind}`, `touch ${ran}; cat`);
      git(root, "config", `filter.${filter}.required`, "true");
      appendFileSync(join(root, ".git", "info", "attributes"), `${["a.ts", "b.ts"][at]} filter=${filter}\n`);
    }
    // Of the same size, so that git has to read them.
    for (const path of ["a.ts", "b.ts"]) writeFile(join(root, path), "z\n");
    expect([await changed(root), existsSync(ran)]).toEqual([["a.ts", "b.ts"], false]);
  });

  it("nor one of a name that cannot be overridden: then it is not known", async () => {
    using folder = temporaryFolder();
    const root = repository(folder);
    const ran = join(folder.path, "ran");
    git(root, "config", "filter.a=b.clean", `touch ${ran}; cat`);
    writeFile(join(root, ".git", "info", "attributes"), "* filter=a=b\n");
    touch(root, "a.ts");
    expect([await changed(root), existsSync(ran)]).toEqual([["failed"], false]);
  });

  it.skipIf(process.platform === "win32")(
    "nor is anything read that has no end, such as a pipe that nobody writes to",
    async () => {
      using folder = temporaryFolder();
      const root = repository(folder);
      const pipe = join(folder.path, "pipe");
      execFileSync("mkfifo", [pipe]);
      for (const setting of ["core.attributesFile", "diff.orderFile"]) git(root, "config", setting, pipe);
      touch(root, "a.ts");
      expect(await changed(root)).toEqual(["a.ts"]);
      expect((await historyReader({ timeoutMs: 3_000 })(root, null))?.commits.length).toBeGreaterThan(0);
    },
  );

  it("nor one of a submodule", async () => {
    using folder = temporaryFolder();
    const [root, other] = [repository(folder), repository(folder, "other")];
    git(root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other, "inner");
    git(root, "commit", "--quiet", "--message", "inner");
    const [inner, ran] = [join(root, "inner"), join(folder.path, "ran")];
    git(inner, "config", "filter.x.clean", `touch ${ran}; cat`);
    writeFile(join(inner, ".gitattributes"), "* filter=x\n");
    touch(inner, "a.ts");
    touch(root, "b.ts");
    expect([await changed(root), existsSync(ran)]).toEqual([["b.ts"], false]);
  });
});

describe("git is asked", () => {
  /** A repository that is queried repeatedly. */
  function asking(
    folder: TemporaryFolder,
    files = new ChangedFiles(),
  ): { root: string; at: (indexState: string, nowMs?: number) => Promise<string[]> } {
    const root = repository(folder);
    return { root, at: async (indexState, nowMs = 0) => listed(await files.of(root, { indexState, nowMs })) };
  }

  it("once in five seconds for a state of the index", async () => {
    using folder = temporaryFolder();
    const { root, at } = asking(folder);
    touch(root, "a.ts");
    expect(await at("1")).toEqual(["a.ts"]);
    touch(root, "b.ts");
    expect(await at("1", 4_999)).toEqual(["a.ts"]);
    expect(await at("2", 4_999)).toEqual(["a.ts", "b.ts"]);
    touch(root, "lib/e.ts");
    expect(await at("2", 9_999)).toEqual(["a.ts", "b.ts", "lib/e.ts"]);
  });

  it("again after a commit, one of references alone, and what is staged", async () => {
    using folder = temporaryFolder();
    const { root, at } = asking(folder);
    touch(root, "a.ts");
    expect(await at("1")).toEqual(["a.ts"]);
    git(root, "commit", "--quiet", "--all", "--message", "more");
    expect(await at("1")).toEqual([]);
    git(root, "pack-refs", "--all");
    git(root, "reset", "--quiet", "--soft", "HEAD~1");
    expect(await at("1")).toEqual(["a.ts"]);
    writeFile(join(root, "added.ts"), "x");
    git(root, "add", "added.ts");
    expect(await at("1")).toEqual(["a.ts", "added.ts"]);
  });

  it("not again because it was asked", async () => {
    using folder = temporaryFolder();
    const { root, at } = asking(folder);
    // If times differ and the content does not, a `git status` that may write refreshes git's index.
    writeFile(join(root, "b.ts"), readFileSync(join(root, "b.ts"), "utf8"));
    touch(root, "a.ts");
    expect(await at("1")).toEqual(["a.ts"]);
    vi.stubEnv("PATH", folder.path);
    expect(await at("1")).toEqual(["a.ts"]);
  });

  it("again by the next search where it has failed", async () => {
    using folder = temporaryFolder();
    const { root, at } = asking(folder);
    touch(root, "a.ts");
    const index = join(root, ".git", "index");
    renameSync(index, `${index}.kept`);
    writeFile(index, "cut");
    expect(await at("1")).toEqual(["failed"]);
    renameSync(`${index}.kept`, index);
    expect(await at("1")).toEqual(["a.ts"]);
  });

  it.skipIf(process.platform === "win32")(
    "again after five seconds where it was slow, whatever the state",
    async () => {
      using folder = temporaryFolder();
      const { root, at } = asking(folder, new ChangedFiles(100));
      touch(root, "a.ts");
      const path = process.env["PATH"];
      writeFile(join(folder.path, "bin", "git"), "#!/bin/sh\nexec /bin/sleep 600\n");
      chmodSync(join(folder.path, "bin", "git"), 0o755);
      vi.stubEnv("PATH", join(folder.path, "bin"));
      expect(await at("1", 10_000)).toEqual(["slow"]);
      vi.stubEnv("PATH", path);
      expect(await at("2", 14_999)).toEqual(["slow"]);
    },
  );
});

it("what git has said of a root is forgotten when it was asked about a hundred others since", async () => {
  using folder = temporaryFolder();
  const root = repository(folder);
  const files = new ChangedFiles();
  const told = async (path: string): Promise<string[]> =>
    listed(await files.of(path, { indexState: "", nowMs: 0 }));
  const others = Array.from({ length: 100 }, (_, at) => join(root, "none", `${at}`));
  for (const path of others) mkdirSync(path, { recursive: true });
  expect(await told(root)).toEqual([]);
  touch(root, "a.ts");
  for (const path of others.slice(1)) await told(path);
  expect(await told(root)).toEqual([]);
  await told(others[0] as string);
  expect(await told(root)).toEqual(["a.ts"]);
});
