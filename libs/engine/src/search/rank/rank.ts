/** The rank stage: turns candidates into files in order. */
import { UNKNOWN_LANGUAGE } from "@satori/sidecar";
import { idfOfEach } from "../../lexical/idf.ts";
import { stemOf } from "../../lexical/path-tokens.ts";
import { TokenFinder } from "../../lexical/token-finder.ts";
import { wordsOf } from "../../lexical/tokens.ts";
import { nameOf } from "../../model/paths.ts";
import type { Snapshot } from "../../store/store.ts";
import type { Question } from "../parse/question.ts";
import type { Candidates } from "../retrieve/candidates.ts";
import { mainVersionsFirst } from "./parallel-versions.ts";
import { implementedStems, liftedClasses, nonTestsOf, prevailingIn, priorOf } from "./prior.ts";
import { quotedShares } from "./quoted.ts";
import {
  COVERAGE_FILES,
  MESSAGE_QUOTED_WEIGHT,
  ONE_WORD_EXACT_WEIGHT,
  QUOTED_IN_FULL,
  SIGN_QUOTED_WEIGHT,
  SIGNAL_WEIGHTS,
  type SignalName,
} from "./ranking.ts";
import { scalesOf, type Signals, type SignalScales, signalsOf } from "./signals.ts";

/** A candidate with its score: (Σ weight × signal) × prior. */
export interface RankedFile {
  readonly file: number;
  readonly score: number;
  readonly signals: Signals;
  readonly prior: number;
}

export type SignalWeights = Readonly<Record<SignalName, number>>;

export interface Ranking {
  /** Score descending, then path. */
  readonly files: readonly RankedFile[];
  readonly scales: SignalScales;
  /** Weights used; one-word questions and messages have their own. */
  readonly weights: SignalWeights;
  /** Share of the question's words, weighted by idf, that the best-covering file has. */
  readonly bestCoverage: number;
}

export interface RankInput {
  readonly snapshot: Snapshot;
  readonly question: Question;
  readonly candidates: Candidates;
}

/** Ranks candidate files by score and keeps the signals that the score is made of. */
export async function rankFiles({ snapshot, question, candidates }: RankInput): Promise<Ranking> {
  const { files, candidateFiles } = candidates;
  const scales = scalesOf(candidates);
  const weights = weightsFor(question);
  const lifted = liftedClasses(question.text);
  const prevailing = prevailingIn(files);
  const isBeside = nonTestsOf(question.text);
  const formats = formatsNamed(question.text);
  const implemented = implementedStems(candidateFiles.map((file) => files.paths[file] as string));
  const standings = candidateFiles.map((file) => {
    const signals = signalsOf(file, candidates, scales);
    const path = files.paths[file] as string;
    const standing = {
      pathClass: files.pathClasses[file] as number,
      isKnownLanguage: files.languages[file] !== UNKNOWN_LANGUAGE,
      isImplemented: implemented.has(stemOf(path)),
      isOfNamedFormat: isOfFormat(path, formats),
      isBesideTests: isBeside(path),
    };
    // A question that names a file wants it, whatever its class.
    const prior = candidates.mentioned.has(file) ? 1 : priorOf(standing, lifted | prevailing.at(path));
    return { file, signals, prior };
  });
  const draft = withoutPriorOfBest(standings).map((entry) => ({
    ...entry,
    score: weightedSum(entry.signals, weights) * entry.prior,
  }));
  draft.sort(byScore);
  const hasSign = ({ file }: RankedFile): boolean =>
    question.wording.signs.length > 0 && candidates.exactFiles.has(file);
  const isCovered = (entry: RankedFile, at: number): boolean => at < COVERAGE_FILES || hasSign(entry);
  const covered = draft.filter(isCovered);
  const others = draft.filter((entry, at) => !isCovered(entry, at));
  const texts = await textSignals(
    snapshot,
    question,
    candidates,
    covered.map(({ file }) => file),
    scales.bestScore,
  );
  const finalWeights = texts.some(({ quoted }) => quoted >= QUOTED_IN_FULL)
    ? weightsWhereSaid(weights, question)
    : weights;
  const final = [...covered, ...others].map((entry, at) => {
    if (at >= covered.length && finalWeights === weights) return entry;
    const signals = { ...entry.signals, ...texts[at] };
    return { ...entry, signals, score: weightedSum(signals, finalWeights) * entry.prior };
  });
  return {
    files: await mainVersionsFirst(final.sort(byScore), snapshot, question),
    scales,
    weights: finalWeights,
    bestCoverage: Math.max(0, ...texts.map(({ coverage }) => coverage)),
  };
}

/**
 * Divides the priors of the files that define what the question looks up by the highest of them: if all
 * definitions are in tests, they are still wanted.
 */
function withoutPriorOfBest(
  standings: readonly Omit<RankedFile, "score">[],
): readonly Omit<RankedFile, "score">[] {
  const found = standings.filter(({ signals }) => signals.definition > 0);
  if (found.length === 0) return standings;
  const best = Math.max(...found.map(({ signals }) => signals.definition));
  const highest = Math.max(
    ...found.filter(({ signals }) => 2 * signals.definition >= best).map(({ prior }) => prior),
  );
  return standings.map((entry) =>
    entry.signals.definition > 0 ? { ...entry, prior: Math.min(1, entry.prior / highest) } : entry,
  );
}

function weightsFor({ isOneWord, wording }: Question): SignalWeights {
  if (isOneWord) return { ...SIGNAL_WEIGHTS, exactSymbol: ONE_WORD_EXACT_WEIGHT };
  if (wording.signs.length > 0) return { ...SIGNAL_WEIGHTS, quoted: SIGN_QUOTED_WEIGHT };
  return wording.isMessage ? { ...SIGNAL_WEIGHTS, quoted: MESSAGE_QUOTED_WEIGHT } : SIGNAL_WEIGHTS;
}

/**
 * Weights if some file repeats all of the question, or all that it quotes. Identifiers in the question are
 * then incidental.
 */
function weightsWhereSaid(weights: SignalWeights, { isOneWord }: Question): SignalWeights {
  if (isOneWord) return weights;
  return {
    ...weights,
    exactSymbol: weights.exactSymbol / 2,
    quoted: Math.max(weights.quoted, MESSAGE_QUOTED_WEIGHT),
  };
}

/** Sorts by score descending. File numbers are in path order. */
export function byScore(
  left: Pick<RankedFile, "score" | "file">,
  right: Pick<RankedFile, "score" | "file">,
): number {
  return right.score - left.score || left.file - right.file;
}

/** Adds in the order of the weights, so that the floating-point sum is always the same. */
function weightedSum(signals: Signals, weights: SignalWeights): number {
  let sum = 0;
  for (const name of Object.keys(SIGNAL_WEIGHTS) as SignalName[]) sum += weights[name] * signals[name];
  return sum;
}

/**
 * For each file, the share of the question's distinct tokens that its best chunk and its path contain,
 * weighted by idf, and how much of the question it repeats word for word.
 */
async function textSignals(
  snapshot: Snapshot,
  question: Question,
  candidates: Candidates,
  ranked: readonly number[],
  bestScore: number,
): Promise<Pick<Signals, "coverage" | "quoted">[]> {
  const coverages = await coverageOf(snapshot, question, candidates, ranked);
  const quoted = await quotedShares(snapshot, question.wording, candidates, ranked, bestScore);
  return ranked.map((_, at) => ({ coverage: coverages[at] as number, quoted: quoted[at] as number }));
}

async function coverageOf(
  snapshot: Snapshot,
  question: Question,
  candidates: Candidates,
  ranked: readonly number[],
): Promise<number[]> {
  const { files, frequencies } = candidates;
  const chunks = files.firstRows[files.count] as number;
  const weights = idfOfEach(question.distinctTokens, chunks, frequencies);
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return ranked.map(() => 0);
  const best = ranked.map((file) => bestChunk(file, candidates));
  const rows = best.filter((row) => row !== -1);
  const held = new Map(
    (await snapshot.matchedTokens(rows, question.distinctTokens)).map((tokens, at) => [rows[at], tokens]),
  );
  const finder = new TokenFinder(question.distinctTokens);
  return ranked.map((file, at) => {
    const inChunk = held.get(best[at]);
    const inPath = finder.heldBy(files.paths[file] as string);
    let sum = 0;
    for (const [token, weight] of weights) if (inChunk?.has(token) || inPath.has(token)) sum += weight;
    return sum / total;
  });
}

/**
 * Row of the chunk with the best lexical score, otherwise of the chunk with the highest cosine; -1 if there
 * is neither.
 */
function bestChunk(file: number, { hits, dense, files }: Candidates): number {
  let best = -1;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const { row, score } of hits.get(file) ?? []) if (score > bestScore) [best, bestScore] = [row, score];
  if (best !== -1 || !dense) return best;
  for (let row = files.firstRows[file] as number; row < (files.firstRows[file + 1] as number); row++)
    if ((dense.chunks[row] as number) > bestScore) [best, bestScore] = [row, dense.chunks[row] as number];
  return best;
}

// Finds the file formats that a question names. Files of those formats are not set back. Pure.

/**
 * Names of formats that differ from their file extensions, with the extensions. A template may be in any of
 * several formats.
 */
const ENDINGS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    dockerfile: ["dockerfile"],
    handlebars: ["hbs"],
    html: ["html", "htm"],
    jinja: ["jinja", "jinja2", "j2"],
    latex: ["tex", "latex"],
    makefile: ["makefile", "mk"],
    markdown: ["md", "markdown"],
    notebook: ["ipynb"],
    stylesheet: ["css", "scss", "sass", "less"],
    terraform: ["tf"],
    yaml: ["yaml", "yml"],
    yml: ["yaml", "yml"],
    template: [
      "ejs",
      "erb",
      "haml",
      "hbs",
      "html",
      "j2",
      "jinja",
      "mustache",
      "stub",
      "template",
      "tmpl",
      "tpl",
      "tt",
      "twig",
    ],
  }),
);
/** Formats named like their extension that are not words of prose; `in`, `lock` and `properties` would be. */
const NAMES: ReadonlySet<string> = new Set([
  "css",
  "csv",
  "eex",
  "ejs",
  "erb",
  "graphql",
  "haml",
  "heex",
  "hbs",
  "htm",
  "ini",
  "json",
  "mustache",
  "proto",
  "sass",
  "scss",
  "sql",
  "stub",
  "svg",
  "tex",
  "toml",
  "twig",
  "xml",
]);

/** Extensions, in lower case, of the formats that a question names. */
export function formatsNamed(question: string): ReadonlySet<string> {
  const words = wordsOf(question).map((word) => word.toLowerCase());
  return new Set(
    words
      .flatMap((word) => [word, word.replace(/s$/, "")])
      .flatMap((word) => ENDINGS.get(word) ?? (NAMES.has(word) ? [word] : [])),
  );
}

/**
 * Whether a file has one of the formats, by an extension or by its whole name (`Dockerfile`). `puma.rb.tt`
 * has two extensions.
 */
export function isOfFormat(path: string, formats: ReadonlySet<string>): boolean {
  if (formats.size === 0) return false;
  const [name = "", ...endings] = nameOf(path).toLowerCase().split(".");
  return formats.has(name) || endings.some((ending) => formats.has(ending));
}
