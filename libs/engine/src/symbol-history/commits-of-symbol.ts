/** The answer of `symbol_history` about one symbol: its commits, described and cut to the budget. */
import {
  LIMITS,
  type SymbolCommit,
  type SymbolHistoryOutput,
  type UncommittedChange,
  buildEnvelope,
  shortCommit,
} from "@satori/contracts";
import { throwIfAborted } from "../errors.ts";
import type { SymbolMatch } from "../files/symbol-lookup/find-symbol.ts";
import { type CommitDetails, blobAt, commitDetails } from "../git/file-log.ts";
import { unreadableRepository } from "../git/objects.ts";
import { GitFailure } from "../git/run-git.ts";
import { plainNode } from "../graph/uses/describe-uses.ts";
import { doubting } from "../model/staleness.ts";
import type { Snapshot } from "../store/store.ts";
import { changedTogether } from "./changed-together.ts";
import { trackedSymbol } from "./file-version.ts";
import { fittingScores } from "./fitting-commits.ts";
import { type Following, gitCallOf, mayRead, openFollowing } from "./follow-options.ts";
import {
  type TrackedChange,
  type Position,
  type SymbolHistory,
  followSymbol,
  stepBack,
} from "./follow-symbol.ts";
import { historyMessage } from "./history-message.ts";
import { fitHunks, hunkOf } from "./hunks.ts";
import { referencesIn } from "./references.ts";
import { type HistoryRepository, openRepository, parseRange, resolveRange } from "./repository.ts";
import { symbolDiff } from "./symbol-diff.ts";
import type { HistoryRequest } from "./history-request.ts";

/** Names the text of the work tree among versions. */
const WORK_TREE = "work tree";
/** The answer is described after the deadline, from what is known by then. */
const DESCRIBE_TIMEOUT_MS = 3_000;

/** Follows a symbol of the index back from the newest commit of the range. */
export async function commitsOfSymbol(
  request: HistoryRequest,
  snapshot: Snapshot,
  symbol: SymbolMatch,
): Promise<SymbolHistoryOutput> {
  const { target, call, input } = request;
  const repository = await openRepository(target.codebase.root, symbol.file, call.signal);
  const { folder } = repository;
  try {
    const written = parseRange(input.range);
    const range = await resolveRange(folder, written, call.signal);
    await using following = openFollowing(request, repository);
    const present = await presentPosition(snapshot, symbol, repository, following);
    const path = present.version.path;
    const blob = await blobAt(folder, { commit: range.tip, path }, gitCallOf(request));
    const step = blob === null ? null : await stepBack(present, { blob, path }, following.versions);
    const isNow = written.bad === "HEAD";
    if (step === null || !("position" in step))
      return await notCommitted(request, symbol, { tip: range.tip, isNow, present, following });
    const history = await followSymbol(step.position, following.optionsFor(range));
    if (history.changes.length === 0 && history.versions === 0) throwIfAborted(call.signal);
    return await described(request, symbol, {
      repository,
      tip: range.tip,
      history,
      uncommitted: isNow && step.kind === "changed" ? uncommittedOf(step.diff) : null,
    });
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    throwIfAborted(call.signal);
    throw unreadableRepository(folder, error);
  }
}

/** The symbol in the text of the index, which is that of the work tree. */
async function presentPosition(
  snapshot: Snapshot,
  { file, fact }: SymbolMatch,
  repository: HistoryRepository,
  { versions }: Following,
): Promise<Position> {
  const version = { blob: WORK_TREE, path: repository.inRepository(file) };
  const text = (await snapshot.contents([snapshot.fileAt(file)]))[0]?.text ?? "";
  versions.add(version, Buffer.from(text));
  const analyzed = await versions.analyze(version);
  const current = analyzed?.symbols.find(
    ({ label, kind, startLine }) =>
      label === fact.label && kind === fact.kind && startLine === fact.startLine,
  );
  return { version, symbol: trackedSymbol(analyzed ?? { text, comments: [] }, current ?? fact) };
}

function uncommittedOf(diff: readonly string[]): UncommittedChange {
  const { hunk = "", isCut } = hunkOf(diff, LIMITS.symbolHistory.maxHunkLines);
  return { hunk, ...(isCut ? { hunkTruncated: true } : {}) };
}

interface Uncommitted {
  readonly tip: string;
  /** Whether the range ends at the checked-out commit. */
  readonly isNow: boolean;
  readonly present: Position;
  readonly following: Following;
}

/** The answer for a symbol that the newest commit of the range does not have. */
async function notCommitted(
  request: HistoryRequest,
  symbol: SymbolMatch,
  { tip, isNow, present, following }: Uncommitted,
): Promise<SymbolHistoryOutput> {
  const { echo, gated, behind, call } = request;
  const lines = ((await following.versions.lines(present.version)) ?? []).slice(
    present.symbol.startLine - 1,
    present.symbol.endLine,
  );
  const diff = symbolDiff(null, { startLine: present.symbol.startLine, lines });
  const message =
    `${symbol.symbolLabel} is not in ${symbol.file} of commit ${shortCommit(tip)}: ` +
    "it was added, renamed or moved there since, so no commit is listed.";
  return buildEnvelope(
    "symbol_history",
    { status: "ok", message: doubting(message, behind), warnings: [...gated.warnings, ...behind.warnings] },
    {
      ...echo,
      head: tip,
      found: plainNode(symbol),
      ...(isNow ? { uncommitted: uncommittedOf(diff) } : {}),
      commits: [],
      total: 0,
      coverage: { versions: 0 },
    },
    call.elapsedMs(),
  );
}

interface Described {
  readonly repository: HistoryRepository;
  readonly tip: string;
  readonly history: SymbolHistory;
  readonly uncommitted: UncommittedChange | null;
}

async function described(
  request: HistoryRequest,
  symbol: SymbolMatch,
  { repository, tip, history, uncommitted }: Described,
): Promise<SymbolHistoryOutput> {
  const { echo, gated, behind, call, input } = request;
  const { changes, ends, layoutOnly, versions } = history;
  const details = await commitDetails(
    repository.folder,
    changes.map(({ commit }) => commit),
    { ...gitCallOf(request), timeoutMs: DESCRIBE_TIMEOUT_MS, signal: undefined },
  );
  const byId = new Map(details.map((commit) => [commit.id, commit]));
  const commits = changes.flatMap((change) => {
    const commit = byId.get(change.commit);
    return commit ? [{ change, commit }] : [];
  });
  const ordered = input.question === undefined ? commits : fitting(input.question, commits);
  const shown = ordered.slice(0, echo.limit).map((one) => commitOf(one, symbol, repository));
  const nameOf = (path: string): string | null => {
    const file = repository.inCodebase(path);
    return mayRead(request, file) ? file : null;
  };
  const together = changedTogether(details, new Set(changes.flatMap(ownPaths)), nameOf);
  const payload = {
    ...echo,
    head: tip,
    found: plainNode(symbol),
    ...(uncommitted ? { uncommitted } : {}),
    total: commits.length,
    ...(together.length > 0 ? { changedTogether: together } : {}),
    coverage: { versions, ...(layoutOnly > 0 ? { layoutOnly } : {}), ends },
  };
  const fitted = fitHunks(shown, { maxTokens: echo.maxTokens, rest: payload });
  const isCut = fitted.isCut || shown.length < commits.length;
  return buildEnvelope(
    "symbol_history",
    {
      status: "ok",
      message: doubting(
        historyMessage(symbol.symbolLabel, {
          total: commits.length,
          shown: shown.length,
          history,
          uncommitted,
        }),
        behind,
      ),
      hints: {
        readFile: { tool: "read_file", args: { path: echo.effectiveRoot, open_symbol: symbol.symbolId } },
      },
      warnings: [
        ...gated.warnings,
        ...behind.warnings,
        ...(isCut ? (["OUTPUT_TRUNCATED"] as const) : []),
        ...(ends.includes("deadline") ? (["DEADLINE_REACHED"] as const) : []),
      ],
    },
    { ...payload, commits: fitted.commits },
    call.elapsedMs(),
  );
}

function ownPaths({ path, from }: TrackedChange): string[] {
  return from ? [path, from.path] : [path];
}

interface CommitOfSymbol {
  readonly change: TrackedChange;
  readonly commit: CommitDetails;
  readonly score?: number;
}

/** By score, descending; else in their order. */
function fitting(question: string, commits: readonly CommitOfSymbol[]): CommitOfSymbol[] {
  const scores = fittingScores(
    question,
    commits.map(({ change: { diff }, commit: { subject, body } }) => ({ subject, body, diff })),
  );
  return commits
    .map((commit, at) => ({ ...commit, score: scores[at] ?? 0 }))
    .sort((left, right) => right.score - left.score);
}

function commitOf(
  { change, commit, score }: CommitOfSymbol,
  symbol: SymbolMatch,
  repository: HistoryRepository,
): SymbolCommit {
  const { subject, body, authoredAt, author, id } = commit;
  const file = repository.inCodebase(change.path);
  const references = referencesIn(`${subject}\n${body}`);
  const { hunk, isCut } = hunkOf(change.diff, LIMITS.symbolHistory.maxHunkLines);
  return {
    commit: id,
    date: authoredAt,
    author,
    subject,
    change: change.kind,
    ...(file === symbol.file ? {} : { file }),
    span: { startLine: change.symbol.startLine, endLine: change.symbol.endLine },
    ...(change.from
      ? { from: { file: repository.inCodebase(change.from.path), symbolLabel: change.from.label } }
      : {}),
    ...(references.length > 0 ? { references } : {}),
    ...(score === undefined ? {} : { score }),
    ...(hunk === undefined ? {} : { hunk }),
    ...(isCut ? { hunkTruncated: true } : {}),
  };
}
