/** Texts of a codebase's source files, from which queries are generated. */
import { readFileSync, readdirSync, statSync } from "node:fs";
import { extname, join } from "node:path";

const EXTENSIONS = new Set([
  ".py",
  ".ts",
  ".tsx",
  ".js",
  ".mjs",
  ".go",
  ".rs",
  ".java",
  ".rb",
  ".php",
  ".c",
  ".h",
  ".cc",
  ".cpp",
  ".cs",
  ".kt",
  ".swift",
  ".scala",
]);
/** Folders and files that users do not ask about. */
const LEFT_OUT = /^(?:\.|node_modules$|vendor$|dist$|build$|target$|coverage$|tests?$)/;
const MAX_BYTES = 256 * 1024;

/** In the order of their paths. */
export function sourceTexts(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !LEFT_OUT.test(name))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourceTexts(path);
    return entry.isFile() && EXTENSIONS.has(extname(entry.name)) && statSync(path).size <= MAX_BYTES
      ? [readFileSync(path, "utf8")]
      : [];
  });
}
