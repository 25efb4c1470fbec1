/** A search covers exactly the files that the index would contain. */
import { readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import "../testing/trees/no-git-settings.ts";
import { randomTreeArbitrary, writeRandomTree } from "../ignore/testing/random-tree.ts";
import { compilePathPatterns } from "../ignore/path-matcher.ts";
import { NO_SETTINGS } from "../model/run.ts";
import { temporaryFolder, writeFile, writeTree } from "../testing/trees/tree.ts";
import { FolderCache } from "./rules/folder-cache.ts";
import { indexedFiles, searched } from "./testing/found.ts";

const runs = { seed: 20_261_122, numRuns: 40 };
/** Unusual names need a file system that accepts them. */
const takesOddNames = process.platform === "linux";

/** A clock that makes trees count as settled right after they were written. */
const inAMinute = (): number => Date.now() + 60_000;

/** Gives each file a line, so that there is something to find. */
function fill(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() && !/ignore$|^exclude$/.test(entry.name))
      writeFileSync(join(entry.parentPath, entry.name), "line\n");
  }
}

describe("the files that are searched", () => {
  it.runIf(takesOddNames)("are those of the index, whatever stands in ignore files", async () => {
    await fc.assert(
      fc.asyncProperty(
        randomTreeArbitrary,
        fc.boolean(),
        fc.constantFrom([], ["a*"], ["!*.o"], ["/b/", "!/b/a"]),
        async (tree, isSatoriignore, ignorePatterns) => {
          using folder = temporaryFolder();
          const renamed = [...tree.controlFiles].map(
            ([path, content]) =>
              [
                isSatoriignore && path.includes("/.g") ? path.replace(/\.gitignore$/, ".satoriignore") : path,
                content,
              ] as const,
          );
          const root = join(folder.path, "repository");
          writeRandomTree({ ...tree, controlFiles: new Map(renamed) }, root, join(folder.path, "home"));
          fill(root);
          const settings = { ...NO_SETTINGS, ignorePatterns };
          const folders = new FolderCache(inAMinute);
          const expected = await indexedFiles(root, settings);
          expect(await searched(root, { settings }, { folders })).toEqual(expected);
          expect(await searched(root, { settings }, { folders }), "of a tree that is known").toEqual(
            expected,
          );
          for (const start of readdirSync(root).filter((name) => name !== ".git")) {
            const inside = expected.filter(
              (path) => path === start.normalize("NFC") || path.startsWith(`${start.normalize("NFC")}/`),
            );
            expect(await searched(root, { settings, within: [start] }, { folders }), start).toEqual(inside);
            expect(
              await searched(root, { settings, within: [start] }, { folders }),
              `${start}, known`,
            ).toEqual(inside);
          }
        },
      ),
      { ...runs, numRuns: 15 },
    );
  });

  it.runIf(takesOddNames)("are those of the index where rules ignore case", async () => {
    await fc.assert(
      fc.asyncProperty(randomTreeArbitrary, async (tree) => {
        using folder = temporaryFolder();
        const root = join(folder.path, "repository");
        writeRandomTree(tree, root, join(folder.path, "home"));
        writeFileSync(join(root, ".git/config"), "[core]\nignorecase = true\n");
        fill(root);
        const folders = new FolderCache(inAMinute);
        const expected = await indexedFiles(root);
        for (const time of ["first", "second"])
          expect(await searched(root, {}, { folders }), time).toEqual(expected);
      }),
      { ...runs, numRuns: 10 },
    );
  });

  it.runIf(takesOddNames)("fit the patterns that are asked for, as our own matcher reads them", async () => {
    const patterns = fc.array(
      fc.constantFrom(
        "a",
        "/a",
        "*.o",
        "a/",
        "a/**",
        "**/b",
        "foo*",
        "/foo/*",
        "-a",
        "[ab]",
        "{a}",
        "*",
        "a/b",
        "x-y",
        "?",
        "é",
        "*.b",
        "a/*.o",
        "#a",
        "a b",
      ),
      { maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(randomTreeArbitrary, patterns, patterns, async (tree, include, exclude) => {
        using folder = temporaryFolder();
        const root = join(folder.path, "repository");
        writeRandomTree({ ...tree, controlFiles: new Map() }, root, join(folder.path, "home"));
        fill(root);
        const includes = include.length === 0 ? () => true : compilePathPatterns(include);
        const excludes = compilePathPatterns(exclude);
        const expected = (await indexedFiles(root)).filter((path) => includes(path) && !excludes(path));
        expect(await searched(root, { include, exclude })).toEqual(expected);
      }),
      { ...runs, numRuns: 40 },
    );
  });

  it.each(["fast-check", "vitest", "ajv", "commander"])(
    "are those of the index in a real package, %s",
    async (name) => {
      const root = join(import.meta.dirname, "../../../../node_modules", name);
      const expected = await indexedFiles(root);
      expect(expected.length).toBeGreaterThan(5);
      expect(await searched(root)).toEqual(expected);
    },
  );

  it("are those of the index in each situation that ripgrep would read otherwise", async () => {
    using folder = temporaryFolder();
    const root = writeTree(
      folder.path,
      `
      //- .gitignore
      *.log
      gen/
      {b}.ts
      //- .satoriignore
      !gen/
      secret.txt
      //- gen/kept.ts
      x
      //- b.ts
      x
      //- {b}.ts
      x
      //- secret.txt
      x
      //- .hidden/a.ts
      x
      //- .ignore
      b.ts
      //- sub/.git/info/exclude
      kept.ts
      //- sub/kept.ts
      x
      //- node_modules/pkg/a.js
      x
      //- .env
      x
      //- .env.example
      x
    `,
    );
    writeFile(join(root, "late-nul.txt"), `${"line\n".repeat(2_000)}\0`);
    writeFile(join(root, "early-nul.txt"), "line\n\0");
    writeFile(join(root, "large.txt"), "line\n".repeat(300_000));
    writeFile(join(root, "latin.txt"), Buffer.from("caf\xe9\n", "latin1"));
    writeFile(join(root, "odd.txt"), Buffer.from("\xff\x01\x02\x03\x04\n", "latin1"));
    writeFile(join(root, "wide.txt"), Buffer.from("\ufeffline\n", "utf16le"));
    symlinkSync("b.ts", join(root, "link.ts"));
    symlinkSync("sub", join(root, "linked"));
    const expected = await indexedFiles(root);
    expect(expected).toEqual([
      ".env.example",
      ".gitignore",
      ".hidden/a.ts",
      ".ignore",
      ".satoriignore",
      "b.ts",
      "gen/kept.ts",
      "late-nul.txt",
      "latin.txt",
      "sub/kept.ts",
      "wide.txt",
    ]);
    const folders = new FolderCache(inAMinute);
    expect(await searched(root, {}, { folders })).toEqual(expected);
    expect(await searched(root, {}, { folders }), "of a tree that is known").toEqual(expected);
    expect(
      await searched(root, { within: ["linked", "sub", "link.ts", "node_modules/pkg", "../x", "none"] }),
    ).toEqual(["sub/kept.ts"]);
  });

  it.each(["", "sub/"])(
    "are those of the index where a pattern in %j means more to ripgrep than to git",
    async (folderName) => {
      using folder = temporaryFolder();
      const root = writeTree(
        folder.path,
        `//- ${folderName}.gitignore\n{b}.ts\n*\n![[:alpha:]].md\n!b.ts\n{b}.ts\n//- ` +
          `${folderName}b.ts\nx\n//- ${folderName}c.md\nx\n`,
      );
      expect(await searched(root)).toEqual([`${folderName}b.ts`, `${folderName}c.md`]);
    },
  );

  it("are those of a folder of a repository, whose ignore files above count too", async () => {
    using folder = temporaryFolder();
    writeTree(
      folder.path,
      `
      //- .git/HEAD
      ref: refs/heads/main
      //- .git/objects/
      //- .git/refs/
      //- .gitignore
      *.tmp
      /app/out/
      !/app/keep.png
      //- app/out/a.ts
      x
      //- app/a.tmp
      x
      //- app/keep.png
      x
      //- app/src/out/a.ts
      x
    `,
    );
    const root = join(folder.path, "app");
    expect(await searched(root)).toEqual(["keep.png", "src/out/a.ts"]);
    expect(await searched(folder.path, { within: ["app"] })).toEqual(["app/keep.png", "app/src/out/a.ts"]);
  });

  it.each(["settled", "just written"])(
    "follow changes of ignore files and folders in a tree that is known, and was %s",
    async (age) => {
      using folder = temporaryFolder();
      const root = writeTree(folder.path, "//- src/a.ts\nx\n//- src/gen/b.ts\nx\n");
      const folders = new FolderCache(age === "settled" ? inAMinute : Date.now);
      expect(await searched(root, {}, { folders })).toEqual(["src/a.ts", "src/gen/b.ts"]);
      writeFile(join(root, "src/.gitignore"), "gen\n");
      expect(await searched(root, {}, { folders })).toEqual(["src/.gitignore", "src/a.ts"]);
      expect(await searched(root, {}, { folders })).toEqual(["src/.gitignore", "src/a.ts"]);
      writeFile(join(root, "src/.satoriignore"), "!gen\n");
      expect(await searched(root, {}, { folders })).toEqual([
        "src/.gitignore",
        "src/.satoriignore",
        "src/a.ts",
        "src/gen/b.ts",
      ]);
    },
  );
});
