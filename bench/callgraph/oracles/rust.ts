/**
 * rust-analyzer's resolution of each call of a Cargo workspace, from the index that it writes in the SCIP
 * format.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CallKind, OracleAnswer, OracleSite } from "./oracle.ts";
import { SCIP_KINDS, type ScipDocument, type ScipOccurrence, readScip } from "./scip.ts";

const KINDS = new Map<number, CallKind>([
  [SCIP_KINDS.function, "function"],
  [SCIP_KINDS.macro, "function"],
  [SCIP_KINDS.staticMethod, "function"],
  [SCIP_KINDS.method, "method"],
  [SCIP_KINDS.traitMethod, "interface"],
]);

/**
 * Calls of functions, methods and macros, including those in arguments of macros. Tuples and enum variants
 * are excluded: the index does not distinguish their calls from patterns. Code that the build excludes
 * (`#[cfg]`) is missing, because rust-analyzer does not analyze it.
 *
 * For a method that implements a trait for a known type, the trait's method counts as meant as well.
 */
export function rustCalls(root: string, analyzer: string, temporary: string): OracleAnswer {
  return callsIn(root, scipOf(root, analyzer, temporary));
}

/** The index of a workspace. */
export function scipOf(root: string, analyzer: string, temporary: string): readonly ScipDocument[] {
  const path = join(temporary, "rust.scip");
  execFileSync(analyzer, ["scip", ".", "--output", path], {
    cwd: root,
    stdio: ["ignore", "ignore", "ignore"],
  });
  return readScip(readFileSync(path));
}

export function callsIn(root: string, documents: readonly ScipDocument[]): OracleAnswer {
  const declared = declarationsIn(documents);
  const sites = documents.flatMap((document) => {
    const text = new Lines(readFileSync(join(root, document.path), "utf8"));
    return document.occurrences.flatMap(
      (occurrence) => siteOf(document, occurrence, { text, declared }) ?? [],
    );
  });
  return { files: new Set(documents.map(({ path }) => path)), sites };
}

interface Declarations {
  readonly kinds: ReadonlyMap<string, CallKind>;
  /** `file:line` by symbol. Crates of one package may each have a symbol of the same name. */
  readonly places: ReadonlyMap<string, readonly string[]>;
  /** Methods of traits, by the names of trait and method. */
  readonly ofTraits: ReadonlyMap<string, readonly string[]>;
  readonly packages: ReadonlySet<string>;
}

function declarationsIn(documents: readonly ScipDocument[]): Declarations {
  const kinds = new Map<string, CallKind>();
  const places = new Map<string, string[]>();
  const ofTraits = new Map<string, string[]>();
  for (const { path, symbols, occurrences } of documents) {
    for (const { symbol, kind } of symbols)
      if (KINDS.has(kind)) kinds.set(symbol, KINDS.get(kind) as CallKind);
    for (const { symbol, line } of occurrences.filter(({ isDefinition }) => isDefinition)) {
      add(places, symbol, `${path}:${line + 1}`);
      const method = METHOD_OF_TYPE.exec(symbol);
      if (method) add(ofTraits, `${method[1]} ${method[2]}`, `${path}:${line + 1}`);
    }
  }
  return { kinds, places, ofTraits, packages: new Set([...kinds.keys()].map(packageOf)) };
}

function add(map: Map<string, string[]>, key: string, value: string): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

/** All parts of a symbol except the last: `rust-analyzer cargo serde 1.0.0 de/…`. */
function packageOf(symbol: string): string {
  return symbol.split(" ", 4).join(" ");
}

/** `de/Read#next().` */
const METHOD_OF_TYPE = /[ /](\w+)#(\w+)\(\)\.$/;
/** `impl#[Slice][Read]next().`; a trait with arguments is in backquotes. */
const METHOD_OF_IMPL = /\]\[`?(\w+)[^\]]*\](\w+)\(\)\.$/;

function siteOf(
  { path }: ScipDocument,
  { symbol, isDefinition, line, start, end }: ScipOccurrence,
  { text, declared }: { readonly text: Lines; readonly declared: Declarations },
): OracleSite | null {
  // For symbols outside of the project, only the form of the symbol shows the kind.
  const kind =
    declared.kinds.get(symbol) ?? (symbol.endsWith(").") || symbol.endsWith("!") ? "function" : null);
  if (isDefinition || kind === null || !text.isCalled(line, end)) return null;
  const implementing = METHOD_OF_IMPL.exec(symbol);
  const own = declared.places.get(symbol) ?? [];
  // A declaration that a macro generates is part of the project, but not in its text.
  if (own.length === 0 && declared.packages.has(packageOf(symbol))) return null;
  const above = implementing ? (declared.ofTraits.get(`${implementing[1]} ${implementing[2]}`) ?? []) : [];
  return { file: path, start: text.offset(line, start), kind, declarations: [...own, ...above] };
}

/** A text, addressed by lines and UTF-8 columns. */
export class Lines {
  private readonly starts: readonly number[];

  constructor(private readonly text: string) {
    this.starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  }

  /** Offset in UTF-16 units. */
  offset(line: number, column: number): number {
    const start = this.starts[line] ?? 0;
    const written = this.text.slice(start, start + column);
    return (
      start +
      (NOT_ASCII.test(written)
        ? Buffer.from(this.text.slice(start, this.starts[line + 1]))
            .subarray(0, column)
            .toString("utf8").length
        : column)
    );
  }

  /** Text between two columns of a line. */
  between(line: number, start: number, end: number): string {
    return this.text.slice(this.offset(line, start), this.offset(line, end));
  }

  /** Whether a text precedes a position. */
  before(line: number, column: number, text: string): boolean {
    return this.text.startsWith(text, this.offset(line, column) - text.length);
  }

  /** Whether the name that ends at a position is called: `f(`, `f::<T>(`, `f!`. */
  isCalled(line: number, column: number): boolean {
    const behind = this.text.slice(this.offset(line, column), this.offset(line, column) + LONGEST);
    if (/^\s*[(!]/.test(behind)) return !/^\s*!=/.test(behind);
    const types = /^\s*::\s*</.exec(behind);
    return types !== null && /^\s*\(/.test(behind.slice(behindTypes(behind, types[0].length)));
  }
}

const NOT_ASCII = /[^\0-\x7f]/;
/** Longest text of type arguments before the parenthesis of a call. */
const LONGEST = 500;

/** Position after the bracket that closes the one opened before `from`. */
function behindTypes(text: string, from: number): number {
  let depth = 1;
  let at = from;
  for (; at < text.length && depth > 0; at++) {
    if (text[at] === "<") depth++;
    else if (text[at] === ">" && text[at - 1] !== "-") depth--;
  }
  return at;
}
