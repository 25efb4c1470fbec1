/** When versions of files on a server are removed, and what is known then. The server is a fake. */
import { describe, expect, it, onTestFinished } from "vitest";
import type { Codebase } from "../codebase/codebase.ts";
import type { EngineContext } from "../engine-context.ts";
import { EngineError } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import type { SharedVersions } from "../store/open-store.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import { committed, git } from "../testing/trees/git.ts";
import { removeManyUnlisted, removeUnlisted } from "./unlisted-versions.ts";
import { requestedVersion } from "../testing/requested-version.ts";

interface Setting {
  readonly engine: TestEngine;
  readonly version: Codebase;
  /** The engine's context, with a server. */
  readonly context: EngineContext;
  /** For each removal, the users whose lists were given. */
  readonly removals: (readonly string[])[];
}

/** A codebase with one version. */
async function setting(fake: Partial<SharedVersions> = {}): Promise<Setting> {
  const place = new TestPlace({ "a.txt": "alpha" });
  onTestFinished(() => place[Symbol.asyncDispose]());
  committed(place.tree.root);
  git(place.tree.root, "commit", "-q", "--allow-empty", "-m", "second");
  const engine = place.engine();
  await engine.index();
  const request = { codebase: engine.codebase, ref: "HEAD~1", argument: "ref" };
  const version = await requestedVersion(engine.context, request);
  await version.activeRun?.ended;
  const removals: (readonly string[])[] = [];
  const sharedVersions: SharedVersions = {
    listing: async (index) => {
      const { complete } = await index.head();
      return { user: complete?.run.id ?? "", versions: [] };
    },
    unlisted: () => 0,
    removeUnlisted: async (_, others) => void removals.push(others.map(({ user }) => user)),
    ...fake,
  };
  const context = { ...engine.context, stores: { ...engine.context.stores, sharedVersions } };
  return { engine, version, context, removals };
}

describe("versions of files that no index lists", () => {
  it("are removed with the lists of all commits, whose locks are released again", async () => {
    const { engine, version, context, removals } = await setting();
    await removeUnlisted(context, engine.codebase);
    expect(removals).toEqual([[(await version.view()).head?.complete?.run.id]]);
    for (const one of [engine.codebase, version]) {
      using lock = one.tryLock(0);
      expect(lock).not.toBeNull();
    }
  });

  it.each(["codebase", "version"] as const)("stay while a process works on the %s", async (which) => {
    const { engine, version, context, removals } = await setting();
    const locked = which === "codebase" ? engine.codebase : version;
    using _lock = locked.tryLock(0);
    await removeUnlisted(context, engine.codebase);
    expect(removals).toEqual([]);
    await removeUnlisted(context, engine.codebase, [locked]);
    expect(removals).toHaveLength(1);
  });

  it("stay if a commit cannot tell what it lists", async () => {
    const { engine, context, removals } = await setting({ listing: () => Promise.resolve(null) });
    await removeUnlisted(context, engine.codebase);
    expect(removals).toEqual([]);
  });

  it("stay while the server is away, which is no error of the call", async () => {
    const { engine, context } = await setting({
      removeUnlisted: () => Promise.reject(new EngineError("STORE_UNAVAILABLE", "The server is away")),
    });
    await removeUnlisted(context, engine.codebase);
    expect(engine.log.at(-1)).toMatchObject({ event: "versions_not_removed" });
    using lock = engine.codebase.tryLock(0);
    expect(lock).not.toBeNull();
  });

  it.each([
    [ENGINE_LIMITS.unlistedVersions - 1, 0],
    [ENGINE_LIMITS.unlistedVersions, 1],
  ])("of which a sync leaves %i cause %i removals", async (unlisted, expected) => {
    const { engine, context, removals } = await setting({ unlisted: () => unlisted });
    using _lock = engine.codebase.tryLock(0);
    await removeManyUnlisted(context, engine.codebase, engine.codebase.store());
    expect(removals).toHaveLength(expected);
  });
});
