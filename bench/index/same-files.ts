/** Copies a tree with some kinds of files only, so that both products index exactly the same ones. */
import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { check } from "../support/failure.ts";

/** @param extensions file extensions without dots */
export function copyWithExtensions(from: string, to: string, extensions: readonly string[]): void {
  const files = readdirSync(from, { withFileTypes: true, recursive: true }).filter(
    (entry) => entry.isFile() && extensions.includes(extname(entry.name).slice(1)),
  );
  check(
    files.length > 0,
    `no file below ${from} ends in ${extensions.map((extension) => `.${extension}`).join(" or ")}`,
  );
  for (const { parentPath, name } of files) {
    const target = join(to, parentPath.slice(from.length), name);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(parentPath, name), target);
  }
}
