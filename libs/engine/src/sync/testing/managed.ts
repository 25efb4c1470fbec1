/** Codebases of tests, and calls of `manage_index` about them. */
import type { ManageIndexInput, ManageIndexOutput } from "@satori/contracts";
import { onTestFinished } from "vitest";
import { createInlinePreparer } from "../../prepare/preparer.ts";
import { type TestEngine, TestPlace } from "../../testing/engine.ts";
import { type HeldPreparer, heldPreparer } from "../../testing/fakes/fake-preparers.ts";

/** Arguments of a call, except its action. */
export type Arguments = Partial<Omit<ManageIndexInput, "action">>;

/** A codebase without an index, which is removed when the test has ended. */
export function newPlace(
  texts: Readonly<Record<string, string | Uint8Array>> = {
    "a.txt": "alpha",
    "src/b.py": "def beta(): pass\n",
  },
): TestPlace {
  const place = new TestPlace(texts);
  onTestFinished(() => place[Symbol.asyncDispose]());
  return place;
}

/** A call of `manage_index` about the whole codebase, unless the arguments name a folder. */
export function manage(
  engine: TestEngine,
  action: ManageIndexInput["action"],
  args: Arguments = {},
): Promise<ManageIndexOutput> {
  return engine.call("manage_index", { action, ...args });
}

/** An engine whose run waits until its preparer is released. */
export async function withRun(place: TestPlace): Promise<{ engine: TestEngine; preparer: HeldPreparer }> {
  const preparer = heldPreparer(createInlinePreparer(1_000));
  const engine = place.engine({ preparer });
  await manage(engine, "create");
  await preparer.reached;
  return { engine, preparer };
}

/** Resolves when the active run, if any, has ended. */
export const ended = (engine: TestEngine): Promise<void> =>
  engine.engine.waitForRun(engine.codebase.root, "/");
