/**
 * The text of a Jupyter notebook: the sources of its cells, each after a line that says which cell it is. All
 * tools show, search and measure this text instead of the JSON, so outputs (pictures, tables) are in no
 * answer.
 *
 *     # %% [markdown] cell 1
 *     # Pivot tables
 *     # %% [python] cell 2
 *     import pandas
 *
 * The mark is that of Jupytext and of editors that show scripts as cells. Pure.
 */
import { languageById, languageIdOf } from "../detect-language.ts";

/** A cell in the text of a notebook. */
export interface NotebookCell {
  /** `markdown`, `raw`, the language of the kernel as the notebook names it, or `code` if it does not. */
  readonly kind: string;
  /** Start of the marking line, and end of the cell, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Start of the source. */
  readonly sourceStart: number;
}

/** The line in front of a cell. */
export const MARK = /^# %% \[([\w+#.-]{1,40})\] cell \d+$/gm;
const FIRST_MARK = /^# %% \[[\w+#.-]{1,40}\] cell 1\n/;

export function isNotebookPath(path: string): boolean {
  return /\.ipynb$/i.test(path);
}

/** The text of a notebook, given its JSON; null if it is not a notebook. Never throws. */
export function notebookText(json: string): string | null {
  const notebook = parsed(json);
  const cells = cellsOf(notebook);
  if (cells === null) return null;
  const code = kernelLanguage(notebook?.["metadata"]);
  return cells.map((cell, at) => cellText(cell, at + 1, code)).join("");
}

/** The cells of a notebook's text, in their order; empty for any other text. */
export function notebookCells(text: string): NotebookCell[] {
  if (!FIRST_MARK.test(text)) return [];
  const marks = [...text.matchAll(MARK)];
  return marks.map(({ 0: mark, 1: kind = "", index: start }, at) => ({
    kind,
    start,
    end: marks[at + 1]?.index ?? text.length,
    sourceStart: Math.min(text.length, start + mark.length + 1),
  }));
}

/** The language of the code cells; undefined if it has no grammar. */
export function codeLanguageOf(cells: readonly NotebookCell[]): ReturnType<typeof languageById> {
  const kinds = cells.map(({ kind }) => kind).filter((kind) => kind !== "markdown" && kind !== "raw");
  const language = languageById(languageIdOf(kinds[0] ?? "") ?? "");
  return language?.grammar ? language : undefined;
}

type Json = { readonly [key: string]: unknown };

function parsed(json: string): Json | null {
  try {
    return objectOf(JSON.parse(json));
  } catch {
    return null;
  }
}

function objectOf(value: unknown): Json | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

/** Before format 4, cells are in work sheets. */
function cellsOf(notebook: Json | null): Json[] | null {
  if (notebook === null) return null;
  const sheets = notebook["worksheets"];
  const lists = Array.isArray(sheets)
    ? sheets.map((sheet: unknown) => objectOf(sheet)?.["cells"])
    : [notebook["cells"]];
  const cells: Json[] = [];
  for (const list of lists) {
    if (!Array.isArray(list)) return null;
    for (const cell of list) cells.push(objectOf(cell) ?? {});
  }
  return lists.length === 0 ? null : cells;
}

function kernelLanguage(metadata: unknown): string {
  const of = objectOf(metadata);
  const name = objectOf(of?.["kernelspec"])?.["language"] ?? objectOf(of?.["language_info"])?.["name"];
  return typeof name === "string" && /^[\w+#.-]{1,40}$/.test(name) ? name.toLowerCase() : "code";
}

function cellText(cell: Json, number: number, code: string): string {
  const type = cell["cell_type"];
  const kind = type === "code" ? code : type === "raw" ? "raw" : "markdown";
  const source = sourceOf(cell["source"] ?? cell["input"]);
  const heading = type === "heading" ? `${"#".repeat(levelOf(cell["level"]))} ` : "";
  const end = source === "" || source.endsWith("\n") ? "" : "\n";
  return `# %% [${kind}] cell ${number}\n${heading}${source}${end}`;
}

function sourceOf(source: unknown): string {
  if (typeof source === "string") return source;
  return Array.isArray(source) ? source.filter((line) => typeof line === "string").join("") : "";
}

/** Before format 4, headings are cells of their own. */
function levelOf(level: unknown): number {
  return typeof level === "number" && level >= 1 && level <= 6 ? Math.trunc(level) : 1;
}

/** Cell magics after which the cell is code all the same. */
const CODE_MAGIC = /^%%(?:time|timeit|capture|prun|debug)\b/;

/** Whether a cell is code of the kernel's language, rather than of another one by a cell magic. */
export function isKernelCode(text: string, { kind, sourceStart, end }: NotebookCell): boolean {
  if (kind === "markdown" || kind === "raw") return false;
  const head = text.slice(sourceStart, Math.min(end, sourceStart + 200)).trimStart();
  return !head.startsWith("%%") || CODE_MAGIC.test(head);
}
