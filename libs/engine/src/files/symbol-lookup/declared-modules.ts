/**
 * Module names that no folder has: a Swift package, a crate or an npm package is named by its manifest.
 * Qualified names start with that name (`Alamofire.Session.request`, `acme_core::Store::open`).
 */
import type { CodeView } from "../../store/code-view.ts";
import { dotted } from "./written-name.ts";

interface Manifest {
  readonly name: string;
  /** Matches source files that such a manifest may cover. */
  readonly endings: RegExp;
  /** Extracts the module names from a manifest's text. */
  readonly modules: (text: string) => readonly string[];
}

const MANIFESTS: readonly Manifest[] = [
  // Names of the package, its products and its targets.
  { name: "Package.swift", endings: /\.swift$/, modules: (text) => namesIn(text, /\bname:\s*"([^"\n]+)"/g) },
  { name: "Cargo.toml", endings: /\.rs$/, modules: (text) => namesIn(text, /^name\s*=\s*"([^"\n]+)"/gm) },
  { name: "package.json", endings: /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/, modules: packageName },
];

/** Splits the first part, which may be a module, off a qualified name; null for a name with a single part. */
export function withoutModule(asked: string): { readonly module: string; readonly rest: string } | null {
  const [, module, rest] = /^([\p{L}_][\w-]*)\.(.+)$/u.exec(dotted(asked)) ?? [];
  return module === undefined || rest === undefined ? null : { module, rest };
}

/**
 * Returns a test for whether a file belongs to a module: whether the nearest manifest that names anything
 * declares that module name. Reads each manifest once.
 */
export function moduleTest(snapshot: CodeView, module: string): (path: string) => Promise<boolean> {
  const known = new Map<number, readonly string[]>();
  const namedBy = async (at: number, { modules }: Manifest): Promise<readonly string[]> => {
    let names = known.get(at);
    if (!names) known.set(at, (names = modules((await snapshot.contents([at]))[0]?.text ?? "")));
    return names;
  };
  return async (path) => {
    const manifest = MANIFESTS.find(({ endings }) => endings.test(path));
    if (!manifest) return false;
    for (let folder = folderAbove(path); folder !== null; folder = folderAbove(folder)) {
      const at = snapshot.fileAt(folder === "" ? manifest.name : `${folder}/${manifest.name}`);
      const names = at === -1 ? [] : await namedBy(at, manifest);
      if (names.length > 0) return names.some((name) => plain(name) === plain(module));
    }
    return false;
  };
}

/** The parent folder: empty for the root, null above it. */
function folderAbove(path: string): string | null {
  return path === "" ? null : path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function namesIn(text: string, name: RegExp): readonly string[] {
  return [...text.matchAll(name)].map(([, found = ""]) => found);
}

function packageName(text: string): readonly string[] {
  try {
    const { name } = JSON.parse(text) as { readonly name?: unknown };
    return typeof name === "string" ? [name.replace(/^@[^/]+\//, "")] : [];
  } catch {
    return [];
  }
}

/** Package names have `-` where module names have `_`. */
function plain(name: string): string {
  return name.replaceAll("-", "_");
}
