import { expect, it } from "vitest";
import { analyze } from "../analyze.ts";
import { factsProject } from "./facts-project.ts";
import { Resolution } from "./resolution.ts";
import { traverse } from "./traverse.ts";

it.each(["callers", "callees"] as const)("pauses before each site of a call, and ends with its caller: %s", async (direction) => {
  const text = "function a() { b(); b(); }\nfunction b() { a(); }\n";
  const project = factsProject([{ path: "a.ts", text, facts: await analyze("a.ts", text) }]);
  const root = { file: 0, scope: project.flow(0)?.scopes.findIndex(({ name }) => name === "a") ?? 0 };
  let pauses = 0;
  const { edges } = await traverse(new Resolution(project), [root], { direction, depth: 1, limit: 9, pause: () => Promise.resolve(void pauses++) });
  expect([edges.length, pauses >= edges.length]).toEqual([direction === "callers" ? 1 : 2, true]);
  await expect(traverse(new Resolution(project), [root], { direction, depth: 1, limit: 9, pause: () => Promise.reject(new Error("given up")) })).rejects.toThrow("given up");
});
