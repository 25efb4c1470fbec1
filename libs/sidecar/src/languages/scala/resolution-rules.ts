/**
 * Resolution rules of Scala: names of a package are visible below its package clauses, and paths may start at
 * any visible name.
 */
import { ROOT } from "../../call-facts/import-marks.ts";
import { type BindingFact, NONE, SCOPE_FLAGS } from "../../call-facts/facts.ts";
import { SCALA_METHODS } from "../../call-graph/members/library-methods.ts";
import { byName } from "../../call-graph/rules/defaults.ts";
import type { FileIndex } from "../../call-graph/file-index.ts";
import { isPackage } from "../../call-graph/rules/packages.ts";
import type { FileId } from "../../call-graph/project.ts";
import type { Resolution, ResolutionRules } from "../../call-graph/resolution.ts";
import { valuesOfBindings } from "../../call-graph/types/declared.ts";
import { asObjects } from "../../call-graph/types/type-or-object.ts";
import { NOTHING, type Values, union } from "../../call-graph/values.ts";

/** Languages whose types are visible. */
const PACKAGES = { separator: ".", languages: ["scala", "java", "kotlin"] } as const;

export const scala: ResolutionRules = {
  ...byName,
  followsModules: true,
  isUnboundExternal: true,
  methodResolutionOrder: "last",
  hasOverloads: true,
  readsArguments: false,
  declaresFields: true,
  separatesMethods: true,
  readsMethods: true,
  extendsLibrary: true,
  addsLast: true,
  matchesAdded: true,
  callMethod: "apply",
  hasCompanions: true,
  library: SCALA_METHODS,
  resolveModule(resolution, from, written) {
    const found = written.startsWith(ROOT)
      ? absolute(resolution, from, written.slice(ROOT.length))
      : relative(resolution, from, written);
    return found.length > 0
      ? asObjects(resolution, { file: from }, found)
      : [resolution.values.external(written)];
  },
  exported(resolution, module, name) {
    if (name === "*") return [module];
    if (module.kind !== "package") return resolution.membersNamed([module], name);
    const found = inPackage(resolution, module.name, name);
    // Libraries may add to a package.
    return found.length > 0
      ? found
      : [resolution.values.external(`${module.name}.${name}`, { isType: true })];
  },
  // Names that packages with bodies have in other files, and packages by name.
  unbound(resolution, { file, scope }, name) {
    const index = resolution.index(file);
    if (!index) return NOTHING;
    for (let at = scope; at > 0; at = index.flow.scopes[at]?.parent ?? NONE) {
      const found =
        index.flow.scopes[at]?.kind === "namespace"
          ? inPackage(resolution, packageAround(index, at), name)
          : NOTHING;
      if (found.length > 0) return found;
    }
    const unnamed = index.flow.package === "" ? declaredIn(resolution, "", name) : NOTHING;
    if (unnamed.length > 0) return unnamed;
    return isOne(resolution, name) ? [resolution.values.package("scala", name)] : NOTHING;
  },
};

/**
 * A member of a package, of an object with the package's name (such as a package object), or an inner
 * package.
 */
function inPackage(resolution: Resolution, name: string, member: string): Values {
  const inner = `${name}.${member}`;
  return resolution.walked(
    `in package ${member}`,
    name,
    { met: NOTHING, tooFar: NOTHING, isPart: true },
    () => {
      const packages = isOne(resolution, inner) ? [resolution.values.package("scala", inner)] : NOTHING;
      const found = declaredIn(resolution, name, member);
      return union(
        packages,
        found.length > 0
          ? found
          : resolution
              .membersNamed(objectsCalled(resolution, name), member)
              .filter(({ kind }) => kind !== "external"),
      );
    },
  );
}

function objectsCalled(resolution: Resolution, path: string): Values {
  const dot = path.lastIndexOf(".");
  return declaredIn(resolution, path.slice(0, Math.max(0, dot)), path.slice(dot + 1));
}

/** What files bind in a package, either as their own package or in a package body. */
function declaredIn(resolution: Resolution, name: string, member: string): Values {
  return resolution.once(["scala", name, member], () =>
    union(
      ...resolution.project
        .filesDefining(member)
        .filter((file) =>
          PACKAGES.languages.some((language) => language === resolution.project.language(file)),
        )
        .flatMap((file) => {
          const index = resolution.index(file);
          const isDeclared = ({ value }: BindingFact): boolean => index?.op(value) !== "import";
          return packagesIn(resolution, file)
            .filter((own) => own.name === name)
            .map(({ scope }) =>
              valuesOfBindings(
                resolution,
                { file, scope },
                (index?.bindings(scope, member) ?? []).filter(isDeclared),
              ),
            );
        }),
    ),
  );
}

/** Packages of a file, including those with bodies in it. */
function packagesIn(
  resolution: Resolution,
  file: FileId,
): readonly { readonly scope: number; readonly name: string }[] {
  return resolution.once(["scala packages", file], () => {
    const index = resolution.index(file);
    return [...(index?.flow.scopes.entries() ?? [])].flatMap(([scope, { kind }]) =>
      index && (scope === 0 || kind === "namespace") ? [{ scope, name: packageAround(index, scope) }] : [],
    );
  });
}

/** Whether a package exists: files are marked with the names of their packages and the enclosing ones. */
function isOne(resolution: Resolution, name: string): boolean {
  return (
    resolution.project.filesUsing("mention", `${ROOT}${name}`).length > 0 ||
    isPackage(resolution, PACKAGES, name)
  );
}

function packageAround(index: FileIndex, scope: number): string {
  const names: string[] = [];
  for (let at = scope; at > 0; at = index.flow.scopes[at]?.parent ?? NONE)
    if (index.flow.scopes[at]?.kind === "namespace") names.unshift(index.flow.scopes[at]?.name ?? "");
  return [...(index.flow.package === "" ? [] : [index.flow.package]), ...names].join(".");
}

/**
 * Resolves a path: from names of the file, else from wildcard imports and enclosing packages, else from the
 * root.
 */
function relative(resolution: Resolution, from: FileId, written: string): Values {
  const index = resolution.index(from);
  const [first = "", ...below] = written.split(".");
  const named =
    index &&
    resolution
      .evaluateAll(
        { file: from, scope: 0 },
        index.bindings(0, first).map(({ value }) => value),
      )
      .filter(({ kind }) => kind !== "external");
  const bound = named && named.length > 0 ? named : objectInside(resolution, from, first);
  if (bound.length > 0)
    return below.reduce<Values>(
      (values, part) => union(...values.map((value) => scala.exported(resolution, value, part))),
      bound,
    );
  for (const module of index?.flow.scopes[0]?.wildcards.toReversed() ?? []) {
    if (module === written) continue;
    const found = absolute(
      resolution,
      from,
      `${module.startsWith(ROOT) ? module.slice(ROOT.length) : module}.${written}`,
    );
    if (found.length > 0) return found;
  }
  return absolute(resolution, from, written);
}

/**
 * The only nested object of a name in a file: `object Status { import Registry._; object Registry { … } }`.
 */
function objectInside(resolution: Resolution, file: FileId, name: string): Values {
  const index = resolution.index(file);
  const objects =
    index?.scopes
      .named(name)
      .filter((at) => ((index.flow.scopes[at]?.flags ?? 0) & SCOPE_FLAGS.object) !== 0) ?? [];
  return objects.length === 1 ? [resolution.scopeValue({ file, scope: objects[0] as number })] : NOTHING;
}

/**
 * Resolves a full path: to a package, and to members of the longest package that is a prefix of it. Names
 * outside packages are only visible from files without a package.
 */
function absolute(resolution: Resolution, from: FileId, path: string): Values {
  const parts = path.split(".");
  const packages = isOne(resolution, path) ? [resolution.values.package("scala", path)] : NOTHING;
  for (let at = parts.length - 1; at >= (resolution.index(from)?.flow.package === "" ? 0 : 1); at--) {
    const top = declaredIn(resolution, parts.slice(0, at).join("."), parts[at] as string);
    const found = parts
      .slice(at + 1)
      .reduce<Values>((values, part) => resolution.membersNamed(values, part), top)
      .filter(({ kind }) => kind !== "external");
    if (found.length > 0) return union(found, packages);
  }
  return packages;
}
