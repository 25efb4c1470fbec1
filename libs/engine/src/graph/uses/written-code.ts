/** The code of files without comments and texts, kept for further questions about the same files. */
import { type FileId, codeOnly, importingLines, languageById } from "@satori/sidecar";
import { importLines } from "../../lexical/import-lines.ts";
import type { IndexedContent } from "../../store/store.ts";

export interface WrittenCode {
  /** Comments and texts are blank, so that offsets and lines are those of the text. */
  readonly code: string;
  /** Lines that import or export names. Read on first use. */
  readonly imports: () => ReadonlySet<number>;
}

/** Characters that are kept: more than most codebases have, and bearable for one request. */
const MAX_KEPT_CHARS = 64 * 1024 * 1024;

/** Reads each file of one state of a codebase once. */
export class WrittenCodes {
  private readonly known = new Map<FileId, WrittenCode>();
  private kept = 0;

  /** @param check called for each step; may throw */
  of(file: FileId, language: string, content: IndexedContent, check: () => void): WrittenCode {
    const known = this.known.get(file);
    if (known) return known;
    const written = read(language, content, check);
    this.kept += content.text.length;
    if (this.kept <= MAX_KEPT_CHARS) this.known.set(file, written);
    return written;
  }
}

function read(language: string, { text, symbols }: IndexedContent, check: () => void): WrittenCode {
  const lexis = languageById(language)?.lexicalRules;
  const code = lexis ? codeOnly(text, lexis, check) : "";
  let imports: ReadonlySet<number> | null = null;
  return {
    code,
    imports: () => (imports ??= new Set([...importLines(text, symbols), ...importingLines(code, language)])),
  };
}
