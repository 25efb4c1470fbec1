/** Where the index file of a home is that has one codebase: in its index folder, or in a folder of a repository. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Path of the index file. */
export function indexFileOf(home: string): string {
  const indexes = join(home, "indexes");
  const folder = join(indexes, readdirSync(indexes)[0] ?? "");
  const store = sharedFileOf(folder);
  return join(store === null ? folder : join(home, "repositories", store), "index.db");
}

function sharedFileOf(folder: string): string | null {
  try {
    const { store } = JSON.parse(readFileSync(join(folder, "codebase.json"), "utf8")) as {
      readonly store?: unknown;
    };
    return typeof store === "string" ? store : null;
  } catch {
    return null;
  }
}
