/** The regressions of `regressions.jsonl`, and the language of a trace. */
import { readFileSync } from "node:fs";

export const PARTS = ["tuning", "kept"] as const;

export interface Regression {
  readonly repository: string;
  /** Ids of commits. */
  readonly fix: string;
  readonly guilty: string;
  /** The start of the range, without the regression. */
  readonly good: string;
  /** `kept`: weights were not chosen on it. */
  readonly part: (typeof PARTS)[number];
}

/** In the order of the file. */
export function readRegressions(): Regression[] {
  // The file is written by `find-regressions.ts` and by hand.
  return linesOfJson<Regression>(readFileSync(new URL("regressions.jsonl", import.meta.url), "utf8"));
}

export function linesOfJson<Value>(text: string): Value[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Value);
}

/** Headers are of the language of the sources beside them. */
const LANGUAGES: Readonly<Record<string, string>> = {
  c: "C",
  cc: "C++",
  cpp: "C++",
  hh: "C++",
  java: "Java",
  lua: "Lua",
  py: "Python",
  rb: "Ruby",
};

/** The language of the first located source file; C if there are only headers, or others. */
export function languageOf(trace: string): string {
  const locations = trace.matchAll(/[\w-]\.([A-Za-z]\w{0,4})(?:[:(]\d|", line \d)/g);
  for (const [, extension = ""] of locations) {
    const language = LANGUAGES[extension];
    if (language !== undefined) return language;
  }
  return "C";
}
