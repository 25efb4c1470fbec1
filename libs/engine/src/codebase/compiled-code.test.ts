import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isOursAlone, keepCompiledCode } from "./compiled-code.ts";

test("compiled code is kept where nobody else could write it", () => {
  const folder = mkdtempSync(join(tmpdir(), "satori-compiled-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  expect(isOursAlone(folder)).toBe(true);
  for (const mode of [0o775, 0o757, 0o777]) {
    chmodSync(folder, mode);
    expect(isOursAlone(folder), mode.toString(8)).toBe(process.platform === "win32");
  }
  writeFileSync(join(folder, "file"), "");
  expect([isOursAlone(join(folder, "file")), isOursAlone(join(folder, "none"))]).toEqual([false, false]);
});

test("a home that is none is no failure", () => {
  expect(() => keepCompiledCode({ SATORI_HOME: "\0" })).not.toThrow();
});
