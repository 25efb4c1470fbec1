/** The interface between the runners of tests and the list of commands. */
import type { TestFile, TestRunner } from "@satori/contracts";
import type { CodeView } from "../../../store/code-view.ts";
import type { ProjectFiles } from "./project-files.ts";

export interface RunnerContext {
  readonly project: ProjectFiles;
  readonly view: CodeView;
}

/** How a project runs a test file. */
export interface RunnerOfFile {
  readonly runner: TestRunner;
  /** Folder to run it in; "" is the root. */
  readonly folder: string;
  /** The file that shows it. */
  readonly shownBy: string;
  /** Test files with the same key, runner and folder run in one command. */
  readonly key: string;
  /** The command for test files of this key, in the order of the answer. */
  readonly command: (files: readonly TestFile[]) => string;
}

/** Finds the runner of a test file; null if the project's files do not show one. */
export type FindRunner = (file: TestFile, context: RunnerContext) => Promise<RunnerOfFile | null>;
