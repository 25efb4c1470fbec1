/** Keeps results in a file while the benchmark runs, so that a run that was stopped continues where it was. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { type Regression, linesOfJson } from "./regressions.ts";
import type { Ranked } from "./report.ts";

/** Results by fix; in a file, too, if there is one. */
export class SavedResults {
  private readonly results = new Map<string, Ranked>();

  constructor(private readonly file: string | undefined) {
    if (file === undefined || !existsSync(file)) return;
    for (const one of linesOfJson<Ranked>(readFileSync(file, "utf8"))) this.results.set(keyOf(one), one);
  }

  resultOf(regression: Regression): Ranked | undefined {
    return this.results.get(keyOf(regression));
  }

  add(result: Ranked): void {
    this.results.set(keyOf(result), result);
    if (this.file !== undefined) appendFileSync(this.file, `${JSON.stringify(result)}\n`);
  }
}

function keyOf({ repository, fix }: Regression): string {
  return `${repository} ${fix}`;
}
