/** Smart pointers of C++'s standard library, and of libraries that use the same names. */

/**
 * Their names without namespaces. They have methods of their own; `->` accesses the members of what they
 * point to.
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
 * Name of the type of pointers to smart pointers, with the smart pointer as its argument. Other pointers are
 * treated as what they point to.
 */
export const POINTER = "[*]";
