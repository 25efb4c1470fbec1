import { homedir, userInfo } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { defaultHome, homeOf, indexFolder, makeHomeFolder } from "./home.ts";

afterEach(() => void vi.unstubAllEnvs());

describe("the home folder", () => {
  it.each([
    ["linux", { XDG_DATA_HOME: "/data" }, "/data/satori"],
    ["linux", { XDG_DATA_HOME: "" }, join(homedir(), ".local/share/satori")],
    ["linux", {}, join(homedir(), ".local/share/satori")],
    ["linux", { XDG_DATA_HOME: "data" }, join(homedir(), ".local/share/satori")],
    ["darwin", { XDG_DATA_HOME: "/data" }, join(homedir(), "Library/Application Support/satori")],
  ] as const)("is where %s keeps data of applications, given %o", (platform, environment, expected) => {
    expect(defaultHome(environment, platform)).toBe(expected);
  });

  it.each<[Record<string, string>, string]>([
    [{ LOCALAPPDATA: "D:\\data" }, "D:\\data\\satori"],
    [{ LOCALAPPDATA: "\\\\server\\profiles\\me" }, "\\\\server\\profiles\\me\\satori"],
    [{}, "C:\\Users\\me\\AppData\\Local\\satori"],
    [{ LOCALAPPDATA: "" }, "C:\\Users\\me\\AppData\\Local\\satori"],
    [{ LOCALAPPDATA: "data" }, "C:\\Users\\me\\AppData\\Local\\satori"],
    [{ LOCALAPPDATA: "D:data" }, "C:\\Users\\me\\AppData\\Local\\satori"],
    [{ XDG_DATA_HOME: "D:\\xdg" }, "C:\\Users\\me\\AppData\\Local\\satori"],
  ])("is on Windows in the folder for local data, given %j: %s", (environment, expected) => {
    expect(defaultHome(environment, "win32", "C:\\Users\\me")).toBe(expected);
  });

  it("is on macOS in the library of the user", () => {
    expect(defaultHome({ LOCALAPPDATA: "/x" }, "darwin", "/Users/me")).toBe(
      "/Users/me/Library/Application Support/satori",
    );
  });

  it.each(["", "relative"])("is one for all working directories where HOME is %j", (home) => {
    vi.stubEnv("HOME", home);
    expect([defaultHome({}, "linux"), homeOf({ SATORI_HOME: "~/indexes" })]).toEqual([
      join(userInfo().homedir, ".local/share/satori"),
      join(userInfo().homedir, "indexes"),
    ]);
  });
});

it.each(["/proc/self/x", "/sys/x", "/dev/null/x"])("nothing is made in the kernel's folders: %s", (path) =>
  expect(() => makeHomeFolder(path)).toThrow(expect.objectContaining({ code: "EACCES" })),
);

describe("an index folder", () => {
  it("has a name that people recognise, and that tells equal names apart", () => {
    const [one, other] = [indexFolder("/home", "/work/api"), indexFolder("/home", "/play/api")];
    expect(one).toBe(indexFolder("/home", "/work/api"));
    expect(one).not.toBe(other);
    expect([dirname(one), basename(one), basename(other)]).toEqual([
      join("/home", "indexes"),
      expect.stringMatching(/^api-[0-9a-f]{12}$/),
      expect.stringMatching(/^api-[0-9a-f]{12}$/),
    ]);
  });

  it.each(["/", "/a b/\u{1f98a}\n", "/..", `/${"long".repeat(60)}`, "/con:?*"])(
    "has a safe name for %j",
    (root) => {
      expect(basename(indexFolder("/home", root))).toMatch(/^[A-Za-z0-9._-]{1,40}-[0-9a-f]{12}$/);
    },
  );
});
