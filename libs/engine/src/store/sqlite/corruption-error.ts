/** What is stored and is not what was written: the disk has damaged the file. */
import { EngineError, systemCode } from "../../errors.ts";

/**
 * @param where for the log: what was read from which table and row, and what is amiss with it. In names of
 * tables, ids and
 *   numbers: nothing of what files hold, nor paths.
 * @param cause what a decoder threw
 */
export function damaged(where: string, cause?: unknown): EngineError {
  return new EngineError("STORE_CORRUPT", "The index file is corrupt", {
    cause: new CorruptionError(where, cause),
  });
}

/**
 * What stored bytes mean. Whatever their decoder throws says that they are damaged, but for want of memory,
 * which says nothing of them.
 *
 * @param where as of `damaged`
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

/** What is amiss, for the log. */
export class CorruptionError extends Error {
  override readonly name = "Damage";

  constructor(where: string, cause: unknown) {
    super(cause === undefined ? where : `${where}: ${reasonOf(cause)}`, { cause });
  }
}

function reasonOf(cause: unknown): string {
  // It quotes what it could not read.
  if (cause instanceof SyntaxError) return "no JSON";
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : typeof cause;
}

/** As zlib, Node.js and V8 say it. */
function isOutOfMemory(error: unknown): boolean {
  const code = systemCode(error);
  return (
    code === "Z_MEM_ERROR" ||
    code === "ERR_MEMORY_ALLOCATION_FAILED" ||
    (error instanceof RangeError && /allocation failed|could not allocate/i.test(error.message))
  );
}
