/** Bounds of the ignore policy; reaching one of the first two gives a diagnostic. */

/** A larger control file is not read (git itself stops at 100 MiB). */
export const MAX_CONTROL_FILE_BYTES = 1024 * 1024;

/** Rules after this many in one file are left out: each wildcard pattern is tried on each path. */
export const MAX_RULES_PER_FILE = 10_000;

/** Folders whose scope is remembered between calls of `IgnorePolicy.ignores`. */
export const MAX_REMEMBERED_FOLDERS = 20_000;
