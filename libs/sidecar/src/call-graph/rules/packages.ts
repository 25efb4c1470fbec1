/** Rules of languages whose files declare their package or namespace: Java, Kotlin, C#, PHP. */
import { byName } from "./defaults.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import type { ResolutionRules } from "../resolution.ts";
import { NOTHING, type Values } from "../values.ts";
import { JVM_METHODS } from "../members/library-methods.ts";
import { boundWhere } from "./file-names.ts";
import { namespaceAround, seenEverywhere, typesIn } from "../../languages/csharp/namespaces.ts";

/**
 * Methods of the Java library's functional interfaces: `Runnable`, `Comparator`, those of
 * `java.util.function`.
 */
const FUNCTIONAL_METHOD = /^(?:run|accept|test|compare|invoke|(?:get|apply)(?:As\p{Lu}\w*)?)$/u;

/** Interfaces of PHP's runtime. They provide no methods: classes define all that these interfaces require. */
const PHP_INTERFACES: ReadonlySet<string> = new Set([
  "ArrayAccess",
  "BackedEnum",
  "Countable",
  "Iterator",
  "IteratorAggregate",
  "JsonSerializable",
  "Serializable",
  "Stringable",
  "Traversable",
  "UnitEnum",
]);

export const jvm = packageRules(
  { separator: ".", languages: ["java", "kotlin"], searchesOuter: false },
  {
    library: JVM_METHODS,
    callMethod: "invoke",
    indexMember: "get",
    separatesMethods: true,
    hasOverloads: true,
    spreadsToRest: true,
    declaresFields: true,
    runsFunction: (method) => FUNCTIONAL_METHOD.test(method),
    hasReceivers: true,
    extendsLibrary: true,
    matchesAdded: true,
  },
);
export const csharp = packageRules(
  { separator: ".", languages: ["csharp"], searchesOuter: true },
  { indexMember: "[]", hasOverloads: true, extendsLibrary: true, matchesAdded: true },
);
export const php = packageRules(
  { separator: "\\", languages: ["php"], searchesOuter: false },
  {
    hasOwners: false,
    callMethod: "__invoke",
    indexMember: "offsetGet",
    separatesMethods: true,
    classNames: "nothing",
    isDynamicallyTyped: true,
    overridesStatics: true,
    mixesIn: true,
    implementsOutside: true,
    emptyBases: PHP_INTERFACES,
  },
);

interface PackageStyle {
  readonly separator: "." | "\\";
  /** Languages that can use each other's types. */
  readonly languages: readonly string[];
  /** Whether names of enclosing namespaces are visible too. */
  readonly searchesOuter: boolean;
}

function packageRules(
  { separator, languages, searchesOuter }: PackageStyle,
  differing: Partial<ResolutionRules>,
): ResolutionRules {
  const language = languages[0] as string;
  const isIn =
    (resolution: Resolution, name: string) =>
    (file: FileId): boolean =>
      languages.includes(resolution.project.language(file)) && resolution.index(file)?.flow.package === name;
  const named = (resolution: Resolution, packageName: string, name: string): Values =>
    language === "csharp"
      ? typesIn(resolution, packageName, name)
      : boundWhere(resolution, name, isIn(resolution, packageName));
  // C# allows namespaces inside expressions: `Some.Name.Type.Run()`.
  const inPackage = (resolution: Resolution, packageName: string, name: string): Values => {
    const found = named(resolution, packageName, name);
    const inner = packageName === "" ? name : `${packageName}.${name}`;
    return found.length === 0 && language === "csharp" && isPackage(resolution, languages, inner)
      ? [resolution.values.package(language, inner)]
      : found;
  };

  return {
    ...byName,
    isUnboundExternal: true,
    followsModules: true,
    alternatives: language === "java" ? "all" : "none",
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
      return isPackage(resolution, languages, module)
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
      const own = !index ? "" : language === "csharp" ? namespaceAround(index, scope) : index.flow.package;
      for (let at = own; ; at = at.slice(0, Math.max(0, at.lastIndexOf(separator)))) {
        const found = named(resolution, at, name);
        if (found.length > 0) return found;
        if (at === "" || !searchesOuter) break;
      }
      if (language === "csharp") {
        const seen = seenEverywhere(resolution, file, name);
        return seen.length > 0 ? seen : inPackage(resolution, "", name);
      }
      // PHP looks up functions that the namespace does not have in the global namespace.
      return separator === "\\" && own !== "" ? named(resolution, "", name) : NOTHING;
    },
  };
}

/**
 * Whether some file belongs to a package: by its path, where paths follow packages, by a namespace that it
 * declares, or by its package declaration.
 */
export function isPackage(resolution: Resolution, languages: readonly string[], name: string): boolean {
  return (
    packagesOfPaths(resolution, languages).has(name) ||
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

function packagesOfPaths(resolution: Resolution, languages: readonly string[]): ReadonlySet<string> {
  const { project } = resolution;
  return resolution.shared(`packages ${languages.join()}`, () => {
    const separator = languages[0] === "php" ? "\\" : ".";
    const suffixes = new Set<string>();
    for (const [file, path] of project.paths.entries()) {
      if (!languages.includes(project.language(file))) continue;
      const parts = path.split("/").slice(0, -1);
      for (let at = 0; at < parts.length; at++) suffixes.add(parts.slice(at).join(separator));
    }
    return suffixes;
  });
}
