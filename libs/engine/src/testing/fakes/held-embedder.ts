/** An embedder that answers no document until it is released. */
import type { DocumentText, EmbedOptions } from "../../embed/embedder.ts";
import { throwIfAborted } from "../../errors.ts";
import { FakeEmbedder, type FakeEmbedderOptions } from "../../embed/fake.ts";

export class HeldEmbedder extends FakeEmbedder {
  /** Resolves when documents are first asked for. */
  readonly reached: Promise<void>;
  private reach: () => void = () => undefined;
  private letGo: () => void = () => undefined;
  private readonly released: Promise<void>;
  /** Number of requests that are answered before it waits. */
  private free: number;

  constructor({ free = 0, ...options }: FakeEmbedderOptions & { readonly free?: number } = {}) {
    super(options);
    this.free = free;
    this.reached = new Promise((resolve) => (this.reach = resolve));
    this.released = new Promise((resolve) => (this.letGo = resolve));
  }

  release(): void {
    this.letGo();
  }

  override async embedDocuments(
    documents: readonly DocumentText[],
    options: EmbedOptions = {},
  ): Promise<Float32Array[]> {
    if (this.free-- <= 0) {
      this.reach();
      await Promise.race([this.released, aborted(options.signal)]);
      throwIfAborted(options.signal);
    }
    return super.embedDocuments(documents, options);
  }
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => signal?.addEventListener("abort", () => resolve(), { once: true }));
}
