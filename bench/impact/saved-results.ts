/** Keeps results in a file while the benchmark runs, so that a run that was stopped continues where it was. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { type ImpactCommit, linesOfJson } from "./commits.ts";
import type { Measured } from "./report.ts";

/** Results by commit; in a file, too, if there is one. */
export class SavedResults {
  private readonly results = new Map<string, Measured>();

  constructor(private readonly file: string | undefined) {
    if (file === undefined || !existsSync(file)) return;
    for (const one of linesOfJson<Measured>(readFileSync(file, "utf8"))) this.results.set(keyOf(one), one);
  }

  resultOf(commit: ImpactCommit): Measured | undefined {
    return this.results.get(keyOf(commit));
  }

  add(result: Measured): void {
    this.results.set(keyOf(result), result);
    if (this.file !== undefined) appendFileSync(this.file, `${JSON.stringify(result)}\n`);
  }
}

function keyOf({ repository, commit }: ImpactCommit): string {
  return `${repository} ${commit}`;
}
