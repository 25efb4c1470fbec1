/**
 * Which files import which, guessed from the words of import statements: cheap, language-independent, and
 * good enough to distinguish hubs from leaves, which is all that ranking needs. Pure.
 *
 * The graph is computed again for all files whenever a file is added or removed. Folder names are represented
 * as numbers, so that the names shared by a statement and a path are counted without looking up text.
 */
import { callName } from "../lexical/path-tokens.ts";
import { nameOf, parentOf } from "../model/paths.ts";

/** A name that more files than this share is not specific enough. */
const MAX_NAMESAKES = 200;
/** An import that matches more files than this equally well counts for none of them. */
const MAX_TARGETS = 2;
const SHARED_FOLDER_WEIGHT = 0.1;

/**
 * Number of files that import each file, by path. Files without importers are left out.
 *
 * @param importWords by path, one line per import; see `PreparedFile.importWords`
 */
export function inDegrees(importWords: ReadonlyMap<string, string>): Map<string, number> {
  const graph = new ImportGraph([...importWords.keys()]);
  const degrees = new Map<string, number>();
  for (const [importer, text] of [...importWords.values()].entries()) {
    if (text === "") continue;
    for (const target of graph.targetsOf(importer, text.split("\n"))) {
      const { path } = graph.places[target] as Place;
      degrees.set(path, (degrees.get(path) ?? 0) + 1);
    }
  }
  return degrees;
}

interface Place {
  readonly path: string;
  readonly folder: Folder;
  /** Group of extensions whose files import each other: `.ts` for `.ts` and `.tsx`. */
  readonly family: string;
  /** Headers may be imported from any language. */
  readonly isHeader: boolean;
}

interface Folder {
  /** Numbers of the names on its path, each once. */
  readonly names: readonly number[];
}

class ImportGraph {
  readonly places: readonly Place[];
  /** Places by the names that imports use for their files. */
  private readonly byName = new Map<string, number[]>();
  private readonly folders = new Map<string, Folder>();
  private readonly folderNames = new Map<string, number>();
  /**
   * By the number of a folder name: the last statement that mentions it, and the last importer below a folder
   * of that name.
   */
  private readonly mentionedBy: Uint32Array;
  private readonly around: Uint32Array;
  private statements = 0;
  private importers = 0;

  constructor(paths: readonly string[]) {
    this.places = paths.map((path) => this.placeOf(path));
    for (const [at, path] of paths.entries()) {
      const name = callName(path).toLowerCase();
      this.add(name, at);
      if (/[_-]/.test(name)) this.add(name.replaceAll(/[_-]/g, ""), at);
    }
    this.mentionedBy = new Uint32Array(this.folderNames.size);
    this.around = new Uint32Array(this.folderNames.size);
  }

  /**
   * Targets of an importer's statements, as positions in `places`.
   *
   * @param lines one per statement, words separated by blanks
   */
  targetsOf(importer: number, lines: readonly string[]): Set<number> {
    const targets = new Set<number>();
    this.importers++;
    for (const name of (this.places[importer] as Place).folder.names) this.around[name] = this.importers;
    for (const line of lines) if (line !== "") this.collectTargets(line, importer, targets);
    return targets;
  }

  private collectTargets(line: string, importer: number, targets: Set<number>): void {
    const words = new Set(line.split(" "));
    this.statements++;
    for (const word of words) {
      const name = this.folderNames.get(word);
      if (name !== undefined) this.mentionedBy[name] = this.statements;
    }
    const from = this.places[importer] as Place;
    for (const word of words) {
      const namesakes = this.byName.get(word);
      if (!namesakes || namesakes.length > MAX_NAMESAKES) continue;
      let best = 0;
      let fitting: number[] = [];
      for (const at of namesakes) {
        const place = this.places[at] as Place;
        if (at === importer || !(place.isHeader || place.family === from.family)) continue;
        const fit = this.fitOf(place.folder, from.folder);
        if (fit > best) [best, fitting] = [fit, [at]];
        else if (fit === best && best > 0) fitting.push(at);
      }
      if (fitting.length <= MAX_TARGETS) for (const at of fitting) targets.add(at);
    }
  }

  /**
   * How well a folder matches a statement: folder names that the statement mentions count most, then being
   * the importer's own folder, then common folder names.
   */
  private fitOf(folder: Folder, importing: Folder): number {
    let mentioned = 0;
    let shared = 0;
    for (const name of folder.names) {
      if (this.mentionedBy[name] === this.statements) mentioned++;
      if (this.around[name] === this.importers) shared++;
    }
    return 2 * mentioned + (folder === importing ? 1 : 0) + SHARED_FOLDER_WEIGHT * shared;
  }

  private placeOf(path: string): Place {
    const name = nameOf(path);
    const dot = name.lastIndexOf(".");
    const extension = dot === -1 ? "" : name.slice(dot).toLowerCase();
    return {
      path,
      folder: this.folderOf(parentOf(path)),
      family: extension.slice(0, 3),
      isHeader: extension === ".h" || extension === ".hpp",
    };
  }

  private folderOf(path: string): Folder {
    const known = this.folders.get(path);
    if (known) return known;
    const folder = { names: [...new Set(path.toLowerCase().split("/"))].map((name) => this.numberOf(name)) };
    this.folders.set(path, folder);
    return folder;
  }

  private numberOf(name: string): number {
    const number = this.folderNames.get(name) ?? this.folderNames.size;
    this.folderNames.set(name, number);
    return number;
  }

  private add(name: string, at: number): void {
    const known = this.byName.get(name);
    if (known) known.push(at);
    else this.byName.set(name, [at]);
  }
}
