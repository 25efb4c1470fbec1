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
  readonly medianCalls: number;
  readonly never: number;
}

export function reportOf(outcomes: readonly Outcome[], { hasContextMode, resident }: Offer): Report {
  const sets = [...new Set(outcomes.map(({ set }) => set))];
  const summaries = [
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
  return {
    title: "What an agent reads",
    columns: [
      "goal / policy",
      "questions",
      ...BUDGETS.map((budget) => `at ${budget / 1_000}k`),
      "tokens p50",
      "p90",
      "calls p50",
      "never",
    ],
    rows: summaries.map(rowOf),
    notes: [
      ...(hasContextMode ? [] : ["No rows for context: this server's search_codebase has no such mode."]),
      `Resident: tools/list ${resident.listTokens} tokens as sent, of which names, descriptions and input ` +
        `schemas ${resident.modelTokens}; instructions ${resident.instructionTokens}.`,
    ],
    results: { summaries, resident },
  };
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
      medianCalls: percentile(
        costs.map((cost) => cost?.calls ?? Infinity),
        0.5,
      ),
      never: costs.filter((cost) => cost === null).length,
    };
  });
}

function rowOf({ goal, policy, questions, recall, ...rest }: Summary): Cell[] {
  return [
    `${goal} / ${policy}`,
    questions,
    ...BUDGETS.map((budget) => (recall[budget] ?? Number.NaN).toFixed(3)),
    finite(rest.medianTokens),
    finite(rest.p90Tokens),
    finite(rest.medianCalls),
    rest.never,
  ];
}

function finite(value: number): Cell {
  return Number.isFinite(value) ? value : "never";
}
