/**
 * Bounds of the ignore policy. A control file beyond one of the first two says nothing that counts: what it
 * leaves out is not known, and its folder is not looked into.
 */

/** A larger control file is not read (git itself stops at 100 MiB, and goes by no rule of it then). */
export const MAX_CONTROL_FILE_BYTES = 16 * 1024 * 1024;

/**
 * One with more rules is not applied. So many take 0.6 s and 160 MB to compile, and up to 5 ms a path where
 * each is a wildcard pattern.
 */
export const MAX_RULES_PER_FILE = 200_000;

/** Folders whose scope is remembered between calls of `IgnorePolicy.ignores`. */
export const MAX_REMEMBERED_FOLDERS = 20_000;
