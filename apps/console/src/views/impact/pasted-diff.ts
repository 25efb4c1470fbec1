/** The diff that was pasted last: kept while the page is open, since it is too long for an address. */
import { signal } from "@preact/signals";

const pasted = signal({ path: "", diff: "" });

/** Empty if none was pasted for the folder. */
export function pastedDiff(path: string): string {
  return pasted.value.path === path ? pasted.value.diff : "";
}

export function keepDiff(path: string, diff: string): void {
  if (diff !== pastedDiff(path)) pasted.value = { path, diff };
}
