/**
 * What a view of a shared index file answers, and whether the file is sound and has nothing that no view
 * needs.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ToolInput } from "@satori/contracts";
import type { Engine } from "@satori/engine";
import { openDatabase } from "../../libs/engine/src/sqlite/driver.ts";
import { inspectSqliteStore } from "../../libs/engine/src/store/sqlite/open-sqlite-store.ts";
import { BenchmarkError } from "../support/failure.ts";
import { comparableText, QUESTIONS } from "./comparable-answers.ts";
import { ask } from "./engines.ts";

/** Files of which at least one is missing in each version. */
const OUTLINED = ["app/part4.py", "app/part13.py"];
const CALLED: Omit<ToolInput<"call_graph">, "path"> = { symbol: "check_6", direction: "both" };

export interface ViewAnswers {
  /** Of the searches, each once, sorted. */
  readonly statuses: readonly string[];
  /** Equal for equal answers. */
  readonly digest: string;
}

/** Answers about the files on disk, or about a commit. */
export async function viewAnswers(engine: Engine, root: string, ref?: string): Promise<ViewAnswers> {
  const place = { root, home: "" };
  const version = ref === undefined ? {} : { ref };
  const searches = [];
  for (const question of QUESTIONS)
    searches.push(await ask(engine, place, "search_codebase", { ...question, ...version }));
  const answers: unknown[] = [...searches];
  for (const file of OUTLINED) answers.push(await ask(engine, place, "file_outline", { file, ...version }));
  if (ref === undefined) answers.push(await ask(engine, place, "call_graph", CALLED));
  const text = comparableText(answers);
  return {
    statuses: [...new Set(searches.map(({ status }) => status))].sort(),
    digest: createHash("sha256")
      .update(text.replaceAll(JSON.stringify(root).slice(1, -1), "root"))
      .digest("hex")
      .slice(0, 16),
  };
}

/** The same without the files on disk, so that no answer updates the index first. */
export async function answersWithoutTree(engine: Engine, root: string): Promise<ViewAnswers> {
  renameSync(root, `${root}.away`);
  try {
    return await viewAnswers(engine, root);
  } finally {
    renameSync(`${root}.away`, root);
  }
}

const COMMIT_LOOK_MS = 20;
const COMMIT_PATIENCE_MS = 120_000;

/** Answers about a commit, once its index has been made. */
export async function commitAnswers(engine: Engine, root: string, ref: string): Promise<ViewAnswers> {
  for (let waitedMs = 0; waitedMs < COMMIT_PATIENCE_MS; waitedMs += COMMIT_LOOK_MS) {
    const { status } = await ask(engine, { root, home: "" }, "search_codebase", { query: "ledger", ref });
    if (status !== "not_ready") return await viewAnswers(engine, root, ref);
    await sleep(COMMIT_LOOK_MS);
  }
  throw new BenchmarkError(`The index of commit ${ref} is not made.`);
}

/** Faults of the shared index files of a home. */
export function faultsOfFiles(home: string): string[] {
  return sharedFolders(home).flatMap((folder) => {
    const found = inspectSqliteStore(folder);
    return found.kind === "sound" ? [] : [`${folder} is not sound: ${JSON.stringify(found)}`];
  });
}

/** Tables without a run, and versions that no run lists, which the next runs should have removed. */
export function leftoversOfFiles(home: string): string[] {
  return sharedFolders(home).flatMap((folder) => {
    const database = openDatabase(join(folder, "index.db"));
    try {
      const all = (sql: string): string[] => database.prepare(sql).all().flat().map(String);
      const tables = all("SELECT name FROM sqlite_master WHERE type = 'table'");
      // Of a run that failed, only the reason is kept.
      const runs = database
        .prepare("SELECT generation, pool FROM run WHERE state <> 'failed'")
        .all()
        .map(([run, pool]) => ({ run: String(run), pool: String(pool) }));
      const used = new Set(runs.flatMap(({ run, pool }) => [run, pool]));
      const numbers = tables.flatMap((name) => /_(\d+)(?:_|$)/.exec(name)?.[1] ?? []);
      const dead = [...new Set(numbers)].filter((number) => !used.has(number));
      const unlisted = [...new Set(runs.map(({ pool }) => pool))].flatMap((pool) => {
        const lists = runs
          .filter((run) => run.pool === pool)
          .map(({ run }) => `SELECT file_id FROM member_${run}`)
          .join(" UNION ");
        return all(`SELECT path FROM file_${pool} WHERE id NOT IN (${lists})`);
      });
      return [
        ...(dead.length === 0 ? [] : [`tables of no run are left over: ${dead.join(", ")}`]),
        ...(unlisted.length === 0
          ? []
          : [`versions that no run lists are left over: ${unlisted.join(", ")}`]),
      ];
    } finally {
      database.close();
    }
  });
}

function sharedFolders(home: string): string[] {
  const parent = join(home, "repositories");
  return existsSync(parent) ? readdirSync(parent).map((name) => join(parent, name)) : [];
}
