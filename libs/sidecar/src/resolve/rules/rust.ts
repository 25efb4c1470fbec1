/** Rust: modules by their place below a crate's root, crates by their `Cargo.toml`. */
import { byName } from "./by-name.ts";
import { RUST_METHODS } from "../members/library-methods.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import type { ResolutionRules } from "./resolution-rules.ts";
import { NOTHING, type Values } from "../values.ts";
import { boundOrTakenOver } from "./file-names.ts";
import { filesNamed, folderOf, foldersUp, nameOf } from "./paths.ts";

export const rust: ResolutionRules = {
  ...byName,
  classNames: "nothing", separatesMethods: true, isUnboundExternal: true, extendsLibrary: true, followsModules: true, alternatives: "none", library: RUST_METHODS,
  resolveModule(resolution, from, module) {
    const parts = module.split("::").filter((part) => part !== "");
    const [first = ""] = parts;
    const root = crateRoot(resolution, resolution.project.paths[from] as string);
    let folder = moduleFolder(resolution.project.paths[from] as string);
    let at = 0;
    if (first === "crate") [folder, at] = [root, 1];
    else if (first === "self") at = 1;
    else if (first === "super") {
      while (parts[at] === "super") {
        folder = folderOf(folder);
        at++;
      }
    } else {
      const crate = crates(resolution).get(first);
      if (crate === undefined) {
        const local = walkDown(resolution, folder, parts);
        return local.length > 0 ? local : [resolution.values.external(module)];
      }
      [folder, at] = [crate, 1];
    }
    return walkDown(resolution, folder, parts.slice(at));
  },
  exported(resolution, module, name) {
    if (name === "*" || name === "self") return [module];
    if (module.kind !== "module") return resolution.membersNamed([module], name);
    return boundOrTakenOver(resolution, module.file, name) ?? moduleIn(resolution, moduleFolder(resolution.project.paths[module.file] as string), name);
  },
  unbound(resolution, { file }, name) {
    const local = moduleIn(resolution, moduleFolder(resolution.project.paths[file] as string), name);
    const crate = local.length > 0 ? undefined : crates(resolution).get(name);
    return crate === undefined ? local : walkDown(resolution, crate, []);
  },
};

/** Follows a path of modules as deep as there are files, then names in the last one. */
function walkDown(resolution: Resolution, folder: string, parts: readonly string[]): Values {
  let at = fileOfFolder(resolution, folder);
  let current: Values = at === undefined ? NOTHING : [resolution.values.module(at)];
  let below = folder;
  for (const [position, part] of parts.entries()) {
    const next = moduleIn(resolution, below, part);
    const module = next[0];
    if (module?.kind !== "module") return parts.slice(position).reduce<Values>((values, name) => resolution.membersNamed(values, name), current);
    at = module.file;
    current = next;
    below = below === "" ? part : `${below}/${part}`;
  }
  return current;
}

/** The module of a name whose parent's modules lie in a folder. */
function moduleIn(resolution: Resolution, folder: string, name: string): Values {
  const base = folder === "" ? name : `${folder}/${name}`;
  for (const candidate of [`${base}.rs`, `${base}/mod.rs`]) {
    const file = resolution.project.fileAt(candidate);
    if (file !== undefined) return [resolution.values.module(file)];
  }
  return NOTHING;
}

/** The folder in which the modules below a file lie. */
function moduleFolder(path: string): string {
  return ["lib.rs", "main.rs", "mod.rs"].includes(nameOf(path)) ? folderOf(path) : path.replace(/\.rs$/, "");
}

function fileOfFolder({ project }: Resolution, folder: string): FileId | undefined {
  const inside = folder === "" ? "" : `${folder}/`;
  return project.fileAt(`${inside}lib.rs`) ?? project.fileAt(`${inside}main.rs`) ?? project.fileAt(`${inside}mod.rs`) ?? (folder === "" ? undefined : project.fileAt(`${folder}.rs`));
}

function crateRoot({ project }: Resolution, path: string): string {
  const isRoot = (folder: string): boolean => ["lib.rs", "main.rs"].some((name) => project.fileAt(folder === "" ? name : `${folder}/${name}`) !== undefined);
  return [...foldersUp(folderOf(path))].find(isRoot) ?? folderOf(path);
}

/** Folders of the crates of the codebase, by the name that other crates know them by. */
function crates(resolution: Resolution): ReadonlyMap<string, string> {
  return resolution.shared("crates", () => {
    const found = new Map<string, string>();
    for (const file of filesNamed(resolution, "Cargo.toml")) {
      const name = /^\s*name\s*=\s*"([^"]+)"/m.exec(resolution.project.text(file))?.[1];
      const folder = folderOf(resolution.project.paths[file] as string);
      if (name !== undefined) found.set(name.replaceAll("-", "_"), folder === "" ? "src" : `${folder}/src`);
    }
    return found;
  });
}
