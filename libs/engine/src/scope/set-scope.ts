/** `set_scope`: stores the session scope for later calls. */
import { randomUUID } from "node:crypto";
import {
  type ArgumentProblem,
  type EffectiveScope,
  type SetScopeInput,
  type SetScopeOutput,
  buildEnvelope,
} from "@satori/contracts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError, refuseProblems } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { refProblem } from "../git/resolve-ref.ts";
import { filterProblems, pathScope } from "./path-scope.ts";
import { readRepos } from "./repos.ts";
import { currentSession } from "./session.ts";

/**
 * Stores the scope. Throws `INVALID_ARGUMENTS` with all invalid patterns and names of versions, unknown
 * languages and codebases; then the previous scope stays.
 */
export function setScope(context: EngineContext, input: SetScopeInput, call: CallContext): SetScopeOutput {
  const repos = readRepos(context, input.repos ?? [], call);
  refuseProblems([...versionProblems(input), ...filterProblems(input), ...repos.problems]);
  const { effective } = pathScope(input);
  const scope: EffectiveScope = {
    ...(repos.roots.length > 0 ? { repos: repos.roots } : {}),
    ...effective,
    ...versionScope(input),
  };
  requireBounded(scope);
  const session = currentSession();
  const sessionId = session?.name ?? randomUUID();
  context.sessions.set(session?.id ?? sessionId, scope);
  return buildEnvelope(
    "set_scope",
    { status: "ok" },
    { effective_scope: scope, session_id: sessionId },
    call.elapsedMs(),
  );
}

/** Versions of the scope, without repetitions and empty values. */
function versionScope({
  branches = [],
  commit = "",
}: SetScopeInput): Pick<EffectiveScope, "branches" | "commit"> {
  return {
    ...(branches.length > 0 ? { branches: [...new Set(branches)] } : {}),
    ...(commit === "" ? {} : { commit }),
  };
}

/** Names that can be no branch or commit. Whether they exist depends on the codebase of each call. */
function versionProblems({ branches = [], commit = "" }: SetScopeInput): ArgumentProblem[] {
  const named = [
    ...branches.map((ref, at) => ({ path: `branches[${at}]`, ref })),
    ...(commit === "" ? [] : [{ path: "commit", ref: commit }]),
  ];
  return named.flatMap(({ path, ref }) => {
    const problem = refProblem(ref);
    return problem === null ? [] : [{ path, message: `is ${JSON.stringify(ref)}, ${problem}` }];
  });
}

function requireBounded(scope: EffectiveScope): void {
  const length = JSON.stringify(scope).length;
  if (length <= ENGINE_LIMITS.sessions.scopeChars) return;
  throw new EngineError(
    "INVALID_ARGUMENTS",
    `the scope has ${length} characters as JSON; the limit is ${ENGINE_LIMITS.sessions.scopeChars}`,
    { details: { length, most: ENGINE_LIMITS.sessions.scopeChars } },
  );
}
