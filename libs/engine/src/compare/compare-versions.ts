/** `compare_versions`: the declarations that differ between two commits. Needs git, but no index. */
import {
  type CompareCoverage,
  type CompareVersionsHints,
  type CompareVersionsInput,
  type CompareVersionsOutput,
  LIMITS,
  type ModuleChanges,
  type UncomparedFile,
  type WarningCode,
  type WithPath,
  buildEnvelope,
  counted,
} from "@satori/contracts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { type TwoCommits, haveCommonHistory, renamedFiles } from "../git/compare-commits.ts";
import { resolveRef } from "../git/resolve-ref.ts";
import { compareText, isWithin } from "../model/paths.ts";
import { filesOfCommit } from "../scan/files-of-commit.ts";
import { type ScopeFolder, scopeFolder } from "../scope/scope-folder.ts";
import { type PairedFiles, pairFiles } from "./file-pairs.ts";
import { MAX_BYTES, countChanges, firstChanges, listChanges, publicChanges } from "./list-changes.ts";
import { matchDeclarations } from "./match-declarations.ts";
import { type DeclaredPair, type ReadPairs, readDeclarations } from "./read-declarations.ts";

const HEAD = "HEAD";

/**
 * Answers one `compare_versions` request. Throws `NOT_A_REPOSITORY`, `REF_NOT_FOUND`, `REF_AMBIGUOUS`,
 * `GIT_FAILED`, `INVALID_ARGUMENTS` for what is not the name of one commit, and the errors of the path.
 */
export async function compareVersions(
  context: EngineContext,
  input: WithPath<CompareVersionsInput>,
  call: CallContext,
): Promise<CompareVersionsOutput> {
  const place = await scopeFolder(context, input.path, call);
  const root = place.effectiveRoot;
  const { head = HEAD, publicOnly = false, limit = LIMITS.compareVersions.changes.default } = input;
  const commits = {
    root,
    base: await resolveRef({ root, ref: input.base, argument: "base" }, call.signal),
    head: await resolveRef({ root, ref: head, argument: "head" }, call.signal),
  };
  const { paired, read } = await declarationsOf(context, { place, commits, call });
  const check = (): void => call.deadline.check();
  const all = listChanges(matchDeclarations(read.declared, check), read.declared, check);
  const modules = publicOnly ? publicChanges(all, read.declared) : all;
  const { modules: shown, isCut } = firstChanges(modules, {
    limit,
    maxBytes: input.limit === undefined ? MAX_BYTES : Number.POSITIVE_INFINITY,
  });
  const related = await haveCommonHistory(commits, call.signal);
  const coverage = coverageOf(paired, read);
  return buildEnvelope(
    "compare_versions",
    {
      status: "ok",
      message: messageOf({ coverage, read, isRelated: related, call }),
      warnings: warningsOf(coverage, { read, isCut }),
      hints: await hintsOf(place, commits, { modules: shown, call }),
    },
    {
      path: place.path,
      effectiveRoot: root,
      base: input.base,
      head,
      publicOnly,
      limit,
      baseCommit: commits.base,
      headCommit: commits.head,
      ...(related === null ? {} : { related }),
      counts: countChanges(modules, "all"),
      publicCounts: countChanges(modules, "public"),
      modules: shown,
      truncated: isCut,
      coverage,
    },
    call.elapsedMs(),
  );
}

interface Comparison {
  readonly place: ScopeFolder;
  readonly commits: TwoCommits;
  readonly call: CallContext;
}

async function declarationsOf(
  { config, declarer }: EngineContext,
  { place, commits, call }: Comparison,
): Promise<{ readonly paired: PairedFiles; readonly read: ReadPairs }> {
  const { root } = commits;
  const { maxFileBytes, home } = config;
  const { signal } = call;
  const check = (): void => call.deadline.check();
  const listed = (commit: string): ReturnType<typeof filesOfCommit> =>
    filesOfCommit({ root, commit, settings: place.settings, home, maxFileBytes, signal, check });
  const [base, head] = [await listed(commits.base), await listed(commits.head)];
  const renames = await renamedFiles(commits, signal);
  const paired = pairFiles({ base, head, renames }, (path) => isWithin(path, place.folder));
  const { pairs } = paired;
  const read = await readDeclarations({ root, pairs, base, head, declarer, maxFileBytes, signal });
  return { paired, read };
}

function coverageOf({ withoutSymbols, uncompared }: PairedFiles, read: ReadPairs): CompareCoverage {
  const notCompared = [...uncompared, ...read.uncompared].sort((left, right) =>
    compareText(left.file, right.file),
  );
  const declared = read.declared.filter(hasDeclarations);
  const plain = read.declared.length - declared.length;
  const examples = notCompared.slice(0, LIMITS.compareVersions.maxExamples);
  const withSyntaxErrors = namesOf(
    declared,
    ({ hasSyntaxErrors, isDegraded }) => hasSyntaxErrors || isDegraded,
  );
  const languages = new Set(
    declared.flatMap(({ base, head }) =>
      [base, head].flatMap((file) => (file && !file.hasVisibility ? file.language : [])),
    ),
  );
  return {
    changedFiles: read.declared.length + withoutSymbols + notCompared.length,
    comparedFiles: declared.length,
    withoutSymbols: withoutSymbols + plain,
    notCompared: notCompared.length,
    ...(examples.length === 0 ? {} : { examples }),
    ...(withSyntaxErrors.length === 0 ? {} : { withSyntaxErrors }),
    ...(languages.size === 0 ? {} : { withoutVisibility: [...languages].sort() }),
  };
}

function hasDeclarations({ base, head }: DeclaredPair): boolean {
  return base?.hasDeclarations === true || head?.hasDeclarations === true;
}

function namesOf(
  pairs: readonly DeclaredPair[],
  fits: (file: NonNullable<DeclaredPair["base"]>) => boolean,
): string[] {
  const names = pairs
    .filter(({ base, head }) => [base, head].some((file) => file !== null && fits(file)))
    .map(({ base, head }) => head?.path ?? base?.path ?? "");
  return names.slice(0, LIMITS.compareVersions.maxExamples);
}

function warningsOf(
  { notCompared, withSyntaxErrors }: CompareCoverage,
  { read, isCut }: { readonly read: ReadPairs; readonly isCut: boolean },
): WarningCode[] {
  return [
    ...(notCompared > 0 ? (["FILES_SKIPPED"] as const) : []),
    ...(read.uncompared.some(isLate) ? (["DEADLINE_REACHED"] as const) : []),
    ...(withSyntaxErrors ? (["FILE_HAS_SYNTAX_ERRORS"] as const) : []),
    ...(isCut ? (["OUTPUT_TRUNCATED"] as const) : []),
  ];
}

function isLate({ cause }: UncomparedFile): boolean {
  return cause === "deadline";
}

interface Circumstances {
  readonly coverage: CompareCoverage;
  readonly read: ReadPairs;
  readonly isRelated: boolean | null;
  readonly call: CallContext;
}

function messageOf({ coverage, read, isRelated, call }: Circumstances): string | undefined {
  const late = read.uncompared.filter(isLate).length;
  const { notCompared } = coverage;
  const notes = [
    ...(isRelated === false ? ["The two versions have no common history."] : []),
    ...(late > 0
      ? [`The answer reached ${call.deadline.name}: ${counted(late, "file")} were not compared.`]
      : []),
    ...(notCompared > late
      ? [`${counted(notCompared - late, "changed file")} could not be compared; \`coverage\` says why.`]
      : []),
  ];
  return notes.length === 0 ? undefined : notes.join(" ");
}

/** Calls that help only if an index has the head, which is the checked-out commit. */
async function hintsOf(
  { path }: ScopeFolder,
  { root, head }: TwoCommits,
  { modules, call }: { readonly modules: readonly ModuleChanges[]; readonly call: CallContext },
): Promise<CompareVersionsHints> {
  const change = modules
    .flatMap(({ changes }) => changes)
    .find(
      ({ change: kind, kind: of }) =>
        /^(?:renamed|signature_changed)$/.test(kind) && /^(?:function|method)$/.test(of),
    );
  if (change === undefined) return {};
  const current = await resolveRef({ root, ref: HEAD, argument: "head" }, call.signal).catch(() => null);
  if (current !== head) return {};
  return {
    callGraph: { tool: "call_graph", args: { path, symbol: change.symbol, direction: "callers" } },
  };
}
