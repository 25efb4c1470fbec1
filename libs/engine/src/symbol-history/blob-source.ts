/**
 * Reads blobs for a walk along history: those that the walk will need are announced, and come from one git
 * process in this order; any other one is read by a process of its own.
 */
import { type BlobLimits, readBlobs } from "../git/read-blobs.ts";

/** Announced blobs that may be passed over before the rest of them counts as not needed. */
const MAX_PASSED = 200;

export class BlobSource implements AsyncDisposable {
  private announced: string[] = [];
  private stream: AsyncGenerator<{ readonly id: string; readonly bytes: Buffer | null }, void> | null = null;

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
  async read(id: string): Promise<Buffer | null> {
    const at = this.announced.indexOf(id);
    if (at === -1 || at > MAX_PASSED) return this.readOne(id);
    this.stream ??= contents(this.root, this.announced, this.limits);
    for (let passed = 0; passed <= at; passed++) {
      const next = await this.stream.next();
      this.announced.shift();
      if (next.done === true) return this.readOne(id);
      if (next.value.id === id) return next.value.bytes;
    }
    return this.readOne(id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  private async readOne(id: string): Promise<Buffer | null> {
    for await (const { bytes } of contents(this.root, [id], this.limits)) return bytes;
    return null;
  }

  private async close(): Promise<void> {
    await this.stream?.return();
    this.stream = null;
    this.announced = [];
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
