/** Functions for tests that request outlines and examine them. */
import type { FileOutlineInput, FileOutlineOutput } from "@satori/contracts";
import type { TestCodebase } from "../../testing/codebase.ts";

export const outlineIn = (
  from: TestCodebase,
  file: string,
  args: Partial<FileOutlineInput> = {},
): Promise<FileOutlineOutput> => from.call("file_outline", { path: from.root, file, ...args });

export const symbolsOf = (answer: FileOutlineOutput) =>
  answer.status === "ok" || answer.status === "ambiguous" ? answer.outline.symbols : [];

export const labelsOf = (answer: FileOutlineOutput): string[] =>
  symbolsOf(answer).map(({ symbolLabel }) => symbolLabel);
