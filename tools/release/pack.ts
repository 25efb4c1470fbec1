/**
 * `npm run pack`: builds Satori, and writes `dist/satori-code-VERSION.tgz`, the one package that installs both
 * programs. Prints its path. The same sources give the same bytes.
 *
 *   npm run pack -- --out DIR        writes there
 *   npm run pack -- --mcpb           also writes `satori-code-VERSION.mcpb`, for desktop applications
 *   npm run pack -- --formula URL    also writes `satori.rb`, for Homebrew; URL: where the package is published
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { packBundle } from "./bundle.ts";
import { formulaOf } from "./formula.ts";
import { ROOT, packTogether } from "./packages.ts";

const { out, mcpb, formula } = parseArgs({
  options: {
    out: { type: "string", default: join(ROOT, "dist") },
    mcpb: { type: "boolean", default: false },
    formula: { type: "string" },
  },
}).values;
const tsx = join(ROOT, "node_modules/tsx/dist/cli.mjs");
const build = spawnSync(process.execPath, [tsx, "tools/build/build.ts"], { cwd: ROOT, stdio: "inherit" });
if (build.status !== 0) process.exit(build.status ?? 1);
mkdirSync(out, { recursive: true });
const print = (path: string): void => console.log(relative(process.cwd(), path));

const archive = packTogether(out);
print(archive);
if (mcpb) print(packBundle(archive, out));
if (formula !== undefined) {
  const template = readFileSync(join(ROOT, "packaging/homebrew/satori.rb"), "utf8");
  const sha256 = createHash("sha256").update(readFileSync(archive)).digest("hex");
  const path = join(out, "satori.rb");
  try {
    writeFileSync(path, formulaOf(template, { url: formula, sha256 }));
    print(path);
  } catch (error) {
    console.error(`No formula was written: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
