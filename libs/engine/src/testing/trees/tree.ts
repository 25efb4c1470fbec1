/** Trees of files for tests, each written from one readable text. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface TemporaryFolder extends Disposable {
  /** Canonical path. */
  readonly path: string;
}

/** Creates an empty folder; disposing removes it with its contents. */
export function temporaryFolder(): TemporaryFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "satori-test-")));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Creates a folder that nobody may read until it is disposed of, so that it can be removed. */
export function closedFolder(path: string): TemporaryFolder {
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0);
  return { path, [Symbol.dispose]: () => chmodSync(path, 0o700) };
}

/**
 * Writes the files that a text describes and returns the root: `//- src/a.ts` starts a file, `//- src/` makes
 * a folder. Lines lose the indentation of the heading above them.
 */
export function writeTree(root: string, text: string): string {
  mkdirSync(root, { recursive: true });
  const headings = [...text.matchAll(/^([ \t]*)\/\/- (.+)\n/gm)];
  for (const [at, heading] of headings.entries()) {
    const [whole, indentation = "", path = ""] = heading;
    const body = text.slice(heading.index + whole.length, headings[at + 1]?.index);
    if (path.endsWith("/")) mkdirSync(join(root, path), { recursive: true });
    else writeFile(join(root, path), outdented(body, indentation));
  }
  return root;
}

/** Writes one file and the folders above it. */
export function writeFile(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function outdented(text: string, indentation: string): string {
  const lines = text
    .split("\n")
    .map((line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line.trimStart()));
  // The indentation of the next heading or of the closing quote does not belong to the file.
  return lines.join("\n").replace(/\n[ \t]*$/, "\n");
}
