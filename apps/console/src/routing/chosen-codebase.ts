/** Which codebase questions are about where the address names none: the last one, else the first that is indexed. */
const KEY = "satori.codebase";

/** @param routed the path in the address, empty where it has none: it may be a folder inside of a codebase; @param indexed roots, ascending */
export function chosenCodebase(routed: string, indexed: readonly string[]): string {
  if (routed !== "") return indexed.find((root) => routed === root) ?? routed;
  const kept = localStorage.getItem(KEY);
  return indexed.find((root) => root === kept) ?? indexed[0] ?? "";
}

export function keepCodebase(path: string): void {
  if (path !== "") localStorage.setItem(KEY, path);
}
