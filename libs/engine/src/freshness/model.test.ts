/**
 * Whatever happens to a tree and to the process that indexes it, a completed sync leaves what an index made
 * from scratch contains: the model of an index is a new index. A rebuild that dies leaves the index that was
 * there.
 */
import fc from "fast-check";
import { expect } from "vitest";
import { FakeEmbedder } from "../embed/fake.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import { createInlinePreparer } from "../prepare/preparer.ts";
import { boundedStore, writeBudget } from "../testing/fakes/bounded-store.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import {
  BRANCHES,
  type Branch,
  branchedRepository,
  checkout,
  cloneInto,
  writeExclude,
} from "../testing/trees/git-branches.ts";
import { contentOf, freshContent } from "../testing/index-content.ts";
import { itAsOrdinaryUser } from "../testing/trees/ordinary-user.ts";
import { said } from "../testing/said.ts";
import type { TemporaryFolder } from "../testing/trees/tree.ts";
import {
  type Edit,
  EditedTree,
  FEW_NAMES,
  MAX_FILE_BYTES,
  editsOf,
  ifAllowed,
  rarely,
  rulesArbitrary,
} from "../testing/trees/tree-edits.ts";

const SETTINGS = { customExtensions: [], ignorePatterns: ["*.own"] };

/** Searches after which a new watch vouches for the tree. */
const WATCHED_AFTER = 4;

/** Events in the tree, besides edits of files. */
type Happening =
  | { readonly kind: "edit"; readonly edit: Edit }
  | { readonly kind: "checkout"; readonly branch: Branch }
  | { readonly kind: "exclude"; readonly rules: string }
  /** The tree is deleted and cloned again. */
  | { readonly kind: "clone" };

/** What brings an index up to date. */
type Act = "search" | "sync" | "rebuild";

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 12, arbitrary: editsOf(FEW_NAMES).map((edit) => ({ kind: "edit" as const, edit })) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...BRANCHES).map((branch) => ({ kind: "checkout" as const, branch })),
  },
  { weight: 1, arbitrary: rulesArbitrary.map((rules) => ({ kind: "exclude" as const, rules })) },
  { weight: 1, arbitrary: fc.constant({ kind: "clone" as const }) },
);
const step = fc.record({
  before: fc.array(happening, { maxLength: 4 }),
  waits: fc.boolean(),
  /** Which of two processes that serve the codebase acts. */
  by: fc.constantFrom<0 | 1>(0, 0, 1),
  /**
   * The process ends and another one starts that watches the tree, at once, after some calls, or not at all.
   */
  restarts: rarely(fc.record({ watches: fc.boolean(), looks: fc.constantFrom(0, WATCHED_AFTER) })),
  act: fc.oneof(
    { weight: 4, arbitrary: fc.constant<Act>("search") },
    { weight: 2, arbitrary: fc.constant<Act>("sync") },
    { weight: 1, arbitrary: fc.constant<Act>("rebuild") },
  ),
  /** Happens when the first file is about to be read. */
  meanwhile: rarely(happening),
  /**
   * Number of writes after which all writes fail, and what ends that: a new process, or space on the disk.
   * Null: all succeed.
   */
  fails: rarely(fc.record({ after: fc.integer({ min: 0, max: 3 }), isDeath: fc.boolean() })),
});

/** A codebase in use, and two processes that serve it. */
class InUse implements AsyncDisposable {
  readonly edited: EditedTree;
  readonly budget = writeBudget();
  private readonly place = new TestPlace();
  private meanwhile: Happening | null = null;
  private readonly engines: [TestEngine, TestEngine];

  constructor(
    private readonly repository: TemporaryFolder,
    private readonly watches: [boolean, boolean],
  ) {
    const reader = createInlinePreparer(MAX_FILE_BYTES);
    const happens = (): void => this.happenMeanwhile();
    this.edited = new EditedTree(this.place.tree, {
      async *prepare(tasks, signal) {
        happens();
        yield* reader.prepare(tasks, signal);
      },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    });
    cloneInto(this.place.tree, repository);
    this.engines = [this.newEngine(0), this.newEngine(1)];
  }

  async begin(): Promise<void> {
    await this.engines[0].index(SETTINGS);
    for (const by of [0, 1] as const) await this.look(by, WATCHED_AFTER);
  }

  async look(by: 0 | 1, times: number): Promise<void> {
    for (let looks = 0; looks < times; looks++) await this.act(by, "search");
  }

  happen(what: Happening): void {
    const { tree } = this.edited;
    switch (what.kind) {
      case "edit":
        return this.edited.apply(what.edit);
      case "exclude":
        return ifAllowed(() => writeExclude(tree, what.rules));
      case "clone":
        return ifAllowed(() => cloneInto(tree, this.repository));
      case "checkout":
        try {
          checkout(tree, what.branch);
        } catch {
          // If git fails, for example in a tree that it cannot read, it leaves the operation half done.
        }
    }
  }

  /** Loses everything in its memory. */
  async restart(by: 0 | 1, watches = this.watches[by]): Promise<void> {
    this.watches[by] = watches;
    await this.engines[by][Symbol.asyncDispose]();
    this.engines[by] = this.newEngine(by);
  }

  /** Returns false if a write was refused. */
  async act(
    by: 0 | 1,
    act: Act,
    meanwhile: Happening | null = null,
    writes = Number.POSITIVE_INFINITY,
  ): Promise<boolean> {
    this.meanwhile = meanwhile;
    this.budget.left = writes;
    const answer = said(await this.call(this.engines[by], act));
    await this.engines[by].engine.waitForRun(this.place.tree.root, "/");
    const hasFailed = this.budget.left < 0;
    this.meanwhile = null;
    this.edited.endLook();
    this.budget.left = Number.POSITIVE_INFINITY;
    if (!hasFailed)
      expect(answer).toMatchObject(
        act === "search"
          ? { status: "ok", mode: expect.stringMatching(/^(?:fresh|synced|reconciled_ignore_change)$/) }
          : { status: "ok" },
      );
    return !hasFailed;
  }

  content(): Promise<unknown> {
    return contentOf(this.engines[0].codebase.store());
  }

  fresh(): Promise<unknown> {
    return freshContent({
      tree: this.edited.tree,
      preparer: this.edited.preparer,
      settings: SETTINGS,
      maxFileBytes: MAX_FILE_BYTES,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    ifAllowed(() => this.edited.unlock());
    await this.place[Symbol.asyncDispose]();
  }

  private call({ call }: TestEngine, act: Act) {
    if (act === "search")
      return call("search_codebase", { query: "alpha", scope: "mixed", rankingMode: "default" });
    return call("manage_index", act === "sync" ? { action: "sync" } : { action: "create", force: true });
  }

  private happenMeanwhile(): void {
    const { meanwhile } = this;
    this.meanwhile = null;
    if (meanwhile) this.happen(meanwhile);
  }

  /** An engine that considers nothing young: it compares always, or as its watch says. */
  private newEngine(by: 0 | 1): TestEngine {
    return this.place.engine({
      embedder: new FakeEmbedder(),
      preparer: this.edited.preparer,
      openStore: (folder, root) => boundedStore(openSqliteStore(folder, root), this.budget),
      config: { watch: this.watches[by], freshnessMs: 0, maxFileBytes: MAX_FILE_BYTES },
    });
  }
}

itAsOrdinaryUser(
  "after each completed sync the index is what a new one would be, whatever was edited, checked out, " +
    "refused or killed, watched or not",
  async () => {
    using repository = branchedRepository();
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(fc.boolean(), fc.boolean()),
        fc.array(step, { minLength: 1, maxLength: 12 }),
        async (watches, steps) => {
          await using codebase = new InUse(repository, [...watches]);
          await codebase.begin();
          for (const { before, waits, by, restarts, act, meanwhile, fails } of steps) {
            if (restarts) await codebase.restart(by, restarts.watches);
            await codebase.look(by, restarts?.looks ?? 0);
            for (const what of before) codebase.happen(what);
            if (waits) codebase.edited.tree.wait();
            const known = act === "rebuild" ? await codebase.content() : null;
            const isDone = await codebase.act(by, act, meanwhile, fails?.after);
            if (!isDone && fails?.isDeath) await codebase.restart(by);
            if (!isDone && known) expect(await codebase.content()).toEqual(known);
            // The next comparison includes changes during this one.
            if (isDone && meanwhile) await codebase.look(by, 1);
            if (isDone && !codebase.edited.hasLocked)
              expect(await codebase.content()).toEqual(await codebase.fresh());
          }
          codebase.edited.unlock();
          codebase.edited.tree.wait();
          await codebase.look(0, 1);
          expect(await codebase.content()).toEqual(await codebase.fresh());
        },
      ),
      {
        numRuns: Number(process.env["SATORI_TEST_RUNS"] ?? 10),
        seed: Number(process.env["SATORI_TEST_SEED"] ?? 11),
      },
    );
  },
);
