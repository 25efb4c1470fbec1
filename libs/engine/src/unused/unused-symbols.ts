/**
 * `unused_symbols`: symbols that nothing is known to call or use, and those of them that may be alive. The
 * table of contents of this folder.
 */
import {
  type CallGraphNode,
  LIFE_REASONS,
  LIMITS,
  type PossiblyUnused,
  type UnusedCoverage,
  type UnusedSymbolsHints,
  type UnusedSymbolsInput,
  type UnusedSymbolsOutput,
  type WarningCode,
  type WithPath,
  buildEnvelope,
  counted,
} from "@satori/contracts";
import { resolvesCalls, languageById } from "@satori/sidecar";
import { gate } from "../codebase/gate.ts";
import { requirePresent } from "../codebase/home/registry.ts";
import { isPastDeadline } from "../deadline.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { throwIfAborted } from "../errors.ts";
import type { EnsureFresh } from "../files/file-outline.ts";
import { testOrExampleIn } from "../graph/test-or-example.ts";
import { indexedPath, isWithin } from "../model/paths.ts";
import { doubting } from "../model/staleness.ts";
import type { Snapshot } from "../store/store.ts";
import { type NameCounts, countNames } from "./count-names.ts";
import { type JudgedSymbols, judgeSymbols } from "./judge-symbols.ts";

/** The rest of the time is for the answer. */
const SEARCH_SHARE = 0.9;
const NOTHING: JudgedSymbols = { unused: [], possibly: [], notExamined: 0 };

/** Answers one `unused_symbols` request: gate, freshness, then one pass over the snapshot. */
export async function unusedSymbols(
  context: EngineContext,
  ensureFresh: EnsureFresh,
  input: WithPath<UnusedSymbolsInput>,
  call: CallContext,
): Promise<UnusedSymbolsOutput> {
  const target = context.codebases.covering(input.path, call.baseFolder);
  requirePresent(target);
  const { path, codebase, realPath } = target;
  const { kinds, includeTests = false, limit = LIMITS.unusedSymbols.symbols.default } = input;
  const echo = {
    path,
    effectiveRoot: codebase.root,
    ...(kinds ? { kinds } : {}),
    includeTests,
    limit,
  };
  const gated = gate({
    view: await codebase.view(),
    tool: "unused_symbols",
    echo,
    call,
    isDebug: input.debug === true,
    reindexReads: context.config.reindexReads,
  });
  if (gated.kind === "closed") return gated.envelope;
  const behind = await ensureFresh(target, gated, call);
  using snapshot = await codebase.snapshot();
  const folder = indexedPath(codebase.root, realPath) ?? "";
  const examined = await examine(snapshot, { folder, includeTests, kinds, call });
  const { judged, symbols } = examined;
  const unused = judged.unused.slice(0, limit).map(withoutReasons);
  const possibly = judged.possibly.slice(0, limit - unused.length);
  const truncated = unused.length + possibly.length < judged.unused.length + judged.possibly.length;
  const coverage = await coverageOf(snapshot, folder, examined);
  return buildEnvelope(
    "unused_symbols",
    {
      status: "ok",
      message: doubting(messageOf(examined, coverage, call), behind),
      warnings: [
        ...gated.warnings,
        ...behind.warnings,
        ...(coverage.unread > 0 ? (["FILES_SKIPPED"] as const) : []),
        ...(examined.isEnded ? (["DEADLINE_REACHED"] as const) : []),
        ...(truncated ? (["OUTPUT_TRUNCATED"] as const) : []),
      ] satisfies WarningCode[],
      hints: hintsOf(codebase.root, judged),
    },
    {
      ...echo,
      counts: {
        symbols,
        unused: judged.unused.length,
        possibly: judged.possibly.length,
        byReason: LIFE_REASONS.map((reason) => ({
          reason,
          count: judged.possibly.filter(({ reasons: [first] }) => first?.reason === reason).length,
        })).filter(({ count }) => count > 0),
      },
      unused,
      possibly,
      truncated,
      coverage,
    },
    call.elapsedMs(),
  );
}

/** What was examined, as far as the time allowed. */
interface Examination {
  readonly judged: JudgedSymbols;
  readonly symbols: number;
  readonly isEnded: boolean;
}

interface Asked {
  readonly folder: string;
  readonly includeTests: boolean;
  readonly kinds: UnusedSymbolsInput["kinds"];
  readonly call: CallContext;
}

async function examine(
  snapshot: Snapshot,
  { folder, includeTests, kinds, call }: Asked,
): Promise<Examination> {
  const { paths } = snapshot.files;
  const isAside = testOrExampleIn(snapshot);
  using deadline = call.deadline.portion(SEARCH_SHARE);
  let counts: NameCounts;
  try {
    counts = await countNames({
      snapshot,
      deadline,
      isAsked: (file) => isWithin(paths[file] as string, folder) && (includeTests || !isAside(file)),
    });
  } catch (error) {
    if (!isPastDeadline(error)) throw error;
    throwIfAborted(call.signal);
    return { judged: NOTHING, symbols: 0, isEnded: true };
  }
  const asked = kinds ? new Set<string>(kinds) : null;
  const candidates = counts.candidates.filter(({ fact }) => asked?.has(fact.kind) !== false);
  const chosen: NameCounts = {
    candidates,
    inCode: (language, name) => counts.inCode(language, name),
    inFolder: (file, name) => counts.inFolder(file, name),
    isSeen: (candidate) => counts.isSeen(candidate),
    firstText: (name) => counts.firstText(name),
  };
  const judged = await judgeSymbols({ snapshot, deadline }, chosen);
  throwIfAborted(call.signal);
  return {
    judged,
    symbols: candidates.length - judged.notExamined,
    isEnded: judged.notExamined > 0,
  };
}

function withoutReasons({ file, symbolId, symbolLabel, kind, span }: PossiblyUnused): CallGraphNode {
  return { file, symbolId, symbolLabel, kind, span };
}

async function coverageOf(
  snapshot: Snapshot,
  folder: string,
  { judged: { notExamined }, isEnded, symbols }: Examination,
): Promise<UnusedCoverage> {
  const { paths, languages, count } = snapshot.files;
  const unread = (await snapshot.skipped()).filter(
    ({ cause }) => cause !== "binary" && cause !== "special" && cause !== "lfs_pointer",
  );
  const without = new Set<string>();
  for (const [file, path] of paths.entries()) {
    const language = languages[file] ?? "text";
    if (isWithin(path, folder) && languageById(language)?.grammar && !resolvesCalls(language))
      without.add(language);
  }
  const examples = unread.slice(0, LIMITS.unusedSymbols.maxExamples).map(({ path }) => path);
  return {
    files: isEnded && symbols === 0 ? 0 : count,
    unread: unread.length,
    ...(examples.length === 0 ? {} : { examples }),
    ...(without.size === 0 ? {} : { withoutCalls: [...without].sort() }),
    ...(notExamined === 0 ? {} : { notExamined }),
  };
}

function messageOf(
  { judged: { unused, possibly }, symbols, isEnded }: Examination,
  { unread, notExamined = 0, withoutCalls = [] }: UnusedCoverage,
  call: CallContext,
): string {
  const notes = [
    isEnded && symbols === 0
      ? `The answer reached ${call.deadline.name} before all files were read: nothing is known.`
      : `Of ${counted(symbols, "symbol")}, ${unused.length} ${unused.length === 1 ? "is" : "are"} unused, and ` +
        `${possibly.length} more without known users may be alive.`,
  ];
  if (notExamined > 0)
    notes.push(`The answer reached ${call.deadline.name}: ${counted(notExamined, "symbol")} not examined.`);
  if (unread > 0) notes.push(`${counted(unread, "file")} not in the index may use some of them.`);
  if (withoutCalls.length > 0) notes.push(`Not examined: symbols of ${withoutCalls.join(", ")}.`);
  return notes.join(" ");
}

function hintsOf(root: string, { unused: [first] }: JudgedSymbols): UnusedSymbolsHints {
  return first === undefined
    ? {}
    : {
        callGraph: {
          tool: "call_graph",
          args: {
            path: root,
            symbolRef: { file: first.file, symbolId: first.symbolId },
            direction: "callers",
          },
        },
      };
}
