/**
 * What modules of Python offer: names without a leading underscore or, if there is a list `__all__`, those in
 * it. Modules with a leading underscore offer what the packages around them pass on. Pure.
 */
import type { DeclaringFile, PassedOnName, VisibilityRule } from "../../visibility.ts";

const PRIVATE = /^_(?!_.*__$)/;
const PACKAGE = /(?:^|\/)__init__\.pyi?$/;
/** A statement that makes a list longer. */
const ADDITION = /^__all__\s*(?:\+=|\.(?:extend|append)\s*\()/gm;
const NEXT_STATEMENT = /\n(?=[^\s\])#])/g;
const TYPE = /^\s*:[^=\n]*/;
/** Between the strings of a list that is known as a whole. */
const LIST_GAPS = /^[\s=[\](),+]*$/;
const STRING = /(["'])([\w.]+)\1/g;

export const pythonVisibility: VisibilityRule = {
  module: "file",
  companions: (path) => (privateFolder(path) === null ? [] : packagesAround(path)),
  open: (file) => {
    const listed = listedNames(file);
    const hasPrivatePath = privateFolder(file.path) !== null;
    const isOffered = hasPrivatePath ? passedOnBy(file) : () => true;
    return ({ name }, parent) => {
      if (parent !== null) return !PRIVATE.test(name);
      const isNamed = listed === null ? !PRIVATE.test(name) : listed.has(name) || name === "__all__";
      return isNamed && name !== "__all__" && isOffered(name);
    };
  },
  passedOn,
};

/** The first part of the path that is private; null if there is none. */
function privateFolder(path: string): string | null {
  return path.split("/").find((part) => PRIVATE.test(part.replace(/\.pyi?$/, ""))) ?? null;
}

/** The packages that contain a file, as far as they are not private themselves. */
function packagesAround(path: string): string[] {
  const folders = path.split("/").slice(0, -1);
  return folders
    .map((_, depth) => folders.slice(0, depth + 1))
    .filter((names) => !names.some((name) => PRIVATE.test(name)))
    .map((names) => `${names.join("/")}/__init__.py`);
}

/** Whether a package around the file names a symbol, or passes on all of the file. */
function passedOnBy({ path, companions }: DeclaringFile): (name: string) => boolean {
  const part = (privateFolder(path) ?? "").replace(/\.pyi?$/, "");
  const texts = [...companions.values()];
  const hasStar = texts.some((text) =>
    new RegExp(`^\\s*from\\s+[\\w.]*\\b${part}\\b[\\w.]*\\s+import\\s+\\*`, "m").test(text),
  );
  const words = new Set(texts.flatMap((text) => text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []));
  return (name) => hasStar || words.has(name);
}

/** The names in `__all__`; null if there is no such list, or if it is not known as a whole. */
function listedNames({ text, code, symbols }: DeclaringFile): Set<string> | null {
  const lists = symbols
    .filter(({ name, parent }) => name === "__all__" && parent === -1)
    .map(({ start, end }) => ({ start: start + "__all__".length, end }));
  if (lists.length === 0) return null;
  for (const { index, 0: head } of code.matchAll(ADDITION)) {
    NEXT_STATEMENT.lastIndex = index;
    const end = NEXT_STATEMENT.exec(code)?.index ?? text.length;
    lists.push({ start: index + head.length, end });
  }
  const names = new Set<string>();
  for (const { start, end } of lists) {
    const gaps = code.slice(start, end).replace(TYPE, "");
    if (!LIST_GAPS.test(gaps)) return null;
    for (const [, , name = ""] of text.slice(start, end).matchAll(STRING)) names.add(name);
  }
  return names;
}

/** What a package imports from its own modules, unless `__all__` leaves it out. */
function passedOn(file: DeclaringFile): PassedOnName[] {
  if (!PACKAGE.test(file.path) || file.path.split("/").some((part) => isPrivateFolder(part))) return [];
  const listed = listedNames(file);
  const own = ownPackage(file.path);
  return file.imports
    .filter(({ module }) => module.startsWith(".") || module === own || module.startsWith(`${own}.`))
    .flatMap(({ module, names, line }) =>
      names
        .filter(({ alias }) => (listed === null ? !PRIVATE.test(alias) : alias === "*" || listed.has(alias)))
        .map(({ alias }) => ({ name: alias === "*" ? `* from ${module}` : alias, line })),
    );
}

function isPrivateFolder(part: string): boolean {
  return PRIVATE.test(part) && !part.endsWith(".py");
}

function ownPackage(path: string): string {
  return path.split("/").slice(0, -1).at(-1) ?? "";
}
