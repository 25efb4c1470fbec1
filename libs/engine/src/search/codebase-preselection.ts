/**
 * Chooses which of many codebases are worth a search of their own. Works with stores that hold several
 * codebases together, where one query covers all of them.
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
 * Targets that have none of the best chunks over all codebases and so need no search.
 *
 * Returns an empty set if there are few targets, if the store cannot tell, or if only parts of the codebases
 * are searched (by folder, path or text), because other chunks may be best within those. Codebases that
 * cannot answer are never in the set: their own search reports why.
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
 * Result of `work`, or null if the index is corrupt or unreachable. The codebase's own search meets the same
 * error and reports it without costing the other codebases their answers. Throws `CANCELLED`.
 */
async function unlessItFails<Result>(work: () => Promise<Result | null>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof EngineError && error.code !== "CANCELLED") return null;
    throw error;
  }
}
