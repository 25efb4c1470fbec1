/** Rules for languages whose files say which package or namespace they belong to. */
import type { FileIndex } from "../file-index.ts";
import type { FileId } from "../project.ts";
import type { Resolution, ResolutionRules } from "../resolution.ts";
import { NOTHING, type Values } from "../values.ts";
import { byName } from "./defaults.ts";
import { boundWhere } from "./file-names.ts";

/** How the packages of some languages are written. */
export interface Packages {
  readonly separator: "." | "\\";
  /** Languages that can use each other's types. */
  readonly languages: readonly string[];
}

export interface PackageStyle extends Packages {
  /** Names of the packages around the own one count too. Default false. */
  readonly searchesOuter?: boolean;
  /** Packages are named where their types are used: `Some.Name.Type.Run()`. Default false. */
  readonly namesPackages?: boolean;
  /** Values of a name in a package. Default: names that files of that package bind. */
  readonly named?: (resolution: Resolution, packageName: string, name: string) => Values;
  /** The package of a scope. Default: that of the file. */
  readonly packageAround?: (index: FileIndex, scope: number) => string;
  /** Values of a name that no package around has. Default: none. */
  readonly elsewhere?: (resolution: Resolution, unbound: UnboundName) => Values;
}

/** A name that neither its file nor the packages around it bind. */
export interface UnboundName {
  readonly file: FileId;
  readonly name: string;
  /** The package of the place where the name is used. */
  readonly own: string;
  readonly inPackage: (packageName: string, name: string) => Values;
}

export function packageRules(style: PackageStyle, differing: Partial<ResolutionRules>): ResolutionRules {
  const { separator, languages, searchesOuter = false, namesPackages = false } = style;
  const language = languages[0] as string;
  const isIn =
    (resolution: Resolution, name: string) =>
    (file: FileId): boolean =>
      languages.includes(resolution.project.language(file)) && resolution.index(file)?.flow.package === name;
  const named =
    style.named ??
    ((resolution, packageName, name) => boundWhere(resolution, name, isIn(resolution, packageName)));
  const packageAround = style.packageAround ?? (({ flow }) => flow.package);
  const inPackage = (resolution: Resolution, packageName: string, name: string): Values => {
    const found = named(resolution, packageName, name);
    const inner = packageName === "" ? name : `${packageName}.${name}`;
    return found.length === 0 && namesPackages && isPackage(resolution, style, inner)
      ? [resolution.values.package(language, inner)]
      : found;
  };

  return {
    ...byName,
    isUnboundExternal: true,
    followsModules: true,
    alternatives: "none",
    ...differing,
    resolveModule(resolution, _from, written) {
      const module = written.startsWith(separator) ? written.slice(1) : written;
      // `a.b.Outer.Inner`: the longest package that has such a type wins.
      const parts = module.split(separator);
      for (let at = parts.length - 1; at >= 0; at--) {
        const top = named(resolution, parts.slice(0, at).join(separator), parts[at] as string);
        const found = parts.slice(at + 1).reduce((types, part) => resolution.membersNamed(types, part), top);
        if (found.length > 0) return found;
      }
      return isPackage(resolution, style, module)
        ? [resolution.values.package(language, module)]
        : [resolution.values.external(module)];
    },
    exported(resolution, module, name) {
      if (name === "*") return [module];
      if (module.kind === "package") return inPackage(resolution, module.name, name);
      return resolution.membersNamed([module], name);
    },
    unbound(resolution, { file, scope }, name) {
      const index = resolution.index(file);
      const own = index ? packageAround(index, scope) : "";
      for (let at = own; ; at = at.slice(0, Math.max(0, at.lastIndexOf(separator)))) {
        const found = named(resolution, at, name);
        if (found.length > 0) return found;
        if (at === "" || !searchesOuter) break;
      }
      const inside = (packageName: string, inner: string): Values =>
        inPackage(resolution, packageName, inner);
      return style.elsewhere?.(resolution, { file, name, own, inPackage: inside }) ?? NOTHING;
    },
  };
}

/**
 * Whether some file of the codebase belongs to a package: by its path, where paths follow packages, by a
 * namespace that it declares, or because it says so.
 */
export function isPackage(resolution: Resolution, packages: Packages, name: string): boolean {
  const { languages } = packages;
  return (
    packagesOfPaths(resolution, packages).has(name) ||
    resolution.once(["package", languages, name], () =>
      [...resolution.project.filesDefining(name), ...resolution.project.filesUsing("mention", name)].some(
        (file) => {
          const index = languages.includes(resolution.project.language(file)) ? resolution.index(file) : null;
          return (
            index !== null &&
            (index.flow.package === name ||
              index.scopes.named(name).some((at) => index.flow.scopes[at]?.kind === "namespace"))
          );
        },
      ),
    )
  );
}

function packagesOfPaths(resolution: Resolution, { languages, separator }: Packages): ReadonlySet<string> {
  const { project } = resolution;
  return resolution.shared(`packages ${languages.join()}`, () => {
    const suffixes = new Set<string>();
    for (const [file, path] of project.paths.entries()) {
      if (!languages.includes(project.language(file))) continue;
      const parts = path.split("/").slice(0, -1);
      for (let at = 0; at < parts.length; at++) suffixes.add(parts.slice(at).join(separator));
    }
    return suffixes;
  });
}
