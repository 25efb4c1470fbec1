/** Whatever happens to a tree, a sync leaves what a fresh index of it would contain. */
import { join } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import { FakeEmbedder } from "../embed/fake.ts";
import { EngineError } from "../errors.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import type { Store } from "../store/store.ts";
import { boundedStore, writeBudget } from "../testing/fakes/bounded-store.ts";
import { type IndexedTree, contentOf, freshContent, indexInto } from "../testing/index-content.ts";
import "../testing/trees/no-git-settings.ts";
import { itAsOrdinaryUser } from "../testing/trees/ordinary-user.ts";
import { TimedTree } from "../testing/trees/timed-tree.ts";
import { temporaryFolder } from "../testing/trees/tree.ts";
import { EditedTree, MANY_NAMES, MAX_FILE_BYTES, editsOf, rarely } from "../testing/trees/tree-edits.ts";
import { type IndexResult, indexCodebase } from "./index-codebase.ts";
import { createInlinePreparer } from "../prepare/preparer.ts";
import { openRules } from "../scan/rules.ts";
import { readHistory } from "../git/read-history.ts";
import { walk } from "../scan/walk.ts";
import { diskSource } from "./tree-source.ts";

const SETTINGS = { customExtensions: [], ignorePatterns: ["*.own"] };

/** A tree, and an index of it that is kept up to date by syncs. */
class Indexed implements AsyncDisposable {
  readonly edited: EditedTree;
  /** Allows writes until one fails, as when the process dies. */
  readonly budget = writeBudget();
  private readonly folder = temporaryFolder();
  private store: Store;

  constructor() {
    this.edited = new EditedTree(
      new TimedTree(join(this.folder.path, "code")),
      createInlinePreparer(MAX_FILE_BYTES),
    );
    new TimedTree(join(this.folder.path, "outside")).write("a.py", "import outside\n");
    this.store = this.opened();
  }

  /** Result of a sync; null if the process died during it. The run is complete, even if empty. */
  async sync(writeFiles: number, readsAll = false): Promise<IndexResult | null> {
    const { tree, preparer } = this.edited;
    const head = await this.store.head();
    const rules = openRules(tree.root, SETTINGS);
    const trustsVerdicts = rules.signature === head.ignoreSignature && head.merkleRoot !== null;
    const store = boundedStore(this.store, this.budget);
    try {
      const result = await indexCodebase({
        root: tree.root,
        runId: "r1",
        store,
        source: diskSource(tree.root, { walk, preparer }),
        embedder: new FakeEmbedder(),
        readHistory,
        maxFileBytes: MAX_FILE_BYTES,
        now: () => tree.nowMs,
        onProgress: () => undefined,
        mode: "incremental",
        trustsVerdicts,
        knownMerkleRoot: head.merkleRoot,
        rules: () => rules.policy.rootScope(),
        writeFiles,
        readsAll,
      });
      const isSame = !result.hasWritten && trustsVerdicts;
      if (!isSame)
        await store.endSync({
          syncedAt: "2026-01-01T00:00:00.000Z",
          merkleRoot: result.stats.merkleRoot,
          ignoreSignature: rules.signature,
        });
      return result;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      // As after the death of the process, nothing remains in memory.
      await this.store[Symbol.asyncDispose]();
      this.store = this.opened();
      return null;
    } finally {
      this.budget.left = Number.POSITIVE_INFINITY;
      this.edited.endLook();
    }
  }

  begin(): Promise<void> {
    return indexInto(this.store, this.whole());
  }

  async expectFresh(): Promise<void> {
    expect(await contentOf(this.store)).toEqual(await freshContent(this.whole()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.edited.unlock();
    await this.store[Symbol.asyncDispose]();
    this.folder[Symbol.dispose]();
  }

  private whole(): IndexedTree {
    return {
      tree: this.edited.tree,
      preparer: this.edited.preparer,
      settings: SETTINGS,
      maxFileBytes: MAX_FILE_BYTES,
    };
  }

  private opened(): Store {
    return openSqliteStore(join(this.folder.path, "index"), "/code");
  }
}

const stepArbitrary = fc.record({
  edits: fc.array(editsOf(MANY_NAMES), { minLength: 1, maxLength: 8 }),
  waits: fc.boolean(),
  writeFiles: fc.constantFrom(1, 2, 128),
  readsAll: fc.boolean(),
  /** Number of writes before the process dies; null: it stays alive. */
  diesAfter: rarely(fc.integer({ min: 0, max: 4 })),
});

itAsOrdinaryUser(
  "converges on what a fresh index holds, whatever is edited, refused or cut short",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 1, maxLength: 6 }), async (steps) => {
        await using indexed = new Indexed();
        const { edited, budget } = indexed;
        await indexed.begin();
        for (const { edits, waits, writeFiles, readsAll, diesAfter } of steps) {
          for (const edit of edits) edited.apply(edit);
          if (waits) edited.tree.wait();
          budget.left = diesAfter ?? Number.POSITIVE_INFINITY;
          const result = await indexed.sync(writeFiles, readsAll);
          if (result && !edited.hasLocked) await indexed.expectFresh();
        }
        edited.unlock();
        edited.tree.wait();
        await indexed.sync(128);
        await indexed.expectFresh();
        const nothing = { hasWritten: false, stats: { added: 0, removed: 0, modified: 0 } };
        expect(await indexed.sync(128)).toMatchObject(nothing);
        expect(await indexed.sync(128, true)).toMatchObject(nothing);
      }),
      {
        numRuns: Number(process.env["SATORI_TEST_RUNS"] ?? 25),
        seed: Number(process.env["SATORI_TEST_SEED"] ?? 7),
      },
    );
  },
);
