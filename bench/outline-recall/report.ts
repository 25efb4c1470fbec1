/** Compares the outlines of projects with oracles, and reports recall and precision by kind. */
import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { analyze } from "@satori/sidecar";
import { filesIn } from "../callgraph/codebase.ts";
import { kept } from "../callgraph/kept.ts";
import { ratio } from "../callgraph/ratio.ts";
import type { Report } from "../support/benchmark.ts";
import { check } from "../support/failure.ts";
import type { Cell } from "../support/table.ts";
import {
  type Comparison,
  type Difference,
  type FileOutline,
  compareFile,
  grouped,
  joined,
  total,
} from "./compare.ts";
import { type Declaration, type OracleAnswer, answerLines, answerOf } from "./declaration.ts";
import { ORACLES, type OracleLanguage, type Question } from "./oracles/index.ts";

export interface RecallOptions extends Omit<Question, "root" | "files"> {
  /** Folders of projects, absolute paths. */
  readonly projects: readonly { readonly language: OracleLanguage; readonly root: string }[];
  /** Folder where the oracles' answers are stored. */
  readonly keep: string | undefined;
  /** Number of single misses to list for each language. */
  readonly misses: number;
}

/** Groups of misses, and of symbols that are no declarations, that are listed for each language. */
const GROUPS = 20;
const EXTRA_GROUPS = 10;
const FILES = 10;
/** Larger files are generated; an index leaves them out. */
const MAX_FILE_BYTES = 1_000_000;

interface Compared {
  readonly language: OracleLanguage;
  readonly project: string;
  readonly files: number;
  readonly comparison: Comparison;
}

export async function recallReport(options: RecallOptions): Promise<Report> {
  const compared: Compared[] = [];
  for (const { language, root } of options.projects) {
    const question = { ...options, root, files: sourcesIn(root, language) };
    options.progress(`${language}: ${question.files.length} files of ${root}`);
    const answer = answerOf(
      await kept(options.keep, `outline-${language}-${basename(root)}.jsonl`, async () =>
        answerLines(await ORACLES[language].ask(question)),
      ),
    );
    check(answer.declarations.length > 0, `the oracle of ${language} found no declarations in ${root}`);
    compared.push({
      language,
      project: basename(root),
      files: answer.files.size,
      comparison: await comparisonOf(root, answer),
    });
  }
  const byLanguage = languagesOf(compared);
  return {
    title: "Outlines against oracles",
    columns: ["declarations", "files", "declared", "recall", "target", "other kind", "listed", "precision"],
    rows: byLanguage.flatMap(({ language, own }) => rowsOf(language, own)),
    notes: byLanguage.flatMap(({ language, own }) => notesOf(language, own, options.misses)),
    results: byLanguage.map(({ language, own }) => resultsOf(language, own)),
  };
}

function sourcesIn(root: string, language: OracleLanguage): string[] {
  return filesIn(
    root,
    (path) => ORACLES[language].isSource(path) && statSync(join(root, path)).size <= MAX_FILE_BYTES,
  );
}

async function comparisonOf(root: string, { files, declarations }: OracleAnswer): Promise<Comparison> {
  const byFile = new Map<string, Declaration[]>([...files.keys()].map((file) => [file, []]));
  for (const declaration of declarations) byFile.get(declaration.file)?.push(declaration);
  const comparisons: Comparison[] = [];
  for (const [file, own] of byFile)
    comparisons.push(compareFile(await outlineOf(root, file), own, files.get(file) ?? []));
  return joined(comparisons);
}

async function outlineOf(root: string, file: string): Promise<FileOutline> {
  const { symbols, diagnostics } = await analyze(file, readFileSync(join(root, file), "utf8"), "outline");
  return { file, symbols, hasErrors: diagnostics.length > 0 };
}

interface OfLanguage {
  readonly language: OracleLanguage;
  readonly own: readonly Compared[];
}

/** In the order of their first projects. */
function languagesOf(compared: readonly Compared[]): OfLanguage[] {
  return [...new Set(compared.map(({ language }) => language))].map((language) => ({
    language,
    own: compared.filter((one) => one.language === language),
  }));
}

function rowsOf(language: OracleLanguage, own: readonly Compared[]): Cell[][] {
  const { tallies } = joined(own.map(({ comparison }) => comparison));
  const target = ORACLES[language].target;
  const row = (
    name: string,
    files: Cell,
    { declared, found, otherKind, listed, right }: ReturnType<typeof total>,
  ): Cell[] => [
    name,
    files,
    declared,
    ratio(found, declared),
    declared === 0 ? "-" : `≥ ${target} ${found / declared >= target ? "met" : "missed"}`,
    otherKind,
    listed,
    ratio(right, listed),
  ];
  return [
    ...own.map(({ project, files, comparison }) =>
      row(`${language} ${project}`, files, total(comparison.tallies)),
    ),
    ...tallies.map((tally) => row(`${language}: ${tally.kind}`, "", tally)),
    row(
      `${language}: all`,
      own.reduce((sum, { files }) => sum + files, 0),
      total(tallies),
    ),
  ];
}

function notesOf(language: OracleLanguage, own: readonly Compared[], count: number): string[] {
  const missed = own.flatMap(({ project, comparison }) => inProject(project, comparison.missed));
  const extra = own.flatMap(({ project, comparison }) => inProject(project, comparison.extra));
  const step = Math.max(1, missed.length / Math.max(count, 1));
  return [
    `\n${language}: most frequent misses, with how many are in files that our parser has errors in`,
    ...groupLines(missed, GROUPS),
    `${language}: files with most misses`,
    ...groupLines(
      missed.map((difference) => ({ ...difference, group: difference.file })),
      FILES,
    ),
    `${language}: most frequent symbols that are no declarations, by kind`,
    ...groupLines(extra, EXTRA_GROUPS),
    ...Array.from({ length: Math.min(count, missed.length) }, (_, at) => {
      const { group, file, line, name } = missed[Math.floor(at * step)] as Difference;
      return `missed ${group}  ${name}  ${file}:${line}`;
    }),
  ];
}

function inProject(project: string, differences: readonly Difference[]): Difference[] {
  return differences.map((difference) => ({ ...difference, file: `${project}/${difference.file}` }));
}

function groupLines(differences: readonly Difference[], count: number): string[] {
  return grouped(differences)
    .slice(0, count)
    .map(
      ({ group, count: size, inErrors, example: { name, file, line } }) =>
        `${String(size).padStart(7)} ${`(${inErrors})`.padStart(7)}  ${group}  ${name}  ${file}:${line}`,
    );
}

function resultsOf(language: OracleLanguage, own: readonly Compared[]): object {
  const { tallies, missed, extra } = joined(own.map(({ comparison }) => comparison));
  return {
    language,
    projects: own.map(({ project, files }) => ({ project, files })),
    tallies,
    misses: grouped(missed),
    extra: grouped(extra),
  };
}
