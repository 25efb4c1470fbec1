/**
 * Checks that an answer shows a single version of each file: exactly the lines, at their positions, of a text
 * that was completely on disk at some time. All parts of an answer have to show the same version, since an
 * answer is produced from one state. An answer that claims to be current has to show a version that existed
 * after the request.
 */
import { type SymbolFact, analyze } from "@satori/sidecar";
import { type Known, modeOf } from "./allowed.ts";
import { type Claim, claimsOf } from "./claims.ts";
import { isLoose } from "./editor.ts";
import type { Exchange } from "./exchange.ts";
import { type Stay, overlaps } from "./history.ts";
import { type Version, textOf } from "./versions.ts";

export interface Comparison {
  readonly torn: readonly string[];
  readonly stale: readonly string[];
  /** How long before the request the oldest text of the answer had been replaced; 0 if all were current. */
  readonly lagMs: number;
}

/** Freshness modes in which an answer claims that the index matches the disk. */
const CURRENT_MODES = new Set(["fresh", "synced", "reconciled_ignore_change", "coalesced"]);

/** Compares everything that an answer shows with what was on disk. */
export async function compareWithDisk(exchange: Exchange, { history }: Known): Promise<Comparison> {
  const torn: string[] = [];
  const stale: string[] = [];
  let lagMs = 0;
  const mode = modeOf(exchange.envelope);
  // `read_file` reads from the disk; outlines have no freshness information.
  const isCurrent =
    mode === null
      ? exchange.tool === "read_file" && exchange.envelope.status === "ok"
      : CURRENT_MODES.has(mode);
  for (const [file, claims] of byFile(claimsOf(exchange))) {
    if (isLoose(file)) continue;
    const fitting: Stay[] = [];
    for (const stay of history.of(file)) if (await fits(stay.version, file, claims)) fitting.push(stay);
    const goneMs = Math.max(...fitting.map(({ untilMs }) => untilMs));
    if (fitting.length === 0)
      torn.push(`${file} never was like this: ${JSON.stringify(claims).slice(0, 1_500)}`);
    else if (goneMs < exchange.fromMs) lagMs = Math.max(lagMs, exchange.fromMs - goneMs);
    if (fitting.length > 0 && isCurrent && !fitting.some((stay) => overlaps(stay, exchange))) {
      stale.push(
        `${file} as ${fitting.at(-1)?.version.tag} is shown as ${mode ?? "it is on disk"}, but that ` +
          `was gone ${Math.round(exchange.fromMs - goneMs)} ms before`,
      );
    }
  }
  return { torn, stale, lagMs };
}

async function fits(version: Version, file: string, claims: readonly Claim[]): Promise<boolean> {
  // Lines distinguish most versions, and need no parser.
  if (!claims.every((claim) => hasLines(version, claim))) return false;
  if (
    !claims.some(
      ({ symbols = [], label, areAllSymbols }) =>
        symbols.length > 0 || typeof label === "string" || areAllSymbols,
    )
  )
    return true;
  const facts = await symbolsOf(version, file);
  return claims.every((claim) => hasSymbols(facts, claim));
}

function hasLines({ lines }: Version, { text, span, isSpanOfText = false, totalLines }: Claim): boolean {
  // The text ends with a line end, after which there is no further line.
  const count = lines.length - 1;
  if (totalLines !== undefined && totalLines !== count) return false;
  if (span && (span.startLine < 1 || span.endLine < span.startLine || span.endLine > count)) return false;
  if (!text) return true;
  const shown = text.content.split("\n");
  const isWithin =
    !span || (text.startLine >= span.startLine && text.startLine + shown.length - 1 <= span.endLine);
  const isWhole = !isSpanOfText || !span || shown.length === span.endLine - span.startLine + 1;
  return isWithin && isWhole && shown.every((line, at) => line === lines[text.startLine - 1 + at]);
}

function hasSymbols(
  facts: readonly SymbolFact[],
  { symbols = [], areAllSymbols, label, span }: Claim,
): boolean {
  if (areAllSymbols && symbols.length !== facts.length) return false;
  const hasLabel =
    typeof label !== "string" ||
    !span ||
    facts.some(
      (fact) => fact.label === label && fact.startLine <= span.endLine && fact.endLine >= span.startLine,
    );
  return hasLabel && symbols.every((shown) => facts.some((fact) => isSame(fact, shown)));
}

function isSame(fact: SymbolFact, { label, span, doc }: NonNullable<Claim["symbols"]>[number]): boolean {
  return (
    fact.label === label &&
    fact.startLine === span.startLine &&
    fact.endLine === span.endLine &&
    (doc === undefined || doc === fact.doc)
  );
}

/** By tag, since each version is needed many times. */
const parsed = new Map<string, Promise<readonly SymbolFact[]>>();

function symbolsOf(version: Version, file: string): Promise<readonly SymbolFact[]> {
  let symbols = parsed.get(version.tag);
  if (!symbols)
    parsed.set(
      version.tag,
      (symbols = analyze(file, textOf(version), "outline").then((facts) => facts.symbols)),
    );
  return symbols;
}

function byFile(claims: readonly Claim[]): Map<string, Claim[]> {
  const groups = new Map<string, Claim[]>();
  for (const claim of claims) groups.set(claim.file, [...(groups.get(claim.file) ?? []), claim]);
  return groups;
}
