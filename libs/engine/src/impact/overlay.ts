/**
 * A codebase in another version: a snapshot in which some files are replaced, added or left out. Its index
 * need not be made; what the store knows of the other files is used as it is.
 */
import type { CallFacts, NameUse } from "@satori/sidecar";
import { compareText } from "../model/paths.ts";
import type { CodeView } from "../store/code-view.ts";
import { fileOfRow } from "../store/file-of-row.ts";
import type { FileTable, IndexedContent, LexicalHit, SkippedFile, StoredCallFacts } from "../store/store.ts";
import type { FileVersion } from "./file-version.ts";
import { ReplacedNames } from "./replaced-names.ts";

/** Versions of files by path; null for a file that the version does not have. */
export type ReplacedFiles = ReadonlyMap<string, FileVersion | null>;

/**
 * The view with some files in other versions; the view itself if there are none.
 *
 * @param skipped files of the version whose contents are not known: they are null in `replaced`
 */
export function overlaid(
  view: CodeView,
  replaced: ReplacedFiles,
  skipped: readonly SkippedFile[] = [],
): CodeView {
  return replaced.size === 0 ? view : new Overlay(view, replaced, skipped);
}

/** Where the files of an overlay come from: a position in the view below, or a version. */
interface Sources {
  readonly paths: readonly string[];
  /** Position in the view below; -1 for a version. */
  readonly below: Int32Array;
  readonly versions: readonly (FileVersion | null)[];
  /** Position in the overlay of each file of the view below; -1 for those that are replaced or left out. */
  readonly above: Int32Array;
}

class Overlay implements CodeView {
  readonly files: FileTable;
  readonly calls: StoredCallFacts;
  private readonly sources: Sources;
  /** Positions of the versions, ascending; and by path. */
  private readonly replacing: readonly number[];
  private readonly ownPaths: ReadonlyMap<string, number>;
  private readonly ownNames: ReplacedNames;
  /** The files of the view below among the allowed ones of the last search. */
  private lastAllowed: { readonly allowed: Uint8Array | null; readonly below: Uint8Array } | undefined;

  constructor(
    private readonly view: CodeView,
    replaced: ReplacedFiles,
    private readonly ownSkipped: readonly SkippedFile[],
  ) {
    this.sources = sourcesOf(view, replaced);
    this.replacing = [...this.sources.below.keys()].filter((at) => this.sources.below[at] === -1);
    this.ownPaths = new Map(this.replacing.map((at) => [this.sources.paths[at] as string, at]));
    const { versions } = this.sources;
    this.ownNames = new ReplacedNames(this.replacing.map((at) => versions[at] as FileVersion));
    this.files = fileTable(view.files, this.sources);
    this.calls = this.callFacts();
  }

  get skippedFiles(): number {
    return this.view.skippedFiles + this.ownSkipped.length;
  }

  async skipped(): Promise<readonly SkippedFile[]> {
    const own = new Set(this.ownSkipped.map(({ path }) => path));
    const below = (await this.view.skipped()).filter(
      ({ path }) => this.fileAt(path) === -1 && !own.has(path),
    );
    return [...below, ...this.ownSkipped].sort((left, right) => compareText(left.path, right.path));
  }

  fileAt(path: string): number {
    const own = this.ownPaths.get(path);
    if (own !== undefined) return own;
    const below = this.view.fileAt(path);
    return below === -1 ? -1 : (this.sources.above[below] as number);
  }

  /** Chunks of the versions come first: their scores are the number of tokens that they contain. */
  async lexical(
    tokens: readonly string[],
    limit: number,
    allowed: Uint8Array | null,
    check?: () => void,
  ): Promise<readonly LexicalHit[]> {
    const own: LexicalHit[] = [];
    for (const [{ version, chunk }, score] of this.ownNames.chunksWith(tokens, check)) {
      const file = this.replacing[version] as number;
      if (allowed === null || allowed[file] === 1)
        own.push({ row: (this.files.firstRows[file] as number) + chunk, score, docScore: 0 });
    }
    own.sort((left, right) => right.score - left.score || left.row - right.row);
    const below = await this.view.lexical(tokens, limit, this.allowedBelow(allowed), check);
    return [...own, ...below.map((hit) => this.hitAbove(hit))].slice(0, limit);
  }

  private allowedBelow(allowed: Uint8Array | null): Uint8Array {
    if (this.lastAllowed?.allowed === allowed) return this.lastAllowed.below;
    const isAllowed = (file: number): boolean => file !== -1 && (allowed === null || allowed[file] === 1);
    const below = Uint8Array.from(this.sources.above, (file) => Number(isAllowed(file)));
    this.lastAllowed = { allowed, below };
    return below;
  }

  private hitAbove(hit: LexicalHit): LexicalHit {
    const file = fileOfRow(this.view.files, hit.row);
    const within = hit.row - (this.view.files.firstRows[file] as number);
    const at = this.sources.above[file] as number;
    return { ...hit, row: (this.files.firstRows[at] as number) + within };
  }

  async filesDefining(name: string): Promise<readonly number[]> {
    return this.merged(await this.view.filesDefining(name), this.ownNames.definingVersions(name));
  }

  async symbolNames(least: number, most: number, check?: () => void): Promise<readonly string[]> {
    const names = new Set(await this.view.symbolNames(least, most, check));
    for (const name of this.ownNames.names) if (name.length >= least && name.length <= most) names.add(name);
    return [...names];
  }

  async namesInAnyCase(name: string): Promise<readonly string[]> {
    const names = new Set(await this.view.namesInAnyCase(name));
    for (const own of this.ownNames.names) if (own.toLowerCase() === name.toLowerCase()) names.add(own);
    return [...names];
  }

  async contents(files: readonly number[]): Promise<readonly IndexedContent[]> {
    const { below, versions } = this.sources;
    const stored = files.filter((file) => below[file] !== -1);
    const contents = await this.view.contents(stored.map((file) => below[file] as number));
    const byFile = new Map(stored.map((file, at) => [file, contents[at] as IndexedContent]));
    return files.map((file) => byFile.get(file) ?? (versions[file] as FileVersion));
  }

  private callFacts(): StoredCallFacts {
    const { below, versions } = this.sources;
    const { calls } = this.view;
    const own = [...this.replacing.keys()].filter(
      (at) => versions[this.replacing[at] as number]?.flow === null,
    );
    const withoutFlow = this.merged(calls.filesWithoutFlow(), own);
    return {
      flow: (file): CallFacts | null =>
        below[file] === -1 ? (versions[file]?.flow ?? null) : calls.flow(below[file] as number),
      filesWithoutFlow: () => withoutFlow,
      text: (file) => (below[file] === -1 ? (versions[file]?.text ?? "") : calls.text(below[file] as number)),
      filesDefining: (name) => this.merged(calls.filesDefining(name), this.ownNames.definingVersions(name)),
      filesUsing: (use: NameUse, name) =>
        this.merged(calls.filesUsing(use, name), this.ownNames.usingVersions(use, name)),
    };
  }

  /** Positions of files of the view below and of versions; ascending. */
  private merged(below: readonly number[], own: readonly number[]): number[] {
    const { above } = this.sources;
    const kept = below.map((file) => above[file] as number).filter((file) => file !== -1);
    if (own.length === 0) return kept;
    return [...kept, ...own.map((at) => this.replacing[at] as number)].sort((left, right) => left - right);
  }
}

function sourcesOf({ files }: CodeView, replaced: ReplacedFiles): Sources {
  const added = [...replaced.values()].filter((version) => version !== null);
  added.sort((left, right) => compareText(left.path, right.path));
  const [paths, below, versions]: [string[], number[], (FileVersion | null)[]] = [[], [], []];
  const above = new Int32Array(files.count).fill(-1);
  const put = (path: string, position: number, version: FileVersion | null): void => {
    if (position !== -1) above[position] = paths.length;
    paths.push(path);
    below.push(position);
    versions.push(version);
  };
  let next = 0;
  for (const [position, path] of files.paths.entries()) {
    for (let version = added[next]; version && compareText(version.path, path) < 0; version = added[++next])
      put(version.path, -1, version);
    if (!replaced.has(path)) put(path, position, null);
  }
  for (const version of added.slice(next)) put(version.path, -1, version);
  return { paths, below: Int32Array.from(below), versions, above };
}

function fileTable(files: FileTable, { paths, below, versions }: Sources): FileTable {
  const count = paths.length;
  const numbers = (stored: ArrayLike<number>, own: (version: FileVersion) => number): Uint32Array =>
    Uint32Array.from(below, (position, at) =>
      position === -1 ? own(versions[at] as FileVersion) : (stored[position] as number),
    );
  const flags = (stored: Uint8Array, own: (version: FileVersion) => boolean): Uint8Array =>
    Uint8Array.from(below, (position, at) =>
      position === -1 ? Number(own(versions[at] as FileVersion)) : (stored[position] as number),
    );
  const firstRows = new Uint32Array(count + 1);
  for (let at = 0; at < count; at++) {
    const position = below[at] as number;
    const rows =
      position === -1
        ? (versions[at] as FileVersion).chunks.length
        : (files.firstRows[position + 1] as number) - (files.firstRows[position] as number);
    firstRows[at + 1] = (firstRows[at] as number) + rows;
  }
  return {
    count,
    paths,
    languages: Array.from(below, (position, at) =>
      position === -1 ? (versions[at] as FileVersion).language : (files.languages[position] as string),
    ),
    lineCounts: numbers(files.lineCounts, ({ lineCount }) => lineCount),
    pathClasses: numbers(files.pathClasses, ({ pathClass }) => pathClass),
    withSyntaxErrors: flags(files.withSyntaxErrors, ({ hasSyntaxErrors }) => hasSyntaxErrors),
    unparsed: flags(files.unparsed, ({ isDegraded }) => isDegraded),
    nameParts: Array.from(below, (position) =>
      position === -1 ? "" : (files.nameParts[position] as string),
    ),
    inDegrees: numbers(files.inDegrees, () => 0),
    indexedAtMs: Float64Array.from(below, (position) =>
      position === -1 ? 0 : (files.indexedAtMs[position] as number),
    ),
    firstRows,
  };
}
