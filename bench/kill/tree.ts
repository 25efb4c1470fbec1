/**
 * A small codebase in several versions, always with the same bytes and times: code files that import each
 * other, documents, data and notes. Between two versions most files differ, some are removed, some are new,
 * and ignore rules change.
 *
 * It has more files than one write transaction of the engine (128), so that a killed sync may have applied
 * some of its batches. Only few files need a grammar, so that indexing starts quickly.
 */
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const VERSIONS = 4;

/** Texts by path, of the files of a version. */
export type Tree = ReadonlyMap<string, string>;

interface Kind {
  readonly count: number;
  path(at: number): string;
  text(at: number, variant: number): string;
}

const SUBJECTS = ["parcel", "invoice", "ledger", "cursor", "token", "route", "backup"];
const VERBS = ["load", "check", "merge", "publish", "restore"];
const CODE_FILES = 20;

const KINDS: readonly Kind[] = [
  {
    count: CODE_FILES,
    path: (at) => `app/part${at}.py`,
    text: (at, variant) =>
      `from app.part${(at + variant + 1) % CODE_FILES} import *\n\n\nclass Part${at}:\n    """Will ` +
      `${word(VERBS, at)} the ${word(SUBJECTS, at + variant)}."""\n\n    def ` +
      `${word(VERBS, at)}_${at}(self):\n        return ${variant}\n`,
  },
  {
    count: 76,
    path: (at) => `docs/area${at % 6}/page${at}.md`,
    text: (at, variant) =>
      `# Page ${at}\n\nHow to ${word(VERBS, at + variant)} the ${word(SUBJECTS, at)}.\n\n## Edition ` +
      `${variant}\n\n${paragraph(at, variant)}\n`,
  },
  {
    count: 24,
    path: (at) => `data/set${at}.json`,
    text: (at, variant) =>
      `${JSON.stringify({ name: `${word(SUBJECTS, at)} ${at}`, edition: variant, values: [at, variant] }, null, 2)}\n`,
  },
  {
    count: 30,
    path: (at) => `notes/year${at % 4}/note${at}.txt`,
    text: (at, variant) => `Note ${at}, edition ${variant}.\n${paragraph(at, variant)}\n`,
  },
];

/** Ignore files of some versions: those of the root and nested ones appear and disappear. */
const RULES: readonly Tree[] = [
  new Map(),
  new Map([[".gitignore", "notes/year1/\n"]]),
  new Map([["docs/.satoriignore", "page*7.md\n"]]),
  new Map([
    [".gitignore", "*.json\n!set3.json\n"],
    ["docs/area2/.gitignore", "*\n"],
  ]),
];

/** Long ago, so that no file's time is within the clock's last tick. */
const FIRST_MS = Date.UTC(2026, 0, 1);

export function treeAt(version: number): Tree {
  const tree = new Map(RULES[version]);
  for (const [place, kind] of KINDS.entries()) {
    for (let at = 0; at < kind.count; at++) {
      // Every tenth file is missing, a different one in each version; every fifth never changes.
      if ((at * 7 + version * 3 + place) % 10 !== 0)
        tree.set(kind.path(at), kind.text(at, at % 5 === 0 ? 0 : version + 1));
    }
  }
  return tree;
}

/**
 * Makes a folder contain a version and nothing else.
 *
 * @param from the version that the folder contains; null if it is empty or missing
 */
export function writeVersion(root: string, version: number, from: number | null): void {
  const [before, after] = [from === null ? new Map<string, string>() : treeAt(from), treeAt(version)];
  for (const path of before.keys()) if (!after.has(path)) rmSync(join(root, path));
  for (const [path, text] of after) {
    if (before.get(path) === text) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    const modified = new Date(FIRST_MS + version * 60_000);
    utimesSync(join(root, path), modified, modified);
  }
}

function word(words: readonly string[], at: number): string {
  return words[at % words.length] ?? "";
}

function paragraph(at: number, variant: number): string {
  return Array.from(
    { length: 3 },
    (_, line) =>
      `Line ${line} says to ${word(VERBS, at + line)} a ${word(SUBJECTS, at + line * variant)} of ` +
      `depot ${at + variant}.`,
  ).join("\n");
}
