/** Whatever happened to a tree, a sync leaves what a fresh index of it would hold. */
import { chmodSync, existsSync, lstatSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { FakeEmbedder } from "../embed/fake.ts";
import { EngineError } from "../errors.ts";
import { type FolderManifest, merkleRoot } from "../model/manifest.ts";
import { MemoryDisk } from "../store/memory.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import type { Store } from "../store/store.ts";
import { refusingPreparer } from "../testing/fake-preparers.ts";
import "../testing/no-git-settings.ts";
import { endOf, markerOf, runOf } from "../testing/store-content.ts";
import { TimedTree } from "../testing/timed-tree.ts";
import { temporaryFolder } from "../testing/tree.ts";
import { type IndexResult, indexCodebase } from "./index-codebase.ts";
import { type FilePreparer, createInlinePreparer } from "./preparer.ts";
import { openRules } from "./rules.ts";
import { walk } from "./walk.ts";

const MAX_FILE_BYTES = 400;
const SETTINGS = { customExtensions: [], ignorePatterns: ["*.own"] };
const isRoot = process.getuid?.() === 0;

/** A tree, and an index of it that is kept up to date by syncs. */
class Indexed implements AsyncDisposable {
  readonly tree: TimedTree;
  readonly preparer = refusingPreparer(createInlinePreparer(MAX_FILE_BYTES));
  /** Whether something may be in the tree that cannot be read: the index then keeps what it has, which a fresh one has not. */
  hasLocked = false;
  /** Files that the next sync sees, and that are gone when it reads them. */
  readonly vanishing = new Set<string>();
  /** Writes until one fails, as when the process dies. */
  writesLeft = Number.POSITIVE_INFINITY;
  private readonly folder = temporaryFolder();
  private readonly embedder = new FakeEmbedder();
  private store: Store;

  constructor() {
    this.tree = new TimedTree(join(this.folder.path, "code"));
    new TimedTree(join(this.folder.path, "outside")).write("a.py", "import outside\n");
    this.store = this.opened();
  }

  /** What a sync does. The run is complete, be it empty. */
  async sync(writeFiles: number): Promise<IndexResult | null> {
    const head = await this.store.head();
    const rules = openRules(this.tree.root, SETTINGS);
    const trustsVerdicts = rules.signature === head.ignoreSignature && head.merkleRoot !== null;
    try {
      const result = await indexCodebase({ ...this.input(this.failing()), mode: "incremental", trustsVerdicts, knownMerkleRoot: head.merkleRoot, rules: () => rules.policy.rootScope(), writeFiles });
      const isSame = !result.hasWritten && trustsVerdicts;
      if (!isSame) await this.failing().endSync({ syncedAt: "2026-01-01T00:00:00.000Z", merkleRoot: result.stats.merkleRoot, ignoreSignature: rules.signature });
      return result;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      // As after the death of the process, nothing is left in memory.
      await this.store[Symbol.asyncDispose]();
      this.store = this.opened();
      return null;
    } finally {
      this.writesLeft = Number.POSITIVE_INFINITY;
      this.vanishing.clear();
    }
  }

  /** Indexes the tree whole. */
  begin(): Promise<void> {
    return this.index(this.store);
  }

  seen(): Promise<unknown> {
    return seenIn(this.store);
  }

  /** What a full index of the tree as it is now holds. */
  async fresh(): Promise<unknown> {
    const store = new MemoryDisk().open("index", "/code");
    await this.index(store);
    return seenIn(store);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.store[Symbol.asyncDispose]();
    this.folder[Symbol.dispose]();
  }

  private async index(store: Store): Promise<void> {
    const rules = openRules(this.tree.root, SETTINGS);
    await store.beginRun(runOf("r1"));
    const { stats } = await indexCodebase({ ...this.input(store), mode: "full", trustsVerdicts: false, knownMerkleRoot: null, rules: () => rules.policy.rootScope() });
    await store.completeRun(markerOf("r1"), { ...endOf("r1"), merkleRoot: stats.merkleRoot, ignoreSignature: rules.signature });
  }

  private input(store: Store) {
    const { tree, embedder } = this;
    const preparer: FilePreparer = {
      prepare: (root, tasks, signal) => {
        for (const { path, diskPath } of tasks) if (this.vanishing.delete(path)) tree.remove(diskPath);
        return this.preparer.prepare(root, tasks, signal);
      },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
    return { root: tree.root, runId: "r1", store, preparer, embedder, walk, settings: SETTINGS, maxFileBytes: MAX_FILE_BYTES, now: () => tree.nowMs, onProgress: () => undefined };
  }

  private opened(): Store {
    return openSqliteStore(join(this.folder.path, "index"), "/code");
  }

  /** The store, which refuses after some writes. */
  private failing(): Store {
    const count = (): void => {
      if (this.writesLeft-- <= 0) throw new EngineError("STORE_UNAVAILABLE", "The disk is full");
    };
    return new Proxy(this.store, {
      get: (store, name) => {
        const member: unknown = Reflect.get(store, name);
        if (typeof member !== "function") return member;
        return (...args: unknown[]): unknown => {
          if (name === "write" || name === "writeInDegrees" || name === "endSync") count();
          return member.apply(store, args);
        };
      },
    });
  }
}

/** All that searches and later syncs draw from an index, without what may differ: times of scans, and the order of equal scores. */
async function seenIn(store: Store): Promise<unknown> {
  using snapshot = await store.snapshot();
  if (!snapshot) throw new Error("There is no complete run");
  const { paths, firstRows } = snapshot.files;
  const round = (score: number): number => Number(score.toFixed(6));
  const lexical = await Promise.all(QUESTIONS.map(async (tokens) => (await snapshot.lexical(tokens, 1_000, null)).map(({ row, score, docScore }) => [row, round(score), round(docScore)]).sort(([left = 0], [right = 0]) => left - right)));
  const dense = await snapshot.dense(await new FakeEmbedder().embedQuery("alpha beta"));
  const contents = await snapshot.contents([...paths.keys()]);
  const folders = await store.manifest("r1");
  const { merkleRoot: ofHead } = await store.head();
  return {
    ...snapshot.files, indexedAtMs: null, firstRows: [...firstRows], contents: contents.map(({ text, chunks, symbols }) => ({ text, chunks, symbols })),
    statistics: await store.statistics("r1"), importWords: await store.importWords("r1"), names: folders.map(namesOf), merkle: [ofHead, merkleRoot(folders)],
    lexical, dense: dense && [dense.files, dense.paths, dense.chunks].map((scores) => [...scores].map(round)), defining: await snapshot.filesDefining("alpha"),
  };
}

function namesOf({ path, names, kinds, hashes }: FolderManifest): unknown {
  return [path, names, [...kinds], Buffer.from(hashes).toString("hex")];
}

const QUESTIONS = [["alpha"], ["beta", "gamma"], ["fox", "import", "a"]];

const CONTENTS: readonly (string | Uint8Array)[] = [
  "", "alpha beta\n", "gamma beta\n", "import a\nimport src.b\n\ndef alpha():\n    return beta\n", "import b\n# gamma\nclass Fox:\n    pass\n",
  Array.from({ length: 20 }, (_, at) => `alpha line${at}`).join("\n"), Uint8Array.of(0, 1, 2, 3, 4, 5), Uint8Array.from({ length: 40 }, (_, at) => 0x80 + (at % 32)),
  "x".repeat(MAX_FILE_BYTES + 1), "\ufeffalpha fox\r\n",
];
const RULES = ["", "*.txt\n", "a.py\nlib/\n", "!a.py\nsrc\n", "/src/*\n!/src/b.py\n", "*.md\n*.py\n!src/\n"];
const NAMES = ["a.py", "b.py", "c.txt", "it's \"odd\".txt", "line\nend.md", "\u{1f98a}.txt", "caf\u00e9.txt", "cafe\u0301.txt", "d.own", ".env"];
const FOLDERS = ["", "src", "lib", "src/deep", "caf\u00e9", "cafe\u0301", "src/a.py"];

type Edit =
  | { readonly kind: "write"; readonly path: string; readonly content: string | Uint8Array }
  | { readonly kind: "rename"; readonly path: string; readonly to: string }
  | { readonly kind: "remove" | "touch" | "folder" }  & { readonly path: string }
  | { readonly kind: "link"; readonly path: string; readonly target: string }
  | { readonly kind: "wait"; readonly seconds: number }
  /** The file is gone when the next sync reads it. */
  | { readonly kind: "vanish"; readonly path: string }
  /** The file cannot be read until everything is permitted again. */
  | { readonly kind: "refuse"; readonly path: string }
  | { readonly kind: "permit" }
  | { readonly kind: "chmod"; readonly path: string; readonly mode: number };

const pathArbitrary = fc.tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(...NAMES)).map(([folder, name]) => below(folder, name));
const controlArbitrary = fc.tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(".gitignore", ".satoriignore")).map(([folder, name]) => below(folder, name));
const anyArbitrary = fc.oneof({ weight: 2, arbitrary: pathArbitrary }, { weight: 1, arbitrary: fc.constantFrom(...FOLDERS.slice(1)) });
const kind = <Kind extends Edit["kind"]>(name: Kind): fc.Arbitrary<Kind> => fc.constant(name);

const editArbitrary: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: kind("write"), path: pathArbitrary, content: fc.constantFrom(...CONTENTS) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("write"), path: controlArbitrary, content: fc.constantFrom(...RULES) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("remove"), path: anyArbitrary }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("remove"), path: controlArbitrary }) },
  { weight: 3, arbitrary: fc.record({ kind: kind("rename"), path: anyArbitrary, to: anyArbitrary }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("touch"), path: pathArbitrary }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("folder"), path: fc.constantFrom(...FOLDERS) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("link"), path: pathArbitrary, target: fc.constantFrom("a.py", "src", ".", "../outside", "..") }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("wait"), seconds: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("vanish"), path: pathArbitrary }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("refuse"), path: pathArbitrary }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("permit") }) },
  { weight: isRoot ? 0 : 1, arbitrary: fc.record({ kind: kind("chmod"), path: anyArbitrary, mode: fc.constantFrom(0o000, 0o400) }) },
);

function below(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** An edit that the tree does not allow (no such file, a file where a folder would have to be) is left out, and so is one that would leave the tree through a link. */
function apply(indexed: Indexed, edit: Edit): void {
  const { tree, preparer } = indexed;
  if (edit.kind === "refuse" || edit.kind === "chmod") indexed.hasLocked = true;
  try {
    if (followed(edit).some((path) => goesThroughLink(tree, path))) return;
    switch (edit.kind) {
      case "write": return write(tree, edit.path, edit.content);
      case "rename": return rename(tree, edit.path, edit.to);
      case "remove": return tree.remove(edit.path);
      case "touch": return existsSync(tree.at(edit.path)) ? tree.touch(edit.path) : undefined;
      case "folder": return tree.folder(edit.path);
      case "link": return symlinkSync(edit.target, tree.at(edit.path));
      case "wait": return tree.wait(edit.seconds * 1_000);
      case "vanish": return void indexed.vanishing.add(edit.path.normalize("NFC"));
      case "refuse": return void preparer.refused.add(edit.path.normalize("NFC"));
      case "permit": return unlock(indexed);
      case "chmod": return chmodSync(tree.at(edit.path), edit.mode);
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}

/** Paths whose links the system follows in an edit: of some kinds of edits those above the path only. */
function followed(edit: Edit): string[] {
  if (edit.kind === "rename") return [dirname(edit.path), dirname(edit.to)];
  if (edit.kind === "touch" || edit.kind === "chmod" || edit.kind === "folder") return [edit.path];
  return "path" in edit ? [dirname(edit.path)] : [];
}

function goesThroughLink(tree: TimedTree, path: string): boolean {
  const names = path.split("/");
  return names.some((_, at) => lstatSync(tree.at(names.slice(0, at + 1).join("/")), { throwIfNoEntry: false })?.isSymbolicLink() === true);
}

function write(tree: TimedTree, path: string, content: string | Uint8Array): void {
  if (existsSync(tree.at(path)) && lstatSync(tree.at(path)).isSymbolicLink()) tree.remove(path);
  tree.write(path, content);
}

function rename(tree: TimedTree, from: string, to: string): void {
  // A folder cannot become a part of itself, and the name of one spelling can be that of another.
  if (existsSync(tree.at(from)) && existsSync(dirname(tree.at(to)))) tree.rename(from, to);
}

/** Lets everybody look everywhere again. */
function unlock(indexed: Indexed): void {
  const { tree, preparer } = indexed;
  indexed.hasLocked = false;
  preparer.refused.clear();
  const visit = (path: string): void => {
    if (lstatSync(path).isSymbolicLink()) return;
    const isFolder = lstatSync(path).isDirectory();
    chmodSync(path, isFolder ? 0o755 : 0o644);
    if (isFolder) for (const name of readdirSync(path)) visit(join(path, name));
  };
  visit(tree.root);
}

const stepArbitrary = fc.record({
  edits: fc.array(editArbitrary, { minLength: 1, maxLength: 8 }),
  waits: fc.boolean(),
  writeFiles: fc.constantFrom(1, 2, 128),
  /** Writes before the process dies; null: it lives. */
  diesAfter: fc.option(fc.integer({ min: 0, max: 4 }), { freq: 3 }),
});

it("converges on what a fresh index holds, whatever is edited, refused or cut short", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 1, maxLength: 6 }), async (steps) => {
      await using indexed = new Indexed();
      await indexed.begin();
      try {
        for (const { edits, waits, writeFiles, diesAfter } of steps) {
          for (const edit of edits) apply(indexed, edit);
          if (waits) indexed.tree.wait();
          indexed.writesLeft = diesAfter ?? Number.POSITIVE_INFINITY;
          const result = await indexed.sync(writeFiles);
          if (result && !indexed.hasLocked) expect(await indexed.seen()).toEqual(await indexed.fresh());
        }
        unlock(indexed);
        indexed.tree.wait();
        await indexed.sync(128);
        expect(await indexed.seen()).toEqual(await indexed.fresh());
        expect(await indexed.sync(128)).toMatchObject({ hasWritten: false, stats: { added: 0, removed: 0, modified: 0 } });
      } finally {
        unlock(indexed);
      }
    }),
    { numRuns: Number(process.env["SATORI_TEST_RUNS"] ?? 40), seed: Number(process.env["SATORI_TEST_SEED"] ?? 7) },
  );
});
