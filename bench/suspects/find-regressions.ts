/**
 * Prints the regressions of a repository as lines for `regressions.jsonl`, oldest fix first.
 *
 *   node bench/suspects/find-regressions.ts OWNER/NAME CLONE
 *
 * A fix counts if its message quotes a failure with a location in the repository, and names exactly one older
 * commit, by id, Change-Id or Gerrit number, in a line that blames it. Compilers' warnings are no failures. A
 * guilty commit counts once. The good commit is the release before it, or a commit 90 days before it where
 * there is none, or where that range has more than 5,000 commits. A hash of the fix decides the half.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { UsageError } from "../support/failure.ts";
import { traceOfMessage } from "./trace-of-message.ts";

const BLAMES =
  /\b(fixes|regress\w*|introduced|broke\w*|caused by|since|amends|after|due to|culprit|bisect\w*|reverts)\b/i;
const COMMIT_ID = /(?<![\w/.-])[0-9a-f]{7,40}(?![\w/-])/g;
const CHANGE_ID = /\bI[0-9a-f]{8,40}\b/g;
const GERRIT_NUMBER = /\bCL (\d{4,7})\b|\/c\/[\w/-]+\/\+\/(\d{4,7})/g;
const FAILURE =
  /error|exception|traceback|panic|assert|fail|crash|fault|sanitizer|signal|segv|sigsegv|undefined|#0 /i;
const WARNING = /\bwarning:|\(qdoc\)|-W[a-z]|clang-tidy|errorprone|cppcheck|rubocop|Style\//i;
const MAX_RANGE_COMMITS = 5_000;
const DAYS_BEFORE = 90;
const DAY_SECONDS = 86_400;

interface Commit {
  readonly id: string;
  readonly committedAt: number;
  readonly message: string;
}

const [repository, clone] = process.argv.slice(2);
if (repository === undefined || clone === undefined)
  throw new UsageError("Pass OWNER/NAME and the folder of its clone.");
const git = (...args: string[]): string =>
  execFileSync("git", ["-C", clone, ...args], { maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] })
    .toString()
    .trim();
const commits = commitsOf(git("log", "-z", "--reverse", "--no-merges", "--format=%H%n%ct%n%B", "HEAD"));
const ids = commits.map(({ id }) => id).sort();
const byChange = new Map<string, string[]>();
for (const { id, message } of commits)
  for (const key of ownNames(message)) byChange.set(key, [...(byChange.get(key) ?? []), id]);
const counted = new Set<string>();
for (const fix of commits) {
  const guilty = showsFailure(fix) ? guiltyOf(fix) : null;
  if (guilty && counted.size === counted.add(guilty.id).size) continue;
  const good = guilty && goodBefore(guilty, fix);
  if (!guilty || good === null) continue;
  const part = createHash("sha256").update(fix.id).digest()[0] ?? 0;
  const half = part % 2 === 0 ? "tuning" : "kept";
  console.log(JSON.stringify({ repository, fix: fix.id, guilty: guilty.id, good, part: half }));
}

function commitsOf(printed: string): Commit[] {
  return printed.split("\0").map((record) => {
    const [id = "", time = "", ...lines] = record.split("\n");
    return { id, committedAt: Number(time), message: lines.join("\n") };
  });
}

/** Names that other messages may have for the commit of a message. */
function ownNames(message: string): string[] {
  const change = /^Change-Id: (I[0-9a-f]{40})$/m.exec(message)?.[1];
  const number = /^Reviewed-on: \S+?\/(\d+)$/m.exec(message)?.[1];
  return [...(change === undefined ? [] : [change]), ...(number === undefined ? [] : [number])];
}

/** Whether a message quotes a failure at a location in the repository. */
function showsFailure({ id, message }: Commit): boolean {
  const trace = traceOfMessage(message);
  if (!FAILURE.test(trace) || WARNING.test(trace)) return false;
  const files = [...trace.matchAll(/([\w-]+\.[A-Za-z]\w{0,4})(?:[:(]\d|", line \d)/g)].map(
    ([, name]) => name,
  );
  if (files.length === 0) return false;
  const names = new Set(git("ls-tree", "-r", "--name-only", `${id}^`).split(/[\n/]/));
  return files.some((name) => name !== undefined && names.has(name));
}

/** The one commit that a fix with a trace blames. */
function guiltyOf(fix: Commit): Commit | null {
  const own = new Set(ownNames(fix.message));
  const named = new Set<string>();
  const lines = fix.message.split("\n");
  for (const [at, line] of lines.entries()) {
    if (/^\(?cherry[- ]picked/i.test(line) || !BLAMES.test(`${lines[at - 1] ?? ""} ${line}`)) continue;
    for (const [id] of line.matchAll(COMMIT_ID)) for (const match of idsFrom(id)) named.add(match);
    const changes = [...line.matchAll(CHANGE_ID)].flatMap(([id]) => keysFrom(id));
    const numbers = [...line.matchAll(GERRIT_NUMBER)].map(([, cl, url]) => cl ?? url ?? "");
    for (const key of [...changes, ...numbers])
      if (!own.has(key)) for (const id of byChange.get(key) ?? []) named.add(id);
  }
  named.delete(fix.id);
  const [only, ...others] = named;
  if (only === undefined || others.length > 0 || !isAncestor(only, fix.id)) return null;
  return commits.find(({ id }) => id === only) ?? null;
}

/** Commits whose ids start with a prefix. */
function idsFrom(prefix: string): string[] {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] as string) < prefix) low = middle + 1;
    else high = middle;
  }
  const end = ids.findIndex((id, at) => at >= low && !id.startsWith(prefix));
  return ids.slice(low, end === -1 ? ids.length : end);
}

function keysFrom(prefix: string): string[] {
  return byChange.has(prefix) ? [prefix] : [...byChange.keys()].filter((key) => key.startsWith(prefix));
}

function isAncestor(older: string, newer: string): boolean {
  try {
    git("merge-base", "--is-ancestor", older, newer);
    return true;
  } catch {
    return false;
  }
}

function goodBefore(guilty: Commit, fix: Commit): string | null {
  const release = printedOrEmpty("describe", "--tags", "--abbrev=0", `${guilty.id}^`);
  const tagged = release === "" ? "" : printedOrEmpty("rev-parse", `${release}^{commit}`);
  if (tagged !== "" && Number(git("rev-list", "--count", `${tagged}..${fix.id}^`)) <= MAX_RANGE_COMMITS)
    return tagged;
  const before = guilty.committedAt - DAYS_BEFORE * DAY_SECONDS;
  const older = printedOrEmpty("rev-list", "--max-count=1", `--before=${before}`, `${guilty.id}^`);
  return older === "" ? null : older;
}

function printedOrEmpty(...args: string[]): string {
  try {
    return git(...args);
  } catch {
    return "";
  }
}
