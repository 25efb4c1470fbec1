/** Runs javac on a project. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Question } from "../index.ts";
import { printedBy } from "../oracle.ts";

const PROGRAM = [
  "--add-exports",
  "jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED",
  fileURLToPath(new URL("JavaOracle.java", import.meta.url)),
];

/** Output in JSON lines. */
export function javaSays(
  { root, files, java, temporary }: Pick<Question, "root" | "files" | "java" | "temporary">,
  about: "calls" | "uses",
): string {
  const list = join(temporary, "java-files");
  writeFileSync(list, files.join("\n"));
  return printedBy([java, ...PROGRAM, root, list, about], root);
}
