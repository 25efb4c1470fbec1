/**
 * Reads file contents from commits, through one long-lived git process that serves all requests in order.
 * Nothing is checked out and no filter runs: contents are as stored.
 */
import { runBoundedChild, type ChildEnd, type StartedChild } from "../bounded-child.ts";
import { throwIfAborted } from "../errors.ts";
import { OBJECT_VARIABLES, requireRepository, unreadableRepository } from "./objects.ts";
import { GitFailure, gitFailure, gitProgram, refuseStalling } from "./run-git.ts";

/** The content of a file in a commit, or why it cannot be read. */
export type Blob =
  | { readonly id: string; readonly kind: "content"; readonly bytes: Buffer }
  /** The content is elsewhere: this is a pointer of Git LFS. */
  | { readonly id: string; readonly kind: "lfs_pointer" }
  /** Larger than `maxBytes`. */
  | { readonly id: string; readonly kind: "too_large"; readonly sizeBytes: number }
  /** The repository does not have it (a partial clone), it is damaged, or it is not a file's content. */
  | { readonly id: string; readonly kind: "unreadable" };

export interface BlobLimits {
  /** Larger contents are skipped, without keeping them in memory. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** Maximum number of requests to git without an answer yet. */
const MAX_ASKED = 64;
/** Contents that wait for their reader; beyond this, git waits. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;
/** Git may be as long at work as its reader wants; only a git that is left behind is ended by this. */
const CPU_SECONDS = 600;
/** Git reads most objects as a whole. */
const MEMORY_BYTES = 1024 * 1024 * 1024;
/** How often git is started again after an object that ends it. The objects after that are not read. */
const MAX_RESTARTS = 10;

/**
 * Yields one blob for each id, in their order. The git process ends with the iteration, however that ends.
 * Throws `GIT_FAILED` if git cannot be run, `NOT_A_REPOSITORY`, `PROCESS_LIMIT_REACHED`, and `CANCELLED` or
 * `DEADLINE_REACHED` if the signal says so.
 */
export async function* readBlobs(
  root: string,
  ids: readonly string[],
  limits: BlobLimits,
): AsyncGenerator<Blob, void> {
  let next = 0;
  for (let restarts = 0; next < ids.length && restarts <= MAX_RESTARTS; restarts++) {
    for await (const blob of fromOneProcess(root, ids.slice(next), limits)) {
      yield blob;
      next++;
    }
    // Git gives up on the whole list at a damaged object.
    if (next < ids.length) yield { id: ids[next++] as string, kind: "unreadable" };
  }
  for (; next < ids.length; next++) yield { id: ids[next] as string, kind: "unreadable" };
}

/** Ends early if git does. */
async function* fromOneProcess(
  root: string,
  ids: readonly string[],
  { maxBytes, signal }: BlobLimits,
): AsyncGenerator<Blob, void> {
  throwIfAborted(signal);
  const folders = requireRepository(root);
  const waiting = new BlobQueue(ids, maxBytes);
  const stop = new AbortController();
  const onAbort = (): void => stop.abort(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  let ended: Promise<ChildEnd | null> | undefined;
  try {
    refuseStalling(folders);
    ended = runBoundedChild({
      ...gitProgram(root, ["cat-file", "--batch"], { variables: OBJECT_VARIABLES }),
      hasInput: true,
      stop: stop.signal,
      limits: { memoryBytes: MEMORY_BYTES, cpuSeconds: CPU_SECONDS },
      onOutput: (chunk) => waiting.take(chunk),
      onErrors: () => undefined,
      onStart: (child) => waiting.open(child),
    });
    ended.catch(() => undefined).finally(() => waiting.close());
    yield* waiting.blobs();
    throwIfAborted(signal);
    const end = await ended;
    if (end === null) throw unreadableRepository(root, gitFailure(end));
  } catch (error) {
    throw error instanceof GitFailure ? unreadableRepository(root, error) : error;
  } finally {
    signal?.removeEventListener("abort", onAbort);
    stop.abort();
    await ended?.catch(() => undefined);
  }
}

/** An answer that is being received. */
interface Receiving {
  readonly id: string;
  readonly isKept: boolean;
  readonly sizeBytes: number;
  readonly parts: Buffer[];
  /** Bytes to come, with the line end after the content. */
  missingBytes: number;
}

/** Asks git for objects, parses what it answers, and keeps the answers until they are read. */
class BlobQueue {
  readonly #ids: readonly string[];
  readonly #maxBytes: number;
  readonly #ready: Blob[] = [];
  #readyBytes = 0;
  #asked = 0;
  #answered = 0;
  #header: Buffer = Buffer.alloc(0);
  #receiving: Receiving | null = null;
  #child: StartedChild | null = null;
  #isPaused = false;
  #isClosed = false;
  #wake: () => void = () => undefined;

  constructor(ids: readonly string[], maxBytes: number) {
    this.#ids = ids;
    this.#maxBytes = maxBytes;
  }

  open(child: StartedChild): void {
    this.#child = child;
    this.#ask();
  }

  /** No more answers come. */
  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  async *blobs(): AsyncGenerator<Blob, void> {
    for (let read = 0; read < this.#ids.length;) {
      const blob = this.#ready.shift();
      if (blob !== undefined) {
        read++;
        if (blob.kind === "content") this.#readyBytes -= blob.bytes.length;
        if (this.#isPaused && this.#readyBytes < MAX_WAITING_BYTES) this.#setPaused("on");
        this.#ask();
        yield blob;
      } else if (this.#isClosed) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    this.#child?.input?.end();
  }

  /** Receives output of git. */
  take(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      if (this.#receiving === null) at = this.#takeHeader(chunk, at);
      else at = this.#takeContent(this.#receiving, chunk, at);
    }
    if (this.#readyBytes >= MAX_WAITING_BYTES) this.#setPaused("off");
    this.#wake();
  }

  #ask(): void {
    const until = Math.min(this.#ids.length, this.#answered - this.#ready.length + MAX_ASKED);
    if (this.#asked >= until) return;
    this.#child?.input?.write(`${this.#ids.slice(this.#asked, until).join("\n")}\n`);
    this.#asked = until;
  }

  /** A header is `ID TYPE SIZE`, or `ID missing`, on one line. */
  #takeHeader(chunk: Buffer, at: number): number {
    const end = chunk.indexOf(0x0a, at);
    const part = chunk.subarray(at, end === -1 ? chunk.length : end);
    this.#header = this.#header.length === 0 ? part : Buffer.concat([this.#header, part]);
    if (end === -1) return chunk.length;
    const [, type = "", size = ""] = this.#header.toString("latin1").split(" ");
    this.#header = Buffer.alloc(0);
    const id = this.#ids[this.#answered] ?? "";
    if (!/^\d+$/.test(size)) this.#answer({ id, kind: "unreadable" });
    else {
      const sizeBytes = Number(size);
      const isKept = type === "blob" && sizeBytes <= this.#maxBytes;
      this.#receiving = { id, isKept, sizeBytes, parts: [], missingBytes: sizeBytes + 1 };
      if (type !== "blob") this.#receiving = { ...this.#receiving, sizeBytes: -1 };
    }
    return end + 1;
  }

  #takeContent(receiving: Receiving, chunk: Buffer, at: number): number {
    const end = Math.min(chunk.length, at + receiving.missingBytes);
    if (receiving.isKept) receiving.parts.push(chunk.subarray(at, end));
    receiving.missingBytes -= end - at;
    if (receiving.missingBytes === 0) {
      this.#receiving = null;
      this.#answer(blobOf(receiving));
    }
    return end;
  }

  #answer(blob: Blob): void {
    this.#answered++;
    this.#ready.push(blob);
    if (blob.kind === "content") this.#readyBytes += blob.bytes.length;
  }

  #setPaused(flow: "on" | "off"): void {
    this.#isPaused = flow === "off";
    if (flow === "off") this.#child?.output.pause();
    else this.#child?.output.resume();
  }
}

function blobOf({ id, isKept, sizeBytes, parts }: Receiving): Blob {
  if (sizeBytes === -1) return { id, kind: "unreadable" };
  if (!isKept) return { id, kind: "too_large", sizeBytes };
  // Without the line end that follows the content.
  const bytes = Buffer.concat(parts, sizeBytes);
  return isLfsPointer(bytes) ? { id, kind: "lfs_pointer" } : { id, kind: "content", bytes };
}

const LFS_START = "version https://git-lfs.github.com/spec/";
/** Pointers have three short lines. */
const MAX_LFS_BYTES = 1_024;

/** Whether a content is only a pointer to a file that Git LFS keeps elsewhere. */
export function isLfsPointer(bytes: Buffer): boolean {
  return bytes.length <= MAX_LFS_BYTES && bytes.toString("latin1", 0, LFS_START.length) === LFS_START;
}
