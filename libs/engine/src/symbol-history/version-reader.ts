/** Reads versions of files from git and analyzes them, keeping the last ones at hand. */
import { decompress } from "@satori/sidecar";
import { textOfFile } from "../contents/file-text.ts";
import { keepLatest } from "../keep-latest.ts";
import { decodeSymbols } from "../model/structure-codec.ts";
import type { VersionAnalyzer } from "../prepare/preparer.ts";
import { type AnalyzedVersion, analyzedVersion } from "./file-version.ts";
import { linesOf } from "./line-changes.ts";

/** The content of a file under a name that decides its language. */
export interface BlobVersion {
  /** Object id; for a text that git does not have, any other text that names it. */
  readonly blob: string;
  /** Relative to the top level of the work tree. */
  readonly path: string;
}

export interface VersionReaderOptions {
  /** Bytes of a blob; null if they cannot be read, or are too many. */
  readonly readBlob: (id: string) => Promise<Buffer | null>;
  readonly analyzer: VersionAnalyzer;
  readonly signal: AbortSignal | undefined;
}

/** A commit is compared with the next: most versions are read twice in a row. A trace needs all its files. */
const KEPT = 32;
/** Other functions of a file need the same versions of it again. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

export class VersionReader {
  private readonly bytes = new Map<string, Promise<Buffer | null>>();
  /** Sizes of the contents that are kept, the one that was read longest ago first. */
  private readonly sizes = new Map<string, number>();
  private keptBytes = 0;
  private readonly texts = new Map<string, Promise<readonly string[] | null>>();
  private readonly analyzed = new Map<string, Promise<AnalyzedVersion | null>>();

  constructor(private readonly options: VersionReaderOptions) {}

  /** Adds content that is not in git, as the text of the work tree. */
  add({ blob }: BlobVersion, bytes: Buffer): void {
    this.bytes.set(blob, Promise.resolve(bytes));
  }

  /** Lines of a version; null if it cannot be read as text. */
  lines(version: BlobVersion): Promise<readonly string[] | null> {
    return remembered(this.texts, keyOf(version), async () => {
      const bytes = await this.read(version);
      const decoded = bytes && textOfFile(version.path, bytes);
      return decoded?.kind === "text" ? linesOf(decoded.text) : null;
    });
  }

  /** A version with its symbols; null if it cannot be read as text. */
  analyze(version: BlobVersion): Promise<AnalyzedVersion | null> {
    return remembered(this.analyzed, keyOf(version), () => this.analysisOf(version));
  }

  private read({ blob }: BlobVersion): Promise<Buffer | null> {
    const known = this.bytes.get(blob);
    if (known) return known;
    const bytes = this.options.readBlob(blob);
    this.bytes.set(blob, bytes);
    bytes.then(
      (content) => this.keep(blob, content?.length ?? 0),
      () => this.bytes.delete(blob),
    );
    return bytes;
  }

  private keep(blob: string, sizeBytes: number): void {
    this.sizes.set(blob, sizeBytes);
    this.keptBytes += sizeBytes;
    for (const [oldest, size] of this.sizes) {
      if (this.keptBytes <= MAX_KEPT_BYTES || oldest === blob) return;
      this.sizes.delete(oldest);
      this.bytes.delete(oldest);
      this.keptBytes -= size;
    }
  }

  private async analysisOf(version: BlobVersion): Promise<AnalyzedVersion | null> {
    const { analyzer, signal } = this.options;
    const bytes = await this.read(version);
    if (!bytes) return null;
    const { path } = version;
    const task = { kind: "analyze", path, sizeBytes: bytes.length, bytes } as const;
    for await (const outcome of analyzer.analyze([task], signal)) {
      if (outcome.kind !== "analyzed") return null;
      const { symbols, comments } = outcome;
      return analyzedVersion(decompress(outcome.text).toString(), {
        symbols: decodeSymbols(symbols, path),
        comments,
      });
    }
    return null;
  }
}

function keyOf({ blob, path }: BlobVersion): string {
  return `${blob} ${path}`;
}

/** A rejected result is not kept. */
function remembered<Value>(
  cache: Map<string, Promise<Value>>,
  key: string,
  compute: () => Promise<Value>,
): Promise<Value> {
  const value = cache.get(key) ?? compute();
  value.catch(() => cache.delete(key));
  keepLatest(cache, key, value, KEPT);
  return value;
}
