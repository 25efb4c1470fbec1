/** Reads files of a snapshot for an answer, each once. */
import type { Snapshot } from "../../store/store.ts";
import type { SymbolFact } from "@satori/sidecar";

/** A file that an answer shows lines of. */
export interface ContextFile {
  /** Position in the index. */
  readonly file: number;
  /** Relative to the effective root. */
  readonly path: string;
  readonly text: string;
  /** Lines of the text, without line ends. */
  readonly lines: readonly string[];
  /** By start. */
  readonly symbols: readonly SymbolFact[];
}

/** Reads a file by its position in the index; null if it has no content. */
export type FileReader = (file: number) => Promise<ContextFile | null>;

export function fileReader(snapshot: Snapshot): FileReader {
  const known = new Map<number, ContextFile | null>();
  return async (file) => {
    const cached = known.get(file);
    if (cached !== undefined) return cached;
    const [content] = await snapshot.contents([file]);
    const read = content
      ? {
          file,
          path: snapshot.files.paths[file] as string,
          text: content.text,
          lines: linesOf(content.text),
          symbols: content.symbols,
        }
      : null;
    known.set(file, read);
    return read;
  };
}

/** Lines without line ends. A line end at the end of a text begins no further line. */
function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}
