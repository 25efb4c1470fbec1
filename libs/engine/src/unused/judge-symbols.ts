/** Decides which candidates nothing is known to use, and why they may be alive. */
import type { LifeEvidence, PossiblyUnused, SymbolKind } from "@satori/contracts";
import { LIFE_REASONS, LIMITS, isFunctionKind } from "@satori/contracts";
import { type Resolution, ECMA_IDS, Evaluator, definitionsOf } from "@satori/sidecar";
import { type DeclaredSymbol, lifeReasons } from "../absence/life-reasons.ts";
import { usersOf } from "../absence/symbol-users.ts";
import { type Deadline, isPastDeadline } from "../deadline.ts";
import { candidateOf } from "../files/symbol-lookup/find-symbol.ts";
import { scopesOf } from "../files/symbol-lookup/scopes-of-symbol.ts";
import { plainNode } from "../graph/uses/describe-uses.ts";
import { isCompound } from "../lexical/tokens.ts";
import { snapshotProject } from "../store/snapshot-project.ts";
import type { IndexedContent, Snapshot } from "../store/store.ts";
import type { ExaminedSymbol } from "./candidates.ts";
import type { NameCounts } from "./count-names.ts";
import { PackageEntries } from "./package-entries.ts";

/** The result; both lists keep the order of the candidates. */
export interface JudgedSymbols {
  readonly unused: readonly PossiblyUnused[];
  readonly possibly: readonly PossiblyUnused[];
  /** Candidates that were not examined, because the time was over. */
  readonly notExamined: number;
}

export interface JudgeRequest {
  readonly snapshot: Snapshot;
  readonly deadline: Pick<Deadline, "check" | "pause">;
}

/** @param counts of the whole codebase */
export async function judgeSymbols(request: JudgeRequest, counts: NameCounts): Promise<JudgedSymbols> {
  const { snapshot, deadline } = request;
  const [unused, possibly]: [PossiblyUnused[], PossiblyUnused[]] = [[], []];
  const doubted = counts.candidates.filter((candidate) => !isNamedElsewhere(snapshot, counts, candidate));
  let done = 0;
  try {
    const entries = await PackageEntries.open(snapshot, () => deadline.check());
    const judge = new Judge(request, counts, entries);
    for (const candidate of doubted) {
      const due = deadline.pause();
      if (due) await due;
      const reasons = await judge.reasonsOf(candidate);
      if (reasons !== null) {
        const path = snapshot.files.paths[candidate.file] as string;
        const node = { ...plainNode(candidateOf(path, candidate.fact)), reasons };
        (reasons.length === 0 ? unused : possibly).push(node);
      }
      done++;
    }
  } catch (error) {
    if (!isPastDeadline(error)) throw error;
  }
  return { unused, possibly, notExamined: doubted.length - done };
}

/** Whether code names a symbol for certain: its name is the only one, and no word of a sentence. */
function isNamedElsewhere(snapshot: Snapshot, counts: NameCounts, candidate: ExaminedSymbol): boolean {
  const { fact, within } = candidate;
  if (namings(counts, candidate) === 0) return false;
  if (within === "file" || (fact.kind === "method" && within === "codebase")) return true;
  if (within === "codebase" && counts.isSeen(candidate) === true) return true;
  return isCompound(fact.name) && snapshot.calls.filesDefining(fact.name).length === 1;
}

/** Occurrences in code that may use the symbol. */
function namings(
  counts: NameCounts,
  { file, fact, language, within, usesInFile, inside }: ExaminedSymbol,
): number {
  switch (within) {
    case "file":
      return usesInFile;
    case "folder":
      return counts.inFolder(file, fact.name) - inside;
    case "codebase":
      return counts.inCode(language, fact.name) - inside;
  }
}

class Judge {
  private file = -1;
  private content: IndexedContent | undefined;
  private exportOf: ReturnType<PackageEntries["exportsOf"]> = () => null;
  private readonly resolution: Resolution;

  constructor(
    private readonly request: JudgeRequest,
    private readonly counts: NameCounts,
    private readonly entries: PackageEntries,
  ) {
    this.resolution = new Evaluator(snapshotProject(request.snapshot), () => request.deadline.check());
  }

  /** Null if something uses the symbol; empty if nothing does, and nothing keeps it alive. */
  async reasonsOf(candidate: ExaminedSymbol): Promise<readonly LifeEvidence[] | null> {
    const { snapshot, deadline } = this.request;
    const { file, fact, language, hasOtherName } = candidate;
    const content = await this.contentOf(file);
    if (!content) return null;
    const path = snapshot.files.paths[file] as string;
    const absence = { view: snapshot, resolution: this.resolution, deadline };
    const symbol = candidateOf(path, fact);
    const around = content.symbols[fact.parent]?.kind;
    const isNamed = namings(this.counts, candidate) > 0;
    const found: LifeEvidence[] = [];
    let refs = scopesOf(this.resolution, symbol, { at: file, symbols: content.symbols }).flatMap((ref) =>
      definitionsOf(this.resolution, ref),
    );
    if (isNamed || hasOtherName) {
      const report = await usersOf(absence, symbol, content.symbols, ENOUGH_USERS);
      const { calls, uses, registrations, isCut } = report.users;
      if (calls.count + uses.count + registrations.count > 0 || isCut || report.isHandedOn) return null;
      refs = [...report.refs];
      const [unresolved] = report.unresolved;
      if (unresolved)
        found.push({
          reason: "unresolved",
          detail: "A call of the name could not be resolved.",
          file: unresolved.file,
          line: unresolved.line,
        });
      else if (isNamed && (fact.parent !== -1 || fact.label !== fact.name || !isResolvable(candidate)))
        found.push({ reason: "named_in_code", detail: "Code has the name, of something else or unknown." });
    }
    if (hasOtherName)
      found.push({
        reason: "other_name",
        detail: "It is exported under another name.",
        file: path,
        line: fact.nameLine,
      });
    const declared: DeclaredSymbol = {
      file,
      path,
      language,
      text: content.text,
      fact,
      symbols: content.symbols,
      refs,
    };
    const exported = this.exportOf(fact);
    found.push(
      ...lifeReasons(absence, declared),
      ...(exported ? [exported] : []),
      ...this.textOf(candidate),
      ...ofMember(candidate, around),
    );
    return found
      .sort((left, right) => LIFE_REASONS.indexOf(left.reason) - LIFE_REASONS.indexOf(right.reason))
      .slice(0, LIMITS.unusedSymbols.maxReasons);
  }

  private async contentOf(file: number): Promise<IndexedContent | undefined> {
    if (file !== this.file) {
      [this.content] = await this.request.snapshot.contents([file]);
      this.file = file;
      if (this.content) this.exportOf = this.entries.exportsOf(file, this.content);
    }
    return this.content;
  }

  private textOf({ file: own, fact, byText, doubtfulLine }: ExaminedSymbol): LifeEvidence[] {
    if (doubtfulLine !== null)
      return [
        {
          reason: "named_in_text",
          detail: "A text has the name.",
          file: this.request.snapshot.files.paths[own] as string,
          line: doubtfulLine,
        },
      ];
    const text = byText ? this.counts.firstText(fact.name) : undefined;
    if (!text) return [];
    const file = this.request.snapshot.files.paths[text.file] as string;
    return [{ reason: "named_in_text", detail: "A text has the name.", file, line: text.line }];
  }
}

/** Users after which no more are looked for: one is enough. */
const ENOUGH_USERS = 2;

/** Whether uses of a symbol of this kind are resolved well enough to trust that there are none. */
function isResolvable({ fact: { kind } }: ExaminedSymbol): boolean {
  return isFunctionKind(kind) || kind === "class";
}

/** Members of types that code elsewhere may need by structure, or reach by computed names. */
function ofMember(
  { fact, within, language }: ExaminedSymbol,
  around: SymbolKind | undefined,
): LifeEvidence[] {
  const isMember = (fact.kind === "method" && within === "codebase") || around === "namespace";
  const isPrivate =
    /\bprivate\b/.test(fact.signature ?? "") || (fact.name.startsWith("_") && !ECMA_IDS.has(language));
  return isMember && !isPrivate
    ? [{ reason: "outside", detail: `Members of ${language} may be used through types of other codebases.` }]
    : [];
}
