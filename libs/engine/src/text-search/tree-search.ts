/** One run of ripgrep over a tree: which of the files that it reports count, and the first of them. */
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isNotebookPath } from "@satori/sidecar";
import type { FileEncoding } from "../contents/decode.ts";
import type { Unsearched } from "../contents/unsearched.ts";
import type { Deadline } from "../deadline.ts";
import { isEntryOf } from "../disk/opened-folder.ts";
import { writePrivateFile } from "../disk/private-files.ts";
import { realPath } from "../disk/real-path.ts";
import { removeAll } from "../disk/remove-and-rename.ts";
import { EngineError, systemCode, throwIfAborted } from "../errors.ts";
import type { IgnorePolicy } from "../ignore/policy.ts";
import { type Encodings, converterOf, covers } from "./encodings.ts";
import { type FileMatches, FirstMatches } from "./first-matches.ts";
import { type FileJudge, fileJudge } from "./judge.ts";
import { complaintOf, queryProblem, refused, unreadablePath } from "./ripgrep/notices.ts";
import { matchReader, type ReadFile, relativeName, shownMatches } from "./ripgrep/read-matches.ts";
import {
  ripgrepArguments,
  type RipgrepEnd,
  type RipgrepRun,
  runRipgrep,
  runRipgrepAtOnce,
} from "./ripgrep/ripgrep.ts";
import type { TextMatch, TextSearch, TextSearchCut } from "./types.ts";

/** Input that all runs of a search share. */
export interface TreeSearchInput {
  readonly search: TextSearch;
  readonly maxFileBytes: number;
  readonly starts: readonly string[];
  readonly globs: readonly string[];
  readonly encodings: Encodings;
  /** Matches that are counted; beyond that, files are not opened. */
  readonly counted: number;
  /** Absolute paths of possible ripgrep binaries, best first. */
  readonly commands: readonly string[];
  /** Where to write the lists that ripgrep reads. */
  readonly lists: ListFolder;
  /** CPU seconds for all threads of one ripgrep. */
  readonly cpuSeconds: number;
  readonly deadline: Deadline;
}

/** How ripgrep learns what is ignored: it reads each `.gitignore` itself, or gets a complete list. */
export interface Way {
  readonly kind: "reads_rules" | "is_told";
  /** What is ignored, as gitignore lines. */
  readonly ignored: readonly string[];
  /** Makes the final decision about each file. */
  readonly policy: IgnorePolicy;
}

export interface TreeSearchOptions {
  readonly way: Way;
  /**
   * Whether to run in the order of a walk, with one thread, until there are as many matches as are shown. The
   * unsorted run waits meanwhile.
   */
  readonly isSorted: boolean;
}

/** A file that is shown. */
export interface ShownFile extends FileMatches {
  readonly encoding: FileEncoding;
  /** Its first matches; sorted by line. */
  readonly matches: readonly TextMatch[];
}

/** The result of one run. */
export interface TreeSearchResult {
  readonly first: FirstMatches<ShownFile>;
  /**
   * Files that would be searched but are unreadable or too large, or that match but have a name that no index
   * can contain; in the spelling of the disk.
   */
  readonly unsearched: readonly Unsearched[];
  /** What ended the run before it had searched everything; null if nothing did. */
  readonly cutBy: TextSearchCut["by"] | null;
  /** Files with matches that count. */
  readonly files: number;
}

/**
 * A message of ripgrep contains a line at most twice, if all of it matches, and JSON escapes a byte with up
 * to six.
 */
const MESSAGE_BYTES_PER_BYTE = 13;
const MESSAGE_HEAD_BYTES = 64 * 1024;

/** Starts ripgrep at once. */
export class TreeSearch {
  /** Rejects as `searchText` does. */
  readonly found: Promise<TreeSearchResult>;
  /** True as soon as there are more matches than are counted; false at the end. */
  readonly isFull: Promise<boolean>;
  readonly #first: FirstMatches<ShownFile>;
  #output: Parameters<RipgrepRun["onOutput"]>[0] | null = null;
  readonly #ending = new AbortController();
  #files = 0;
  #tellFull: (isFull: boolean) => void = () => undefined;

  constructor(
    private readonly input: TreeSearchInput,
    private readonly options: TreeSearchOptions,
  ) {
    this.#first = new FirstMatches(input.search.maxResults);
    this.isFull = new Promise((resolve) => void (this.#tellFull = resolve));
    this.found = this.#run();
    // May reject before it is awaited; a later await still gets the error.
    this.found.catch(() => undefined).finally(() => this.#tellFull(false));
  }

  /** Makes ripgrep wait until `resume`. */
  pause(): void {
    this.#output?.pause();
  }

  resume(): void {
    this.#output?.resume();
  }

  /** Ends ripgrep, and resolves when it has ended. Does not throw. */
  async end(): Promise<void> {
    this.#ending.abort();
    // Ripgrep ends only after its output has been read.
    this.resume();
    await this.found.catch(() => undefined);
  }

  async #run(): Promise<TreeSearchResult> {
    const { search, maxFileBytes, counted, commands, lists, starts, globs, encodings, deadline, cpuSeconds } =
      this.input;
    const {
      isSorted,
      way,
      way: { policy },
    } = this.options;
    const judge = fileJudge(search, policy, maxFileBytes);
    const nameless: string[] = [];
    const pathOf = (diskPath: string): string | null => {
      if (!this.#isNeeded(diskPath) || isNotebookPath(diskPath) !== (encodings === "cells")) return null;
      const path = judge.pathOf(diskPath);
      if (path === null && judge.isNameless(diskPath)) nameless.push(diskPath);
      return path;
    };
    const reader = matchReader(pathOf, (file) => this.#take(file, judge));
    const args = ripgrepArguments({
      search,
      maxFileBytes,
      maxCount: counted + 1,
      ignoreList: ignoreListOf(lists, way),
      readsIgnoreFiles: way.kind === "reads_rules",
      isSorted,
      encodings,
      globs,
      starts,
    });
    const run = {
      commands,
      args,
      folder: search.root,
      cpuSeconds,
      maxMessageBytes: MESSAGE_BYTES_PER_BYTE * maxFileBytes + MESSAGE_HEAD_BYTES,
    };
    const { status, notices, tooLarge, cutBy } = await this.#ripgrep({
      ...run,
      stop: AbortSignal.any([this.#ending.signal, deadline.signal]),
      // The deadline's timer does not fire while messages arrive without a pause, so the clock is checked
      // too.
      onMessage: (line) => void (deadline.isReached || reader.read(line)),
      onOutput: (output) => (this.#output = output),
    });
    if (!deadline.isReached) throwIfAborted(deadline.signal);
    if (status === 2) throwIfRefused(notices, search.query);
    const unreadable = notices
      .flatMap((notice) => unreadablePath(notice) ?? [])
      .map((named) => relativeName(named))
      .filter((path) => !policy.ignores(path, "directory").ignored);
    // Ripgrep may have reached these through a link that existed only for a moment, so each path is checked
    // to exist.
    const unsearched = [
      ...unreadable.map((path): Unsearched => ({ path, cause: "unreadable" })),
      ...nameless.map((path): Unsearched => ({ path, cause: "invalid_name" })),
      ...tooLarge
        .map((named) => relativeName(named))
        .filter((path) => !isNotebookPath(path) && judge.isLargeText(path))
        .map((path): Unsearched => ({ path, cause: "too_large" })),
    ].filter(({ path }) => isEntryOf(search.root, path));
    return { first: this.#first, unsearched, cutBy: this.#causeOf(cutBy), files: this.#files };
  }

  /** A run whose deadline passes while it waits for a slot has found nothing. */
  async #ripgrep(run: RipgrepRun): Promise<RipgrepEnd> {
    try {
      return await (this.options.isSorted ? runRipgrepAtOnce : runRipgrep)(run);
    } catch (error) {
      if (!this.input.deadline.isReached) throw error;
      return { status: null, cutBy: "stop", notices: [], tooLarge: [] };
    }
  }

  #causeOf(cutBy: RipgrepEnd["cutBy"]): TreeSearchResult["cutBy"] {
    if (cutBy === "memory" || cutBy === "outside") return cutBy;
    return cutBy !== null && !this.#ending.signal.aborted && this.input.deadline.isReached
      ? "deadline"
      : null;
  }

  /** False for a file that is neither shown nor counted. */
  #isNeeded(diskPath: string): boolean {
    return this.#first.count <= this.input.counted || this.#first.mayShow(diskPath);
  }

  #take(file: ReadFile, judge: FileJudge): void {
    const { counted, search, encodings } = this.input;
    const found = judge.contentOf(file.diskPath);
    if (found === null || !covers(encodings, found.encoding)) return;
    // Ripgrep prints the bytes of the file, unless it has converted them.
    const isWindows1252 = encodings === "all" && converterOf(found.encoding) === "windows-1252";
    const content = { encoding: isWindows1252 ? "windows-1252" : "utf-8", text: found.text } as const;
    // Ripgrep may have read another file than the judge, through a link that existed only for a moment. So
    // each shown line is checked against the file's text.
    const { contextLines, maxResults } = search;
    const { count, matches } = this.#first.mayShow(file.diskPath)
      ? shownMatches(file, content, { contextLines, maxMatches: maxResults })
      : { count: file.count, matches: [] };
    if (count === 0) return;
    this.#files++;
    this.#first.add({ diskPath: file.diskPath, encoding: found.encoding, count, matches });
    if (this.#first.count > counted) this.#tellFull(true);
    if (this.options.isSorted && this.#first.count > search.maxResults) this.#ending.abort();
  }
}

function throwIfRefused(notices: readonly string[], query: string): void {
  const problem = queryProblem(notices, query);
  if (problem !== null) throw refused(problem);
  const complaint = complaintOf(notices);
  if (complaint !== null)
    throw new EngineError(
      "RIPGREP_MISSING",
      `The installed ripgrep does not support what Satori needs (${complaint})`,
    );
}

/** Absolute path of the list of ignored files and folders; null if there are none. */
export function ignoreListOf(lists: ListFolder, { kind, ignored }: Way): string | null {
  return ignored.length === 0 ? null : lists.write(kind, ignored);
}

// A temporary folder for the lists that ripgrep reads. They are files, because a list may exceed the length
// of a command line.

/** Disposing removes the folder. */
export class ListFolder implements Disposable {
  private readonly folder: string;

  /** Throws `TEMPORARY_FOLDER_UNUSABLE`. */
  constructor(private readonly parent = tmpdir()) {
    this.folder = this.attempt(() => mkdtempSync(join(parent, "satori-text-")));
  }

  /** Writes a list and returns its absolute path. Throws `TEMPORARY_FOLDER_UNUSABLE`. */
  write(name: string, lines: readonly string[]): string {
    const path = join(this.folder, name);
    this.attempt(() => writePrivateFile(path, `${lines.join("\n")}\n`));
    return path;
  }

  /** A folder for copies of files; absolute, links resolved. */
  get copies(): string {
    return this.attempt(() => join(realPath(this.folder), "copies"));
  }

  /** Writes a copy of a file to `copies`. Throws `TEMPORARY_FOLDER_UNUSABLE`. */
  copy(diskPath: string, text: string): void {
    const path = join(this.copies, diskPath);
    this.attempt(() => {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writePrivateFile(path, text);
    });
  }

  [Symbol.dispose](): void {
    removeAll(this.folder);
  }

  private attempt<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      const cause = systemCode(error);
      if (cause === null) throw error;
      throw new EngineError(
        "TEMPORARY_FOLDER_UNUSABLE",
        `A text search writes exclusions for ripgrep into ${this.parent}, which is not writable (${cause})`,
        { details: { path: this.parent }, cause: error },
      );
    }
  }
}
