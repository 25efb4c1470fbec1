import { expect, test } from "vitest";
import { analyze } from "../analyze.ts";
import { NONE } from "../flow/facts.ts";
import { factsProject } from "./facts-project.ts";
import { Resolution } from "./resolution.ts";
import { traverse } from "./traverse.ts";

/** Edges to and from the definition of a name, as the outline calls their ends; a file for code at its top. */
async function edgesOf(path: string, text: string, name: string): Promise<string[]> {
  const facts = await analyze(path, text);
  const resolution = new Resolution(factsProject([{ path, text, facts }]));
  const labelOf = (scope: number): string => facts.symbols[facts.flow?.scopes[scope]?.symbol ?? NONE]?.name ?? path;
  const scope = facts.flow?.scopes.findIndex((_, at) => labelOf(at) === name) ?? NONE;
  const { edges } = await traverse(resolution, [{ file: 0, scope }], { direction: "both", depth: 1, limit: 50, pause: () => Promise.resolve() });
  return [...new Set(edges.map(({ from, to, confidence }) => `${labelOf(from.scope)} → ${labelOf(to.scope)}${confidence === "resolved" ? "" : ` (${confidence})`}`))].sort();
}

const CLOSURES = `
  export function each(cb: (x: number) => void) { cb(1); }
  export function main() { each(x => foo(x)); (() => { foo(2); })(); }
  function foo(x: number) {}
`;

test.each([
  ["each", ["main → each"]],
  ["main", ["main → each", "main → foo"]],
  ["foo", ["main → foo"]],
])("TypeScript: calling a closure of a function is no call of the function: %s", async (name, edges) => {
  expect(await edgesOf("a.ts", CLOSURES, name)).toEqual(edges);
});

test("Rust: nor is calling the closure that a field holds", async () => {
  const source = `
    pub struct S { f: Box<dyn Fn(i32) -> i32> }
    impl S {
      pub fn new() -> S { S { f: Box::new(|x| helper(x)) } }
      pub fn run(&self) -> i32 { (self.f)(1) }
    }
    fn helper(x: i32) -> i32 { x }
  `;
  expect(await edgesOf("a.rs", source, "run")).toEqual([]);
  expect(await edgesOf("a.rs", source, "helper")).toEqual(["new → helper"]);
});

test.each(["callers", "callees"] as const)("pauses before each site of a call, and ends with its caller: %s", async (direction) => {
  const text = "function a() { b(); b(); }\nfunction b() { a(); }\n";
  const project = factsProject([{ path: "a.ts", text, facts: await analyze("a.ts", text) }]);
  const root = { file: 0, scope: project.flow(0)?.scopes.findIndex(({ name }) => name === "a") ?? 0 };
  let pauses = 0;
  const { edges } = await traverse(new Resolution(project), [root], { direction, depth: 1, limit: 9, pause: () => Promise.resolve(void pauses++) });
  expect([edges.length, pauses >= edges.length]).toEqual([direction === "callers" ? 1 : 2, true]);
  await expect(traverse(new Resolution(project), [root], { direction, depth: 1, limit: 9, pause: () => Promise.reject(new Error("given up")) })).rejects.toThrow("given up");
});
