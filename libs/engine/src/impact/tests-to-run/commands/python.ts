/** Runners of Python: pytest, and unittest where nothing shows pytest. */
import { below, foldersAround, inFolder, type ProjectFiles } from "./project-files.ts";
import type { FindRunner, RunnerOfFile } from "./runner.ts";
import { pathArgument } from "./shell.ts";

/** Files that show pytest, with what they contain then; null if their name is enough. */
const PYTEST: readonly (readonly [name: string, pattern: RegExp | null])[] = [
  ["pytest.ini", null],
  [".pytest.ini", null],
  ["pyproject.toml", /^\s*\[tool\.pytest\b|["']pytest\b|^\s*pytest\s*=/m],
  ["tox.ini", /\bpytest\b/],
  ["setup.cfg", /\bpytest\b/],
  ["setup.py", /\bpytest\b/],
  ["noxfile.py", /\bpytest\b/],
  ["Makefile", /\bpytest\b/],
];
const REQUIREMENTS = [
  "requirements.txt",
  "requirements-dev.txt",
  "requirements-test.txt",
  "dev-requirements.txt",
  "test-requirements.txt",
  "requirements/dev.txt",
  "requirements/test.txt",
  "requirements/tests.txt",
];
const IMPORTS_PYTEST = /^\s*(?:import|from)\s+pytest\b/m;
const IMPORTS_UNITTEST = /^\s*(?:import|from)\s+unittest\b/m;
/** Files that mark the folder where a project's tests are run. */
const ROOTS = ["pyproject.toml", "setup.py", "setup.cfg", "tox.ini", "pytest.ini"];

export const findPython: FindRunner = async ({ file }, { project }) => {
  const shown = await pytestOf(project, file);
  if (shown !== null) return command("pytest", shown);
  const text = (await project.text(file)) ?? "";
  const folder = foldersAround(file).find((around) => project.firstIn(around, ROOTS) !== null) ?? "";
  if (IMPORTS_PYTEST.test(text)) return command("pytest", { folder, shownBy: file });
  return IMPORTS_UNITTEST.test(text) ? command("unittest", { folder, shownBy: file }) : null;
};

interface Shown {
  readonly folder: string;
  readonly shownBy: string;
}

async function pytestOf(project: ProjectFiles, file: string): Promise<Shown | null> {
  for (const folder of foldersAround(file)) {
    for (const [name, pattern] of [
      ...PYTEST,
      ...REQUIREMENTS.map((own) => [own, /^\s*pytest\b/m] as const),
    ]) {
      const shownBy = inFolder(folder, name);
      const text = await project.text(shownBy);
      if (text !== null && (pattern === null || pattern.test(text))) return { folder, shownBy };
    }
  }
  const conftest = foldersAround(file).findLast(
    (folder) => project.firstIn(folder, ["conftest.py"]) !== null,
  );
  return conftest === undefined ? null : { folder: conftest, shownBy: inFolder(conftest, "conftest.py") };
}

function command(runner: "pytest" | "unittest", { folder, shownBy }: Shown): RunnerOfFile {
  return {
    runner,
    folder,
    shownBy,
    key: "",
    command: (files) =>
      [`python -m ${runner}`, ...files.map(({ file }) => pathArgument(below(folder, file)))].join(" "),
  };
}
