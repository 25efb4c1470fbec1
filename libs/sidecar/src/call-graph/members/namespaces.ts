/**
 * Members of namespaces. Where a namespace may be opened in many files, one of them has what it declares
 * itself and what the files declare that it takes over, directly or not; what none of them has is looked for
 * in headers, and then in all files.
 */
import { profileOf } from "../../languages/profiles.ts";
import { NONE } from "../../call-facts/facts.ts";
import { valuesOfBindings } from "../types/declared.ts";
import type { FileIndex } from "../file-index.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import { NOTHING, type ScopeRef, type Values, union } from "../values.ts";

/** More files than these define something of that name: only those that a file sees are looked at. */
const MAX_FILES = 200;

/** In front of a module that is a namespace: `using namespace a::b` takes over `::a::b`. */
export const NAMESPACE_PREFIX = "::";

/** Of all parts of the namespace that the file has, or sees. */
export function memberOfNamespace(resolution: Resolution, { file, scope }: ScopeRef, name: string): Values {
  const index = resolution.index(file);
  if (!index) return NOTHING;
  if (resolution.rules(file).opensNamespaces) {
    const path = pathOf(index, scope);
    const found = inNamespace(resolution, file, path, name);
    // What a codebase adds to it is little of what it has.
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
 * What a namespace has under a name, seen from a file.
 *
 * @param path its names from the outside in, joined by `::`
 */
export function inNamespace(resolution: Resolution, from: FileId, path: string, name: string): Values {
  return resolution.once(["namespace", from, path, name], () => {
    const { project } = resolution;
    const language = project.language(from);
    // A namespace itself is found by its parts, which the outline need not name.
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

/** What a file itself binds in its parts of a namespace. */
function partsIn(resolution: Resolution, file: FileId, path: string, name: string): Values {
  const index = resolution.index(file);
  if (!index) return NOTHING;
  const parts = path === "" ? [0] : index.scopes.namespaceParts(path);
  return union(
    ...parts.map((scope) => valuesOfBindings(resolution, { file, scope }, index.bindings(scope, name))),
  );
}

/** Files whose names a file sees: those that it takes over, and those that they do. */
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

/** Names of the namespaces that a scope lies in, from the outside in, joined by `::`. */
export function pathOf(index: FileIndex, scope: number): string {
  const names: string[] = [];
  for (let at = scope; at !== NONE; at = index.flow.scopes[at]?.parent ?? NONE)
    if (index.flow.scopes[at]?.kind === "namespace") names.unshift(index.flow.scopes[at]?.name ?? "");
  return names.join("::");
}
