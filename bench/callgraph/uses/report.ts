/** Compares uses of types, variables, fields and properties with compilers, occurrence by occurrence. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import {
  type AnalyzedFile,
  Evaluator,
  type Resolution,
  type SymbolFact,
  analyze,
  codeOnly,
  factsProject,
  isPlainName,
  languageById,
  resolveUse,
  scopeAround,
  statementLines,
  usedNames,
  useTarget,
} from "@satori/sidecar";
import type { Report } from "../../support/benchmark.ts";
import type { CompilerOptions } from "../compilers.ts";
import { filesIn } from "../codebase.ts";
import { kept } from "../kept.ts";
import { ORACLES } from "../oracles/index.ts";
import { ratio } from "../ratio.ts";
import { check } from "../../support/failure.ts";
import { type KnownUses, usesLines, usesPrinted } from "./known-uses.ts";
import { USES_ORACLES, type UsesOracle } from "./oracles.ts";

interface Counts {
  symbols: number;
  /** Occurrences that mean a symbol, according to the compiler. */
  gold: number;
  /** Among these, occurrences that are resolved to it, and those that possibly are. */
  resolved: number;
  possible: number;
  /** Resolved occurrences that the compiler knows, and those among them that it confirms. */
  said: number;
  right: number;
}

const CONFIGURATION =
  /(?:^|\/)(?:package|tsconfig[^/]*)\.json$|(?:^|\/)(?:go\.mod|Cargo\.toml|pyproject\.toml)$/;

export async function usesReport({ projects, keep, misses, ...programs }: CompilerOptions): Promise<Report> {
  const rows: { readonly project: string; readonly kind: string; readonly counts: Counts }[] = [];
  const notes: string[] = [];
  for (const { language, root } of projects) {
    const oracle: UsesOracle | undefined = USES_ORACLES[language];
    check(oracle !== undefined, `uses of ${language} are not compared`);
    const sources = filesIn(root, ORACLES[language].isSource);
    programs.progress(`${language}: ${sources.length} files of ${root}`);
    const gold = usesPrinted(
      await kept(keep, `uses-${language}-${basename(root)}.jsonl`, async () =>
        usesLines(await oracle.ask({ ...programs, root, files: sources })),
      ),
    );
    const { byKind, differences } = await compared({ root, sources, oracle, gold });
    notes.push(...shown(differences, misses));
    for (const kind of oracle.kinds) {
      const counts = byKind.get(kind);
      if (counts) rows.push({ project: `${language} ${basename(root)}`, kind, counts });
    }
  }
  return {
    title: "Uses against compilers",
    columns: ["project", "kind", "symbols", "places", "precision of resolved", "recall", "with possible"],
    rows: rows.map(({ project, kind, counts: { symbols, gold, resolved, possible, said, right } }) => [
      project,
      kind,
      symbols,
      gold,
      ratio(right, said),
      ratio(resolved, gold),
      ratio(resolved + possible, gold),
    ]),
    notes: ["Lines that import or export are left out.", ...notes],
    results: rows,
  };
}

interface SourceFile extends AnalyzedFile {
  /** Its text, with everything but code blanked out. */
  readonly code: string;
  /** Lines of import statements. */
  readonly imports: ReadonlySet<number>;
}

interface ComparedProject {
  readonly root: string;
  readonly sources: readonly string[];
  readonly oracle: UsesOracle;
  readonly gold: KnownUses;
}

async function compared({ root, sources, oracle, gold }: ComparedProject): Promise<{
  readonly byKind: ReadonlyMap<string, Counts>;
  readonly differences: readonly Difference[];
}> {
  const files: AnalyzedFile[] = [];
  for (const path of filesIn(
    root,
    (candidate) => sources.includes(candidate) || CONFIGURATION.test(candidate),
  )) {
    const text = readFileSync(join(root, path), "utf8");
    files.push({ path, text, facts: await analyze(path, text) });
  }
  const project = factsProject(files);
  const own = files
    .filter(({ path }) => sources.includes(path))
    .map((file): SourceFile => {
      const code = codeOnly(
        file.text,
        languageById(file.facts.language)?.lexicalRules ?? { comments: [], strings: [] },
      );
      return { ...file, code, imports: statementLines(code.split("\n"), oracle.importing) };
    });
  const byKind = new Map<string, Counts>();
  const differences: Difference[] = [];
  for (const file of own) {
    // An evaluator has the budget of one request; a file counts as a large request.
    const resolution = new Evaluator(project);
    for (const symbol of file.facts.symbols.filter(
      ({ kind, name }) => oracle.kinds.includes(kind) && isPlainName(name),
    )) {
      const counts = byKind.get(symbol.kind) ?? {
        symbols: 0,
        gold: 0,
        resolved: 0,
        possible: 0,
        said: 0,
        right: 0,
      };
      byKind.set(symbol.kind, counts);
      countUses(counts, { resolution, own, gold, differences }, file, symbol);
    }
  }
  return { byKind, differences };
}

interface Compared {
  readonly resolution: Resolution;
  readonly own: readonly SourceFile[];
  readonly gold: KnownUses;
  readonly differences: Difference[];
}

/**
 * `extra`: a resolved occurrence that means something else, according to the compiler. `missed`: an
 * occurrence that was not found.
 */
interface Difference {
  readonly sort: "extra" | "missed";
  readonly symbol: string;
  readonly place: string;
}

function countUses(
  counts: Counts,
  { resolution, own, gold, differences }: Compared,
  { path, facts }: SourceFile,
  symbol: SymbolFact,
): void {
  const { project } = resolution;
  const thing = useTarget(resolution, project.fileAt(path) as number, facts.symbols, symbol);
  const declaration = `${path}:${symbol.nameLine}:${symbol.name}`;
  if (!thing || gold.declared?.has(declaration) === false) return;
  const meaning = gold.byDeclaration.get(declaration) ?? new Set();
  counts.symbols++;
  for (const other of own.filter(({ code }) => code.includes(symbol.name))) {
    const file = project.fileAt(other.path) as number;
    const places = usedNames(other.code, symbol.name, other.facts).filter(
      ({ line }) => !other.imports.has(line),
    );
    for (const place of places) {
      const scope = scopeAround(resolution, file, other.facts.symbols, place);
      const at = `${other.path}@${place.start}`;
      const said = { isGold: meaning.has(at), isKnown: gold.known.has(at) };
      const meant = resolveUse(resolution, { file, scope }, place, thing);
      count(counts, meant, said);
      const sort = differenceOf(meant, said);
      if (sort)
        differences.push({
          sort,
          symbol: `${symbol.kind} ${path}:${symbol.nameLine} ${symbol.name}`,
          place: `${other.path}:${place.line}  …${lineAround(other.text, place.start).trim().slice(0, 100)}…`,
        });
    }
  }
}

/**
 * The compiler's answer about an occurrence: whether it means the symbol, and whether the compiler knows the
 * name at all.
 */
interface Said {
  readonly isGold: boolean;
  readonly isKnown: boolean;
}

function differenceOf(
  meant: ReturnType<typeof resolveUse>,
  { isGold, isKnown }: Said,
): Difference["sort"] | null {
  if (meant.kind !== "it") return isGold ? "missed" : null;
  return meant.confidence === "resolved" && isKnown && !isGold ? "extra" : null;
}

function count(counts: Counts, meant: ReturnType<typeof resolveUse>, { isGold, isKnown }: Said): void {
  counts.gold += Number(isGold);
  if (meant.kind !== "it") return;
  if (meant.confidence === "possible") counts.possible += Number(isGold);
  else {
    counts.resolved += Number(isGold);
    counts.said += Number(isKnown);
    counts.right += Number(isKnown && isGold);
  }
}

/** Some differences of each sort, spread evenly. */
function shown(differences: readonly Difference[], count: number): string[] {
  return (["extra", "missed"] as const).flatMap((sort) => {
    const all = differences.filter((difference) => difference.sort === sort);
    const step = Math.max(1, all.length / Math.max(count, 1));
    return Array.from(
      { length: Math.min(count, all.length) },
      (_, at) => all[Math.floor(at * step)] as Difference,
    ).map(({ symbol, place }) => `${sort} ${symbol}\n  ${place}`);
  });
}

function lineAround(text: string, at: number): string {
  const end = text.indexOf("\n", at);
  return text.slice(text.lastIndexOf("\n", at) + 1, end === -1 ? text.length : end);
}
