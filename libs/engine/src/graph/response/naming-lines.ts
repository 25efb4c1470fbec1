/** Finds the lines of a file on which a function is used as a value, by its name. Pure. */
import {
  NONE,
  type ScopeFact,
  type SymbolFact,
  codeOnly,
  importingLines,
  languageById,
  profileOf,
} from "@satori/sidecar";
import { importLines } from "../../lexical/import-lines.ts";
import type { CodeView } from "../../store/code-view.ts";
import type { IndexedContent } from "../../store/store.ts";

/** Matches a comment line; a Rust attribute (`#[…]`) is not one. */
export const COMMENT = /^\s*(?:\/\/|\/\*|\*|#(?!!?\[)|--)/;

/**
 * Characters to escape in a name (`save!`, `#run`). Other characters must not be escaped in a `u` expression.
 */
const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;

/** Lines with the name that are examined in one scope. */
const MAX_LINES = 200;

/** The lines of one file, without what is no code. */
export class NamingLines {
  private readonly code: readonly string[];
  private readonly imports: ReadonlySet<number>;
  private readonly scopes: readonly ScopeFact[];
  private readonly symbols: readonly SymbolFact[];

  constructor(snapshot: CodeView, file: number, content: IndexedContent | undefined) {
    const language = snapshot.files.languages[file] ?? "text";
    const text = content?.text ?? "";
    const lexis = languageById(language)?.lexicalRules;
    const code = withoutExportList(lexis ? codeOnly(text, lexis) : text, language);
    this.symbols = content?.symbols ?? [];
    this.scopes = snapshot.calls.flow(file)?.scopes ?? [];
    this.code = code.split(/\r?\n/);
    this.imports = new Set([...importLines(text, this.symbols), ...importingLines(code, language)]);
  }

  /**
   * 1-based lines in a scope that contain a name in code without calling, defining or importing it,
   * ascending; empty if there is none. Lines of definitions inside the scope do not count.
   *
   * @param scope `NONE` for the whole file
   */
  linesNaming(name: string, scope: number): readonly number[] {
    const used = new RegExp(
      `(?<![\\p{L}\\p{N}_$])${name.replace(SYNTAX, "\\$&")}(?![\\p{L}\\p{N}_$:]|\\s*(?:\\((?!\\.\\.\\.\\))|[{<]|=(?![=>])))`,
      "u",
    );
    const defining = new Set(
      this.scopes.filter((each) => each.name === name).map(({ startLine }) => startLine),
    );
    const { start, end } = this.linesOf(scope);
    const isUsing = (line: number): boolean => {
      const written = this.code[line - 1] ?? "";
      const code = defining.has(line) ? written.replace(name, () => " ") : written;
      return used.test(code) && !COMMENT.test(code) && !this.imports.has(line);
    };
    const naming: number[] = [];
    for (let line = start; line <= end && naming.length < MAX_LINES; line++)
      if (isUsing(line)) naming.push(line);
    const inside = scope === NONE ? [] : this.linesInside(scope);
    const own = naming.filter((line) => !inside.some((other) => holds(other, line)));
    return own.length > 0 ? own : naming.slice(0, 1);
  }

  /** The lines of the innermost definition around a scope, from where the scope starts. */
  private linesOf(scope: number): LineRange {
    let at = scope;
    while (at > 0 && (this.scopes[at]?.symbol ?? NONE) === NONE) at = this.scopes[at]?.parent ?? NONE;
    const symbol = at > 0 ? this.symbols[this.scopes[at]?.symbol ?? NONE] : undefined;
    return symbol
      ? { start: Math.max(symbol.startLine, this.scopes[scope]?.startLine ?? 1), end: symbol.endLine }
      : { start: this.scopes[scope]?.startLine ?? 1, end: this.code.length };
  }

  /** The definitions of several lines inside a scope. */
  private linesInside(scope: number): readonly LineRange[] {
    const { start, end } = this.linesOf(scope);
    return this.scopes.flatMap(({ kind, symbol }, at): LineRange[] => {
      const { startLine = 0, endLine = 0 } = this.symbols[symbol] ?? {};
      const isInside = at > scope && startLine > start && endLine <= end && endLine > startLine;
      return kind === "function" && isInside ? [{ start: startLine, end: endLine }] : [];
    });
  }
}

interface LineRange {
  readonly start: number;
  readonly end: number;
}

function holds({ start, end }: LineRange, line: number): boolean {
  return start <= line && line <= end;
}

/** Blanks the list of a module's exported names, which uses none of them. */
function withoutExportList(code: string, language: string): string {
  const { exportList } = profileOf(language);
  return exportList ? code.replace(exportList, (list) => list.replace(/[^\r\n]/g, " ")) : code;
}
