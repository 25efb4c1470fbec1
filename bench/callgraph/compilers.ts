/** Compares our edges with a compiler's resolution of a project, by kind of call. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Report } from "../support/benchmark.ts";
import { check } from "../support/failure.ts";
import { type Agreement, type Difference, compare } from "./agreement.ts";
import { filesIn, loadCodebase } from "./codebase.ts";
import { ORACLES, type OracleLanguage, type Question } from "./oracles/index.ts";
import { kept } from "./kept.ts";
import { CALL_KINDS, answerLines, answerOf } from "./oracles/oracle.ts";
import { ratio } from "./ratio.ts";

export interface CompilerOptions extends Omit<Question, "root" | "files"> {
  /** Folders of projects, absolute paths. */
  readonly projects: readonly { readonly language: OracleLanguage; readonly root: string }[];
  /** Folder where the compilers' answers are stored, which take longer than ours. */
  readonly keep: string | undefined;
  /** Number of differences of each sort to show. */
  readonly misses: number;
}

type Compared = Agreement & { readonly project: string; readonly kind: string };

export async function compilersReport({
  projects,
  keep,
  misses,
  ...programs
}: CompilerOptions): Promise<Report> {
  const compared: Compared[] = [];
  const notes: string[] = [];
  for (const { language, root } of projects) {
    const files = filesIn(root, ORACLES[language].isSource);
    programs.progress(`${language}: ${files.length} files of ${root}`);
    const answer = answerOf(
      await kept(keep, `${language}-${basename(root)}.jsonl`, async () =>
        answerLines(await ORACLES[language].ask({ ...programs, root, files })),
      ),
    );
    check(answer.sites.length > 0, `the oracle of ${language} found no calls in ${root}`);
    const { project, nameLine } = await loadCodebase(root, ORACLES[language].isSource);
    const { byKind, differences } = compare(project, nameLine, answer);
    const own = CALL_KINDS.flatMap((kind): Compared[] =>
      byKind.has(kind)
        ? [{ project: `${language} ${basename(root)}`, kind, ...(byKind.get(kind) as Agreement) }]
        : [],
    );
    compared.push(...own, {
      project: `${language} ${basename(root)}`,
      kind: "all but function types",
      ...total(own.filter(({ kind }) => kind !== "function type")),
    });
    notes.push(...shown(differences, misses, root));
  }
  return {
    title: "Resolved edges against compilers",
    columns: ["project", "calls", "of the project", "precision", "recall"],
    // A compiler only knows the type of a function value; our edges lead to the functions that it may hold.
    rows: compared.map(({ project, kind, gold, hit, predicted, right }) => [
      project,
      kind,
      gold,
      kind === "function type" ? "-" : ratio(right, predicted),
      kind === "function type" ? "-" : ratio(hit, gold),
    ]),
    notes,
    results: compared,
  };
}

function total(agreements: readonly Agreement[]): Agreement {
  const sum = (value: (agreement: Agreement) => number): number =>
    agreements.reduce((before, agreement) => before + value(agreement), 0);
  return {
    gold: sum(({ gold }) => gold),
    hit: sum(({ hit }) => hit),
    predicted: sum(({ predicted }) => predicted),
    right: sum(({ right }) => right),
  };
}

/** Some differences of each sort, spread evenly over all files. */
function shown(differences: readonly Difference[], count: number, root: string): string[] {
  return (["extra", "missed"] as const).flatMap((sort) => {
    const all = differences.filter(({ kind, site }) => kind === sort && site.kind !== "function type");
    const step = Math.max(1, all.length / Math.max(count, 1));
    const some = Array.from(
      { length: Math.min(count, all.length) },
      (_, at) => all[Math.floor(at * step)] as Difference,
    );
    return some.map((difference) => describe(difference, root));
  });
}

function describe({ kind, site, found }: Difference, root: string): string {
  const text = readFileSync(join(root, site.file), "utf8");
  const line = text.slice(0, site.start).split("\n").length;
  const around = text.slice(Math.max(0, site.start - 50), site.start + 30).replaceAll(/\s+/g, " ");
  return (
    `${kind} ${site.kind} ${site.file}:${line}  …${around}…\n  compiler: ` +
    `${site.declarations.join(", ") || "outside"}  ours: ${found.join(", ") || "nothing"}`
  );
}
