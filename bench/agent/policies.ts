/** The ways to look for an answer that are compared; `run.ts` describes them. */
import { Ripgrep } from "./ripgrep.ts";
import {
  type Offer,
  type SatoriQuestion,
  type SatoriServers,
  type SearchArguments,
  satoriSteps,
} from "./satori.ts";
import type { Step } from "./trace.ts";

export interface Policy {
  readonly name: string;
  /** What the agent reads, call by call, until it gives up. */
  readonly steps: (question: SatoriQuestion) => AsyncIterable<Step>;
}

/** Budgets of an answer, and the numbers of tokens at which recall is reported. */
export const BUDGETS = [1_000, 2_000, 4_000, 8_000] as const;

/** The server's own default for `limit`. */
export const DEFAULT_HITS = 10;

/** @param hits `limit` of searches that have a budget */
export function policiesFor(
  servers: SatoriServers,
  { offer, hits }: { readonly offer: Offer; readonly hits: number },
): Policy[] {
  const limited = hits === DEFAULT_HITS ? "" : `, ${hits} hits`;
  const calls: readonly (readonly [name: string, SearchArguments])[] = [
    ["search", {}],
    ...BUDGETS.map((maxTokens) => [`search ${maxTokens}${limited}`, { maxTokens, limit: hits }] as const),
    ...(offer.hasContextMode
      ? BUDGETS.map((maxTokens) => [`context ${maxTokens}`, { maxTokens, resultMode: "context" }] as const)
      : []),
  ];
  return [
    ...ripgrepPolicies(),
    ...offer.forms.flatMap((form) =>
      calls.map(([name, more]): Policy => ({
        name: form === "json" ? name : `${name}, text`,
        steps: (question) => satoriSteps(servers, form, { ...question, ...more }),
      })),
    ),
  ];
}

function ripgrepPolicies(): Policy[] {
  const greps = new Map<string, Ripgrep>();
  const stepsOf = ({ folder, query }: SatoriQuestion): AsyncGenerator<Step> => {
    const grep = greps.get(folder) ?? new Ripgrep(folder);
    greps.set(folder, grep);
    return grep.steps(query);
  };
  return [
    { name: "ripgrep", steps: stepsOf },
    { name: "ripgrep, free", steps: (question) => reads(stepsOf(question)) },
  ];
}

/** Only the steps that read files. */
async function* reads(steps: AsyncIterable<Step>): AsyncGenerator<Step> {
  for await (const step of steps) if (step.read.length > 0) yield step;
}
