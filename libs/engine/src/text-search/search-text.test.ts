/** Real ripgrep in real trees: what is found, how it is shown, and how searches end. */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { noDeadline } from "../deadline.ts";
import "../testing/trees/no-git-settings.ts";
import { temporaryFolder, writeFile, writeTree } from "../testing/trees/tree.ts";
import { itAsOrdinaryUser } from "../testing/trees/ordinary-user.ts";
import { MAX_RULES_PER_FILE } from "../ignore/limits.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { FolderCache } from "./rules/folder-cache.ts";
import type { TextSearch } from "./types.ts";
import { found } from "./testing/found.ts";

function tree(text: string): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  return writeTree(folder.path, text);
}

async function places(root: string, query: string, search: Partial<TextSearch> = {}): Promise<string[]> {
  return (await found(root, query, search)).matches.map(
    ({ path, line, column }) => `${path}:${line}:${column}`,
  );
}

describe("a text search", () => {
  it("finds each line once, at its first match, by path and line", async () => {
    const root = tree("//- b.ts\nfoo foo\n//- a/z.ts\nx\n foo\n//- a.ts\nFOO\n");
    expect(await places(root, "foo")).toEqual(["a.ts:1:1", "a/z.ts:2:2", "b.ts:1:1"]);
    expect(await places(root, "foo", { isCaseSensitive: true })).toEqual(["a/z.ts:2:2", "b.ts:1:1"]);
    expect(await found(root, "foo")).toMatchObject({
      total: 3,
      isTruncated: false,
      unsearched: [],
      cut: null,
    });
    expect(await found(root, "absent")).toMatchObject({ matches: [], total: 0, isTruncated: false });
  });

  it("takes a query by the letter unless it is a regular expression", async () => {
    const root = tree("//- a.txt\n-e (a.b)\naxb\n!x\n");
    expect(await places(root, "a.b")).toEqual(["a.txt:1:5"]);
    expect(await places(root, "a.b", { isRegex: true })).toEqual(["a.txt:1:5", "a.txt:2:1"]);
    expect(await places(root, "-e (")).toEqual(["a.txt:1:1"]);
    expect(await places(root, "--help")).toEqual([]);
    expect(await places(root, "-e", { isRegex: true })).toEqual(["a.txt:1:1"]);
    expect(await places(root, "x$", { isRegex: true })).toEqual(["a.txt:3:2"]);
  });

  it("counts columns in UTF-16 units, in every encoding that the index reads", async () => {
    const root = tree("//- utf8.txt\n😀é foo\n");
    writeFile(join(root, "bom.txt"), "\ufefffoo é\r\n");
    writeFile(join(root, "latin.txt"), Buffer.from("é foo Ã©\r\n", "latin1"));
    writeFile(join(root, "wide.txt"), Buffer.from("\ufeff😀é foo\n", "utf16le"));
    writeFile(join(root, "wide-be.txt"), Buffer.from("\ufeffé foo\n", "utf16le").swap16());
    const { matches } = await found(root, "^.*foo|foo", { isRegex: true });
    expect(matches.map(({ path, text }) => [path, text])).toEqual([
      ["bom.txt", "foo é"],
      ["latin.txt", "é foo Ã©"],
      ["utf8.txt", "😀é foo"],
      ["wide-be.txt", "é foo"],
      ["wide.txt", "😀é foo"],
    ]);
    expect(await places(root, "foo")).toEqual([
      "bom.txt:1:1",
      "latin.txt:1:3",
      "utf8.txt:1:5",
      "wide-be.txt:1:3",
      "wide.txt:1:5",
    ]);
    expect(await places(root, "foo$", { isRegex: true })).toEqual([
      "utf8.txt:1:5",
      "wide-be.txt:1:3",
      "wide.txt:1:5",
    ]);
  });

  it("finds what is not ASCII in Latin-1 files too, and only what they say", async () => {
    const root = tree("//- a/utf8.txt\ncafé Ã©\n//- b/utf8.txt\nthé\n");
    writeFile(join(root, "a/latin.txt"), Buffer.from("# CAFÉ foo\r\nÃ©\n", "latin1"));
    const { matches, total } = await found(root, "café", { contextLines: 1 });
    expect([
      total,
      ...matches.map(({ path, line, column, text, after }) => [path, line, column, text, after]),
    ]).toEqual([2, ["a/latin.txt", 1, 3, "# CAFÉ foo", ["Ã©"]], ["a/utf8.txt", 1, 1, "café Ã©", []]]);
    expect(await places(root, "Ã©")).toEqual(["a/latin.txt:2:1", "a/utf8.txt:1:6"]);
    expect(await places(root, "É foo", { isCaseSensitive: true })).toEqual(["a/latin.txt:1:6"]);
    expect(await places(root, "(f|h)[éè]", { isRegex: true })).toEqual([
      "a/latin.txt:1:5",
      "a/utf8.txt:1:3",
      "b/utf8.txt:1:2",
    ]);
    expect(await found(root, "[éè]", { isRegex: true, maxResults: 2 })).toMatchObject({
      matches: [{ path: "a/latin.txt" }, { path: "a/utf8.txt" }],
      total: 3,
      isTruncated: true,
    });
  });

  it("shows lines around a match, and of a long line the part around it", async () => {
    const root = tree("//- a.txt\none\ntwo\nfoo\nfoo\nthree\n");
    writeFile(join(root, "long.txt"), `${"😀".repeat(2_000)}foo${"😀".repeat(2_000)}`);
    const { matches } = await found(root, "foo", { contextLines: 2 });
    expect(matches.slice(0, 2).map(({ before, text, after }) => [before, text, after])).toEqual([
      [["one", "two"], "foo", ["foo", "three"]],
      [["two", "foo"], "foo", ["three"]],
    ]);
    expect(matches[2]).toMatchObject({ path: "long.txt", column: 4_001 });
    expect(matches[2]?.text).toMatch(/^…(?:😀){50}foo(?:😀)+…$/u);
  });

  it("takes patterns and places that no command line has room for", async () => {
    const root = tree("//- a.ts\nfoo\n//- b/b.ts\nfoo\n//- c/c.ts\nfoo\n");
    const names = Array.from({ length: 20_000 }, (_, at) => `${"x".repeat(100)}${at}`);
    expect(
      await places(root, "foo", { include: ["x".repeat(200_000), "b/"], exclude: ["x".repeat(200_000)] }),
    ).toEqual(["b/b.ts:1:1"]);
    expect(
      await places(root, "foo", { include: [...names.map((name) => `/${name}/`), "b/"], exclude: names }),
    ).toEqual(["b/b.ts:1:1"]);
    const folders = names.slice(0, 3_000).map((name) => `c/${name}`);
    for (const folder of folders) mkdirSync(join(root, folder));
    expect(await places(root, "foo", { within: [...folders, "a.ts"] })).toEqual(["a.ts:1:1"]);
  });

  it("says the same each time of how many there are, and stops where there are too many to count", async () => {
    const root = tree(
      Array.from({ length: 30 }, (_, at) => `//- f${at}/a.txt\n${"line\n".repeat(100)}`).join(""),
    );
    const all = await found(root, "line", { maxResults: 3_000 });
    expect([all.total, all.isTruncated, all.matches.length]).toEqual([3_000, false, 3_000]);
    const some = await found(root, "line", { include: ["f1*/"], maxResults: 150 });
    expect([some.total, some.isTruncated, some.matches.at(-1)]).toMatchObject([
      1_100,
      true,
      { path: "f10/a.txt", line: 50 },
    ]);
    const first = await found(root, "line", { maxResults: 150 });
    expect([first.total, first.isTruncated]).toEqual([2_001, true]);
    expect([first.matches.length, first.matches.at(0), first.matches.at(-1)]).toMatchObject([
      150,
      { path: "f0/a.txt", line: 1 },
      { path: "f1/a.txt", line: 50 },
    ]);
    expect(await found(root, "line", { maxResults: 150 })).toEqual(first);
  });

  it.skipIf(process.platform === "win32").each([
    ["that goes by names comes to no end", 'case "$*" in *--sort=path*) exec sleep 600;; esac\nexec'],
    [
      "of many threads comes to no end",
      'case "$*" in *--sort=path*) exec "$RG" "$@";; esac\n"$RG" "$@"\nexec sleep 600 #',
    ],
  ])("says the same where there are too many to count and the ripgrep %s", async (_, command) => {
    const { rgPath } = await import("@vscode/ripgrep");
    const root = tree(
      `${Array.from({ length: 30 }, (__, at) => `//- f${at}/a.txt\n${"line\n".repeat(100)}`).join("")}//- ` +
        ".gitignore\nslow-rg\n",
    );
    writeFile(join(root, "slow-rg"), `#!/bin/sh\nRG='${rgPath}'\n${command} "$RG" "$@"\n`);
    chmodSync(join(root, "slow-rg"), 0o755);
    expect(
      await found(root, "line", { maxResults: 150 }, { ripgrep: async () => [join(root, "slow-rg")] }),
    ).toEqual(await found(root, "line", { maxResults: 150 }));
  });

  it("asks about each file once, and takes the answer", async () => {
    const root = tree("//- a.ts\nfoo\nfoo\n//- b.py\nfoo\n");
    const asked: string[] = [];
    const accepts = (path: string): boolean => asked.push(path) > 0 && path.endsWith(".ts");
    expect(await places(root, "foo", { accepts })).toEqual(["a.ts:1:1", "a.ts:2:1"]);
    expect(asked.sort()).toEqual(["a.ts", "b.py"]);
  });

  it.each([
    ["", false, "must not be empty"],
    ["a\nb", false, "line breaks"],
    ["a\0b", false, "NUL"],
    ["\ud800", false, "surrogate"],
    ["(a", true, "unclosed group"],
    ["(a\\\\", true, "unclosed group"],
    ["\\", true, "ends with a backslash that escapes nothing"],
    ["a\\\\\\", true, "ends with a backslash that escapes nothing"],
    ["a(?=b)", true, "Look-ahead and look-behind are not supported"],
    ["(a)\\1", true, "Backreferences are not supported"],
    ["a\\nb", true, "Matches never span lines"],
    ["[z-a]", true, "invalid character class range"],
    ["\\w{5000}{500}", true, "too large"],
  ])("refuses the query %j, and says why", async (query, isRegex, problem) => {
    const root = tree("//- a.ts\nfoo\n");
    await expect(found(root, query, { isRegex })).rejects.toMatchObject({
      code: "INVALID_ARGUMENTS",
      message: expect.stringContaining(problem),
      details: [{ path: "query" }],
    });
  });

  it("refuses it once, though ripgrep says so before the folders have been looked at", async () => {
    const root = tree("//- a.ts\nfoo\n");
    class SlowFolders extends FolderCache {
      override async factsOf(...of: Parameters<FolderCache["factsOf"]>): ReturnType<FolderCache["factsOf"]> {
        await new Promise((resolve) => void setTimeout(resolve, 300));
        return super.factsOf(...of);
      }
    }
    // An unhandled rejection in the meantime would fail this run.
    await expect(found(root, "(", { isRegex: true }, { folders: new SlowFolders() })).rejects.toMatchObject({
      code: "INVALID_ARGUMENTS",
    });
  });

  it("ends with the signal, before and during the search", async () => {
    const root = tree("//- a.ts\nfoo\n");
    await expect(found(root, "foo", {}, { deadline: noDeadline(AbortSignal.abort()) })).rejects.toMatchObject(
      { code: "CANCELLED" },
    );
    const stopping = new AbortController();
    const accepts = (): boolean => {
      stopping.abort();
      return true;
    };
    await expect(
      found(root, "foo", { accepts }, { deadline: noDeadline(stopping.signal) }),
    ).rejects.toMatchObject({ code: "CANCELLED" });
  });

  it("names what to install where no ripgrep runs, and passes over one that does not", async () => {
    const root = tree("//- a.ts\nfoo\n//- no-rg\nnot a program\n");
    await expect(
      found(root, "foo", {}, { ripgrep: async () => [join(root, "none"), join(root, "no-rg")] }),
    ).rejects.toMatchObject({
      code: "RIPGREP_MISSING",
      message: expect.stringContaining("@vscode/ripgrep-"),
    });
    const { rgPath } = await import("@vscode/ripgrep");
    expect((await found(root, "foo", {}, { ripgrep: async () => [join(root, "no-rg"), rgPath] })).total).toBe(
      1,
    );
  });

  it.skipIf(process.platform === "win32")(
    "says so where ripgrep is too old for what is asked of it",
    async () => {
      const root = tree(
        "//- a.ts\nfoo\n//- old-rg\n#!/bin/sh\necho 'rg: unrecognized flag --no-ignore-dot' >&2\nexit 2\n",
      );
      chmodSync(join(root, "old-rg"), 0o755);
      await expect(
        found(root, "foo", {}, { ripgrep: async () => [join(root, "old-rg")] }),
      ).rejects.toMatchObject({
        code: "RIPGREP_MISSING",
        message: expect.stringContaining("unrecognized flag"),
      });
    },
  );

  it.skipIf(process.platform === "win32")(
    "tells where ripgrep was ended by somebody else, and gives what there is",
    async () => {
      const { rgPath } = await import("@vscode/ripgrep");
      const root = tree(`//- a.ts\nfoo\n//- dying-rg\n#!/bin/sh\n'${rgPath}' "$@"\nkill -9 $$\n`);
      chmodSync(join(root, "dying-rg"), 0o755);
      expect(await found(root, "foo", {}, { ripgrep: async () => [join(root, "dying-rg")] })).toMatchObject({
        matches: [{ path: "a.ts" }],
        cut: { by: "outside", files: 2, filesWithMatches: 1 },
      });
    },
  );

  it("names the texts that it passes over for their size, of those that were asked for", async () => {
    const root = tree(
      "//- a.ts\nfoo\n//- out/big.ts\nfoo foo foo\n//- .gitignore\nout/\n//- src/big.ts\nfoo foo " +
        "foo\n//- big regex: 5 bytes\nfoo foo foo\n",
    );
    writeFile(join(root, "picture"), Buffer.from("foo\0foo foo foo"));
    const largeOf = async (search: Partial<TextSearch>): Promise<string[]> =>
      (await found(root, "foo", search, { maxFileBytes: 10 })).unsearched.map(
        ({ path, cause }) => `${path} ${cause}`,
      );
    expect(await largeOf({})).toEqual(["big regex: 5 bytes too_large", "src/big.ts too_large"]);
    expect(await largeOf({ include: ["*.ts"] })).toEqual(["src/big.ts too_large"]);
    expect(await largeOf({ exclude: ["*.ts"] })).toEqual(["big regex: 5 bytes too_large"]);
    expect(await largeOf({ within: ["src/big.ts"], named: ["src/big.ts"] })).toEqual([
      "src/big.ts too_large",
    ]);
  });

  it("names what it was told to look into and does not", async () => {
    const root = tree("//- .gitignore\nout/\n//- out/made.ts\nfoo\n//- .env\nfoo\n//- a.ts\nfoo\n");
    writeFile(join(root, "picture"), Buffer.from("foo\0"));
    const named = ["out/made.ts", ".env", "picture", "a.ts"];
    expect(await found(root, "foo", { within: named, named })).toMatchObject({
      total: 1,
      unsearched: [
        { path: ".env", cause: "ignored" },
        { path: "out/made.ts", cause: "ignored" },
        { path: "picture", cause: "binary" },
      ],
    });
    expect(await found(root, "foo", { within: ["out"], named: ["out"] })).toMatchObject({
      total: 0,
      unsearched: [{ path: "out", cause: "ignored" }],
    });
  });

  it.skipIf(process.platform === "win32")(
    "shows no line that the file does not have, whatever ripgrep has read in its place",
    async () => {
      const { rgPath } = await import("@vscode/ripgrep");
      const root = tree(
        `//- a.ts\nfoo\nfoo one\nfoo two\n//- b.ts\nfoo one\n//- other-rg\n#!/bin/sh\n'${rgPath}' "$@" ` +
          "| sed 's/foo one/foo secret/'\n",
      );
      chmodSync(join(root, "other-rg"), 0o755);
      expect(
        await found(root, "foo", { include: ["*.ts"] }, { ripgrep: async () => [join(root, "other-rg")] }),
      ).toMatchObject({
        matches: [
          { path: "a.ts", line: 1 },
          { path: "a.ts", line: 3 },
        ],
        total: 2,
      });
    },
  );

  it.skipIf(process.platform === "win32")(
    "shows nothing of what a link leads to, though ripgrep has gone there",
    async () => {
      const { rgPath } = await import("@vscode/ripgrep");
      const root = tree(
        "//- code/src/a.ts\nfoo\n//- elsewhere/a.ts\nfoo\n//- late-rg\n#!/bin/sh\nmv src moved && ln " +
          `-s ../elsewhere src\n'${rgPath}' --follow "$@"\n`,
      );
      chmodSync(join(root, "late-rg"), 0o755);
      expect(
        await found(
          join(root, "code"),
          "foo",
          { include: ["src/"] },
          { ripgrep: async () => [join(root, "late-rg")] },
        ),
      ).toMatchObject({ matches: [], total: 0 });
    },
  );

  itAsOrdinaryUser("counts what it may not read, and gives the rest", async () => {
    using folder = temporaryFolder();
    const root = writeTree(folder.path, "//- a.ts\nfoo\n//- b.ts\nfoo\n//- shut/c.ts\nfoo\n");
    chmodSync(join(root, "b.ts"), 0);
    chmodSync(join(root, "shut"), 0);
    const result = await found(root, "foo").finally(() => chmodSync(join(root, "shut"), 0o700));
    rmSync(join(root, "shut"), { recursive: true });
    expect(result).toMatchObject({
      matches: [{ path: "a.ts" }],
      total: 1,
      unsearched: [
        { path: "b.ts", cause: "unreadable" },
        { path: "shut", cause: "unreadable" },
      ],
    });
  });

  it.runIf(process.platform === "linux")(
    "says of a file whose name is another one's once both are normalised that it is not searched",
    async () => {
      const root = tree("//- caf\u00e9.py\nfoo\n//- cafe\u0301.py\nfoo\n");
      expect(await found(root, "foo", { within: ["cafe\u0301.py"], named: ["cafe\u0301.py"] })).toMatchObject(
        { unsearched: [{ cause: "invalid_name" }] },
      );
      expect(await found(root, "foo", { within: ["caf\u00e9.py"], named: ["caf\u00e9.py"] })).toMatchObject({
        total: 1,
        unsearched: [],
      });
    },
  );

  it.runIf(process.platform === "linux")(
    "says of files that fit, but whose names no index can have, that they are not searched",
    async () => {
      const root = tree(
        "//- .gitignore\n*.log\n//- ok.py\nfoo\n//- caf\u00e9.md\nfoo\n//- cafe\u0301.md\nfoo\n",
      );
      const write = (name: string, text: string): void =>
        writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from(name, "latin1")]), text);
      for (const name of ["caf\u00e9.py", "caf\u00e9.log"]) write(name, "foo\n");
      write("th\u00e9.py", "bar\n");
      mkdirSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from("d\u00e9", "latin1")]));
      write("d\u00e9/a.py", "foo\n");
      const unnamed = async (search: Partial<TextSearch>): Promise<unknown> =>
        (await found(root, "foo", search)).unsearched;
      const cause = "invalid_name";
      expect(await unnamed({})).toEqual([
        { path: "caf\u00e9.md", cause },
        { path: "caf\ufffd.py", cause },
        { path: "d\ufffd/a.py", cause },
      ]);
      expect(await unnamed({ include: ["caf*.py"] })).toEqual([{ path: "caf\ufffd.py", cause }]);
      expect(await unnamed({ include: ["ok.*"] })).toEqual([]);
    },
  );

  it("does not look into folders that lie too deep, and says so", async () => {
    const [last, tooDeep] = [ENGINE_LIMITS.maxDepth, ENGINE_LIMITS.maxDepth + 1].map((count) =>
      Array.from({ length: count }, () => "d").join("/"),
    ) as [string, string];
    const root = tree(`//- ${last}/a.ts\nfoo\n//- ${tooDeep}/b.ts\nfoo\n`);
    const result = {
      matches: [{ path: `${last}/a.ts` }],
      total: 1,
      unsearched: [{ path: tooDeep, cause: "unreadable" }],
    };
    const folders = new FolderCache(() => Date.now() + 60_000);
    for (const time of ["first", "second"])
      expect(await found(root, "foo", {}, { folders }), time).toMatchObject(result);
    for (const asked of [tooDeep, `${tooDeep}/b.ts`])
      expect(await found(root, "foo", { within: [asked], named: [asked] })).toMatchObject({
        total: 0,
        unsearched: [{ path: asked, cause: "unreadable" }],
      });
  });

  it("does not look into a folder whose ignore rules are not known, and says so", async () => {
    const root = tree("//- a.ts\nfoo\n//- shut/.gitignore\n//- shut/deep/c.ts\nfoo\n");
    writeFile(join(root, "shut/.gitignore"), "x\n".repeat(MAX_RULES_PER_FILE + 1));
    const unsearched = (...paths: string[]): object[] => paths.map((path) => ({ path, cause: "unreadable" }));
    const folders = new FolderCache(() => Date.now() + 60_000);
    for (const time of ["first", "second"])
      expect(await found(root, "foo", {}, { folders }), time).toMatchObject({
        matches: [{ path: "a.ts" }],
        total: 1,
        unsearched: unsearched("shut"),
      });
    expect(await found(root, "foo", { exclude: ["shut/"] })).toMatchObject({ total: 1, unsearched: [] });
    expect(await found(root, "foo", { within: ["shut/deep"], named: ["shut/deep"] })).toMatchObject({
      total: 0,
      unsearched: unsearched("shut/deep"),
    });
    expect(await found(root, "foo", { within: ["shut/deep/c.ts"], named: ["shut/deep/c.ts"] })).toMatchObject(
      { total: 0, unsearched: unsearched("shut/deep/c.ts") },
    );
    writeFile(join(root, ".gitignore"), "x\n".repeat(MAX_RULES_PER_FILE + 1));
    await expect(found(root, "foo")).rejects.toMatchObject({ code: "PATH_UNREADABLE" });
  });

  itAsOrdinaryUser("gives the rest where a folder tells its names and nothing else", async () => {
    using folder = temporaryFolder();
    const root = writeTree(
      folder.path,
      "//- a.ts\nfoo\n//- named/.gitignore\n*.log\n//- named/deep/c.ts\nfoo\n",
    );
    const folders = new FolderCache();
    chmodSync(join(root, "named"), 0o400);
    const looks = [await found(root, "foo", {}, { folders }), await found(root, "foo", {}, { folders })];
    chmodSync(join(root, "named"), 0o700);
    for (const look of looks) expect(look).toMatchObject({ matches: [{ path: "a.ts" }], total: 1 });
    expect((await found(root, "foo", {}, { folders })).total).toBe(2);
  });
});
