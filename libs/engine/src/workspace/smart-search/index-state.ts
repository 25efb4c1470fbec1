/** Explains why a root's index cannot answer, and proposes the call that helps. Pure. */
import type { CallOf, Repo, SearchCodebaseOutput } from "@satori/contracts";

/** An answer of the gate. */
export type Unanswered = Extract<
  SearchCodebaseOutput,
  { status: "not_indexed" | "not_ready" | "requires_reindex" }
>;

export interface IndexState {
  readonly notes: readonly string[];
  readonly indexCalls: readonly CallOf<"manage_index">[];
}

/** @param instead what was done without the index */
export function stateOf(repo: Repo, answer: Unanswered, instead: string): IndexState {
  switch (answer.status) {
    case "not_indexed":
      return {
        notes: [`${repo} has no index: ${instead}.`],
        indexCalls: answer.hints?.create ? [answer.hints.create] : [],
      };
    case "not_ready":
      return { notes: [`${repo} is being indexed: ${instead}.`], indexCalls: [answer.hints.status] };
    case "requires_reindex":
      return {
        notes: [`The index of ${repo} must be rebuilt: ${instead}.`],
        indexCalls: [answer.hints.reindex],
      };
  }
}
