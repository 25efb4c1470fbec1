import { posix, win32 } from "node:path";
import { describe, expect, it } from "vitest";
import { isOnForeignServer, nameProblem, plainWindowsPath } from "./windows-paths.ts";

const raw = String.raw;

describe("a path on Windows", () => {
  it.each([
    [raw`c:\code\a.ts`, raw`C:\code\a.ts`],
    [raw`\\?\c:\code`, raw`C:\code`],
    [raw`\\.\D:\code`, raw`D:\code`],
    [raw`\\?\C:`, "C:"],
    [raw`\\?\UNC\server\share\code`, raw`\\server\share\code`],
    [raw`\\?\unc\server\share`, raw`\\server\share`],
    [raw`\\server\share\c:\code`, raw`\\server\share\c:\code`],
    [raw`\\.\PhysicalDrive0`, raw`\\.\PhysicalDrive0`],
    [raw`\\?\Volume{0-1}\code`, raw`\\?\Volume{0-1}\code`],
    [raw`C:\code\c:\x`, raw`C:\code\c:\x`],
  ])("has one spelling: %s is %s", (path, expected) => {
    expect(plainWindowsPath(path)).toBe(expected);
    expect(plainWindowsPath(expected)).toBe(expected);
  });

  it.each([
    ["C:a.ts", "is relative to the working folder of a drive"],
    [raw`c:..\a.ts`, "is relative to the working folder of a drive"],
    [raw`C:\code\CON`, "has the name of a device, CON"],
    ["src/nul.txt", "has the name of a device, nul.txt"],
    [raw`src\aux .tar.gz`, "has the name of a device, aux .tar.gz"],
    ["com1", "has the name of a device, com1"],
    ["LPT\u00b3.md", "has the name of a device, LPT\u00b3.md"],
    ["CONIN$", "has the name of a device, CONIN$"],
    ["src/prn:x", "has the name of a device, prn:x"],
    [raw`C:\code\.env::$DATA`, "names a stream of a file, .env::$DATA"],
    ["src/a:b", "names a stream of a file, a:b"],
    [raw`\\server\share\src\a.ts:b`, "names a stream of a file, a.ts:b"],
    [raw`C:\code\.env.`, 'has a name that ends in a dot or a space, ".env."'],
    ["src./a.ts", 'has a name that ends in a dot or a space, "src."'],
    ["a.ts ", 'has a name that ends in a dot or a space, "a.ts "'],
    ["...", 'has a name that ends in a dot or a space, "..."'],
  ])("cannot be %s: it %s", (path, problem) => {
    expect(nameProblem(path, win32)).toBe(problem);
    expect(nameProblem(path, posix)).toBeNull();
  });

  it.each([
    raw`C:\code\src\a.ts`,
    raw`\\server\share\a.ts`,
    "../src/./a.ts",
    "src/console.ts",
    "com.ts",
    "COM10",
    "nully/auxiliary.c",
    ".env",
    "a b/c d.ts",
    "lpt",
    "",
    ".",
    `C:\\${"long\\".repeat(80)}a.ts`,
  ])("can be %s", (path) => expect(nameProblem(path, win32)).toBeNull());

  it.each<[string, readonly string[], boolean]>([
    [raw`\\evil\share\x`, [raw`C:\code`], true],
    [raw`//evil/share/x`, [raw`C:\code`], true],
    [raw`\\?\UNC\evil\share\x`, [raw`C:\code`], true],
    [raw`\\.\pipe\name`, [raw`C:\code`], true],
    [raw`\\evil\share\x`, [raw`\\server\share\code`], true],
    [raw`\\server\other\x`, [raw`\\server\share\code`], true],
    [raw`\\SERVER\Share\x`, [raw`C:\code`, raw`\\server\share\code`], false],
    [raw`\\?\UNC\server\share\x`, [raw`\\server\share`], false],
    [raw`\\server\share\..\..\x`, [raw`\\server\share\code`], false],
    [raw`D:\x`, [raw`C:\code`], false],
    [raw`\\?\D:\x`, [raw`C:\code`], false],
    [raw`\x`, [raw`C:\code`], false],
  ])("%s with the folders %j is on a foreign server: %s", (path, folders, expected) => {
    expect(isOnForeignServer(path, folders, win32)).toBe(expected);
    expect(isOnForeignServer(path, folders, posix)).toBe(false);
  });
});
