import { expect, test } from "vitest";
import { withHome } from "./home-path.ts";

test.each([
  ["~", "/home/me"],
  ["~/", "/home/me/"],
  ["~/a b", "/home/me/a b"],
  ["~\\src", "/home/me\\src"],
  ["~other/x", "~other/x"],
  ["./~/x", "./~/x"],
  ["/a/~", "/a/~"],
  ["~~", "~~"],
  ["", ""],
])("%j is %j", (path, expected) => expect(withHome(path, "/home/me")).toBe(expected));
