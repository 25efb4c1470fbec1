/** A snapshot of a few files in memory: lexical scores count words; the test gives cosines and symbols. */
import type { ChunkFact, SymbolFact } from "@satori/sidecar";
import { tokenize } from "../../lexical/tokens.ts";
import { type IndexedHistory, decodeCommits, encodeCommits } from "../../model/history.ts";
import { scoresOf } from "../../store/all-scores.ts";
import { fileOfRow } from "../../store/file-of-row.ts";
import type {
  DenseScores,
  DenseQuery,
  IndexedContent,
  FileTable,
  LexicalHit,
  Snapshot,
} from "../../store/store.ts";
import { type TableEntry, fileTable } from "./file-table.ts";

export interface FakeFile extends Omit<TableEntry, "chunks"> {
  /** Texts of the chunks, each one or more whole lines. */
  readonly texts: readonly string[];
  /**
   * Symbols as `label first-last`, or `label first-last@line` if the name is on another line. `=name` may
   * follow (default: the part after the label's last dot), then `#id` (default: derived from the label).
   */
  readonly symbols?: readonly string[];
  /** Cosine of each chunk with every question. Default: 0. */
  readonly closeness?: readonly number[];
  /** Subjects of the commits that changed the file, newest first. */
  readonly commits?: readonly string[];
}

export interface FakeSnapshot extends Snapshot {
  /** Files whose contents were requested, in order. */
  readonly loaded: readonly number[];
}

/**
 * Creates a snapshot of these files.
 *
 * @param entries sorted by path
 */
export function fakeSnapshot(entries: readonly FakeFile[]): FakeSnapshot {
  const files = fileTable(entries.map((entry) => ({ ...entry, chunks: entry.texts.length })));
  const contents = entries.map(contentOf);
  const loaded: number[] = [];
  const history = historyOf(entries);
  return {
    runId: "fake",
    sequence: 1,
    files,
    skippedFiles: 0,
    loaded,
    get marker(): never {
      throw new Error("This snapshot belongs to no run");
    },
    calls: {
      flow: () => null,
      filesWithoutFlow: () => [],
      text: () => "",
      filesDefining: () => [],
      filesUsing: () => [],
    },
    skipped: () => Promise.resolve([]),
    fileAt: (path) => files.paths.indexOf(path),
    ...wordLookups(entries, files),
    dense: (_, denseQuery) => Promise.resolve(denseOf(entries, files, denseQuery)),
    ...symbolLookups(contents),
    history: () => Promise.resolve(history),
    utf8Text: (file) => Buffer.from(contents[file]?.text ?? ""),
    contents: (asked) => {
      loaded.push(...asked);
      return Promise.resolve(asked.map((file) => contents[file] as IndexedContent));
    },
    encodings: (asked) => Promise.resolve(asked.map(() => "utf-8")),
    [Symbol.dispose]: () => undefined,
  };
}

/** The score of a chunk is the number of query tokens that it contains. */
function wordLookups(
  entries: readonly FakeFile[],
  files: FileTable,
): Pick<Snapshot, "lexical" | "frequencies" | "matchedTokens"> {
  const tokens = entries.flatMap(({ path, texts }) => texts.map((text) => tokenize(`${text} ${path}`)));
  const hitsOf = (asked: readonly string[]): LexicalHit[] =>
    tokens
      .map((held, row): LexicalHit => ({
        row,
        score: [...new Set(asked)].filter((token) => held.includes(token)).length,
        docScore: 0,
      }))
      .filter(({ score }) => score > 0);
  return {
    lexical: (asked, limit, allowed) => {
      const hits = hitsOf(asked).filter(
        ({ row }) => allowed === null || allowed[fileOfRow(files, row)] === 1,
      );
      return Promise.resolve(
        hits.sort((left, right) => right.score - left.score || left.row - right.row).slice(0, limit),
      );
    },
    frequencies: (asked) =>
      Promise.resolve(
        new Map(asked.map((token) => [token, tokens.filter((held) => held.includes(token)).length])),
      ),
    matchedTokens: (rows, asked) => {
      const texts = entries.flatMap((entry) => entry.texts);
      return Promise.resolve(
        rows.map((row) => new Set(tokenize(texts[row] as string).filter((token) => asked.includes(token)))),
      );
    },
  };
}

function symbolLookups(
  contents: readonly IndexedContent[],
): Pick<Snapshot, "filesDefining" | "symbolNames" | "namesInAnyCase"> {
  return {
    filesDefining: (name) =>
      Promise.resolve(
        [...contents.keys()].filter((file) => contents[file]?.symbols.some((symbol) => symbol.name === name)),
      ),
    symbolNames: (least, most) =>
      Promise.resolve(
        [...new Set(contents.flatMap(({ symbols }) => symbols.map(({ name }) => name)))].filter(
          ({ length }) => length >= least && length <= most,
        ),
      ),
    namesInAnyCase: (name) =>
      Promise.resolve(
        [...new Set(contents.flatMap(({ symbols }) => symbols.map((symbol) => symbol.name)))].filter(
          (other) => other.toLowerCase() === name.toLowerCase(),
        ),
      ),
  };
}

/** One commit for each distinct subject, with all files that list it. */
function historyOf(entries: readonly FakeFile[]): IndexedHistory | null {
  const subjects = [...new Set(entries.flatMap(({ commits = [] }) => commits))];
  const commits = subjects.map((subject) => ({
    words: [...new Set(tokenize(subject))],
    paths: entries.filter(({ commits: of = [] }) => of.includes(subject)).map(({ path }) => path),
  }));
  return subjects.length === 0 ? null : decodeCommits(encodeCommits(commits));
}

function contentOf({ texts, symbols = [] }: FakeFile): IndexedContent {
  let start = 0;
  let startLine = 1;
  const chunks = texts.map((text): ChunkFact => {
    const chunk = {
      start,
      end: start + text.length,
      startLine,
      endLine: startLine + text.trimEnd().split("\n").length - 1,
    };
    start = chunk.end;
    startLine = chunk.endLine + 1;
    return chunk;
  });
  const text = texts.join("");
  return { text, chunks, symbols: symbols.map((symbol) => symbolOf(symbol, text)) };
}

/** Parses a symbol; its text spans whole lines. */
function symbolOf(described: string, text: string): SymbolFact {
  const [
    ,
    label = "",
    first,
    last,
    nameLine,
    name = label.slice(label.lastIndexOf(".") + 1),
    id = `id:${label}`,
  ] = /^(\S+) (\d+)-(\d+)(?:@(\d+))?(?:=([^\s#]+))?(?:#(\S+))?$/.exec(described) ?? [];
  const lines = text.split("\n");
  const startOf = (line: number): number =>
    Math.min(text.length, lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0));
  const [startLine, endLine] = [Number(first), Number(last)];
  return {
    id,
    kind: "function",
    name,
    label,
    parent: -1,
    start: startOf(startLine),
    end: startOf(endLine + 1),
    startLine,
    endLine,
    nameLine: Number(nameLine ?? first),
    signature: null,
    doc: null,
  };
}

function denseOf(entries: readonly FakeFile[], files: FileTable, denseQuery: DenseQuery): DenseScores {
  const chunks = entries.map(({ texts, closeness = [] }) => texts.map((_, at) => closeness[at] ?? 0));
  const best = Float32Array.from(chunks, (values) => Math.max(0, ...values));
  return scoresOf(
    { files: best, paths: new Float32Array(entries.length), chunks: Float32Array.from(chunks.flat()) },
    files,
    denseQuery,
  );
}
