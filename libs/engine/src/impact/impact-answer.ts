/** Builds the envelope of `change_impact`: counts, what fits into the answer, warnings, message. */
import {
  type ChangeImpactOutput,
  type ChangedSymbol,
  type ImpactCounts,
  type ImpactCoverage,
  IMPACT_CHANGES,
  LIMITS,
  type WarningCode,
  buildEnvelope,
  counted,
} from "@satori/contracts";
import { TRUNCATED, languagesWithoutCalls, resolvesCalls, scopeKey } from "@satori/sidecar";
import type { Absence } from "../absence/absence-of.ts";
import { doubting } from "../model/staleness.ts";
import type { CodeView } from "../store/code-view.ts";
import { absencesOf } from "./absences.ts";
import type { ChangeSet } from "./change-set.ts";
import type { SymbolChange } from "./changed-symbols.ts";
import { AffectedCode } from "./describe-affected.ts";
import type { ImpactResult } from "./find-impact.ts";
import { fitImpact } from "./fit-impact.ts";
import type { ImpactRequest } from "./impact-request.ts";
import { hintsOf } from "./next-call.ts";
import { unknownsOf } from "./unknowns.ts";
import type { Affected } from "./walk.ts";

/** @param set null for planned changes */
export async function impactAnswer(
  request: ImpactRequest,
  set: ChangeSet | null,
  found: ImpactResult,
): Promise<ChangeImpactOutput> {
  const { echo, gated, behind, call } = request;
  const shown = found.walk.affected.filter(({ isShown, distance }) => isShown && distance <= echo.depth);
  const places = await AffectedCode.of(found.head, shown);
  const { absences, isComplete: isProven } = await absencesOf(found, found.followed);
  const { unknown, isComplete: isDoubted } = await unknownsOf(found, found.followed, absences);
  const coverage = coverageOf(set, { ...found, isComplete: found.isComplete && isProven && isDoubted });
  const changed = describeChanged(found, { shown, absences });
  const fitted = fitImpact(echo, {
    changed,
    affected: shown,
    tests: found.tests,
    unknown,
  });
  const isCut =
    fitted.isCut || fitted.affected.length < shown.length || fitted.tests.files.length < fitted.tests.total;
  const isLate =
    (!coverage.complete && (call.deadline.isReached || !found.isRead)) ||
    (set?.uncompared ?? []).some(({ cause }) => cause === "deadline");
  const warnings: WarningCode[] = [
    ...gated.warnings,
    ...behind.warnings,
    ...(coverage.notCompared > 0 ? (["FILES_SKIPPED"] as const) : []),
    ...(isCut ? (["OUTPUT_TRUNCATED"] as const) : []),
    ...(isLate ? (["DEADLINE_REACHED"] as const) : []),
  ];
  const message = messageOf(request, { set, found, coverage, isLate });
  return buildEnvelope(
    "change_impact",
    {
      status: "ok",
      ...(message === "" ? {} : { message: doubting(message, behind) }),
      warnings,
      ...(isCut
        ? { hints: hintsOf({ root: echo.effectiveRoot, depth: echo.depth, set }, found.changes, changed) }
        : {}),
    },
    {
      ...echo,
      source: set?.source ?? "symbols",
      ...(set?.baseCommit ? { baseCommit: set.baseCommit } : {}),
      ...(set?.headCommit ? { headCommit: set.headCommit } : {}),
      counts: countsOf(found.changes, shown),
      changed: fitted.changed,
      affected: places.files(fitted.affected),
      tests: fitted.tests,
      unknown: fitted.unknown,
      totalUnknown: unknown.length,
      truncated: isCut,
      coverage,
    },
    call.elapsedMs(),
  );
}

function describeChanged(
  { changes, walk }: ImpactResult,
  {
    shown,
    absences,
  }: { readonly shown: readonly Affected[]; readonly absences: ReadonlyMap<number, Absence> },
): readonly ChangedSymbol[] {
  const affected = new Map<number, number>();
  const places = new Map(shown.map(({ from }) => [scopeKey(from), from]));
  for (const from of places.values())
    for (const of of walk.leadsTo(from)) affected.set(of, (affected.get(of) ?? 0) + 1);
  return changes.map((change, at): ChangedSymbol => {
    const { file, symbol } = present(change);
    const before = beforeOf(change);
    return {
      change: change.change,
      kind: symbol.kind,
      symbol: symbol.label,
      file: file.path,
      line: symbol.nameLine,
      ...(symbol.signature === null ? {} : { signature: symbol.signature }),
      ...(Object.keys(before).length > 0 ? { before } : {}),
      affected: affected.get(at) ?? 0,
      ...proofOf(absences.get(at)),
    };
  });
}

function proofOf(absence: Absence | undefined): Pick<ChangedSymbol, "proven" | "examined"> {
  return absence?.proven === true ? { proven: true, examined: absence.examined } : {};
}

/** The symbol after the change; of a removed one, before it. */
function present({ base, head }: SymbolChange): NonNullable<SymbolChange["head"]> {
  return (head ?? base) as NonNullable<SymbolChange["head"]>;
}

function beforeOf({ base, head }: SymbolChange): NonNullable<ChangedSymbol["before"]> {
  if (!base || !head) return {};
  const [old, now] = [base.symbol.signature ?? "", head.symbol.signature ?? ""];
  return {
    ...(base.symbol.label === head.symbol.label ? {} : { symbol: base.symbol.label }),
    ...(base.file.path === head.file.path ? {} : { file: base.file.path }),
    ...(old === now ? {} : { signature: old }),
  };
}

function countsOf(changes: readonly SymbolChange[], shown: readonly Affected[]): ImpactCounts {
  const counts = Object.fromEntries(
    IMPACT_CHANGES.map((kind) => [kind, changes.filter(({ change }) => change === kind).length]),
  ) as Omit<ImpactCounts, "affected" | "misfits">;
  const places = new Set(shown.map(({ from: { file, scope } }) => `${file} ${scope}`));
  const misfits = new Set(
    shown.flatMap(({ from: { file }, sites }) =>
      sites.flatMap(({ line, misfit }) => (misfit ? [`${file} ${line}`] : [])),
    ),
  );
  return { ...counts, affected: places.size, misfits: misfits.size };
}

function coverageOf(set: ChangeSet | null, { changes, head, isComplete }: ImpactResult): ImpactCoverage {
  const { view } = head;
  const compared = set ? set.files.length : new Set(changes.map((change) => present(change).file.path)).size;
  const uncompared = [...(set?.uncompared ?? [])].sort((left, right) => (left.file < right.file ? -1 : 1));
  const examples = uncompared.slice(0, LIMITS.compareVersions.maxExamples);
  return {
    changedFiles: compared + (set?.withoutSymbols ?? 0) + uncompared.length,
    comparedFiles: compared,
    withoutSymbols: set?.withoutSymbols ?? 0,
    notCompared: uncompared.length,
    ...(examples.length > 0 ? { examples } : {}),
    ...parsedOf(view),
    complete: isComplete,
  };
}

/** Files of the codebase whose calls are not, or not all, known. */
function parsedOf({
  files,
  calls,
}: CodeView): Pick<ImpactCoverage, "unparsedFiles" | "partlyParsedFiles" | "unsupportedLanguages"> {
  const hasCalls = (file: number): boolean => resolvesCalls(files.languages[file] ?? "text");
  const leftOut = new Set(calls.filesUsing("mention", TRUNCATED));
  const partly = [...files.paths.keys()].filter(
    (file) => (files.withSyntaxErrors[file] === 1 || leftOut.has(file)) && hasCalls(file),
  );
  return {
    unparsedFiles: calls.filesWithoutFlow().filter(hasCalls).length,
    partlyParsedFiles: partly.length,
    unsupportedLanguages: languagesWithoutCalls(files.languages),
  };
}

interface Circumstances {
  readonly set: ChangeSet | null;
  readonly found: ImpactResult;
  readonly coverage: ImpactCoverage;
  readonly isLate: boolean;
}

/** Sentences about what is special; empty if nothing is. */
function messageOf({ call }: ImpactRequest, { set, found, coverage, isLate }: Circumstances): string {
  const late = found.changes.length - found.followed.length;
  return [
    ...(set && found.changes.length === 0 ? [nothingChanged(set, coverage)] : []),
    ...(set && set.unmerged.length > 0
      ? [`${counted(set.unmerged.length, "file")} with conflicts of a merge are read as they are on disk.`]
      : []),
    ...(coverage.notCompared > 0
      ? [`${counted(coverage.notCompared, "changed file")} could not be compared; \`coverage\` says why.`]
      : []),
    ...(isLate
      ? [
          `The answer reached ${call.deadline.name}` +
            (late > 0
              ? `: ${counted(late, "changed symbol")} ${late === 1 ? "was" : "were"} not followed.`
              : "."),
        ]
      : []),
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

function nothingChanged({ source }: ChangeSet, { changedFiles, notCompared }: ImpactCoverage): string {
  const where = source === "work_tree" ? "There are no uncommitted changes" : "There are no changes";
  if (changedFiles === 0) return `${where} in this folder.`;
  const known = changedFiles - notCompared;
  return known === 0 ? "" : `No symbol is changed in ${counted(known, "changed file")}.`;
}
