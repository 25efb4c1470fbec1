/**
 * Codebases for a server under load: every file names its codebase, so that answers from the wrong one are
 * noticed.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const KINDS = [
  {
    extension: "ts",
    language: "typescript",
    text: (word: string, at: number) =>
      `/** Sends the parcel of depot ${at}. */\nexport function sendParcel${at}(depot: number): number ` +
      `{\n  return depot * ${at}; // ${word}\n}\n`,
  },
  {
    extension: "py",
    language: "python",
    text: (word: string, at: number) =>
      `def weigh_parcel_${at}(depot):\n    """Weighs the parcel of depot ${at}."""\n    return depot * ` +
      `${at}  # ${word}\n`,
  },
  {
    extension: "go",
    language: "go",
    text: (word: string, at: number) =>
      `package depot\n\n// CheckParcel${at} checks the parcel of a depot. ${word}\nfunc ` +
      `CheckParcel${at}(depot int) int {\n\treturn depot * ${at}\n}\n`,
  },
] as const;

/** Languages for sessions, with their file extensions. */
export const LANGUAGES = KINDS.map(({ language, extension }) => ({ language, extension }));
/** Top-level folders of a codebase. */
export const FOLDERS = ["api", "core", "web", "jobs"] as const;

/** A word that occurs in every file of a codebase and in no other. */
export function wordOf(codebase: number): string {
  return `depotword${"abcdefghij"[codebase % 10]}${codebase}`;
}

export function writeCodebase(root: string, codebase: number, files: number): void {
  for (let at = 0; at < files; at++) {
    const { extension, text } = KINDS[at % KINDS.length] as (typeof KINDS)[number];
    const folder = join(root, FOLDERS[at % FOLDERS.length] as string);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `parcel${at}.${extension}`), text(wordOf(codebase), at));
  }
}
