/** The folder of a call that names none: shared by the core tools and those of the set `scope`. */
import type { CallContext } from "../engine-context.ts";
import { EngineError } from "../errors.ts";

/** Codebases that a message lists. */
const MAX_CHOICES = 10;

/**
 * The session's root, else the root of the only indexed codebase. Throws `INVALID_ARGUMENTS` with the choices
 * and the next step if there is neither.
 *
 * @param codebases confined if the call is, so that only those in its folders count and are listed
 */
export function defaultFolder(
  { codebases }: { readonly codebases: { tracked(): readonly { readonly root: string }[] } },
  { sessionRoot }: Pick<CallContext, "sessionRoot">,
): string {
  if (sessionRoot) return sessionRoot;
  const roots = codebases.tracked().map(({ root }) => root);
  const [only] = roots;
  if (only !== undefined && roots.length === 1) return only;
  const message = whyRequired(roots);
  throw new EngineError("INVALID_ARGUMENTS", `path ${message}`, { details: [{ path: "path", message }] });
}

/** @param roots of the codebases, ascending; not exactly one */
function whyRequired(roots: readonly string[]): string {
  if (roots.length === 0)
    return (
      "is required: the session has no root, and nothing is indexed. Pass a folder, and index it with " +
      "manage_index create"
    );
  const more = roots.length - MAX_CHOICES;
  const others = more > 0 ? ` and ${more} more, see list_codebases` : "";
  return (
    "is required: the session has no root, and there are several codebases " +
    `(${roots.slice(0, MAX_CHOICES).join(", ")}${others}). Pass one of them`
  );
}
