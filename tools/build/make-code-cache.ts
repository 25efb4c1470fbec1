/**
 * Runs an app once and saves what V8 has compiled by then: the cache contains the functions that ran.
 *
 *   node make-code-cache.js DIST < INPUT
 */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { APP_FILE, CACHE_FILE, appOf, compileApp, runApp } from "./app-script.ts";

const dist = resolve(process.argv.splice(2, 1)[0] ?? ".");
const script = compileApp(join(dist, APP_FILE), undefined);
process.on("exit", () => writeFileSync(join(dist, CACHE_FILE), script.createCachedData()));
runApp(appOf(script), join(dist, "main.cjs"), (specifier) => import(specifier));
