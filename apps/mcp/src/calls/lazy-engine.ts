/** The engine, loaded and opened by the first call that needs it: listing tools must not wait for it. */
import type { Engine, OpenOptions, callTool } from "@satori/engine";

export interface OpenedEngine {
  readonly engine: Engine;
  readonly callTool: typeof callTool;
}

export class LazyEngine implements AsyncDisposable {
  private readonly options: OpenOptions;
  private opened: Promise<OpenedEngine> | null = null;

  constructor(options: OpenOptions) {
    this.options = options;
  }

  /** Rejects when the engine cannot be loaded; the next call tries again. */
  get(): Promise<OpenedEngine> {
    this.opened ??= this.open().catch((error: unknown) => {
      this.opened = null;
      throw error;
    });
    return this.opened;
  }

  /** Ends runs that this process works on, and closes what is open. */
  async [Symbol.asyncDispose](): Promise<void> {
    const opened = await this.opened?.catch(() => null);
    await opened?.engine[Symbol.asyncDispose]();
  }

  private async open(): Promise<OpenedEngine> {
    const { callTool, openEngine } = await import("@satori/engine");
    return { engine: openEngine(this.options), callTool };
  }
}
