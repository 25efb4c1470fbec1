/**
 * A project with the mutations that are drawn from it, and the verdicts of its compiler, which are kept in a
 * folder: judging takes long, and does not depend on what Satori answers.
 */
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Drawn, drawn } from "./draw.ts";
import { type Judge, type Mutation, type Verdict, mutationId } from "./mutation.ts";

export interface JudgedProject {
  readonly language: string;
  readonly root: string;
  /** Name of the folder, and the commit. */
  readonly name: string;
  /** Files that the compiler checks. */
  readonly files: ReadonlySet<string>;
  readonly judged: readonly Judged[];
}

export interface Judged extends Drawn {
  readonly verdict: Verdict;
}

interface Judging {
  readonly language: string;
  readonly root: string;
  readonly count: number;
  readonly seed: number;
  /** Nothing is kept if absent. */
  readonly keep: string | undefined;
  readonly start: () => Promise<Judge>;
  readonly progress: (line: string) => void;
}

export async function judgedProject(judging: Judging): Promise<JudgedProject> {
  const { language, root, count, seed, keep, progress } = judging;
  const commit = execFileSync("git", ["-C", root, "rev-parse", "--short", "HEAD"], {
    encoding: "utf8",
  }).trim();
  const kept = new KeptVerdicts(keep && join(keep, `${language}-${basename(root)}-${commit}`));
  let judge: Judge | null = null;
  if (kept.known === null) {
    progress(`reading ${root}`);
    judge = await judging.start();
    kept.keepMutations(judge);
  }
  const { files, mutations } = kept.known ?? { files: [], mutations: [] };
  const chosen = drawn(mutations, count, seed);
  const missing = chosen
    .map(({ mutation }) => mutation)
    .filter((mutation) => kept.verdicts.get(mutationId(mutation)) === undefined);
  if (missing.length > 0) {
    let done = 0;
    judge ??= await judging.start();
    await judge.judge(missing, (mutation, verdict) => {
      kept.keepVerdict(mutation, verdict);
      if (++done % 20 === 0) progress(`judged ${done} of ${missing.length} in ${basename(root)}`);
    });
  }
  await judge?.[Symbol.asyncDispose]();
  return {
    language,
    root,
    name: `${basename(root)} ${commit}`,
    files: new Set(files),
    judged: chosen.flatMap((one) => {
      const verdict = kept.verdicts.get(mutationId(one.mutation));
      return verdict ? [{ ...one, verdict }] : [];
    }),
  };
}

interface KnownMutations {
  readonly files: readonly string[];
  readonly mutations: readonly Mutation[];
}

class KeptVerdicts {
  known: KnownMutations | null = null;
  readonly verdicts = new Map<string, Verdict>();

  /** @param path of the files, without their ends */
  constructor(private readonly path: string | undefined) {
    if (path === undefined || !existsSync(`${path}.json`)) return;
    this.known = JSON.parse(readFileSync(`${path}.json`, "utf8")) as KnownMutations;
    if (!existsSync(`${path}.jsonl`)) return;
    for (const line of readFileSync(`${path}.jsonl`, "utf8").split("\n")) {
      if (line === "") continue;
      const { id, verdict } = JSON.parse(line) as { readonly id: string; readonly verdict: Verdict };
      this.verdicts.set(id, verdict);
    }
  }

  keepMutations({ files, mutations }: Judge): void {
    this.known = { files: [...files].sort(), mutations };
    if (this.path === undefined) return;
    mkdirSync(join(this.path, ".."), { recursive: true });
    writeFileSync(`${this.path}.json`, JSON.stringify(this.known));
  }

  keepVerdict(mutation: Mutation, verdict: Verdict): void {
    const id = mutationId(mutation);
    this.verdicts.set(id, verdict);
    if (this.path !== undefined) appendFileSync(`${this.path}.jsonl`, `${JSON.stringify({ id, verdict })}\n`);
  }
}
