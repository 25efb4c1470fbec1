/**
 * Measures the product's sources against the code style, and prints one line per measure.
 *
 *   npm run house [-- --list NAME] [--root DIR] [--json]
 *
 *   --list NAME   what a measure found, one line each
 *   --root DIR    another checkout, for comparison (default: this one)
 */
import { parseArgs } from "node:util";
import { ROOT } from "../check/steps.ts";
import {
  type Finding,
  SMALL_FILE_LINES,
  avoidedNames,
  commentShare,
  duplicateTypes,
  functionLengths,
  importCircles,
  LANGUAGE_IDS,
  LANGUAGES_FOLDER,
  importersOf,
  languageLiterals,
  wideLines,
} from "./measures.ts";
import { type Source, productSources } from "./sources.ts";

const { values } = parseArgs({
  options: {
    list: { type: "string" },
    root: { type: "string", default: ROOT },
    json: { type: "boolean", default: false },
  },
});
const sources = productSources(values.root);
const findings = findingsIn(sources);
const listed = values.list === undefined ? null : findings[values.list];

if (listed === undefined) {
  console.error(
    `--list is ${JSON.stringify(values.list)}, but has to be one of ${Object.keys(findings).join(", ")}`,
  );
  process.exitCode = 2;
} else if (listed) {
  for (const { path, line, what } of listed) console.log(`${path}:${line} ${what}`);
} else {
  const counts = {
    ...Object.fromEntries(Object.entries(findings).map(([name, { length }]) => [name, length])),
    ...sizesOf(sources),
  };
  if (values.json) console.log(JSON.stringify(counts));
  else for (const [name, count] of Object.entries(counts)) console.log(`${name.padEnd(24)} ${count}`);
}

function findingsIn(all: readonly Source[]): Record<string, readonly Finding[]> {
  const functions = all.flatMap(functionLengths);
  const importers = importersOf(all);
  const isSingle = ({ path }: Source): boolean => importers.get(path)?.length === 1;
  const isSmall = ({ lines }: Source): boolean => lines.length - 1 < SMALL_FILE_LINES;
  const filesOf = (chosen: readonly Source[]): Finding[] =>
    chosen.map(({ path, lines }) => ({ path, line: 1, what: `${lines.length - 1} lines` }));
  return {
    "wide-lines": all.flatMap(wideLines),
    "functions-over-40": functions.filter(({ length }) => length > 40),
    "functions-over-70": functions.filter(({ length }) => length > 70),
    "single-importer-files": filesOf(all.filter(isSingle)),
    "small-files": filesOf(all.filter(isSmall)),
    "small-single-importer": filesOf(all.filter((source) => isSmall(source) && isSingle(source))),
    "duplicate-types": duplicateTypes(all),
    "import-circles": importCircles(all).map((circle) => ({
      path: circle[0] ?? "",
      line: 1,
      what: `and ${circle.length - 1} more`,
    })),
    "language-literals": languageLiterals(all, LANGUAGE_IDS, LANGUAGES_FOLDER),
    "avoided-names": avoidedNames(all),
  };
}

function sizesOf(all: readonly Source[]): Record<string, number> {
  const lengths = all.map(({ lines }) => lines.length - 1).sort((a, b) => a - b);
  return {
    files: all.length,
    "median-lines": lengths[lengths.length >> 1] ?? 0,
    "comment-share": Math.round(commentShare(all) * 1_000) / 1_000,
  };
}
