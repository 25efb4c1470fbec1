/**
 * The built product in a process that takes Linux for macOS: what it decides by platform (folders, locks,
 * watches, opening of files, real paths, start times of processes) is decided as on macOS, and its answers
 * are the same. `SATORI_TEST_PLATFORM=darwin` runs any of these tests that way.
 */
import { existsSync, rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { cliIn } from "../support/cli.ts";
import { SIMULATED_MACOS } from "../support/environment.ts";
import { SHOP } from "../support/shop.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

/** An answer without what differs between two runs. */
function stable(stdout: string): unknown {
  return JSON.parse(stdout, (key, value: unknown) =>
    ["durationMs", "checkedAt", "indexedAt", "lastIndexedAt", "lastSyncedAt", "fileVersion"].includes(key)
      ? undefined
      : value,
  );
}

describe.runIf(process.platform === "linux")("on a simulated macOS", () => {
  test("indexes are in the library of the user, and doctor finds nothing wrong", async () => {
    using workspace = createWorkspace();
    const cli = cliIn(workspace, workspace.tree("shop", SHOP), { ...SIMULATED_MACOS, SATORI_HOME: "" });
    expect(await cli(["index"])).toMatchObject({ code: 0 });
    const home = workspace.path("nobody", "Library", "Application Support", "satori");
    expect(existsSync(`${home}/indexes`)).toBe(true);
    const { stdout, code } = await cli(["doctor"]);
    expect(stdout).toMatch(/^ok +node\.version +\S+ on darwin-/m);
    expect(stdout).toContain(home);
    expect([code, stdout.includes("0 warnings, 0 errors")]).toEqual([0, true]);
  });

  test("answers are those of Linux, before and after edits, until the index is removed", async () => {
    using workspace = createWorkspace();
    const tree = workspace.tree("shop", SHOP);
    const linux = cliIn(workspace, tree, { SATORI_HOME: workspace.path("linux") });
    const macos = cliIn(workspace, tree, { ...SIMULATED_MACOS, SATORI_HOME: workspace.path("macos") });
    const same = async (...args: string[]): Promise<void> => {
      const [one, other] = [await linux(["--json", ...args]), await macos(["--json", ...args])];
      expect([other.code, stable(other.stdout)]).toEqual([one.code, stable(one.stdout)]);
      expect(one.stdout).not.toBe("");
    };
    for (const cli of [linux, macos]) expect(await cli(["index"])).toMatchObject({ code: 0 });
    const askAll = async (): Promise<void> => {
      await same("search", "when is a failed delivery tried again");
      await same("outline", "src/retry.ts");
      await same("callers", "src/retry.ts:scheduleRetry");
      await same("read", "src/deliver.ts");
      await same("grep", "backoff");
    };
    await askAll();
    writeFile(`${tree}/src/new.ts`, "export function backoffAgain(): number {\n  return 3;\n}\n");
    rmSync(`${tree}/README.md`);
    await askAll();
    await same("search", "backoffAgain");
    for (const cli of [linux, macos]) expect(await cli(["clear"])).toMatchObject({ code: 0 });
    await same("outline", "src/retry.ts");
  });
});
