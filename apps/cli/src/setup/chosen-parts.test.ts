import { expect, test } from "vitest";
import { chosenParts } from "./chosen-parts.ts";

test("all parts that the client documents are the default", () => {
  expect(chosenParts("claude-code", "user", {})).toEqual([
    "server",
    "instructions",
    "skill",
    "agent",
    "hook",
  ]);
  expect(chosenParts("cursor", "user", {})).toEqual(["server", "skill", "agent", "hook"]);
});

test("--only and --without select some, in the usual order", () => {
  expect(chosenParts("codex", "user", { only: "hook, server" })).toEqual(["server", "hook"]);
  expect(chosenParts("codex", "user", { without: "hook,agent" })).toEqual([
    "server",
    "instructions",
    "skill",
  ]);
  expect(chosenParts("pi", "user", { without: "hook" })).toEqual(["server", "instructions", "skill"]);
});

test.each([
  [{ only: "skill", without: "hook" }, "pass --only or --without, not both"],
  [{ only: "skills" }, '--only is "skills", but must be a list of server, instructions, skill, agent, hook,'],
  [{ without: "" }, '--without is "", but must be a list of'],
  [
    { only: "hook" },
    "pi documents no file for the part hook in the scope user; it has server, instructions, skill",
  ],
  [{ without: "server,instructions,skill" }, "which leaves out everything"],
  [{ only: "skill", url: "http://h/mcp" }, "--url is for the server, which is left out"],
])("%j is refused: %s", (options, message) =>
  expect(() => chosenParts("pi", "user", options)).toThrow(
    expect.objectContaining({ code: "INVALID_ARGUMENTS", message: expect.stringContaining(message) }),
  ),
);
