import { expect, test } from "vitest";
import { analyze } from "../../analyze.ts";
import { factsProject } from "../facts-project.ts";
import { Evaluator } from "../evaluator.ts";
import { filesOf } from "../testing/check-edges.ts";
import { type CallersOptions, callersOf } from "./callers.ts";

interface Found {
  /** File and line of each caller. */
  readonly lines: readonly string[];
  readonly remainingFiles: readonly string[];
  readonly filesOutside: number;
}

/** Callers of the first function of the first file. @param mayOpen whether there is room for a file */
async function callersIn(
  text: string,
  options: Partial<CallersOptions>,
  mayOpen = (_file: number): boolean => true,
): Promise<Found> {
  const files = filesOf(text);
  const project = factsProject(
    await Promise.all(files.map(async (file) => ({ ...file, facts: await analyze(file.path, file.text) }))),
  );
  const { callers, remainingFiles, filesOutside } = await callersOf(
    Object.assign(new Evaluator(project), { mayOpen }),
    [{ file: 0, scope: 1 }],
    { enough: 100, isAsked: () => true, pause: () => undefined, ...options },
  );
  const pathOf = (file: number): string => files[file]?.path ?? "";
  const lineOf = (file: number, start: number): number =>
    files[file]?.text.slice(0, start).split("\n").length ?? 0;
  return {
    lines: callers.map(({ file, site }) => `${pathOf(file)}:${lineOf(file, site.start)}`),
    remainingFiles: remainingFiles.map(pathOf),
    filesOutside,
  };
}

const USED = `//- a.js
export function use() {}
//- b.js
import { use } from "./a";
function once() { use(); use(); }
//- c.test.js
import { use } from "./a";
function tested() { use(); }
//- d.js
import { use } from "./a";
function one() { use(); }
function other() { use(); }
`;

test("callers are sought until enough definitions have a call, file by file", async () => {
  expect(await callersIn(USED, {})).toEqual({
    lines: ["b.js:2", "b.js:2", "c.test.js:2", "d.js:2", "d.js:3"],
    remainingFiles: [],
    filesOutside: 0,
  });
  expect(await callersIn(USED, { enough: 1 })).toMatchObject({
    lines: ["b.js:2", "b.js:2"],
    remainingFiles: ["c.test.js", "d.js"],
  });
  // The file in which the limit is reached is searched to its end.
  expect(await callersIn(USED, { enough: 3 })).toMatchObject({
    lines: ["b.js:2", "b.js:2", "c.test.js:2", "d.js:2", "d.js:3"],
    remainingFiles: [],
  });
});

test("files aside come behind all others, and are what is left out first", async () => {
  const isAside = (file: number): boolean => file === 2;
  expect((await callersIn(USED, { isAside })).lines).toEqual([
    "b.js:2",
    "b.js:2",
    "d.js:2",
    "d.js:3",
    "c.test.js:2",
  ]);
  expect(await callersIn(USED, { isAside, enough: 2 })).toMatchObject({
    lines: ["b.js:2", "b.js:2", "d.js:2", "d.js:3"],
    remainingFiles: ["c.test.js"],
  });
});

test("files in which callers are not asked for are counted", async () => {
  expect(await callersIn(USED, { isAsked: (file) => file !== 2 })).toMatchObject({
    lines: ["b.js:2", "b.js:2", "d.js:2", "d.js:3"],
    remainingFiles: [],
    filesOutside: 1,
  });
});

test("files for which there is no room are left out, whatever of the others is looked at", async () => {
  expect(await callersIn(USED, {}, (file) => file !== 2)).toEqual({
    lines: ["b.js:2", "b.js:2", "d.js:2", "d.js:3"],
    remainingFiles: ["c.test.js"],
    filesOutside: 0,
  });
});
