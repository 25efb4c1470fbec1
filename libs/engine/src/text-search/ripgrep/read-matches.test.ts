import { expect, it } from "vitest";
import { relativeName } from "./read-matches.ts";

it.each<[string, string, string]>([
  ["src/a.ts", "src/a.ts", "src/a.ts"],
  ["./src/a.ts", "src/a.ts", "src/a.ts"],
  ["src\\a.ts", "src\\a.ts", "src/a.ts"],
  [".\\src\\deep\\a.ts", ".\\src\\deep\\a.ts", "src/deep/a.ts"],
  ["src\\..\\a.ts", "src\\..\\a.ts", "src/../a.ts"],
])("ripgrep's name %j is %j on Linux and %j on Windows", (named, onLinux, onWindows) => {
  expect(relativeName(named, "linux")).toBe(onLinux);
  expect(relativeName(named, "win32")).toBe(onWindows);
});
