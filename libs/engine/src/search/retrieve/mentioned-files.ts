/** Finds the indexed files that a question mentions by path. Pure. */
import { tokenize, wordTokens, wordsOf } from "../../lexical/tokens.ts";
import { nameOf, sharedParts } from "../../model/paths.ts";
import type { Mention } from "../parse/mentions.ts";

/** An indexed file that the question mentions. */
export interface MentionedFile {
  /** 1 for the first mentioned path that is an indexed file, less for each further one. */
  readonly weight: number;
  /** Lines that the question mentions, most relevant first. */
  readonly lines: readonly number[];
}

/**
 * Most files that a bare name may stand for. If more files have the name, none is meant, unless the question
 * names the folders of at most this many.
 */
const MAX_NAMESAKES = 5;
/** A path from another machine or of a package counts if at least this many of its last parts match. */
const LEAST_SHARED_PARTS = 2;

/** The most relevant path of a question that no searched file has. */
export interface UnresolvedPath {
  /** An indexed file that the filters exclude; null if the index has no file of that name. */
  readonly file: number | null;
  /** The path as the question has it, or that of the excluded file. */
  readonly path: string;
}

export interface Mentioned {
  /** By their position in `paths`, most relevant first. */
  readonly files: ReadonlyMap<number, MentionedFile>;
  /** Set if the question mentions paths and none of them is among the files. */
  readonly unresolvedPath: UnresolvedPath | null;
}

/**
 * Files that the mentions refer to. A mention matches the files that share most of its last parts: all parts,
 * or at least two of a path that begins elsewhere (`/app/src/server.ts`).
 */
export function mentionedFiles(
  places: readonly Mention[],
  { paths, tokens, accepts, check }: Among,
): Mentioned {
  if (places.length === 0) return { files: new Map(), unresolvedPath: null };
  // Done once, because it loops over all paths.
  const all: Candidates = {
    byName: filesByName(places, paths, check),
    paths,
    tokens: new Set(tokens),
    check,
  };
  const accepted = {
    ...all,
    byName: new Map([...all.byName].map(([name, files]) => [name, files.filter(accepts)])),
  };
  const files = filesAt(places, accepted);
  return { files, unresolvedPath: files.size > 0 ? null : unresolvedPathOf(places, all) };
}

export interface Among {
  readonly paths: readonly string[];
  /** Tokens of the whole question. */
  readonly tokens: readonly string[];
  readonly accepts: (file: number) => boolean;
  /** Called for each path that is compared; may throw. */
  readonly check?: (() => void) | undefined;
}

interface Candidates {
  readonly byName: ReadonlyMap<string, readonly number[]>;
  readonly paths: readonly string[];
  readonly tokens: ReadonlySet<string>;
  readonly check: (() => void) | undefined;
}

function filesAt(places: readonly Mention[], among: Candidates): Map<number, MentionedFile> {
  const found = new Map<number, { readonly weight: number; readonly lines: number[] }>();
  let rank = 0;
  for (const { path, line } of places) {
    const files = matching(
      path.split("/").filter((part) => part !== "" && part !== "."),
      among,
    );
    for (const file of files) {
      const known = found.get(file) ?? { weight: 1 / (1 + rank / 2), lines: [] };
      if (line !== null) known.lines.push(line);
      found.set(file, known);
    }
    if (files.length > 0) rank++;
  }
  return found;
}

/**
 * The path to report as missing. Null if the text may not be a path at all: a single name with a dot,
 * "Node.js/Express.js", an address, or a name that many files have.
 */
function unresolvedPathOf(places: readonly Mention[], among: Candidates): UnresolvedPath | null {
  const { byName, paths, check } = among;
  const [file] = filesAt(places, among).keys();
  if (file !== undefined) return { file, path: paths[file] as string };
  let folders: ReadonlySet<string> | undefined;
  const isFolder = (name: string): boolean => (folders ??= foldersOfAll(paths, check)).has(name);
  const isBelowAny = (path: string): boolean => foldersOf(path).some(isFolder);
  const missing = places.find(
    ({ path, line }) =>
      !path.includes("//") && byName.get(nameOf(path))?.length === 0 && (line !== null || isBelowAny(path)),
  );
  return missing ? { file: null, path: missing.path } : null;
}

/** Folder names of a path, without `.` and `..`. */
function foldersOf(path: string): readonly string[] {
  return path
    .split("/")
    .slice(0, -1)
    .filter((folder) => folder !== "" && folder !== "." && folder !== "..");
}

/**
 * Names of all folders of the codebase. Collected once, because a question may name thousands of folders and
 * a codebase may have as many files.
 */
function foldersOfAll(paths: readonly string[], check?: () => void): ReadonlySet<string> {
  const names = new Set<string>();
  for (const path of paths) {
    check?.();
    for (const folder of foldersOf(path)) names.add(folder);
  }
  return names;
}

/** Files by the last part of their path, for the mentioned names. */
function filesByName(
  places: readonly Mention[],
  paths: readonly string[],
  check?: () => void,
): Map<string, number[]> {
  const byName = new Map<string, number[]>(places.map(({ path }) => [nameOf(path), []]));
  for (const [file, path] of paths.entries()) {
    check?.();
    byName.get(nameOf(path))?.push(file);
  }
  return byName;
}

function matching(parts: readonly string[], among: Candidates): readonly number[] {
  const { byName, paths, check } = among;
  const files = byName.get(parts.at(-1) ?? "") ?? [];
  if (parts.length === 1) return meantOf(files, among);
  const shared = files.map((file) => (check?.(), sharedParts(parts, (paths[file] as string).split("/"))));
  const most = shared.reduce((left, right) => Math.max(left, right), 0);
  // A file at the top of the codebase has only its name to share.
  if (most < LEAST_SHARED_PARTS && most < parts.length)
    return files.filter((file) => !(paths[file] as string).includes("/"));
  const best = files.filter((_, at) => shared[at] === most);
  return meantOf(best, among);
}

/**
 * Of many files with the same name, those whose folders have most words in the question: "base.rb of the
 * adapters" is none of the others.
 */
function meantOf(files: readonly number[], { paths, tokens, check }: Candidates): readonly number[] {
  if (files.length <= MAX_NAMESAKES) return files;
  const own = new Set(tokenize(nameOf(paths[files[0] as number] as string)));
  const isAsked = (token: string): boolean => tokens.has(token) && !own.has(token);
  const counts = files.map(
    (file) => (
      check?.(),
      new Set(
        (paths[file] as string)
          .split("/")
          .slice(0, -1)
          .flatMap((folder) => wordsAsked(folder, isAsked)),
      ).size
    ),
  );
  const most = counts.reduce((left, right) => Math.max(left, right), 0);
  const meant = files.filter((_, at) => counts[at] === most);
  return most === 0 || meant.length > MAX_NAMESAKES ? [] : meant;
}

/**
 * Words of a folder's name if the question contains all of them, with a compound as a whole or in parts;
 * otherwise empty.
 */
function wordsAsked(folder: string, isAsked: (token: string) => boolean): readonly string[] {
  const words = wordsOf(folder)
    .map(wordTokens)
    .filter((all) => all.length > 0);
  const isNamed = words.every(
    (all) => isAsked(all.at(-1) ?? "") || (all.length > 1 && all.slice(0, -1).every(isAsked)),
  );
  return isNamed ? words.flatMap((all) => (all.length > 1 ? all.slice(0, -1) : all)) : [];
}
