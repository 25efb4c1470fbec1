/**
 * Reads a change: uncommitted changes, two commits, or a diff. Nothing is checked out, and nothing that a
 * repository configures is run.
 */
import type { EngineContext } from "../engine-context.ts";
import { refuseProblems } from "../errors.ts";
import type { ChangeCall, ChangeRequest, ChangeSet } from "./change-set.ts";
import { readCommitChange } from "./commit-change.ts";
import { readDiffChange } from "./diff-change.ts";
import { readWorkTreeChange } from "./work-tree-change.ts";

/**
 * Reads a change. Throws `INVALID_ARGUMENTS` for arguments that do not belong together, and for a diff that
 * is none or does not apply; `NOT_A_REPOSITORY`, `REF_NOT_FOUND`, `REF_AMBIGUOUS`, `GIT_FAILED`; `CANCELLED`
 * and `DEADLINE_REACHED`.
 */
export async function readChangeSet(
  context: Pick<EngineContext, "config">,
  request: ChangeRequest,
  call: ChangeCall,
): Promise<ChangeSet> {
  const { base, head, diff } = request;
  refuseProblems([
    ...(diff !== undefined && base !== undefined
      ? [{ path: "diff", message: "cannot be combined with base: pass one of them" }]
      : []),
    ...(head !== undefined && base === undefined
      ? [{ path: "head", message: "needs base, the version before the change" }]
      : []),
  ]);
  if (diff !== undefined) return readDiffChange(context, { ...request, diff }, call);
  if (base !== undefined) return readCommitChange(context, { ...request, base }, call);
  return readWorkTreeChange(context, request, call);
}
