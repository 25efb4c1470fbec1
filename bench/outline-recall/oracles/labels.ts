/**
 * Declarations labelled by hand, for languages whose own parser cannot be installed from package registries.
 * The files were drawn at random, with a fixed seed, among those of 40 to 260 lines, and labelled by the rules
 * of docs/outlines.md before any outline of them was looked at.
 */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { type Declaration, type OracleAnswer, plainName } from "../declaration.ts";
import { programPath } from "./programs.ts";

interface Label extends Pick<Declaration, "file" | "line" | "kind" | "name"> {
  /** `owner/name`. */
  readonly repository: string;
  readonly commit: string;
}

/** Labels of the repository whose name is that of the root folder, whatever its case. */
export function labelledDeclarations(language: string, root: string): OracleAnswer {
  const labels = readFileSync(programPath(`../labels/${language}.jsonl`), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Label)
    .filter(({ repository }) => isNamed(repository, basename(root)));
  return {
    files: new Map(labels.map(({ file }) => [file, []])),
    declarations: labels.map(({ file, line, kind, name }) => ({
      file,
      name: plainName(name),
      kind,
      line,
      shape: "labelled",
    })),
  };
}

/** Folders are named like the repository, with or without its owner (`owner+name`). */
export function isNamed(repository: string, folder: string): boolean {
  const name = (path: string): string => path.slice(path.search(/[^/+]*$/)).toLowerCase();
  return name(repository) === name(folder);
}
