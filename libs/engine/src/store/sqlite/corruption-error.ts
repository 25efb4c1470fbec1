/** Errors for corruption: stored bytes that differ from those written. */
import { EngineError, systemCode } from "../../errors.ts";

/**
 * A `STORE_CORRUPT` error.
 *
 * @param where for the log: the table and row that were read, and what is wrong with them. Contains only
 * names of tables, ids and numbers, never file contents or paths.
 * @param cause what a decoder threw
 */
export function damaged(where: string, cause?: unknown): EngineError {
  return new EngineError("STORE_CORRUPT", "The index file is corrupt", {
    cause: new CorruptionError(where, cause),
  });
}

/**
 * Decodes stored bytes. Any exception of the decoder counts as corruption, except running out of memory,
 * which says nothing about the bytes.
 *
 * @param where as for `damaged`
 */
export function decoded<Value>(where: string, decode: () => Value): Value {
  try {
    return decode();
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    throw isOutOfMemory(cause)
      ? new EngineError("STORE_UNAVAILABLE", "Out of memory while reading the index", { cause })
      : damaged(where, cause);
  }
}

/** Details of a corruption, for the log. */
export class CorruptionError extends Error {
  override readonly name = "Damage";

  constructor(where: string, cause: unknown) {
    super(cause === undefined ? where : `${where}: ${reasonOf(cause)}`, { cause });
  }
}

function reasonOf(cause: unknown): string {
  // The message of a syntax error quotes the content.
  if (cause instanceof SyntaxError) return "no JSON";
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : typeof cause;
}

/** Whether zlib, Node.js or V8 ran out of memory. */
function isOutOfMemory(error: unknown): boolean {
  const code = systemCode(error);
  return (
    code === "Z_MEM_ERROR" ||
    code === "ERR_MEMORY_ALLOCATION_FAILED" ||
    (error instanceof RangeError && /allocation failed|could not allocate/i.test(error.message))
  );
}
