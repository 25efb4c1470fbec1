import { chmodSync } from "node:fs";
import { join, posix, win32 } from "node:path";
import { expect, it, vi } from "vitest";
import { temporaryFolder, writeFile } from "./testing/trees/tree.ts";
import { programsOnPath } from "./program-path.ts";

const raw = String.raw;

it("on Windows, programs are .exe files in absolute folders, with or without quotes", () => {
  const executable = new Set([
    raw`C:\Program Files\Git\cmd\git.exe`,
    raw`\\server\tools\git.exe`,
    raw`D:\git\git.exe`,
    raw`D:\git\git`,
    "git.exe",
    raw`bin\git.exe`,
    raw`\bin\git.exe`,
    raw`D:bin\git.exe`,
  ]);
  const searchPath = [
    "",
    ".",
    "bin",
    raw`\bin`,
    "D:bin",
    raw`"C:\Program Files\Git\cmd"`,
    raw`\\server\tools`,
    raw`E:\none`,
    "D:/git/",
  ].join(";");
  expect(
    programsOnPath("git", { searchPath, flavor: win32, isExecutable: (path) => executable.has(path) }),
  ).toEqual([raw`C:\Program Files\Git\cmd\git.exe`, raw`\\server\tools\git.exe`, raw`D:\git\git.exe`]);
});

it("elsewhere, programs are in absolute folders", () => {
  const search = { searchPath: ".::bin:/usr/bin:/opt/x", flavor: posix, isExecutable: () => true };
  expect(programsOnPath("git", search)).toEqual(["/usr/bin/git", "/opt/x/git"]);
  expect(programsOnPath("git", { ...search, searchPath: undefined })).toEqual([]);
});

it.skipIf(process.platform === "win32")("on this machine, a program is a file that may be executed", () => {
  using folder = temporaryFolder();
  const at = (name: string): string => join(folder.path, name, "tool");
  for (const name of ["first", "second"]) writeFile(at(name), "");
  chmodSync(at("second"), 0o755);
  chmodSync(at("first"), 0o644);
  vi.stubEnv("PATH", [join(folder.path, "first"), join(folder.path, "second")].join(":"));
  try {
    expect(programsOnPath("tool")).toEqual([at("second")]);
  } finally {
    vi.unstubAllEnvs();
  }
});
