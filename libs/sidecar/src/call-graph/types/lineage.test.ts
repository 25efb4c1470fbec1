/** Calls of members that no base class has: they lead out of the codebase, or are unknown. */
import { expect, test } from "vitest";
import { analyze } from "../../analyze.ts";
import { resolveSite } from "../edges/call-sites.ts";
import { factsProject } from "../facts-project.ts";
import { Evaluator } from "../evaluator.ts";

/**
 * @param classes lines of Python in a function with a parameter; the last one is a class, which gets a method
 * that calls another
 */
async function check(classes: readonly string[], expected: "external" | "unknown"): Promise<void> {
  const text = [
    "from lib import Outside",
    "def make(given):",
    ...classes.map((line) => `  ${line}`),
    "    def run(self):",
    "      self.save()",
  ].join("\n");
  const project = factsProject([{ path: "a.py", text, facts: await analyze("a.py", text) }]);
  const { targets, isExternal, reason } = resolveSite(
    new Evaluator(project),
    0,
    project.flow(0)?.sites.at(-1) as never,
  );
  expect({ targets, isExternal, reason }).toEqual({
    targets: [],
    isExternal: expected === "external",
    reason: expected === "external" ? null : "unknown_member",
  });
}

test("a member that no class has is inherited from outside where one of them is derived from there", async () => {
  await check(["class Mine(Outside):"], "external");
  await check(["class Base(Outside): pass", "class Mine(Base):"], "external");
});

test("nobody knows of what it is where a base is not understood", async () => {
  await check(["class Mine(given):"], "unknown");
  await check(["class Base(given): pass", "class Mine(Base):"], "unknown");
});

test("outside it is where one base is not understood and another stands there, in either order", async () => {
  await check(["class Mine(Outside, given):"], "external");
  await check(["class Mine(given, Outside):"], "external");
  await check(
    ["class Left(Outside): pass", "class Right(given): pass", "class Mine(Left, Right):"],
    "external",
  );
  await check(
    ["class Left(Outside): pass", "class Right(given): pass", "class Mine(Right, Left):"],
    "external",
  );
});
