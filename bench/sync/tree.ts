/** A synthetic codebase: many small files in nested folders, always with the same bytes. */
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Bench } from "../support/benchmark.ts";

/** Files per folder, and subfolders per folder. */
const FILES_A_FOLDER = 100;
const FOLDERS_A_FOLDER = 10;
/** Old enough that neither product has to doubt whether a file changed within the clock's last tick. */
const MODIFIED = new Date("2026-01-01T00:00:00Z");

const SUBJECTS = ["parcel", "invoice", "session", "retry", "ledger", "cursor", "token", "route", "backup"];
const VERBS = ["load", "check", "merge", "render", "publish", "restore", "count"];

/** The file with a number. Pure. */
export function fileAt(at: number): { readonly path: string; readonly text: string } {
  const folder = Math.floor(at / FILES_A_FOLDER);
  const folders = [
    Math.floor(folder / FOLDERS_A_FOLDER ** 2),
    Math.floor(folder / FOLDERS_A_FOLDER) % FOLDERS_A_FOLDER,
    folder % FOLDERS_A_FOLDER,
  ];
  const subject = SUBJECTS[at % SUBJECTS.length] ?? "";
  const verb = VERBS[at % VERBS.length] ?? "";
  const name = `${verb}_${subject}_${at}`;
  const [extension, text] =
    at % 2 === 0
      ? [
          "py",
          `def ${name}(${subject}):\n    """Will ${verb} the ${subject} number ${at}."""\n    return ` +
            `${subject} + ${at}\n`,
        ]
      : [
          "ts",
          `/** Will ${verb} the ${subject} number ${at}. */\nexport function ${name}(${subject}: ` +
            `number): number {\n  return ${subject} + ${at};\n}\n`,
        ];
  return { path: [...folders.map((part) => `area${part}`), `${name}.${extension}`].join("/"), text };
}

export function writeTree(root: string, files: number, bench: Bench): void {
  let lastFolder = "";
  for (let at = 0; at < files; at++) {
    const { path, text } = fileAt(at);
    const folder = dirname(join(root, path));
    if (folder !== lastFolder) {
      mkdirSync((lastFolder = folder), { recursive: true });
      bench.signal.throwIfAborted();
    }
    writeFileSync(join(root, path), text);
    utimesSync(join(root, path), MODIFIED, MODIFIED);
  }
}
