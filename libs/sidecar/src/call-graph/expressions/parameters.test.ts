import { expect, test } from "vitest";
import { analyze } from "../../analyze.ts";
import { factsProject } from "../facts-project.ts";
import { Evaluator } from "../evaluator.ts";
import { filesOf } from "../testing/check-edges.ts";
import { argumentsFor } from "./parameters.ts";

/**
 * The files in which names were looked up to find values of the parameter `given` of `run`, and the number of
 * arguments found.
 */
async function lookedInto(text: string): Promise<readonly [readonly string[], number]> {
  const files = await Promise.all(
    filesOf(text).map(async (file) => ({ ...file, facts: await analyze(file.path, file.text) })),
  );
  const project = factsProject(files);
  const looked = new Set<string>();
  const resolution = new Evaluator({
    ...project,
    flow: (file) => (looked.add(project.paths[file] as string), project.flow(file)),
  });
  const file = project.fileAt("runs.ts") as number;
  const scope = project.flow(file)?.scopes.findIndex(({ name }) => name === "run") as number;
  const found = argumentsFor(resolution, { file, scope }, 0).length;
  return [[...looked].sort(), found];
}

const RUNS =
  "//- runs.ts\nexport function run(given = null) {}\n//- other.ts\nexport const other = { run() {} };\n";

test("what a call calls is not looked up where it hands nothing over", async () => {
  expect(await lookedInto(`${RUNS}//- main.ts\nimport { other } from "./other";\nother.run();\n`)).toEqual([
    ["main.ts", "runs.ts"],
    0,
  ]);
});

test("it is where it may hand something over", async () => {
  expect(
    await lookedInto(
      `${RUNS}//- main.ts\nimport { run } from "./runs";\nimport { other } from ` +
        `"./other";\nother.run(1);\nrun(2);\n`,
    ),
  ).toEqual([["main.ts", "other.ts", "runs.ts"], 1]);
});
