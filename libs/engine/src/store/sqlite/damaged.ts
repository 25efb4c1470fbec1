/** What is stored and is not what was written: the disk has damaged the file. */
import { EngineError } from "../../errors.ts";

export function damaged(cause?: unknown): EngineError {
  return new EngineError("STORE_CORRUPT", "The index file is damaged", { cause });
}

/** What stored bytes mean. Whatever their decoder throws says that they are damaged. */
export function decoded<Value>(decode: () => Value): Value {
  try {
    return decode();
  } catch (cause) {
    throw cause instanceof EngineError ? cause : damaged(cause);
  }
}
