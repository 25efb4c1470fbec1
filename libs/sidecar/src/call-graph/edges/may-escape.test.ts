import { expect, test } from "vitest";
import { analyze } from "../../analyze.ts";
import { factsProject } from "../facts-project.ts";
import { Evaluator } from "../evaluator.ts";
import { callSearchSpace } from "./aliases.ts";

const FUNCTION = "export function finish() {}\nexport const table = { finish };\n";

test.each([
  ["an import", 'import { finish } from "./a";\nlist.push(finish);\n'],
  ["a member of a module", 'import * as a from "./a";\nlist.push(a.finish);\n'],
  [
    "a member of an object",
    'import { table } from "./a";\nfunction run(list) { list.push({ done: table.finish }); }\n',
  ],
  [
    "a parameter that is given it",
    'import { finish } from "./a";\nfunction run(finish) { list.push(finish); }\nrun(finish);\n',
  ],
  ["what its function is run by", 'import { finish } from "./a";\nfinish.apply(null);\n'],
])("any call may be of a function in a file that hands it on as %s", async (_, text) => {
  expect(await isGoneThrough(text)).toBe(true);
});

test.each([
  ["a parameter", "function run(finish) { list.push(finish); }\n"],
  ["a variable", "const finish = 1;\nlist.push({ finish });\n"],
  ["another function", "function finish() {}\nlist.push(finish);\n"],
  ["a member of what is not known", "function run(task) { list.push({ finish: task.finish }); }\n"],
])("but not where %s has its name", async (_, text) => {
  expect(await isGoneThrough(text)).toBe(false);
});

test("a class hands on the constructor that it inherits", async () => {
  const text = 'import { Base } from "./a";\nclass Sub extends Base {}\nlist.push(Sub);\n';
  expect(await isGoneThrough(text, "export class Base { constructor() {} }\n")).toBe(true);
});

/** Whether all calls of a file are checked as possible callers of the first function of `a.ts`. */
async function isGoneThrough(text: string, called = FUNCTION): Promise<boolean> {
  const files = await Promise.all(
    [
      ["a.ts", called],
      ["b.ts", text],
    ].map(async ([path = "", code = ""]) => ({ path, text: code, facts: await analyze(path, code) })),
  );
  const resolution = new Evaluator(factsProject(files));
  const scopes = resolution.index(0)?.flow.scopes ?? [];
  return callSearchSpace(resolution, [
    { file: 0, scope: scopes.findIndex(({ kind }) => kind === "function") },
  ]).files.has(1);
}
