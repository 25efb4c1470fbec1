/** Runners of JavaScript and TypeScript: vitest, jest, mocha, and Node's own. */
import type { TestFile, TestRunner } from "@satori/contracts";
import { below, foldersAround, inFolder, type ProjectFiles } from "./project-files.ts";
import type { FindRunner } from "./runner.ts";
import { pathArgument } from "./shell.ts";

type EcmaRunner = TestRunner & ("vitest" | "jest" | "mocha" | "node");

const EXTENSIONS = ["ts", "mts", "cts", "js", "mjs", "cjs"];
/** Files of a folder that configure a runner, by runner; the first runner that applies counts. */
const CONFIGURATIONS: readonly (readonly [runner: EcmaRunner, names: readonly string[]])[] = [
  ["vitest", EXTENSIONS.flatMap((end) => [`vitest.config.${end}`, `vitest.workspace.${end}`])],
  ["jest", [...EXTENSIONS.map((end) => `jest.config.${end}`), "jest.config.json"]],
  [
    "mocha",
    [".mocharc.js", ".mocharc.cjs", ".mocharc.json", ".mocharc.yml", ".mocharc.yaml", ".mocharc.jsonc"],
  ],
];
const IN_SCRIPTS: readonly (readonly [runner: EcmaRunner, pattern: RegExp])[] = [
  ["vitest", /\bvitest\b/],
  ["jest", /\b(?:jest|react-scripts test)\b/],
  ["mocha", /\b_?mocha\b/],
  ["node", /\bnode\b[^&|;]*--test\b/],
];
const LOCK_FILES: readonly (readonly [name: string, manager: Manager])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
];
type Manager = "npm" | "pnpm" | "yarn" | "bun";
const MANAGER = /^(npm|pnpm|yarn|bun)\b/;
/** How each package manager runs a program of the project. */
const RUN_PROGRAM: { readonly [Name in Manager]: string } = {
  npm: "npx",
  pnpm: "pnpm exec",
  yarn: "yarn",
  bun: "bunx",
};
const PROGRAMS: { readonly [Runner in EcmaRunner]: string } = {
  vitest: "vitest run",
  jest: "jest --runTestsByPath",
  mocha: "mocha",
  node: "node --test",
};

interface EcmaProject {
  readonly runner: EcmaRunner;
  readonly folder: string;
  readonly shownBy: string;
}

export const findEcma: FindRunner = async ({ file }, { project }) => {
  const found = await projectOf(project, file);
  if (found === null) return null;
  const { runner, folder } = found;
  const manager = await managerOf(project, folder);
  const start = runner === "node" ? PROGRAMS.node : `${RUN_PROGRAM[manager]} ${PROGRAMS[runner]}`;
  return {
    ...found,
    key: "",
    command: (files: readonly TestFile[]) =>
      [start, ...files.map((one) => pathArgument(below(folder, one.file)))].join(" "),
  };
};

/** The nearest folder around a file whose files show a runner. */
async function projectOf(project: ProjectFiles, file: string): Promise<EcmaProject | null> {
  for (const folder of foldersAround(file)) {
    for (const [runner, names] of CONFIGURATIONS) {
      const shownBy = project.firstIn(folder, names);
      if (shownBy !== null) return { runner, folder, shownBy };
    }
    const path = inFolder(folder, "package.json");
    const runner = runnerOf(await project.text(path));
    if (runner !== null) return { runner, folder, shownBy: path };
  }
  return null;
}

/** The runner that a `package.json` shows: by its scripts, then its own keys, then its dependencies. */
export function runnerOf(text: string | null): EcmaRunner | null {
  const manifest = objectIn(text);
  if (manifest === null) return null;
  const scripts = Object.entries(objectOf(manifest.scripts))
    // The script `test` says more than others.
    .sort(([left], [right]) => Number(right === "test") - Number(left === "test"))
    .flatMap(([, script]) => (typeof script === "string" ? [script] : []));
  for (const script of scripts)
    for (const [runner, pattern] of IN_SCRIPTS) if (pattern.test(script)) return runner;
  if (manifest.jest !== undefined) return "jest";
  if (manifest.mocha !== undefined) return "mocha";
  const dependencies = { ...objectOf(manifest.dependencies), ...objectOf(manifest.devDependencies) };
  return (["vitest", "jest", "mocha"] as const).find((name) => Object.hasOwn(dependencies, name)) ?? null;
}

async function managerOf(project: ProjectFiles, folder: string): Promise<Manager> {
  for (const around of foldersAround(inFolder(folder, "package.json"))) {
    const manifest = objectIn(await project.text(inFolder(around, "package.json")));
    const named = typeof manifest?.packageManager === "string" ? MANAGER.exec(manifest.packageManager) : null;
    // The pattern has only names of managers.
    if (named) return named[1] as Manager;
    const lock = LOCK_FILES.find(([name]) => project.has(inFolder(around, name)));
    if (lock) return lock[1];
  }
  return "npm";
}

type JsonObject = Readonly<Record<string, unknown>>;

function objectIn(text: string | null): JsonObject | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
