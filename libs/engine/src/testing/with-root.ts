/** Adds the root to an answer for tests of what covers a path, since answers omit it where it is the path. */
import { rootOf } from "@satori/contracts";

/** The answer with its `effectiveRoot`, whether or not that is its `path`. */
export function withRoot<Answer extends object>(
  answer: Answer,
): Answer & { readonly effectiveRoot: string | undefined } {
  return { ...answer, effectiveRoot: rootOf(answer) };
}
