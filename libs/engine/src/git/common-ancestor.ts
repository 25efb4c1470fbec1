/** The commit at which two branches parted, for ranges such as `main...HEAD`. */
import { EngineError } from "../errors.ts";
import { OBJECT_ID, isShallow, queryObjects, requireRepository } from "./objects.ts";
import { resolveRef } from "./resolve-ref.ts";

export interface TwoRefs {
  readonly root: string;
  readonly base: string;
  readonly head: string;
}

/**
 * Id of the best common ancestor of two commits, as git chooses it. Throws `REF_NOT_FOUND` if they have none,
 * and the errors of `resolveRef`.
 */
export async function commonAncestor({ root, base, head }: TwoRefs, signal?: AbortSignal): Promise<string> {
  const ids = [
    await resolveRef({ root, ref: base, argument: "base" }, signal),
    await resolveRef({ root, ref: head, argument: "head" }, signal),
  ];
  const printed = await queryObjects(root, ["merge-base", ...ids], { signal, allowed: [1] });
  const id = printed.toString().trim();
  if (OBJECT_ID.test(id)) return id;
  const why = isShallow(requireRepository(root))
    ? "The repository is a shallow clone, which may lack it: run git fetch --unshallow."
    : "Compare them with BASE..HEAD.";
  throw new EngineError("REF_NOT_FOUND", `${base} and ${head} have no common ancestor in ${root}. ${why}`, {
    details: { base, head },
  });
}
