import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { defaultHome, indexFolder, makeHomeFolder } from "./home.ts";

describe("the home folder", () => {
  it.each([
    ["linux", { XDG_DATA_HOME: "/data" }, "/data/satori"],
    ["linux", { XDG_DATA_HOME: "" }, join(homedir(), ".local/share/satori")],
    ["linux", {}, join(homedir(), ".local/share/satori")],
    ["darwin", { XDG_DATA_HOME: "/data" }, join(homedir(), "Library/Application Support/satori")],
    ["win32", { LOCALAPPDATA: "/local" }, join("/local", "satori")],
    ["win32", {}, join(homedir(), "AppData/Local/satori")],
  ] as const)("is where %s keeps data of applications, given %o", (platform, environment, expected) => {
    expect(defaultHome(environment, platform)).toBe(expected);
  });
});

it.each(["/proc/self/x", "/sys/x", "/dev/null/x"])("nothing is made in the kernel's folders: %s", (path) => expect(() => makeHomeFolder(path)).toThrow(expect.objectContaining({ code: "EACCES" })));

describe("an index folder", () => {
  it("has a name that people recognise, and that tells equal names apart", () => {
    const [one, other] = [indexFolder("/home", "/work/api"), indexFolder("/home", "/play/api")];
    expect(one).toBe(indexFolder("/home", "/work/api"));
    expect(one).not.toBe(other);
    expect([dirname(one), basename(one), basename(other)]).toEqual([join("/home", "indexes"), expect.stringMatching(/^api-[0-9a-f]{12}$/), expect.stringMatching(/^api-[0-9a-f]{12}$/)]);
  });

  it.each(["/", "/a b/\u{1f98a}\n", "/..", `/${"long".repeat(60)}`, "/con:?*"])("has a safe name for %j", (root) => {
    expect(basename(indexFolder("/home", root))).toMatch(/^[A-Za-z0-9._-]{1,40}-[0-9a-f]{12}$/);
  });
});
