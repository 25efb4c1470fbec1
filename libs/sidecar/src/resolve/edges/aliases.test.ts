import { expect, test } from "vitest";
import { analyze } from "../../analyze.ts";
import { callersOf } from "./callers.ts";
import { factsProject } from "../facts-project.ts";
import { Resolution } from "../resolution.ts";
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
  const files = await Promise.all(filesOf(text).map(async (file) => ({ ...file, facts: await analyze(file.path, file.text) })));
  const project = factsProject(files);
  const resolution = new Resolution(project);
  const { callers } = await callersOf(resolution, [{ file: 0, scope: 1 }], { enough: 100, isAsked: () => true, pause: () => Promise.resolve() });
  expect(callers.map(({ file, site }) => `${project.paths[file]}:${site.line}`)).toEqual(["main.js:2", "main.js:3", "other.js:3"]);
});
