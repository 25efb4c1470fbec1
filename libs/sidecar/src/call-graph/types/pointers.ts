/** Types from outside the codebase whose objects point to others. */
import { POINTER, SMART_POINTERS } from "../../languages/c-family/smart-pointers.ts";
import type { ExternalValue, Value } from "../values.ts";

/** What goes through a container of C++; of a map it points to pairs. */
export const ITERATOR = "std.iterator";

/** `lock` of a weak pointer gives a pointer like it. */
const NAMES: ReadonlySet<string> = new Set([
  POINTER,
  ITERATOR,
  "std.weak_ptr.lock",
  ...[...SMART_POINTERS].map((name) => `std.${name}`),
]);

/** Of which it is known what it points to. */
export function isPointer(value: Value): value is ExternalValue {
  return value.kind === "external" && !value.isType && value.args.length > 0 && NAMES.has(value.name);
}
