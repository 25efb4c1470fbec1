/** A temporary folder for one test: a home for indexes, and trees of files. Removed on disposal. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface Workspace extends Disposable {
  /** Canonical path. */
  readonly folder: string;
  /** `SATORI_HOME` of the processes that the test starts; the first of them creates it. */
  readonly home: string;
  path(...names: string[]): string;
  /** Writes a tree below `folder`/`name` and returns its path. */
  tree(name: string, text: string): string;
}

export function createWorkspace(): Workspace {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "satori-e2e-")));
  return {
    folder,
    home: join(folder, "home"),
    path: (...names) => join(folder, ...names),
    tree: (name, text) => writeTree(join(folder, name), text),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Writes the files of a text with headings of the form `//- src/a.ts`. Text before the first heading is
 * ignored.
 */
export function writeTree(root: string, text: string): string {
  mkdirSync(root, { recursive: true });
  for (const part of text.split(/^\s*\/\/- /m).slice(1)) {
    const [path = "", ...lines] = part.split("\n");
    writeFile(join(root, path.trim()), lines.join("\n"));
  }
  return root;
}

export function writeFile(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** Writes a tree that takes a while to index: modules of a few functions with different words. */
export function writeManyModules(root: string, count: number): string {
  const functions = ["load", "check", "send"].map(
    (verb) => (at: number) =>
      `/** Will ${verb} the parcel of depot ${at}. */\nexport function ${verb}Parcel${at}(depot: ` +
      `number): number {\n  const weight = depot * ${at};\n  return weight > 10 ? weight - ${at} : ` +
      "weight;\n}\n",
  );
  for (let at = 0; at < count; at++)
    writeFile(join(root, `depot${at % 50}`, `parcel${at}.ts`), functions.map((text) => text(at)).join("\n"));
  return root;
}
