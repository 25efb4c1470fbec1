/** Searches of repositories in which files have uncommitted changes. */
import { appendFileSync, chmodSync } from "node:fs";
import { join } from "node:path";
import type { SearchCodebaseInput, SearchCodebaseOk } from "@satori/contracts";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openTree } from "../testing/codebase.ts";
import { itAsOrdinaryUser } from "../testing/trees/ordinary-user.ts";
import { committed, git } from "../testing/trees/git.ts";
import { temporaryFolder, writeFile } from "../testing/trees/tree.ts";

const debugOf = (answer: SearchCodebaseOk): Readonly<Record<string, unknown>> =>
  answer.hints?.debugSearch ?? {};

describe("changed files", () => {
  const TWINS = `
    //- a.ts
    export const parcel = "parcel weight";
    //- b.ts
    export const parcel = "parcel weight";
  `;

  it("are raised, unless that is turned off or very many have changed", async () => {
    await using twins = openTree(TWINS);
    committed(twins.root);
    await twins.index();
    const first = async (args: Partial<SearchCodebaseInput> = {}): Promise<unknown[]> => {
      const answer = await twins.search("parcel weight", { debug: true, ...args });
      return [answer.results[0]?.file, debugOf(answer)["changedFilesBoost"]];
    };
    expect(await first()).toEqual(["a.ts", false]);
    appendFileSync(join(twins.root, "b.ts"), "\n");
    twins.advance(10_000);
    expect(await first()).toEqual(["b.ts", true]);
    expect(await first({ rankingMode: "default" })).toEqual(["a.ts", false]);
  });

  it("are raised as soon as they are indexed, and no more once they are committed", async () => {
    await using twins = openTree(TWINS);
    committed(twins.root);
    await twins.index();
    const isBoosted = async (): Promise<unknown> =>
      debugOf(await twins.search("parcel weight", { debug: true }))["changedFilesBoost"];
    expect(await isBoosted()).toBe(false);
    appendFileSync(join(twins.root, "b.ts"), "\n");
    await twins.call("manage_index", { action: "sync" });
    expect(await isBoosted()).toBe(true);
    git(twins.root, "commit", "--quiet", "--all", "--message", "more");
    expect(await isBoosted()).toBe(false);
  });

  it.skipIf(process.platform === "win32")(
    "are raised for other permissions too, as soon as these were seen",
    async () => {
      await using twins = openTree(TWINS);
      committed(twins.root);
      await twins.index();
      const isBoosted = async (): Promise<unknown> =>
        debugOf(await twins.search("parcel weight", { debug: true }))["changedFilesBoost"];
      expect(await isBoosted()).toBe(false);
      chmodSync(join(twins.root, "b.ts"), 0o755);
      twins.advance(1);
      await twins.call("manage_index", { action: "sync" });
      expect(await isBoosted()).toBe(true);
    },
  );

  itAsOrdinaryUser(
    "are raised while they cannot be read, which git counts as a change, and not when they can again",
    async () => {
      await using twins = openTree(TWINS);
      committed(twins.root);
      await twins.index();
      const isBoosted = async (): Promise<unknown> => {
        twins.advance(1);
        await twins.call("manage_index", { action: "sync" });
        return debugOf(await twins.search("parcel weight", { debug: true }))["changedFilesBoost"];
      };
      expect(await isBoosted()).toBe(false);
      chmodSync(join(twins.root, "b.ts"), 0);
      expect(await isBoosted()).toBe(true);
      chmodSync(join(twins.root, "b.ts"), 0o644);
      expect(await isBoosted()).toBe(false);
    },
  );

  it("are told to be unknown where git does not say which they are", async () => {
    await using twins = openTree(TWINS);
    committed(twins.root);
    await twins.index();
    writeFile(join(twins.root, ".git", "index"), "damaged");
    const answer = await twins.search("parcel weight", { debug: true });
    expect(debugOf(answer)["changedFilesBoost"]).toBe("unknown");
    expect(answer).not.toHaveProperty("warnings");
  });

  it.skipIf(process.platform === "win32")(
    "are warned of where git is slow, and not where it is not asked",
    async () => {
      await using twins = openTree(TWINS);
      using bin = temporaryFolder();
      committed(twins.root);
      await twins.index();
      writeFile(join(bin.path, "git"), "#!/bin/sh\nexec /bin/sleep 600\n");
      chmodSync(join(bin.path, "git"), 0o755);
      vi.stubEnv("PATH", bin.path);
      onTestFinished(() => void vi.unstubAllEnvs());
      expect(await twins.search("parcel weight", { debug: true })).toMatchObject({
        warnings: ["CHANGED_FILES_UNKNOWN"],
        hints: { debugSearch: { changedFilesBoost: "unknown" } },
      });
      expect(await twins.search("parcel weight", { rankingMode: "default" })).not.toHaveProperty("warnings");
    },
  );

  it("do nothing when more than fifty have changed", async () => {
    await using many = openTree(TWINS);
    for (let at = 0; at < 50; at++) writeFile(join(many.root, `c${at}.txt`), "x\n");
    committed(many.root);
    for (let at = 0; at < 50; at++) appendFileSync(join(many.root, `c${at}.txt`), "y\n");
    await many.index();
    const boosted = async (): Promise<unknown> =>
      debugOf(await many.search("x y", { debug: true, scope: "mixed" }))["changedFilesBoost"];
    expect(await boosted()).toBe(true);
    appendFileSync(join(many.root, "a.ts"), "// x\n");
    many.advance(10_000);
    expect(await boosted()).toBe(false);
  });
});
