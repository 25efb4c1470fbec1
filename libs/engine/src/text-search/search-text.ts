/**
 * Exact text and regular expressions in the files that the index would hold, by ripgrep.
 *
 * Ripgrep reads most ignore rules as the policy does, and each file that it finds something in is put to the policy. So it has
 * to be kept from leaving out too much. A quick look lets it read every `.gitignore` by itself, in all threads; meanwhile the
 * ignore files of the tree are looked at. Where one says something that ripgrep understands otherwise, or there is more than
 * is counted, a careful look follows: it is told which folders are ignored, as the policy has found, and reads no rules.
 */
import { lstatSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EngineError, throwIfAborted } from "../errors.ts";
import { compareText, normalizeRelative } from "../model/paths.ts";
import type { CodebaseSettings } from "../model/run.ts";
import { type CodebaseRules, openRules } from "../scan/rules.ts";
import { type SearchArea, searchArea } from "./globs.ts";
import { outerRules } from "./ignore-lists.ts";
import { fileJudge } from "./judge.ts";
import { type FolderFacts, KnownFolders } from "./known-folders.ts";
import { complaintOf, queryProblem, refused, requireQuery, unreadablePath } from "./notices.ts";
import { matchReader, relativeName } from "./read-matches.ts";
import { ripgrepPaths } from "./ripgrep-path.ts";
import { ripgrepArguments, runRipgrep } from "./ripgrep.ts";

export interface TextSearch {
  /** The folder that paths are relative to; real and absolute. */
  readonly root: string;
  readonly query: string;
  readonly isRegex: boolean;
  readonly isCaseSensitive: boolean;
  /** Files and folders to look in, relative to `root`, with `/`; empty for all of it. */
  readonly within: readonly string[];
  /** gitignore patterns without negation, relative to `root`; a file has to fit one of `include`, if there are any, and none of `exclude`. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Whether a file that ripgrep found counts: languages and the like; asked once a file. */
  readonly accepts: (path: string) => boolean;
  /** Settings of the codebase for the ignore policy (own patterns, custom extensions). */
  readonly settings: CodebaseSettings;
  readonly maxResults: number;
  readonly contextLines: number;
}

/** A line with a match. */
export interface TextMatch {
  /** As the index names the file. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** Of the first match in the whole line, 1-based, in UTF-16 units. */
  readonly column: number;
  /** The line without its end; of a long one the part around the match, with `…` for the rest. */
  readonly text: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface TextSearchResult {
  /** By path, then line. Of more than `maxResults`, those of the files that a walk comes by first, folders in the order of names. */
  readonly matches: readonly TextMatch[];
  /** Lines with a match: all of them, or so many at least where `isTruncated`. */
  readonly total: number;
  readonly isTruncated: boolean;
  /** Files and folders that would be looked in, but may not be read. */
  readonly unreadable: number;
  /** Ripgrep was ended by somebody else: there may be more. */
  readonly isInterrupted: boolean;
}

export interface TextSearchOptions {
  /** `SATORI_HOME`, which is left out. */
  readonly home: string;
  readonly maxFileBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** What is known of trees from earlier searches; one for a process. Default: nothing, which makes a search of a large tree half as long again. */
  readonly folders?: KnownFolders;
  /** Absolute paths of what may be ripgrep, best first. Default: that of the package, then the person's own. */
  readonly ripgrep?: () => Promise<readonly string[]>;
}

/** More matches than this are not counted: a query may fit every line. */
const MAX_COUNTED = 2_000;

/**
 * The same bytes for the same tree. Throws `INVALID_ARGUMENTS` for a query that cannot be asked, `CANCELLED`, and
 * `RIPGREP_MISSING` where there is no ripgrep.
 */
export async function searchText(search: TextSearch, options: TextSearchOptions): Promise<TextSearchResult> {
  requireQuery(search.query);
  throwIfAborted(options.signal);
  const commands = await (options.ripgrep ?? ripgrepPaths)();
  const folder = await mkdtemp(join(tmpdir(), "satori-text-"));
  try {
    return await new Searching(search, options, commands, folder).result();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How ripgrep is run over the tree. */
interface Look {
  readonly kind: "quick" | "careful";
  /** Lines of gitignore for what is left out. */
  readonly ignored: readonly string[];
  readonly isSorted: boolean;
  /** Ends it once more matches than this are found. */
  readonly enough: number;
}

/** What a look has come by. */
interface Found {
  readonly matches: readonly TextMatch[];
  readonly unreadable: number;
  readonly isInterrupted: boolean;
  /** More than enough, at which it was ended. */
  readonly hasEnough: boolean;
}

class Searching {
  private readonly rules: CodebaseRules;
  private readonly within: readonly string[] | null;
  private readonly globs: readonly string[];
  private readonly starts: readonly string[];
  private readonly counted: number;

  constructor(private readonly search: TextSearch, private readonly options: TextSearchOptions, private readonly commands: readonly string[], private readonly folder: string) {
    this.rules = openRules(search.root, search.settings, options.home);
    this.within = placesOf(search.within);
    const { starts, globs } = this.within === null ? NOTHING : searchArea(this.within, search.include, search.exclude);
    this.globs = globs;
    this.starts = startsThatAre(search.root, starts).filter((start) => this.rules.policy.scopeAt(start) !== null || !this.isFolder(start));
    this.counted = Math.max(MAX_COUNTED, 4 * search.maxResults);
  }

  async result(): Promise<TextSearchResult> {
    if (this.starts.length === 0) return { matches: [], total: 0, isTruncated: false, unreadable: 0, isInterrupted: false };
    const { root, settings } = this.search;
    const outer = outerRules({ root, settings, policy: this.rules.policy, starts: this.starts });
    const doubt = new AbortController();
    const quickly = outer && ({ kind: "quick", ignored: outer } as const);
    const looking = quickly && this.look({ ...quickly, isSorted: false, enough: this.counted }, doubt.signal);
    // It may fail before the folders have been looked at, and is heard then.
    if (looking) looking.catch(() => undefined);
    const facts = await this.factsOf().catch((error: unknown) => error);
    if (!isFacts(facts) || !facts.isWellRead) doubt.abort();
    const quick = await looking;
    if (!isFacts(facts)) throw facts;
    const way = quickly && facts.isWellRead ? quickly : ({ kind: "careful", ignored: facts.ignored } as const);
    const whole = quick && facts.isWellRead ? quick : await this.look({ ...way, isSorted: false, enough: this.counted });
    if (!whole.hasEnough) return this.answer(whole);
    // There are more than are counted: which are shown must not depend on which thread was first.
    return this.answer(await this.look({ ...way, isSorted: true, enough: this.search.maxResults }), this.counted + 1);
  }

  /** The rules of ignore files in the tree, looked at while ripgrep is at work. */
  private factsOf(): Promise<FolderFacts> {
    const { policy, signature } = this.rules;
    return (this.options.folders ?? new KnownFolders()).factsOf({ root: this.search.root, policy, signature, starts: this.starts }, this.options.signal);
  }

  private answer({ matches, unreadable, isInterrupted }: Found, atLeast = 0): TextSearchResult {
    const { maxResults } = this.search;
    const shown = [...matches].sort(inWalkOrder).slice(0, maxResults).sort(inOrder);
    const total = Math.max(matches.length, atLeast);
    return { matches: shown, total, isTruncated: total > maxResults, unreadable, isInterrupted };
  }

  private async look(look: Look, doubt?: AbortSignal): Promise<Found> {
    const { search, options, starts, globs, rules: { policy } } = this;
    const ignoreList = join(this.folder, look.kind);
    // As a rule it costs less than as a glob, which each path would be held against; brought back, it is searched in vain.
    writeFileSync(ignoreList, `${look.ignored.join("\n")}\n.git\n`);
    const enough = new AbortController();
    const stop = AbortSignal.any([enough.signal, ...(doubt ? [doubt] : []), ...(options.signal ? [options.signal] : [])]);
    const matches: TextMatch[] = [];
    const reader = matchReader(fileJudge({ ...search, within: this.within ?? [] }, policy, options.maxFileBytes), search.contextLines, (found) => {
      matches.push(...found);
      if (matches.length > look.enough) enough.abort();
    });
    const args = ripgrepArguments({ search, maxFileBytes: options.maxFileBytes, maxCount: this.counted + 1, ignoreList, readsIgnoreFiles: look.kind === "quick", isSorted: look.isSorted, globs, starts });
    const { status, notices } = await runRipgrep({ commands: this.commands, args, folder: search.root, stop, onMessage: (line) => reader.read(line) });
    throwIfAborted(options.signal);
    if (status === 2) throwIfRefused(notices);
    const unreadable = notices.flatMap((notice) => unreadablePath(notice) ?? []).filter((path) => !policy.ignores(relativeName(path), "directory").ignored);
    return { matches, unreadable: unreadable.length, isInterrupted: status === null && !stop.aborted, hasEnough: matches.length > look.enough };
  }

  private isFolder(path: string): boolean {
    return lstatSync(join(this.search.root, path)).isDirectory();
  }
}

const NOTHING: SearchArea = { starts: [], globs: [] };

function isFacts(value: unknown): value is FolderFacts {
  return typeof value === "object" && value !== null && "isWellRead" in value;
}

function throwIfRefused(notices: readonly string[]): void {
  const problem = queryProblem(notices);
  if (problem !== null) throw refused(problem);
  const complaint = complaintOf(notices);
  if (complaint !== null) throw new EngineError("RIPGREP_MISSING", `The ripgrep that runs here does not do what is asked of it (${complaint})`);
}

/** Empty for all of the root; null where none of them can be in it. */
function placesOf(within: readonly string[]): string[] | null {
  const places = within.map((path) => (/^(?:\.?\/*)*$/.test(path) ? "" : normalizeRelative(path)));
  if (places.length === 0 || places.includes("")) return [];
  const inside = places.filter((path) => path !== null);
  return inside.length === 0 ? null : inside;
}

/** Those that there are, and that a scan would come to: behind no link, and neither pipe nor device. What the disk may spell otherwise is looked for everywhere. */
function startsThatAre(root: string, starts: readonly string[]): string[] {
  if (starts.some((start) => /[^\0-\x7f]/.test(start) && kindAt(root, start) === "none")) return [""];
  return starts.filter((start) => kindAt(root, start) === "searchable");
}

function kindAt(root: string, path: string): "searchable" | "none" | "other" {
  const names = path === "" ? [] : path.split("/");
  for (let length = 1; length <= names.length; length++) {
    const stats = lstatSync(join(root, ...names.slice(0, length)), { throwIfNoEntry: false });
    if (stats === undefined) return "none";
    if (!stats.isDirectory() && !(stats.isFile() && length === names.length)) return "other";
  }
  return "searchable";
}

function inOrder(left: TextMatch, right: TextMatch): number {
  return compareText(left.path, right.path) || left.line - right.line;
}

/** Depth first, by names: as ripgrep sorts. */
function inWalkOrder(left: TextMatch, right: TextMatch): number {
  return compareText(left.path.replaceAll("/", "\0"), right.path.replaceAll("/", "\0")) || left.line - right.line;
}
