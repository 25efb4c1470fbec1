/**
 * Reserves standard output for the protocol. Whatever else in the process writes there (console.log, a
 * dependency, a worker) goes to standard error, so that it cannot get between two messages.
 */

/** The part of a stream that is needed here. */
export interface OutputStream {
  write(chunk: string | Uint8Array, ...rest: unknown[]): boolean;
  on(event: "error", listener: (error: Error) => void): unknown;
}

export interface ProtocolOutput {
  /** Resolves when the system has taken the text; rejects if nobody reads the output any more. */
  write(text: string): Promise<void>;
  /** Resolves when everything written so far is out, or never will be. */
  flushed(): Promise<void>;
}

export interface ReservedStdout extends ProtocolOutput {
  /** Resolves when nobody reads the output any more. */
  readonly broken: Promise<void>;
}

/**
 * Takes over the stream: from now on its `write` goes to `diagnostics`, and only the returned object writes
 * to the stream.
 */
export function reserveStdout(stdout: OutputStream, diagnostics: OutputStream): ReservedStdout {
  const write = stdout.write.bind(stdout);
  stdout.write = diagnostics.write.bind(diagnostics);
  const broken = new Promise<void>((resolve) => stdout.on("error", () => resolve()));
  // If nobody reads the diagnostics, they are lost; that is no reason to end.
  diagnostics.on("error", () => undefined);
  let last: Promise<void> = Promise.resolve();
  return {
    write: (text) => {
      const written = new Promise<void>(
        (resolve, reject) => void write(text, (error?: Error | null) => (error ? reject(error) : resolve())),
      );
      last = written.catch(() => undefined);
      return written;
    },
    flushed: () => last,
    broken,
  };
}
