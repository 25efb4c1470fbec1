/** Ids of commits as answers and people write them. Pure. */

/** Digits of a shortened id; git itself shortens ids to 7 to 12. */
const DIGITS = 12;

/** The beginning of a commit's id, which names the commit as `ref` and as `--at`. */
export function shortCommit(commit: string): string {
  return commit.slice(0, DIGITS);
}
