/** Which files of an index a question's places are. Pure. */
import { tokenize, wordTokens, wordsOf } from "../../lexical/tokens.ts";
import { nameOf, sharedParts } from "../../model/paths.ts";
import type { Mention } from "../parse/mentions.ts";

export interface MentionedFile {
  /** 1 for the first place that is a file of the index, less for each one behind it. */
  readonly weight: number;
  /** Lines that are named, the most telling first. */
  readonly lines: readonly number[];
}

/**
 * Of a name that more files have, none is meant more than the others, unless the question names folders of so
 * many at most.
 */
const MAX_NAMESAKES = 5;
/** A path from another machine, or of a package, counts where so many of its last parts are the same. */
const LEAST_SHARED_PARTS = 2;

/** Why no place of a question was found, by the most telling one. */
export interface UnresolvedPath {
  /** A file of the index that filters leave out; null where the index has none of that name. */
  readonly file: number | null;
  /** The place as the question has it. */
  readonly path: string;
}

export interface Mentioned {
  /** By their position in `paths`, the most telling first. */
  readonly files: ReadonlyMap<number, MentionedFile>;
  /** Where places are named and none of them is among the files. */
  readonly unresolvedPath: UnresolvedPath | null;
}

/**
 * A place is the files that share most of its last parts: all of them, or at least two of a path that begins
 * elsewhere (`/app/src/server.ts`).
 */
export function mentionedFiles(
  places: readonly Mention[],
  { paths, tokens, accepts, check }: Among,
): Mentioned {
  if (places.length === 0) return { files: new Map(), unresolvedPath: null };
  // Once for all: it goes through all paths.
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
  /** Of the whole question. */
  readonly tokens: readonly string[];
  readonly accepts: (file: number) => boolean;
  /** Called for each path that is looked at; it may throw. */
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
 * Null where it may be no place at all: a single name with a dot in it, "Node.js/Express.js", an address, a
 * name that many files have.
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

/** Names of the folders of a path, as far as they are names. */
function foldersOf(path: string): readonly string[] {
  return path
    .split("/")
    .slice(0, -1)
    .filter((folder) => folder !== "" && folder !== "." && folder !== "..");
}

/**
 * Names of the codebase's folders. A question may name thousands of folders, and a codebase have as many
 * files.
 */
function foldersOfAll(paths: readonly string[], check?: () => void): ReadonlySet<string> {
  const names = new Set<string>();
  for (const path of paths) {
    check?.();
    for (const folder of foldersOf(path)) names.add(folder);
  }
  return names;
}

/** Files by the last part of their path, of those names that are asked for. */
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
  // At the top of the codebase a file has but its name to share.
  if (most < LEAST_SHARED_PARTS && most < parts.length)
    return files.filter((file) => !(paths[file] as string).includes("/"));
  const best = files.filter((_, at) => shared[at] === most);
  return meantOf(best, among);
}

/**
 * Of many namesakes those of whose folders the question says most words: "base.rb of the adapters" is none of
 * the other ones.
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
 * The words of a folder's name, where all of them are asked for, a compound as it is or by its parts; none
 * otherwise.
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
