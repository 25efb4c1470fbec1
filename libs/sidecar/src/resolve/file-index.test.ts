import { expect, test } from "vitest";
import { analyze } from "../analyze.ts";
import { factsProject } from "./facts-project.ts";
import { Resolution } from "./resolution.ts";

test("the tables of a file serve all questions about it", async () => {
  const project = factsProject([{ path: "a.php", text: "", facts: await analyze("a.php", "<?php function run() {}") }]);
  expect(new Resolution(project).index(0)).toBe(new Resolution(project).index(0));
});
