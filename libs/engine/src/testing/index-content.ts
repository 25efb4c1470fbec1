/** The contents of an index as comparable values, so that tests can compare two indexes. */
import { FakeEmbedder } from "../embed/fake.ts";
import { type FolderManifest, merkleRoot } from "../model/manifest.ts";
import type { CodebaseSettings } from "../model/run.ts";
import { MemoryDisk } from "../store/memory/memory-store.ts";
import type { Store } from "../store/store.ts";
import { indexCodebase } from "../sync/index-codebase.ts";
import type { FilePreparer } from "../prepare/preparer.ts";
import { openRules } from "../scan/rules.ts";
import { readHistory } from "../git/read-history.ts";
import { walk } from "../scan/walk.ts";
import { closenessOf, endOf, markerOf, runOf } from "./store-content.ts";
import type { TimedTree } from "./trees/timed-tree.ts";
import { diskSource } from "../sync/tree-source.ts";

const QUESTIONS = [["alpha"], ["beta", "gamma"], ["fox", "import", "a"]];

/**
 * Everything that searches and later syncs read from an index, except what may differ: scan times, and the
 * order of equal scores.
 */
export async function contentOf(store: Store): Promise<unknown> {
  using snapshot = await store.snapshot();
  if (!snapshot) throw new Error("There is no complete run");
  const { paths, firstRows } = snapshot.files;
  const round = (score: number): number => Number(score.toFixed(6));
  const lexical = await Promise.all(
    QUESTIONS.map(async (tokens) =>
      (await snapshot.lexical(tokens, 1_000, null))
        .map(({ row, score, docScore }) => [row, round(score), round(docScore)])
        .sort(([left = 0], [right = 0]) => left - right),
    ),
  );
  const dense = await closenessOf(snapshot, await new FakeEmbedder().embedQuery("alpha beta"));
  const contents = await snapshot.contents([...paths.keys()]);
  const folders = await store.manifest(snapshot.runId);
  const { merkleRoot: ofHead } = await store.head();
  return {
    ...snapshot.files,
    indexedAtMs: null,
    firstRows: [...firstRows],
    contents: contents.map(({ text, chunks, symbols }) => ({ text, chunks, symbols })),
    statistics: await store.statistics(snapshot.runId),
    importWords: await store.importWords(snapshot.runId),
    names: folders.map(namesOf),
    merkle: [ofHead, merkleRoot(folders)],
    lexical,
    dense: dense && [dense.files, dense.paths, dense.chunks].map((scores) => [...scores].map(round)),
    defining: await snapshot.filesDefining("alpha"),
  };
}

/** Everything that determines the contents of an index. */
export interface IndexedTree {
  readonly tree: TimedTree;
  readonly settings: CodebaseSettings;
  readonly preparer: FilePreparer;
  readonly maxFileBytes: number;
}

/** Contents of a new index of the tree as it is now. */
export async function freshContent(indexed: IndexedTree): Promise<unknown> {
  const store = new MemoryDisk().open("index", "/code");
  await indexInto(store, indexed);
  return contentOf(store);
}

/** Indexes a whole tree, as run `r1`. */
export async function indexInto(
  store: Store,
  { tree, settings, preparer, maxFileBytes }: IndexedTree,
): Promise<void> {
  const rules = openRules(tree.root, settings);
  await store.beginRun(runOf("r1"));
  const { stats } = await indexCodebase({
    root: tree.root,
    runId: "r1",
    store,
    source: diskSource(tree.root, { walk, preparer }),
    embedder: new FakeEmbedder(),
    readHistory,
    maxFileBytes,
    now: () => tree.nowMs,
    onProgress: () => undefined,
    mode: "full",
    trustsVerdicts: false,
    knownMerkleRoot: null,
    rules: () => rules.policy.rootScope(),
  });
  await store.completeRun(markerOf("r1"), {
    ...endOf("r1"),
    merkleRoot: stats.merkleRoot,
    ignoreSignature: rules.signature,
  });
}

function namesOf({ path, names, kinds, hashes }: FolderManifest): unknown {
  return [path, names, [...kinds], Buffer.from(hashes).toString("hex")];
}
