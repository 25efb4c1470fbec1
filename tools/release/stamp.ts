/**
 * Writes the version of package.json into the files that repeat it. Part of `npm run generate`; a test fails
 * if one is stale.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./packages.ts";
import { VERSIONED_FILES, withVersion } from "./repeated-version.ts";

const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
for (const [file, before] of Object.entries(VERSIONED_FILES)) {
  const path = join(ROOT, file);
  writeFileSync(path, withVersion(readFileSync(path, "utf8"), before, version));
}
