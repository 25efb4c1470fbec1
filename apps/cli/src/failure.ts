/** Errors that end a command, exit codes, and failures as envelopes. */
import {
  type ArgumentProblem,
  EXIT_CODES,
  type EnvelopeToolName,
  type ErrorCode,
  buildEnvelope,
  exitCodeOf,
  failure,
} from "@satori/contracts";

/** 2: usage or schema error; 3: the product could not start, or a server is unreachable. */
export const EXIT = EXIT_CODES;

/**
 * Details as in an envelope. The `path` of an argument problem is empty if the message names the argument.
 */
type Details = readonly ArgumentProblem[] | Readonly<Record<string, unknown>>;

/** Thrown by commands; caught once, in `runCommand`. */
export class CommandError extends Error {
  /** The command line is built as several files, each of which has a class of its own. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "CommandError";
  }

  override readonly name = "CommandError";
  readonly code: ErrorCode;
  readonly exitCode: number;
  readonly details: Details;

  constructor(
    code: ErrorCode,
    message: string,
    exitCode: number = exitCodeOf("error", code),
    details: Details = code === "INVALID_ARGUMENTS" ? [{ path: "", message }] : {},
  ) {
    super(message);
    this.code = code;
    this.exitCode = exitCode;
    this.details = details;
  }
}

/**
 * Converts any error into the one that ends the command. Engine errors are recognized by name, since the
 * engine's module is loaded only when it is needed.
 */
export function commandErrorOf(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  if (!(error instanceof Error)) return new CommandError("INTERNAL", String(error));
  // The working directory was removed by another process.
  if ((error as NodeJS.ErrnoException).syscall === "uv_cwd")
    return new CommandError(
      "PATH_NOT_FOUND",
      "the working directory no longer exists: change to another one, or pass an absolute --path",
      EXIT.startUp,
    );
  if (error.name !== "EngineError") return new CommandError("INTERNAL", error.message);
  // An engine error always has a code from the registry, and details.
  const { code, message, details } = error as Error & { code: ErrorCode; details: Details };
  return new CommandError(code, message, exitCodeOf("error", code), details);
}

/** What every answer has, whichever tool or command it comes from. */
export interface AnyAnswer {
  /** Absent if no tool answers. */
  readonly tool?: string;
  readonly status: string;
  readonly message?: string;
  readonly warnings?: readonly string[];
  readonly error?: { readonly code: string; readonly message: string; readonly details: unknown };
  readonly path?: string;
  readonly effectiveRoot?: string;
  /** The commit that it is about, if not the files on disk. */
  readonly commit?: string;
  readonly hints?: object;
}

/** The failure of a tool, or of a command without a tool, in which case `command` replaces `tool`. */
export function failureEnvelope(
  tool: EnvelopeToolName | null,
  command: string,
  { code, message, details }: CommandError,
): AnyAnswer {
  const envelope = failure<EnvelopeToolName>(tool ?? "list_codebases", { code, message, details }, 0);
  return tool ? envelope : asCommand(command, envelope);
}

/** The answer of a command without a tool. */
export function commandEnvelope(command: string, payload: object, durationMs: number): AnyAnswer {
  return asCommand(command, buildEnvelope("list_codebases", { status: "ok" }, payload, durationMs));
}

function asCommand(
  command: string,
  { tool: _tool, ...rest }: { readonly tool: string; readonly status: string },
): AnyAnswer {
  return { command, ...rest } as AnyAnswer;
}
