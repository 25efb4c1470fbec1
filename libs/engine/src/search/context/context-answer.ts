/**
 * Builds the answer of the result mode `context`: ranked passages as excerpts, the calls between them, and
 * the types in their signatures, within a token budget.
 */
import {
  buildEnvelope,
  LIMITS,
  type OmittedCall,
  type SearchCodebaseOutput,
  type SearchContextOk,
  type SearchHints,
  type WarningCode,
} from "@satori/contracts";
import {
  type AnswerFacts,
  type AnswerParts,
  asksForNoise,
  debugOf,
  factsOf,
  warningsOf,
} from "../present/answer.ts";
import { CHARS_PER_TOKEN } from "../present/budget.ts";
import { noiseHint } from "../present/noise.ts";
import { repeatedArguments } from "../used-arguments.ts";
import { fileReader } from "./context-files.ts";
import {
  charsOfTokens,
  contextLimit,
  OMITTED_SHARE,
  SEARCH_SHARE,
  SHARES,
  VARIABLE_CHARS,
} from "./context-limits.ts";
import { type Evidence, gatherEvidence, rankedExcerpts } from "./evidence.ts";
import { largerSearch, readsOf } from "./omitted-calls.ts";

type Payload = Omit<
  SearchContextOk,
  "tool" | "version" | "status" | "hints" | "message" | "warnings" | "meta"
>;

/** Evidence without sections, but with everything that an answer may have to say about them. */
const NOTHING_SHOWN: Evidence = { sections: [], edges: [], cut: [], hidden: 1, isEnded: true };
/** Appended to the message if the deadline passes while calls are followed. */
const CALLS_CUT = "Not all calls and types were looked up.";
/** Appended to the message if neither a section nor a call that continues fits. */
const NOTHING_FITS = "Nothing fits in the budget: raise maxTokens.";

/**
 * Builds the envelope. The estimate of the whole answer is within the budget, or it has no sections. Throws
 * `CANCELLED`; past the deadline it answers with what is known by then.
 */
export async function buildContext(parts: AnswerParts): Promise<SearchCodebaseOutput> {
  const facts = await factsOf(parts);
  const maxTokens = parts.echo.maxTokens ?? LIMITS.contextDefaultTokens;
  const read = fileReader(parts.snapshot);
  const ranked = await rankedExcerpts(parts, read);
  const frame = new Frame(parts, facts, maxTokens);
  const available = charsOfTokens(maxTokens) - frame.charsWith(NOTHING_SHOWN, []);
  const search = largerSearch({ maxTokens, args: repeatedArguments(parts.echo) });
  const reads = readsOf(ranked, parts.echo.effectiveRoot);
  const maxChars = available - reservedChars({ search, reads }, available);
  const evidence = await gatherEvidence(parts, ranked, { maxChars, read });
  const isComplete =
    evidence.cut.length === 0 &&
    (ranked.length < contextLimit(maxTokens) || parts.echo.limit < contextLimit(maxTokens));
  const calls = { search, reads: readsOf(evidence.cut, parts.echo.effectiveRoot) };
  // With a call, there is no message that nothing fits.
  const remaining = charsOfTokens(maxTokens) - frame.charsWith({ ...evidence, cut: [] }, []);
  return frame.envelope(evidence, isComplete ? [] : fittingCalls(calls, remaining));
}

/** Everything in an answer except its sections, edges and omitted calls. */
class Frame {
  private readonly hints: SearchHints;

  constructor(
    private readonly parts: AnswerParts,
    private readonly facts: AnswerFacts,
    private readonly maxTokens: number,
  ) {
    this.hints = hintsOf(parts, facts, maxTokens);
  }

  /** Characters of an answer that are counted toward the budget. */
  charsWith(evidence: Evidence, omitted: readonly OmittedCall[]): number {
    const { freshnessDecision, ...payload } = this.payload(evidence, omitted, this.maxTokens);
    const variable = JSON.stringify({ freshnessDecision, meta: { durationMs: 0 } }).length;
    const head = {
      message: this.message(evidence, omitted),
      warnings: this.warnings(evidence),
      hints: this.hints,
    };
    const fixed = buildEnvelope("search_codebase", { status: "ok", ...head }, payload, 0);
    return JSON.stringify(fixed).length + Math.max(VARIABLE_CHARS, variable);
  }

  envelope(evidence: Evidence, omitted: readonly OmittedCall[]): SearchCodebaseOutput {
    const { parts, hints } = this;
    const tokens = Math.ceil(this.charsWith(evidence, omitted) / CHARS_PER_TOKEN);
    return buildEnvelope(
      "search_codebase",
      {
        status: "ok",
        message: this.message(evidence, omitted),
        warnings: this.warnings(evidence),
        hints: parts.debug ? { ...hints, debugSearch: debugOf(parts) } : hints,
      },
      this.payload(evidence, omitted, tokens),
      parts.call.elapsedMs(),
    );
  }

  private payload({ sections, edges }: Evidence, omitted: readonly OmittedCall[], tokens: number): Payload {
    const { path, effectiveRoot, limit, sessionScope } = this.parts.echo;
    const { freshnessDecision, coverage, ...about } = this.facts.about;
    return {
      path,
      ...(effectiveRoot === path ? {} : { effectiveRoot }),
      limit,
      ...(sessionScope ? { sessionScope } : {}),
      ...about,
      sections,
      edges,
      omitted,
      tokens,
      coverage,
      freshnessDecision,
    };
  }

  private message({ sections, cut, isEnded }: Evidence, omitted: readonly OmittedCall[]): string | undefined {
    const sentences = [
      ...(this.facts.message === undefined ? [] : [this.facts.message]),
      ...(isEnded ? [CALLS_CUT] : []),
      ...(cut.length > 0 && sections.length + omitted.length === 0 ? [NOTHING_FITS] : []),
    ];
    return sentences.length === 0 ? undefined : sentences.join(" ");
  }

  private warnings({ isEnded, hidden }: Evidence): WarningCode[] {
    const warnings = [
      ...warningsOf(this.parts, this.parts.confidenceScore, hidden > 0),
      ...this.facts.warnings,
    ];
    return isEnded ? [...warnings, "DEADLINE_REACHED"] : warnings;
  }
}

/** Hints as in the other modes, without a noise hint that would take much of the budget. */
function hintsOf(parts: AnswerParts, { leftOut }: AnswerFacts, maxTokens: number): SearchHints {
  const isMisplaced = leftOut?.leftOutBy.includes("scope") === true;
  const noiseMitigation =
    isMisplaced || asksForNoise(parts)
      ? null
      : noiseHint(
          parts.grouping.groups.map(({ passage }) => passage.path),
          parts.rootGitignore,
        );
  const isSmall = JSON.stringify(noiseMitigation).length <= charsOfTokens(maxTokens) * SHARES.hint;
  return {
    ...(noiseMitigation && isSmall ? { noiseMitigation } : {}),
    ...(leftOut ? { leftOut } : {}),
  };
}

/** Calls that show what the budget left out. */
interface ContinuingCalls {
  /** The search with a larger budget; null if there is none. */
  readonly search: OmittedCall | null;
  /** Reads of excerpts that are not shown as a whole, best first. */
  readonly reads: readonly OmittedCall[];
}

/**
 * Characters kept free for calls: for the search unless it took most of them, and for reads that fit into a
 * share. With a tiny budget, evidence comes first.
 */
function reservedChars({ search, reads }: ContinuingCalls, available: number): number {
  const ofSearch = charsOf(search ? [search] : []);
  if (ofSearch > available * SEARCH_SHARE) return 0;
  const calls = fittingCalls({ search, reads }, Math.max(ofSearch, available * OMITTED_SHARE));
  return charsOf(calls);
}

/** The search, and reads as far as they fit besides it; reads first. */
function fittingCalls({ search, reads }: ContinuingCalls, maxChars: number): readonly OmittedCall[] {
  const kept: OmittedCall[] = [];
  for (const call of [...(search ? [search] : []), ...reads])
    if (charsOf([...kept, call]) <= maxChars) kept.push(call);
  return search && kept[0] === search ? [...kept.slice(1), search] : kept;
}

/** Characters of the elements of a list as JSON, including a comma after each. */
function charsOf(list: readonly unknown[]): number {
  return list.reduce<number>((sum, one) => sum + JSON.stringify(one).length + 1, 0);
}
