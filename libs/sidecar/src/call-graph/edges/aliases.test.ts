import { expect, test } from "vitest";
import { analyze } from "../../analyze.ts";
import type { SkippedName } from "./aliases.ts";
import { callersOf } from "./callers.ts";
import { factsProject } from "../facts-project.ts";
import { Evaluator } from "../evaluator.ts";
import { filesOf } from "../testing/check-edges.ts";

test("a default export is found under the name of its import, called by its methods or handed on", async () => {
  const text = `//- apply.js
export default function apply(config) {}
//- main.js
import transform from "./apply.js";
export function direct() { transform(1); }
export function bound() { transform.call(this, 1); }
const table = { later: transform };
//- other.js
import also from "./apply.js";
const again = also;
export function renamed() { again.apply(null, [1]); }
`;
  expect((await callersIn(text)).lines).toEqual(["main.js:2", "main.js:3", "other.js:3"]);
});

const REQUIRED = `//- a.js
exports = module.exports = make;
function make() {}
//- index.js
module.exports = require("./a");
`;

test("what a module is, is found where it is required or imported, through other modules too", async () => {
  const text = `${REQUIRED}//- main.js
const express = require("./");
function run() { express(); }
require("./")();
//- other.mjs
import made from "./index.js";
made();
`;
  expect((await callersIn(text)).lines).toEqual(["main.js:2", "main.js:3", "other.mjs:2"]);
});

test("however many files require it", async () => {
  const many = Array.from(
    { length: 90 },
    (_, at) =>
      `//- use/${String(at).padStart(2, "0")}.js\nconst express = require("../");\nfunction run() { ` +
      "express(); }\n",
  );
  const { lines, left } = await callersIn(`${REQUIRED}${many.join("")}`);
  expect(lines).toHaveLength(90);
  expect(left).toEqual([{ name: "default", use: "mention", files: 90 }]);
});

test("names that too many files call or hand on are told", async () => {
  const calling = Array.from(
    { length: 41 },
    (_, at) => `//- call/${at}.js\nfunction run(list) { list.done(); }\n`,
  ).join("");
  const handing = Array.from(
    { length: 81 },
    (_, at) => `//- hand/${at}.js\nimport { finish } from "../a";\nlist.push(finish);\n`,
  ).join("");
  const text =
    "//- a.js\nexport function finish() {}\nfunction run(list) { list.done(); }\nrun({ done: finish });\n";
  expect((await callersIn(`${text}${calling}`)).left).toEqual([{ name: "done", use: "call", files: 42 }]);
  expect((await callersIn(`${text}${handing}`)).left).toEqual([
    { name: "finish", use: "mention", files: 82 },
  ]);
});

/** Lines that call the first function of the first file. */
async function callersIn(
  text: string,
): Promise<{ readonly lines: readonly string[]; readonly left: readonly SkippedName[] }> {
  const files = await Promise.all(
    filesOf(text).map(async (file) => ({ ...file, facts: await analyze(file.path, file.text) })),
  );
  const project = factsProject(files);
  const resolution = new Evaluator(project);
  const { callers, skippedNames } = await callersOf(resolution, [{ file: 0, scope: 1 }], {
    enough: 100,
    isAsked: () => true,
    pause: () => Promise.resolve(),
  });
  return {
    lines: callers.map(({ file, site }) => `${project.paths[file]}:${site.line}`),
    left: skippedNames,
  };
}
