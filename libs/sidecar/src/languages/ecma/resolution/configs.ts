/**
 * Reads the `package.json` and `tsconfig.json` files of a codebase, as far as they affect module resolution.
 */
import type { FileId } from "../../../call-graph/project.ts";
import type { Resolution } from "../../../call-graph/resolution.ts";
import { filesNamed, folderOf, foldersUp, joined } from "../../../call-graph/rules/paths.ts";

/** The parts of a `package.json` that matter for resolution. */
export interface PackageJson {
  readonly folder: string;
  readonly name: string | null;
  readonly main: string | null;
  readonly source: string | null;
  readonly exports: unknown;
  readonly imports: unknown;
  /** Packages in any kind of dependency list. */
  readonly dependencies: ReadonlySet<string>;
}

/** Path mappings of a `tsconfig.json`: its own, or else those of a configuration that it extends. */
export interface PathConfig {
  /** Folder that targets are relative to. */
  readonly base: string;
  readonly hasBaseUrl: boolean;
  readonly paths: readonly { readonly pattern: string; readonly targets: readonly string[] }[];
}

/** All packages of the codebase; if two have the same name, the first by path. */
export function packagesByName(resolution: Resolution): {
  readonly byName: ReadonlyMap<string, PackageJson>;
  readonly byFolder: ReadonlyMap<string, PackageJson>;
} {
  return resolution.shared("package.json", () => {
    const byName = new Map<string, PackageJson>();
    const byFolder = new Map<string, PackageJson>();
    for (const file of filesNamed(resolution, "package.json")) {
      const content = looseObject(resolution.project.text(file));
      const folder = folderOf(resolution.project.paths[file] as string);
      const read: PackageJson = {
        folder,
        name: textOf(content["name"]),
        main: textOf(content["main"]),
        source: textOf(content["source"]),
        exports: content["exports"],
        imports: content["imports"],
        dependencies: dependenciesIn(content),
      };
      byFolder.set(folder, read);
      if (read.name !== null && !byName.has(read.name)) byName.set(read.name, read);
    }
    return { byName, byFolder };
  });
}

function dependenciesIn(content: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  return new Set(
    Object.keys(content)
      .filter((key) => /^(?:\w+D|d)ependencies$/.test(key))
      .flatMap((key) => Object.keys(asObject(content[key]))),
  );
}

/** The package that contains a folder, if any. */
export function packageAround(resolution: Resolution, folder: string): PackageJson | undefined {
  const { byFolder } = packagesByName(resolution);
  for (const at of foldersUp(folder)) {
    const found = byFolder.get(at);
    if (found) return found;
  }
  return undefined;
}

/**
 * Configurations with paths from `tsconfig.json` or `jsconfig.json`, one per folder, from `folder` upwards.
 */
export function* configsAround(resolution: Resolution, folder: string): Generator<PathConfig> {
  for (const at of foldersUp(folder)) {
    const config = resolution.shared(`tsconfig ${at}`, () => configIn(resolution, at));
    if (config) yield config;
  }
}

function configIn(resolution: Resolution, folder: string): PathConfig | null {
  for (const name of ["tsconfig.json", "jsconfig.json", "tsconfig.base.json"]) {
    const file = resolution.project.fileAt(folder === "" ? name : `${folder}/${name}`);
    const config = file === undefined ? null : configOf(resolution, file, new Set());
    if (config) return config;
  }
  return null;
}

function configOf(resolution: Resolution, file: FileId, seen: Set<FileId>): PathConfig | null {
  if (seen.has(file)) return null;
  seen.add(file);
  const folder = folderOf(resolution.project.paths[file] as string);
  const content = looseObject(resolution.project.text(file));
  const options = asObject(content["compilerOptions"]);
  const baseUrl = textOf(options["baseUrl"]);
  const paths = Object.entries(asObject(options["paths"]));
  if (baseUrl !== null || paths.length > 0) {
    const base = baseUrl === null ? folder : (joined(folder, baseUrl) ?? folder);
    return {
      base,
      hasBaseUrl: baseUrl !== null,
      paths: paths.map(([pattern, targets]) => ({
        pattern,
        targets: Array.isArray(targets) ? targets.filter((target) => typeof target === "string") : [],
      })),
    };
  }
  for (const other of [content["extends"]].flat()) {
    const path = typeof other === "string" && other.startsWith(".") ? joined(folder, other) : null;
    const found =
      path === null
        ? undefined
        : (resolution.project.fileAt(path) ?? resolution.project.fileAt(`${path}.json`));
    const config = found === undefined ? null : configOf(resolution, found, seen);
    if (config) return config;
  }
  return null;
}

function asObject(value: unknown): Record<string, unknown> {
  // All keys of an object parsed from JSON are strings.
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

// Parses JSON with comments and trailing commas, as in `tsconfig.json`. Pure.

/**
 * The object in a text; an empty one if the text contains anything else. Never throws.
 *
 * Takes one pass. Regular expressions that search for the end of a comment or string from each possible start
 * would take quadratic time on a file with many unclosed ones.
 */
export function looseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(plainJson(text));
    // All keys of an object parsed from JSON are strings.
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

/** Removes comments and trailing commas. An unclosed comment or string stays, and makes the text invalid. */
function plainJson(text: string): string {
  const pieces: string[] = [];
  let copied = 0;
  // Index of the piece with the last comma, as long as only blanks and comments follow it.
  let comma: number | null = null;
  const copyTo = (end: number, next: number): void => {
    pieces.push(text.slice(copied, end));
    copied = next;
  };
  for (let at = 0; at < text.length;) {
    const sign = text[at] as string;
    const behindComment = sign === "/" ? endOfComment(text, at) : null;
    if (behindComment !== null) {
      copyTo(at, behindComment);
      pieces.push(" ");
      at = behindComment;
    } else if (sign === ",") {
      copyTo(at, at + 1);
      comma = pieces.push(",") - 1;
      at++;
    } else {
      if ((sign === "}" || sign === "]") && comma !== null) pieces[comma] = "";
      if (!/\s/.test(sign)) comma = null;
      at = sign === '"' ? endOfString(text, at) : at + 1;
    }
  }
  return pieces.join("") + text.slice(copied);
}

/** End of the comment at an offset; null if none starts there. Throws `SyntaxError` if it is not closed. */
function endOfComment(text: string, at: number): number | null {
  if (text.startsWith("//", at)) {
    const end = text.indexOf("\n", at);
    return end === -1 ? text.length : end;
  }
  if (!text.startsWith("/*", at)) return null;
  const end = text.indexOf("*/", at + 2);
  // The rest of the text belongs to the comment, so the text cannot be valid JSON.
  if (end === -1) throw new SyntaxError("A comment is not closed");
  return end + 2;
}

/** Offset after the closing quote, or the end of the text. */
function endOfString(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === "\\") end++;
    else if (text[end] === '"') return end + 1;
  }
  return text.length;
}
