/**
 * Reads blobs for a walk along history: those that the walk will need are announced, and come from one git
 * process in this order; any other one is read by a process of its own.
 */
import { type BlobLimits, readBlobs } from "../git/read-blobs.ts";

/** Announced blobs that may be passed over before the rest of them counts as not needed. */
const MAX_PASSED = 200;
const MAX_PASSED_BYTES = 32 * 1024 * 1024;

export class BlobSource implements AsyncDisposable {
  private announced: string[] = [];
  /** Contents that came before one that was needed first, as where lines of history meet. */
  private readonly passed = new Map<string, Buffer>();
  private passedBytes = 0;
  private stream: AsyncGenerator<{ readonly id: string; readonly bytes: Buffer | null }, void> | null = null;
  /** Reads use one stream in turn. */
  private lastRead: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly root: string,
    private readonly limits: BlobLimits,
  ) {}

  /** Replaces the announced blobs. */
  async announce(ids: readonly string[]): Promise<void> {
    await this.close();
    this.announced = [...ids];
  }

  /** Content of a blob; null if it cannot be read, or is too large. */
  read(id: string): Promise<Buffer | null> {
    const read = this.lastRead.then(() => this.readNext(id));
    this.lastRead = read.catch(() => undefined);
    return read;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  private async readNext(id: string): Promise<Buffer | null> {
    const passed = this.passed.get(id);
    if (passed) return passed;
    const at = this.announced.indexOf(id);
    if (at === -1 || at > MAX_PASSED) return this.readOne(id);
    this.stream ??= contents(this.root, this.announced, this.limits);
    for (let read = 0; read <= at; read++) {
      const next = await this.stream.next();
      this.announced.shift();
      if (next.done === true) return this.readOne(id);
      if (next.value.id === id) return next.value.bytes;
      this.keep(next.value);
    }
    return this.readOne(id);
  }

  private keep({ id, bytes }: { readonly id: string; readonly bytes: Buffer | null }): void {
    if (bytes === null || this.passedBytes + bytes.length > MAX_PASSED_BYTES) return;
    this.passed.set(id, bytes);
    this.passedBytes += bytes.length;
  }

  private async readOne(id: string): Promise<Buffer | null> {
    for await (const { bytes } of contents(this.root, [id], this.limits)) return bytes;
    return null;
  }

  private async close(): Promise<void> {
    await this.stream?.return();
    this.stream = null;
    this.announced = [];
    this.passed.clear();
    this.passedBytes = 0;
  }
}

async function* contents(
  root: string,
  ids: readonly string[],
  limits: BlobLimits,
): AsyncGenerator<{ readonly id: string; readonly bytes: Buffer | null }, void> {
  for await (const blob of readBlobs(root, ids, limits))
    yield { id: blob.id, bytes: blob.kind === "content" ? blob.bytes : null };
}
