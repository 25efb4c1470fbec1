/**
 * How many small defects the tests of the contracts detect: Stryker changes hand-written code (parsers,
 * decisions, validators, rules, builders) at one place at a time, and runs the tests that reach it.
 *
 *   npm run bench -- mutation [--static] [--json]
 *
 *   --static   also mutates code that runs while a module is loaded: each such mutant needs all tests, and
 *              together they take most of the time
 *
 * Works on a copy. Stryker and the tests' dependencies are installed once, into node_modules/.cache, from the
 * configured npm registry. Takes about ten minutes on two idle processors. Below the table, every mutant that
 * no test detects is listed with its line. Exits with 1 if the share of detected mutants is below the target.
 */
import { spawn } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { installOnce, run } from "../../tools/installed.ts";
import { type Bench, type Report, runBenchmark } from "../support/benchmark.ts";
import { BenchmarkError } from "../support/failure.ts";
import { ROOT } from "../support/product.ts";
import { type FileScore, type MutationReport, scoresOf, shareDetected } from "./score.ts";

const TARGET = 0.85;
const SOURCES = "libs/contracts/src";
/** Registries are tables, types have no code, and the rest is generated. */
const MUTATED = [
  `${SOURCES}/{parse,validate}/*.ts`,
  `${SOURCES}/{decisions,builders,outcome,schemas}.ts`,
  `!${SOURCES}/**/*.test.ts`,
];
const STRYKER = ["@stryker-mutator/core@9.6.1", "@stryker-mutator/vitest-runner@9.6.1"];
/** Packages in the workspace's versions. */
const SHARED = ["vitest", "vite", "fast-check", "ajv"];

await runBenchmark(import.meta.url, {
  options: { static: { type: "boolean", default: false } },
  async measure({ static: isWithStatic = false }, bench) {
    const installed = await installStryker();
    prepare(bench.folder, installed, { ignoreStatic: !isWithStatic });
    bench.progress("changing the code, place by place");
    await mutate(bench);
    const scores = scoresOf(
      JSON.parse(readFileSync(join(bench.folder, "mutation.json"), "utf8")) as MutationReport,
    );
    if (shareDetected(scores) < TARGET) process.exitCode = 1;
    return report(scores);
  },
});

async function installStryker(): Promise<string> {
  const packages = [...STRYKER, ...SHARED.map((name) => `${name}@${versionOf(name)}`)];
  const folder = await installOnce(
    `stryker-${packages.map((name) => name.replace(/^.*@/, "")).join("-")}`,
    async (target) => {
      writeFileSync(join(target, "package.json"), '{ "name": "mutation", "private": true }\n');
      await run(
        "npm",
        ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", ...packages],
        { cwd: target },
      );
    },
  );
  if (folder === null) throw new BenchmarkError("Stryker cannot be installed: see above.");
  return folder;
}

function versionOf(name: string): string {
  return (
    JSON.parse(readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8")) as { version: string }
  ).version;
}

/** Prepares a project with the contracts only. */
function prepare(folder: string, installed: string, choice: { readonly ignoreStatic: boolean }): void {
  cpSync(join(ROOT, "libs/contracts"), join(folder, "libs/contracts"), {
    recursive: true,
    filter: (path) => basename(path) !== "dist",
  });
  cpSync(join(ROOT, "tsconfig.base.json"), join(folder, "tsconfig.base.json"));
  symlinkSync(join(installed, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "name": "mutated", "private": true, "type": "module" }\n');
  // Tests of generated schemas take longest, and the mutated code has tests of its own.
  writeFileSync(
    join(folder, "vitest.config.ts"),
    `export default { test: { include: ["${SOURCES}/**/*.test.ts"], exclude: ` +
      `["**/generated-schemas.test.ts"], testTimeout: 60_000 } };\n`,
  );
  const options = {
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "vitest.config.ts", related: false },
    mutate: MUTATED,
    // The copy may be changed in place.
    ...choice,
    inPlace: true,
    coverageAnalysis: "perTest",
    concurrency: availableParallelism(),
    disableTypeChecks: "",
    reporters: ["json"],
    jsonReporter: { fileName: "mutation.json" },
  };
  writeFileSync(join(folder, "stryker.config.json"), JSON.stringify(options));
}

async function mutate({ folder, signal }: Bench): Promise<void> {
  const child = spawn(
    process.execPath,
    [join(folder, "node_modules/@stryker-mutator/core/bin/stryker.js"), "run"],
    { cwd: folder, signal, stdio: ["ignore", "ignore", "inherit"] },
  );
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (code !== 0) throw new BenchmarkError(`Stryker ended with ${String(code)}.`);
}

function report(scores: readonly FileScore[]): Report {
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  const all = shareDetected(scores);
  return {
    title: "changes that the tests of the contracts notice",
    columns: ["file", "changes", "unnoticed", "noticed"],
    rows: [
      ...scores.map((score) => [
        score.file.replace(`${SOURCES}/`, ""),
        score.detected + score.undetected,
        score.undetected,
        percent(shareDetected([score])),
      ]),
      [
        "all",
        scores.reduce((sum, { detected, undetected }) => sum + detected + undetected, 0),
        scores.reduce((sum, { undetected }) => sum + undetected, 0),
        percent(all),
      ],
    ],
    notes: [
      `target: ${percent(TARGET)}`,
      ...scores.flatMap(({ file, survivors }) => survivors.map((survivor) => `${file}:${survivor}`)),
    ],
    results: { share: all, target: TARGET, files: scores },
  };
}
