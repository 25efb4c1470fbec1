/** What the replaced files of an overlay define, use and contain, by name: read once, when first asked. */
import type { NameUse } from "@satori/sidecar";
import { tokenize } from "../lexical/tokens.ts";
import { NameUseTable } from "../model/name-uses.ts";
import { chunkText } from "../store/chunk-text.ts";
import type { FileVersion } from "./file-version.ts";

/** A chunk of a version, by positions in the list of versions and in its chunks. */
export interface OwnChunk {
  readonly version: number;
  readonly chunk: number;
}

const NONE: readonly never[] = [];

/** Positions in the answers are those of the list of versions, ascending. */
export class ReplacedNames {
  private defining: ReadonlyMap<string, readonly number[]> | undefined;
  private using: NameUseTable | undefined;
  private chunks: ReadonlyMap<string, readonly OwnChunk[]> | undefined;

  constructor(private readonly versions: readonly FileVersion[]) {}

  /** Names of all symbols. */
  get names(): Iterable<string> {
    return this.definitions().keys();
  }

  definingVersions(name: string): readonly number[] {
    return this.definitions().get(name) ?? NONE;
  }

  /** May include versions that do not use the name. */
  usingVersions(use: NameUse, name: string): readonly number[] {
    this.using ??= new NameUseTable(this.versions.map(({ nameUses }) => nameUses));
    return this.using.filesUsing(use, name);
  }

  /**
   * Chunks with at least one of the tokens, and how many of them they contain.
   *
   * @param check called for each chunk when they are first read; may throw
   */
  chunksWith(tokens: readonly string[], check?: () => void): ReadonlyMap<OwnChunk, number> {
    this.chunks ??= this.chunksByToken(check);
    const found = new Map<OwnChunk, number>();
    for (const token of new Set(tokens))
      for (const chunk of this.chunks.get(token) ?? NONE) found.set(chunk, (found.get(chunk) ?? 0) + 1);
    return found;
  }

  private definitions(): ReadonlyMap<string, readonly number[]> {
    if (this.defining) return this.defining;
    const defining = new Map<string, number[]>();
    for (const [version, { symbols }] of this.versions.entries())
      for (const name of new Set(symbols.map((symbol) => symbol.name))) put(defining, name, version);
    return (this.defining = defining);
  }

  private chunksByToken(check?: () => void): ReadonlyMap<string, readonly OwnChunk[]> {
    const chunks = new Map<string, OwnChunk[]>();
    for (const [at, version] of this.versions.entries())
      for (const chunk of version.chunks.keys()) {
        check?.();
        const own: OwnChunk = { version: at, chunk };
        for (const token of new Set(tokenize(chunkText(version, chunk)))) put(chunks, token, own);
      }
    return chunks;
  }
}

function put<Value>(map: Map<string, Value[]>, name: string, value: Value): void {
  const known = map.get(name);
  if (known) known.push(value);
  else map.set(name, [value]);
}
