/**
 * Tools that need no index, at their deadline: they return what is known by then, and what was not searched.
 */
import { UP_TO_DATE } from "../model/staleness.ts";
import type { ListCodebasesOutput, ListPathsOk, ListPathsOutput } from "@satori/contracts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listCodebases } from "../codebase/list-codebases.ts";
import type { CallContext } from "../engine-context.ts";
import { listPaths } from "../files/list-paths.ts";
import { fileOutline } from "../files/file-outline.ts";
import { TestPlace, checked } from "../testing/engine.ts";
import { CountedDeadline, type ManualDeadline } from "../testing/manual-deadline.ts";

const TEXTS = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`d${at}/a.txt`, "x\n"]));

let place: TestPlace;
beforeEach(() => void (place = new TestPlace(TEXTS)));
afterEach(() => place[Symbol.asyncDispose]());

function callWith(deadline: ManualDeadline): CallContext {
  return {
    baseFolder: place.tree.root,
    roots: [place.tree.root],
    deadline,
    signal: deadline.signal,
    elapsedMs: () => 0,
  };
}

describe("list_paths", () => {
  const list = (deadline: ManualDeadline): Promise<ListPathsOutput> =>
    listPaths(place.engine().context, { path: place.tree.root }, callWith(deadline));

  it("lists what it has found, and says what it has not listed", async () => {
    // The root and its entries, then some of the folders in it.
    const answer = checked("list_paths", await list(new CountedDeadline(14))) as ListPathsOk;
    expect(answer).toMatchObject({ status: "ok", warnings: ["DEADLINE_REACHED"], truncated: true });
    expect(answer.items.length).toBeGreaterThan(0);
    expect(answer.items.length).toBeLessThan(6);
    expect(answer.message).toMatch(
      /^The answer reached the deadline of this test\. Of .* only \d folders had been listed by then\.$/,
    );
  });

  it("fails where it has found nothing", async () => {
    await expect(list(new CountedDeadline(3))).rejects.toMatchObject({ code: "DEADLINE_REACHED" });
  });
});

describe("list_dir", () => {
  const list = (deadline: ManualDeadline): Promise<unknown> => {
    const workspaceRoots = { docs: place.tree.at("d0"), code: place.tree.root };
    return place
      .engine({ config: { workspaceRoots } })
      .engine.tools.list_dir({ repo: "code", depth: 2 }, callWith(deadline));
  };

  it("lists what it has found, and notes what it has not looked into", async () => {
    expect(await list(new CountedDeadline(12))).toMatchObject({
      result: {
        notes: [
          expect.stringMatching(
            /^The answer reached the deadline of this test: only \d folders of code had been listed by then\.$/,
          ),
        ],
      },
      meta: { truncated: true },
    });
  });

  it("fails where it has found nothing", async () => {
    await expect(list(new CountedDeadline(2))).rejects.toMatchObject({ code: "DEADLINE_REACHED" });
  });
});

describe("list_codebases", () => {
  it("lists those it has looked at, and names the others", async () => {
    const engine = place.engine();
    for (const path of ["d0", "d1", "d2"]) {
      await engine.call("manage_index", { action: "create", path });
      await engine.engine.waitForRun(path, place.tree.root);
    }
    const answer = checked(
      "list_codebases",
      await listCodebases(engine.context, [], callWith(new CountedDeadline(1))),
    ) as ListCodebasesOutput;
    const message = `The answer reached the deadline of this test; not included: ${place.tree.at("d2")}.`;
    expect(answer).toMatchObject({
      status: "ok",
      warnings: ["DEADLINE_REACHED"],
      message,
      codebases: { ready: [{ path: place.tree.at("d0") }, { path: place.tree.at("d1") }] },
    });
  });
});

describe("file_outline", () => {
  it("looks for names like that of a missing file until its deadline", async () => {
    const engine = place.engine();
    await engine.index();
    const ask = (deadline: ManualDeadline): Promise<unknown> =>
      fileOutline(
        engine.context,
        () => Promise.resolve(UP_TO_DATE),
        { path: place.tree.root, file: "d9/b.txt" },
        callWith(deadline),
      );
    expect(await ask(new CountedDeadline(1_000))).toMatchObject({ status: "not_found" });
    await expect(ask(new CountedDeadline(3))).rejects.toMatchObject({ code: "DEADLINE_REACHED" });
  });
});
