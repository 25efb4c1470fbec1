/**
 * Of many codebases, those worth a search of their own: where a store holds them together, one question to it
 * tells which.
 */
import { gate } from "../codebase/gate.ts";
import type { Target } from "../codebase/home/registry.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError } from "../errors.ts";
import { parseQuestion } from "./parse/question.ts";
import { JOINT_SEARCH } from "./rank/ranking.ts";
import { queryLanguages } from "./retrieve/filter.ts";
import { questionText } from "./parse/parse.ts";
import type { SearchRequest } from "./search-codebase.ts";

/**
 * The targets that none of the best chunks of all lie in; none where there are few, where the store cannot
 * tell, or where only some chunks are asked for: the best of all may be others. Codebases that cannot answer
 * are never among them: each says why by itself.
 */
export async function outranked(
  context: EngineContext,
  targets: readonly Target[],
  { query, vector }: Pick<SearchRequest, "query" | "vector">,
  call: CallContext,
): Promise<ReadonlySet<Target>> {
  const isAboutParts =
    [query.path, query.notPath, query.must, query.exclude].some(({ length }) => length > 0) ||
    targets.some(({ realPath, codebase }) => realPath !== codebase.root);
  if (targets.length <= JOINT_SEARCH.chosen || isAboutParts) return new Set();
  const answering = await answeringOf(context, targets, call);
  const question = parseQuestion(questionText(query));
  if (question.tokens.length === 0) return new Set();
  const asked = {
    tokens: question.distinctTokens,
    vector: (await vector()).vector,
    languages: [...queryLanguages(query.lang)].sort(),
  };
  const likeliest = await unlessItFails(() =>
    context.stores.likeliest(
      answering.map(({ codebase }) => codebase.store()),
      asked,
      JOINT_SEARCH.chunks,
    ),
  );
  if (!likeliest) return new Set();
  const chosen = new Set(likeliest.slice(0, JOINT_SEARCH.chosen).map((at) => answering[at]));
  return new Set(answering.filter((target) => !chosen.has(target)));
}

async function answeringOf(
  { config }: EngineContext,
  targets: readonly Target[],
  call: CallContext,
): Promise<readonly Target[]> {
  const passing: Target[] = [];
  for (const target of targets) {
    const passed = await unlessItFails(async () => {
      const view = target.codebase.isTracked ? await target.codebase.view() : null;
      const echo = {
        path: target.path,
        effectiveRoot: target.codebase.root,
        query: "",
        scope: "mixed",
        resultMode: "raw",
        groupBy: "symbol",
        rankingMode: "default",
        limit: 1,
      } as const;
      return (
        view &&
        gate({ view, tool: "search_codebase", echo, call, isDebug: false, reindexReads: config.reindexReads })
      );
    });
    if (passed?.kind === "open") passing.push(target);
  }
  return passing;
}

/**
 * Null for an index that is damaged or cannot be reached: its own search meets with that again, and says so
 * without taking the others' answers away.
 */
async function unlessItFails<Result>(work: () => Promise<Result | null>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof EngineError && error.code !== "CANCELLED") return null;
    throw error;
  }
}
