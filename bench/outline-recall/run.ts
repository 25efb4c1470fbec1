/**
 * Outlines of real projects against each language's own parser: which declarations an outline lists, and which
 * of its symbols are declarations.
 *
 *   npm run bench -- outline-recall --project LANGUAGE=DIR [--project LANGUAGE=DIR …] [--oracle-home DIR]
 *                                   [--keep DIR] [--misses N] [--json]
 *
 *   --project LANGUAGE=DIR  a project, and the language whose files are compared: typescript, javascript, …;
 *                           several projects of a language are counted together
 *   --oracle-home DIR       parsers that are not part of this repository, installed there by
 *                           bench/outline-recall/oracles/install.sh DIR; TypeScript's is included
 *   --keep DIR              stores the oracles' answers for the next run
 *   --misses N              lists N single misses of each language, spread evenly over all files
 *
 * docs/outlines.md says what an outline is meant to list; the oracles follow it. A symbol is a declaration if it
 * has the same name on the same line. `recall` is the share of required declarations that are listed; those that
 * are listed as another kind count, and are counted under `other kind`. `precision` is the share of symbols
 * that are declarations, including those that may be listed. Files that the oracle cannot parse are left out.
 *
 * Below the table: the most frequent misses and the most frequent symbols that are no declarations, grouped by
 * construct, each with the number of those in files that our own parser reports errors in, and an example.
 */
import { countOption, folderOption, pathOption } from "../support/arguments.ts";
import { runBenchmark } from "../support/benchmark.ts";
import { UsageError, missing } from "../support/failure.ts";
import { ORACLES, type OracleLanguage } from "./oracles/index.ts";
import { recallReport } from "./report.ts";

await runBenchmark(import.meta.url, {
  options: {
    project: { type: "string", multiple: true },
    "oracle-home": { type: "string", default: "" },
    keep: { type: "string" },
    misses: { type: "string", default: "0" },
  },
  async measure(given, bench) {
    if (given.project === undefined) throw missing("--project", "Name one, e.g. --project go=DIR.");
    return recallReport({
      projects: given.project.map(projectOf),
      home: pathOption(given["oracle-home"]),
      keep: given.keep === undefined ? undefined : pathOption(given.keep),
      misses: countOption("--misses", given.misses, 0),
      temporary: bench.folder,
      progress: (line) => bench.progress(line),
    });
  },
});

function projectOf(value: string): { readonly language: OracleLanguage; readonly root: string } {
  const [language = "", ...rest] = value.split("=");
  if (!Object.hasOwn(ORACLES, language))
    throw new UsageError(
      `--project is "${value}", but has to start with one of ${Object.keys(ORACLES).join(", ")}`,
    );
  return {
    // Checked above.
    language: language as OracleLanguage,
    root: folderOption("--project", rest.join("="), "Name the folder of a project."),
  };
}
