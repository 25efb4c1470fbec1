/**
 * A rebuild is refused only if a sync does all of it, whatever was edited, and always if only ignore files
 * were.
 */
import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { TestPlace, indexedPaths } from "../testing/engine.ts";
import type { TimedTree } from "../testing/trees/timed-tree.ts";

const FOLDERS = ["", "a/", "a/b/", "c/"];
const SOURCES = FOLDERS.flatMap((folder) => ["x.py", "y.py", "z.log"].map((name) => folder + name));
const CONTROL_FILES = FOLDERS.flatMap((folder) => [`${folder}.gitignore`, `${folder}.satoriignore`]);
const RULES = ["x.py", "*.log", "!*.log", "b/", "a/", "/c", "*", "!y.*", ".gitignore"];

interface Edit {
  readonly path: string;
  /** Null removes the file. */
  readonly content: string | null;
}

const controlEdit = fc.record({
  path: fc.constantFrom(...CONTROL_FILES),
  content: fc.option(fc.array(fc.constantFrom(...RULES), { maxLength: 3 }).map((rules) => rules.join("\n"))),
});
const sourceEdit = fc.record({
  path: fc.constantFrom(...SOURCES, "a/new.py", "new/x.py"),
  content: fc.option(fc.constantFrom("one = 1\n", "two = 2\n")),
});

function apply(tree: TimedTree, edits: readonly Edit[]): void {
  for (const { path, content } of edits) {
    if (content === null) tree.remove(path);
    else tree.write(path, content);
  }
}

const contentOf = (tree: TimedTree, path: string): string | null =>
  existsSync(tree.at(path)) ? readFileSync(tree.at(path), "utf8") : null;

it("a refusal loses nothing, and is never left out where only ignore files changed", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(controlEdit, { maxLength: 3 }),
      fc.array(controlEdit, { maxLength: 2 }),
      fc.array(sourceEdit, { maxLength: 1 }),
      fc.boolean(),
      async (before, controlEdits, sourceEdits, isSettled) => {
        await using place = new TestPlace();
        const { tree } = place;
        apply(tree, [...SOURCES.map((path) => ({ path, content: "one = 1\n" })), ...before]);
        if (isSettled) tree.wait();
        const engine = place.engine();
        await engine.index();
        tree.wait();
        const contents = new Map(sourceEdits.map(({ path }) => [path, contentOf(tree, path)]));
        const known = await indexedPaths(engine);
        apply(tree, [...controlEdits, ...sourceEdits]);
        const { status } = await engine.call("manage_index", { action: "reindex" });
        if (status !== "blocked") {
          const hasNewRootRules = controlEdits.findLast(({ path }) => path === ".gitignore")?.content;
          expect(
            typeof hasNewRootRules === "string" && sourceEdits.length === 0,
            "only ignore files changed",
          ).toBe(false);
          await engine.engine.waitForRun(tree.root, "/");
          return;
        }
        expect(controlEdits).not.toEqual([]);
        await engine.call("manage_index", { action: "sync" });
        const left = new Set(await indexedPaths(engine));
        // The content of a file that is ignored now does not matter.
        for (const path of known)
          if (left.has(path) && contents.has(path))
            expect(contentOf(tree, path), path).toBe(contents.get(path));
        const { merkleRoot } = await engine.codebase.store().head();
        await engine.index({ force: true });
        expect((await engine.codebase.store().head()).merkleRoot).toBe(merkleRoot);
      },
    ),
    { numRuns: 30 },
  );
});
