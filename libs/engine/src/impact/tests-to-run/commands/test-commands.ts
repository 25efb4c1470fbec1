/** The commands that run test files, as far as the files of the project show how it runs its tests. */
import type { TestCommand, TestFile } from "@satori/contracts";
import { compareText } from "../../../model/paths.ts";
import type { CodeView } from "../../../store/code-view.ts";
import { findCargo } from "./cargo.ts";
import { findDotnet } from "./dotnet.ts";
import { findEcma } from "./ecma.ts";
import { findGo } from "./go.ts";
import { findJvm } from "./jvm.ts";
import { findPhp } from "./php.ts";
import { ProjectFiles } from "./project-files.ts";
import { findPython } from "./python.ts";
import { findRuby } from "./ruby.ts";
import type { FindRunner, RunnerOfFile, RunnerContext } from "./runner.ts";

const RUNNERS: readonly (readonly [files: RegExp, find: FindRunner])[] = [
  [/\.(?:[cm]?[jt]sx?|vue|svelte)$/, findEcma],
  [/\.py$/, findPython],
  [/\.go$/, findGo],
  [/\.rs$/, findCargo],
  [/\.(?:java|kt|kts|groovy|scala)$/, findJvm],
  [/\.(?:cs|vb|fs)$/, findDotnet],
  [/\.rb$/, findRuby],
  [/\.(?:php|phpt)$/, findPhp],
];

export interface CommandsRequest {
  readonly view: CodeView;
  readonly root: string;
  readonly check: () => void;
}

/** By folder, then runner, then command. Files without a known runner are in none. */
export async function testCommands(
  { view, root, check }: CommandsRequest,
  files: readonly TestFile[],
): Promise<TestCommand[]> {
  const context: RunnerContext = { view, project: new ProjectFiles(view, root) };
  const groups = new Map<string, { readonly found: RunnerOfFile; readonly files: TestFile[] }>();
  for (const file of files) {
    check();
    const find = RUNNERS.find(([pattern]) => pattern.test(file.file))?.[1];
    const found = (await find?.(file, context)) ?? null;
    if (found === null) continue;
    const key = JSON.stringify([found.runner, found.folder, found.key]);
    const group = groups.get(key);
    if (group) group.files.push(file);
    else groups.set(key, { found, files: [file] });
  }
  return [...groups.values()]
    .map(({ found, files: own }): TestCommand => ({
      runner: found.runner,
      folder: found.folder === "" ? "." : found.folder,
      command: found.command(own),
      shownBy: found.shownBy,
      files: own.length,
    }))
    .sort(
      (left, right) =>
        compareText(left.folder, right.folder) ||
        compareText(left.runner, right.runner) ||
        compareText(left.command, right.command),
    );
}
