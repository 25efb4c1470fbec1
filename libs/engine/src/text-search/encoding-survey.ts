/**
 * Finds the files of a tree that are not plain UTF-8: those that cannot be searched, and those that ripgrep
 * must convert. A search cannot tell, since ripgrep reports only files with matches. So a second ripgrep
 * looks for bytes that no UTF-8 file has; our own reader decides about each file that has some.
 */
import { type Unsearched, isNamedAsText } from "../contents/unsearched.ts";
import { type Deadline, isPastDeadline } from "../deadline.ts";
import { throwIfAborted } from "../errors.ts";
import { type FileJudge, type FileReading, causeIn, fileJudge, isEncoding } from "./judge.ts";
import { relativeName } from "./ripgrep/read-matches.ts";
import { type ConvertedEncoding, converterOf } from "./encodings.ts";
import { type RipgrepEnd, fileArguments, runRipgrep } from "./ripgrep/ripgrep.ts";
import { type TreeSearchInput, type Way, ignoreListOf } from "./tree-search.ts";
import type { TextSearchCut } from "./types.ts";

/** Files that are not plain UTF-8, in the spelling of the disk; in no particular order. */
export interface EncodingSurvey {
  /** Files that ripgrep has to convert, by the run that does it. */
  readonly toConvert: ReadonlyMap<ConvertedEncoding, readonly string[]>;
  readonly unsearched: readonly Unsearched[];
  /** What ended the survey early; null if nothing did. */
  readonly cutBy: TextSearchCut["by"] | null;
}

/** A NUL, or a sequence of bytes that UTF-8 does not have. */
const NOT_UTF8 = [
  String.raw`\x00`,
  String.raw`[\xC0\xC1\xF5-\xFF]`,
  // Too few bytes after the first.
  String.raw`[\xC2-\xDF](?:[^\x80-\xBF]|$)`,
  String.raw`[\xE0-\xEF][\x80-\xBF]?(?:[^\x80-\xBF]|$)`,
  String.raw`[\xF0-\xF4][\x80-\xBF]{0,2}(?:[^\x80-\xBF]|$)`,
  // Too many.
  String.raw`(?:^|[\x01-\x7F])[\x80-\xBF]`,
  String.raw`[\xC2-\xDF][\x80-\xBF]{2}|[\xE0-\xEF][\x80-\xBF]{3}|[\xF0-\xF4][\x80-\xBF]{4}`,
  // Overlong forms, surrogates, and what is beyond U+10FFFF.
  String.raw`\xE0[\x80-\x9F]|\xED[\xA0-\xBF]|\xF0[\x80-\x8F]|\xF4[\x90-\xBF]`,
].join("|");

/** A path has at most 4,096 bytes on Linux, and three times 32,767 on Windows. */
const MAX_PATH_BYTES = 100_000;

/** Surveys the files that a search covers. Throws as `searchText` does. */
export async function surveyEncodings(input: TreeSearchInput, way: Way): Promise<EncodingSurvey> {
  const { search, maxFileBytes, globs, starts, lists, commands, cpuSeconds, deadline } = input;
  const paths: string[] = [];
  const visit = {
    maxFileBytes,
    globs,
    starts,
    ignoreList: ignoreListOf(lists, way),
    readsIgnoreFiles: way.kind === "reads_rules",
  };
  const end = await runUntil(deadline, {
    commands,
    args: fileArguments(visit, NOT_UTF8),
    folder: search.root,
    cpuSeconds,
    maxMessageBytes: MAX_PATH_BYTES,
    messageEnd: 0,
    onMessage: (path) => void paths.push(relativeName(path.toString())),
    onOutput: () => undefined,
    stop: deadline.signal,
  });
  if (!deadline.isReached) throwIfAborted(deadline.signal);
  const judge = fileJudge(search, way.policy, maxFileBytes);
  return judged(paths, { judge, deadline, cutBy: causeOfCut(end, deadline) });
}

/** A run whose deadline passes while it waits for a slot has found nothing. */
async function runUntil(
  deadline: Deadline,
  run: Parameters<typeof runRipgrep>[0],
): Promise<Pick<RipgrepEnd, "cutBy">> {
  try {
    return await runRipgrep(run);
  } catch (error) {
    if (!deadline.isReached) throw error;
    return { cutBy: "stop" };
  }
}

function causeOfCut({ cutBy }: Pick<RipgrepEnd, "cutBy">, deadline: Deadline): EncodingSurvey["cutBy"] {
  if (cutBy === "memory" || cutBy === "outside") return cutBy;
  return cutBy !== null && deadline.isReached ? "deadline" : null;
}

interface Judging {
  readonly judge: FileJudge;
  readonly deadline: Deadline;
  readonly cutBy: EncodingSurvey["cutBy"];
}

async function judged(
  diskPaths: readonly string[],
  { judge, deadline, cutBy }: Judging,
): Promise<EncodingSurvey> {
  const toConvert = new Map<ConvertedEncoding, string[]>([
    ["windows-1252", []],
    ["utf-8-lossy", []],
  ]);
  const unsearched: Unsearched[] = [];
  try {
    for (const diskPath of diskPaths) {
      await deadline.pause();
      const path = judge.pathOf(diskPath);
      if (path === null) continue;
      const seen = judge.seenIn(diskPath);
      const converter = isEncoding(seen) ? converterOf(seen) : null;
      if (converter !== null) toConvert.get(converter)?.push(diskPath);
      const cause = isWorthTelling(path, seen) ? causeIn(seen) : null;
      if (cause !== null) unsearched.push({ path: diskPath, cause });
    }
  } catch (error) {
    if (!isPastDeadline(error)) throw error;
    return { toConvert, unsearched, cutBy: "deadline" };
  }
  return { toConvert, unsearched, cutBy };
}

/**
 * Whether a file may contain text that was not searched. Pictures, programs and the like do not, and there
 * may be thousands; unreadable and large files are reported by the search itself.
 */
function isWorthTelling(path: string, seen: FileReading): boolean {
  if (seen === "binary") return isNamedAsText(path);
  return seen === "unknown_encoding" || seen === "unmarked_utf_16";
}
