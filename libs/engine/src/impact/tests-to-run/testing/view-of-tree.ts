/** A small indexed tree, as the search for tests reads it. */
import { Evaluator, type Resolution, definitionAround } from "@satori/sidecar";
import type { CodeView } from "../../../store/code-view.ts";
import { snapshotProject } from "../../../store/snapshot-project.ts";
import { TestPlace } from "../../../testing/engine.ts";
import { writeTree } from "../../../testing/trees/tree.ts";
import type { ReachingCode } from "../signals.ts";

export interface ViewOfTree extends AsyncDisposable {
  readonly root: string;
  readonly view: CodeView;
  readonly resolution: Resolution;
  /** Code that calls something of a name directly, as if it were changed symbol 0. */
  reaching(name: string): ReachingCode[];
  /** Position of a file; throws if there is none. */
  file(path: string): number;
}

/** @param tree as `writeTree` reads it, or texts by path */
export async function viewOfTree(tree: string | Readonly<Record<string, string>>): Promise<ViewOfTree> {
  const place = new TestPlace(typeof tree === "string" ? {} : tree);
  if (typeof tree === "string") writeTree(place.tree.root, tree);
  const engine = place.engine({ embedder: null });
  await engine.index();
  const view = await engine.codebase.snapshot();
  const resolution = new Evaluator(snapshotProject(view), () => undefined);
  return {
    root: place.tree.root,
    view,
    resolution,
    reaching: (name) =>
      view.calls.filesUsing("call", name).flatMap((file) =>
        (resolution.index(file)?.sitesCalling(name) ?? []).map(({ line, scope }): ReachingCode => ({
          from: definitionAround(resolution, { file, scope }),
          distance: 1,
          of: [0],
          sites: [{ line, scope }],
        })),
      ),
    file: (path) => {
      const file = view.fileAt(path);
      if (file === -1) throw new Error(`${path} is not indexed`);
      return file;
    },
    [Symbol.asyncDispose]: async () => {
      view[Symbol.dispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}
