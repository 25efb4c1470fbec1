/** Resolution rules of Rust: modules by their location below a crate's root, crates by their `Cargo.toml`. */
import { MACRO, MACROS_OF_LANGUAGE } from "../../../call-facts/import-marks.ts";
import { RUST_METHODS } from "../../../call-graph/members/library-methods.ts";
import type { FileId } from "../../../call-graph/project.ts";
import type { Resolution, ResolutionRules } from "../../../call-graph/resolution.ts";
import { byName } from "../../../call-graph/rules/defaults.ts";
import { boundInFile, boundOrTakenOver } from "../../../call-graph/rules/file-names.ts";
import { closeness, filesNamed, folderOf, joined, nameOf } from "../../../call-graph/rules/paths.ts";
import { lineageOf } from "../../../call-graph/types/lineage.ts";
import { NOTHING, scopeKey, union, type Values } from "../../../call-graph/values.ts";
import { groupBy } from "../../../group-by.ts";
import { associatedItems, associatedType, genericOfBlock, selectMethods } from "./blocks.ts";
import { isOfTypeOutside, mayBeOfTypeItself, methodsForAll, methodsInSight } from "./traits.ts";

const LEADS_ON = /(?:^|[.:])Deref(?:Mut)?$/;

export const rust: ResolutionRules = {
  ...byName,
  classNames: "nothing",
  separatesMethods: true,
  isUnboundExternal: true,
  indexMember: "index",
  extendsLibrary: true,
  leadsOn: LEADS_ON,
  followsModules: true,
  baseRelation: "implements",
  alternatives: "all",
  bindsFields: true,
  library: RUST_METHODS,
  selectAmong: selectMethods,
  isOfTypeOutside,
  methodsInSight,
  methodsForAll,
  genericAround: genericOfBlock,
  heldAs: (resolution, object, type) =>
    /(?:^|[.:])(?:Iterator|Stream)$/.test(type)
      ? associatedItems(resolution, object, {
          method: type.endsWith("Stream") ? "poll_next" : "next",
          type: "Item",
        }).slice(0, 1)
      : [],
  derefMembers: (resolution, object, name) => {
    if (
      name === "deref" ||
      object.kind !== "instance" ||
      !lineageOf(resolution, object.type).outside.some((base) => LEADS_ON.test(base.name))
    )
      return NOTHING;
    return resolution.walked(
      `behind ${name}`,
      scopeKey(object.type),
      { met: NOTHING, tooFar: NOTHING, isPart: true },
      () =>
        resolution.membersNamed(
          associatedType(resolution, object, { method: "deref", type: "Target" }),
          name,
        ),
    );
  },
  derefObjects: (resolution, object) =>
    associatedType(resolution, object, { method: "deref", type: "Target" }),
  elementsOf: (resolution, object) => {
    const own = union(
      associatedType(resolution, object, { method: "next", type: "Item" }),
      associatedType(resolution, object, { method: "into_iter", type: "Item" }),
    );
    return own.length > 0 ? own : associatedType(resolution, object, { method: "poll_next", type: "Item" });
  },
  awaited: (resolution, object) =>
    union(
      associatedType(resolution, object, { method: "into_future", type: "Output" }),
      associatedType(resolution, object, { method: "poll", type: "Output" }),
    ),
  isOneOfSeveral: mayBeOfTypeItself,
  resolveModule(resolution, from, module) {
    const parts = module.split("::").filter((part) => part !== "");
    switch (parts[0]) {
      case "crate":
        return walkDown(resolution, crateOf(resolution, from), parts.slice(1));
      case "self":
        return walkDown(resolution, moduleOf(resolution, from), parts.slice(1));
      case "super": {
        const up = parts.findIndex((part) => part !== "super");
        const depth = up === -1 ? parts.length : up;
        return walkDown(resolution, above(resolution, from, depth), parts.slice(depth));
      }
      default:
        return fromCrate(resolution, from, parts) ?? [resolution.values.external(module)];
    }
  },
  exported(resolution, module, name) {
    if (name === "*" || name === "self") return [module];
    if (module.kind !== "module") return resolution.membersNamed([module], name);
    const own =
      boundOrTakenOver(resolution, module.file, name) ??
      moduleIn(resolution, moduleOf(resolution, module.file).folder, name);
    // Exported macros are members of the crate, wherever they are defined.
    return own.length > 0 || !beginsCrate(resolution, resolution.project.paths[module.file] as string)
      ? own
      : macroSeen(resolution, module.file, name);
  },
  unbound(resolution, { file }, name) {
    const local = moduleIn(resolution, moduleOf(resolution, file).folder, name);
    const crate = local.length > 0 ? undefined : crates(resolution).get(name);
    if (crate !== undefined) return walkDown(resolution, libraryIn(resolution, crate), []);
    return local.length > 0 ? local : macroSeen(resolution, file, name);
  },
};

/**
 * A top-level macro of another file, however it is made visible (`#[macro_use]`, `#[macro_export]`); the
 * nearest if there are several.
 */
function macroSeen(resolution: Resolution, from: FileId, name: string): Values {
  if (MACROS_OF_LANGUAGE.has(name)) return NOTHING;
  const { paths } = resolution.project;
  const files = resolution.once(["macro", name], () =>
    resolution.project
      .filesDefining(name)
      .filter((file) => (resolution.index(file)?.bindings(0, `${name}${MACRO}`) ?? []).length > 0),
  );
  const near = (file: FileId): number => closeness(paths[file] as string, paths[from] as string);
  const [nearest] = [...files].sort((left, right) => near(right) - near(left) || left - right);
  return nearest === undefined ? NOTHING : (boundInFile(resolution, nearest, `${name}${MACRO}`) ?? NOTHING);
}

/** A module: its values, several if a build chooses one of them, and the folder with the modules below it. */
interface Module {
  readonly values: Values;
  readonly folder: string;
}

function moduleOf(resolution: Resolution, file: FileId): Module {
  return {
    values: asModules(resolution, [file]),
    folder: moduleFolder(resolution, resolution.project.paths[file] as string),
  };
}

/**
 * Resolves a path that starts with the name of a crate, or of a module of the file; null if it starts with
 * neither.
 */
function fromCrate(resolution: Resolution, from: FileId, parts: readonly string[]): Values | null {
  const crate = crates(resolution).get(parts[0] ?? "");
  if (crate !== undefined) return walkDown(resolution, libraryIn(resolution, crate), parts.slice(1));
  const local = walkDown(resolution, moduleOf(resolution, from), parts);
  return local.length > 0 ? local : null;
}

function libraryIn(resolution: Resolution, folder: string): Module {
  const { project } = resolution;
  const file = project.fileAt(inFolder(folder, "lib.rs")) ?? project.fileAt(inFolder(folder, "main.rs"));
  return { values: asModules(resolution, file === undefined ? [] : [file]), folder };
}

/** The meaning of `crate` in a file. The root of a crate may also be a module of the crates next to it. */
function crateOf(resolution: Resolution, file: FileId): Module {
  const path = resolution.project.paths[file] as string;
  if (beginsCrate(resolution, path))
    return {
      values: [...asModules(resolution, [file]), ...besides(resolution, file)],
      folder: folderOf(path),
    };
  let inside = moduleFolder(resolution, path);
  for (; inside !== ""; inside = folderOf(inside)) {
    const files = rootsWith(resolution, folderOf(inside), nameOf(inside));
    if (files.length > 0) return { values: asModules(resolution, files), folder: folderOf(inside) };
  }
  return { values: NOTHING, folder: folderOf(path) };
}

/** The module `depth` levels above a file's. */
function above(resolution: Resolution, file: FileId, depth: number): Module {
  const own = moduleOf(resolution, file);
  const path = resolution.project.paths[file] as string;
  // As a module of a crate whose root is next to it.
  let at: Module = beginsCrate(resolution, path)
    ? { values: besides(resolution, file), folder: own.folder }
    : containing(resolution, own.folder);
  for (let level = 1; level < depth; level++) at = containing(resolution, at.folder);
  return at;
}

/** Crate roots that declare a file next to them, which may be a root itself, as a module. */
function besides(resolution: Resolution, file: FileId): Values {
  const path = resolution.project.paths[file] as string;
  const roots = rootsWith(resolution, folderOf(path), nameOf(path).replace(/\.rs$/, ""));
  return asModules(
    resolution,
    roots.filter((root) => root !== file),
  );
}

/** The module whose submodules are in a folder: a file, or an inline module of one. */
function containing(resolution: Resolution, inside: string): Module {
  const { project } = resolution;
  const folder = folderOf(inside);
  const roots = rootsWith(resolution, folder, nameOf(inside));
  if (roots.length > 0 || folder === "") return { values: asModules(resolution, roots), folder };
  const file = project.fileAt(`${folder}/mod.rs`) ?? project.fileAt(`${folder}.rs`);
  return {
    values:
      file === undefined
        ? walkDown(resolution, containing(resolution, folder), [nameOf(folder)])
        : asModules(resolution, [file]),
    folder,
  };
}

function asModules({ values }: Resolution, files: readonly FileId[]): Values {
  return files.map((file) => values.module(file));
}

/** Follows a path through modules as far as there are files, then through names of the last one. */
function walkDown(resolution: Resolution, start: Module, parts: readonly string[]): Values {
  let current = start.values;
  let below = start.folder;
  for (const [position, part] of parts.entries()) {
    const next = moduleIn(resolution, below, part);
    if (next.length === 0) {
      const rest = parts.slice(position);
      // The modules in between are inline modules of the file.
      const deeper = rest.length > 1 ? moduleIn(resolution, below, rest.join("/")) : NOTHING;
      return deeper.length > 0
        ? deeper
        : rest.reduce<Values>((values, name) => resolution.membersNamed(values, name), current);
    }
    current = next;
    below = inFolder(below, part);
  }
  return current;
}

/** The module with a name, in the folder of its parent's modules. */
function moduleIn(resolution: Resolution, folder: string, name: string): Values {
  const base = inFolder(folder, name);
  for (const candidate of [`${base}.rs`, `${base}/mod.rs`]) {
    const file = resolution.project.fileAt(candidate);
    if (file !== undefined) return [resolution.values.module(file)];
  }
  return NOTHING;
}

// Finds Rust's crates as Cargo does: their names, their root files, and where the modules below a file are.

/** Source folders of the codebase's crates, keyed by the name that other crates use. */
function crates(resolution: Resolution): ReadonlyMap<string, string> {
  return resolution.shared("crates", () => {
    const found = new Map<string, string>();
    for (const { folder, text } of manifests(resolution)) {
      const name = /^\s*name\s*=\s*"([^"]+)"/m.exec(text)?.[1];
      if (name !== undefined) found.set(name.replaceAll("-", "_"), inFolder(folder, "src"));
    }
    return found;
  });
}

/** The folder with the modules below a file. */
function moduleFolder(resolution: Resolution, path: string): string {
  return nameOf(path) === "mod.rs" || beginsCrate(resolution, path)
    ? folderOf(path)
    : path.replace(/\.rs$/, "");
}

/**
 * Whether a file is the root of a crate. Every file in `tests/` or `src/bin/` is, even if other files there
 * declare it as a module.
 */
function beginsCrate(resolution: Resolution, path: string): boolean {
  return ROOTS.includes(nameOf(path)) || targets(resolution).has(path);
}

/** Crate roots in a folder that declare a module; the first root if none does. */
function rootsWith(resolution: Resolution, folder: string, module: string): readonly FileId[] {
  const { project } = resolution;
  const declares = (file: FileId): boolean => (resolution.index(file)?.bindings(0, module) ?? []).length > 0;
  const named = ROOTS.flatMap((name) => project.fileAt(inFolder(folder, name)) ?? []);
  const root = named.find(declares) ?? named[0];
  if (root !== undefined) return [root];
  return (targetsByFolder(resolution).get(folder) ?? []).filter((file) => declares(file));
}

function inFolder(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

const ROOTS: readonly string[] = ["lib.rs", "main.rs"];

/** Folders in which each file is a program, test, example or benchmark. */
const TARGET_FOLDERS: readonly string[] = ["src/bin", "tests", "examples", "benches"];

/** Paths of the files that Cargo builds as crates, except `ROOTS`. */
function targets(resolution: Resolution): ReadonlySet<string> {
  return resolution.shared("cargo targets", () => {
    const folders = new Set<string>();
    const found = new Set<string>();
    for (const { folder, text } of manifests(resolution)) {
      for (const name of TARGET_FOLDERS) folders.add(inFolder(folder, name));
      for (const path of ["build.rs", ...pathsIn(text)]) found.add(joined(folder, path) ?? path);
    }
    for (const path of resolution.project.paths)
      if (path.endsWith(".rs") && nameOf(path) !== "mod.rs" && folders.has(folderOf(path))) found.add(path);
    return found;
  });
}

/** Ascending by file. */
function targetsByFolder(resolution: Resolution): ReadonlyMap<string, readonly FileId[]> {
  const { project } = resolution;
  return resolution.shared("cargo targets by folder", () => {
    const files = [...targets(resolution)]
      .flatMap((path) => project.fileAt(path) ?? [])
      .sort((left, right) => left - right);
    return groupBy(files, (file) => folderOf(project.paths[file] as string));
  });
}

/** Paths such as `path = "tools/cli.rs"` of a program, test or library; paths of dependencies are folders. */
function pathsIn(manifest: string): string[] {
  return [...manifest.matchAll(/^[ \t]*(?:path|build)[ \t]*=[ \t]*"([^"\n]+\.rs)"/gm)].map(
    ([, path = ""]) => path,
  );
}

function manifests(resolution: Resolution): { readonly folder: string; readonly text: string }[] {
  return filesNamed(resolution, "Cargo.toml").map((file) => ({
    folder: folderOf(resolution.project.paths[file] as string),
    text: resolution.project.text(file),
  }));
}
