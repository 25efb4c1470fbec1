/** Uses of types, variables, fields and properties of a TypeScript project against its checker, place by place. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type AnalyzedFile, Resolution, type SymbolFact, analyze, codeOnly, factsProject, isPlainName, languageById, meantBy, scopeAtLine, usedNames, usedThing } from "@satori/sidecar";
import type { Report } from "../../support/benchmark.ts";
import { filesIn } from "../codebase.ts";
import { ORACLES } from "../oracles/index.ts";
import { ratio } from "../ratio.ts";
import { type KnownUses, typescriptUses } from "./typescript-uses.ts";

interface Counts {
  symbols: number;
  /** Places that the checker says to mean a symbol. */
  gold: number;
  /** Of these, those that are resolved to it, and those that may be. */
  resolved: number;
  possible: number;
  /** Resolved places that the checker knows, and those of them that it agrees with. */
  said: number;
  right: number;
}

const KINDS: readonly SymbolFact["kind"][] = ["interface", "type", "enum", "enum_member", "variable", "constant", "field", "property"];
const CONFIGURATION = /(?:^|\/)(?:package|tsconfig[^/]*)\.json$/;
const IMPORTING = /^\s*(?:import\b|export\s+(?:type\s+)?[{*])/;

export async function usesReport(roots: readonly string[], progress: (line: string) => void): Promise<Report> {
  const rows: { readonly project: string; readonly kind: string; readonly counts: Counts }[] = [];
  for (const root of roots) {
    const sources = filesIn(root, ORACLES.typescript.isSource);
    progress(`${sources.length} files of ${root}`);
    const byKind = await compared(root, sources);
    for (const kind of KINDS) {
      const counts = byKind.get(kind);
      if (counts) rows.push({ project: basename(root), kind, counts });
    }
  }
  return {
    title: "Uses against TypeScript's checker",
    columns: ["project", "kind", "symbols", "places", "precision of resolved", "recall", "with possible"],
    rows: rows.map(({ project, kind, counts: { symbols, gold, resolved, possible, said, right } }) => [project, kind, symbols, gold, ratio(right, said), ratio(resolved, gold), ratio(resolved + possible, gold)]),
    notes: ["Lines that import or export are left out."],
    results: rows,
  };
}

interface SourceFile extends AnalyzedFile {
  /** What of its text is code. */
  readonly code: string;
}

async function compared(root: string, sources: readonly string[]): Promise<ReadonlyMap<string, Counts>> {
  const files: AnalyzedFile[] = [];
  for (const path of filesIn(root, (candidate) => sources.includes(candidate) || CONFIGURATION.test(candidate))) {
    const text = readFileSync(join(root, path), "utf8");
    files.push({ path, text, facts: await analyze(path, text) });
  }
  const project = factsProject(files);
  const gold = typescriptUses(root, sources);
  const own = files.filter(({ path }) => sources.includes(path)).map((file): SourceFile => ({ ...file, code: codeOnly(file.text, languageById(file.facts.language)?.lexis ?? { comments: [], strings: [] }) }));
  const byKind = new Map<string, Counts>();
  for (const file of own) {
    // A resolution has room for one question; that about a file is a large one.
    const resolution = new Resolution(project);
    for (const symbol of file.facts.symbols.filter(({ kind, name }) => KINDS.includes(kind) && isPlainName(name))) {
      const counts = byKind.get(symbol.kind) ?? { symbols: 0, gold: 0, resolved: 0, possible: 0, said: 0, right: 0 };
      byKind.set(symbol.kind, counts);
      countUses(counts, { resolution, own, gold }, file, symbol);
    }
  }
  return byKind;
}

interface Compared {
  readonly resolution: Resolution;
  readonly own: readonly SourceFile[];
  readonly gold: KnownUses;
}

function countUses(counts: Counts, { resolution, own, gold }: Compared, { path, facts }: SourceFile, symbol: SymbolFact): void {
  const { project } = resolution;
  const thing = usedThing(resolution, project.fileAt(path) as number, facts.symbols, symbol);
  if (!thing) return;
  const meaning = gold.byDeclaration.get(`${path}:${symbol.nameLine}:${symbol.name}`) ?? new Set();
  counts.symbols++;
  for (const other of own.filter(({ code }) => code.includes(symbol.name))) {
    const file = project.fileAt(other.path) as number;
    const places = usedNames(other.code, symbol.name, other.facts.symbols).filter(({ start }) => !IMPORTING.test(lineAround(other.text, start)));
    for (const place of places) {
      const scope = resolution.index(file)?.siteAt(place.start)?.scope ?? scopeAtLine(resolution, file, other.facts.symbols, place.line);
      const at = `${other.path}@${place.start}`;
      count(counts, meantBy(resolution, { file, scope }, place, thing), { isGold: meaning.has(at), isKnown: gold.known.has(at) });
    }
  }
}

function count(counts: Counts, meant: ReturnType<typeof meantBy>, { isGold, isKnown }: { readonly isGold: boolean; readonly isKnown: boolean }): void {
  counts.gold += Number(isGold);
  if (meant.kind !== "it") return;
  if (meant.confidence === "possible") counts.possible += Number(isGold);
  else {
    counts.resolved += Number(isGold);
    counts.said += Number(isKnown);
    counts.right += Number(isKnown && isGold);
  }
}

function lineAround(text: string, at: number): string {
  const end = text.indexOf("\n", at);
  return text.slice(text.lastIndexOf("\n", at) + 1, end === -1 ? text.length : end);
}
