/** Answers of compilers, which take longer than ours, in files of a folder. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What a file of that name says; where there is none, what is asked, which the file says from then on.
 *
 * @param folder none keeps nothing
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
