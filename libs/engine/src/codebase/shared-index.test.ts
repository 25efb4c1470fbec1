/** Work trees and clones of a repository that share an index file. */
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { ToolName } from "@satori/contracts";
import { openDatabase } from "../sqlite/driver.ts";
import { createInlinePreparer } from "../prepare/preparer.ts";
import { SqliteStore } from "../store/sqlite/sqlite-store.ts";
import { damageTable } from "../testing/damage-table.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import { git as runGit } from "../testing/trees/git.ts";

const WORDS = ["open", "close", "parse", "store", "index", "query", "token", "merge", "branch", "commit"];

/** A module with a class, two functions that call others, and an import. */
function moduleText(at: number, variant: number): string {
  const [word = "", other = ""] = [WORDS[at % 10], WORDS[(at + variant + 1) % 10]];
  return [
    `import { ${other}${(at + 1) % 12} } from "./m${(at + 1) % 12}.ts";`,
    `/** Makes the ${word} ${variant % 3 === 0 ? "quickly" : "with care"}. */`,
    `export function ${word}${at}(value: number): number {`,
    `  return ${other}${(at + 1) % 12}(value + ${variant}) * ${at};`,
    `}`,
    ...(variant % 4 === 1
      ? [`export class ${word}Holder${variant} { ${other}() { return ${word}${at}(1); } }`]
      : []),
    "",
  ].join("\n");
}

interface Repository {
  readonly place: TestPlace;
  readonly main: string;
  git(folder: string, ...args: string[]): void;
  /** Adds a work tree with files of its own. */
  workTree(name: string, variant: number): string;
}

function newRepository(): Repository {
  const place = new TestPlace();
  onTestFinished(() => place[Symbol.asyncDispose]());
  for (let at = 0; at < 12; at++) place.tree.write(`main/src/m${at}.ts`, moduleText(at, 0));
  place.tree.write("main/README.md", "# Stores\n\nHow to open a store and query its tokens.\n");
  const main = join(place.tree.root, "main");
  const git = (folder: string, ...args: string[]): void => void runGit(folder, ...args);
  git(main, "init", "-q", "-b", "main");
  git(main, "add", ".");
  git(main, "commit", "-q", "-m", "first");
  place.tree.wait();
  return {
    place,
    main,
    git,
    workTree(name, variant) {
      git(main, "worktree", "add", "-q", "-b", name, join(place.tree.root, name));
      for (let at = variant % 5; at < 12; at += 5)
        place.tree.write(`${name}/src/m${at}.ts`, moduleText(at, variant));
      if (variant % 3 === 0) place.tree.remove(`${name}/src/m${variant % 12}.ts`);
      place.tree.wait();
      return join(place.tree.root, name);
    },
  };
}

async function index(engine: TestEngine, path: string): Promise<void> {
  expect(await engine.call("manage_index", { action: "create", path })).toMatchObject({ status: "ok" });
  await engine.engine.waitForRun(path, path);
  expect(await engine.call("manage_index", { action: "status", path })).toMatchObject({ status: "ok" });
}

async function textOf(engine: TestEngine, tool: ToolName, args: object): Promise<string> {
  const { meta: _, ...answer } = (await engine.call(tool, args)) as { meta: unknown };
  return JSON.stringify(answer);
}

const QUESTIONS: readonly (readonly [ToolName, object])[] = [
  ["search_codebase", { query: "open the store with care" }],
  ["search_codebase", { query: "query tokens", resultMode: "raw" }],
  ["search_codebase", { query: "parse2" }],
  ["search_codebase", { query: "merge branch commit", resultMode: "context" }],
  ["search_codebase", { query: "holder quickly" }],
  ["file_outline", { file: "src/m1.ts" }],
  ["call_graph", { symbol: "close1", direction: "callers" }],
  ["call_graph", { symbol: "parse2", direction: "both" }],
  ["list_paths", { include_globs: ["src/**"] }],
  ["search_text", { query: "quickly" }],
];

const sharedFiles = (place: TestPlace): readonly string[] => {
  const folder = join(place.home, "repositories");
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name, "index.db")) : [];
};

describe("work trees of one repository", () => {
  it("have one index file, and each answers as if it were indexed alone", async () => {
    const { place, main, workTree } = newRepository();
    const trees = [main, ...Array.from({ length: 19 }, (_, at) => workTree(`w${at + 1}`, at + 1))];
    const together = place.engine();
    for (const tree of trees) await index(together, tree);
    expect(sharedFiles(place)).toHaveLength(1);
    const statuses: unknown[] = [];
    for (const [at, path] of trees.entries()) {
      const alone = place.engine({ home: join(place.home, `alone-${at}`) });
      await index(alone, path);
      for (const [tool, args] of QUESTIONS) {
        const answer = await textOf(together, tool, { path, ...args });
        statuses.push(/"status":"(\w+)"/.exec(answer)?.[1]);
        expect(answer).toBe(await textOf(alone, tool, { path, ...args }));
      }
      await alone[Symbol.asyncDispose]();
    }
    expect(statuses).toHaveLength(200);
    expect(new Set(statuses)).toEqual(new Set(["ok"]));
  }, 120_000);

  it("take what is the same from each other, and follow their own changes", async () => {
    const { place, main, workTree, git } = newRepository();
    const other = workTree("other", 1);
    const engine = place.engine();
    await index(engine, main);
    await index(engine, other);
    const [file = ""] = sharedFiles(place);
    const versions = (): number => {
      const database = openDatabase(file);
      try {
        return Number(database.prepare("SELECT count(*) FROM file_1").get()?.[0]);
      } finally {
        database.close();
      }
    };
    // 13 files in common, 3 of them changed in the work tree.
    expect(versions()).toBe(16);
    git(other, "checkout", "-q", "-f", "HEAD");
    place.tree.wait();
    expect(await engine.call("manage_index", { action: "sync", path: other })).toMatchObject({
      status: "ok",
      stats: { modified: 3 },
    });
    expect(versions()).toBe(13);
    const here = await textOf(engine, "search_codebase", { path: main, query: "open the store" });
    expect(here.replaceAll(main, other)).toBe(
      await textOf(engine, "search_codebase", { path: other, query: "open the store" }),
    );
  });

  it("are read as they are while others change what they share, in one process", async () => {
    const { place, main, workTree } = newRepository();
    const other = workTree("other", 1);
    const engine = place.engine();
    for (const path of [main, other]) await index(engine, path);
    const alone = place.engine({ home: join(place.home, "alone") });
    await index(alone, main);
    // Not through a tool, which would read the file again after it found it corrupt.
    const readBy = async ({ context }: TestEngine, word: string): Promise<unknown> => {
      using snapshot = await context.codebases.at(main).snapshot();
      const names = await snapshot.symbolNames(1, 50);
      return [
        await snapshot.frequencies([word, "store"]),
        await snapshot.lexical([word], 50, null),
        await snapshot.filesDefining(`${word}3`),
        [...names].sort(),
      ];
    };
    await readBy(engine, "readme");
    for (let round = 0; round < 6; round++) {
      for (let at = 0; at < 12; at++) place.tree.write(`other/src/m${at}.ts`, moduleText(at, 10 + round * 7));
      place.tree.wait();
      expect(await engine.call("manage_index", { action: "sync", path: other })).toMatchObject({
        status: "ok",
      });
      const word = WORDS[round] as string;
      expect(await readBy(engine, word)).toEqual(await readBy(alone, word));
    }
  });

  it("are cleared one by one, and the file goes with the last", async () => {
    const { place, main, workTree } = newRepository();
    const other = workTree("other", 1);
    const engine = place.engine();
    for (const path of [main, other]) await index(engine, path);
    const before = await textOf(engine, "search_codebase", { path: main, query: "open" });
    using snapshot = await engine.context.codebases.at(other).snapshot();
    expect(await engine.call("manage_index", { action: "clear", path: other })).toMatchObject({
      status: "ok",
    });
    // A reader that was there before goes on.
    expect(snapshot.files.count).toBe(13);
    expect(await engine.call("search_codebase", { path: other, query: "open" })).toMatchObject({
      status: "not_indexed",
    });
    expect(await textOf(engine, "search_codebase", { path: main, query: "open" })).toBe(before);
    await engine.call("manage_index", { action: "clear", path: main });
    expect(readdirSync(join(place.home, "repositories"))).toEqual([]);
  });

  it("leave nothing in the file when their index folder is deleted by hand", async () => {
    const { place, main, workTree } = newRepository();
    const other = workTree("other", 1);
    const engine = place.engine();
    for (const path of [main, other]) await index(engine, path);
    rmSync(engine.context.codebases.at(other).folder, { recursive: true });
    const again = place.engine();
    expect(
      await again.call("manage_index", { action: "reindex", path: main, allowUnnecessaryReindex: true }),
    ).toMatchObject({ status: "ok" });
    await again.engine.waitForRun(main, main);
    const database = openDatabase(sharedFiles(place)[0] as string);
    onTestFinished(() => database.close());
    expect(database.prepare("SELECT value FROM meta WHERE key = 'root'").all()).toEqual([[main]]);
    expect(database.prepare("SELECT count(*) FROM run").get()).toEqual([1]);
  });

  it("keep the view that another process begins while one looks for views that are gone", async () => {
    const { place, main, workTree } = newRepository();
    const other = workTree("other", 1);
    await index(place.engine(), main);
    const [engine, another] = [place.engine(), place.engine()];
    const { keepViews } = SqliteStore.prototype;
    const spy = vi.spyOn(SqliteStore.prototype, "keepViews").mockImplementationOnce(async function (
      this: SqliteStore,
      ...args
    ) {
      await index(another, other);
      return keepViews.apply(this, args);
    });
    onTestFinished(() => spy.mockRestore());
    await engine.call("manage_index", { action: "reindex", path: main, allowUnnecessaryReindex: true });
    await engine.engine.waitForRun(main, main);
    for (const path of [main, other])
      expect(await another.call("search_codebase", { path, query: "open" })).toMatchObject({ status: "ok" });
    expect(await another.call("manage_index", { action: "status", path: other })).toMatchObject({
      status: "ok",
    });
  });

  const changesMeanwhile: readonly (readonly [string, (tree: TestPlace["tree"], path: string) => void])[] = [
    ["stays as it is", () => undefined],
    ["is edited", (tree, path) => tree.write(path, "export const edited = 1;\n")],
    ["is edited and no text any more", (tree, path) => tree.write(path, Uint8Array.of(0, 1, 2))],
    ["is removed", (tree, path) => tree.remove(path)],
  ];
  it.each(changesMeanwhile)(
    "prepare a file whose version another view removes meanwhile, while the file %s",
    async (_, change) => {
      const { place, main, workTree } = newRepository();
      const other = workTree("other", 1);
      const [engine, inline] = [place.engine(), createInlinePreparer(1e6)];
      await index(engine, main);
      let outcomes = 0;
      const slow = place.engine({
        preparer: {
          async *prepare(...args) {
            for await (const outcome of inline.prepare(...args)) {
              if (outcome.path === "src/m0.ts" && outcomes++ === 0) {
                expect(outcome.kind).toBe("stored");
                place.tree.write("main/src/m0.ts", moduleText(0, 7));
                place.tree.wait();
                await engine.call("manage_index", { action: "sync", path: main });
                change(place.tree, "other/src/m0.ts");
                place.tree.wait();
              }
              yield outcome;
            }
          },
          [Symbol.asyncDispose]: () => Promise.resolve(),
        },
      });
      await index(slow, other);
      expect(outcomes).toBe(2);
      const alone = place.engine({ home: join(place.home, "alone") });
      await index(alone, other);
      for (const [tool, args] of QUESTIONS)
        expect(await textOf(slow, tool, { path: other, ...args })).toBe(
          await textOf(alone, tool, { path: other, ...args }),
        );
      expect(await slow.call("manage_index", { action: "sync", path: other })).toMatchObject({
        stats: { added: 0, removed: 0, modified: 0 },
      });
    },
  );

  it("report damage each by itself, and leave the damaged file when they are indexed again", async () => {
    const { place, main, workTree } = newRepository();
    const other = workTree("other", 1);
    for (const path of [main, other]) await index(place.engine(), path);
    const [file = ""] = sharedFiles(place);
    damageTable(file, "content_1");
    const engine = place.engine();
    expect(await engine.call("search_codebase", { path: main, query: "open" })).toMatchObject({
      status: "error",
    });
    await engine.call("manage_index", { action: "create", path: main });
    await engine.engine.waitForRun(main, main);
    expect(await engine.call("search_codebase", { path: main, query: "open" })).toMatchObject({
      status: "ok",
    });
    expect(sharedFiles(place)).toHaveLength(2);
    expect(existsSync(file)).toBe(true);
    await engine.call("search_codebase", { path: other, query: "open" });
    await engine.call("manage_index", { action: "create", path: other });
    await engine.engine.waitForRun(other, other);
    expect(await engine.call("search_codebase", { path: other, query: "open" })).toMatchObject({
      status: "ok",
    });
    // Both use the new file now, and the damaged one is gone.
    expect(sharedFiles(place)).toHaveLength(1);
    expect(existsSync(file)).toBe(false);
  });
});

describe("clones", () => {
  it("share a file if they come from one URL and have a first commit in common", async () => {
    const { place, main, git } = newRepository();
    const clone = join(place.tree.root, "clone");
    git(place.tree.root, "clone", "-q", main, clone);
    for (const folder of [main, clone])
      git(folder, "config", "remote.origin.url", "https://example.org/a/b.git");
    place.tree.write("foreign/a.ts", "export const foreign = 1;\n");
    const foreign = join(place.tree.root, "foreign");
    git(foreign, "init", "-q");
    git(foreign, "add", ".");
    git(foreign, "commit", "-q", "-m", "other root");
    git(foreign, "config", "remote.origin.url", "git@example.org:a/b.git");
    place.tree.wait();
    const engine = place.engine();
    for (const path of [main, clone, foreign]) await index(engine, path);
    expect(sharedFiles(place)).toHaveLength(2);
    const named = [main, clone, foreign].map(
      (path) => engine.context.codebases.at(path).storeFile.location().name,
    );
    expect(named[0]).toBe(named[1]);
    expect(named[2]).not.toBe(named[0]);
  });

  it("are apart below different folders of the repository", async () => {
    const { place, main } = newRepository();
    const engine = place.engine();
    await index(engine, join(main, "src"));
    await index(engine, main);
    expect(sharedFiles(place)).toHaveLength(2);
  });
});

it("a folder without a repository has a file of its own", async () => {
  const place = new TestPlace({ "a.ts": "export const a = 1;\n" });
  onTestFinished(() => place[Symbol.asyncDispose]());
  const engine = place.engine();
  await engine.index();
  expect(statSync(join(engine.codebase.folder, "index.db")).isFile()).toBe(true);
  expect(existsSync(join(place.home, "repositories"))).toBe(false);
});

it("an identity that names a path instead of a shared file is not followed", async () => {
  const place = new TestPlace({ "a.ts": "export const a = 1;\n" });
  onTestFinished(() => place[Symbol.asyncDispose]());
  const engine = place.engine();
  await engine.index();
  await engine[Symbol.asyncDispose]();
  const identity = { path: place.tree.root, isEstablished: true, store: "../../elsewhere" };
  writeFileSync(join(engine.codebase.folder, "codebase.json"), JSON.stringify(identity));
  expect(place.engine().codebase.storeFile.location()).toEqual({
    folder: engine.codebase.folder,
    name: null,
    isShared: false,
  });
});
