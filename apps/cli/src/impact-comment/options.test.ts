import { expect, it } from "vitest";
import { readCommentOptions } from "./options.ts";

it("empty values count as not given", () =>
  expect(readCommentOptions(["--path", "", "--fail-on", "", "--depth", "2"])).toEqual({
    path: ".",
    forImpact: ["--depth=2"],
  }));

it("a value that looks like an option stays a value", () =>
  expect(readCommentOptions(["--fail-on=--json"])).toEqual({ path: ".", forImpact: ["--fail-on=--json"] }));

it.each([[["--token", "x"]], [["more"]], [["--path"]]])("%j is refused", (args) =>
  expect(readCommentOptions(args)).toEqual({ problem: expect.stringContaining("--fail-on") }),
);
