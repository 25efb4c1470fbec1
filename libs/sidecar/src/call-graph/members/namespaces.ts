/**
 * Members of namespaces. Where several files may open a namespace, a file sees the members that it declares
 * itself and those of files that it imports as a whole, directly or not. If none of these has the name,
 * headers are searched, then all files.
 */
import { profileOf } from "../../languages/profiles.ts";
import { NONE } from "../../call-facts/facts.ts";
import { valuesOfBindings } from "../types/declared.ts";
import type { FileIndex } from "../file-index.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import { NOTHING, type ScopeRef, type Values, union } from "../values.ts";

/** If more files than this define a name, only those visible from the file are searched. */
const MAX_FILES = 200;

/** Prefix of a module that is a namespace: `using namespace a::b` imports `::a::b` as a whole. */
export const NAMESPACE_PREFIX = "::";

/** A member of a namespace, in all parts that are in the file or visible from it. */
export function memberOfNamespace(resolution: Resolution, { file, scope }: ScopeRef, name: string): Values {
  const index = resolution.index(file);
  if (!index) return NOTHING;
  if (resolution.rules(file).opensNamespaces) {
    const path = pathOf(index, scope);
    const found = inNamespace(resolution, file, path, name);
    // A codebase adds only a few members to `std`; all others are the library's.
    return found.length === 0 && path === "std" ? [resolution.values.external(`std.${name}`)] : found;
  }
  return union(
    ...index.scopes.partsOf(scope).map((at) =>
      resolution.evaluateAll(
        { file, scope: at },
        index.bindings(at, name).map(({ value }) => value),
      ),
    ),
  );
}

/**
 * Values of a name in a namespace, as seen from a file.
 *
 * @param path names of the namespaces, outermost first, joined by `::`
 */
export function inNamespace(resolution: Resolution, from: FileId, path: string, name: string): Values {
  return resolution.once(["namespace", from, path, name], () => {
    const { project } = resolution;
    const language = project.language(from);
    // A namespace is found by its parts, which the outline need not contain.
    const own = partsIn(resolution, from, path, name);
    const defining = project.filesDefining(name);
    if (defining.length > MAX_FILES && own.some(({ kind }) => kind === "namespace")) return own;
    const others = defining.filter((file) => file !== from && resolution.rules(file).opensNamespaces);
    if (others.length === 0) return own;
    const visible = takenOverBy(resolution, from);
    const seen = union(
      own,
      ...others.filter((file) => visible.has(file)).map((file) => partsIn(resolution, file, path, name)),
    );
    if (seen.length > 0) return seen;
    if (defining.length > MAX_FILES) {
      resolution.limit("too_many_files");
      return NOTHING;
    }
    const headers = union(
      ...others
        .filter((file) => HEADER.test(project.paths[file] as string))
        .map((file) => partsIn(resolution, file, path, name)),
    );
    return headers.length > 0 || profileOf(language).seesHeadersOnly
      ? headers
      : union(...others.map((file) => partsIn(resolution, file, path, name)));
  });
}

const HEADER = /\.(?:h|hh|hpp|hxx|h\+\+|inc|inl|ipp|tcc|cuh)$/i;

/** Values that a file itself binds in its parts of a namespace. */
function partsIn(resolution: Resolution, file: FileId, path: string, name: string): Values {
  const index = resolution.index(file);
  if (!index) return NOTHING;
  const parts = path === "" ? [0] : index.scopes.namespaceParts(path);
  return union(
    ...parts.map((scope) => valuesOfBindings(resolution, { file, scope }, index.bindings(scope, name))),
  );
}

/** Files whose names are visible in a file: those that it imports as a whole, directly or not. */
export function takenOverBy(resolution: Resolution, from: FileId): ReadonlySet<FileId> {
  return resolution.once(["taken over", from], () => {
    const found = new Set<FileId>();
    const left = [from];
    for (let file = left.pop(); file !== undefined; file = left.pop()) {
      for (const module of resolution.index(file)?.flow.scopes[0]?.wildcards ?? []) {
        if (module.startsWith(NAMESPACE_PREFIX)) continue;
        for (const value of resolution.imported(file, module, "*")) {
          if (value.kind !== "module" || found.has(value.file)) continue;
          found.add(value.file);
          left.push(value.file);
        }
      }
    }
    return found;
  });
}

/** Names of the namespaces around a scope, outermost first, joined by `::`. */
export function pathOf(index: FileIndex, scope: number): string {
  const names: string[] = [];
  for (let at = scope; at !== NONE; at = index.flow.scopes[at]?.parent ?? NONE)
    if (index.flow.scopes[at]?.kind === "namespace") names.unshift(index.flow.scopes[at]?.name ?? "");
  return names.join("::");
}
