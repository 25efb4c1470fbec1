/**
 * Which files import which, guessed from the words of import statements: cheap, language-independent, and good enough to
 * tell hubs from leaves, which is all that ranking asks of it. Pure.
 */
import { callName } from "../lexical/path-tokens.ts";
import { nameOf, parentOf } from "../model/paths.ts";

/** A word that this many files are called by says nothing. */
const MAX_NAMESAKES = 200;
/** An import that fits more files than this equally well names none of them. */
const MAX_TARGETS = 2;
const SHARED_FOLDER_WEIGHT = 0.1;

interface Place {
  readonly path: string;
  readonly folders: ReadonlySet<string>;
  readonly folder: string;
  readonly extension: string;
}

/**
 * How many files import each file, by path; files that none imports are left out.
 *
 * @param importWords of each file, one line for each import; see `PreparedFile.importWords`
 */
export function inDegrees(importWords: ReadonlyMap<string, string>): Map<string, number> {
  const places = [...importWords.keys()].map(placeOf);
  const byName = new Map<string, number[]>();
  const add = (name: string, at: number): void => {
    const known = byName.get(name);
    if (known) known.push(at);
    else byName.set(name, [at]);
  };
  for (const [at, { path }] of places.entries()) {
    const name = callName(path).toLowerCase();
    add(name, at);
    if (/[_-]/.test(name)) add(name.replaceAll(/[_-]/g, ""), at);
  }
  const degrees = new Map<string, number>();
  for (const place of places) {
    const targets = new Set<number>();
    for (const line of (importWords.get(place.path) ?? "").split("\n")) collectTargets(line, place, places, byName, targets);
    for (const target of targets) {
      const { path } = places[target] as Place;
      degrees.set(path, (degrees.get(path) ?? 0) + 1);
    }
  }
  return degrees;
}

function collectTargets(line: string, importer: Place, places: readonly Place[], byName: ReadonlyMap<string, readonly number[]>, targets: Set<number>): void {
  if (line === "") return;
  const words = new Set(line.split(" "));
  for (const word of words) {
    const namesakes = byName.get(word);
    if (!namesakes || namesakes.length > MAX_NAMESAKES) continue;
    let best = 0;
    let fitting: number[] = [];
    for (const at of namesakes) {
      const place = places[at] as Place;
      if (place.path === importer.path || !canImport(importer, place)) continue;
      const fit = fitOf(place, importer, words);
      if (fit > best) [best, fitting] = [fit, [at]];
      else if (fit === best && best > 0) fitting.push(at);
    }
    if (fitting.length <= MAX_TARGETS) for (const at of fitting) targets.add(at);
  }
}

/** Folder names that the statement mentions count most, then the same folder, then folders in common. */
function fitOf(place: Place, importer: Place, words: ReadonlySet<string>): number {
  let mentioned = 0;
  let shared = 0;
  for (const folder of place.folders) {
    if (words.has(folder)) mentioned++;
    if (importer.folders.has(folder)) shared++;
  }
  return 2 * mentioned + (place.folder === importer.folder ? 1 : 0) + SHARED_FOLDER_WEIGHT * shared;
}

/** Files of one family of extensions (`.ts`, `.tsx`), and headers from anywhere. */
function canImport(importer: Place, target: Place): boolean {
  return importer.extension.slice(0, 3) === target.extension.slice(0, 3) || target.extension === ".h" || target.extension === ".hpp";
}

function placeOf(path: string): Place {
  const folder = parentOf(path);
  const name = nameOf(path);
  const dot = name.lastIndexOf(".");
  return { path, folder, folders: new Set(folder.toLowerCase().split("/")), extension: dot === -1 ? "" : name.slice(dot).toLowerCase() };
}
