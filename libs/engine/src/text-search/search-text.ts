/**
 * Searches exact text and regular expressions with ripgrep, in the files that the index would contain.
 *
 * The ignore policy decides about each file that ripgrep finds something in. So ripgrep must not exclude too
 * much, and should not read what is ignored. For a tree known from an earlier search, ripgrep gets the list
 * of what was ignored then and reads no rules itself; meanwhile the folders are checked, and if they have
 * changed, the search restarts. In an unknown tree, ripgrep reads every `.gitignore` itself, mostly as the
 * policy does, while the folders are listed.
 */
import { join } from "node:path";
import { type Unsearched, unsearchedList } from "../contents/unsearched.ts";
import { type Deadline, noDeadline } from "../deadline.ts";
import { EngineError, throwIfAborted } from "../errors.ts";
import { compilePathPatterns } from "../ignore/path-matcher.ts";
import { compareText, normalizeRelative } from "../model/paths.ts";
import { type CodebaseRules, openRules } from "../scan/rules.ts";
import { statsOf } from "../stats-of.ts";
import { converterOf, mayMatchNonAscii } from "./encodings.ts";
import { type EncodingSurvey, surveyEncodings } from "./encoding-survey.ts";
import { type FirstMatches, walkOrder } from "./first-matches.ts";
import { copyNotebooks } from "./notebook-copies.ts";
import { fileJudge } from "./judge.ts";
import {
  ListFolder,
  type ShownFile,
  TreeSearch,
  type TreeSearchInput,
  type TreeSearchResult,
  type Way,
} from "./tree-search.ts";
import { requireQuery } from "./ripgrep/notices.ts";
import { ripgrepPaths } from "./ripgrep/ripgrep-path.ts";
import { FolderCache, type FolderFacts } from "./rules/folder-cache.ts";
import { type SearchArea, batchesOf, searchArea } from "./rules/globs.ts";
import { outerRules } from "./rules/ignore-lists.ts";
import type { TextMatch, TextSearch, TextSearchResult } from "./types.ts";

export interface TextSearchOptions {
  /** `SATORI_HOME`, which is not searched. */
  readonly home: string;
  readonly maxFileBytes: number;
  /**
   * When it passes, the search ends with what it has found; when it is cancelled, the search throws. Default:
   * none.
   */
  readonly deadline?: Deadline;
  /**
   * CPU seconds for all threads of one ripgrep; they end a ripgrep that this process has left behind.
   * Default: an hour.
   */
  readonly cpuSeconds?: number;
  /**
   * Facts about trees from earlier searches; one cache per process. Default: none, which makes a search of a
   * large tree take half as long again.
   */
  readonly folders?: FolderCache;
  /** Absolute paths of possible ripgrep binaries, best first. Default: the package's, then the user's own. */
  readonly ripgrep?: () => Promise<readonly string[]>;
}

/** Matches beyond this number are not counted: a query may match every line. */
export const MAX_COUNTED = 2_000;
const MAX_CPU_SECONDS = 3_600;
/** A sorted run has usually found what is shown by then. */
const HEAD_START_MS = 30;

/**
 * Searches a tree. The same tree yields the same bytes, unless the search is cut short.
 *
 * Throws `INVALID_ARGUMENTS` for a query that cannot be searched, `CANCELLED`, `RIPGREP_MISSING`,
 * `PROCESS_LIMIT_REACHED`, `TEMPORARY_FOLDER_UNUSABLE`, and `PATH_UNREADABLE` if the ignore rules of the root
 * are unknown.
 */
export async function searchText(search: TextSearch, options: TextSearchOptions): Promise<TextSearchResult> {
  requireQuery(search.query);
  throwIfAborted(options.deadline?.signal);
  const commands = await (options.ripgrep ?? ripgrepPaths)();
  using lists = new ListFolder();
  return await new Searching(search, options, { commands, lists }).result();
}

interface Means {
  /** Absolute paths of possible ripgrep binaries, best first. */
  readonly commands: readonly string[];
  readonly lists: ListFolder;
}

/** The result of the runs over all files, before it is presented. */
interface Found extends TreeSearchResult {
  /** Null if the deadline passed before they were known. */
  readonly facts: FolderFacts | null;
  /**
   * A lower bound for the number of matches. It makes the answer the same whichever run was first, if there
   * are more matches than are counted.
   */
  readonly atLeast: number;
  /** Files read as Windows-1252, in the spelling of the disk. */
  readonly guessed: readonly string[];
}

/** One search. */
class Searching {
  private readonly rules: CodebaseRules;
  private readonly look: TreeSearchInput;

  constructor(
    private readonly search: TextSearch,
    private readonly options: TextSearchOptions,
    means: Means,
  ) {
    this.rules = openRules(search.root, search.settings, options.home);
    this.rules.policy.rootScope();
    const within = startingPaths(search.within);
    const { starts, globs } = within === null ? NOTHING : searchArea(within, search.include, search.exclude);
    const { maxFileBytes, deadline = noDeadline(), cpuSeconds = MAX_CPU_SECONDS } = options;
    const counted = Math.max(MAX_COUNTED, 4 * search.maxResults);
    this.look = {
      search: { ...search, within: within ?? [] },
      maxFileBytes,
      globs,
      encodings: mayMatchNonAscii(search) ? "unicode" : "all",
      ...means,
      deadline,
      cpuSeconds,
      counted,
      starts: startsThatAre({ root: search.root, maxFileBytes }, starts)
        .filter((start) => this.rules.policy.scopeAt(start) !== null || !this.isFolder(start))
        .sort((left, right) => compareText(walkOrder(left), walkOrder(right))),
    };
  }

  async result(): Promise<TextSearchResult> {
    if (this.look.starts.length === 0)
      return {
        matches: [],
        total: 0,
        isTruncated: false,
        unsearched: unsearchedList(this.named()),
        listedFiles: 0,
        guessed: [],
        cut: null,
      };
    const { way, look: all, facts } = await this.begun();
    // Without facts the deadline has passed, so there is nothing to wait for.
    if (facts === null) return this.answer({ ...(await all.found), facts, atLeast: 0, guessed: [] });
    try {
      const found = await this.withNotebooks(await this.foundBy(all, way, facts), way);
      // If there are more matches than are counted, it does not matter which files have none.
      if (this.look.encodings === "all" && found.atLeast > 0) return this.answer(found);
      // Not at the same time as the search: each ripgrep uses all processors.
      const survey = await surveyEncodings(this.look, way);
      return this.answer(await this.withOthers(found, survey, way));
    } finally {
      await all.end();
    }
  }

  /** What the runs over all files find. */
  private async foundBy(all: TreeSearch, way: Way, facts: FolderFacts): Promise<Found> {
    if (!(await all.isFull)) return { ...(await all.found), facts, atLeast: 0, guessed: [] };
    // The threads of a parallel run find files in any order. A sorted run may find those that are shown long
    // before everything is searched, or long after; whichever run finishes first counts.
    all.pause();
    const sorted = new TreeSearch(this.look, { way, isSorted: true });
    const headStart = setTimeout(() => all.resume(), HEAD_START_MS);
    try {
      const found = await Promise.race([
        sorted.found,
        all.found.then((result) => (result.cutBy === null ? result : sorted.found)),
      ]);
      return { ...found, facts, atLeast: this.look.counted + 1, guessed: [] };
    } finally {
      clearTimeout(headStart);
      await Promise.all([all.end(), sorted.end()]);
    }
  }

  /** Adds matches in the text of notebooks, of which ripgrep searches copies. */
  private async withNotebooks(found: Found, { policy }: Way): Promise<Found> {
    const notebooks = found.facts?.notebooks ?? [];
    if (notebooks.length === 0 || found.cutBy !== null) return found;
    const { copied, unsearched, isLate } = await copyNotebooks(notebooks, this.look, policy);
    const root = this.look.lists.copies;
    const look = {
      ...this.look,
      search: { ...this.look.search, root },
      globs: [],
      encodings: "cells",
    } as const;
    let { files } = found;
    let cutBy: Found["cutBy"] = isLate ? "deadline" : null;
    for (const starts of batchesOf(copied)) {
      const way: Way = { kind: "is_told", ignored: [], policy };
      const cells = await new TreeSearch({ ...look, starts }, { way, isSorted: false }).found;
      found.first.absorb(cells.first);
      files += cells.files;
      cutBy ??= cells.cutBy;
    }
    return { ...found, files, cutBy, unsearched: [...found.unsearched, ...unsearched] };
  }

  /** Adds the files that ripgrep has to convert, and those that cannot be searched. */
  private async withOthers(found: Found, survey: EncodingSurvey, { policy }: Way): Promise<Found> {
    let { files, cutBy } = { ...found, cutBy: found.cutBy ?? survey.cutBy };
    const unsearched = [...found.unsearched, ...survey.unsearched, ...(await this.linksOf(found))];
    if (this.look.encodings === "all") return { ...found, unsearched, cutBy };
    for (const [encodings, paths] of survey.toConvert)
      for (const starts of batchesOf(paths)) {
        const way: Way = { kind: "is_told", ignored: [], policy };
        const run = new TreeSearch({ ...this.look, encodings, starts, globs: [] }, { way, isSorted: false });
        const converted = await run.found;
        found.first.absorb(converted.first);
        files += converted.files;
        cutBy ??= converted.cutBy;
      }
    const guessed = /[^\0-\x7f]/.test(this.search.query) ? survey.toConvert.get("windows-1252") : undefined;
    return { ...found, unsearched, files, cutBy, guessed: guessed ?? [] };
  }

  /**
   * Starts ripgrep with the cached facts while these are checked, and restarts it if they are out of date.
   * `facts` is null if the deadline passed before they were known.
   */
  private async begun(): Promise<{ way: Way; look: TreeSearch; facts: FolderFacts | null }> {
    const { root } = this.search;
    const { deadline } = this.look;
    const folders = this.options.folders ?? new FolderCache();
    const tree = {
      root,
      policy: this.rules.policy,
      signature: this.rules.signature,
      starts: this.look.starts,
    };
    const known = folders.knownOf(tree);
    const first = this.firstWay(known);
    const look = first && this.lookAtAll(first);
    try {
      const facts = await folders.factsOf(tree, deadline);
      const holds = first?.kind === "reads_rules" ? facts.isWellRead : facts === known;
      if (first && look && holds) return { way: first, look, facts };
      await look?.end();
      return { way: toldOf(facts), look: this.lookAtAll(toldOf(facts)), facts };
    } catch (error) {
      // What the run has found by then counts, since the policy has judged it.
      if (isDeadline(error) && first && look) return { way: first, look, facts: null };
      await look?.end();
      if (!isDeadline(error)) throw error;
      const nothing: Way = { kind: "is_told", ignored: [], policy: this.rules.policy };
      return { way: nothing, look: this.lookAtAll(nothing), facts: null };
    }
  }

  /** How ripgrep can run before the facts are known; null if it would exclude too much. */
  private firstWay(known: FolderFacts | null): Way | null {
    if (known?.isWhole) return toldOf(known);
    const { root, settings } = this.search;
    const outer = outerRules({ root, settings, policy: this.rules.policy, starts: this.look.starts });
    // As an ignore rule, `.git` costs less than as a glob, which every path would be tested against. If a
    // rule re-includes it, it is only searched in vain.
    // Ripgrep distinguishes capitals in the rules that it reads.
    if (outer && known?.isWellRead !== false && this.rules.policy.letterCase === "exact")
      return { kind: "reads_rules", ignored: [...outer, ".git"], policy: this.rules.policy };
    return known && toldOf(known);
  }

  /** Closed folders that the request does not exclude. */
  private closedOf({ closed }: FolderFacts): Unsearched[] {
    const isExcluded = compilePathPatterns(this.search.exclude);
    return closed.filter((path) => !isExcluded(`${path}/any`)).map((path) => ({ path, cause: "unreadable" }));
  }

  /** Links that hide files, since what they lead to is not searched under another path. */
  private async linksOf({ facts }: Pick<Found, "facts">): Promise<Unsearched[]> {
    const judge = fileJudge(this.look.search, this.rules.policy, this.look.maxFileBytes);
    const hiding: Unsearched[] = [];
    for (const path of facts?.links ?? []) {
      // Past the deadline, the answer says that it is incomplete.
      if (this.look.deadline.isReached) break;
      if (judge.hidesFiles(path)) hiding.push({ path, cause: "link" });
    }
    return hiding;
  }

  private lookAtAll(way: Way): TreeSearch {
    return new TreeSearch(this.look, { way, isSorted: false });
  }

  private answer({
    first,
    unsearched: met,
    cutBy,
    files: filesWithMatches,
    facts,
    atLeast,
    guessed,
  }: Found): TextSearchResult {
    const total = Math.min(Math.max(first.count, atLeast), this.look.counted + 1);
    const isCounted = total <= this.look.counted;
    const unsearched = [...met, ...(facts ? this.closedOf(facts) : [])];
    const passed = isCounted ? unsearched : unsearched.filter(({ path }) => first.isPassed(path));
    const all = unsearchedList(
      [...passed, ...this.named()].map(({ path, cause }) => ({ path: path.normalize("NFC"), cause })),
    );
    const by = facts === null ? "deadline" : cutBy;
    return {
      matches: this.shown(first),
      total,
      isTruncated: total > this.search.maxResults || (by !== null && by !== "outside"),
      unsearched: all,
      listedFiles: facts?.fileCount ?? null,
      guessed: this.guessed(first, guessed),
      cut: by && { by, files: facts?.fileCount ?? null, filesWithMatches },
    };
  }

  private named(): Unsearched[] {
    const judge = fileJudge(this.search, this.rules.policy, this.options.maxFileBytes);
    return this.search.named.flatMap((path) => {
      const cause = judge.causeOf(path);
      return cause === null ? [] : [{ path, cause }];
    });
  }

  /** Files that are read as Windows-1252: those among the files shown, and others. */
  private guessed(first: FirstMatches<ShownFile>, others: readonly string[]): string[] {
    const shown = first.files().filter(({ encoding }) => converterOf(encoding) === "windows-1252");
    const paths = new Set([...shown.map(({ diskPath }) => diskPath), ...others]);
    return [...paths].map((path) => path.normalize("NFC")).sort(compareText);
  }

  private shown(first: FirstMatches<ShownFile>): TextMatch[] {
    return first
      .files()
      .flatMap((file) => file.matches)
      .slice(0, this.search.maxResults)
      .sort(inOrder);
  }

  private isFolder(path: string): boolean {
    return statsOf(join(this.search.root, path))?.isDirectory() === true;
  }
}

const NOTHING: SearchArea = { starts: [], globs: [] };

function toldOf({ ignored, policy }: FolderFacts): Way {
  return { kind: "is_told", ignored, policy };
}

function isDeadline(error: unknown): boolean {
  return error instanceof EngineError && error.code === "DEADLINE_REACHED";
}

function inOrder(left: TextMatch, right: TextMatch): number {
  return compareText(left.path, right.path) || left.line - right.line;
}

// The files and folders that a text search starts in, limited to those that a scan would reach.

/** Normalizes the requested paths. Empty for the whole root; null if none of them can be inside it. */
function startingPaths(within: readonly string[]): string[] | null {
  const places = within.map((path) => (/^(?:\.?\/*)*$/.test(path) ? "" : normalizeRelative(path)));
  if (places.length === 0 || places.includes("")) return [];
  const inside = places.filter((path) => path !== null);
  return inside.length === 0 ? null : inside;
}

interface Tree {
  readonly root: string;
  readonly maxFileBytes: number;
}

/**
 * The starts that exist and that a scan would reach and read: not behind a link, not a pipe or device, not
 * too large. If a path with non-ASCII characters is missing, the disk may spell it differently, so the whole
 * root is searched.
 */
function startsThatAre(tree: Tree, starts: readonly string[]): string[] {
  if (starts.some((start) => /[^\0-\x7f]/.test(start) && kindAt(tree, start) === "none")) return [""];
  return starts.filter((start) => kindAt(tree, start) === "searchable");
}

function kindAt({ root, maxFileBytes }: Tree, path: string): "searchable" | "none" | "other" {
  const names = path === "" ? [] : path.split("/");
  for (let length = 1; length <= names.length; length++) {
    const stats = statsOf(join(root, ...names.slice(0, length)));
    if (stats === undefined) return "none";
    const isFile = stats.isFile() && length === names.length && stats.size <= maxFileBytes;
    if (!stats.isDirectory() && !isFile) return "other";
  }
  return "searchable";
}
