/** The commits of `commits.jsonl`. */
import { readFileSync } from "node:fs";

export const PARTS = ["tuning", "kept"] as const;
export type Part = (typeof PARTS)[number];

/** A commit that changed code and tests together. */
export interface ImpactCommit {
  readonly repository: string;
  readonly commit: string;
  /** `kept`: weights were not chosen on it. */
  readonly part: Part;
}

/** In the order of the file: by repository, oldest commit first. */
export function readCommits(): ImpactCommit[] {
  // The file is written by `find-commits.ts`.
  return linesOfJson<ImpactCommit>(readFileSync(new URL("commits.jsonl", import.meta.url), "utf8"));
}

export function linesOfJson<Value>(text: string): Value[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Value);
}
