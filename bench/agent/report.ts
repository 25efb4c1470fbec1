/** The figures of all policies as one table. Pure. */
import type { Report } from "../support/benchmark.ts";
import { percentile } from "../support/statistics.ts";
import type { Cell } from "../support/table.ts";
import { BUDGETS } from "./policies.ts";
import type { Offer } from "./satori.ts";
import { type Cost, recallWithin } from "./trace.ts";

/** What a question cost with a policy. */
export interface Outcome {
  readonly set: string;
  readonly policy: string;
  readonly id: string;
  readonly query: string;
  readonly hasLines: boolean;
  /** Until the right file was seen; null if it never was. */
  readonly file: Cost | null;
  readonly lines: Cost | null;
  readonly steps: readonly { readonly tokens: number; readonly read: readonly string[] }[];
  readonly right: readonly string[];
}

interface Summary {
  readonly goal: string;
  readonly policy: string;
  readonly questions: number;
  /** By budget. */
  readonly recall: Readonly<Record<string, number>>;
  /** Infinite if that many questions never reach the goal. */
  readonly medianTokens: number;
  readonly p90Tokens: number;
  /** Share of questions whose goal is reached by the first call. */
  readonly firstCall: number;
  readonly medianCalls: number;
  readonly never: number;
}

export function reportOf(outcomes: readonly Outcome[], { forms, hasContextMode, resident }: Offer): Report {
  const summaries = allSummaries(outcomes);
  return {
    title: "What an agent reads",
    columns: [
      "goal / policy",
      "questions",
      ...BUDGETS.map((budget) => `at ${budget / 1_000}k`),
      "tokens p50",
      "p90",
      "first call",
      "calls p50",
      "never",
    ],
    rows: summaries.map(rowOf),
    notes: [
      ...(hasContextMode ? [] : ["No rows for context: this server's search_codebase has no such mode."]),
      ...(forms.includes("text") ? [] : ["No rows for text: this server has no option --answers."]),
      ...budgetNotes(outcomes),
      ...resident.map(
        ({ listTokens, modelTokens, instructionTokens }, at) =>
          `Resident, ${forms[at]}: tools/list ${listTokens} tokens as sent, of which names, descriptions and ` +
          `input schemas ${modelTokens}; instructions ${instructionTokens}.`,
      ),
    ],
    results: { summaries, resident },
  };
}

/** Right files by set, then right lines of all sets together. */
function allSummaries(outcomes: readonly Outcome[]): Summary[] {
  const sets = [...new Set(outcomes.map(({ set }) => set))];
  return [
    ...sets.flatMap((set) =>
      summariesOf(
        `right file, ${set}`,
        outcomes.filter((one) => one.set === set),
        ({ file }) => file,
      ),
    ),
    ...summariesOf(
      "right lines",
      outcomes.filter(({ hasLines }) => hasLines),
      ({ lines }) => lines,
    ),
  ];
}

function summariesOf(
  goal: string,
  outcomes: readonly Outcome[],
  costOf: (outcome: Outcome) => Cost | null,
): Summary[] {
  return [...new Set(outcomes.map(({ policy }) => policy))].map((policy) => {
    const costs = outcomes.filter((one) => one.policy === policy).map(costOf);
    const tokens = costs.map((cost) => cost?.tokens ?? Infinity);
    return {
      goal,
      policy,
      questions: costs.length,
      recall: Object.fromEntries(BUDGETS.map((budget) => [budget, recallWithin(costs, budget)])),
      medianTokens: percentile(tokens, 0.5),
      p90Tokens: percentile(tokens, 0.9),
      firstCall: costs.filter((cost) => cost?.calls === 1).length / costs.length,
      medianCalls: percentile(
        costs.map((cost) => cost?.calls ?? Infinity),
        0.5,
      ),
      never: costs.filter((cost) => cost === null).length,
    };
  });
}

/** Sizes of answers within a budget: how Satori's estimate compares with the tokenizer. */
function budgetNotes(outcomes: readonly Outcome[]): string[] {
  return [...new Set(outcomes.map(({ policy }) => policy))].flatMap((policy) => {
    const budget = /^(?:search|context) (\d+)/.exec(policy)?.[1];
    const first = outcomes
      .filter((one) => one.policy === policy)
      .map(({ steps: [answer] }) => answer?.tokens ?? 0);
    return budget === undefined
      ? []
      : [`First answer of ${policy}: ${percentile(first, 0.5)} tokens p50, at most ${Math.max(...first)}.`];
  });
}

function rowOf({ goal, policy, questions, recall, ...rest }: Summary): Cell[] {
  return [
    `${goal} / ${policy}`,
    questions,
    ...BUDGETS.map((budget) => (recall[budget] ?? Number.NaN).toFixed(3)),
    finite(rest.medianTokens),
    finite(rest.p90Tokens),
    rest.firstCall.toFixed(3),
    finite(rest.medianCalls),
    rest.never,
  ];
}

function finite(value: number): Cell {
  return Number.isFinite(value) ? value : "never";
}
