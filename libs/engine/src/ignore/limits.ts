/**
 * Limits of the ignore policy. A control file beyond one of the first two cannot be used: what it ignores is
 * unknown, and its folder is not read.
 */

/** A larger control file is not read. (Git itself stops at 100 MiB, and then applies none of its rules.) */
export const MAX_CONTROL_FILE_BYTES = 16 * 1024 * 1024;

/**
 * A file with more rules is not applied. This many take 0.6 s and 160 MB to compile, and up to 5 ms per path
 * if each is a wildcard pattern.
 */
export const MAX_RULES_PER_FILE = 200_000;

/** Folders whose scope is cached between calls of `IgnorePolicy.ignores`. */
export const MAX_REMEMBERED_FOLDERS = 20_000;
