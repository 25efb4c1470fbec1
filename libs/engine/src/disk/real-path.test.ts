import { describe, expect, it } from "vitest";
import { linuxDisk, macDisk, windowsDisk } from "../testing/fakes/fake-disk.ts";
import { realPath, realPathOf, realPathOr, spelledAsOnDisk } from "./real-path.ts";

const raw = String.raw;

describe("on Windows, the real path", () => {
  const disk = windowsDisk({
    files: [raw`C:\Code\src\Main.ts`, raw`C:\Code\Secret Keys\a.pem`, raw`D:\other\b.ts`],
    links: { [raw`C:\Code\way`]: raw`D:\other` },
    shortNames: { "SECRET~1": "Secret Keys" },
  });

  it.each([
    [raw`c:\code`, raw`C:\Code`],
    [raw`C:\CODE\SRC\main.TS`, raw`C:\Code\src\Main.ts`],
    [raw`\\?\C:\code\src`, raw`C:\Code\src`],
    ["C:/code/src", raw`C:\Code\src`],
    [raw`C:\code\SECRET~1\a.pem`, raw`C:\Code\Secret Keys\a.pem`],
    [raw`C:\code\WAY\B.ts`, raw`D:\other\b.ts`],
  ])("of %s is the one that the disk has, %s", (path, expected) => {
    expect(realPath(path, disk)).toBe(expected);
    expect(realPathOf(path, disk)).toBe(expected);
    expect(realPathOr(path, disk)).toBe(expected);
  });

  it.each([
    [raw`c:\code\SRC\New.ts`, raw`C:\Code\src\New.ts`],
    [raw`c:\code\New\Folder\a.ts`, raw`C:\Code\New\Folder\a.ts`],
    [raw`c:\code\way\New.ts`, raw`D:\other\New.ts`],
    [raw`e:\code\a.ts`, raw`E:\code\a.ts`],
  ])("of %s, which does not exist, is %s", (path, expected) => {
    expect(realPathOf(path, disk)).toBe(expected);
  });

  it("is found for paths of more than 260 characters", () => {
    const folder = ["C:", "Code", ...Array.from({ length: 40 }, () => "Folder")].join("\\");
    const long = windowsDisk({ files: [raw`${folder}\Main.ts`] });
    const asked = raw`${folder}\main.ts`.toLowerCase();
    expect(asked.length).toBeGreaterThan(260);
    expect(realPath(asked, long)).toBe(raw`${folder}\Main.ts`);
  });

  it("keeps the caller's spelling where the driver cannot tell the disk's", () => {
    const virtual = windowsDisk({ files: [raw`R:\Code\a.ts`], driverError: "EINVAL" });
    expect(realPath(raw`R:\code\a.ts`, virtual)).toBe(raw`R:\code\a.ts`);
  });

  it("is not guessed where access is denied", () => {
    const denied = windowsDisk({ files: [raw`C:\Code\a.ts`], driverError: "EACCES" });
    expect(() => realPath(raw`C:\code\a.ts`, denied)).toThrow(expect.objectContaining({ code: "EACCES" }));
    expect(realPathOr(raw`C:\code\a.ts`, denied)).toBe(raw`C:\code\a.ts`);
  });
});

describe("on macOS, the real path", () => {
  const composed = "caf\u00e9";
  const decomposed = "cafe\u0301";
  const disk = macDisk({ files: ["/Users/me/Code/a.ts", `/Users/me/${decomposed}/b.ts`] });

  it.each([
    ["/users/ME/code/A.ts", "/Users/me/Code/a.ts"],
    [`/Users/me/${composed}/b.ts`, `/Users/me/${decomposed}/b.ts`],
    [`/Users/me/${composed.toUpperCase()}/B.ts`, `/Users/me/${decomposed}/b.ts`],
  ])("of %s is the one that the disk has, %s", (path, expected) => {
    expect(realPath(path, disk)).toBe(expected);
    expect(realPathOf(path, disk)).toBe(expected);
  });

  it("of a file that does not exist has the disk's spelling of its folder", () => {
    expect(realPathOf("/users/me/code/New.ts", disk)).toBe("/Users/me/Code/New.ts");
  });
});

it("on Linux, letter case and Unicode forms tell names apart, but the other form is found", () => {
  const disk = linuxDisk({ files: ["/code/a.ts", "/code/A.ts", "/code/cafe\u0301.ts"] });
  expect([realPathOf("/code/A.ts", disk), realPathOf("/CODE/a.ts", disk)]).toEqual([
    "/code/A.ts",
    "/CODE/a.ts",
  ]);
  expect(realPathOf("/code/caf\u00e9.ts", disk)).toBe("/code/cafe\u0301.ts");
  expect(spelledAsOnDisk("/code", "a.TS", disk)).toBe("a.TS");
});

it("a path below a root is spelled as on disk, unless a link is on the way", () => {
  const windows = windowsDisk({
    files: [raw`C:\code\src\Main.ts`],
    links: { [raw`C:\code\way`]: raw`C:\code\src` },
  });
  const spelled = (path: string): string => spelledAsOnDisk(raw`C:\code`, path, windows);
  expect(["SRC/main.ts", raw`SRC\main.ts`, "src/Main.ts", "src/Gone.ts", "way/Main.ts"].map(spelled)).toEqual(
    ["src/Main.ts", "src/Main.ts", "src/Main.ts", "src/Gone.ts", "way/Main.ts"],
  );
});
