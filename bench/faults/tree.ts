/**
 * A codebase of a few files in two versions: small, so that thousands of cases take only minutes, but with
 * everything that an index contains.
 */
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Long ago, so that no file's time is within the clock's last tick. */
const FIRST_MS = Date.UTC(2026, 0, 1);

const SUBJECTS = ["parcel", "invoice", "ledger"];

/** Texts by path. */
export function treeAt(version: number): ReadonlyMap<string, string> {
  const subject = SUBJECTS[version] ?? "";
  return new Map([
    [".satoriignore", `*.tmp\nold${version}/\n`],
    [
      "app/store.py",
      `"""Keeps every ${subject}."""\nfrom app.codec import encode, decode\n\n\nclass Store:\n    def ` +
        `save(self, ${subject}):\n        return encode(${subject})\n\n    def load(self, key):\n        ` +
        "return decode(key)\n",
    ],
    [
      "app/codec.py",
      `def encode(value):\n    """Version ${version} of the ${subject} format."""\n    return ` +
        "repr(value)\n\n\ndef decode(text):\n    return eval(text)\n",
    ],
    ["app/main.py", "from app.store import Store\n\n\ndef main():\n    return Store().load('first')\n"],
    [
      `docs/part${version}.md`,
      `# Storage\n\nHow to restore the ${subject} of a depot.\n\n## Edition ` +
        `${version}\n\n${`A ${subject} is written before it is published. `.repeat(30)}\n`,
    ],
    [
      "docs/words.txt",
      Array.from(
        { length: 60 },
        (_, at) => `Line ${at} about depot ${at * 7 + version} and its ${subject}.`,
      ).join("\n"),
    ],
    ["data/set.json", `${JSON.stringify({ name: subject, values: [version, 1, 2] }, null, 2)}\n`],
  ]);
}

/** Makes a folder contain a version and nothing else. */
export function writeVersion(root: string, version: number): void {
  rmSync(root, { recursive: true, force: true });
  for (const [path, text] of treeAt(version)) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    const modified = new Date(FIRST_MS + version * 60_000);
    utimesSync(file, modified, modified);
  }
}
