/**
 * Reads versions of files as the index would, without storing them. The last ones are kept for the process,
 * so that a repeated question parses nothing.
 */
import type { UncomparedCause, UncomparedFile } from "@satori/contracts";
import {
  type CallFacts,
  type ChunkFact,
  type SymbolFact,
  decodeCallFacts,
  decompress,
} from "@satori/sidecar";
import { type Deadline, isPastDeadline } from "../deadline.ts";
import type { EngineContext } from "../engine-context.ts";
import type { FileDetails, FileOutcome, PreparedFile } from "../model/indexed-file.ts";
import { decodeChunks, decodeSymbols } from "../model/structure-codec.ts";
import { outcomesInOrder, type TaskOrOutcome } from "../prepare/outcomes-in-order.ts";
import { contentHash } from "../prepare/prepare-file.ts";
import type { FilePreparer } from "../prepare/preparer.ts";
import type { IndexTask } from "../prepare/work-task.ts";
import type { FileContent, FileInBoth } from "./change-set.ts";
import type { FileVersion } from "./file-version.ts";

/** Both versions of a file; null where a version does not have it. */
export interface VersionPair {
  readonly base: FileVersion | null;
  readonly head: FileVersion | null;
}

export interface ReadVersionPairs {
  /** In the order of the files. */
  readonly pairs: readonly VersionPair[];
  /** Files of which a version cannot be read; in the order of the files. */
  readonly uncompared: readonly UncomparedFile[];
}

/**
 * Reads both versions of changed files. Files after the deadline are not read. Throws `CANCELLED`, and
 * `DEADLINE_REACHED` if it passed before a file was read.
 */
export async function readVersionPairs(
  context: Pick<EngineContext, "preparer">,
  files: readonly FileInBoth[],
  deadline: Deadline,
): Promise<ReadVersionPairs> {
  const contents = files.flatMap(({ base, head }) => [base ?? [], head ?? []].flat());
  const versions = await readFileVersions(context, contents, deadline);
  const pairs: VersionPair[] = [];
  const uncompared: UncomparedFile[] = [];
  let next = 0;
  const of = (content: FileContent | null): FileVersion | UncomparedCause | null =>
    content && (versions[next++] ?? "deadline");
  for (const file of files) {
    const [base, head] = [of(file.base), of(file.head)];
    if (typeof head !== "string" && typeof base !== "string") pairs.push({ base, head });
    else {
      const cause = typeof head === "string" ? head : (base as UncomparedCause);
      uncompared.push({ file: (file.head ?? file.base)?.path ?? "", cause });
    }
  }
  return { pairs, uncompared };
}

/**
 * Reads versions, in the order of the contents; fewer if the deadline passes. Throws like `readVersionPairs`.
 */
export async function readFileVersions(
  { preparer }: Pick<EngineContext, "preparer">,
  contents: readonly FileContent[],
  deadline: Deadline,
): Promise<(FileVersion | UncomparedCause)[]> {
  const cache = cacheOf(preparer);
  const keys = contents.map(({ path, bytes }) => `${contentHash(bytes)} ${path}`);
  const items = contents.map(({ path, bytes }, at): TaskOrOutcome<IndexTask, FileOutcome> => {
    const known = cache.get(keys[at] as string);
    if (known) return { outcome: known };
    const source = { kind: "bytes", bytes } as const;
    return { task: { kind: "index", path, sizeBytes: bytes.length, source, wantsDetails: true } };
  });
  const versions: (FileVersion | UncomparedCause)[] = [];
  try {
    for await (const outcome of outcomesInOrder(items, (tasks) => preparer.prepare(tasks, deadline.signal))) {
      const version = versionOf(outcome);
      if (outcome.kind === "indexed") cache.add(keys[versions.length] as string, outcome);
      versions.push(version);
      // The signal aborts when the thread is free: known versions never let it be.
      if (deadline.isReached) break;
    }
  } catch (error) {
    if (!isPastDeadline(error) || versions.length === 0) throw error;
  }
  return versions;
}

function versionOf(outcome: FileOutcome): FileVersion | UncomparedCause {
  if (outcome.kind === "indexed") return new PreparedVersion(outcome);
  const cause = outcome.kind === "skipped" ? outcome.cause : "unreadable";
  return cause === "special" ? "unreadable" : cause;
}

/** The parts of a prepared file that a version needs. */
type KeptFile = Omit<PreparedFile, "words" | "chunkTexts">;

const NO_DETAILS: FileDetails = { comments: [], imports: [] };

/** Decodes each part when it is first read. */
class PreparedVersion implements FileVersion {
  readonly path: string;
  readonly language: string;
  readonly comments: FileVersion["comments"];
  readonly imports: FileVersion["imports"];
  readonly pathClass: number;
  readonly lineCount: number;
  readonly hasSyntaxErrors: boolean;
  readonly isDegraded: boolean;
  readonly nameUses: Uint8Array | null;
  readonly #file: KeptFile;
  #text: string | undefined;
  #symbols: readonly SymbolFact[] | undefined;
  #chunks: readonly ChunkFact[] | undefined;
  #flow: CallFacts | null | undefined;

  constructor(file: KeptFile) {
    this.#file = file;
    const { comments, imports } = file.details ?? NO_DETAILS;
    this.path = file.path;
    this.language = file.language;
    this.comments = comments;
    this.imports = imports;
    this.pathClass = file.pathClass;
    this.lineCount = file.lineCount;
    this.hasSyntaxErrors = file.hasSyntaxErrors;
    this.isDegraded = file.isDegraded;
    this.nameUses = file.nameUses;
  }

  get text(): string {
    return (this.#text ??= decompress(this.#file.text).toString());
  }

  get symbols(): readonly SymbolFact[] {
    return (this.#symbols ??= decodeSymbols(this.#file.symbols, this.path));
  }

  get chunks(): readonly ChunkFact[] {
    return (this.#chunks ??= decodeChunks(this.#file.chunkLines, this.text));
  }

  get flow(): CallFacts | null {
    const { flow } = this.#file;
    return (this.#flow ??= flow.length === 0 ? null : decodeCallFacts(flow));
  }
}

/** Compressed size of the versions that a process keeps: several times the 10,000 files of a large change. */
const MAX_CACHE_BYTES = 64 * 1024 * 1024;
/** Memory of a version besides its parts, and of a comment or import. */
const BYTES_PER_FILE = 1_000;
const BYTES_PER_DETAIL = 100;

/** The versions that were read last, by hash and path. */
class VersionCache {
  /** The one that was used longest ago first. */
  readonly #files = new Map<string, KeptFile>();
  #bytes = 0;

  get(key: string): PreparedFile | undefined {
    const file = this.#files.get(key);
    if (!file) return undefined;
    this.#files.delete(key);
    this.#files.set(key, file);
    // The parts that are missing are only read when a file is stored.
    return file as PreparedFile;
  }

  add(key: string, file: PreparedFile): void {
    if (this.#files.has(key)) return;
    const { words: _, chunkTexts: _texts, ...kept } = file;
    this.#files.set(key, kept);
    this.#bytes += bytesOf(kept);
    for (const [oldest, other] of this.#files) {
      if (this.#bytes <= MAX_CACHE_BYTES) return;
      this.#files.delete(oldest);
      this.#bytes -= bytesOf(other);
    }
  }
}

function bytesOf({ text, symbols, flow, nameUses, details = NO_DETAILS }: KeptFile): number {
  const parts = text.length + symbols.length + flow.length + (nameUses?.length ?? 0);
  return BYTES_PER_FILE + parts + BYTES_PER_DETAIL * (details.comments.length + details.imports.length);
}

/** A process has one preparer, and so one cache; tests have one for each engine. */
const caches = new WeakMap<FilePreparer, VersionCache>();

function cacheOf(preparer: FilePreparer): VersionCache {
  const cache = caches.get(preparer) ?? new VersionCache();
  caches.set(preparer, cache);
  return cache;
}
