/**
 * `unused_symbols` against the languages' own finders of dead code: what it lists of their findings, and how
 * much of what it lists is unused.
 *
 *   npm run bench -- unused --project FINDER=DIR [--project FINDER=DIR …] --tools DIR [--labels FILE]
 *                           [--keep DIR] [--list] [--json]
 *
 *   --project FINDER=DIR  a project, and what finds its unused symbols: knip, tsc, staticcheck or vulture;
 *                         findings of several finders of one project are counted together. Knip reads the
 *                         project's own configuration, which should have "ignoreExportsUsedInFile": true
 *   --tools DIR           a folder with node_modules/knip, node_modules/typescript, bin/staticcheck and
 *                         py/vulture; only those that are named are needed
 *   --labels FILE         symbols that were looked at by hand, one JSON object a line: project (the name of its
 *                         folder), file, name, isUnused and why (default: labels.jsonl of this folder)
 *   --keep DIR            stores what finders print for the next run
 *   --list                also lists what only one side has
 *
 * Findings are symbols of the kinds that `unused_symbols` examines, outside of tests and the like, that no
 * label says are used. `recall` is the share of them in `unused`; `with doubts` counts those in `possibly`, too.
 * `precision` is the share of symbols in `unused` that are a finding or unused by a label, of those that are
 * either or used by a label; `unlabelled` ones are none of these. CPU time is that of `satori unused` with an
 * index, including the start of the process.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { UnusedSymbolsOk } from "@satori/contracts";
import { folderOption, pathOption } from "../support/arguments.ts";
import { type Bench, type Report, runBenchmark } from "../support/benchmark.ts";
import { UsageError, missing } from "../support/failure.ts";
import { indexedCodebase } from "../support/indexed-codebase.ts";
import { type CommandOptions, measure } from "../support/measure.ts";
import { CLI, ROOT, environmentIn, parseEnvelope, requireBuilt } from "../support/product.ts";
import { figure } from "../support/target.ts";
import { type Comparison, type Label, compare } from "./compare.ts";
import { FINDERS, type Finder, type FinderName, type Finding } from "./finders.ts";

/** Findings of finders end with an exit code of up to 3. */
const TOLERANT = ["sh", "-c", '"$@" || [ $? -le 3 ]', "sh"];
const DEADLINE_MS = "600000";

interface Project {
  readonly root: string;
  readonly finders: readonly FinderName[];
}

interface Options {
  readonly tools: string;
  readonly keep: string | undefined;
  readonly labels: readonly Label[];
  readonly bench: Bench;
}

interface Row {
  readonly project: Project;
  readonly comparison: Comparison;
  readonly answer: UnusedSymbolsOk;
  readonly cpuMs: number;
}

await runBenchmark(import.meta.url, {
  options: {
    project: { type: "string", multiple: true },
    tools: { type: "string" },
    labels: { type: "string", default: join(ROOT, "bench/unused/labels.jsonl") },
    keep: { type: "string" },
    list: { type: "boolean", default: false },
  },
  async measure(given, bench) {
    requireBuilt();
    if (given.project === undefined) throw missing("--project", "Name one, e.g. --project staticcheck=DIR.");
    const options = {
      tools: folderOption("--tools", given.tools, "Name the folder with the finders."),
      keep: given.keep === undefined ? undefined : pathOption(given.keep),
      labels: readLabels(pathOption(given.labels)),
      bench,
    };
    const rows: Row[] = [];
    for (const project of projectsOf(given.project)) rows.push(await rowOf(project, options));
    return report(rows, given.list);
  },
});

/** Projects in the order of their first mention. */
function projectsOf(values: readonly string[]): Project[] {
  const projects = new Map<string, FinderName[]>();
  for (const value of values) {
    const [finder = "", ...rest] = value.split("=");
    if (!Object.hasOwn(FINDERS, finder))
      throw new UsageError(
        `--project is "${value}", but has to start with one of ${Object.keys(FINDERS).join(", ")}`,
      );
    const root = folderOption("--project", rest.join("="), "Name the folder of a project.");
    // Checked above.
    projects.set(root, [...(projects.get(root) ?? []), finder as FinderName]);
  }
  return [...projects].map(([root, finders]) => ({ root, finders }));
}

function readLabels(file: string): Label[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  // The format that the top of this file describes.
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Label);
}

async function rowOf(project: Project, options: Options): Promise<Row> {
  const { bench, labels } = options;
  const { options: command } = await indexedCodebase(project.root, bench);
  const findings: Finding[] = [];
  for (const name of project.finders) findings.push(...(await findingsOf(name, project.root, options)));
  bench.progress(`satori unused ${project.root}`);
  const { stdout, cpuMs } = await measure(
    [process.execPath, CLI, "unused", "--possibly", "--tests", "--json", "--quiet", project.root],
    { ...command, environment: { ...command.environment, SATORI_REVIEW_DEADLINE_MS: DEADLINE_MS } },
  );
  const answer = parseEnvelope<UnusedSymbolsOk>(stdout);
  const files = new RegExp(project.finders.map((name) => FINDERS[name].files.source).join("|"));
  const comparison = compare({ project: basename(project.root), findings, answer, files, labels });
  return { project, comparison, answer, cpuMs };
}

async function findingsOf(
  name: FinderName,
  project: string,
  { tools, keep, bench }: Options,
): Promise<Finding[]> {
  const finder: Finder = FINDERS[name];
  const kept = keep === undefined ? undefined : join(keep, `${basename(project)}.${name}.txt`);
  let output: string;
  if (kept !== undefined && existsSync(kept)) output = readFileSync(kept, "utf8");
  else {
    bench.progress(`${name} ${project}`);
    const options: CommandOptions = {
      cwd: project,
      environment: { ...environmentIn(bench.folder), ...finder.environment?.(tools) },
      signal: bench.signal,
    };
    output = (await measure([...TOLERANT, ...finder.command({ tools, project })], options)).stdout;
    if (keep !== undefined && kept !== undefined) {
      mkdirSync(keep, { recursive: true });
      writeFileSync(kept, output);
    }
  }
  const texts = new Map<string, readonly string[]>();
  return finder.parse(output, project, (file, line) => {
    const path = join(project, file);
    if (!texts.has(file)) texts.set(file, existsSync(path) ? readFileSync(path, "utf8").split("\n") : []);
    return texts.get(file)?.[line - 1] ?? "";
  });
}

function report(rows: readonly Row[], isListed: boolean): Report {
  const all = rows.map(({ comparison }) => comparison);
  const sum = (of: (each: Comparison) => number): number => all.reduce((total, each) => total + of(each), 0);
  const total = (key: "findings" | "listed" | "doubted" | "unused" | "confirmed" | "labelled"): number =>
    sum((each) => each[key]);
  return {
    title: "Unused symbols, against the languages' own finders",
    columns: [
      ..."project finder findings recall".split(" "),
      "with doubts",
      ..."unused confirmed labelled wrong unlabelled precision".split(" "),
      "CPU s",
    ],
    rows: [
      ...rows.map(({ project, comparison, cpuMs }) => [
        basename(project.root),
        project.finders.join(", "),
        ...figuresOf(comparison),
        figure(cpuMs / 1000),
      ]),
      [
        "all",
        "",
        ...figuresOf({
          findings: total("findings"),
          listed: total("listed"),
          doubted: total("doubted"),
          unused: total("unused"),
          confirmed: total("confirmed"),
          labelled: total("labelled"),
          wrong: all.flatMap(({ wrong }) => wrong),
          unlabelled: all.flatMap(({ unlabelled }) => unlabelled),
        }),
        "",
      ],
    ],
    notes: isListed ? rows.flatMap(differences) : [],
    results: rows.map(({ project, comparison, answer, cpuMs }) => ({
      project: basename(project.root),
      finders: project.finders,
      ...comparison,
      symbols: answer.counts.symbols,
      cpuMs,
    })),
  };
}

type Figures = Pick<
  Comparison,
  "findings" | "listed" | "doubted" | "unused" | "confirmed" | "labelled" | "wrong" | "unlabelled"
>;

function figuresOf(of: Figures): (string | number)[] {
  const right = of.confirmed + of.labelled;
  return [
    of.findings,
    share(of.listed, of.findings),
    share(of.listed + of.doubted, of.findings),
    of.unused,
    of.confirmed,
    of.labelled,
    of.wrong.length,
    of.unlabelled.length,
    share(right, right + of.wrong.length),
  ];
}

function share(part: number, whole: number): string {
  return whole === 0 ? "–" : (part / whole).toFixed(3).replace(/^0/, "");
}

function differences({ project, comparison: { missed, wrong, unlabelled } }: Row): string[] {
  const line =
    (what: string) =>
    ({ file, line: at, name }: Finding) =>
      `${basename(project.root)}: ${what} ${file}:${at} ${name}`;
  return [...missed.map(line("missed")), ...wrong.map(line("wrong")), ...unlabelled.map(line("unlabelled"))];
}
