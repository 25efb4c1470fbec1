/**
 * Resolution rules of C#: a file may have several namespaces, and names of those around its own count too.
 */
import { ALL_NAMES, type ExprId, NONE } from "../../call-facts/facts.ts";
import type { FileIndex } from "../../call-graph/file-index.ts";
import type { FileId } from "../../call-graph/project.ts";
import type { Resolution } from "../../call-graph/resolution.ts";
import { packageRules } from "../../call-graph/rules/packages.ts";
import { folderOf, foldersUp, nameOf } from "../../call-graph/rules/paths.ts";
import { valuesOfBindings } from "../../call-graph/types/declared.ts";
import { NOTHING, union, type Values } from "../../call-graph/values.ts";
import { addTo } from "../../group-by.ts";

// Resolves names through C#'s namespaces, of which a file may have several, and through implicit imports:
// `global using` in any file of the project, and `<Using>` in the project's own file or in a
// `Directory.Build` file in a folder above it. A file's project is the nearest folder above it with a
// `.csproj`; without one, the global usings of its folder and the folders above apply.

/** The namespace of a scope in a file; empty for none. */
function namespaceAround(index: FileIndex, scope: number): string {
  const names: string[] = [];
  for (let at = scope; at !== NONE; at = index.flow.scopes[at]?.parent ?? NONE) {
    const own = index.flow.scopes[at];
    if (own?.kind === "namespace") names.unshift(own.name);
  }
  return names.join(".");
}

/** Types with a name in a namespace. */
function typesIn(resolution: Resolution, namespace: string, name: string): Values {
  return union(
    ...resolution.project
      .filesDefining(name)
      .filter((file) => resolution.project.language(file) === "csharp")
      .map((file): Values => {
        const index = resolution.index(file);
        const bindings = (index?.bindings(0, name) ?? []).filter(
          ({ value }) => index && liesIn(index, value, namespace),
        );
        return valuesOfBindings(resolution, { file, scope: 0 }, bindings);
      }),
  );
}

/**
 * Whether a type is in a namespace. Types of all namespaces are names of the file; delegates have no scope
 * and are assigned to the file's first namespace.
 */
function liesIn(index: FileIndex, value: ExprId, namespace: string): boolean {
  const op = index.op(value);
  if (op === "signature") return index.flow.package === namespace;
  return op === "scope" && namespaceAround(index, index.operand(value, 1)) === namespace;
}

/** What a name denotes in a file through implicit imports. */
function seenEverywhere(resolution: Resolution, file: FileId, name: string): Values {
  for (const from of globalFiles(resolution, file)) {
    const aliases = (resolution.index(from)?.flow.exports ?? []).filter((given) => given.name === name);
    if (aliases.length > 0)
      return resolution.evaluateAll(
        { file: from, scope: 0 },
        aliases.map(({ value }) => value),
      );
  }
  const project = projectOf(resolution, file);
  const modules = resolution.once(["global usings", project], () => [
    ...globalFiles(resolution, file).flatMap((from) => resolution.index(from)?.flow.exportsAllOf ?? []),
    ...configuredUsings(resolution, project),
    ...IMPLICIT,
  ]);
  for (const module of modules) {
    const values = resolution.imported(file, module, name).filter(({ kind }) => kind !== "external");
    if (values.length > 0) return values;
  }
  return NOTHING;
}

/**
 * Namespaces that most projects import through `<ImplicitUsings>`. Included because codebases define types in
 * them to support older frameworks.
 */
const IMPLICIT = [
  "System",
  "System.Collections.Generic",
  "System.IO",
  "System.Linq",
  "System.Threading",
  "System.Threading.Tasks",
];

/** Files whose global usings apply to a file; ascending. */
function globalFiles(resolution: Resolution, file: FileId): readonly FileId[] {
  const project = projectOf(resolution, file);
  return resolution.once(["global files", project], () =>
    resolution.project
      .filesUsing("mention", ALL_NAMES)
      .filter(
        (from) =>
          resolution.project.language(from) === "csharp" && counts(projectOf(resolution, from), project),
      ),
  );
}

function counts(from: string, project: string): boolean {
  return (
    from === project ||
    (from.startsWith(NO_PROJECT) && project.startsWith(from === NO_PROJECT ? from : `${from}/`))
  );
}

/** Folder of the project that a file belongs to. */
function projectOf(resolution: Resolution, file: FileId): string {
  const projects = projectFiles(resolution);
  const folder = folderOf(resolution.project.paths[file] as string);
  for (const at of foldersUp(folder)) if (projects.has(at)) return at;
  return `${NO_PROJECT}${folder}`;
}

/** Prefix of folders outside any project. No path starts with it. */
const NO_PROJECT = "/";

/** `.csproj` files by folder. */
function projectFiles(resolution: Resolution): ReadonlyMap<string, readonly FileId[]> {
  return filesByFolder(resolution, "csproj", (name) => name.endsWith(".csproj"));
}

function filesByFolder(
  resolution: Resolution,
  what: string,
  passes: (name: string) => boolean,
): ReadonlyMap<string, readonly FileId[]> {
  return resolution.shared(`${what} by folder`, () => {
    const found = new Map<string, FileId[]>();
    for (const [file, path] of resolution.project.paths.entries()) {
      if (passes(nameOf(path))) addTo(found, folderOf(path), file);
    }
    return found;
  });
}

/**
 * Usings of the project's file, and of `Directory.Build` files in its folder and the folders above;
 * conditions are assumed to hold.
 */
function configuredUsings(resolution: Resolution, project: string): readonly string[] {
  const folder = project.startsWith(NO_PROJECT) ? project.slice(NO_PROJECT.length) : project;
  const around = filesByFolder(resolution, "Directory.Build", (name) =>
    /^Directory\.Build\.(?:props|targets)$/.test(name),
  );
  const files = [
    ...(projectFiles(resolution).get(project) ?? []),
    ...[...foldersUp(folder)].flatMap((at) => around.get(at) ?? []),
  ];
  return files.flatMap((at) =>
    resolution.shared(`usings of ${at}`, () => usingsIn(resolution.project.text(at))),
  );
}

/**
 * Namespaces of `<Using Include="A.B" />`, with or without `Static="true"`. One with an alias does not import
 * a whole namespace.
 */
function usingsIn(text: string): string[] {
  return [...text.matchAll(/<Using\s[^<>]*>/g)].flatMap(([tag]) =>
    /\sAlias\s*=/.test(tag) ? [] : (/\sInclude\s*=\s*"([\w.]+)"/.exec(tag)?.[1] ?? []),
  );
}

export const csharp = packageRules(
  {
    separator: ".",
    languages: ["csharp"],
    searchesOuter: true,
    namesPackages: true,
    named: typesIn,
    packageAround: namespaceAround,
    elsewhere(resolution, { file, name, inPackage }) {
      const seen = seenEverywhere(resolution, file, name);
      return seen.length > 0 ? seen : inPackage("", name);
    },
  },
  {
    baseRelation: "inherits",
    indexMember: "[]",
    hasOverloads: true,
    extendsLibrary: true,
    matchesAdded: true,
  },
);
