/** The documents for users, who may never have seen the product. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../steps.ts";

/**
 * Paths relative to the root, ascending: the README and all pages in `docs/`, except for decisions and
 * generated pages.
 */
export const DOCUMENTS: readonly string[] = ["README.md", ...pagesIn("docs"), ...pagesIn("docs/migrations")];

export function textOf(document: string): string {
  return readFileSync(join(ROOT, document), "utf8");
}

function pagesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => `${folder}/${name}`);
}
