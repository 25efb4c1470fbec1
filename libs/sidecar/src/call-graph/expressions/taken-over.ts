/** Names that a scope imports from modules as a whole: star imports, included headers. */
import { NAMESPACE_PREFIX, inNamespace } from "../members/namespaces.ts";
import type { Resolution } from "../resolution.ts";
import { type ScopeRef, type Values, scopeKey, union } from "../values.ts";

/**
 * Meaning of a name through such imports; null if none of the modules has it, directly or through further
 * imports of this kind.
 */
export function takenOver(resolution: Resolution, ref: ScopeRef, name: string): Values | null {
  const { file, scope } = ref;
  const wildcards = resolution.index(file)?.flow.scopes[scope]?.wildcards ?? [];
  if (wildcards.length === 0) return null;
  return resolution.walked(`names ${name}`, scopeKey(ref), { met: null, tooFar: null, isPart: true }, () => {
    const isOneOfSeveral = resolution.rules(file).bindsFields;
    const all: Values[] = [];
    // Later imports hide earlier ones. In Rust none may hide another: several can only be alternatives of
    // which a build takes one.
    for (const module of wildcards.toReversed()) {
      const names = module.startsWith(NAMESPACE_PREFIX)
        ? inNamespace(resolution, file, module.slice(NAMESPACE_PREFIX.length), name)
        : resolution.imported(file, module, name);
      // An external type that is imported by name with type arguments is the meaning of the name.
      const values = names.filter((value) => value.kind !== "external" || value.args.length > 0);
      if (values.length > 0 && !isOneOfSeveral) return values;
      if (values.length > 0) all.push(values);
    }
    return all.length === 0 ? null : union(...all);
  });
}
