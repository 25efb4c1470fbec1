/** The one exception type of the engine: the outside world failed, and `code` says how. */
import type { ArgumentProblem, ErrorCode } from "@satori/contracts";

export interface EngineErrorOptions {
  readonly cause?: unknown;
  readonly details?: readonly ArgumentProblem[] | Readonly<Record<string, unknown>>;
  readonly retryAfterMs?: number;
  readonly aboutOthers?: string | undefined;
}

export class EngineError extends Error {
  override readonly name = "EngineError";
  readonly code: ErrorCode;
  readonly details: readonly ArgumentProblem[] | Readonly<Record<string, unknown>>;
  readonly retryAfterMs: number | undefined;
  /**
   * What there is to say of other codebases, or of where the home is, after the message: not to calls that
   * are confined. `details` are not for these either then.
   */
  readonly aboutOthers: string | undefined;

  /** @param message what happened, with the value in question; the next step is added from the registry */
  constructor(code: ErrorCode, message: string, options: EngineErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
    this.retryAfterMs = options.retryAfterMs;
    this.aboutOthers = options.aboutOthers;
  }
}

/** What is told of a failure to a call: nothing of what lies elsewhere to one that is confined. */
export function messageTo(
  { confinedTo }: { readonly confinedTo?: readonly string[] | undefined },
  { message, aboutOthers }: { readonly message: string; readonly aboutOthers?: string | undefined },
): string {
  return aboutOthers === undefined || confinedTo !== undefined ? message : `${message} ${aboutOthers}`;
}

/** Throws `INVALID_ARGUMENTS`, which says all problems, where there is one. */
export function refuseProblems(problems: readonly ArgumentProblem[]): void {
  if (problems.length > 0)
    throw new EngineError(
      "INVALID_ARGUMENTS",
      problems.map(({ path, message }) => `${path} ${message}`).join("; "),
      { details: problems },
    );
}

/** Whether an error says that an index is damaged. */
export function isCorruption(error: unknown): error is EngineError {
  return error instanceof EngineError && error.code === "STORE_CORRUPT";
}

/**
 * An error as the log tells it: of damage what was found where, which is made for that; what is behind other
 * errors may hold what is no one's business.
 */
export function causeOf(error: unknown): string {
  return String(isCorruption(error) ? (error.cause ?? error) : error);
}

/** The `code` of a system error (`ENOENT`), or null. */
export function systemCode(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : null;
}

/** Whether a system error says that a path does not exist. */
export function isGone(error: unknown): boolean {
  const code = systemCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

/** Of a folder of an index that cannot be made: `STORE_UNAVAILABLE` with the reason. */
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

/**
 * Throws `CANCELLED` if the signal says so; `DEADLINE_REACHED` if it is that of a deadline that has passed.
 */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancelled(signal);
}

export function cancelled(signal: AbortSignal | undefined): EngineError {
  const reason: unknown = signal?.reason;
  if (reason instanceof EngineError && reason.code === "DEADLINE_REACHED") return reason;
  return new EngineError("CANCELLED", "The work was cancelled", { cause: reason });
}
