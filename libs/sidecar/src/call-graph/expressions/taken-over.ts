/** Names that a scope takes over from modules as a whole: star imports, included headers. */
import { NAMESPACE_PREFIX, inNamespace } from "../members/namespaces.ts";
import type { Resolution } from "../resolution.ts";
import { type ScopeRef, type Values, scopeKey, union } from "../values.ts";

/** What a name means by that; null if none of the modules has it, nor those that they take over in turn. */
export function takenOver(resolution: Resolution, ref: ScopeRef, name: string): Values | null {
  const { file, scope } = ref;
  const wildcards = resolution.index(file)?.flow.scopes[scope]?.wildcards ?? [];
  if (wildcards.length === 0) return null;
  return resolution.walked(`names ${name}`, scopeKey(ref), { met: null, tooFar: null, isPart: true }, () => {
    const isOneOfSeveral = resolution.rules(file).bindsFields;
    const all: Values[] = [];
    // What is taken over later hides what was taken over before; in Rust nothing may hide another, so that a
    // build takes one.
    for (const module of wildcards.toReversed()) {
      const names = module.startsWith(NAMESPACE_PREFIX)
        ? inNamespace(resolution, file, module.slice(NAMESPACE_PREFIX.length), name)
        : resolution.imported(file, module, name);
      // A type from outside that is given a name there, with what it holds, is what that name means.
      const values = names.filter((value) => value.kind !== "external" || value.args.length > 0);
      if (values.length > 0 && !isOneOfSeveral) return values;
      if (values.length > 0) all.push(values);
    }
    return all.length === 0 ? null : union(...all);
  });
}
