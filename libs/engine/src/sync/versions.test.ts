/** Commits that are indexed without a checkout. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { CodebaseEntry } from "@satori/contracts";
import type { Codebase } from "../codebase/codebase.ts";
import { INDEX_FILES } from "../codebase/home/home.ts";
import { folderSizeBytes } from "../disk/folder-size.ts";
import { EngineError } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import { git } from "../testing/trees/git.ts";
import { requestedVersion } from "../testing/requested-version.ts";

interface Repository {
  readonly place: TestPlace;
  commit(message: string): string;
}

function newRepository(texts: Readonly<Record<string, string>>): Repository {
  const place = new TestPlace(texts);
  onTestFinished(() => place[Symbol.asyncDispose]());
  const { root } = place.tree;
  git(root, "init", "-q", "-b", "main");
  return {
    place,
    commit(message) {
      git(root, "add", "--all", ".");
      git(root, "commit", "-q", "--allow-empty", "-m", message);
      place.tree.wait();
      return git(root, "rev-parse", "HEAD").trim();
    },
  };
}

async function indexed({ context, codebase }: TestEngine, ref: string): Promise<Codebase> {
  const version = await requestedVersion(context, { codebase, ref, argument: "ref" });
  await version.activeRun?.ended;
  return version;
}

/** Everything that a snapshot has, without times. */
async function contentOf(codebase: Codebase): Promise<unknown> {
  using snapshot = await codebase.snapshot();
  const files = [...snapshot.files.paths.keys()];
  const { indexedAtMs: _, ...columns } = snapshot.files;
  const history = await snapshot.history();
  return {
    columns,
    skipped: await snapshot.skipped(),
    history,
    words: await snapshot.lexical(["open", "store", "close", "first"], 100, null),
    contents: (await snapshot.contents(files)).map(({ text, chunks, symbols }) => ({
      text,
      chunks,
      symbols,
    })),
    uses: snapshot.calls.filesUsing("call", "open"),
  };
}

const TEXTS = {
  "src/store.ts": "export function open(): number {\n  return 1;\n}\n",
  "src/main.ts": 'import { open } from "./store.ts";\nexport const first = open();\n',
  "notes.md": "# Stores\n\nHow to open and close a store.\n",
  ".gitignore": "build/\n",
};

describe("a commit", () => {
  it("is indexed as its checkout would be", async () => {
    const { place, commit } = newRepository(TEXTS);
    const { tree } = place;
    const first = commit("open a store");
    tree.write("src/store.ts", "export function close(): number {\n  return 2;\n}\n");
    tree.remove("notes.md");
    tree.write("binary.bin", new Uint8Array([0, 1, 2, 0]));
    tree.write("deep/er/file.py", "def first():\n    return 1\n");
    commit("close it");
    git(tree.root, "tag", "v2");
    const engine = place.engine();
    await engine.index();
    const now = await contentOf(engine.codebase);
    expect(await contentOf(await indexed(engine, "v2"))).toEqual(now);
    const old = await contentOf(await indexed(engine, "HEAD~1"));
    expect(old).not.toEqual(now);
    git(tree.root, "checkout", "-q", first);
    tree.wait();
    const alone = place.engine({ home: join(place.home, "alone") });
    await alone.index();
    expect(await contentOf(alone.codebase)).toEqual(old);
  });

  it("costs only the versions of files that are new", async () => {
    const { place, commit } = newRepository(TEXTS);
    commit("first");
    place.tree.write("src/store.ts", "export function open(): number {\n  return 3;\n}\n");
    commit("second");
    const prepared: string[] = [];
    const engine = place.engine();
    const { preparer } = engine.context;
    const noting = {
      ...engine.context,
      preparer: {
        async *prepare(...args: Parameters<typeof preparer.prepare>) {
          for await (const outcome of preparer.prepare(...args)) {
            if (outcome.kind === "indexed") prepared.push(outcome.path);
            yield outcome;
          }
        },
        [Symbol.asyncDispose]: () => Promise.resolve(),
      },
    };
    await engine.index();
    const version = await requestedVersion(noting, {
      codebase: engine.codebase,
      ref: "HEAD~1",
      argument: "ref",
    });
    await version.activeRun?.ended;
    expect(prepared).toEqual(["src/store.ts"]);
    expect((await version.view()).state).toBe("indexed");
  });

  it("leaves the codebase as it is, is listed apart, and goes when others were used later", async () => {
    const { place, commit } = newRepository(TEXTS);
    commit("0");
    const engine = place.engine();
    await engine.index();
    for (let at = 1; at <= ENGINE_LIMITS.versionsKept + 2; at++) {
      place.tree.write("src/store.ts", `export const value = ${at};\n`);
      commit(String(at));
      await indexed(engine, "HEAD");
      place.tree.wait(120_000);
      // Used again and again, so that it stays.
      await indexed(engine, `HEAD~${at - 1}`);
    }
    expect(engine.context.codebases.commitsOf(place.tree.root)).toHaveLength(ENGINE_LIMITS.versionsKept);
    const first = git(place.tree.root, "rev-list", "--max-parents=0", "HEAD").trim();
    const kept = engine.context.codebases.commitsOf(place.tree.root).map((version) => version.commit);
    expect(kept).not.toContain(first);
    expect(kept).toContain(
      git(place.tree.root, "rev-parse", `HEAD~${ENGINE_LIMITS.versionsKept + 1}`).trim(),
    );
    expect(engine.context.codebases.tracked().map(({ root }) => root)).toEqual([place.tree.root]);
    expect(await engine.call("list_codebases", {})).toMatchObject({ codebases: { ready: [{ files: 4 }] } });
  });

  it("stays beyond that as long as the server with its data is away", async () => {
    const { place, commit } = newRepository(TEXTS);
    const isAway = { now: true };
    const engine = place.engine({
      openStore: (folder, root) => {
        const store = openSqliteStore(folder, root, { isShared: true });
        const release = (): Promise<void> =>
          isAway.now
            ? Promise.reject(new EngineError("STORE_UNAVAILABLE", "The server is away"))
            : store.release();
        return new Proxy(store, {
          get: (target, name) => {
            const member: unknown = name === "release" ? release : Reflect.get(target, name, target);
            return typeof member === "function" ? (member.bind(target) as unknown) : member;
          },
        });
      },
    });
    const use = async (): Promise<number> => {
      commit("next");
      place.tree.wait(120_000);
      await indexed(engine, "HEAD");
      return engine.context.codebases.commitsOf(place.tree.root).length;
    };
    for (let at = 1; at <= ENGINE_LIMITS.versionsKept; at++) expect(await use()).toBe(at);
    expect(await use()).toBe(ENGINE_LIMITS.versionsKept + 1);
    isAway.now = false;
    expect(await use()).toBe(ENGINE_LIMITS.versionsKept);
  });

  it("goes with a rebuild of its codebase, if that is by another version or with other settings", async () => {
    const { place, commit } = newRepository(TEXTS);
    const first = commit("first");
    const engine = place.engine();
    await engine.index();
    await indexed(engine, first);
    await engine.index({ force: true });
    const kept = (): (string | null)[] =>
      engine.context.codebases.commitsOf(place.tree.root).map((version) => version.commit);
    expect(kept()).toEqual([first]);
    const later = place.engine({ fingerprint: { schemaVersion: 1_000 } });
    await later.call("manage_index", { action: "reindex" });
    await later.engine.waitForRun(place.tree.root, "/");
    expect(kept()).toEqual([]);
    expect((await (await indexed(later, first)).view()).state).toBe("indexed");
  });

  it("is listed below its codebase, the last used first, with its part of the shared file", async () => {
    const { place, commit } = newRepository(TEXTS);
    const { tree } = place;
    const first = commit("first");
    tree.write("src/store.ts", "export const value = 1;\n");
    const second = commit("second");
    const engine = place.engine();
    await engine.index();
    const entry = async (): Promise<CodebaseEntry | undefined> => {
      const answer = await engine.call("list_codebases", {});
      return answer.status === "ok" ? answer.codebases.ready[0] : undefined;
    };
    expect(await entry()).not.toHaveProperty("versions");
    await indexed(engine, second);
    tree.wait(120_000);
    await indexed(engine, first);
    const listed = await entry();
    expect(listed?.versions).toMatchObject([
      { commit: first, state: "indexed", lastUsedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
      { commit: second, state: "indexed" },
    ]);
    const { folder } = engine.codebase.storeFile.location();
    const sizes = [listed?.sizeBytes ?? 0, ...(listed?.versions ?? []).map(({ sizeBytes }) => sizeBytes)];
    for (const size of sizes) expect(size).toBeGreaterThan(folderSizeBytes(folder) / 3);
    for (const size of sizes) expect(size).toBeLessThan(folderSizeBytes(folder) / 2);
    // A use that was never noted comes last.
    rmSync(join(engine.context.codebases.atCommit(tree.root, first).folder, INDEX_FILES.used));
    expect((await entry())?.versions).toMatchObject([
      { commit: second },
      { commit: first, lastUsedAt: null },
    ]);
  });

  it("is not indexed for a ref that names none", async () => {
    const { place, commit } = newRepository(TEXTS);
    commit("first");
    const engine = place.engine();
    await engine.index();
    await expect(
      requestedVersion(engine.context, { codebase: engine.codebase, ref: "nowhere", argument: "ref" }),
    ).rejects.toMatchObject({ code: "REF_NOT_FOUND" });
    expect(engine.context.codebases.commitsOf(place.tree.root)).toEqual([]);
  });

  it("says which files are in other repositories, or in Git LFS, or behind links", async () => {
    const { place, commit } = newRepository({
      "big.txt":
        "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n",
      "a.ts": "export const a = 1;\n",
    });
    const first = commit("first");
    git(place.tree.root, "update-index", "--add", "--cacheinfo", `160000,${first},sub/module`);
    const link = git(place.tree.root, "rev-parse", "HEAD:a.ts").trim();
    git(place.tree.root, "update-index", "--add", "--cacheinfo", `120000,${link},link.ts`);
    git(place.tree.root, "commit", "-q", "-m", "second");
    const engine = place.engine();
    const version = await indexed(engine, "HEAD");
    using snapshot = await version.snapshot();
    expect(snapshot.files.paths).toEqual(["a.ts"]);
    expect(await snapshot.skipped()).toEqual([
      { path: "big.txt", cause: "lfs_pointer" },
      { path: "link.ts", cause: "link" },
      { path: "sub/module", cause: "submodule" },
    ]);
  });

  it("goes with the last that uses its file", async () => {
    const { place, commit } = newRepository(TEXTS);
    commit("first");
    const engine = place.engine();
    const version = await indexed(engine, "main");
    expect(existsSync(version.folder)).toBe(true);
    await version.remove(version.tryLock(0) as Disposable);
    expect(readdirSync(join(place.home, "repositories"))).toEqual([]);
    expect(existsSync(version.folder)).toBe(false);
  });
});
