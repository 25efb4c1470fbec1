/**
 * Compares definitions of names with known ones, by language: the tests of a library that finds definitions
 * by scopes alone.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../../support/benchmark.ts";
import { check } from "../../support/failure.ts";
import { ratio } from "../ratio.ts";
import { type Line, type Target, definitionsIn } from "./definitions-in.ts";

/** One line of references.dev.jsonl. */
interface Program {
  readonly id: string;
  readonly lang: string;
  readonly files: Readonly<Record<string, string>>;
  readonly refs: readonly Reference[];
}

interface Reference extends Target {
  /** Acceptable answers; empty if there must be no definition. */
  readonly defs: readonly Line[];
}

export interface ReferencesOptions {
  /** Folder with references.dev.jsonl. */
  readonly folder: string;
  readonly id: string | undefined;
  /** Number of references without a correct answer to show. */
  readonly misses: number;
}

export async function referencesReport({ folder, id, misses }: ReferencesOptions): Promise<Report> {
  const programs = readFileSync(join(folder, "references.dev.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Program);
  const wanted = programs.filter((program) => id === undefined || program.id === id);
  check(wanted.length > 0, "no program has that id");
  const tallies = new Map<string, { right: number; total: number }>();
  const notes: string[] = [];
  for (const program of wanted) {
    const tally = tallies.get(program.lang) ?? { right: 0, total: 0 };
    tallies.set(program.lang, tally);
    const definitionsOf = await definitionsIn(program.files);
    for (const reference of program.refs) {
      const found = definitionsOf(reference);
      const isRight = fits(found, reference.defs);
      tally.total++;
      tally.right += Number(isRight);
      if (!isRight && notes.length < misses) notes.push(describe(program, reference, found));
    }
  }
  return {
    title: "Definitions of names in known programs",
    columns: ["language", "right", "references", "share"],
    rows: [...tallies]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([language, { right, total }]) => [language, right, total, ratio(right, total)]),
    notes,
    results: Object.fromEntries(tallies),
  };
}

/**
 * Whether an answer is correct: all its definitions are expected, and it is empty only if none is expected.
 */
function fits(found: readonly Line[], expected: readonly Line[]): boolean {
  return (
    found.length > 0 === expected.length > 0 &&
    found.every(({ file, line }) => expected.some((other) => other.file === file && other.line === line))
  );
}

function describe(
  { id, files }: Program,
  { file, line, col, defs }: Reference,
  found: readonly Line[],
): string {
  const show = (lines: readonly Line[]): string =>
    lines.map((one) => `${one.file}:${one.line}`).join(", ") || "nothing";
  return (
    `${id}  ${file}:${line}:${col}  ${(files[file] ?? "").split("\n")[line - 1]?.trim()}\n  expected: ` +
    `${show(defs)}  ours: ${show(found)}`
  );
}
