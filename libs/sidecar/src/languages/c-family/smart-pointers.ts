/** Pointers of C++'s library, and of others that name theirs alike. */

/**
 * What they are called, without their namespace. They have methods of their own, and behind `->` those of
 * what they point to.
 */
export const SMART_POINTERS: ReadonlySet<string> = new Set([
  "unique_ptr",
  "shared_ptr",
  "weak_ptr",
  "optional",
  "reference_wrapper",
  "scoped_refptr",
  "intrusive_ptr",
  "not_null",
]);

/**
 * The name of a type whose values point to one of these, with that as its argument. Other pointers are what
 * they point to.
 */
export const POINTER = "[*]";
