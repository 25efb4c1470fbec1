/** Writes small trees from one readable text, in folders that are removed after the test. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A new empty folder. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "satori-ignore-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A new folder with the files of a text: `//- src/a.ts` starts a file, `//- src/` makes a folder. */
export function writtenTree(text: string): string {
  const folder = temporaryFolder();
  for (const part of text.split(/^\s*\/\/- /m).slice(1)) {
    const [path = "", ...lines] = part.split("\n");
    mkdirSync(join(folder, path.endsWith("/") ? path : dirname(path)), { recursive: true });
    if (!path.endsWith("/"))
      writeFileSync(join(folder, path), lines.map((line) => line.trimStart()).join("\n"));
  }
  return folder;
}
