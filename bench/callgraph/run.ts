/**
 * Compares call graphs with known ones: precision and recall of edges.
 *
 *   npm run bench -- callgraph [--suite NAME] [--id ID]
 *   npm run bench -- callgraph --suite references [--id ID]
 *   npm run bench -- callgraph [--typescript DIR] [--python DIR] [--go DIR] [--java DIR] [--rust DIR]
 *                              [--c DIR] [--cpp DIR] [--keep DIR] [--uses]
 *
 *   SATORI_BENCH_CALLGRAPH  folder with callgraph.dev.jsonl: small programs of public suites with their call
 *                           graphs; and references.dev.jsonl: programs with the definitions of their names
 *   --typescript DIR …      projects whose calls a compiler resolves; each flag may be given several times.
 *                           TypeScript's checker is included; the others need --pyright and --python-command,
 *                           --go-command, --java-command (JDK 17 or later), --rust-analyzer,
 *                           --libclang-python (for C and C++: a Python with the package libclang), and the
 *                           project's dependencies, as far as its compiler should know them
 *   --uses                  compares uses of these projects' symbols that are not called, instead of calls
 *   --keep DIR              stores the compilers' answers for the next run
 *   --misses N              shows N differences of each sort
 *
 * Against suites, resolved and possible edges count. Against compilers, resolved edges count, at the calls
 * that the compiler can resolve, by kind of callee: `interface` is a method without a body; `function type`
 * is a variable or parameter that holds a function, of which a compiler knows only the type. `of the project`
 * are calls of functions that the project declares; an edge where the compiler leads out of the project
 * lowers precision.
 *
 * References include variables, parameters, members and types as well as calls. An answer is correct if all
 * its definitions are expected, and if it is empty only where none is expected.
 */
import { countOption, folderOption, pathOption, requiredPath } from "../support/arguments.ts";
import { runBenchmark } from "../support/benchmark.ts";
import { compilersReport } from "./compilers.ts";
import { ORACLES, type OracleLanguage } from "./oracles/index.ts";
import { referencesReport } from "./references/report.ts";
import { suitesReport } from "./suites.ts";
import { usesReport } from "./uses/report.ts";

const LANGUAGES = Object.keys(ORACLES) as OracleLanguage[];

await runBenchmark(import.meta.url, {
  options: {
    suite: { type: "string" },
    id: { type: "string" },
    misses: { type: "string", default: "0" },
    keep: { type: "string" },
    typescript: { type: "string", multiple: true },
    python: { type: "string", multiple: true },
    go: { type: "string", multiple: true },
    java: { type: "string", multiple: true },
    rust: { type: "string", multiple: true },
    c: { type: "string", multiple: true },
    cpp: { type: "string", multiple: true },
    uses: { type: "boolean", default: false },
    pyright: { type: "string", default: "pyright-langserver" },
    "python-command": { type: "string", default: "python3" },
    "go-command": { type: "string", default: "go" },
    "java-command": { type: "string", default: "java" },
    "rust-analyzer": { type: "string", default: "rust-analyzer" },
    "libclang-python": { type: "string", default: "python3" },
  },
  async measure(given, bench) {
    const misses = countOption("--misses", given.misses, 0);
    const projects = LANGUAGES.flatMap((language) =>
      (given[language] ?? []).map((root) => ({
        language,
        root: folderOption(`--${language}`, root, "Name the folder of a project."),
      })),
    );
    if (projects.length === 0 && given.suite === "references")
      return referencesReport({
        folder: requiredPath("SATORI_BENCH_CALLGRAPH", "folder with the known definitions"),
        id: given.id,
        misses,
      });
    if (projects.length === 0)
      return suitesReport({
        folder: requiredPath("SATORI_BENCH_CALLGRAPH", "folder with the known call graphs"),
        suite: given.suite,
        id: given.id,
        misses,
      });
    return (given.uses ? usesReport : compilersReport)({
      projects,
      misses,
      keep: given.keep === undefined ? undefined : pathOption(given.keep),
      temporary: bench.folder,
      progress: (line) => bench.progress(line),
      server: given.pyright,
      python: given["python-command"],
      go: given["go-command"],
      java: given["java-command"],
      analyzer: given["rust-analyzer"],
      clang: given["libclang-python"],
    });
  },
});
