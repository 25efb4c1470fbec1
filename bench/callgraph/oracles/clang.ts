/** Runs clang on C and C++ files, through its library and small Python programs. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { printedBy } from "./oracle.ts";
import type { Question } from "./index.ts";

/** Output of one of the programs in this folder. */
export function printedByClang(
  program: "clang_calls.py" | "clang_uses.py",
  language: "c" | "cpp",
  { root, files, temporary, clang }: Question,
): string {
  const list = join(temporary, `${language}-files`);
  writeFileSync(list, files.join("\n"));
  return printedBy([clang, fileURLToPath(new URL(program, import.meta.url)), root, language, list], root);
}
