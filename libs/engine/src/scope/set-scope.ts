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
import { filterProblems, pathScope } from "./path-scope.ts";
import { readRepos } from "./repos.ts";
import { currentSession } from "./session.ts";

/**
 * Stores the scope. Throws `INVALID_ARGUMENTS` with all invalid patterns, unknown languages and codebases,
 * and filters that are not supported yet; then the previous scope stays.
 */
export function setScope(context: EngineContext, input: SetScopeInput, call: CallContext): SetScopeOutput {
  const repos = readRepos(context, input.repos ?? [], call);
  refuseProblems([...unbuiltProblems(input), ...filterProblems(input), ...repos.problems]);
  const { effective } = pathScope(input);
  const scope: EffectiveScope = { ...(repos.roots.length > 0 ? { repos: repos.roots } : {}), ...effective };
  requireBounded(scope);
  const sessionId = currentSession()?.id ?? randomUUID();
  context.sessions.set(sessionId, scope);
  return buildEnvelope(
    "set_scope",
    { status: "ok" },
    { effective_scope: scope, session_id: sessionId },
    call.elapsedMs(),
  );
}

/**
 * Unsupported filters are refused, not dropped: an answer about the wrong branch would look like one about
 * the right branch.
 */
function unbuiltProblems({ branches = [], commit = "" }: SetScopeInput): ArgumentProblem[] {
  const asked = [...(branches.length > 0 ? ["branches"] : []), ...(commit !== "" ? ["commit"] : [])];
  return asked.map((path) => ({
    path,
    message: "is not supported yet: only files on disk are searched",
  }));
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
