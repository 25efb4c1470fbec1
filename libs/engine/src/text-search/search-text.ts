/**
 * Exact text and regular expressions in the files that the index would hold, by ripgrep.
 *
 * Each file that ripgrep finds something in is put to the ignore policy. So ripgrep has to be kept from
 * leaving out too much, and from reading what is left out. Where the tree is known from an earlier search, it
 * is told what the policy left out then, and reads no rules; meanwhile the folders are looked at, and where
 * they have changed it begins anew. In a tree that is not known it reads every `.gitignore` by itself, as the
 * policy mostly does, while the folders are listed.
 */
import { join } from "node:path";
import { type Deadline, noDeadline } from "../deadline.ts";
import { EngineError, throwIfAborted } from "../errors.ts";
import { compilePathPatterns } from "../ignore/path-matcher.ts";
import { compareText } from "../model/paths.ts";
import { type CodebaseRules, openRules } from "../scan/rules.ts";
import { statsOf } from "../stats-of.ts";
import type { TextMatch, TextSearch, TextSearchCut, TextSearchResult } from "./types.ts";
import { type FirstMatches, walkOrder } from "./first-matches.ts";
import { type SearchArea, searchArea } from "./rules/globs.ts";
import { outerRules } from "./rules/ignore-lists.ts";
import { fileJudge } from "./judge.ts";
import { type FolderFacts, FolderCache } from "./rules/folder-cache.ts";
import { ListFolder } from "./list-folder.ts";
import {
  type TreeSearchResult,
  TreeSearch,
  type TreeSearchInput,
  type ShownFile,
  type Way,
} from "./tree-search.ts";
import { requireQuery } from "./ripgrep/notices.ts";
import type { Encodings } from "./ripgrep/ripgrep.ts";
import { ripgrepPaths } from "./ripgrep/ripgrep-path.ts";
import { startingPaths, startsThatAre } from "./starts.ts";
import { type Unsearched, unsearchedList } from "../contents/unsearched.ts";

export interface TextSearchOptions {
  /** `SATORI_HOME`, which is left out. */
  readonly home: string;
  readonly maxFileBytes: number;
  /** Past it a search ends with what it has found; one that is cancelled throws. Default: none. */
  readonly deadline?: Deadline;
  /**
   * That all threads of a ripgrep may use, which ends one that this process has left behind. Default: an
   * hour.
   */
  readonly cpuSeconds?: number;
  /**
   * What is known of trees from earlier searches; one for a process. Default: nothing, which makes a search
   * of a large tree half as long again.
   */
  readonly folders?: FolderCache;
  /**
   * Absolute paths of what may be ripgrep, best first. Default: that of the package, then the person's own.
   */
  readonly ripgrep?: () => Promise<readonly string[]>;
}

/** More matches than this are not counted: a query may fit every line. */
const MAX_COUNTED = 2_000;
const MAX_CPU_SECONDS = 3_600;
/** A ripgrep that goes by names mostly has found what is shown after this. */
const HEAD_START_MS = 30;

/**
 * The same bytes for the same tree, unless something has cut it short. Throws `INVALID_ARGUMENTS` for a query
 * that cannot be asked, `CANCELLED`, and `RIPGREP_MISSING` where there is no ripgrep,
 * `PROCESS_LIMIT_REACHED`, `TEMPORARY_FOLDER_UNUSABLE`, `PATH_UNREADABLE` where the ignore rules of the root
 * are not known.
 */
export async function searchText(search: TextSearch, options: TextSearchOptions): Promise<TextSearchResult> {
  requireQuery(search.query);
  throwIfAborted(options.deadline?.signal);
  const commands = await (options.ripgrep ?? ripgrepPaths)();
  using lists = new ListFolder();
  const resultIn = (encodings: Encodings): Promise<TextSearchResult> =>
    new Searching(search, options, { commands, lists, encodings }).result();
  return hasLatin1(search)
    ? both(await resultIn("all_but_latin_1"), await resultIn("latin_1"), search.maxResults)
    : await resultIn("all");
}

/** Whether something in a Latin-1 file may fit a query that as UTF-8 has other bytes. */
function hasLatin1({ query, isRegex }: TextSearch): boolean {
  return /[\u00a0-\u00ff]/.test(query) && (isRegex || !/[^\0-\u00ff]/.test(query));
}

/** Of results that have no file in common; what was not looked in is the same. */
function both(left: TextSearchResult, right: TextSearchResult, maxResults: number): TextSearchResult {
  const inWalk = [...left.matches, ...right.matches].sort(
    (one, other) => compareText(walkOrder(one.path), walkOrder(other.path)) || one.line - other.line,
  );
  const total = left.total + right.total;
  return {
    ...left,
    matches: inWalk.slice(0, maxResults).sort(inOrder),
    total,
    isTruncated: total > maxResults || left.isTruncated || right.isTruncated,
    cut: cutOf(left.cut, right.cut, left.cut?.files ?? right.cut?.files ?? null),
  };
}

function cutOf(
  left: TextSearchCut | null,
  right: TextSearchCut | null,
  files: number | null,
): TextSearchCut | null {
  const by = left?.by ?? right?.by;
  return by === undefined
    ? null
    : { by, files, filesWithMatches: (left?.filesWithMatches ?? 0) + (right?.filesWithMatches ?? 0) };
}

interface Means {
  /** Absolute paths of what may be ripgrep, best first. */
  readonly commands: readonly string[];
  readonly lists: ListFolder;
  readonly encodings: Encodings;
}

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
        cut: null,
      };
    const { way, look: all, facts } = await this.begun();
    // Without the facts the deadline has been reached: there is nothing to wait for.
    if (facts === null || !(await all.isFull)) return this.answer(await all.found, facts);
    // Its threads come by files in any order. One that goes by names may come by those that are shown long
    // before all is searched, or long after.
    all.pause();
    const sorted = new TreeSearch(this.look, { way, isSorted: true });
    const headStart = setTimeout(() => all.resume(), HEAD_START_MS);
    try {
      return this.answer(
        await Promise.race([
          sorted.found,
          all.found.then((found) => (found.cutBy === null ? found : sorted.found)),
        ]),
        facts,
        this.look.counted + 1,
      );
    } finally {
      clearTimeout(headStart);
      await Promise.all([all.end(), sorted.end()]);
    }
  }

  /**
   * Lets ripgrep begin by what is known of the tree before it is known to hold, and again where it does not.
   * The facts are null where the deadline came before they were known.
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
      // What it has found by then counts: the policy has judged it.
      if (isDeadline(error) && first && look) return { way: first, look, facts: null };
      await look?.end();
      if (!isDeadline(error)) throw error;
      const nothing: Way = { kind: "is_told", ignored: [], policy: this.rules.policy };
      return { way: nothing, look: this.lookAtAll(nothing), facts: null };
    }
  }

  /** Null where ripgrep would leave out too much. */
  private firstWay(known: FolderFacts | null): Way | null {
    if (known?.isWhole) return toldOf(known);
    const { root, settings } = this.search;
    const outer = outerRules({ root, settings, policy: this.rules.policy, starts: this.look.starts });
    // As a rule it costs less than as a glob, which each path would be held against; brought back, it is
    // searched in vain.
    if (outer && known?.isWellRead !== false)
      return { kind: "reads_rules", ignored: [...outer, ".git"], policy: this.rules.policy };
    return known && toldOf(known);
  }

  /** Those that are not excluded by the search. */
  private closedOf({ closed }: FolderFacts): Unsearched[] {
    const isExcluded = compilePathPatterns(this.search.exclude);
    return closed.filter((path) => !isExcluded(`${path}/any`)).map((path) => ({ path, cause: "unreadable" }));
  }

  private lookAtAll(way: Way): TreeSearch {
    return new TreeSearch(this.look, { way, isSorted: false });
  }

  /**
   * @param atLeast so many matches there are. Of more than are counted, the answer is the same whichever look
   * found them
   */
  private answer(
    { first, unsearched: met, cutBy, files: filesWithMatches }: TreeSearchResult,
    facts: FolderFacts | null,
    atLeast = 0,
  ): TextSearchResult {
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
