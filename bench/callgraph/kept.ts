/** Stores answers of compilers in files, because computing them takes long. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The contents of a stored file; if it does not exist, calls `ask` and stores the result.
 *
 * @param folder nothing is stored if absent
 */
export async function kept(
  folder: string | undefined,
  name: string,
  ask: () => Promise<string>,
): Promise<string> {
  if (folder === undefined) return ask();
  const path = join(folder, name);
  if (existsSync(path)) return readFileSync(path, "utf8");
  const answer = await ask();
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, answer);
  return answer;
}
