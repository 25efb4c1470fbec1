/**
 * `npm run pack`: builds Satori, and writes `dist/satori-code-VERSION.tgz`, the one package that installs both
 * programs. Prints its path. The same sources give the same bytes.
 *
 *   npm run pack -- --out DIR    writes it there
 */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { ROOT, packTogether } from "./packages.ts";

const { out } = parseArgs({ options: { out: { type: "string", default: join(ROOT, "dist") } } }).values;
const tsx = join(ROOT, "node_modules/tsx/dist/cli.mjs");
const build = spawnSync(process.execPath, [tsx, "tools/build/build.ts"], { cwd: ROOT, stdio: "inherit" });
if (build.status !== 0) process.exit(build.status ?? 1);
mkdirSync(out, { recursive: true });
console.log(relative(process.cwd(), packTogether(out)));
