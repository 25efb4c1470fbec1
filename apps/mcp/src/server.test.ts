import { TOOL_NAMES } from "@satori/contracts";
import { expect, it } from "vitest";
import { instructionsFor } from "./server.ts";
import { listTools } from "./tool-listing.ts";

it.each([[["core"]], [["workspace"]], [["core", "workspace"]], [["scope"]]] as const)(
  "with %j only tools are spoken of that are offered",
  (sets) => {
    const offered = listTools(sets);
    const named = TOOL_NAMES.filter((name) => instructionsFor(offered).includes(name));
    expect(offered.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
    expect(named.length > 0).toBe(!(sets as readonly string[]).includes("scope"));
  },
);
