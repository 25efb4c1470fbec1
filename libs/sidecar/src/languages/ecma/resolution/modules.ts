/**
 * Resolves module specifiers of JavaScript and TypeScript to files: relative paths, `paths` of the nearest
 * tsconfig, packages of the workspace with their `exports` and `imports`. Prefers source files to build
 * outputs.
 */
import { isBuiltin } from "node:module";
import type { FileId } from "../../../call-graph/project.ts";
import type { Resolution } from "../../../call-graph/resolution.ts";
import { type PackageJson, configsAround, packageAround, packagesByName } from "./configs.ts";
import { folderOf, foldersUp, joined } from "../../../call-graph/rules/paths.ts";

const EXTENSIONS = [
  ".ts",
  ".tsx",
  ".d.ts",
  ".mts",
  ".cts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  ".vue",
  ".svelte",
  ".astro",
];
/** Extensions of built files, and those of the source files that they may be built from. */
const BUILT: ReadonlyMap<string, readonly string[]> = new Map([
  [".js", [".ts", ".tsx", ".jsx"]],
  [".mjs", [".mts"]],
  [".cjs", [".cts"]],
  [".jsx", [".tsx"]],
]);
/** Conditions of `exports` by priority: those that lead to source files first. */
const CONDITIONS = ["source", "@", "import", "module", "require", "node", "default", "types"];

/** The file of the codebase that a specifier refers to; undefined if there is none. */
export function findModule(resolution: Resolution, from: FileId, specifier: string): FileId | undefined {
  return resolution.shared(
    `module ${folderOf(resolution.project.paths[from] as string)} ${specifier}`,
    () => {
      const folder = folderOf(resolution.project.paths[from] as string);
      if (/^\.{0,2}\/|^\.{1,2}$/.test(specifier))
        return fileFor(resolution, joined(specifier.startsWith("/") ? "" : folder, specifier));
      if (specifier.startsWith("#")) {
        const around = packageAround(resolution, folder);
        return around ? fromTargets(resolution, around, around.imports, specifier) : undefined;
      }
      return (
        fromPaths(resolution, folder, specifier) ??
        fromWorkspace(resolution, specifier) ??
        besideImporter(resolution, folder, specifier)
      );
    },
  );
}

/** The file at a path, including imports of folders and of names without extension. */
function fileFor(resolution: Resolution, path: string | null): FileId | undefined {
  if (path === null) return undefined;
  const { project } = resolution;
  const dot = path.lastIndexOf(".");
  const extension = dot > path.lastIndexOf("/") ? path.slice(dot) : "";
  const candidates = [
    ...(extension === ""
      ? []
      : [path, ...(BUILT.get(extension) ?? []).map((source) => path.slice(0, dot) + source)]),
    ...EXTENSIONS.map((added) => path + added),
    ...EXTENSIONS.map((added) => `${path === "" ? "" : `${path}/`}index${added}`),
  ];
  for (const candidate of candidates) {
    const file = project.fileAt(candidate);
    if (file !== undefined && project.flow(file)) return file;
  }
  const main = packagesByName(resolution).byFolder.get(path)?.main;
  return main ? fileFor(resolution, joined(path, main)) : undefined;
}

/**
 * Resolves a specifier by `compilerOptions.paths` and `baseUrl` of the nearest configuration. If its paths
 * lead to build outputs outside the codebase, tries the configurations in the folders above.
 */
function fromPaths(resolution: Resolution, folder: string, specifier: string): FileId | undefined {
  for (const { base, paths, hasBaseUrl } of configsAround(resolution, folder)) {
    const fitting = paths
      .filter(({ pattern }) => matched(pattern, specifier) !== null)
      .sort((left, right) => prefixOf(right.pattern).length - prefixOf(left.pattern).length)[0];
    for (const target of fitting?.targets ?? []) {
      const file = fileFor(
        resolution,
        joined(base, target.replace("*", matched(fitting?.pattern ?? "", specifier) ?? "")),
      );
      if (file !== undefined) return file;
    }
    const beside = hasBaseUrl ? fileFor(resolution, joined(base, specifier)) : undefined;
    if (beside !== undefined || !fitting) return beside;
  }
  return undefined;
}

function prefixOf(pattern: string): string {
  return pattern.split("*", 1)[0] ?? "";
}

/** What the `*` of a pattern matches; null if the pattern does not match. */
function matched(pattern: string, text: string): string | null {
  const star = pattern.indexOf("*");
  if (star === -1) return pattern === text ? "" : null;
  const [before, behind] = [pattern.slice(0, star), pattern.slice(star + 1)];
  return text.length >= before.length + behind.length && text.startsWith(before) && text.endsWith(behind)
    ? text.slice(before.length, text.length - behind.length)
    : null;
}

/** Resolves a package of the codebase itself. */
function fromWorkspace(resolution: Resolution, specifier: string): FileId | undefined {
  const name = packageName(specifier);
  const found = packagesByName(resolution).byName.get(name);
  if (!found) return undefined;
  const subpath = specifier.slice(name.length + 1);
  const byExports = fromTargets(resolution, found, found.exports, subpath === "" ? "." : `./${subpath}`);
  if (byExports !== undefined) return byExports;
  if (subpath !== "")
    return (
      fileFor(resolution, joined(found.folder, subpath)) ??
      fileFor(resolution, joined(found.folder, `src/${subpath}`))
    );
  for (const main of [found.source, found.main, "src/index", "index", "lib/index", "src"]) {
    const file = main ? sourceFor(resolution, found, main) : undefined;
    if (file !== undefined) return file;
  }
  return undefined;
}

/**
 * Whether a specifier names a package of the codebase. Its file may still be unknown, because sources need
 * not show what a package is built into.
 */
export function isOfWorkspace(resolution: Resolution, specifier: string): boolean {
  return packagesByName(resolution).byName.has(packageName(specifier));
}

/**
 * Resolves a specifier relative to the importing folder, as some bundlers and loaders do, unless it is a
 * known package.
 */
function besideImporter(resolution: Resolution, folder: string, specifier: string): FileId | undefined {
  const name = packageName(specifier);
  const isPackage =
    isBuiltin(specifier) ||
    [...foldersUp(folder)].some((at) => packagesByName(resolution).byFolder.get(at)?.dependencies.has(name));
  return isPackage ? undefined : fileFor(resolution, joined(folder, specifier));
}

function packageName(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** Resolves the entry of `exports` or `imports` that matches a subpath. */
function fromTargets(
  resolution: Resolution,
  owner: PackageJson,
  targets: unknown,
  subpath: string,
): FileId | undefined {
  const table =
    typeof targets === "object" &&
    targets !== null &&
    Object.keys(targets).some((key) => key.startsWith(".") || key.startsWith("#"))
      ? (targets as Record<string, unknown>)
      : { ".": targets };
  const fitting = Object.keys(table)
    .filter((pattern) => matched(pattern, subpath) !== null)
    .sort((left, right) => prefixOf(right).length - prefixOf(left).length);
  for (const pattern of fitting) {
    for (const target of pathsOf(table[pattern])) {
      const file = sourceFor(resolution, owner, target.replace("*", matched(pattern, subpath) ?? ""));
      if (file !== undefined) return file;
    }
  }
  return undefined;
}

/** All paths of a conditional target, by priority of the conditions. */
function pathsOf(target: unknown): string[] {
  if (typeof target === "string") return [target];
  if (Array.isArray(target)) return target.flatMap(pathsOf);
  if (typeof target !== "object" || target === null) return [];
  const rank = (condition: string): number =>
    CONDITIONS.findIndex((known) => (known === "@" ? condition.startsWith("@") : known === condition)) + 1 ||
    CONDITIONS.length + 1;
  return Object.entries(target)
    .sort(([left], [right]) => rank(left) - rank(right))
    .flatMap(([, inner]) => pathsOf(inner));
}

/** The file that a package names, or its source if the file is a build output outside the codebase. */
function sourceFor(resolution: Resolution, { folder }: PackageJson, target: string): FileId | undefined {
  const direct = fileFor(resolution, joined(folder, target));
  if (direct !== undefined) return direct;
  const relative = target.replace(/^\.\//, "");
  const source = relative
    .replace(/^(?:dist|lib|build|out|esm|cjs)\/(?:esm\/|cjs\/|src\/)?/, "src/")
    .replace(/\.d\.[cm]?ts$|\.[cm]?js$/, "");
  return source === relative
    ? undefined
    : (fileFor(resolution, joined(folder, source)) ??
        fileFor(resolution, joined(folder, source.replace(/^src\//, ""))));
}
