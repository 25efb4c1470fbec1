/** What clang says of files of C and C++, by its library and small programs in Python. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { printedBy } from "./oracle.ts";
import type { Question } from "./index.ts";

/** What one of the programs beside this file prints. */
export function printedByClang(
  program: "clang_calls.py" | "clang_uses.py",
  language: "c" | "cpp",
  { root, files, temporary, clang }: Question,
): string {
  const list = join(temporary, `${language}-files`);
  writeFileSync(list, files.join("\n"));
  return printedBy([clang, fileURLToPath(new URL(program, import.meta.url)), root, language, list], root);
}
