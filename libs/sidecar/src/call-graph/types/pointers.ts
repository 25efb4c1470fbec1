/** External types whose objects point to others. */
import { POINTER, SMART_POINTERS } from "../../languages/c-family/smart-pointers.ts";
import type { ExternalValue, Value } from "../values.ts";

/** An iterator of a C++ container; of a map, it points to pairs. */
export const ITERATOR = "std.iterator";

/** `lock` of a weak pointer returns a pointer of the same kind. */
const NAMES: ReadonlySet<string> = new Set([
  POINTER,
  ITERATOR,
  "std.weak_ptr.lock",
  ...[...SMART_POINTERS].map((name) => `std.${name}`),
]);

/** Whether a value is a pointer whose target type is known. */
export function isPointer(value: Value): value is ExternalValue {
  return value.kind === "external" && !value.isType && value.args.length > 0 && NAMES.has(value.name);
}
