import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../testing/trees/tree.ts";
import { removeAll, renameOver, whileInUse } from "./remove-and-rename.ts";

/** An operation that fails with each code in turn, and then succeeds. */
function failing(...codes: string[]): { operation: () => string; calls: () => number } {
  let calls = 0;
  return {
    operation: () => {
      const code = codes[calls++];
      if (code !== undefined) throw Object.assign(new Error(code), { code });
      return "done";
    },
    calls: () => calls,
  };
}

function attempt(platform: NodeJS.Platform, operation: () => string): { result: string; waited: number[] } {
  const waited: number[] = [];
  const pause = (ms: number): void => void waited.push(ms);
  try {
    return { result: whileInUse(operation, { platform, pause }), waited };
  } catch (error) {
    return { result: String((error as { code: string }).code), waited };
  }
}

describe("an operation on a file that is in use", () => {
  it("is repeated on Windows, with longer and longer pauses", () => {
    const { operation } = failing("EBUSY", "EPERM", "EACCES");
    expect(attempt("win32", operation)).toEqual({ result: "done", waited: [10, 20, 40] });
  });

  it("fails with the last error after two thirds of a second", () => {
    const { operation, calls } = failing(...Array.from({ length: 9 }, () => "EBUSY"));
    const { result, waited } = attempt("win32", operation);
    expect([result, calls(), waited.reduce((sum, ms) => sum + ms, 0)]).toEqual(["EBUSY", 7, 630]);
  });

  it.each(["ENOENT", "ENOSPC"])("fails at once with an error that does not pass, %s", (code) => {
    const { operation, calls } = failing(code);
    expect([attempt("win32", operation), calls()]).toEqual([{ result: code, waited: [] }, 1]);
  });

  it.each(["linux", "darwin"] as const)("fails at once on %s, where permissions are missing", (platform) => {
    const { operation, calls } = failing("EPERM");
    expect([attempt(platform, operation), calls()]).toEqual([{ result: "EPERM", waited: [] }, 1]);
  });
});

it("a file replaces another one, and files and folders are removed, also missing ones", () => {
  using folder = temporaryFolder();
  const at = (name: string): string => join(folder.path, name);
  writeFileSync(at("new"), "new");
  writeFileSync(at("old"), "old");
  renameOver(at("new"), at("old"));
  expect([readFileSync(at("old"), "utf8"), existsSync(at("new"))]).toEqual(["new", false]);
  mkdirSync(at("folder/inside"), { recursive: true });
  for (const name of ["old", "folder", "none"]) removeAll(at(name));
  expect(["old", "folder"].map((name) => existsSync(at(name)))).toEqual([false, false]);
});
