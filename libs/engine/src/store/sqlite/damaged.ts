/** What is stored and is not what was written: the disk has damaged the file. */
import { EngineError, systemCode } from "../../errors.ts";

export function damaged(cause?: unknown): EngineError {
  return new EngineError("STORE_CORRUPT", "The index file is damaged", { cause });
}

/** What stored bytes mean. Whatever their decoder throws says that they are damaged, but for want of memory, which says nothing of them. */
export function decoded<Value>(decode: () => Value): Value {
  try {
    return decode();
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    throw isOutOfMemory(cause) ? new EngineError("STORE_UNAVAILABLE", "There is no memory left to read the index", { cause }) : damaged(cause);
  }
}

/** As zlib, Node.js and V8 say it. */
function isOutOfMemory(error: unknown): boolean {
  const code = systemCode(error);
  return code === "Z_MEM_ERROR" || code === "ERR_MEMORY_ALLOCATION_FAILED" || (error instanceof RangeError && /allocation failed|could not allocate/i.test(error.message));
}
