/** The ways to look for an answer that are compared; `run.ts` describes them. */
import type { McpServer } from "../support/mcp-server.ts";
import { Ripgrep } from "./ripgrep.ts";
import { type Offer, type SatoriQuestion, type SearchArguments, satoriSteps } from "./satori.ts";
import type { Step } from "./trace.ts";

export interface Policy {
  readonly name: string;
  /** What the agent reads, call by call, until it gives up. */
  readonly steps: (question: SatoriQuestion) => AsyncIterable<Step>;
}

/** Budgets of an answer, and the numbers of tokens at which recall is reported. */
export const BUDGETS = [1_000, 2_000, 4_000, 8_000] as const;

/** @param hits `limit` of searches that have a budget */
export function policiesFor(
  server: McpServer,
  { offer, hits }: { readonly offer: Offer; readonly hits: number },
): Policy[] {
  const search = (name: string, more: SearchArguments): Policy => ({
    name,
    steps: (question) => satoriSteps(server, question, more),
  });
  return [
    ...ripgrepPolicies(),
    search("search", {}),
    ...BUDGETS.map((maxTokens) => search(`search ${maxTokens}`, { maxTokens, limit: hits })),
    ...(offer.hasContextMode
      ? BUDGETS.map((maxTokens) => search(`context ${maxTokens}`, { maxTokens, resultMode: "context" }))
      : []),
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
