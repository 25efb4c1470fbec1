/** The only exception type of the engine: the outside world failed, and `code` says how. */
import type { ArgumentProblem, ErrorCode } from "@satori/contracts";

export interface EngineErrorOptions {
  readonly cause?: unknown;
  readonly details?: readonly ArgumentProblem[] | Readonly<Record<string, unknown>>;
  /** What to do; default: the next step of the code. */
  readonly nextStep?: string;
  readonly retryAfterMs?: number;
  readonly aboutOthers?: string | undefined;
}

export class EngineError extends Error {
  override readonly name = "EngineError";
  readonly code: ErrorCode;
  readonly details: readonly ArgumentProblem[] | Readonly<Record<string, unknown>>;
  readonly nextStep: string | undefined;
  readonly retryAfterMs: number | undefined;
  /**
   * Further text about other codebases or the location of the home, appended to the message. Confined calls
   * get neither this text nor `details`.
   */
  readonly aboutOthers: string | undefined;

  /** @param message what happened, with the value in question; the registry adds the next step */
  constructor(code: ErrorCode, message: string, options: EngineErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
    this.nextStep = options.nextStep;
    this.retryAfterMs = options.retryAfterMs;
    this.aboutOthers = options.aboutOthers;
  }
}

/** Message of a failure as a call may see it: confined calls learn nothing about anything elsewhere. */
export function messageTo(
  { confinedTo }: { readonly confinedTo?: readonly string[] | undefined },
  { message, aboutOthers }: { readonly message: string; readonly aboutOthers?: string | undefined },
): string {
  return aboutOthers === undefined || confinedTo !== undefined ? message : `${message} ${aboutOthers}`;
}

/** Throws `INVALID_ARGUMENTS` with all problems, if there are any. */
export function refuseProblems(problems: readonly ArgumentProblem[]): void {
  if (problems.length > 0)
    throw new EngineError(
      "INVALID_ARGUMENTS",
      problems.map(({ path, message }) => `${path} ${message}`).join("; "),
      { details: problems },
    );
}

/** Whether an error means that an index is corrupt. */
export function isCorruption(error: unknown): error is EngineError {
  return error instanceof EngineError && error.code === "STORE_CORRUPT";
}

/**
 * Text of an error for the log. For corruption, it is the cause, which is written for that purpose. The
 * causes of other errors may contain private data.
 */
export function causeOf(error: unknown): string {
  return String(isCorruption(error) ? (error.cause ?? error) : error);
}

/** The `code` of a system error, such as `ENOENT`; null if it has none. */
export function systemCode(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : null;
}

/** Whether a system error means that a path does not exist. */
export function isGone(error: unknown): boolean {
  const code = systemCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

/** `STORE_UNAVAILABLE` with the reason why the folder of an index cannot be created. */
export function folderNotMade(folder: string, cause: unknown): EngineError {
  const code = systemCode(cause);
  return new EngineError(
    "STORE_UNAVAILABLE",
    "Cannot create the index folder in SATORI_HOME: " +
      `${FOLDER_REASONS[code ?? ""] ?? code ?? String(cause)}.`,
    { cause, aboutOthers: `It would be ${folder}.` },
  );
}

const FOLDER_REASONS: Readonly<Record<string, string>> = {
  EEXIST: "its path is a file",
  ENOTDIR: "a folder above it is a file",
  EACCES: "it is not writable",
  EPERM: "it is not writable",
  EROFS: "it is not writable",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full",
};

/** Throws `CANCELLED` if the signal is aborted, or `DEADLINE_REACHED` if a deadline has aborted it. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancelled(signal);
}

/** The error for an aborted signal: `CANCELLED`, or the `DEADLINE_REACHED` that aborted it. */
export function cancelled(signal: AbortSignal | undefined): EngineError {
  const reason: unknown = signal?.reason;
  if (reason instanceof EngineError && reason.code === "DEADLINE_REACHED") return reason;
  return new EngineError("CANCELLED", "The work was cancelled", { cause: reason });
}
