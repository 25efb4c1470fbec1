/** Runs one of the operations, and collects what it reports. */
import type { SearchCodebaseInput } from "@satori/contracts";
import type { Engine } from "@satori/engine";
import { comparableText } from "../kill/comparable-answers.ts";
import { ask } from "../kill/engines.ts";
import type { Place } from "../kill/observe.ts";
import type { Operation } from "./cases.ts";
import type { Told } from "./judge.ts";

const QUESTIONS: readonly Omit<SearchCodebaseInput, "path">[] = [
  { query: "how to restore a depot", scope: "mixed", resultMode: "raw", limit: 50 },
  { query: "Store", scope: "runtime", resultMode: "grouped", limit: 20 },
];

/** An answer, in comparable form. */
export interface GivenAnswer {
  readonly status: string;
  readonly text: string;
  /** Whether it says that the index may be older than the tree. */
  readonly mayBeBehind: boolean;
}

export async function answersTo(engine: Engine, place: Place): Promise<GivenAnswer[]> {
  const answers: GivenAnswer[] = [];
  for (const question of QUESTIONS) {
    const answer = await ask(engine, place, "search_codebase", { ...question, rankingMode: "default" });
    const text = comparableText(answer, ["message"]);
    answers.push({
      status: answer.status,
      text,
      mayBeBehind: answer.warnings?.includes("INDEX_MAY_BE_BEHIND") === true,
    });
  }
  return answers;
}

export async function tellOf(engine: Engine, place: Place, operation: Operation): Promise<Told> {
  if (operation === "search" || operation === "search edited") {
    const answers = await answersTo(engine, place);
    return {
      isDone: false,
      survivesPowerLoss: false,
      answers,
      failures: answers.filter(({ status }) => status !== "ok").map(({ text }) => text),
    };
  }
  const answer = await ask(
    engine,
    place,
    "manage_index",
    operation === "reindex" ? { action: "reindex", allowUnnecessaryReindex: true } : { action: operation },
  );
  const failures = answer.status === "ok" ? [] : [JSON.stringify(answer)];
  return { isDone: answer.status === "ok", survivesPowerLoss: false, answers: [], failures };
}

/** Adds the outcome of a create or reindex, whose answer only says that it has begun. */
export async function withOutcome(
  engine: Engine,
  place: Place,
  operation: Operation,
  told: Told,
): Promise<Told> {
  if (!told.isDone || (operation !== "create" && operation !== "reindex")) return told;
  const status = await ask(engine, place, "manage_index", { action: "status" });
  const failure = "index" in status ? status.index?.lastFailure : undefined;
  return failure === null ? told : { ...told, isDone: false, failures: [JSON.stringify(failure ?? status)] };
}
