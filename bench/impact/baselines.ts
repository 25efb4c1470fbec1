/** Two simple ways to find the tests of a change, to compare with. Pure. */
import { compareText } from "./changes.ts";

const IMPORT_LINE =
  /^\s*(?:import\b|from\b|export\b.*\bfrom\b|(?:pub\s+)?use\b|using\b|require(?:_relative|_once)?\b|(?:const|let|var)\b.*\brequire\(|\}\s*from\b|(?:[\w.]+\s+)?"[\w./-]+"$)/;
const MAX_HEAD_LINES = 200;
/** Words of a path that most tests have. */
const COMMON = /^(?:tests?|specs?|src|lib|main|java|unit|it|e2e|tester|js|ts|tsx|py|rb|rs|go|php|cs|kt|jsx)$/;

/** Tests whose imports name a changed file, nearest path first. */
export function importingTests(
  paths: readonly string[],
  tests: readonly { readonly path: string; readonly text: string }[],
): string[] {
  const changed = new Set(paths.map(moduleOf));
  const importing = tests.filter(({ path, text }) =>
    importedModules(text, path).some((module) => changed.has(module)),
  );
  return nearestTests(
    paths,
    importing.map(({ path }) => path),
  );
}

/** The last two names of a file's path, without its extension; of a file that stands for its folder, that. */
function moduleOf(path: string): string {
  const parts = path.replace(/\.\w+$/, "").split("/");
  if (/^(?:__init__|index|mod|lib)$/.test(parts.at(-1) ?? "")) parts.pop();
  return parts.slice(-2).join("/");
}

/** Names of imports in the same form. Relative ones start in the folder of the file. */
function importedModules(text: string, path: string): string[] {
  const found: string[] = [];
  for (const line of text.split("\n", MAX_HEAD_LINES)) {
    if (!IMPORT_LINE.test(line)) continue;
    for (const [written] of line.matchAll(/[\w@.][\w@./:\\-]*/g)) {
      const isRelative = /^\.\.?\//.test(written);
      const parts = (isRelative ? joined(path, written) : written.replace(/\.[cm]?[jt]sx?$/, ""))
        .split(/[./:\\]+/)
        .filter((part) => part !== "");
      found.push(parts.slice(-2).join("/"));
    }
  }
  return found;
}

function joined(path: string, written: string): string {
  const parts = path.split("/").slice(0, -1);
  for (const part of written.replace(/\.[cm]?[jt]sx?$/, "").split("/"))
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  return parts.join("/");
}

/** All tests, by the share of words that their paths have in common with the nearest changed file, then path. */
export function nearestTests(paths: readonly string[], tests: readonly string[]): string[] {
  const changed = paths.map(pathWords);
  const nearness = new Map(
    tests.map((test) => {
      const own = pathWords(test);
      return [test, Math.max(0, ...changed.map((words) => likeness(words, own)))] as const;
    }),
  );
  return [...tests].sort(
    (left, right) => (nearness.get(right) ?? 0) - (nearness.get(left) ?? 0) || compareText(left, right),
  );
}

function pathWords(path: string): ReadonlySet<string> {
  const words = path.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g) ?? [];
  return new Set(words.map((word) => word.toLowerCase()).filter((word) => !COMMON.test(word)));
}

function likeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const common = [...left].filter((word) => right.has(word)).length;
  return common / Math.max(1, left.size + right.size - common);
}
